"""Which faults are planted in a text: spread over it, from every family in turn, the same for one seed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from workbench.core.planting.candidates import Candidate, Edit, Recognised, Stretch
from workbench.core.planting.families import FAMILIES
from workbench.core.planting.passages import Passages

_SHARE = 3
"""No family has more than this part of what is asked for: a dozen broken links would tell of links alone."""
_MOST_OF_A_FAILURE = 2
"""Faults that a reader would report once for all: the instructions ask for one finding for each failure."""
LONGEST_PLACE = 200
"""Characters of a place that a finding about an order can stand in; a section is too large to tell by."""


@dataclass(frozen=True, slots=True)
class Change:
    """Words of the copy that stand for others of the original."""

    start: int
    """In the copy."""
    end: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Fault:
    """One planted fault, as the key says it; places are stretches of the copy."""

    number: int
    """From 1, in the order of the copy."""
    family: str
    what: str
    problem: str
    changes: tuple[Change, ...]
    places: tuple[Stretch, ...]
    """Where a finding about it may stand: the changed words, their sentence, and what they now go against."""
    recognised: Recognised

    @property
    def spots(self) -> tuple[Stretch, ...]:
        """The changed words themselves, without a section that was moved: what is in that is not changed."""
        made = (Stretch(change.start, change.end) for change in self.changes)
        return tuple(spot for spot in made if spot.end - spot.start <= LONGEST_PLACE)


@dataclass(frozen=True, slots=True)
class Planted:
    """A copy of a text with faults in it, and the key to them."""

    text: str
    """Newlines as `\\n`."""
    faults: tuple[Fault, ...]
    asked: int
    """How many faults were wanted."""
    seed: int

    @property
    def original(self) -> str:
        """The text without the faults."""
        text = self.text
        changes = (change for fault in self.faults for change in fault.changes)
        for change in sorted(changes, key=lambda c: (c.start, c.end), reverse=True):
            text = text[: change.start] + change.old + text[change.end :]
        return text


def plant(text: str, faults: int, seed: int) -> Planted:
    """A text with at most so many faults in it, of each family about as many as of the others.

    No family has more than a third of what is asked for, and no failure that is reported once for all is
    there more than twice. There are fewer where the text honestly allows no more: no two touch one sentence,
    and none touches what another rests on.
    """
    chance = Random(seed)
    passages = Passages(text)
    chosen: list[Candidate] = []
    waiting, most = _shuffled(passages, chance), -(-faults // _SHARE)
    while waiting and len(chosen) < faults:
        for family in list(waiting):
            found = next((c for c in waiting[family] if _fits(passages, c, chosen)), None)
            if found is None or sum(c.family == family for c in chosen) == most:
                del waiting[family]
            elif len(chosen) < faults:
                chosen.append(found)
    return Planted(*_applied(passages, chosen), faults, seed)


def _shuffled(passages: Passages, chance: Random) -> dict[str, list[Candidate]]:
    """What each family offers, the one with least first; all else in an order that the seed decides."""
    names = list(FAMILIES)
    chance.shuffle(names)
    offered = {}
    for name in names:
        candidates = list(FAMILIES[name](passages))
        chance.shuffle(candidates)
        offered[name] = sorted(candidates, key=lambda each: each.last)
    # What can be planted in few places goes first, before others stand in these.
    return dict(sorted(offered.items(), key=lambda each: len(each[1])))


def _fits(passages: Passages, candidate: Candidate, chosen: Sequence[Candidate]) -> bool:
    """Whether a fault leaves all chosen ones as they are, and they leave it, and none is on its line.

    Nor may it be one too many of one failure.
    """
    alike = sum(bool(candidate.failure) and candidate.failure == other.failure for other in chosen)
    return alike < _MOST_OF_A_FAILURE and not any(
        _clash(candidate, other) or _clash(other, candidate) or _share_a_line(passages, candidate, other)
        for other in chosen
    )


def _share_a_line(passages: Passages, one: Candidate, other: Candidate) -> bool:
    lines = [{passages.line_at(edit.start).start for edit in each.edits} for each in (one, other)]
    return bool(lines[0] & lines[1])


def _clash(one: Candidate, other: Candidate) -> bool:
    theirs = (*other.touched, *other.rests_on)
    if any(touched.overlaps(each) for touched in one.touched for each in theirs):
        return True
    # Edits that meet could not be told apart in the copy; and nobody praises twice in the same words.
    meeting = any(edit.end == each.start for edit in one.edits for each in other.edits)
    return meeting or one.problem == other.problem


def _applied(passages: Passages, chosen: Sequence[Candidate]) -> tuple[str, tuple[Fault, ...]]:
    """The copy, and its faults in its order."""
    edits = sorted((edit for each in chosen for edit in each.edits), key=lambda e: (e.start, e.end))
    copy = _Copy(passages.text, edits)
    made = []
    for each in chosen:
        changes = tuple(copy.change(edit) for edit in sorted(each.edits, key=lambda e: (e.start, e.end)))
        places = tuple(_places(copy, each, changes))
        made.append(Fault(0, each.family, each.what, each.problem, changes, places, each.recognised))
    made.sort(key=lambda fault: (fault.changes[0].start, fault.changes[0].end))
    numbered = (
        Fault(number, f.family, f.what, f.problem, f.changes, f.places, f.recognised)
        for number, f in enumerate(made, start=1)
    )
    return copy.text, tuple(numbered)


class _Copy:
    """A text after its edits, and where a place of the original is in it."""

    def __init__(self, text: str, edits: Sequence[Edit]) -> None:
        self._edits, self._original = edits, text
        parts, self._starts, at, length = [], list[int](), 0, 0
        for edit in edits:
            parts += [text[at : edit.start], edit.new]
            length += edit.start - at
            self._starts.append(length)
            length += len(edit.new)
            at = edit.end
        self.text = "".join((*parts, text[at:]))

    def change(self, edit: Edit) -> Change:
        start = self._starts[self._edits.index(edit)]
        return Change(start, start + len(edit.new), self._original[edit.start : edit.end], edit.new)

    def offset(self, at: int) -> int:
        """Where an offset of the original is; that of a removed word is where it was removed."""
        shift = 0
        for edit, start in zip(self._edits, self._starts, strict=True):
            if edit.start >= at:
                break
            if at < edit.end:
                return start
            shift = start + len(edit.new) - edit.end
        return at + shift


def _places(copy: _Copy, candidate: Candidate, changes: Sequence[Change]) -> Iterator[Stretch]:
    """Where in the copy a finding about a fault may stand."""
    moved = next((c for c in changes if len(c.new) > LONGEST_PLACE), None)
    for change in changes:
        if change is not moved:
            yield Stretch(change.start, change.end)
    for each in (*candidate.touched, *candidate.rests_on, *candidate.shown):
        place = Stretch(copy.offset(each.start), copy.offset(each.end))
        gone = next((e for e in candidate.edits if not e.new and e.start <= each.start < e.end), None)
        if moved is not None and gone is not None:
            begins = moved.end - len(moved.new.lstrip("\n")) + each.start - gone.start
            place = Stretch(begins, begins + each.end - each.start)
        if place.end - place.start <= LONGEST_PLACE or candidate.family != "order":
            yield place
