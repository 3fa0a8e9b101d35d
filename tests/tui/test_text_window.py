"""What is shown of a text before it is open is what its pane shows then."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.odd_texts import ODD

from workbench.core.artifacts import decoded
from workbench.core.errors import ArtifactError
from workbench.core.readings import Span
from workbench.core.text.document import Document
from workbench.tui.source_layout import Highlight, Ink, SourceLayout
from workbench.tui.text_window import MOST, GlimpsedText

pieces = st.sampled_from(
    ["a", "word ", "longer-word ", "\n", "\n\n", "\t", "漢字", "。", "e\u0301", "\u200b", "\r"]
)
texts = st.lists(pieces, max_size=120).map("".join)
rooms, heights = st.integers(1, 30), st.integers(1, 12)


def seen_when_open(text, room, height, words=None):
    """The rows that the pane shows which wraps all of the text, and how many stand above them."""
    layout = SourceLayout(Document(text), room)
    top = 0
    if words:
        first, last = layout.row_of(words.start), layout.row_of(max(words.start, words.end - 1))
        last = min(last, first + height - 1)
        if last >= height:
            top = first - min(height // 3, max(0, height - (last - first) - 1))
    top = max(0, min(top, len(layout.rows) - height))
    return list(layout.rows[top : top + height]), top, len(layout.rows)


@given(texts, rooms, heights)
def test_a_text_is_shown_from_its_beginning(text, room, height):
    seen = GlimpsedText(text).window(room, height)
    assert (list(seen.rows), seen.top, seen.whole) == seen_when_open(text, room, height)


@given(texts, rooms, heights, st.data())
def test_words_that_stand_lower_are_brought_into_sight_as_the_pane_brings_them(text, room, height, data):
    start = data.draw(st.integers(0, max(0, len(text) - 1)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    seen = GlimpsedText(text, words=(start, end)).window(room, height)
    span = Span(start, end) if start < end else None
    assert (list(seen.rows), seen.top, seen.whole) == seen_when_open(text, room, height, span)


def test_words_are_drawn_in_the_ink_that_holds_for_them():
    text = GlimpsedText(
        "One two three.\nFour.\n", [Highlight(4, 7, Ink.RAISED), Highlight(4, 7, Ink.CURRENT)]
    )
    row = text.window(40, 5).rows[0]
    assert text.pieces(row) == [("One ", Ink.PLAIN), ("two", Ink.CURRENT), (" three.", Ink.PLAIN)]


def test_what_is_said_below_a_line_has_a_row_of_its_own():
    text = GlimpsedText("![](a.png)\n\nText.\n", remarks={1: ["not seen"]})
    rows = text.window(12, 5).rows
    assert [text.pieces(row)[0] for row in rows[:2]] == [
        ("![](a.png)", Ink.PLAIN),
        ("not seen    ", Ink.REMARK),
    ]


@pytest.mark.parametrize("what", ODD)
def test_of_an_odd_text_as_much_is_shown_as_there_is_room_for(what):
    try:
        text = decoded(ODD[what]).text
    except ArtifactError:
        return
    glimpsed = GlimpsedText(text, words=(len(text) - 1, len(text)))
    seen = glimpsed.window(60, 20)
    assert 1 <= len(seen.rows) <= 20
    assert all(glimpsed.pieces(row) or row.start == row.end for row in seen.rows)


def test_words_past_what_is_looked_at_do_not_move_it():
    text = "word\n" * (MOST // 5 + 100)
    seen = GlimpsedText(text, words=(len(text) - 4, len(text))).window(60, 20)
    assert seen.top == 0
