"""How often a judge let something through, counted."""

from dataclasses import dataclass
from typing import Any

from workbench.core.sources import Source


@dataclass(frozen=True, slots=True)
class Escaped:
    """How often a rubric wording let something through that it had bindingly called Publishable."""

    rubric: Source
    frozen: int
    """Revisions that it has ruled on with effect."""
    questions: tuple[tuple[str | None, int], ...]
    """Escapes by the question that should have caught them, the most first; None: none asks for it."""

    @property
    def sentence(self) -> str:
        """All of it in words."""
        revisions = "1 frozen revision" if self.frozen == 1 else f"{self.frozen} frozen revisions"
        name = f"{self.rubric.name} {self.rubric.wording[:8]}"
        if not self.questions:
            return f"{name}: no escape from {revisions}"
        total = sum(count for _, count in self.questions)
        said = [f"{id or 'no question asks for it'} {count}" for id, count in self.questions]
        return f"{name}: {total} {'escape' if total == 1 else 'escapes'} from {revisions} ({', '.join(said)})"

    def shape(self) -> dict[str, Any]:
        """The count as JSON values."""
        return {
            "rubric": {"name": self.rubric.name, "wording": self.rubric.wording},
            "frozen_revisions": self.frozen,
            "questions": [{"question": id, "escapes": count} for id, count in self.questions],
        }
