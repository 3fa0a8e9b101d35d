"""A miss on an earlier form of a concern waives no fail that was raised about other words since."""

from datetime import datetime, timedelta

import pytest

from workbench.core.artifacts import Artifact, Kind, Revision
from workbench.core.board import opened
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.marks import Decision, Target
from workbench.core.readings import Answer, Finding, FindingKind, Reading, ReadingState, Span, Verdict
from workbench.core.ruling import RulingValue
from workbench.core.sources import Source, SourceKind

OLD = Revision("a", "# Oven\n\nIt bakes anything at all.\n\nPreheat before use.\n", id=1, number=1)
NEW = Revision("b", "# Oven\n\nSee the loaves.\n\nPreheat before use.\n", id=2, number=2)
JUDGE = Source(SourceKind.RUBRIC, "readme", "w")
ASKED = Source(SourceKind.QUESTION, "readme/R1", "q")
START = datetime(2025, 3, 1)


def judged(revision, quote):
    """A judge's reading that fails its only question on these words."""
    start = revision.text.index(quote)
    span, id = Span(start, start + len(quote)), revision.id
    keys = {"id": id, "reading": id, "revision": id, "span": span, "on_fail": "fix"}
    answer = Answer(ASKED, "R1", "fails", quote, "it is claimed", dominant=True, **keys)
    fail = Finding(ASKED, FindingKind.FAILS, quote, "it is claimed", asks="R1", **keys)
    return Reading(
        JUDGE,
        1,
        ReadingState.FINISHED,
        id,
        id,
        findings=(fail,),
        answers=(answer,),
        verdict=Verdict.FIX,
        ended_at=START + timedelta(hours=id),
        id=id,
    )


def ruled(quote, marked_after):
    """The ruling of the new text, its concern marked miss half an hour after a reading."""
    readings = (judged(OLD, "It bakes anything at all."), judged(NEW, quote))
    at = START + timedelta(hours=marked_after, minutes=30)
    history = History(
        Artifact("path:/oven.md", "/oven.md", Kind.README, id=1),
        (OLD, NEW),
        tuple(Round(r.revision, r.revision, (), RoundState.COMPLETE, id=r.revision) for r in readings),
        readings,
        placements={r.id: Placement(r.id, 1, "same") for r in readings},
        decisions=(Decision(Target("concern", 1), "mark", "miss", at=at, id=1),),
    )
    return opened(history, NEW).ruling


@pytest.mark.parametrize(
    ("marked_after", "value"), [(1, RulingValue.FIX), (2, RulingValue.PUBLISHABLE)], ids=["before", "since"]
)
def test_a_miss_waives_a_fail_on_other_words_only_where_it_was_marked_since(marked_after, value):
    ruling = ruled("Preheat before use.", marked_after)
    assert ruling.value is value and bool(ruling.waived) == (value is RulingValue.PUBLISHABLE)
