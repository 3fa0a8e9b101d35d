from hypothesis import assume, given, settings
from hypothesis import strategies as st

from workbench.core.readings import Span
from workbench.core.text.carrying import Carrier, carry

some_lines = st.sampled_from(["one two three", "four, five", "漢字の行", "", "- e\u0301", "six seven"])
lines = st.lists(some_lines, min_size=1, max_size=15)
texts = lines.map("\n".join).filter(bool)
NEW_LINE = "nothing like it stands elsewhere"


def a_span(data: st.DataObject, text: str) -> Span:
    start = data.draw(st.integers(0, len(text) - 1))
    return Span(start, data.draw(st.integers(start + 1, len(text))))


@settings(deadline=None)
@given(texts, st.data())
def test_in_an_unchanged_text_every_span_stays_as_it_is(text: str, data: st.DataObject) -> None:
    span = a_span(data, text)

    assert carry(span, text, text) == span


@settings(deadline=None)
@given(lines, lines, st.data())
def test_lines_put_in_elsewhere_shift_a_span_exactly(
    above: list[str], below: list[str], data: st.DataObject
) -> None:
    old = "\n".join(above + below)
    new = "\n".join([*above, NEW_LINE, *below])
    border = len("\n".join(above))
    span = a_span(data, old)
    assume(border not in range(span.start, span.end))
    shift = 0 if span.end <= border else len(NEW_LINE) + 1

    assert carry(span, old, new) == Span(span.start + shift, span.end + shift)


@settings(deadline=None)
@given(lines, lines)
def test_lines_that_were_put_in_are_the_changed_ones(above: list[str], below: list[str]) -> None:
    carrier = Carrier("\n".join(above + below), "\n".join([*above, NEW_LINE, *below]))

    assert carrier.changed_lines == {len(above) + 1}


@settings(deadline=None)
@given(texts, texts, st.data())
def test_what_is_carried_exactly_is_the_same_words_inside_the_new_text(
    old: str, new: str, data: st.DataObject
) -> None:
    span = a_span(data, old)
    found = carry(span, old, new)

    if found is not None:
        assert 0 <= found.start <= found.end <= len(new)
    if found is not None and found.how == "exact":
        assert new[found.start : found.end].strip() == old[span.start : span.end].strip()
