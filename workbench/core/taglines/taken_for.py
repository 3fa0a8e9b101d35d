"""What readers who did not get a candidate took it for, alike answers together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.core.identity.wording import Rarity, Vector, terms
from workbench.core.taglines.reads import Read

_ALIKE = 0.22
"""From this likeness of their rare words (0 to 1) two answers take the thing for the same."""


@dataclass(frozen=True, slots=True)
class TakenFor:
    """Answers that take a candidate for the same thing."""

    words: str
    """The first of them, as that reader said it."""
    reads: tuple[Read, ...]

    @property
    def readers(self) -> tuple[str, ...]:
        """Who said so, each once."""
        return tuple(dict.fromkeys(read.slot.reader.name for read in self.reads))


def rarity_of(reads: Iterable[Read]) -> Rarity:
    """How rare each word is among all that readers took candidates for, said once or often."""
    return Rarity(terms(what) for what in sorted({read.what for read in reads}))


def taken_for(wrong: Sequence[Read], rarity: Rarity) -> tuple[TakenFor, ...]:
    """Answers in groups, the largest first; the order in which they came makes no difference.

    Each is put to the group whose first answer it is most like, else begins one of its own.
    """
    leaders: list[tuple[Vector, list[Read]]] = []
    for read in sorted(wrong, key=lambda read: (read.what, read.slot)):
        vector = rarity.vector(terms(read.what))
        near = max(leaders, key=lambda group: group[0].cosine(vector), default=None)
        if near is not None and (near[1][0].what == read.what or near[0].cosine(vector) >= _ALIKE):
            near[1].append(read)
        else:
            leaders.append((vector, [read]))
    groups = [TakenFor(reads[0].what, tuple(reads)) for _, reads in leaders]
    return tuple(sorted(groups, key=lambda group: (-len(group.reads), group.words)))
