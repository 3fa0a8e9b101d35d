"""Two wordings compared on what was marked, from where they are written and from the list."""

import hashlib
import json
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from support.builders import TEXT, reader_answer
from tui.conftest import found
from tui.content_seat import SKEPTIC, as_in_file, is_written, seat_at

from workbench.core.errors import Failure, FailureKind
from workbench.core.ports import Library, Models, Settings
from workbench.tui.screens.replaying import ReplayScreen

HURRIED = "You are the skeptic. You hurry."
SETTINGS = Settings(Models(("scripted",), ("scripted",), "scripted"), budget=1.0, text_questions=False)
SAME = reader_answer(found("fastest kettle", "The claim to be the fastest has no support."))
OTHER = reader_answer(
    found("fastest kettle", "The claim to be the fastest has no support."),
    found("Run `pip install kettle`", "It needs a compiler and does not say so."),
)


def for_editing(text):
    first = hashlib.sha256(text.encode()).hexdigest()
    return hashlib.sha256(f"half:{first}".encode()).digest()[0] % 2 == 0


EDITED_BY, KEPT_APART = (
    next(text for text in (f"{TEXT}\n{n}\n" for n in range(40)) if for_editing(text) is wanted)
    for wanted in (True, False)
)


@pytest.fixture
def seat(bench, tmp_path):
    """Opens the skeptic as text, over a text that it read and whose concerns are marked."""

    @asynccontextmanager
    async def open_seat(text=EDITED_BY, marks=("h", "m"), edits=True, **changes):
        library = Library((as_in_file(SKEPTIC),), ())
        files = {"personas/skeptic.md": SKEPTIC}
        changes = {"library": library, "settings": SETTINGS, "read": True, "text": text, **changes}
        async with seat_at(bench, tmp_path, "p", files, **changes) as seat:
            await seat.press("escape")
            for words, mark in zip(("fastest", "boils"), marks, strict=False):
                await seat.bench.go(words)
                await seat.press(mark)
            await seat.press("p")
            await seat.settle()
            await seat.to("skeptic")
            if edits:
                await seat.press("e")
                await seat.settle()
                await seat.type("You are the skeptic.", HURRIED)
            yield seat

    return open_seat


async def test_unsaved_words_are_compared_with_the_saved_ones_once_the_person_agrees(seat):
    async with seat() as s:
        s.bench.answers(skeptic=OTHER)
        await s.press("ctrl+r")
        await s.settle()
        assert isinstance(s.screen, ReplayScreen)
        assert "skeptic: the unsaved words against the saved ones" in s.shown
        assert "1 marked revision of 1 text, in the half of your texts that is for editing" in s.shown
        assert "1 call, about" in s.shown and "$1.00 in all" in s.shown and "nowhere: in no round" in s.shown
        readings = len(s.bench.board.history.readings)
        await s.press("enter")
        await s.settle()
        assert "Not separable on 2 marks (a concern counts once a revision) of 1 text" in s.shown
        assert "1 kept, 0 lost, 0 gained" in s.shown and "1 avoided, 0 kept, 0 added" in s.shown
        assert "Not marked: 1 new finding" in s.shown and "needs a compiler" in s.shown
        history = (await s.bench.review.desk.refresh(s.bench.board.artifact)).history
        assert len(history.readings) == readings
        await s.press("escape")
        assert is_written(s)


async def test_what_was_compared_is_not_sent_again(seat):
    async with seat() as s:
        s.bench.answers(skeptic=SAME)
        await s.press("ctrl+r", "enter")
        await s.settle()
        await s.press("escape", "ctrl+r")
        await s.settle()
        assert "1 avoided" in s.shown and "enter" not in s.bar("footer")


async def test_new_findings_are_put_where_they_can_be_marked(seat):
    async with seat() as s:
        s.bench.answers(skeptic=OTHER)
        await s.press("ctrl+r", "enter")
        await s.settle()
        assert "m have the new ones marked" in s.bar("footer")
        await s.press("m")
        await s.settle()
        assert (
            "1 new finding stands in the list of its text, to be marked there" in s.shown
            and "have the new" not in s.bar("footer")
        )
        await s.press("m")
        await s.settle()
        history = (await s.bench.review.desk.refresh(s.bench.board.artifact)).history
        raised = [f.problem for f in history.findings if f.source.name == "replay-skeptic"]
        assert raised == ["It needs a compiler and does not say so."]
        await s.press("escape", "escape", "y")
        await s.settle()
        await s.press("escape")
        await s.settle()
        assert s.bench.row("needs a compiler").standing.mark is None


