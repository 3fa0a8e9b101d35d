"""Questions about one text only: those that a model derived from it, and those that the person added."""

from dataclasses import dataclass
from typing import Literal

from workbench.core.sources import OnFail, Source, SourceKind, wording_of


@dataclass(frozen=True, slots=True)
class TextQuestion:
    """A yes/no question about one artifact, asked beside its rubric's."""

    name: str
    """`D1` and on for derived ones, `P1` and on for those that the person added."""
    origin: Literal["derived", "added"]
    ask: str
    quote: str = ""
    """The words of the text that gave rise to it; empty for one that the person added."""
    meets: str | None = None
    """What would meet it; None where that was not said."""
    fails: str | None = None
    on_fail: OnFail = "fix"
    revision: int = 0
    """Key of the first revision that it was asked of."""
    reading: int = 0
    """Key of the reading that made it; 0 for one that the person added."""
    withdrawn: bool = False
    """Whether the person took it away."""
    id: int = 0
    """The store's key; 0 until stored."""

    @property
    def source(self) -> Source:
        """The question at its exact wording; all of one origin are pooled in the report."""
        wording = wording_of("\n".join([self.ask, self.meets or "", self.fails or ""]))
        return Source(SourceKind.QUESTION, f"{self.origin}/{self.name}", wording)
