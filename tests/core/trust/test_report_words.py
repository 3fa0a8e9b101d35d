"""What a report says besides its figures."""

from dataclasses import replace
from datetime import date

import pytest
from support.reports import report

from workbench.core.costs.prices import Price, PriceTable
from workbench.core.costs.usage import Usage
from workbench.core.marks import Mark
from workbench.core.readings import Answer, ReadingState, Verdict
from workbench.core.sources import Source, SourceKind
from workbench.core.trust.claims import Agreement
from workbench.core.trust.instruments import By
from workbench.core.trust.report_text import markdown_lines, text_lines
from workbench.core.trust.report_words import costs, notes, reasons, said_again, told_apart
from workbench.core.trust.tallies import Heading

HIT, MISS, CANT_TELL = Mark.HIT, Mark.MISS, Mark.CANT_TELL
PRICES = PriceTable(date(2026, 1, 1), (Price("priced", 10.0, 50.0),))


def block(past, heading, by=None):
    blocks = report([past.history]).blocks(by)
    return next(each for each in blocks if each.rows[0].row.heading is heading)


def marked(past, hits, misses, **by):
    """A source that was marked so often."""
    first = max([0, *(p.concern for p in past.history.placements.values())]) + 1
    past.read(*range(first, first + hits + misses), **by)
    for number in range(hits + misses):
        past.mark(first + number, HIT if number < hits else MISS)


class TestPickedByHand:
    def row(self, past, heading=Heading.READERS):
        return next(row for row in report([past.history]).table if row.heading is heading)

    def test_marks_on_some_of_what_was_raised_are_picked_by_hand(self, past):
        past.read(1, 2, 3)
        past.mark(1, HIT)
        row = self.row(past)
        assert row.picked and row.unmarked == 2
        assert row.cells()[-1] == "picked by hand"
        assert row.sentence().startswith("marked 1 of 3 raised, picked by hand: 1 hit")
        said = "Picked by hand: reader findings (1 of 3 raised)."
        assert any(note.startswith(said) for note in notes(report([past.history])))

    @pytest.mark.parametrize("marks", [0, 3])
    def test_marks_on_all_or_nothing_of_it_are_not(self, past, marks):
        past.read(1, 2, 3)
        for concern in range(1, marks + 1):
            past.mark(concern, MISS)
        assert not self.row(past).picked
        assert not any("picked" in line for line in text_lines(report([past.history])))

    def test_a_claim_that_has_its_mark_from_before_is_not_left_out_by_hand(self, past):
        past.read(1)
        past.mark(1, HIT)
        past.read(1, by="skeptic")
        assert (self.row(past).raised, self.row(past).tally.marked, self.row(past).unmarked) == (2, 1, 0)
        assert not self.row(past).picked

    def test_what_the_person_added_is_never_picked(self, past):
        past.overlook(1)
        past.overlook(2)
        past.undo()
        past.mark(1, HIT)
        assert not self.row(past, Heading.OVERLOOKED).picked


class TestReasons:
    def test_seven_of_nine_misses_of_a_question_are_preference(self, past):
        for number in range(9):
            past.judge(fails={"R5": number + 1})
            past.mark(number + 1, MISS, "preference" if number < 7 else "wrong")
        said = list(reasons(block(past, Heading.SHOULD_FIX, By.QUESTION)))
        assert said == ["readme R5: 7 of 9 misses are preference, 2 are wrong."]

    def test_a_cannot_tell_says_what_it_lacks(self, past):
        past.read(1, 2, 3, 4, 5)
        for concern, why in enumerate(["code", "code", "outside fact", "either view", None], start=1):
            past.mark(concern, CANT_TELL, why)
        assert list(reasons(block(past, Heading.READERS))) == [
            "engineer: 2 of 5 can't tells want the code, 1 wants an outside fact, 1 holds either view, "
            "1 has no reason given."
        ]

    def test_one_alone_is_said_in_the_singular(self, past):
        past.read(1)
        past.mark(1, MISS, "trivial")
        assert list(reasons(block(past, Heading.READERS))) == ["engineer: 1 of 1 miss is trivial."]


