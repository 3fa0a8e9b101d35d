"""What an edit did: two texts as lines of one column, with the words that changed inside a line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from workbench.core.text.diff import Gap, between, matched

AROUND = 3
"""Lines that are kept in sight before and after a change."""
_ALIKE = 0.3
"""Least share of a line's letters that must have stayed for the line to count as reworked, not as another."""
_WORD = re.compile(r"[A-Za-z0-9_\u00aa-\u024f\u0300-\u1fff]+|\s+|.", re.DOTALL)
"""A word of an alphabet, white space, or one character: of a script without spaces every one stands alone."""

Stretch = tuple[int, int]
"""Start and end of some characters of a line."""


class Side(StrEnum):
    """Which of the two texts a line is in."""

    BOTH = "both"
    OLD = "old"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of either text."""

    side: Side
    old: int | None
    """1-based line of the old text; None where it is not there."""
    new: int | None
    """1-based line of the new text; None where it is not there."""
    text: str
    changed: tuple[Stretch, ...] | None = None
    """Where a line was reworked the words that the other text does not have; None for any other line."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Unchanged lines that are not listed."""

    old: int
    """1-based first of them in the old text."""
    new: int
    """1-based first of them in the new text."""
    lines: int


@dataclass(frozen=True, slots=True)
class RevisionDiff:
    """Two texts in one column."""

    lines: tuple[DiffLine | Fold, ...] = ()
    changes: tuple[int, ...] = ()
    """The index at which each change begins."""
    added: int = 0
    """Lines that only the new text has."""
    removed: int = 0
    """Lines that only the old text has."""

    @property
    def counts(self) -> str:
        """Both, as a diff writes them; empty where the texts are the same."""
        return " ".join(f"{sign}{n}" for sign, n in (("+", self.added), ("-", self.removed)) if n)


def revision_diff(old: str, new: str, around: int | None = AROUND) -> RevisionDiff:
    """The lines of two texts in order, those far from any change folded; with `around` None none is."""
    was, now = _lines(old), _lines(new)
    gaps = between(matched(was, now), Gap(0, len(was), 0, len(now)))
    lines: list[DiffLine | Fold] = []
    changes: list[int] = []
    at = Gap(0, 0, 0, 0)
    for number, gap in enumerate(gaps):
        lines += _kept(now, at.old_end, at.new_end, gap.new - at.new_end, around, bool(number), True)
        changes.append(len(lines))
        lines += _changed(was, now, gap)
        at = gap
    if gaps or around is None:
        lines += _kept(now, at.old_end, at.new_end, len(now) - at.new_end, around, bool(gaps), False)
    return RevisionDiff(
        tuple(lines),
        tuple(changes),
        sum(gap.new_end - gap.new for gap in gaps),
        sum(gap.old_end - gap.old for gap in gaps),
    )


def _lines(text: str) -> list[str]:
    """A text's lines; whether the last one ends with a newline does not matter."""
    return text.removesuffix("\n").split("\n") if text else []


def _kept(
    lines: Sequence[str], old: int, new: int, count: int, around: int | None, after: bool, before: bool
) -> Iterator[DiffLine | Fold]:
    """Unchanged lines from two 0-based indexes on, the middle folded; `after` and `before` a change."""
    head = tail = count
    if around is not None:
        head, tail = around * after, around * before
    # A fold that stands for one line takes as much room as the line.
    if count - head - tail <= 1:
        head, tail = count, 0
    for at in range(count):
        if at < head or at >= count - tail:
            yield DiffLine(Side.BOTH, old + at + 1, new + at + 1, lines[new + at])
        elif at == head:
            yield Fold(old + at + 1, new + at + 1, count - head - tail)


def _changed(was: Sequence[str], now: Sequence[str], gap: Gap) -> Iterator[DiffLine]:
    """The old lines of a change, then the new ones."""
    removed, added = was[gap.old : gap.old_end], now[gap.new : gap.new_end]
    gone, come = _stayed(removed, added)
    for at, line in enumerate(removed):
        yield DiffLine(Side.OLD, gap.old + at + 1, None, line, _others(line, gone[at]))
    for at, line in enumerate(added):
        yield DiffLine(Side.NEW, None, gap.new + at + 1, line, _others(line, come[at]))


def _stayed(old: Sequence[str], new: Sequence[str]) -> tuple[list[list[Stretch]], list[list[Stretch]]]:
    """For each line of both sides of a change the stretches that the other side has too."""
    # Where a line breaks is no word: a paragraph that was wrapped anew has stayed.
    words, others = (_WORD.findall(" ".join(lines)) for lines in (old, new))
    starts = list(accumulate(map(len, words), initial=0))
    other_starts = list(accumulate(map(len, others), initial=0))
    mine: list[Stretch] = []
    theirs: list[Stretch] = []
    for run in matched(*(["" if word.isspace() else word for word in side] for side in (words, others))):
        if any(word[0].isalnum() for word in words[run.old : run.old + run.length]):
            mine.append((starts[run.old], starts[run.old + run.length]))
            theirs.append((other_starts[run.new], other_starts[run.new + run.length]))
    return _by_line(old, mine), _by_line(new, theirs)


def _by_line(lines: Sequence[str], stretches: Sequence[Stretch]) -> list[list[Stretch]]:
    """Stretches of lines joined by newlines, given in order, as stretches of each line."""
    found: list[list[Stretch]] = []
    begin = place = 0
    for line in lines:
        end = begin + len(line)
        while place < len(stretches) and stretches[place][1] <= begin:
            place += 1
        here: list[Stretch] = []
        for start, stop in stretches[place:]:
            if start >= end:
                break
            here.append((max(start, begin) - begin, min(stop, end) - begin))
        found.append(here)
        begin = end + 1
    return found


def _others(line: str, stayed: Sequence[Stretch]) -> tuple[Stretch, ...] | None:
    """What of a line did not stay, white space at its ends left out; None where hardly any of it stayed."""
    kept = sum(_letters(line[start:end]) for start, end in stayed)
    if kept < _ALIKE * _letters(line) or not kept:
        return None
    edges = [0, *(edge for stretch in stayed for edge in stretch), len(line)]
    changed: list[Stretch] = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        words = line[start:end]
        start, end = start + len(words) - len(words.lstrip()), start + len(words.rstrip())
        if start >= end:
            continue
        # Two words that differ are one change, whatever stands between them that is no word.
        if changed and not _letters(line[changed[-1][1] : start]):
            start = changed.pop()[0]
        changed.append((start, end))
    return tuple(changed)


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))
