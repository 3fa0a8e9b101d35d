from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.costs.tokens import estimated_tokens
from workbench.core.text.document import Document
from workbench.core.text.parts import MOST_NAMED, outline, part_text, parts_of

lines = st.one_of(
    st.sampled_from(
        [
            "",
            "",
            "# A",
            "## B b",
            "### C",
            "```",
            "```sh",
            "~~~",
            "- item",
            "> quote",
            "---",
            "===",
            "    code",
        ]
    ),
    st.text(max_size=60),
    st.text(alphabet="a 漢e\u0301👩\u200d", max_size=300),
)
texts = st.lists(lines, max_size=40).map("\n".join)
limits = st.integers(1, 120)


@settings(deadline=None)
@given(texts, limits)
def test_every_character_of_the_body_is_in_exactly_one_part(text, limit):
    document = Document(text)
    parts = parts_of(document, limit)
    assert "".join(text[part.start : part.end] for part in parts) == text[document.body_start :]
    assert parts[0].start == document.body_start
    assert [part.number for part in parts] == list(range(1, len(parts) + 1))
    assert {part.of for part in parts} == {len(parts)}


@settings(deadline=None)
@given(texts, limits)
def test_every_part_is_within_the_limit_and_none_is_empty(text, limit):
    document = Document(text)
    parts = parts_of(document, limit)
    for part in parts:
        assert estimated_tokens(text[part.start : part.end]) <= limit
        assert part.end > part.start or len(parts) == 1


@settings(deadline=None)
@given(texts, limits)
def test_a_line_that_fits_is_never_cut(text, limit):
    document = Document(text)
    edges = {part.end for part in parts_of(document, limit)[:-1]}
    starts = [*document.line_starts, len(text)]
    for start, end in pairwise(starts):
        if estimated_tokens(text[start:end]) <= limit:
            assert not [edge for edge in edges if start < edge < end]


@settings(deadline=None)
@given(texts, limits)
def test_a_body_is_in_one_part_exactly_where_it_fits(text, limit):
    document = Document(text)
    fits = estimated_tokens(text[document.body_start :]) <= limit
    assert (len(parts_of(document, limit)) == 1) is fits


@settings(deadline=None)
@given(texts, limits, st.data())
def test_the_outline_holds_the_part_and_is_bounded(text, limit, data):
    document = Document(text)
    part = data.draw(st.sampled_from(parts_of(document, limit)))
    shown = outline(document, part)
    assert bool(shown) is bool(document.headings)
    assert len(shown.split("\n")) <= MOST_NAMED + 3
    assert part_text(document, part).endswith(text[part.start : part.end])
