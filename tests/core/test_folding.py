import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.text.folding import Folded


@pytest.mark.parametrize(
    ("source", "folded"),
    [
        ("Some   Words\n\there", "some words here"),
        ("“quoted” ‘words’ «so» 「引用」", "'quoted' 'words' 'so' '引用'"),
        ("a – b — c--d", "a-b-c-d"),
        ("wait… wait....", "wait. wait."),
        ("wait. … …", "wait. . ."),
        ("**bold** _it_ `code` ~~gone~~ ## H", "bold it code gone h"),
        ('see [the docs](https://x.y/a_(b) "T") now', "see the docs now"),
        ("see [the docs][ref] now", "see the docs now"),
        ("![alt](x.png)", "alt"),
        ("a <b>bold</b> word<br/>next", "a bold word next"),
        ("one\n- two\n  2. three\n> four\n> - [x] five", "one two three four five"),
        ("A &amp; B&nbsp;C &mdash; D &unknown; E", "a & b c-d &unknown; e"),
        ("ＡＰＩ　（ﾃｽﾄ）", "apiテスト"),
        ("日本\n語 の API を", "日本語のapiを"),
        ("zero\u200bwidth so\u00adft", "zerowidth soft"),
        ("| a | b |", "a b"),
        (r"\*not bold\*", "not bold"),
        ("snake_case x*y", "snakecase xy"),
        ("ﬁne Straße", "fine strasse"),
    ],
)
def test_what_does_not_change_the_words_is_folded_away(source: str, folded: str) -> None:
    assert Folded(source).text == folded


def test_composed_and_decomposed_characters_are_the_same() -> None:
    assert Folded("café が 한").text == Folded("cafe\u0301 か\u3099 \u1112\u1161\u11ab").text


def test_a_bullet_at_the_very_start_stays_because_a_quote_may_begin_with_a_dash() -> None:
    assert Folded("- one").text == "-one"


def test_a_stretch_leads_back_to_its_source() -> None:
    source = "See **the [docs](x)** &amp; more"
    folded = Folded(source)
    start = folded.text.index("docs")

    assert source[slice(*folded.source(start, start + 4))] == "docs"
    assert source[slice(*folded.source(start + 5, start + 6))] == "&amp;"


def test_a_character_that_folds_to_several_leads_back_whole() -> None:
    folded = Folded("a ﬁne")

    assert folded.source(2, 3) == (2, 3)
    assert folded.source(2, 4) == (2, 3)


def test_an_offset_leads_to_what_is_kept_there_or_after() -> None:
    folded = Folded("a **bold** b")

    assert folded.text[folded.index(2) :] == "bold b"
    assert folded.index(99) == len(folded.text)


@settings(deadline=None)
@given(st.text(st.sampled_from('aB1 \n-.*_`[]()<>&;#|"“…漢か\u3099\u0301ﬁＡ!\\/~\u200b…—')))
def test_every_stretch_of_one_character_is_a_piece_of_the_source_in_order(source: str) -> None:
    folded = Folded(source)
    pieces = [folded.source(at, at + 1) for at in range(len(folded.text))]

    assert all(0 <= start < end <= len(source) for start, end in pieces)
    assert pieces == sorted(pieces)
    assert folded.text == folded.text.strip()
