import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.text.graphemes import cells, grapheme_end, is_boundary, widened

ACCENTED = "e\u0301"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
HEART = "\u2764\ufe0f"
KEYCAP = "1\ufe0f\u20e3"
FLAG = "\U0001f1ef\U0001f1f5"
THUMB = "\U0001f44d\U0001f3fd"
SYLLABLE = "\u1112\u1161\u11ab"
SCOTLAND = "\U0001f3f4" + "".join(chr(0xE0000 + ord(c)) for c in "gbsct") + "\U000e007f"

texts = st.lists(
    st.sampled_from(
        [
            "a",
            " ",
            "\n",
            "\t",
            "漢",
            "か\u3099",
            ACCENTED,
            FAMILY,
            HEART,
            KEYCAP,
            FLAG,
            THUMB,
            SYLLABLE,
            "\u0301",
            "\u200d",
            "\U0001f1ef",
            "\u2764",
            "\U0001f3fd",
            "\u1161",
            "ｶﾞ",
        ]
    )
).map("".join)


@pytest.mark.parametrize("grapheme", [ACCENTED, FAMILY, HEART, KEYCAP, FLAG, THUMB, SYLLABLE, SCOTLAND])
def test_what_is_seen_as_one_character_is_one_grapheme(grapheme: str) -> None:
    assert grapheme_end(f"{grapheme}x", 0) == len(grapheme)
    assert not any(is_boundary(f"x{grapheme}x", 1 + at) for at in range(1, len(grapheme)))


def test_two_flags_are_two_graphemes() -> None:
    text = "\U0001f1e9\U0001f1ea" + FLAG

    assert [at for at in range(5) if is_boundary(text, at)] == [0, 2, 4]


def test_a_mark_does_not_join_a_newline() -> None:
    assert grapheme_end("\n\u0301", 0) == 1
    assert is_boundary("\n\u0301", 1)


def test_a_joiner_does_not_join_letters() -> None:
    assert grapheme_end("a\u200db", 0) == 2


@settings(deadline=None)
@given(texts)
def test_graphemes_end_exactly_where_the_boundaries_are(text: str) -> None:
    ends, at = [], 0
    while at < len(text):
        at = grapheme_end(text, at)
        ends.append(at)

    assert ends == [at for at in range(1, len(text) + 1) if is_boundary(text, at)]


@settings(deadline=None)
@given(texts, st.data())
def test_a_widened_stretch_holds_the_one_given_and_splits_nothing(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))

    first, last = widened(text, start, end)

    assert first <= start <= end <= last
    assert is_boundary(text, first)
    assert is_boundary(text, last)


@pytest.mark.parametrize(
    ("grapheme", "expected"),
    [
        ("a", 1),
        ("é", 1),
        (ACCENTED, 1),
        ("漢", 2),
        ("Ａ", 2),
        ("ｶ", 1),
        ("ｶﾞ", 2),
        ("한", 2),
        (SYLLABLE, 2),
        ("\U0001f600", 2),
        (FAMILY, 2),
        (HEART, 2),
        ("\u2764", 1),
        (KEYCAP, 2),
        (FLAG, 2),
        (THUMB, 2),
        (SCOTLAND, 2),
        ("\u0301", 0),
        ("\u200b", 0),
        ("\u00ad", 1),
        ("\u3164", 0),
        ("\u0378", 1),
        ("\t", 1),
    ],
)
def test_cells_are_those_of_a_terminal(grapheme: str, expected: int) -> None:
    assert cells(grapheme) == expected
