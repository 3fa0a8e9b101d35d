from hypothesis import given
from hypothesis import strategies as st

from workbench.core.text.display_text import width
from workbench.core.text.document import Document
from workbench.tui.picking import Words, toggled
from workbench.tui.source_layout import Highlight, Ink, SourceLayout

TEXT = "# Kettle\n\nIt boils 水を沸かす water for people who drink tea all day long.\n\n![A kettle](k.png)\n"


def layout(text=TEXT, room=20):
    return SourceLayout(Document(text), room)


def drawn(layout, *highlights):
    by_line = layout.by_line(highlights)
    return [layout.pieces(row, by_line.get(row.line, ())) for row in layout.rows]


@given(st.text(alphabet="ab 水👩‍💻\u0301\t\n", max_size=80), st.integers(1, 12))
def test_the_rows_hold_every_character_once_and_in_order(text, room):
    made = layout(text, room)
    assert "".join(text[row.start : row.end] for row in made.rows) == text.replace("\n", "")


@given(st.text(alphabet="ab 水👩‍💻\n", max_size=60), st.integers(0, 59), st.integers(1, 20))
def test_a_highlight_splits_a_row_without_changing_what_is_drawn(text, start, length):
    made = layout(text, 10)
    highlight = Highlight(min(start, len(text)), min(start + length, len(text)), Ink.CURRENT)
    plain = ["".join(words for words, _ in row) for row in drawn(made)]
    assert ["".join(words for words, _ in row) for row in drawn(made, highlight)] == plain


def test_rows_are_as_wide_as_they_are_drawn():
    made = layout(room=20)
    assert all(width(TEXT[row.start : row.end].rstrip()) <= 20 for row in made.rows)


def test_the_greatest_ink_wins_where_highlights_overlap():
    start = TEXT.index("boils")
    rows = drawn(
        layout(room=80),
        Highlight(start, start + 5, Ink.CURRENT),
        Highlight(start - 3, start + 8, Ink.RAISED),
    )
    assert ("boils", Ink.CURRENT) in rows[2]
    assert ("It ", Ink.RAISED) in rows[2]


def test_an_offset_is_found_in_the_row_that_draws_it_and_a_line_at_its_first_row():
    made = layout(room=20)
    offset = TEXT.index("tea all")
    row = made.rows[made.row_of(offset)]
    assert row.start <= offset < row.end
    assert made.rows[made.row_of_line(3)].first
    assert made.rows[made.row_of_line(999)].line == 5


def test_a_figure_is_named_below_its_line():
    rows = ["".join(words for words, _ in row) for row in drawn(layout(room=60))]
    assert rows[-1] == "figure, not seen by any reader: A kettle".ljust(60)


def test_the_words_under_a_click_are_found_past_wide_characters():
    made = layout(room=80)
    row = made.row_of(TEXT.index("water"))
    cell = width(TEXT[made.rows[row].start : TEXT.index("water")])
    assert made.offset_in(row, cell) == TEXT.index("water")


def test_picking_goes_word_by_word_and_wide_characters_one_by_one():
    words, made = Words(TEXT), layout(room=80)
    pick = words.at(TEXT.index("boils"))
    pick = words.moved(pick, "right", made)
    assert TEXT[words.span(pick).start : words.span(pick).end] == "水"
    pick = words.moved(words.moved(pick, "right", made, extend=True), "right", made)
    assert TEXT[words.span(pick).start : words.span(pick).end] == "水を沸"
    pick = words.moved(toggled(pick), "left", made)
    assert TEXT[words.span(pick).start : words.span(pick).end] == "を"


def test_a_sign_alone_is_no_word_but_in_a_text_of_signs():
    words = Words("# Kettle — `on`\n| --- |\n")
    assert [words.text[start:end] for start, end in words.spans] == ["Kettle", "`on`"]
    assert Words("# ---").at(0) is not None


def test_picking_up_and_down_goes_to_the_nearest_word_of_another_row_and_stays_at_the_ends():
    words, made = Words(TEXT), layout(room=80)
    top = words.at(0)
    down = words.moved(top, "down", made)
    assert TEXT[words.span(down).start :].startswith("boils")
    assert words.moved(top, "up", made) == top
    assert Words("").at(0) is None
