"""The database as taglines need it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from workbench.core.artifacts import Artifact
from workbench.core.marks import Mark
from workbench.core.taglines.candidates import Candidate
from workbench.core.taglines.reads import Grade, Read


@dataclass(frozen=True, slots=True)
class KeptRace:
    """How an artifact's candidates were read last."""

    readers: tuple[str, ...]
    """Their names."""
    trials: int
    full: bool
    under_title: bool
    seed: int


@dataclass(frozen=True, slots=True)
class Kept:
    """What is stored of an artifact's candidates."""

    candidates: tuple[Candidate, ...]
    """Those that the file holds, as it holds them, then those that the person made; each with its key."""
    reads: tuple[Read, ...]
    """Those that ended well, under whatever title and by whatever model, the oldest first."""
    grades: tuple[Grade, ...]
    """Those that ended well, the oldest first, each with the mark that stands."""
    questions: tuple[str, ...]
    race: KeptRace | None
    """None where nothing was read yet."""


class Taglines(Protocol):
    """What is stored of lines that are tried on readers. Every method has committed when it returns."""

    async def kept(self, artifact: Artifact, held: Sequence[Candidate]) -> Kept:
        """Everything stored of an artifact, whose file holds these candidates now; new ones are stored."""
        ...

    async def claim(self, artifact: Artifact) -> bool:
        """Claim an artifact's candidates, to read them; False where another living program does that."""
        ...

    async def release(self, artifact: Artifact) -> None:
        """Let another program take it."""
        ...

    async def save_race(self, artifact: Artifact, race: KeptRace) -> None:
        """Keep how an artifact's candidates are read, in place of how they were."""
        ...

    async def edit(self, artifact: Artifact, parent: Candidate, text: str) -> Candidate:
        """A candidate made of another, or the one that has this text already, shown again."""
        ...

    async def hide(self, candidate: Candidate, hidden: bool) -> None:
        """Show and read a candidate no more, or again."""
        ...

    async def ask(self, artifact: Artifact, question: str) -> None:
        """Keep a question about what readers answered; one that is known stays."""
        ...

    async def save_read(self, read: Read) -> Read:
        """A read with its key; where another program has made it meanwhile, that one."""
        ...

    async def save_grade(self, artifact: Artifact, grade: Grade) -> Grade:
        """A grade with its key."""
        ...

    async def mark(self, grade: Grade, mark: Mark | None, reason: str | None = None) -> Grade:
        """A grade with the person's mark; None takes the earlier one back."""
        ...

    async def undo(self, artifact: Artifact) -> Grade | None:
        """The grade whose mark was made last, with that taken back; None where there is no mark to undo."""
        ...
