"""Figures, which nobody has seen, and those that no sentence stands beside."""

import re
from collections.abc import Iterator
from itertools import pairwise

from workbench.checks.facts.sentences import Words
from workbench.checks.outcome import printable
from workbench.checks.regex import regex
from workbench.checks.text.code import Prose
from workbench.checks.text.markdown import Link

MOST_FIGURES = 20
"""Figures named one by one; the rest are counted."""
MOST_LINES = 10
"""Lines of figures that stand alone that are named."""

_BADGE = regex(r"badge|shields\.io|/actions/workflows/", re.I)
_IMAGES = regex(
    r"!\[[^\[\]]{0,1000}\](?:\([^()\s]{0,2000}(?:\s[^()]{0,300})?\)|\[[^\[\]]{0,300}\])?|[\[\]()]"
)
_LETTER = regex(r"[^\W\d_]")
_FEWEST_LETTERS = 12
"""Of a paragraph that can say something about a figure."""


def figures(words: Words) -> Iterator[str]:
    """A line for each figure with its alternative text, and one on those with no sentence beside them."""
    page = words.page
    named = page.document.figures
    for figure in named[:MOST_FIGURES]:
        yield f"Figure, not seen: {_described(figure.alt)}."
    if len(named) > MOST_FIGURES:
        yield f"{len(named) - MOST_FIGURES} more figures, not seen."
    alone = list(_alone(words))
    if alone:
        lines = ", ".join(map(str, alone[:MOST_LINES])) + (", ..." if len(alone) > MOST_LINES else "")
        yield f"Figures without a sentence beside them, badges left out: {len(alone)} (line {lines})."


def _described(alt: str) -> str:
    words = printable(alt)
    return f'"{words[:120]}"' if words else "no alt text"


def _alone(words: Words) -> Iterator[int]:
    """The lines of figures with no sentence in their own, previous or next stretch of words."""
    page, prose = words.page, words.counted
    shown = iter([link for link in page.markdown.links if link.figure and not _BADGE.search(link.target)])
    end_of_all = len(page.text) if words.whole else prose[-1].start
    figure = next(shown, None)
    for place, (_, end) in enumerate(pairwise([*(each.start for each in prose), end_of_all])):
        while figure is not None and figure.start < end:
            if not _is_told(prose, place, figure):
                yield page.line(figure.start)
            figure = next(shown, None)


def _is_told(prose: tuple[Prose, ...], place: int, figure: Link) -> bool:
    if figure.start < prose[place].start or prose[place].role == "cell":
        # Before all words, or in a table, whose other cells say what it is.
        return prose[place].role == "cell"
    before = prose[place - 1 : place] if place and prose[place].role != "heading" else ()
    return any(_says(each) for each in (*before, *prose[place : place + 2]))


def _says(prose: Prose) -> bool:
    """Whether a stretch of words is no heading and holds more than pictures."""
    if prose.role == "heading":
        return False
    left = _IMAGES.sub(" ", prose.masked())
    return sum(1 for _ in _LETTER.finditer(left[:5_000])) >= _FEWEST_LETTERS
