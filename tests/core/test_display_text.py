import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.text.display_text import fitted, neutralised, one_line, width

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
lines = st.lists(
    st.sampled_from(
        ["a", "word", " ", "é", "e\u0301", "漢字", "、", "。", "「", "か\u3099", FAMILY, "\u2764\ufe0f"]
    )
).map("".join)


def test_an_escape_sequence_becomes_visible() -> None:
    assert neutralised("\x1b[2J\x1b]52;c;x\x07") == "␛[2J␛]52;c;x␇"


def test_a_carriage_return_and_a_delete_become_visible() -> None:
    assert neutralised("a\rb\x7f") == "a␍b␡"


def test_tabs_and_newlines_stay() -> None:
    assert neutralised("a\tb\nc") == "a\tb\nc"


@pytest.mark.parametrize("char", ["\x9b", "\x85", "\u202e", "\u2066", "\u200f", "\u061c", "\u2028", "\u200b"])
def test_what_commands_or_hides_becomes_one_visible_sign(char: str) -> None:
    assert neutralised(f"a{char}b") == "a\ufffdb"


def test_a_joined_emoji_stays_whole() -> None:
    assert neutralised(FAMILY) == FAMILY


def test_text_hidden_in_tag_characters_becomes_visible() -> None:
    hidden = "".join(chr(0xE0000 + ord(char)) for char in "ignore")

    assert neutralised(f"fine{hidden}") == "fine" + "\ufffd" * 6


def test_the_flag_of_a_region_stays() -> None:
    scotland = "\U0001f3f4" + "".join(chr(0xE0000 + ord(char)) for char in "gbsct") + "\U000e007f"

    assert neutralised(scotland) == scotland


def test_a_lone_surrogate_can_be_printed_afterwards() -> None:
    assert neutralised("a\udc80b").encode() == "a\ufffdb".encode()


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=[])))
def test_neutralised_text_keeps_its_length_and_has_no_controls(text: str) -> None:
    shown = neutralised(text)

    assert len(shown) == len(text)
    assert {unicodedata.category(char) for char in shown if char not in "\t\n"}.isdisjoint(
        {"Cc", "Cs", "Zl", "Zp"}
    )
    assert len(shown.splitlines()) == len(shown.removesuffix("\n").split("\n")) - (not shown)


def test_one_line_has_single_spaces_and_none_at_its_ends() -> None:
    assert one_line("  a \n\n b\tc\u3000d ") == "a b c d"


def test_width_counts_cells() -> None:
    assert width("abc") == 3
    assert width("漢字e\u0301") == 5
    assert width(FAMILY) == 2


def test_a_short_line_is_padded() -> None:
    assert fitted("漢", 5) == "漢   "


def test_a_long_line_ends_with_an_ellipsis() -> None:
    assert fitted("workbench", 6) == "workb…"


def test_a_cut_never_splits_a_wide_character() -> None:
    assert fitted("漢字漢字", 4) == "漢… "


def test_a_cut_never_splits_a_joined_emoji() -> None:
    assert fitted(f"a{FAMILY}b", 3) == "a… "


def test_a_line_that_just_fits_is_not_cut() -> None:
    assert fitted("漢字", 4) == "漢字"


def test_an_ellipsis_wider_than_the_room_is_left_out() -> None:
    assert fitted("abcdef", 2, ellipsis="...") == "ab"


def test_no_room_gives_nothing() -> None:
    assert fitted("abc", 0) == ""


@settings(deadline=None)
@given(lines, st.integers(0, 12))
def test_a_fitted_line_fills_its_room_exactly(line: str, room: int) -> None:
    assert width(fitted(line, room)) == room
