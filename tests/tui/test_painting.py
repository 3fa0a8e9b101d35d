"""A key paints only what it changed, and that is enough."""

import pytest

from workbench.core.board import opened
from workbench.tui.highlights import RaisedWords, highlights_of
from workbench.tui.source_layout import SourceLayout

WORKING = (
    "down down h m N t 2 u u U c d d end up enter down h home N enter down m escape P pagedown tab down tab"
)


def looks(b):
    """Every row of the screen with its colours."""
    return [[(part.text, str(part.style)) for part in strip] for strip in b.strips()]


async def anew(b):
    """Paint everything whether or not it changed."""
    b.review.row_list._draw_anew()
    for widget in b.review.query("*"):
        widget.refresh()
    await b.pilot.pause()


@pytest.mark.parametrize("size", [(160, 48), (120, 16), (80, 24)])
async def test_painting_key_by_key_shows_what_painting_everything_anew_shows(bench, a_fault, size):
    faults = [a_fault(), a_fault("fastest", "It is not the fastest.")]
    async with bench(size=size, faults=faults, read=True) as b:
        for key in WORKING.split():
            await b.press(key)
            if key == "c":
                await b.answer("ask which water")
            painted = looks(b)
            await anew(b)
            assert painted == looks(b), key


async def test_the_words_of_every_row_are_found_line_by_line_as_they_stand(bench, a_fault):
    async with bench(faults=[a_fault()], read=True) as b:
        layout = SourceLayout(b.review.source.document, 40)
        raised = RaisedWords(b.board, layout)
        for key in ("h", "m", "m", "u", "U"):
            await b.press(key)
            assert raised.listing is b.board.listing
            whole = layout.by_line(highlights_of(b.board))
            for line in range(1, len(layout.document.line_starts) + 1):
                assert set(raised.on(line, b.board)) == set(whole.get(line, ()))


async def test_only_lines_with_words_of_rows_that_were_decided_about_are_drawn_anew(bench, a_fault):
    async with bench(faults=[a_fault()], read=True) as b:
        raised = RaisedWords(b.board, SourceLayout(b.review.source.document, 40))
        before, row = b.board, b.here
        await b.press("m")
        lines = [n for n in range(1, 12) if raised.on(n, before) != raised.on(n, b.board)]
        assert raised.changed(before, b.board) == set(lines) == {row.line}


async def test_words_that_were_added_and_taken_back_are_drawn_no_more(bench):
    async with bench() as b:
        await b.press("o", "space", "enter")
        await b.answer("Which water?")
        line = b.here.line
        assert b.review.raised.on(line, b.board)
        await b.press("u")
        assert not b.review.raised.on(line, b.board)
        assert opened(b.board.history, b.board.revision).rows == b.board.rows == ()


async def test_the_details_scroll_where_there_is_more_to_say_than_room(bench, a_fault):
    long = " ".join(f"word{n}" for n in range(400))
    async with bench(size=(160, 48), faults=[a_fault(problem=long)]) as b:
        await b.go("word0")
        assert "word60 " in b.text() and "word399" not in b.text()
        await b.press("tab", "tab", *["down"] * 40)
        assert "word399" in b.text() and "word60 " not in b.text()
        await b.press("escape", "home")
        assert "Ruling" in b.text()