class TestRanking:
    def test_rows_whose_intervals_overlap_are_not_told_apart(self, past):
        marked(past, 12, 4, by="engineer")
        marked(past, 9, 7, by="skeptic")
        assert told_apart(block(past, Heading.READERS)).endswith(
            "told apart by intervals of 15 marks and more."
        )

    def test_rows_whose_intervals_do_not_overlap_are_but_stand_by_name_all_the_same(self, past):
        marked(past, 1, 19, by="alice")
        marked(past, 19, 1, by="zoe")
        found = block(past, Heading.READERS)
        assert [row.name for row in found.rows] == ["alice", "zoe"]
        assert told_apart(found) == (
            "Rows stand by name, which is no ranking. Told apart by their intervals: zoe above alice."
        )

    def test_few_marks_tell_nothing_apart(self, past):
        marked(past, 0, 14, by="alice")
        marked(past, 14, 0, by="zoe")
        assert "zoe" not in told_apart(block(past, Heading.READERS))


class TestReadAgain:
    def test_two_readings_of_a_reader_agree_on_what_both_raised_of_what_either_did(self, past):
        past.read(1, 2, 3)
        past.read(2, 3, 4)
        (again,) = report([past.history]).again
        assert again.agreement == Agreement(2, 4)
        said = "engineer: 2 of 4 concerns that either of two readings raised were raised by both."
        assert list(said_again(report([past.history]))) == [said]

    @pytest.mark.parametrize(
        "changes",
        [{"revision": 2}, {"model": "n"}, {"wording": "b"}, {"by": "x"}, {"state": ReadingState.FAILED}],
    )
    def test_readings_of_something_else_are_not_compared(self, past, changes):
        past.read(1)
        past.read(1, **changes)
        assert report([past.history]).again == ()

    def test_a_question_and_a_verdict_are_the_same_in_so_many_pairs(self, past):
        question = Source(SourceKind.QUESTION, "readme/R1", "q")
        for number, (value, verdict) in enumerate(
            [("meets", Verdict.FIX), ("fails", Verdict.FIX), ("meets", Verdict.PUBLISHABLE)]
        ):
            past.judge()
            *before, last = past.history.readings
            said = Answer(
                question, "R1", value, "words", "so", span=None if number == 2 else (0, 5), revision=1
            )
            readings = (*before, replace(last, answers=(said,), verdict=verdict))
            past.history = replace(past.history, readings=readings)
        assert list(said_again(report([past.history]))) == [
            "readme R1: the same in 0 of 3 pairs of readings.",
            "readme, verdict: the same in 1 of 3 pairs of readings.",
        ]


DATED = "Prices of 2026-01-01."


class TestSpend:
    def used(self, past, usage):
        *before, last = past.history.readings
        past.history = replace(past.history, readings=(*before, replace(last, usage=usage)))

    def test_what_a_hit_came_to_counts_every_reading_also_one_that_failed(self, past):
        past.read(1, 2, model="priced")
        self.used(past, Usage(50_000, 0))
        past.read(model="priced", state=ReadingState.FAILED)
        self.used(past, Usage(0, 10_000))
        past.mark(1, HIT)
        past.mark(2, HIT)
        assert list(costs(report([past.history], PRICES))) == [
            "engineer: $1.00 for 2 hits, $0.50 a hit.",
            DATED,
        ]

    def test_without_a_hit_there_is_no_price_of_one(self, past):
        past.read(1, model="priced")
        self.used(past, Usage(50_000, 0))
        assert list(costs(report([past.history], PRICES))) == ["engineer: $0.50 for 0 hits.", DATED]

    def test_an_unknown_price_is_no_price(self, past):
        past.read(1, model="other")
        self.used(past, Usage(50_000, 0))
        past.mark(1, HIT)
        said = "engineer: 50,000 tokens, price unknown for 1 hit."
        assert list(costs(report([past.history], PRICES))) == [said]

    def test_a_judges_hits_are_the_problems_it_was_right_about(self, past):
        past.judge(fails={"R1": 1}, meets=["R2"], model="priced")
        self.used(past, Usage(100_000, 0))
        past.mark(1, HIT)
        assert list(costs(report([past.history], PRICES))) == ["readme: $1.00 for 1 hit, $1.00 a hit.", DATED]


