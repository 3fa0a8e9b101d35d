import pytest
from support.reports import report

from workbench.core.marks import Mark
from workbench.core.trust.statistics import Interval
from workbench.core.trust.tallies import Heading, Row, Tally

HIT, MISS, CANT_TELL = Mark.HIT, Mark.MISS, Mark.CANT_TELL


def row(histories, heading):
    return next(row for row in report(histories).table if row.heading is heading)


def marks(hit, miss, cant_tell):
    return [HIT] * hit + [MISS] * miss + [CANT_TELL] * cant_tell


@pytest.fixture
def one_authors_loop(past_of):
    """28 statements over seven repositories, marked by their author."""
    pasts = [past_of(f"repository-{number}") for number in range(7)]
    for number, mark in enumerate(marks(3, 3, 4)):
        past = pasts[number % 7]
        past.judge(fails={f"F{number}": 100 + number})
        past.mark(100 + number, mark)
    for number, mark in enumerate(marks(7, 0, 0)):
        past = pasts[number % 7]
        past.mark(past.judge(meets=[f"M{number}"])[f"M{number}"], mark)
    for number, mark in enumerate(marks(7, 3, 1)):
        past = pasts[number % 7]
        past.read(200 + number)
        past.mark(200 + number, mark)
    return [past.history for past in pasts]


def test_the_public_figures_give_their_table(one_authors_loop):
    table = {row.heading.value: row.cells() for row in report(one_authors_loop).table}
    assert table == {
        "judge said should fix": (
            "10", "10", "3", "3", "4", "0.50, directional", "0.19 to 0.81", "0.30 to 0.70", "0", "",
        ),
        "judge said satisfied": (
            "7", "7", "7", "0", "0", "1.00, directional", "0.65 to 1.00", "1.00 to 1.00", "0", "",
        ),
        "reader findings": (
            "11", "11", "7", "3", "1", "0.70, directional", "0.40 to 0.89", "0.64 to 0.73", "0", "",
        ),
        "checks": ("0", "0", "0", "0", "0", "n/a", "n/a", "n/a", "0", ""),
        "overlooked": ("0", "0", "0", "0", "0", "n/a", "n/a", "n/a", "0", ""),
    }  # fmt: skip


def test_the_public_figures_in_sentences(one_authors_loop):
    sentences = [row.sentence() for row in report(one_authors_loop).table[:3]]
    assert sentences == [
        "marked 10 of 10 raised: 3 hit, 3 miss (3 no reason given), 4 can't tell (4 no reason given); "
        "hit rate 0.50 (95 % interval 0.19 to 0.81, 0.30 to 0.70 with can't tell counted either way), "
        "directional: under 15 marks.",
        "marked 7 of 7 raised: 7 hit, 0 miss, 0 can't tell; "
        "hit rate 1.00 (95 % interval 0.65 to 1.00), directional: under 15 marks.",
        "marked 11 of 11 raised: 7 hit, 3 miss (3 no reason given), 1 can't tell (1 no reason given); "
        "hit rate 0.70 (95 % interval 0.40 to 0.89, 0.64 to 0.73 with can't tell counted either way), "
        "directional: under 15 marks.",
    ]


def test_without_histories_every_row_stands_at_nothing():
    assert report([]).table == tuple(Row(h, 0) for h in Heading if h not in (Heading.OUTSIDE, Heading.GRADES))


def test_nothing_marked_is_said_as_n_a(past):
    past.read(1, 2)
    assert row([past.history], Heading.READERS).sentence() == "marked 0 of 2 raised; hit rate n/a."


def test_only_cannot_tells_bound_the_rate_by_nothing_and_all():
    tally = Tally(cant_tell=3)
    assert (str(tally.rate), tally.bounds) == ("n/a", Interval(0.0, 1.0))


@pytest.mark.parametrize(("hits", "directional"), [(14, True), (15, False)])
def test_a_rate_is_directional_under_fifteen_marks_that_decide(hits, directional):
    row = Row(Heading.READERS, 40, Tally(hits, 0, 5))
    assert row.rate.directional is directional
    assert ("directional" in row.sentence()) is directional


def test_reasons_are_counted_in_the_order_of_their_keys(past):
    past.read(1, 2, 3, 4, 5, 6)
    past.mark(1, MISS, "preference")
    past.mark(2, MISS)
    past.mark(3, MISS, "wrong")
    past.mark(4, MISS, "preference")
    past.mark(5, CANT_TELL, "either view")
    past.mark(6, CANT_TELL, "code")
    readers = row([past.history], Heading.READERS)
    assert readers.miss_reasons == (("wrong", 1), ("preference", 2), ("no reason given", 1))
    assert readers.cant_tell_reasons == (("code", 1), ("either view", 1))
    assert "4 miss (1 wrong, 2 preference, 1 no reason given)" in readers.sentence()


def test_a_checks_faults_have_a_row_of_their_own(past):
    past.check(1, 2)
    past.mark(1, HIT)
    assert row([past.history], Heading.CHECKS).tally == Tally(hit=1)
    assert row([past.history], Heading.READERS).raised == 0


def test_what_the_person_added_is_counted_and_has_no_rate(past):
    past.overlook(1)
    overlooked = row([past.history], Heading.OVERLOOKED)
    assert (overlooked.raised, overlooked.tally) == (1, Tally(hit=1))
    assert overlooked.cells()[5:8] == ("n/a", "n/a", "n/a")
    assert overlooked.sentence() == "marked 1 of 1 raised: 1 hit, 0 miss, 0 can't tell."


def test_what_the_person_added_and_took_back_is_not_counted(past):
    past.overlook(1)
    past.undo()
    assert row([past.history], Heading.OVERLOOKED).raised == 0


def test_a_problem_that_was_overlooked_and_later_raised_counts_for_both(past):
    past.overlook(1)
    past.read(1)
    assert row([past.history], Heading.OVERLOOKED).raised == 1
    assert row([past.history], Heading.READERS).raised == 1
