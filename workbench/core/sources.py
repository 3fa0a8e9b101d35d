"""Sources: the instruments that read a text, each at one exact wording, which its statistics follow."""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Origin = Literal["bundled", "user", "project"]
OnFail = Literal["note", "fix", "rewrite"]
FixableBy = Literal["wording", "structure", "content", "code"]


class SourceKind(StrEnum):
    """What sort of instrument raised something."""

    READER = "reader"
    RUBRIC = "rubric"
    QUESTION = "question"
    QUESTIONS = "questions"
    """The call that asks what one text in particular should be asked."""
    MATCHER = "matcher"
    """The call that settles which findings are the same concern."""
    CHECK = "check"
    PERSON = "person"
    OUTSIDE = "outside"
    """A reviewer outside Workbench whose findings were imported: a linter, another agent, a colleague."""


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """An instrument at one exact wording."""

    kind: SourceKind
    name: str
    """A persona's or rubric's file stem, `rubric/question`, a check's id, `me`, or as an import names it."""
    wording: str
    """sha256 of the text that defines it; for `me` the empty string."""


NOT_ASKED = (SourceKind.CHECK, SourceKind.OUTSIDE)
"""What no round asks: their findings say nothing of whether a text was read."""
ME = Source(SourceKind.PERSON, "me", "")
"""The person at the keyboard."""


def wording_of(text: str) -> str:
    """The sha256 that stands for an instrument's exact text."""
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class CheckRule:
    """What one deterministic check decides, and how."""

    id: str
    owns: str
    """The question it answers, an id of `ownership.OWNED`."""
    proves: str
    """One sentence: what a fault of this check is."""
    decided_by: str
    """One sentence: what it compares."""
    on_fail: OnFail
    version: int = 1
    """Raised when its decisions change, so that its statistics start anew."""

    @property
    def source(self) -> Source:
        """This check at its exact rule."""
        return Source(
            SourceKind.CHECK,
            self.id,
            wording_of(f"{self.id}\n{self.version}\n{self.proves}\n{self.decided_by}"),
        )
