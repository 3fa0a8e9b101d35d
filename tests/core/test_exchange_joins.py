"""Two tellings of one thing become one, whichever came first."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from workbench.core.exchange.joins import joined
from workbench.core.exchange.lines import (
    DecisionLine,
    FindingLine,
    IgnoreLine,
    PlacementLine,
    ReadingLine,
    RevisionLine,
    SaidLine,
    SourceLine,
)
from workbench.core.sources import wording_of


def told(made, **values):
    """A line with only those of its fields that joining looks at."""
    return made(**{field.name: None for field in structs.fields(made) if field.required} | values)


IDS = st.sampled_from(["a" * 32, "b" * 32])
TIMES = st.integers(0, 3).map(lambda n: f"2026-01-0{n + 1}T00:00:00.000000+00:00")
PERHAPS = st.none() | TIMES
DECISIONS = st.builds(
    lambda undone, dropped, turned: told(
        DecisionLine,
        type="decision",
        id="c" * 32,
        undone=undone or dropped,
        dropped=dropped,
        turned_at=turned,
        looked_up=None,
    ),
    st.booleans(),
    st.booleans(),
    PERHAPS,
)
PLACEMENTS = st.builds(
    lambda concern, at, why: told(
        PlacementLine,
        type="placement",
        finding="f" * 32,
        concern=concern,
        at=at,
        why=why,
        by="rules",
        marker=None,
    ),
    IDS,
    TIMES,
    st.sampled_from(["alike", "same words"]),
)
SAID = st.builds(
    lambda at, kind, intent: told(SaidLine, type="said", marker="d" * 32, at=at, kind=kind, intent=intent),
    TIMES,
    st.sampled_from(["readme", "article"]),
    st.none() | st.sampled_from(["For tea.", "For all."]),
)
RUNS = st.builds(
    lambda ended, why: told(
        ReadingLine,
        type="reading",
        id="e" * 32,
        check=True,
        ended_at=ended,
        why=why,
        notes=[],
        worst=[],
        marker=None,
    ),
    PERHAPS,
    st.sampled_from(["", "why"]),
)
READINGS = st.builds(
    lambda withdrawn, raw: told(
        ReadingLine, type="reading", id="e" * 32, check=False, withdrawn_at=withdrawn, raw=raw, marker=None
    ),
    PERHAPS,
    st.sampled_from([None, "raw"]),
)
FINDINGS = st.builds(
    lambda withdrawn, marker: told(
        FindingLine, type="finding", id="e" * 32, withdrawn_at=withdrawn, marker=marker
    ),
    PERHAPS,
    IDS,
)
REVISIONS = st.builds(
    lambda text, at: told(RevisionLine, type="revision", id="e" * 64, text=text, notices=[], created_at=at),
    st.none() | st.just("text"),
    TIMES,
)
SOURCES = st.builds(
    lambda body, at: told(
        SourceLine,
        type="source",
        id="e" * 32,
        kind="reader",
        name="x",
        wording="w",
        body=body,
        first_seen_at=at,
    ),
    st.none() | st.sampled_from(["one", "two"]),
    TIMES,
)
IGNORES = st.builds(
    lambda at: told(IgnoreLine, type="ignore", marker="d" * 32, comment="<!-- -->", at=at), TIMES
)
TELLINGS = (DECISIONS, PLACEMENTS, SAID, RUNS, READINGS, FINDINGS, REVISIONS, SOURCES, IGNORES)


@given(st.one_of([st.tuples(telling, telling, telling) for telling in TELLINGS]))
def test_three_tellings_become_the_same_in_every_order_and_however_often(three):
    one, two, other = three
    whole = joined(joined(one, two), other)
    for first, second, third in permutations(three):
        assert joined(joined(first, second), third) == whole
        assert joined(first, joined(second, third)) == whole
    assert all(joined(whole, each) == whole for each in three)


def decision(**state):
    values = {"undone": False, "dropped": False, "turned_at": None, "looked_up": None}
    return told(DecisionLine, type="decision", id="c" * 32, **{**values, **state})


def test_a_decision_stands_as_it_was_turned_last():
    undone = decision(undone=True, turned_at="2026-01-02T00:00:00.000000+00:00")
    restored = decision(turned_at="2026-01-03T00:00:00.000000+00:00")
    assert joined(undone, restored) == restored


def test_what_can_no_longer_be_restored_stays_undone():
    dropped = decision(undone=True, dropped=True, turned_at="2026-01-02T00:00:00.000000+00:00")
    restored = decision(turned_at="2026-01-03T00:00:00.000000+00:00")
    assert joined(restored, dropped).undone


def test_the_text_that_a_wording_is_the_hash_of_is_kept_against_any_other():
    def source(body):
        return told(SourceLine,
            type="source", id="e" * 32, kind="reader", name="x", wording=wording_of("true"), body=body,
            first_seen_at="2026-01-01T00:00:00.000000+00:00",
        )  # fmt: skip

    assert joined(source("a forged one"), source("true")).body == "true"
