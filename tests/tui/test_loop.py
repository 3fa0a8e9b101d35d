"""The loop, gone through with keys."""

import re
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from support.builders import TEXT, reader_answer

from workbench.core.errors import Failure, FailureKind
from workbench.core.loop.stopping import Assessment, Reason
from workbench.core.loop.unseen import Unseen
from workbench.tui.loop_details import stop_words
from workbench.tui.loop_layout import Fact
from workbench.tui.screens.loop import LoopScreen
from workbench.tui.screens.loop_diff import DiffScreen
from workbench.tui.tones import Tone
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.details_pane import DetailsPane

EDITED = TEXT.replace("It is the fastest kettle in the world.", "It holds one litre.")
SILENT = {"skeptic": reader_answer(), "engineer": reader_answer()}


class Loop:
    """The loop of a text and what a person sees of it."""

    def __init__(self, bench):
        self.bench, self.pilot, self.press = bench, bench.pilot, bench.press

    @property
    def screen(self):
        return self.bench.app.screen

    @property
    def here(self):
        return self.screen.here.place

    @property
    def words(self):
        """What is on the screen, each row without its scrollbar and what pads it."""
        return [row[:-1].rstrip() for row in self.bench.text().split("\n")]

    @property
    def details(self):
        return " ".join("".join(text for text, _ in self.screen.query_one(DetailsPane)._said).split())

    def bar(self, id):
        return self.screen.query_one(f"#{id}", Bar).render().plain

    def row(self, words):
        """The row of the table that says these words."""
        return next(row for row in self.words if words in row)

    @property
    def found(self):
        """What took long to find out of the whole."""
        return self.screen._found

    async def to(self, words):
        """Put the cursor on a row."""
        rows = self.screen.table.rows
        self.screen.row = next(
            at for at, row in enumerate(rows) if words in "".join(text for text, _ in row.label)
        )
        self.screen.paint()
        await self.pilot.pause()

    async def settle(self):
        await self.bench.settle()


@pytest.fixture
def looping(bench):
    """Opens a text that was read once, with the loop shown."""

    @asynccontextmanager
    async def open_loop(rounds=(TEXT,), answers=(), **changes):
        changes = {"read": True, "size": (100, 30), **changes}
        async with bench(**changes) as b:
            for text, said in zip(rounds[1:], answers, strict=True):
                b.answers(**said)
                if text != b.review.desk.files.text:
                    b.review.desk.files.write(text)
                    await b.press("R")
                await b.read()
            await b.press("l")
            await b.settle()
            yield Loop(b)

    return open_loop


async def test_each_round_says_what_it_brought_and_each_concern_by_how_many_it_was_raised(looping):
    async with looping((TEXT, EDITED), [SILENT]) as loop:
        assert isinstance(loop.screen, LoopScreen)
        assert loop.row("›round 2").split() == ["round", "1", "›round", "2"]
        for fact, cells in (
            ("rev.", ["rev.", "1", "rev.", "2"]),
            ("readings", ["readings", "3", "3"]),
            ("new", ["new", "3", "0"]),
            ("open after it", ["open", "after", "it", "3", "2"]),
            ("ruling", ["ruling", "Publishable", "Publishable"]),
        ):
            assert next(row for row in loop.words if row.strip().startswith(fact)).split() == cells
        assert loop.row("The claim to be the fastest").split()[-2:] == ["+2/3", "gone"]
        assert loop.row("It never says which kettle").split()[-2:] == ["+1/3", "·"]
        assert "FIRST RAISED IN ROUND 1  3 concerns" in loop.row("FIRST RAISED")


async def test_the_proposal_the_unseen_and_what_would_change_it_are_said(looping):
    async with looping() as loop:
        assessment = loop.found.assessment
        assert " ".join(loop.bar("loop-stop").split()) == assessment.sentence()
        assert loop.details.startswith(f"What would change this: {assessment.would_change}")
        assert loop.details.endswith("not estimated before 4 readings by readers.")
    async with looping((TEXT, TEXT), [SILENT]) as loop:
        assert loop.found.unseen.at_least == 0 and "Chao2" not in loop.details


async def test_what_holds_beside_any_reason_is_said_first_and_the_estimate_last(looping):
    async with looping() as loop:
        found = loop.found
        noted = replace(found.assessment, notes=("Voice: it is pulled.",))
        loop.screen._found = found._replace(assessment=noted, unseen=Unseen(5, 7, 3.2, 0.44, 23.1))
        loop.screen.paint()
        await loop.press("down", "up")
        assert loop.details.startswith("Voice: it is pulled. What would change this:")
        assert loop.details.endswith("so it may be more.")


async def test_a_further_round_of_one_day_says_its_time_of_day(looping):
    async with looping((TEXT, TEXT, TEXT), [SILENT, SILENT]) as loop:
        read = next(row for row in loop.screen.table.rows if row.place is Fact.READ)
        day, *times = [when for when, _ in loop.screen.table.cells(read)]
        assert re.fullmatch(r"\d\d-\d\d", day) and all(re.fullmatch(r"\d\d:\d\d", time) for time in times)


@pytest.mark.parametrize("reason", list(Reason))
def test_a_loop_that_is_not_finished_is_never_drawn_as_one_that_is(reason):
    ((words, tone),) = stop_words(Assessment(reason, "It is so.", "Something else."))
    assert words.endswith(": it is so.")
    assert (tone is Tone.GOOD) == (reason in (Reason.CLEAN, Reason.QUIET))


