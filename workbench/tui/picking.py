"""Choosing words of a text with the arrow keys."""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from workbench.core.readings import Span
from workbench.tui.source_layout import SourceLayout

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\s\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
"""One character of a script that is written without spaces, or a run of anything else."""

_OPENING = ("Ps", "Pi")
"""Signs of these categories begin what follows."""

Direction = Literal["left", "right", "up", "down"]


@dataclass(frozen=True, slots=True)
class Pick:
    """The words from the one held to the one the caret is on."""

    held: int
    caret: int
    """Both are numbers of words in the text."""
    extending: bool = False
    """Whether moving leaves the held word where it is."""
    proposed: bool = False
    """Whether the person has neither moved nor held it yet: then it is where to begin, and no choice."""


@dataclass(frozen=True)
class Words:
    """The words of a text, which picks are made of."""

    text: str

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Start and end of every word; signs alone are none, but in a text that holds nothing else."""
        found = [match.span() for match in _WORD.finditer(self.text)]
        words: list[tuple[int, int]] = []
        for start, end in found:
            if any(map(str.isalnum, self.text[start:end])):
                words.append((start, end))
            elif words and words[-1][1] == start and unicodedata.category(self.text[start]) not in _OPENING:
                # Where nothing sets words apart, a sign ends the one before it.
                words[-1] = (words[-1][0], end)
        return tuple(words or found)

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self.spans]

    def at(self, offset: int) -> Pick | None:
        """The word at an offset, else the one before; None in a text without words."""
        if not self.spans:
            return None
        word = max(0, bisect_right(self._starts, offset) - 1)
        return Pick(word, word)

    def span(self, pick: Pick) -> Span:
        """The words that are picked."""
        first, last = sorted((pick.held, pick.caret))
        return Span(self.spans[first][0], self.spans[last][1])

    def moved(self, pick: Pick, direction: Direction, layout: SourceLayout, extend: bool = False) -> Pick:
        """The pick after an arrow key: a word aside, or the nearest word a row up or down."""
        if direction in ("left", "right"):
            caret = pick.caret + (1 if direction == "right" else -1)
        else:
            caret = self._a_row_away(pick.caret, -1 if direction == "up" else 1, layout)
        caret = max(0, min(len(self.spans) - 1, caret))
        extending = pick.extending or extend
        return Pick(pick.held if extending else caret, caret, extending)

    def _a_row_away(self, caret: int, by: int, layout: SourceLayout) -> int:
        here = self._starts[caret]
        row = layout.row_of(here)
        column = here - layout.rows[row].start
        target = row + by
        while 0 <= target < len(layout.rows):
            wanted = layout.rows[target]
            inside = [
                word
                for word in range(
                    bisect_right(self._starts, wanted.start - 1), bisect_right(self._starts, wanted.end - 1)
                )
            ]
            if inside:
                return min(inside, key=lambda word: abs(self._starts[word] - wanted.start - column))
            target += by
        return caret


def toggled(pick: Pick) -> Pick:
    """The pick with the first word held from now on, or let go."""
    if pick.extending:
        return Pick(pick.caret, pick.caret)
    return replace(pick, extending=True, proposed=False)
