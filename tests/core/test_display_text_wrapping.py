from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.text.display_text import width, wrapped
from workbench.core.text.graphemes import cells, grapheme_end, is_boundary

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
lines = st.lists(
    st.sampled_from(
        [
            "a",
            "word",
            "longer-word",
            " ",
            "  ",
            "\t",
            "é",
            "e\u0301",
            "漢字",
            "、",
            "。",
            "「",
            "」",
            "か\u3099",
            FAMILY,
            "\u2764\ufe0f",
            "\U0001f1ef\U0001f1f5",
            "\u0301",
        ]
    )
).map("".join)


def rows(line: str, room: int) -> list[str]:
    return [line[start:end] for start, end in wrapped(line, room)]


def test_an_empty_line_is_one_row() -> None:
    assert wrapped("", 10) == [(0, 0)]


def test_rows_break_after_spaces() -> None:
    assert rows("one two three", 8) == ["one two ", "three"]


def test_a_space_may_hang_over_the_edge() -> None:
    assert rows("one two", 3) == ["one ", "two"]


def test_a_word_wider_than_a_row_is_broken() -> None:
    assert rows("a abcdefgh", 4) == ["a ", "abcd", "efgh"]


def test_an_indent_stays_with_its_word() -> None:
    assert rows("    abcdefgh", 8) == ["    abcd", "efgh"]


def test_wide_characters_break_anywhere() -> None:
    assert rows("漢字漢字漢字", 4) == ["漢字", "漢字", "漢字"]


def test_a_row_never_starts_with_closing_punctuation() -> None:
    assert rows("漢字漢字。漢", 8) == ["漢字漢", "字。漢"]


def test_a_row_never_ends_with_an_opening_bracket() -> None:
    assert rows("漢字漢「字」", 8) == ["漢字漢", "「字」"]


def test_latin_words_in_wide_text_stay_whole() -> None:
    assert rows("漢字APIを使う", 6) == ["漢字", "APIを", "使う"]


def test_room_for_less_than_a_character_gives_each_a_row() -> None:
    assert rows("漢e\u0301", 1) == ["漢", "e\u0301"]
    assert rows("ab", 0) == ["a", "b"]


@settings(deadline=None)
@given(lines, st.integers(1, 12))
def test_rows_cover_a_line_in_order(line: str, room: int) -> None:
    assert "".join(rows(line, room)) == line
    assert all(rows(line, room)) or not line


@settings(deadline=None)
@given(lines, st.integers(1, 12))
def test_no_row_splits_a_grapheme(line: str, room: int) -> None:
    assert all(is_boundary(line, end) for _, end in wrapped(line, room))


@settings(deadline=None)
@given(lines, st.integers(1, 12))
def test_rows_fit_but_for_one_hanging_space_or_one_grapheme(line: str, room: int) -> None:
    for row in rows(line, room):
        alone = bool(row) and grapheme_end(row, 0) == len(row)
        assert width(row.removesuffix(" ")) <= room or alone


@settings(deadline=None)
@given(st.lists(st.sampled_from(["漢", "字", "。", "、", "」"])).map("".join), st.integers(4, 12))
def test_closing_punctuation_starts_a_row_only_when_it_fills_the_one_before(line: str, room: int) -> None:
    spans = wrapped(line, room)
    for (before, _), (start, end) in pairwise(spans):
        if line[start:end][0] in "。、」":
            assert all(char in "。、」" for char in line[before + 1 : start])


SINGLE = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x20FF, exclude_categories=("Cc", "Cs")))


@given(SINGLE)
def test_a_line_is_as_wide_as_its_graphemes_whichever_way_it_is_measured(line: str) -> None:
    total, start = 0, 0
    while start < len(line):
        end = grapheme_end(line, start)
        total += cells(line[start:end])
        start = end
    assert width(line) == total


@given(SINGLE, st.integers(1, 20))
def test_a_row_never_splits_a_grapheme_of_latin_text_and_punctuation(line: str, room: int) -> None:
    assert all(is_boundary(line, end) for _, end in wrapped(line, room))
