"""The lines of an export by their type."""

from workbench.core.exchange.lines import (
    AnswerLine,
    ArtifactLine,
    ConcernLine,
    DecisionLine,
    EndLine,
    FindingLine,
    IgnoreLine,
    Line,
    OwnAnswerLine,
    PlacementLine,
    QuestionLine,
    ReadingLine,
    RevisionLine,
    RoundLine,
    SaidLine,
    SourceLine,
)
from workbench.core.exchange.replay_lines import LookLine, ReplayLine

LINES: dict[str, type[Line]] = {
    "source": SourceLine, "artifact": ArtifactLine, "revision": RevisionLine, "round": RoundLine,
    "reading": ReadingLine, "finding": FindingLine, "answer": AnswerLine, "question": QuestionLine,
    "concern": ConcernLine, "placement": PlacementLine, "replay": ReplayLine, "said": SaidLine,
    "own answer": OwnAnswerLine, "ignore": IgnoreLine, "decision": DecisionLine, "look": LookLine,
    "end": EndLine,
}  # fmt: skip
"""What is made of each."""
