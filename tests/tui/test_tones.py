from hypothesis import given
from hypothesis import strategies as st

from workbench.core.display_text import width
from workbench.tui.tones import Tone, rows_of

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
