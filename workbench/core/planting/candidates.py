"""A fault that could be planted: what would be changed, what makes it a fault, and how it is recognised."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a text, in code points."""

    start: int
    end: int
    """After the last one; `start` where it is a point."""

    def overlaps(self, other: "Stretch") -> bool:
        """Whether two stretches have a character in common; a point has its neighbours."""
        one, two = (
            (each.start, each.end) if each.end > each.start else (each.start - 1, each.end + 1)
            for each in (self, other)
        )
        return one[0] < two[1] and two[0] < one[1]


@dataclass(frozen=True, slots=True)
class Edit:
    """Words of the original replaced by others; either may be empty."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a finding must say to be about this fault: of each group one term, in whatever case.

    A term that ends in `*` is the beginning of a word.
    """

    said: tuple[tuple[str, ...], ...] = ()
    """In its own words: a quote of the text shows where it stands, not what is wrong there."""
    named: tuple[tuple[str, ...], ...] = ()
    """In its own words or in its quote."""
    there: bool = False
    """Whether it must quote the changed words themselves: its terms are said of many other things as well."""
    sides: tuple[tuple[str, ...], ...] = ()
    """Of what contradicts, the words of each side: who quotes one and names the other has found it."""
    echoed: tuple[tuple[str, ...], ...] = ()
    """What makes it worth asking about wherever it stands: of each group one term in its own words."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fault that could be planted."""

    family: str
    what: str
    """What is done to the text, in a few words."""
    problem: str
    """One sentence: what is wrong with the copy then."""
    edits: tuple[Edit, ...]
    touched: tuple[Stretch, ...]
    """Sentences, lines or sections of the original that the edits are in: no other fault may be there."""
    rests_on: tuple[Stretch, ...]
    """What must stay as it is for the fault to be one."""
    recognised: Recognised
    last: bool = False
    """Whether it is planted only where nothing else of its family can be."""
    shown: tuple[Stretch, ...] = ()
    """Where else in the original a reader would notice it, also in words that are moved."""
    failure: str = ""
    """What it shares with others that a reader would report once for all; empty where each is its own."""
