"""A persona that is typed, checked, saved and tried."""

import hashlib
from dataclasses import replace

import pytest
from support.builders import TEXT, reader_answer
from tui.conftest import found
from tui.content_seat import DOOR, SKEPTIC, as_in_file, is_written, seat_at

from workbench.content.shelf import FileShelf
from workbench.core.errors import Failure, FailureKind
from workbench.core.marks import Target
from workbench.core.ports import Library, Models, Settings
from workbench.tui.screens.drafting import TryScreen

HURRIED = "You are the skeptic. You hurry."


@pytest.fixture
def editor(bench, tmp_path):
    """Opens the person's own persona as text."""

    class Opened:
        def __init__(self, **changes):
            library = Library((as_in_file(SKEPTIC),), ())
            files = {"personas/skeptic.md": SKEPTIC}
            self._opening = seat_at(bench, tmp_path, "p", files, **{"library": library, **changes})

        async def __aenter__(self):
            seat = await self._opening.__aenter__()
            await seat.to("skeptic")
            await seat.press("e")
            await seat.settle()
            return seat

        async def __aexit__(self, *raised):
            return await self._opening.__aexit__(*raised)

    return Opened


async def test_what_is_wrong_is_said_with_its_line_and_key_while_it_is_typed(editor):
    async with editor() as seat:
        assert "Nothing is wrong with it" in seat.below
        await seat.type("kinds: [readme]", "kinds: [readmee]")
        assert "line 3" in seat.below and "kinds.1:" in seat.below and "did you mean readme?" in seat.below
        assert "1 error" not in seat.bar("status") and "error" in seat.bar("draft-title")
        await seat.press("ctrl+end", "f8")
        assert seat.screen.area.cursor_location[0] == 2
        await seat.press("ctrl+s")
        assert seat.said.startswith("Not saved: skeptic.md:3")
        await seat.type("[readmee]", "[readme]")
        assert "Nothing is wrong with it" in seat.below
        await seat.press("f8")
        assert seat.said == "Nothing is wrong with it."


async def test_keys_type_letters_and_never_act(editor):
    async with editor() as seat:
        await seat.press("p", "b", "q", "d", "question_mark")
        assert is_written(seat) and seat.screen.area.text.startswith("pbqd?")
        await seat.press("f1")
        assert "Save it where it stands" in seat.shown
        await seat.press("escape", "ctrl+down", "ctrl+up")
        assert is_written(seat)


async def test_what_is_pasted_cannot_command_the_terminal(editor):
    async with editor() as seat:
        seat.screen.area.insert("\x1b[2Jred\x07")
        await seat.settle()
        assert "\x1b" not in seat.screen.area.text and "␛[2Jred" in seat.screen.area.text


async def test_a_file_that_changed_elsewhere_is_not_written_over(editor, tmp_path):
    async with editor() as seat:
        (tmp_path / "user/personas/skeptic.md").write_text(SKEPTIC + "Theirs.\n")
        await seat.type("You are the skeptic.", HURRIED)
        await seat.press("ctrl+s")
        await seat.settle()
        assert "was changed elsewhere since it was opened" in seat.said
        assert seat.file("personas/skeptic.md").endswith("Theirs.\n")


async def test_unsaved_words_are_tried_beside_what_the_saved_ones_found_once_the_person_agrees(editor):
    settings = Settings(Models(("scripted",), ("scripted",), "scripted"), budget=1.0, text_questions=False)
    async with editor(read=True, settings=settings) as seat:
        bench = seat.bench
        rounds = len(bench.board.history.rounds)
        await seat.press("ctrl+t")
        assert "This is the saved wording" in seat.said
        bench.answers(
            skeptic=reader_answer(
                found("fastest kettle", "The claim to be the fastest has no support."),
                found("Run `pip install kettle`", "It needs a compiler and does not say so."),
            )
        )
        await seat.type("You are the skeptic.", HURRIED)
        await seat.press("ctrl+t")
        await seat.settle()
        assert "1 the same, 1 only before (0 hit, 0 miss), 1 only after" in seat.below
        assert "Nothing that you marked changed, but 1 new finding not marked." in seat.below
        assert "only after L7" in seat.below and "only before L3" in seat.below and "same L11" in seat.below
        history = (await bench.review.desk.refresh(bench.board.artifact)).history
        assert len(history.rounds) == rounds and len(history.readings) == len(bench.board.history.readings)
        assert seat.file("personas/skeptic.md") == SKEPTIC
        await seat.press("ctrl+t")
        await seat.settle()
        assert "nothing was sent" in seat.said


async def test_before_any_reading_both_wordings_are_read(editor):
    async with editor() as seat:
        await seat.type("You are the skeptic.", HURRIED)
        await seat.press("ctrl+t")
        assert isinstance(seat.screen, TryScreen) and "Try both wordings" in seat.shown
        assert "nowhere: in no round, rate or ruling" in seat.shown and "2 calls" in seat.shown
        await seat.press("escape")
        assert is_written(seat)
        await seat.press("ctrl+t", "enter")
        await seat.settle()
        assert "2 the same, 0 only before" in seat.below


async def test_a_trial_that_fails_says_why(editor):
    refused = Failure(FailureKind.REFUSED_KEY, "The key was refused: set another one.")
    async with editor(answers={"skeptic": refused}) as seat:
        await seat.type("You are the skeptic.", HURRIED)
        await seat.press("ctrl+t", "enter")
        await seat.settle()
        assert seat.said == "The key was refused: set another one."


