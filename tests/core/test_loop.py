"""What each round of a loop brought, and what was open after it."""

from support.loops import LoopStory

from workbench.core.board import advance, opened
from workbench.core.events import Decided
from workbench.core.history import RoundState
from workbench.core.marks import Decision, Mark, Target
from workbench.core.readings import FindingKind, Verdict
from workbench.core.ruling import RulingValue


def test_a_concern_is_new_in_the_round_that_first_raised_it_and_again_in_later_ones() -> None:
    first, second = LoopStory().read([1, 2], [2]).read([2, 3], []).loop.rounds
    assert (first.new, first.again, dict(first.raised_by)) == ((1, 2), (), {1: 1, 2: 2})
    assert (second.new, second.again, dict(second.raised_by)) == ((3,), (2,), {2: 1, 3: 1})


def test_words_that_were_not_found_never_make_a_concern_new() -> None:
    first, second = LoopStory().read([1, 2], lost={1}).read([1]).loop.rounds
    assert (first.new, first.again) == ((2,), (1,))
    assert (second.new, second.again) == ((), (1,))


def test_what_a_check_proved_of_an_earlier_text_is_not_new_when_a_reader_raises_it() -> None:
    (only,) = LoopStory().check(1).edit(9).read([1, 2]).loop.rounds
    assert (only.new, only.again) == ((2,), (1,))


def test_readers_and_judges_read_and_checks_do_not() -> None:
    (only,) = LoopStory().check(4).read([1], [2], judged=[3]).loop.rounds
    assert [reading.source.name for reading in only.readings] == ["baker", "guest", "readme"]


def test_new_concerns_of_the_first_round_are_on_no_unchanged_passage() -> None:
    (only,) = LoopStory().read([1]).loop.rounds
    assert only.new_on_unchanged == ()


def test_new_concerns_on_rewritten_lines_are_not_on_unchanged_passages() -> None:
    *_, last = LoopStory().read([1]).edit(2).read([2, 3]).loop.rounds
    assert (last.new, last.new_on_unchanged) == ((2, 3), (3,))


def test_every_new_concern_of_a_text_read_again_is_on_an_unchanged_passage() -> None:
    *_, last = LoopStory().read([1]).read([2]).loop.rounds
    assert last.new_on_unchanged == (2,)


def test_a_passage_is_unchanged_where_the_text_read_before_had_it_and_no_other_one() -> None:
    *_, last = LoopStory().read([1]).edit(2).read([]).edit(3).read([2, 3]).loop.rounds
    assert last.new_on_unchanged == (2,)


def test_open_is_what_is_neither_missed_deferred_fixed_nor_gone() -> None:
    story = LoopStory().read([1, 2, 3, 4, 5]).mark(Mark.MISS, 1).defer(2).mark(Mark.HIT, 3).edit(4).read([])
    first, second = story.loop.rounds
    assert first.open == (3, 4, 5)
    assert second.open == (3, 5)


def test_what_is_not_raised_again_is_still_open() -> None:
    *_, last = LoopStory().read([1]).read([]).loop.rounds
    assert last.open == (1,)


def test_what_the_person_says_is_fixed_in_a_later_text_was_open_before_it() -> None:
    first, second = LoopStory().read([1]).edit(9).read([]).fix(1).loop.rounds
    assert (first.open, second.open) == ((1,), ())


def test_what_was_said_to_be_fixed_and_raised_again_is_open_from_then_on() -> None:
    story = LoopStory().read([1]).edit(9).fix(1).read([]).edit(8).read([1])
    assert [brought.open for brought in story.loop.rounds] == [(1,), (), (1,)]


def test_a_fault_that_the_check_no_longer_finds_is_not_open_and_was_before() -> None:
    story = LoopStory().check(1).read([]).edit(9).check().read([])
    assert [brought.open for brought in story.loop.rounds] == [(1,), ()]


def test_an_overlooked_problem_is_open_as_long_as_its_adding_stands() -> None:
    story = LoopStory().read([]).overlook(3)
    assert story.loop.rounds[0].open == (3,)


def test_the_ruling_of_a_round_rests_on_what_was_read_by_then() -> None:
    story = LoopStory().read([], judged=[]).read([], judged=[1], verdict=Verdict.FIX)
    assert [b.ruling.value for b in story.loop.rounds] == [RulingValue.PUBLISHABLE, RulingValue.FIX]


def test_a_concern_has_a_row_over_all_rounds() -> None:
    rows = LoopStory().read([2], [2]).read([1, 2]).loop.concerns
    assert [(row.concern, row.raised, row.first) for row in rows] == [(2, (2, 1), 0), (1, (0, 1), 1)]


def test_a_round_that_is_incomplete_is_a_round_too() -> None:
    (only,) = LoopStory().read([1], state=RoundState.INCOMPLETE).loop.rounds
    assert (only.new, only.round.state) == ((1,), RoundState.INCOMPLETE)


def test_a_mark_changes_what_is_open_and_nothing_that_takes_long_is_computed_anew() -> None:
    story = LoopStory().read([1, 2]).edit(9).read([1])
    board = opened(story.history, story.revision)
    assert board.loop.rounds[1].open == (1, 2)
    marked = Decision(Target("concern", 2), "mark", Mark.MISS.value, id=5000)
    after = advance(board, Decided(marked))
    assert after.course is board.course
    assert [brought.open for brought in after.loop.rounds] == [(1,), (1,)]
    assert board.loop.rounds[1].open == (1, 2)


def test_the_loop_of_a_board_is_that_of_its_history() -> None:
    story = LoopStory().check(7).read([1, 2], [2], judged=[3]).mark(Mark.MISS, 1).edit(2).check().read([4])
    board = opened(story.history, story.revision)
    for here, stored in zip(board.loop.rounds, story.loop.rounds, strict=True):
        assert (here.new, here.again, here.open) == (stored.new, stored.again, stored.open)
        assert (here.new_on_unchanged, here.ruling) == (stored.new_on_unchanged, stored.ruling)


def test_a_text_that_was_never_read_has_a_loop_without_rounds() -> None:
    assert LoopStory().loop.rounds == ()


def test_lost_interest_counts_as_raised() -> None:
    (only,) = LoopStory().read([1], kind=FindingKind.LOST_INTEREST).loop.rounds
    assert only.new == (1,)


def test_only_code_answers_what_nobody_says_an_edit_would() -> None:
    story = LoopStory().read([1, 2, 3], fixable={1: "code", 2: "code"}).read([2], fixable={2: "wording"})
    assert story.loop.course.only_code == {1}
