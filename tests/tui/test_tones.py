import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.text.display_text import one_line, width
from workbench.tui.tones import Part, Tone, filled, line_of_parts, rows_of

pieces = st.lists(
    st.tuples(st.text(alphabet="ab 水é\n\t", max_size=12), st.sampled_from([Tone.PLAIN, Tone.KEY]))
)


def words(rows):
    return ["".join(text for text, _ in row) for row in rows]


@given(pieces, st.integers(2, 9))
def test_rows_hold_every_word_of_the_pieces_in_order_and_in_its_tone(given_pieces, room):
    rows = rows_of(given_pieces, room)
    shown = [(char, tone) for row in rows for text, tone in row for char in text]
    said = [(char, tone) for text, tone in given_pieces for char in text.replace("\t", " ") if char != "\n"]
    assert shown == said
    assert all(width(row.rstrip()) <= room for row in words(rows))


def test_a_newline_begins_a_row_wherever_it_stands():
    assert words(rows_of([("one\n\ntwo", Tone.PLAIN), (" three\n", Tone.KEY)], 20)) == [
        "one",
        "",
        "two three",
        "",
    ]


def test_what_commands_a_terminal_is_made_visible():
    assert words(rows_of([("\x1b[31mred", Tone.PLAIN)], 20)) == ["\N{SYMBOL FOR ESCAPE}[31mred"]


def lines(made):
    return "".join(text for text, _ in made).split("\n")


def test_a_filled_text_has_no_row_of_nothing_but_the_space_that_hangs_over_the_edge():
    assert lines(filled("nine char more words", Tone.PLAIN, [], 9, 2)) == ["nine char", "more wor…"]


def test_what_stands_at_the_end_cuts_the_text_only_where_no_row_is_left_for_it():
    end = [("2 of 6", Tone.MUTED)]
    assert lines(filled("some words", Tone.PLAIN, end, 12, 2)) == ["some words", "      2 of 6"]
    assert lines(filled("word", Tone.PLAIN, end, 12, 2)) == ["word  2 of 6"]
    assert lines(filled("some words", Tone.PLAIN, end, 12, 1))[0].endswith("  2 of 6")


parts = st.lists(
    st.builds(
        Part,
        st.lists(st.text(alphabet="abc水", min_size=1, max_size=9), min_size=1, max_size=5).map(" ".join),
        st.just(Tone.PLAIN),
        st.integers(0, 3),
    ),
    max_size=4,
)


@given(parts, parts, st.integers(1, 80))
def test_a_line_of_parts_is_no_wider_than_its_room_and_every_part_is_whole_or_ends_with_a_sign(
    left, right, room
):
    pieces = line_of_parts(left, right, room)
    assert sum(width(text) for text, _ in pieces) <= room
    whole = {one_line(part.text) for part in (*left, *right)}
    assert all(text in whole or text.endswith("…") for text, _ in pieces if text.strip())


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (40, "R shows it, then it can be read here"),
        (30, "R shows it, then it can be…"),
        (17, "R shows it, then…"),
        (9, "R shows…"),
    ],
)
def test_what_has_no_room_ends_after_a_word(room, shown):
    pieces = line_of_parts([Part("R shows it, then it can be read here")], [], room)
    assert "".join(text for text, _ in pieces).rstrip() == shown


def test_one_long_word_is_cut_with_a_sign_and_a_few_cells_of_a_further_part_are_left_out():
    (name,) = line_of_parts([Part("CONTRIBUTING-to-the-kettle.md"), Part("article")], [], 20)
    assert name[0] == "CONTRIBUTING-to-the…"