async def test_without_marked_revisions_it_says_what_is_missing(seat):
    async with seat(marks=()) as s:
        await s.press("ctrl+r")
        await s.settle()
        assert "revision 1 is not marked: 2 concerns of skeptic, none with a mark" in s.shown
        assert "Mark them in `workbench open`" in s.shown
        await s.press("enter")
        assert "enter" not in s.bar("footer") and "is not marked" in s.shown


async def test_whoever_edits_does_not_see_the_texts_that_are_kept_apart(seat):
    async with seat(text=KEPT_APART) as s:
        await s.press("ctrl+r")
        await s.settle()
        assert "There is nothing to compare on in the train half of your texts" in s.shown
        assert "In the other half: 1 text. Once it is saved" in s.shown


async def test_a_saved_wording_is_compared_with_the_one_before_it_and_a_look_is_counted(seat):
    async with seat(text=KEPT_APART) as s:
        s.bench.answers(skeptic=SAME)
        await s.press("ctrl+s")
        await s.settle()
        assert "ctrl r tells on marked texts whether it helped" in s.said
        await s.press("escape", "ctrl+r")
        await s.settle()
        assert "skeptic: this wording against the one before it" in s.shown
        await s.press("enter")
        await s.settle()
        assert "Looks at the test half for skeptic: 1." in s.shown


async def test_where_no_other_wording_read_anything_it_says_so(seat):
    async with seat(edits=False) as s:
        await s.press("ctrl+r")
        assert "No other wording of skeptic has read anything: change a word" in s.said


async def test_broken_words_and_new_ones_cannot_be_compared(seat):
    async with seat() as s:
        await s.type("kinds: [readme]", "kinds: [x]")
        await s.press("ctrl+r")
        assert s.said.startswith("Not compared: something is wrong at line 3; f8 goes there")
        await s.type("kinds: [x]", "kinds: [readme]")
        await s.press("escape", "y")
        await s.settle()
        await s.press("n")
        await s.answer("hurried")
        await s.settle()
        await s.press("ctrl+r")
        assert "There are no saved words to compare with" in s.said


async def test_it_is_stopped_by_its_key_and_goes_on_with_what_is_missing(seat, gated):
    async with seat() as s:
        provider = gated({"skeptic": SAME, "engineer": SAME, "judge": json.dumps({})})
        s.screen.workshop = s.screen.workshop._replace(desk=_over(s.screen.workshop.desk, provider))
        await s.press("ctrl+r")
        await s.settle()
        await s.press("enter")
        assert "Read 0 of 1 reading." in s.shown and "x stop" in s.bar("footer")
        await s.press("x")
        await s.settle()
        assert "Stopped. Enter reads what is missing." in s.shown
        provider.release()
        await s.press("enter")
        await s.settle()
        assert "1 avoided" in s.shown


async def test_a_reading_that_fails_says_why_and_can_be_tried_again(seat):
    async with seat() as s:
        s.bench.answers(skeptic=Failure(FailureKind.REFUSED_KEY, "The key was refused: set another one."))
        await s.press("ctrl+r", "enter")
        await s.settle()
        assert "The key was refused: set another one. Enter reads what is missing." in s.shown
        s.bench.answers(skeptic=SAME)
        await s.press("enter")
        await s.settle()
        assert "1 avoided" in s.shown


async def test_without_a_reader_nothing_is_sent(seat):
    async with seat() as s:
        s.screen.workshop = s.screen.workshop._replace(desk=_over(s.screen.workshop.desk, None))
        await s.press("ctrl+r")
        await s.settle()
        assert "nobody: no reader is set up" in s.shown
        await s.press("enter")
        assert "There is no reader" in s.shown


def _over(desk, provider):
    return replace(desk, provider=provider)


async def test_where_the_price_is_unknown_no_budget_is_said_to_stop_it(seat):
    unpriced = Settings(Models(("unpriced",), ("unpriced",), "unpriced"), budget=1.0, text_questions=False)
    async with seat(settings=unpriced) as s:
        await s.press("ctrl+r")
        await s.settle()
        assert "price unknown, so the $1.00 budget cannot stop it" in s.shown and "in all" not in s.shown
