"""Values to store, each with every field set where it says so."""

from datetime import UTC, datetime, timedelta

from workbench.core.artifacts import decoded
from workbench.core.costs.usage import Usage
from workbench.core.errors import Failure, FailureKind
from workbench.core.readings import (
    Answer,
    Evidence,
    Finding,
    FindingKind,
    Place,
    Reading,
    ReadingState,
    Span,
    Verdict,
)
from workbench.core.sources import ME, Source, SourceKind, wording_of

START = datetime(2026, 1, 1, tzinfo=UTC)
TEXT = "# Kettle\n\nIt is the fastest kettle. 湯を沸かす。\n"
READER = Source(SourceKind.READER, "skeptic", wording_of("skeptic"))
RUBRIC = Source(SourceKind.RUBRIC, "readme", wording_of("readme"))
QUESTION = Source(SourceKind.QUESTION, "readme/R1", wording_of("R1"))
CHECK = Source(SourceKind.CHECK, "cli-flags", wording_of("cli-flags"))
OTHER_CHECK = Source(SourceKind.CHECK, "links", wording_of("links"))


class Now:
    """A clock that moves on by a second each time it is looked at."""

    def __init__(self):
        self.at = START

    def __call__(self):
        self.at += timedelta(seconds=1)
        return self.at


def revision(text=TEXT):
    return decoded(text.encode())


def finding(problem="Nothing supports it.", **changes):
    """A finding with only what it cannot do without."""
    return Finding(
        **{"source": READER, "kind": FindingKind.FINDING, "quote": "", "problem": problem, **changes}
    )


def full_finding(**changes):
    """A finding with every field set but its keys."""
    values = {
        "quote": "the fastest kettle",
        "consequence": "I would not believe the rest.",
        "change": "Say compared with what.",
        "fixable_by": "content",
        "asks": "overclaim",
        "span": Span(16, 34, "folded"),
        "evidence": (Evidence("src/kettle.py", 3, "speed = 1"), Evidence("湯.md", 1)),
        "expected": "a fast kettle",
        "on_fail": "fix",
    }
    return finding(**{**values, **changes})


def fault(problem="There is no option --fast.", **changes):
    return full_finding(**{"source": CHECK, "kind": FindingKind.FAULT, "problem": problem, **changes})


def overlooked(revision_id, **changes):
    return full_finding(**{"source": ME, "kind": FindingKind.OVERLOOKED, "revision": revision_id, **changes})


def answer(value="meets", **changes):
    """An answer with every field set but its keys."""
    values = {
        "source": QUESTION,
        "question": "R1",
        "value": value,
        "quote": "It is",
        "reason": "It says so.",
        "consequence": "I would stop.",
        "span": Span(10, 15, "close"),
        "dominant": True,
        "on_fail": "rewrite",
        "first_value": "cannot tell",
        "challenge": "Is it said twice?",
    }
    return Answer(**{**values, **changes})


def reading(revision_id, **changes):
    """A reader's reading without findings."""
    values = {"source": READER, "trial": 1, "state": ReadingState.FINISHED, "revision": revision_id}
    return Reading(**{**values, **changes})


def full_reading(revision_id, round_id, **changes):
    """A reading with every field set but its key, as no single reading has them."""
    values = {
        "source": RUBRIC,
        "trial": 2,
        "state": ReadingState.FAILED,
        "round": round_id,
        "provider": "anthropic",
        "model": "judge-model",
        "effort": "high",
        "prompt_sha256": "c" * 64,
        "about": "A kettle.",
        "for_whom": "Tea drinkers.",
        "verdict": Verdict.FIX,
        "why": "One claim is unsupported.",
        "worst": (Place("the fastest", "unsupported", Span(16, 27)), Place("gone", "not found")),
        "findings": (full_finding(kind=FindingKind.FAILS, source=QUESTION, asks="R1"), finding()),
        "answers": (answer("fails"), answer("meets", span=None, first_value=None)),
        "failure": Failure(FailureKind.QUOTES_LOST, "Read again.", 2.5, "req_1"),
        "usage": Usage(100, 20, 3000, 40, 1.5),
        "stop_reason": "end_turn",
        "parts": 2,
        "passages": 3,
        "asked": "judge",
        "request_id": "req_2",
        "raw": '{"verdict": "Fix"}',
        "made_of": '{"facts": []}',
        "started_at": START,
        "ended_at": START + timedelta(seconds=90, microseconds=1),
        "notes": ("One quote was found by likeness.",),
    }
    return reading(revision_id, **{**values, **changes})
