"""Which rows are shown or found: the words of a filter and of a search."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from workbench.core.errors import UsageError
from workbench.core.marks import Mark, Target
from workbench.core.outstanding import is_open, is_to_fix
from workbench.core.rows import Group, Row
from workbench.core.sources import Source, SourceKind
from workbench.core.text.display_text import neutralised, one_line, shortened
from workbench.tui.list_lines import asks_for_mark

_BY_WORD: Mapping[str, Callable[[Row], bool]] = {
    "fix": is_to_fix,
    "open": is_open,
    "new": lambda row: row.group is Group.NEW,
    "again": lambda row: row.group is Group.AGAIN,
    "fixed": lambda row: row.group is Group.FIXED,
    "unmarked": lambda row: asks_for_mark(row.standing),
    "marked": lambda row: _mark(row) is not None,
    "hit": lambda row: _mark(row) is Mark.HIT,
    "miss": lambda row: _mark(row) is Mark.MISS,
    "cant-tell": lambda row: _mark(row) is Mark.CANT_TELL,
    "deferred": lambda row: row.standing.deferred,
    "noted": lambda row: bool(row.standing.note),
    "readers": lambda row: _raised_by(row, SourceKind.READER),
    "judge": lambda row: _raised_by(row, SourceKind.QUESTION),
    "checks": lambda row: _raised_by(row, SourceKind.CHECK),
    "mine": lambda row: _raised_by(row, SourceKind.PERSON),
}
_ALSO_SAID = {
    "can't": "cant-tell",
    "tell": "cant-tell",
    "check": "checks",
    "reader": "readers",
    "me": "mine",
    "to": "fix",
}

_NAMED = 16
"""Cells of a word that is none."""
_SHOWN = (SourceKind.READER, SourceKind.QUESTION)

WORDS = tuple(_BY_WORD)
"""What a filter may say, besides the name or label of a source."""


@dataclass(frozen=True, slots=True)
class RowFilter:
    """The rows that are shown: those for which every word holds."""

    words: tuple[str, ...] = ()
    conditions: tuple[Callable[[Row], bool], ...] = ()

    def __call__(self, row: Row) -> bool:
        """Whether a row is shown."""
        return all(condition(row) for condition in self.conditions)

    def __str__(self) -> str:
        """The words, as they can be given again."""
        return " ".join(self.words)


EVERYTHING = RowFilter()
"""The filter that hides nothing."""


def row_filter(text: str, labels: Mapping[Source, str]) -> RowFilter:
    """The filter that a person wrote; nothing, or `all`, shows everything.

    Raises:
        UsageError: a word is neither a kind of mark nor a source of this list.
    """
    words = list(dict.fromkeys(_ALSO_SAID.get(word, word) for word in text.split() if word != "all"))
    return RowFilter(tuple(words), tuple(_condition(word, labels) for word in words))


def filter_hint(labels: Mapping[Source, str]) -> str:
    """What a filter may say, whole: in two lines of 80 cells."""
    return f"{' '.join(WORDS)} all; who raised it, as the list names them: {_some(labels)}"


def _mark(row: Row) -> Mark | None:
    """The mark that counts, as above the list: none where it is asked anew."""
    return None if row.standing.returned else row.standing.mark


def _condition(word: str, labels: Mapping[Source, str]) -> Callable[[Row], bool]:
    if word.lower() in _BY_WORD:
        return _BY_WORD[word.lower()]
    named = frozenset(
        source
        for source, label in labels.items()
        if word.casefold() in (label.casefold(), source.name.casefold())
    )
    if not named:
        asked = shortened(one_line(word), _NAMED)
        raise UsageError(
            f"No row is “{asked}”: ask again to see the words; sources work too: {_some(labels)}."
        )
    return lambda row: not named.isdisjoint(row.sources)


def _some(labels: Mapping[Source, str]) -> str:
    """A label of each kind of source."""
    of_kind = {source.kind: label for source, label in reversed(list(labels.items()))}
    return ", ".join([of_kind[kind] for kind in _SHOWN if kind in of_kind]) or "R5"


def _raised_by(row: Row, kind: SourceKind) -> bool:
    return any(source.kind is kind for source in row.sources)


class Found(NamedTuple):
    """Where a row says some words."""

    where: str
    """Where, as one says it; empty for the words that its line shows."""
    said: str

    def excerpt(self, words: str, room: int) -> str:
        """So many cells of what is said there, with the words among them."""
        said = one_line(neutralised(self.said))
        places = (form.search(said) for form in _forms(one_line(words)))
        at = next((place.start() for place in places if place), 0)
        start = max(0, at - max(0, room - len(words)) // 2)
        # Between words where one is near.
        start = 0 if start == 0 else said.find(" ", start, at) + 1 or start
        before = "… " if start else ""
        return before + shortened(said[start:], room - len(before))


def finding_rows(rows: Iterable[Row], words: str) -> dict[Target, Found]:
    """Where rows say these words, whatever their case: on their line, else in the first place that does.

    Where any row says them from the beginning of a word, only such rows: *Ann* is not looked for in *cannot*.
    """
    listed = tuple(rows)
    for form in _forms(words):
        places = {row.target: place for row in listed if (place := _first(row, form))}
        if places:
            return places
    return {}


def _forms(words: str) -> Iterator[re.Pattern[str]]:
    """What says these words, the best first; in scripts without spaces a word begins anywhere."""
    sought = re.escape(words)
    if words[:1].isascii() and words[:1].isalnum():
        yield re.compile(rf"(?<!\w){sought}", re.IGNORECASE)
    yield re.compile(sought, re.IGNORECASE)


def _first(row: Row, form: re.Pattern[str]) -> Found | None:
    return next((place for place in _said(row) if form.search(place.said)), None)


def _said(row: Row) -> Iterable[Found]:
    yield Found("", row.headline)
    yield Found("in your note", row.standing.note)
    if answer := row.answer:
        yield Found("in its question", answer.question)
        yield from (
            Found("in the words it is about", answer.quote),
            Found("in what follows", answer.consequence),
        )
    if row.reading:
        yield Found("", row.reading.about)
        yield Found("in whom it is for", row.reading.for_whom)
    for finding in row.findings:
        of_it = "" if finding is row.lead else " in a finding of it"
        yield Found(of_it.strip() or "in what it says", finding.problem)
        yield Found(of_it.strip() or "in what follows", finding.consequence)
        yield Found(f"in the change{of_it}", finding.change)
        yield Found(f"in the words{of_it or ' it is about'}", finding.quote)