async def test_sections_that_nobody_quoted_are_listed_and_gone_to(looping):
    async with looping() as loop:
        assert "NOBODY EVER QUOTED" not in "".join(loop.words)
    async with looping((TEXT, f"{TEXT}\n## Licence\n\nMIT.\n"), [SILENT]) as loop:
        await loop.press("end")
        assert loop.here.name == "Licence" and "No reader and no judge quoted a word of it" in loop.details
        await loop.press("enter")
        assert loop.screen is loop.bench.review and loop.bench.review.source.marked_line == 13


async def test_enter_on_a_concern_goes_to_it_in_the_list(looping):
    async with looping() as loop:
        await loop.to("It never says which kettle")
        assert "first raised by 1 of 3 readings: skeptic" in loop.details
        await loop.press("enter")
        assert loop.screen is loop.bench.review
        assert loop.bench.here.target == loop.bench.row("It never says").target


async def test_rows_and_rounds_are_gone_through_with_arrows_and_letters_and_headings_are_passed_over(looping):
    async with looping((TEXT, TEXT), [SILENT]) as loop:
        assert (loop.here, loop.screen.column) == (Fact.WHOLE, 1)
        await loop.press("j", "down", "h")
        assert (loop.here, loop.screen.column) == (Fact.READINGS, 0)
        assert loop.details.startswith("Round 1 on revision 1")
        await loop.press("left", "l", "right")
        assert loop.screen.column == 1
        ruling = list(Fact).index(Fact.RULING)
        await loop.press(*["down"] * (ruling - 1))
        concern = loop.here
        assert concern.kind == "concern"
        await loop.press("up")
        assert loop.here is Fact.RULING
        await loop.press("end", "home")
        assert loop.here is Fact.WHOLE


async def test_marks_are_shown_with_the_signs_of_the_list(looping):
    async with looping() as loop:
        await loop.press("escape")
        await loop.bench.go("It never says")
        await loop.press("m")
        await loop.bench.go("Python version")
        await loop.press("d", "h", "l")
        await loop.settle()
        assert loop.row("No Python version").split()[0] == "hd"
        assert loop.row("It never says which").split()[0] == "m"
        await loop.to("It never says")
        assert "miss" in loop.details


async def test_many_rounds_scroll_sideways_and_the_concerns_stay(looping):
    rounds = [TEXT] * 9
    async with looping(rounds, [SILENT] * 8, size=(60, 24)) as loop:
        assert "rounds 8 to 9 of 9" in loop.row("›round 9")
        await loop.press(*["h"] * 8)
        assert "rounds 1 to 2 of 9" in loop.row("›round 1")
        assert "The claim" in loop.row("+2/3")


async def test_before_any_round_the_loop_says_what_to_do(bench):
    async with bench() as b:
        await b.press("l")
        shown = b.text()
        assert "Nothing has been read yet." in shown
        assert "esc goes back, r then reads the text" in " ".join(shown.split())
        await b.press("D", "down", "right", "enter")
        assert isinstance(b.app.screen, LoopScreen)
        await b.press("escape")
        assert b.app.screen is b.review


async def test_a_round_under_way_is_counted_as_it_goes_and_filled_in_when_it_ends(bench, gated):
    provider = gated()
    async with bench(provider=provider) as b:
        await b.press("r", "enter", "l")
        assert "0 of 3…" in b.text() and "being worked out" not in b.text()
        provider.release()
        await b.settle()
        b.app.screen._look()
        await b.settle()
        assert "0 of 3" not in b.text() and "+2/3" in b.text()
        assert b.app.screen.here.place is Fact.WHOLE


async def test_an_incomplete_round_says_how_much_of_it_was_read_and_that_nothing_follows(looping):
    refused = Failure(FailureKind.REFUSED_KEY, "The key was refused: set another one.")
    async with looping((TEXT, EDITED), [{**SILENT, "skeptic": refused}]) as loop:
        assert loop.row("readings").split() == ["readings", "3", "2", "of", "3"]
        assert loop.bar("loop-stop").startswith("Incomplete: round 2 is incomplete")
        await loop.press("down", "down")
        assert "Round 2 on revision 2" in loop.details and "incomplete, 2 of 3 readings" in loop.details


async def test_the_loop_has_its_own_help_and_no_key_that_marks(looping):
    async with looping() as loop:
        await loop.press("question_mark")
        assert "The loop" in loop.bench.text() and "pgdn" in loop.bench.text()
        await loop.press("escape")
        await loop.to("It never says")
        await loop.press("m", "q")
        assert loop.screen is loop.bench.review
        assert loop.bench.row("It never says").standing.mark is None


async def test_leaving_the_program_from_a_diff_over_the_loop_leaves_it_all(looping):
    async with looping((TEXT, EDITED), [SILENT]) as loop:
        await loop.press("D", "ctrl+q")
        await loop.settle()
        assert loop.bench.app.return_code == 0


async def test_the_diff_of_a_round_is_opened_from_its_column(looping):
    async with looping((TEXT, EDITED), [SILENT]) as loop:
        await loop.press("h", "D")
        assert "This is the first revision" in loop.bar("status")
        await loop.press("l", "D")
        await loop.settle()
        assert isinstance(loop.screen, DiffScreen)
        shown = loop.bench.text()
        assert "older: revision 1, newer: 2, listed" in shown and "+1 -1 lines, one change" in shown
        assert "-│ It is the fastest kettle in the world." in shown and "+│ It holds one litre." in shown
        assert "^ words gone: The claim to be the fastest has no support." in shown
        await loop.press("escape")
        assert isinstance(loop.screen, LoopScreen)
