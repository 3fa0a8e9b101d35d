"""The words of claims that the person marked: what stands behind a figure of the report."""

from typing import NamedTuple

from workbench.core.marks import Mark, Target
from workbench.core.trust.tallies import Heading

MOST_WORDS = 200
"""Claims that are shown at most, the newest of them."""


class Wanted(NamedTuple):
    """Which marked claims to show."""

    heading: Heading
    names: tuple[str, ...]
    """Of the sources that made them; for a rubric those of its questions."""
    mark: Mark
    wordings: tuple[str, ...] = ()
    """Those of the sources at which to show them; empty for every one."""


class MarkedWords(NamedTuple):
    """One claim and the mark that holds for it."""

    path: str
    revision: int
    """Its number, the newest on which it was claimed; 0 for a line that was tried on readers."""
    source: str
    quote: str
    problem: str
    """For an answer, its reason."""
    reason: str | None
    """Why it is marked so; None where the person gave none."""
    target: Target | None = None
    """What the row on the board that shows it is about; None where that is not known."""
