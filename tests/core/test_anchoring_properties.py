from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.readings import Span
from workbench.core.text.anchoring import anchor
from workbench.core.text.graphemes import widened

pieces = st.sampled_from(
    [
        "one",
        "two",
        "Three",
        " ",
        "  ",
        "\n",
        "\n- ",
        "> ",
        "**",
        "`",
        "—",
        "…",
        "“",
        "”",
        "漢字",
        "かな",
        "。",
        "e\u0301",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "[a](b)",
        "12",
        "<b>",
        "&amp;",
        "\u200b",
        "ﬁ",
    ]
)
texts = st.lists(pieces, min_size=1, max_size=40).map("".join)
word_lists = st.lists(st.integers(0, 10_000), min_size=3, max_size=30, unique=True).map(
    lambda numbers: [f"word{number}s" for number in numbers]
)


@settings(deadline=None)
@given(texts, texts, st.data())
def test_any_piece_of_a_text_is_found_as_itself(before: str, after: str, data: st.DataObject) -> None:
    text = f"{before}word{after}"
    word_end = len(before) + len("word")
    start, end = data.draw(st.integers(0, len(before))), data.draw(st.integers(word_end, len(text)))
    start, end = widened(text, start, end)
    quote = text[start:end].strip()

    found = anchor(quote, text)

    assert found is not None
    assert text[found.start : found.end] == quote
    assert found.how == "exact"


@settings(deadline=None)
@given(st.lists(st.sampled_from(["one", "two", "漢字の"]), min_size=3, max_size=30), st.data())
def test_the_place_it_was_taken_from_is_the_nearest_to_itself(words: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(words) - 1))
    quote = " ".join(words[first : data.draw(st.integers(first + 1, len(words)))])
    start = len("".join(f"{word} " for word in words[:first]))

    assert anchor(quote, " ".join(words), near=start) == Span(start, start + len(quote))


@settings(deadline=None)
@given(word_lists, st.sampled_from([" ", "\n", "\n  ", "\n> ", "\n- "]), st.data())
def test_a_re_wrapped_quote_finds_the_same_span(words: list[str], wrap: str, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(["", "Before. "])) + wrap.join(words)
    first = data.draw(st.integers(0, len(words) - 2))
    after = data.draw(st.integers(first + 2, len(words)))
    start = text.index(words[first])
    end = text.index(words[after - 1]) + len(words[after - 1])

    for joint in (" ", "\n", " \n\t"):
        found = anchor(joint.join(words[first:after]), text)
        assert found is not None
        assert (found.start, found.end) == (start, end)


@settings(deadline=None)
@given(word_lists, st.sampled_from([("“", '"'), ("‘", "'"), ("**", ""), ("`", ""), ("「", '"')]))
def test_a_quote_with_other_marks_around_its_words_finds_the_same_span(
    words: list[str], marks: tuple[str, str]
) -> None:
    written, quoted = marks
    text = f"{words[0]} {written}{words[1]}{written} {words[2]}"

    found = anchor(f"{words[0]} {quoted}{words[1]}{quoted} {words[2]}", f"Before. {text} after.")

    assert found is not None
    assert (found.start, found.end) == (8, 8 + len(text))


@settings(deadline=None)
@given(texts, st.text(st.characters(exclude_categories=["Cs"]), max_size=40), st.integers(0, 100))
def test_whatever_is_quoted_a_span_is_inside_the_text_and_splits_nothing(
    text: str, quote: str, near: int
) -> None:
    found = anchor(quote, text, near)

    if found is not None:
        assert 0 <= found.start < found.end <= len(text)
        assert widened(text, found.start, found.end) == (found.start, found.end)