async def test_a_trial_is_stopped_by_its_own_key_and_by_leaving(editor, gated):
    async with editor(provider=gated()) as seat:
        await seat.type("You are the skeptic.", HURRIED)
        await seat.press("ctrl+t", "enter")
        assert "Trying" in seat.said
        await seat.press("ctrl+t")
        await seat.settle()
        assert seat.said == "Stopped; trying again reads what is missing."
        await seat.press("ctrl+t")
        if isinstance(seat.screen, TryScreen):
            await seat.press("enter")
        await seat.press("escape", "y")
        await seat.settle()
        assert not is_written(seat) and seat.bench.app.is_running


async def test_without_a_reader_or_with_a_broken_text_nothing_is_tried(editor):
    async with editor(provider=None) as seat:
        await seat.type("You are the skeptic.", HURRIED)
        await seat.press("ctrl+t")
        assert "There is no reader" in seat.said
        await seat.type("kinds: [readme]", "kinds: [x]")
        await seat.press("ctrl+t")
        assert seat.said == "Not tried: something is wrong at line 3; f8 goes there."


async def test_what_the_saved_words_were_wrong_about_stands_below(bench, tmp_path):
    text = next(t for t in (f"{TEXT}\n{n}\n" for n in range(20)) if _is_for_editing(t))
    library = Library((as_in_file(SKEPTIC),), ())
    files = {"personas/skeptic.md": SKEPTIC}
    async with seat_at(bench, tmp_path, "p", files, library=library, read=True, text=text) as seat:
        await seat.press("escape")
        await seat.bench.go("fastest")
        await seat.press("m", "2", "p")
        await seat.settle()
        await seat.to("skeptic")
        await seat.press("e")
        await seat.settle()
        assert "Misses of the saved wording in the half of your texts that is for editing: 1" in seat.below
        assert "preference: The claim to be the fastest has no support." in seat.below


def _is_for_editing(text):
    first = hashlib.sha256(text.encode()).hexdigest()
    return hashlib.sha256(f"half:{first}".encode()).digest()[0] % 2 == 0


async def test_from_home_there_is_nothing_to_try_on(at_home, tmp_path):
    async with at_home() as home:
        screen = home.app.screen
        screen.desk = replace(screen.desk, shelf=FileShelf(tmp_path / "user", lambda _: None))
        (tmp_path / "user/rubrics").mkdir(parents=True)
        (tmp_path / "user/rubrics/door.md").write_text(DOOR)
        await home.pilot.press("b")
        await home.settle()
        listed = home.app.screen
        assert "no text is open" in listed.query_one("#content-title").render().plain
        await home.pilot.press("end", "v")
        assert "No text is open" in listed.query_one("#status").render().plain
        await home.pilot.press("e", "x", "ctrl+t")
        await home.settle()
        assert "No text is open" in home.app.screen.query_one("#status").render().plain


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        ({"boils": "m"}, "Your marks point to better; 1 new finding not marked could turn that."),
        ({"boils": "h"}, "Your marks point to worse; 1 new finding not marked could turn that."),
        ({"fastest": "h"}, "Nothing that you marked changed, but 1 new finding not marked."),
    ],
    ids=["a miss avoided", "a hit lost", "a hit kept"],
)
async def test_a_trial_says_first_where_the_persons_marks_point(bench, tmp_path, marks, said):
    settings = Settings(Models(("scripted",), ("scripted",), "scripted"), budget=1.0, text_questions=False)
    files, library = {"personas/skeptic.md": SKEPTIC}, Library((as_in_file(SKEPTIC),), ())
    changes = {"library": library, "read": True, "settings": settings}
    async with seat_at(bench, tmp_path, "p", files, **changes) as seat:
        await seat.press("escape")
        for words, mark in marks.items():
            await seat.bench.go(words)
            await seat.press(mark)
        await seat.press("p")
        await seat.settle()
        await seat.to("skeptic")
        await seat.press("e")
        seat.bench.answers(
            skeptic=reader_answer(
                found("fastest kettle", "The claim to be the fastest has no support."),
                found("Run `pip install kettle`", "It needs a compiler and does not say so."),
            )
        )
        await seat.type("You are the skeptic.", HURRIED)
        await seat.press("ctrl+t")
        await seat.settle()
        assert seat.below.startswith(f"Tried on README.md, revision 1 {said}")


async def test_a_trial_names_a_concern_by_the_line_at_which_the_list_has_it(bench, tmp_path):
    settings = Settings(Models(("scripted",), ("scripted",), "scripted"), budget=1.0, text_questions=False)
    files, library = {"personas/skeptic.md": SKEPTIC}, Library((as_in_file(SKEPTIC),), ())
    changes = {"library": library, "read": True, "settings": settings}
    async with seat_at(bench, tmp_path, "p", files, **changes) as seat:
        await seat.press("escape")
        await seat.bench.go("boils water")
        await seat.press("space")
        await seat.bench.go("the fastest")
        fastest = Target("finding", seat.bench.here.findings[0].id)
        await seat.press("equals_sign", "m")
        merged = seat.bench.board.row(fastest)
        assert len(merged.findings) > 1 and merged.line == 11
        await seat.press("p")
        await seat.settle()
        await seat.to("skeptic")
        await seat.press("e")
        seat.bench.answers(
            skeptic=reader_answer(
                found("boils water", "It never says which kettle boils water, or how much.")
            )
        )
        await seat.type("You are the skeptic.", HURRIED)
        await seat.press("ctrl+t")
        await seat.settle()
        assert "same L11 It never says which kettle boils water, or how much. miss" in seat.below
