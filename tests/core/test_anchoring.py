import pytest

from workbench.core.readings import Span
from workbench.core.text.anchoring import Anchorer, anchor

TEXT = """# Tool

Run **fast** [parsing](https://x.y/z_(a)) of “smart” logs — it’s
done in 15 minutes… really.

1. Install the `tool` now
2. Run it with --watch
> quoted *words* here
> go on

<p align="center">Centered <b>bold</b> line</p>

これは**検証**の
手順です。ＡＰＩを使う。

The plugin is not supported on Windows machines.
A &amp; B. Nothing rapid about the API, 👨‍👩‍👧 or not.
"""


def words(quote: str, text: str = TEXT, near: int | None = None) -> tuple[str, str] | None:
    """How a quote was found, and the words it was found as."""
    span = anchor(quote, text, near)
    return None if span is None else (span.how, text[span.start : span.end])


def test_verbatim_words_are_exact() -> None:
    assert words("[parsing](https://x.y/z_(a)) of") == ("exact", "[parsing](https://x.y/z_(a)) of")


def test_white_space_around_a_quote_does_not_count() -> None:
    assert words("\n  Install the `tool` now ") == ("exact", "Install the `tool` now")


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ('of "smart" logs - it\'s done in 15', "of “smart” logs — it’s\ndone in 15"),
        ("RUN fast parsing of", "Run **fast** [parsing](https://x.y/z_(a)) of"),
        ("15 minutes... really", "15 minutes… really"),
        ("Install the tool now Run it with --watch", "Install the `tool` now\n2. Run it with --watch"),
        ("quoted words here go on", "quoted *words* here\n> go on"),
        ("Centered bold line", "Centered <b>bold</b> line"),
        ("これは検証の手順です。", "これは**検証**の\n手順です。"),
        ("手順です。APIを使う", "手順です。ＡＰＩを使う"),
        ("A & B", "A &amp; B"),
    ],
)
def test_typography_and_markup_are_folded(quote: str, found: str) -> None:
    assert words(quote) == ("folded", found)


@pytest.mark.parametrize(
    "quote",
    [
        '"Install the `tool` now"',
        "“Install the tool now”",
        "「Install the `tool` now」",
        "`Install the tool now`",
        "- Install the tool now",
        "> Install the tool now",
        "12: Install the tool now",
        "L12: Install the tool now",
        "line 12: Install the tool now",
        "Install the tool now.",
        "Install the tool now…",
        r"\"Install the tool now\"",
        '"1. Install the tool now,"',
    ],
)
def test_what_models_put_around_a_quote_is_taken_off(quote: str) -> None:
    assert words(quote) == ("folded", "Install the `tool` now")


def test_a_newline_may_be_spelled_out() -> None:
    assert words(r"logs — it’s\ndone in 15") == ("folded", "logs — it’s\ndone in 15")


@pytest.mark.parametrize("gap", ["...", " … ", " [...] ", "(…)"])
def test_a_quote_without_its_middle_reaches_from_its_first_part_to_its_last(gap: str) -> None:
    assert words(f"of “smart” logs{gap}15 minutes") == (
        "folded",
        "of “smart” logs — it’s\ndone in 15 minutes",
    )


def test_the_parts_of_a_quote_must_be_in_order_and_not_far_apart() -> None:
    assert words("15 minutes ... of “smart” logs") is None
    assert words("first words ... last words", "first words " + "x " * 3_000 + "last words") is None


def test_parts_too_short_to_tell_a_place_are_lost() -> None:
    assert words("the ... and", "the one and the other") is None


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("The plugin is not suported on Windows machines", "The plugin is not supported on Windows machines"),
        (
            "Teh plugin is not supported on Windows machines",
            "The plugin is not supported on Windows machines",
        ),
        (
            "The plugin is not yet supported on Windows machines.",
            "The plugin is not supported on Windows machines",
        ),
        ("これは検証の手順であす。APIを使う", "これは**検証**の\n手順です。ＡＰＩを使う"),
    ],
)
def test_a_quote_with_a_slip_is_close_and_has_whole_words(quote: str, found: str) -> None:
    assert words(quote) == ("close", found)


def test_close_edges_hold_what_the_quote_left_out() -> None:
    text = "Before. We collect one two three four lines of every log that the service writes. After."
    quote = "We collect one two four lines of every log that the service writes"

    assert words(quote, text) == ("close", text[8:80])


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("done in 20 minutes… really", TEXT),
        ("The plugin is supported on Windows machines", TEXT),
        (
            "every one of the readings that was sent is kept for as long as the artifact is there",
            "every one of the readings that was sent is not kept for as long as the artifact is there",
        ),
        ("設定は必ず二回ずつ確認しなければならない", "設定は必ず二回ずつ確認しなければなる"),
        ("a tool", "a fool and a pool"),
    ],
)
def test_another_number_a_lost_negation_or_a_short_likeness_is_not_close(quote: str, text: str) -> None:
    assert words(quote, text) is None


@pytest.mark.parametrize("quote", ["", "  ", "ab", "...", "—!?", "```", "* * *"])
def test_too_little_to_be_found_is_lost(quote: str) -> None:
    assert words(quote) is None


def test_a_very_long_quote_must_be_right() -> None:
    text = " ".join(f"word{number}" for number in range(1_000))

    assert words(text.upper(), text) == ("folded", text)
    assert words(text.replace("word500", "wort500"), text) is None


def test_words_that_are_not_there_are_lost() -> None:
    assert words("zebra crossings are not mentioned at all") is None


def test_nothing_is_found_in_an_empty_text() -> None:
    assert words("some words", "") is None


def test_of_several_places_the_first_is_taken_unless_one_is_nearer() -> None:
    text = "the tool, the tool, The  Tool"

    assert anchor("the tool", text) == Span(0, 8)
    assert anchor("the tool", text, near=11) == Span(10, 18)
    assert anchor("THE TOOL", text, near=25) == Span(20, 29, "folded")


def test_a_close_match_near_is_taken_before_one_that_is_closer() -> None:
    first = "We keep every reading of every round for ever."
    text = first + " filler" * 1_000 + " " + first.replace("every round", "evry round")

    found = anchor("We keep every reading of every rounds for ever", text, near=len(text))

    assert found is not None
    assert found.start > 5_000


def test_whole_words_come_before_parts_of_words() -> None:
    assert anchor("run", "running, then run") == Span(14, 17)
    assert anchor("RUN", "running, then run") == Span(14, 17, "folded")


def test_a_short_word_is_not_found_inside_another_with_its_case_folded() -> None:
    assert words("RAP", "a rapid one") is None


def test_a_quote_does_not_end_before_a_mark_of_its_last_character() -> None:
    assert words("cafe", "a cafe\u0301, a CAFE") == ("folded", "CAFE")


def test_where_only_part_of_a_character_is_quoted_the_whole_of_it_is_taken() -> None:
    assert words("cafe", "a cafe\u0301") == ("folded", "cafe\u0301")
    assert words("or 👨", "👩 or 👨‍👩‍👧") == ("folded", "or 👨‍👩‍👧")


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert words("café", "a cafe\u0301") == ("folded", "cafe\u0301")


def test_one_anchorer_answers_many_quotes() -> None:
    anchorer = Anchorer(TEXT)

    assert [anchorer.anchor(q) is None for q in ("go on", "going on", "Centered bold line")] == [
        False,
        True,
        False,
    ]
