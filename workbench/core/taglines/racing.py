"""Which reads are wanted next: all candidates once, then those that can be the best, then fresh ones.

A race: after ever longer rounds candidates are dropped that are beaten by more than chance allows. Those
that are left are read anew, and what decides between them is these fresh reads alone: who was dropped, and
when, says nothing about them. The error that is allowed is shared out beforehand, the race's in step with
the reads that each look rests on, so that the best is lost in no more than that share of cases however
often the race looks.

Maron and Moore, "Hoeffding races", Advances in Neural Information Processing Systems 6 (1994), for racing;
Lan and DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70 (1983), for spending the
error in step with the reads; Boesel, Nelson and Kim, "Using ranking and selection to 'clean up' after
simulation optimization", Operations Research 51 (2003), for deciding on fresh reads after a screening.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from random import Random

from workbench.core.sources import Source
from workbench.core.taglines.reads import Slot, Stage
from workbench.core.taglines.separation import Share, can_tell, contenders

ERROR = 0.05
"""How often the best may be missing from what is said not to be told from it."""
_OF_THE_RACE = 0.8
"""The share of the error that the race may spend."""
_FRESH_OF_FEW, _FEW_FRESH, _FRESH_OF_MANY = 3, 4, 6
"""One in three of a reader's trials is kept for deciding afresh, up to four; of more than that one in six."""
_FEW = 5
"""Candidates at which a race ends: so few can be read by a person."""
_GROWTH = 1.5
"""By how much the reads of each candidate grow from one look to the next."""


