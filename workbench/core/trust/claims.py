"""What instruments claimed and what the person's marks make of it, counted so that it can be added up.

A *claim* is one source at one wording and one concern, or one question at one wording and one revision that
it is satisfied with, each once however many readings said it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from workbench.core.artifacts import Artifact
from workbench.core.costs.spending import Spend
from workbench.core.marks import REASONS, Mark
from workbench.core.readings import FindingKind
from workbench.core.sources import ME, Source, SourceKind
from workbench.core.trust.escaped import Escaped
from workbench.core.trust.tallies import NO_MARKS, NO_REASON, Heading, Reasons, Row, Tally

if TYPE_CHECKING:
    from workbench.core.calibration.blind_counts import BlindCounts
    from workbench.core.comparing.agreement import Past
    from workbench.core.trust.habits import Habits

HEADING_OF = {
    FindingKind.FAILS: Heading.SHOULD_FIX,
    FindingKind.FINDING: Heading.READERS,
    FindingKind.LOST_INTEREST: Heading.READERS,
    FindingKind.ONE_FIX: Heading.READERS,
    FindingKind.FAULT: Heading.CHECKS,
    FindingKind.OVERLOOKED: Heading.OVERLOOKED,
}
"""Under which heading a finding is counted that was raised in Workbench."""


def heading_of(kind: FindingKind, source: Source) -> Heading:
    """Under which heading a source's finding is counted."""
    return Heading.OUTSIDE if source.kind is SourceKind.OUTSIDE else HEADING_OF[kind]


class Played(NamedTuple):
    """What was read with, and who played it."""

    source: Source
    """Of the reading: for a judge its rubric, whichever question is counted."""
    provider: str
    model: str
    """As the service named it; empty for checks."""


NOBODY = Played(ME, "", "")
"""Who played what the person added themselves."""


class Outcome(NamedTuple):
    """The mark that counts."""

    mark: Mark
    reason: str | None


class Cell(NamedTuple):
    """What became of one claim as far as one player made it."""

    played: Played
    outcome: Outcome | None
    """None where no mark was made after it."""
    carried: tuple[int, int, int]
    """Of its findings and answers that came after the mark that holds for them: hits, misses, can't tells."""


_NONE_CARRIED = (0, 0, 0)


class Claim(NamedTuple):
    """One claim, without the words that it is about: many are alike."""

    heading: Heading
    source: Source
    cells: tuple[Cell, ...]
    """The one whose mark counts for all of them first."""


class Agreement(NamedTuple):
    """How often an instrument said the same of the same text again."""

    same: int
    of: int
    """For a question or a verdict pairs of readings; for a reader what either of such a pair raised."""

    def __add__(self, other: object) -> "Agreement":
        """Both together."""
        assert isinstance(other, Agreement), "only agreements add up to one"
        return Agreement(self.same + other.same, self.of + other.of)

    def __str__(self) -> str:
        """As `k of n`."""
        return f"{self.same} of {self.of}"


@dataclass(frozen=True, slots=True)
class ArtifactCounts:
    """What is counted of one artifact."""

    artifact: Artifact
    claims: Mapping[int, int] = field(default_factory=dict)
    """How many claims there are, by the place of what they are like in the book."""
    since: Mapping[Played, datetime] = field(default_factory=dict)
    """When the first reading of each that finished ended."""
    agreement: Mapping[tuple[Source, Played], Agreement] = field(default_factory=dict)
    """By question, reader, or rubric for its verdict, and by who played it."""
    spent: Mapping[Played, Spend] = field(default_factory=dict)
    """What the calls of each used, those that failed among them."""
    own: int = 0
    """Revisions whose rubric the person answered themselves."""
    unsure: Tally = NO_MARKS
    """Marks on answers that cannot be told."""
    taken_for: Tally = NO_MARKS
    """Marks on what readers took the text for."""
    escapes: tuple[Escaped, ...] = ()
    settled: bool = True
    """Whether every finding that counts is in a concern, so that none waits to be placed."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What is counted of several artifacts."""

    book: Sequence[Claim] = ()
    """Every claim that is unlike the others, once."""
    artifacts: tuple[ArtifactCounts, ...] = ()
    blind: "tuple[BlindCounts, ...]" = ()
    """What the person answered blind says of each judge on each text."""
    compared: "tuple[Past, ...]" = ()
    """What readers chose between two texts of which the person chose one blind."""
    you: "Habits | None" = None
    """What the person's marks say of the person; None where not every text is counted."""
    dated: str = ""
    """Whose prices what was spent is counted by, in words; empty without prices."""

    def together(self) -> list[tuple[Claim, int]]:
        """The claims of all artifacts, those that are alike counted."""
        total: Counter[int] = Counter()
        for each in self.artifacts:
            total.update(each.claims)
        return [(self.book[place], count) for place, count in total.items()]

    def where(
        self,
        artifact: Callable[[Artifact], bool] = lambda artifact: True,
        played: Callable[[Source, Played], bool] = lambda source, played: True,
    ) -> "Counted":
        """What is counted of some artifacts, and of what some sources raised as some played them."""
        book, kept = Book(), {}
        for place, claim in enumerate(self.book):
            cells = tuple(cell for cell in claim.cells if played(claim.source, cell.played))
            if cells:
                kept[place] = book.place(claim._replace(cells=cells))
        chosen = [each for each in self.artifacts if artifact(each.artifact)]
        keys = {each.artifact.id for each in chosen}
        blind = [b for b in self.blind if b.artifact in keys and played(b.played.source, b.played)]
        compared = tuple(past.by(played) for past in self.compared if keys.issuperset(past.artifacts))
        artifacts = tuple(_kept(each, kept, played) for each in chosen)
        return Counted(book.claims, artifacts, tuple(blind), compared, dated=self.dated)


