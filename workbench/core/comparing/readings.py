"""One reader asked once about two texts in one order."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from workbench.core.costs.usage import Usage
from workbench.core.errors import Failure
from workbench.core.readings import ReadingState, Span
from workbench.core.sources import Source


class Player(NamedTuple):
    """A reader at one wording, played by one model."""

    source: Source
    provider: str
    model: str
    """As it was asked for."""
    effort: str

    @property
    def label(self) -> str:
        """Its name and the model, in words."""
        return f"{self.source.name} ({' '.join(filter(None, (self.model, self.effort)))})"


@dataclass(frozen=True, slots=True)
class Quoted:
    """The words of a text that a choice rests on."""

    quote: str
    does: str
    """What they have the reader do, believe or give up."""
    span: Span | None
    """Where they stand in the text; None where they were not found."""


@dataclass(frozen=True, slots=True)
class Preference:
    """What a reader chose and why."""

    chosen: int | None
    """Key of the revision; None for no difference."""
    difference: str
    """The one that decides, in a sentence."""
    why: str
    quotes: tuple[Quoted, ...]
    """Of the text that stood first, then of the other."""


@dataclass(frozen=True, slots=True)
class CompareReading:
    """A reader's answer about two texts in one order: in no round, no concern and no ruling."""

    player: Player
    first: int
    """Key of the revision that stood first."""
    second: int
    prompt_sha256: str
    state: ReadingState = ReadingState.FINISHED
    preference: Preference | None = None
    """None where it did not finish."""
    failure: Failure | None = None
    usage: Usage = field(default_factory=Usage)
    answered_by: str = ""
    """The model as the service named it."""
    stop_reason: str = ""
    request_id: str = ""
    raw: str = field(default="", compare=False)
    """The answer as it came."""
    notes: tuple[str, ...] = ()
    started_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def call(self) -> tuple[str, Usage]:
        """What it used, by the model that answered."""
        return self.answered_by or self.player.model, self.usage

    @property
    def chosen(self) -> int | None:
        """Key of the revision that it chose; None for no difference, and where it did not finish."""
        return self.preference.chosen if self.preference else None

    def quoted(self, revision: int) -> Quoted | None:
        """What it quotes of a text, by the key of its revision."""
        if self.preference is None:
            return None
        return self.preference.quotes[0 if revision == self.first else 1]
