"""Candidate lines, and the file that holds them."""

from dataclasses import dataclass
from enum import StrEnum

from workbench.core.text.display_text import neutralised_line, width
from workbench.core.text.graphemes import grapheme_end

LONGEST = 120
"""Cells beyond which a candidate is said to be long: a line of a repository's page holds about as many."""


class Written(StrEnum):
    """How a file holds its candidates."""

    LINES = "lines"
    LIST = "list"
    CSV = "csv"
    TOML = "toml"


Notes = tuple[tuple[str, str], ...]
"""What a file says beside a candidate, each under its name."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One line that is tried on readers."""

    text: str
    """As a visitor would see it, on one line."""
    notes: Notes = ()
    line: int = 0
    """1-based, in the file as it is now; 0 where the file does not hold it."""
    parent: int = 0
    """Key of the candidate that it was made of by an edit; 0 for none."""
    parent_text: str = ""
    """Of that candidate."""
    hidden: bool = False
    """Whether the person does not want to see it, nor have it read any more."""
    id: int = 0
    """The store's key; 0 until stored."""

    @property
    def cells(self) -> int:
        """How many terminal cells it fills."""
        return width(neutralised_line(self.text))

    @property
    def graphemes(self) -> int:
        """How many characters a person counts in it."""
        count = at = 0
        while at < len(self.text):
            at, count = grapheme_end(self.text, at), count + 1
        return count


@dataclass(frozen=True, slots=True)
class CandidateFile:
    """What a file holds."""

    written: Written
    candidates: tuple[Candidate, ...]
    """Each once, in the order of the file."""
    title: str = ""
    """What they would stand under; empty where the file does not say."""
    notices: tuple[str, ...] = ()
    """What is odd about the file, a sentence each: candidates that stand twice, lines that were left out."""