class Phase(StrEnum):
    """How far the reading of a set of candidates is."""

    FIRST = "first pass"
    RACE = "race"
    FINAL = "fresh reads"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Race:
    """How candidates are to be read."""

    readers: tuple[Source, ...]
    trials: int
    """How often a reader reads a candidate at most."""
    full: bool = False
    """Whether every candidate is read that often, so that none is dropped."""
    seed: int = 1

    @property
    def fresh(self) -> int:
        """Trials that are kept to decide on, at least; 0 where there are too few to part them."""
        if self.full:
            return 0
        few, many = (-(-self.trials // share) for share in (_FRESH_OF_FEW, _FRESH_OF_MANY))
        return min(self.trials - 1, max(min(few, _FEW_FRESH), many))

    def errors(self, candidates: int) -> dict[int, float]:
        """What each look may spend of the error that is allowed, by its trials; only those that can tell.

        What they leave is for the decision at the end.
        """
        if self.full or candidates < 2:
            return {}
        spent = {
            look: ERROR * _OF_THE_RACE * (look - before) / self.looks[-1]
            for before, look in pairwise((0, *self.looks))
        }
        readers = len(self.readers)
        return {look: each for look, each in spent.items() if can_tell(readers, look, candidates, each)}

    def deciding_error(self, candidates: int) -> float:
        """What the decision at the end may spend of the error that is allowed."""
        return ERROR - sum(self.errors(candidates).values())

    @property
    def looks(self) -> tuple[int, ...]:
        """After how many trials of each reader the race looks who is left, ever further apart."""
        last = self.trials - self.fresh
        looks = [last]
        while not self.full and (before := int(looks[0] / _GROWTH)) >= 2 and before < looks[0]:
            looks.insert(0, before)
        return tuple(looks)


Told = Mapping[Slot, bool]
"""Whether each read that was graded is right."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a race stands."""

    phase: Phase
    left: frozenset[int]
    """Candidates that can still be the best; at the end those that cannot be told from it."""
    dropped: Mapping[int, int]
    """Those that the race dropped, each with how many trials of a reader it had then."""
    wanted: tuple[Slot, ...] = ()
    """What is to be read next, in the order of the seed; empty when all is read."""
    fresh: bool = False
    """Whether the ones left were decided on fresh reads."""

    @property
    def decided(self) -> bool:
        """Whether all is read."""
        return self.phase is Phase.DONE


def standing(race: Race, candidates: Sequence[int], told: Told) -> Standing:
    """Where a race stands after the reads that were graded, and what it wants next.

    It is worked out anew from all of them, so that a run that was killed goes on where it was, and a grade
    that the person turned counts from the first look on.
    """
    reads = _Reads(race.readers, told)
    left, dropped = set(candidates), dict[int, int]()
    if not candidates or not race.readers or not race.trials:
        return Standing(Phase.DONE, frozenset(left), dropped)
    errors = race.errors(len(candidates))
    for look in race.looks:
        if missing := reads.missing(left, Stage.RACE, look):
            phase = Phase.FIRST if any(slot.trial == 1 for slot in missing) else Phase.RACE
            if phase is Phase.FIRST:
                missing = [slot for slot in missing if slot.trial == 1]
            return Standing(phase, frozenset(left), dropped, _shuffled(race, missing))
        if look in errors:
            kept: frozenset[int] = contenders(reads.upto(left, look), errors[look], len(candidates))
            beaten = left - kept
            dropped |= dict.fromkeys(beaten, look)
            left -= beaten
        if len(left) == 1 < len(candidates) or len(left) <= _FEW < len(candidates):
            break
    # What the race left over of their trials helps those that are left; one alone wants no more than a count.
    fresh = race.fresh if race.full or len(left) == 1 else race.trials - look
    return _ended(race, reads, left, dropped, fresh, race.deciding_error(len(candidates)))


def _ended(
    race: Race, reads: "_Reads", left: set[int], dropped: dict[int, int], fresh: int, error: float
) -> Standing:
    """Where a race stands whose looks are over: fresh reads of those left, then who cannot be told apart."""
    missing = reads.missing(left, Stage.FINAL, fresh)
    if missing:
        return Standing(Phase.FINAL, frozenset(left), dropped, _shuffled(race, missing))
    if not dropped:
        # Where nobody was dropped no read is less fresh than another.
        return Standing(Phase.DONE, contenders(reads.counted(left, *Stage), error), dropped)
    if not fresh:
        return Standing(Phase.DONE, frozenset(left), dropped)
    best = contenders(reads.counted(left, Stage.FINAL), error)
    return Standing(Phase.DONE, best, dropped, fresh=True)


def saved(race: Race, candidates: int, told: Collection[Slot]) -> int:
    """How many reads fewer were made than reading every candidate as often would have taken."""
    return max(0, candidates * len(race.readers) * race.trials - len(told))


def most_reads(race: Race, candidates: int) -> int:
    """How many reads a race takes at most."""
    return candidates * len(race.readers) * (race.looks[-1] + race.fresh)


def _shuffled(race: Race, slots: Iterable[Slot]) -> tuple[Slot, ...]:
    """Slots in an order that the seed and they themselves decide: who resumes reads on in it."""
    ordered = sorted(slots)
    Random(f"{race.seed} {ordered[0].stage} {ordered[0].trial}").shuffle(ordered)
    return tuple(ordered)


class _Reads:
    """The graded reads of a panel, by what they are of."""

    def __init__(self, readers: Sequence[Source], told: Told) -> None:
        self._readers = readers
        self._of: dict[tuple[int, Source, Stage], dict[int, bool]] = defaultdict(dict)
        for slot, right in told.items():
            self._of[slot.candidate, slot.reader, slot.stage][slot.trial] = right

    def missing(self, candidates: Iterable[int], stage: Stage, trials: int) -> list[Slot]:
        """What was not read yet up to so many trials."""
        return [
            Slot(candidate, reader, stage, trial)
            for candidate in candidates
            for reader in self._readers
            for made in (self._of.get((candidate, reader, stage), {}),)
            for trial in range(1, trials + 1)
            if trial not in made
        ]

    def upto(self, candidates: Iterable[int], trials: int) -> dict[int, tuple[Share, ...]]:
        """The race's counts of the first trials of each reader."""
        return {
            id: tuple(self._share(id, reader, Stage.RACE, trials) for reader in self._readers)
            for id in candidates
        }

    def counted(self, candidates: Iterable[int], *stages: Stage) -> dict[int, tuple[Share, ...]]:
        """All counts of some stages together."""
        return {
            id: tuple(_sum(self._share(id, reader, stage) for stage in stages) for reader in self._readers)
            for id in candidates
        }

    def _share(self, candidate: int, reader: Source, stage: Stage, trials: int | None = None) -> Share:
        made = self._of.get((candidate, reader, stage), {})
        counted = [right for trial, right in made.items() if trials is None or trial <= trials]
        return Share(sum(counted), len(counted))


def _sum(shares: Iterable[Share]) -> Share:
    right = of = 0
    for share in shares:
        right, of = right + share.right, of + share.of
    return Share(right, of)