def _kept(
    each: ArtifactCounts, kept: Mapping[int, int], played: Callable[[Source, Played], bool]
) -> ArtifactCounts:
    claims: Counter[int] = Counter()
    for place, count in each.claims.items():
        if place in kept:
            claims[kept[place]] += count
    agreement = {key: same for key, same in each.agreement.items() if played(*key)}
    spent = {who: spend for who, spend in each.spent.items() if played(who.source, who)}
    return replace(each, claims=claims, agreement=agreement, spent=spent)


class Book:
    """Claims that are unlike, in the order in which they were met."""

    def __init__(self, claims: Iterable[Claim] = ()) -> None:
        self.claims = list(claims)
        self._places: dict[Claim, int] = {}

    def place(self, claim: Claim) -> int:
        """Where a claim is in the book, put there where it is new."""
        if not self._places:
            # Hashing thousands of claims takes longer than all else that is done where none is new.
            self._places = {known: place for place, known in enumerate(self.claims)}
        place = self._places.setdefault(claim, len(self.claims))
        if place == len(self.claims):
            self.claims.append(claim)
        return place


def row_of(heading: Heading, claims: Iterable[tuple[Sequence[Cell], int]]) -> Row:
    """The row of claims, each given as the cells that count for it and how many are alike."""
    raised = unmarked = 0
    marks: Counter[Outcome] = Counter()
    carried = [0, 0, 0]
    for cells, count in claims:
        raised += count
        outcome, came_later = None, False
        for _, cell_outcome, later in cells:
            outcome = outcome or cell_outcome
            if later != _NONE_CARRIED:
                came_later = True
                carried = [total + count * more for total, more in zip(carried, later, strict=True)]
        if outcome:
            marks[outcome] += count
        elif not came_later:
            unmarked += count
    return Row(
        heading,
        raised,
        _tally(marks),
        Tally(*carried),
        _reasons(Mark.MISS, marks),
        _reasons(Mark.CANT_TELL, marks),
        unmarked,
    )


def _tally(marks: Counter[Outcome]) -> Tally:
    by_mark: Counter[Mark] = Counter()
    for outcome, count in marks.items():
        by_mark[outcome.mark] += count
    return Tally(by_mark[Mark.HIT], by_mark[Mark.MISS], by_mark[Mark.CANT_TELL])


def _reasons(mark: Mark, marks: Counter[Outcome]) -> Reasons:
    """How often each reason of a mark was given, in the order of their keys."""
    given: Counter[str] = Counter()
    for outcome, count in marks.items():
        if outcome.mark is mark:
            given[outcome.reason or NO_REASON] += count
    return tuple((reason, given[reason]) for reason in (*REASONS[mark], NO_REASON) if given[reason])


def escapes_together(artifacts: Iterable[ArtifactCounts]) -> tuple[Escaped, ...]:
    """The escapes of every rubric wording over several artifacts, by its name."""
    frozen: Counter[Source] = Counter()
    found: dict[Source, Counter[str | None]] = {}
    for each in artifacts:
        for escape in each.escapes:
            frozen[escape.rubric] += escape.frozen
            found.setdefault(escape.rubric, Counter()).update(dict(escape.questions))
    return tuple(
        Escaped(rubric, frozen[rubric], tuple(found[rubric].most_common()))
        for rubric in sorted(frozen, key=lambda rubric: (rubric.name, rubric.wording))
    )
