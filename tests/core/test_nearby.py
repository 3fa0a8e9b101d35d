"""What is compared at all where a loop knows thousands of findings."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain

from core.test_identity_properties import TEXT, concerns, findings
from hypothesis import given

from workbench.core.identity import nearby
from workbench.core.identity.identity import KnownConcern, place
from workbench.core.identity.likeness import WEIGHTS, Background, Comparison
from workbench.core.identity.nearby import near, usual
from workbench.core.identity.repeats import by_place
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.sources import Source, SourceKind


@contextmanager
def comparing(findings: int) -> Iterator[None]:
    """Each is compared with each up to so many findings."""
    before = nearby.EACH_WITH_EACH
    nearby.EACH_WITH_EACH = findings
    try:
        yield
    finally:
        nearby.EACH_WITH_EACH = before


def said(id: int, quote: str, problem: str) -> Finding:
    start = TEXT.index(quote)
    reader = Source(SourceKind.READER, "skeptic", "w")
    span = Span(start, start + len(quote))
    return Finding(reader, FindingKind.FINDING, quote, problem, span=span, id=id, reading=id)


OPENS = said(1, "The bridge opens at seven", "Which seven is meant?")
BUOY = said(2, "wait at the yellow buoy", "The yellow buoy appears on no nautical chart.")
ELSEWHERE = said(3, "The bridge opens", "On which nautical chart does that yellow thing appear?")


def is_near(new: Finding, known: Finding) -> bool:
    with comparing(0):
        return near([new], [[known]], Background([new, known], TEXT)).known == [[0]]


def test_what_points_at_one_sentence_is_compared() -> None:
    assert is_near(OPENS, said(9, "closes at nine.", "Nine what?"))


def test_what_stands_elsewhere_and_says_something_else_is_not() -> None:
    assert not is_near(OPENS, BUOY)


def test_what_stands_elsewhere_is_compared_where_it_shares_rare_words() -> None:
    assert is_near(ELSEWHERE, BUOY)
    assert is_near(ELSEWHERE, replace(BUOY, span=None))


def test_a_concern_is_near_by_any_of_its_places_and_by_what_was_first_and_last_said() -> None:
    other = said(4, "Boats above two metres", "How are two metres measured?")
    with comparing(0):
        background = Background([OPENS, BUOY, other], TEXT)
        assert near([OPENS], [[other, OPENS, BUOY]], background).known == [[0]]
        assert near([ELSEWHERE], [[other, BUOY]], background).known == [[0]]


@given(findings(1), concerns())
def test_nothing_at_one_place_is_left_out(new: list[Finding], known: list[KnownConcern]) -> None:
    members = [list(concern.findings) for concern in known]
    background = Background([*new, *chain(*members)], TEXT)
    with comparing(0):
        found = near(new, members, background)
    pairs = set(found.pairs)
    places = [set(range(*_sentences(background, finding))) for finding in new]
    for one in range(len(new)):
        assert all((one, two) in pairs for two in range(one + 1, len(new)) if places[one] & places[two])
        for concern, beside in zip(members, found.known, strict=True):
            there = set().union(*(range(*_sentences(background, finding)) for finding in concern))
            assert one in beside or not places[one] & there


def _sentences(background: Background, finding: Finding) -> tuple[int, int]:
    first, last = background.sentences(finding.span) or (0, -1)
    return first, last + 1


@given(findings(1), concerns())
def test_where_all_that_is_likely_is_near_findings_are_placed_as_by_comparing_each_with_each(
    new: list[Finding], known: list[KnownConcern]
) -> None:
    read = sorted((f for f in new if f.kind is not FindingKind.FAULT), key=by_place)
    members = [[f for f in concern.findings if f.kind is not FindingKind.FAULT] for concern in known]
    members = [each for each in members if each]
    everyone = [*read, *chain(*members)]
    background = Background(usual(read, [*chain(*members)]), TEXT)
    comparison = Comparison(everyone, background)
    with comparing(0):
        found = near(read, members, background)
    left_out = [
        (one, two) for two in range(len(read)) for one in range(two) if (one, two) not in set(found.pairs)
    ]
    position = len(read)
    for concern, beside in zip(members, found.known, strict=True):
        here = range(position, position + len(concern))
        left_out += [(one, two) for one in range(len(read)) if one not in beside for two in here]
        position += len(concern)
    if any(comparison.probability(one, two, WEIGHTS) >= 0.01 for one, two in left_out):
        return
    with comparing(0):
        blocked = place(new, known, TEXT)
    with comparing(1 << 30):
        assert blocked == place(new, known, TEXT)
