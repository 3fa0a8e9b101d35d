"""What is remembered of an artifact beside its history: enough to list it, to find it and to come back."""

from dataclasses import dataclass
from datetime import datetime

from workbench.core.artifacts import Artifact
from workbench.core.marks import Target


@dataclass(frozen=True, slots=True)
class Left:
    """Where the person was when they last left an artifact."""

    at: datetime
    revision: int
    """Key of the revision that was shown."""
    place: Target | None = None
    """The row under the cursor; None for the line of the text as a whole."""


@dataclass(frozen=True, slots=True)
class Known:
    """An artifact of the database, by what can be said of it without its history."""

    artifact: Artifact
    begun_at: datetime
    """When it was first opened."""
    left_at: datetime | None = None
    """When the person last left it; None where it was only ever opened without a screen."""
    read_at: datetime | None = None
    """When a reader or a judge last finished reading it; None where none did."""
    has_history: bool = False
    """Whether anything is stored that running the checks anew would not give."""
    is_listed: bool = True
    """False once the person took it off the list of texts, until they open it again."""

    @property
    def used_at(self) -> datetime:
        """When anything last happened to it."""
        return max(at for at in (self.begun_at, self.left_at, self.read_at) if at is not None)


@dataclass(frozen=True, slots=True)
class Remembered:
    """A known artifact with the texts by which it would be recognised."""

    known: Known
    texts: tuple[str, ...]
    """The newest revision, and the one that was last left where that is another.

    Of a text that was imported and is at no file here: every one, since the file may hold any of them.
    """