class TestBy:
    def names(self, past, by):
        return {b.title: [row.name for row in b.rows] for b in report([past.history]).blocks(by)}

    def everything(self, past):
        past.read(1, 2, by="engineer", model="large")
        past.read(1, by="engineer", model="small")
        past.judge(fails={"R1": 3}, meets=["R2"], model="large")
        past.check(4)
        past.overlook(5)

    def test_by_source_questions_are_left_out(self, past):
        self.everything(past)
        assert self.names(past, By.SOURCE) == {
            "Judge said should fix, by source": ["readme, all"],
            "Judge said satisfied, by source": ["readme, all"],
            "Readers' findings, by source": ["engineer", *self.labels("large", "small")],
            "Faults that checks proved, by source": ["links"],
        }

    def labels(self, *models):
        return [f"a {model} p since 2025-03-01" for model in models]

    def test_by_question_there_are_only_questions(self, past):
        self.everything(past)
        assert self.names(past, By.QUESTION) == {
            "Judge said should fix, by question": ["readme R1"],
            "Judge said satisfied, by question": ["readme R2"],
        }

    def test_by_wording_each_stands_alone(self, past):
        self.everything(past)
        found = self.names(past, By.WORDING)["Readers' findings, by wording"]
        assert found == [f"engineer {label}" for label in self.labels("large", "small")]

    def test_by_model_a_claim_counts_for_each_that_made_it(self, past):
        self.everything(past)
        (readers,) = (b for b in report([past.history]).blocks(By.MODEL) if "Readers" in b.title)
        assert [(row.name, row.row.raised) for row in readers.rows] == [("p large", 2), ("p small", 1)]

    def test_by_artifact_each_has_its_own_rows(self, past_of):
        pasts = [past_of("one.md"), past_of("two.md")]
        for count, past in enumerate(pasts, start=1):
            past.read(*range(1, count + 1))
        (block,) = report([past.history for past in pasts]).blocks(By.ARTIFACT)
        assert [(row.name, row.row.raised) for row in block.rows] == [("/one.md", 1), ("/two.md", 2)]

    @pytest.mark.parametrize("by", [None, *By])
    def test_every_way_can_be_printed_with_the_readers_first(self, past, by):
        self.everything(past)
        made = report([past.history])
        headings = [block.rows[0].row.heading for block in made.blocks(by)]
        assert by is By.QUESTION or headings[0] is Heading.READERS
        assert text_lines(made, by, 80) and text_lines(made, by, 160)
        assert all(line.count("|") in (0, 12) for line in markdown_lines(made, by))


class TestWhere:
    def test_a_source_alone_keeps_only_its_claims(self, past):
        past.read(1, by="engineer")
        past.read(1, 2, by="skeptic")
        made = report([past.history])
        alone = made.counted.where(played=lambda source, played: source.name == "skeptic")
        assert [i.name for i in type(made)(alone).instruments] == ["skeptic"]

    def test_a_model_alone_has_the_marks_made_after_it_spoke(self, past):
        past.read(1, model="early")
        past.mark(1, HIT)
        past.read(1, model="late")
        made = report([past.history])
        late = type(made)(made.counted.where(played=lambda source, played: played.model == "late"))
        row = next(row for row in late.table if row.heading is Heading.READERS)
        assert (row.raised, row.tally.marked, row.carried.hit) == (1, 0, 1)

    def test_an_artifact_alone_has_its_own(self, past_of):
        one, two = past_of("one.md"), past_of("two.md")
        one.read(1)
        two.read(1, 2)
        made = report([one.history, two.history])
        alone = made.counted.where(artifact=lambda artifact: artifact.path == "/two.md")
        assert type(made)(alone).table[2].raised == 2


def test_markdown_cannot_be_commanded_by_a_name(past):
    past.read(1, by="<b>|`x`\n# y")
    lines = markdown_lines(report([past.history]))
    assert not any("<b>" in line or line.startswith("# y") for line in lines)
    row = next(line for line in lines if "\\<b" in line)
    assert row.count("|") - row.count("\\|") == 12
