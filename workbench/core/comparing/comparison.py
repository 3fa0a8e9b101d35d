"""Two texts that are held beside each other, what is asked of them, and what the person chose."""

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import PurePath
from random import Random

from workbench.core.artifacts import Artifact, Kind, Revision

QUESTION = "Which of the two would you rather have been given?"
"""What is asked where the person asks nothing else."""


@dataclass(frozen=True, slots=True)
class ComparedText:
    """One of the two texts."""

    artifact: Artifact
    revision: Revision

    @property
    def name(self) -> str:
        """Its file and which revision it is."""
        return f"{self.artifact.name} revision {self.revision.number}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts and one question; what is chosen is told by the key of a revision, so no order is in it."""

    a: ComparedText
    b: ComparedText
    question: str
    asked: str
    """sha256 of all that readers are told beside who they are, the question included."""
    seed: int
    """What the order is drawn from in which the person sees the texts."""
    shown_at: datetime | None = None
    """When what is hidden from the person was first shown; None while they can still choose blind."""
    id: int = 0
    """The store's key; 0 until stored."""
    labels: tuple[str, str] = ("A", "B")
    """What the texts are called."""

    @property
    def swapped(self) -> "Comparison":
        """The same with the other text named first."""
        return replace(self, a=self.b, b=self.a)

    @property
    def texts(self) -> tuple[ComparedText, ComparedText]:
        """Both, as they were named."""
        return self.a, self.b

    @property
    def kind(self) -> Kind:
        """What both are read as: a README where one of them is, for a draft of one may have any name."""
        return min((text.artifact.kind for text in self.texts), key=list(Kind).index)

    @property
    def drawn(self) -> "Comparison":
        """The same as the person sees it: in an order that is drawn, with nothing of the names in it."""
        first, second = sorted(self.texts, key=lambda text: text.revision.id)
        if Random(self.seed).random() < 0.5:
            first, second = second, first
        return replace(self, a=first, b=second, labels=("text 1", "text 2"))

    def label(self, revision: int) -> str:
        """What a text is called, by the key of its revision."""
        return self.labels[revision != self.a.revision.id]

    def name(self, revision: int) -> str:
        """The file of a text and which revision it is; where both files have one name, with its folder."""
        text, other = self.texts if revision == self.a.revision.id else self.texts[::-1]
        alike = text.artifact.name == other.artifact.name and text.artifact.id != other.artifact.id
        folder = PurePath(text.artifact.path).parent.name if alike else ""
        return f"{folder}/{text.name}" if folder else text.name


@dataclass(frozen=True, slots=True)
class Choice:
    """What the person chose once."""

    chosen: int | None
    """Key of the revision; None where they see no difference."""
    blind: bool
    """Whether neither the names nor what readers chose had been shown."""
    undone: bool = False
    at: datetime | None = None
    id: int = 0


def counting(choices: tuple[Choice, ...]) -> Choice | None:
    """What readers are held against: the first blind choice that was not taken back; None for none."""
    return next((choice for choice in choices if choice.blind and not choice.undone), None)


def standing(choices: tuple[Choice, ...]) -> Choice | None:
    """What the person says now: the last choice that was not taken back; None where none stands."""
    return next((choice for choice in reversed(choices) if not choice.undone), None)
