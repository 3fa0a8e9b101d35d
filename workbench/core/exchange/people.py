"""Which lines of an export are a person's own word, and in which order these stand."""

from workbench.core.exchange.lines import (
    AnswerLine,
    FindingLine,
    Line,
    OfArtifact,
    OwnAnswerLine,
    ReadingLine,
)
from workbench.core.exchange.records import canonical

PERSONAL = (
    "said",
    "reading",
    "finding",
    "answer",
    "question",
    "own answer",
    "ignore",
    "placement",
    "decision",
)
"""The types that a person's own lines may have, in their order."""


def place_of(line: Line) -> str:
    """Where a person's own line stands among their others: as it sorts."""
    rank = PERSONAL.index(line.type)
    at = (
        getattr(line, "at", None)
        or getattr(line, "created_at", None)
        or getattr(line, "ended_at", None)
        or ""
    )
    said = getattr(line, "id", None) or getattr(line, "finding", None) or canonical(line.shape())[:64]
    return f"{rank}:{at}:{getattr(line, 'n', 0):09d}:{said}"


def is_of_such_a(line: Line, kind: str) -> bool:
    """Whether a source of a kind can have said what a line tells."""
    match line:
        case ReadingLine():
            is_judged = kind != "rubric" or line.state != "finished" or line.verdict is not None
            is_run = line.check and line.round is None
            return is_judged and kind not in ("question", "person") and is_run == (kind == "check")
        case FindingLine():
            return (kind != "person" and line.kind != "overlooked") or line.marker is not None
        case AnswerLine() | OwnAnswerLine():
            return kind == "question"
        case _:
            return True


def is_personal(line: OfArtifact) -> bool:
    """Whether a line is a person's own word, whatever else it stands on."""
    match line.type:
        case "decision" | "own answer" | "ignore" | "said":
            return True
        case "question":
            return getattr(line, "origin", "") == "added"
        case "finding":
            return getattr(line, "reading", None) is None
        case "reading":
            return getattr(line, "provider", "") == "me"
        case _:
            return False
