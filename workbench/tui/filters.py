"""Which rows are shown or found: the words of a filter and of a search."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from workbench.core.errors import UsageError
from workbench.core.marks import Mark
from workbench.core.rows import Row
from workbench.core.sources import Source, SourceKind
from workbench.tui.list_lines import asks_for_mark

_BY_WORD: Mapping[str, Callable[[Row], bool]] = {
    "unmarked": lambda row: asks_for_mark(row.standing),
    "marked": lambda row: row.standing.mark is not None,
    "hit": lambda row: row.standing.mark is Mark.HIT,
    "miss": lambda row: row.standing.mark is Mark.MISS,
    "cant-tell": lambda row: row.standing.mark is Mark.CANT_TELL,
    "deferred": lambda row: row.standing.deferred,
    "noted": lambda row: bool(row.standing.note),
    "readers": lambda row: _raised_by(row, SourceKind.READER),
    "judge": lambda row: _raised_by(row, SourceKind.QUESTION),
    "checks": lambda row: _raised_by(row, SourceKind.CHECK),
    "mine": lambda row: _raised_by(row, SourceKind.PERSON),
}
_ALSO_SAID = {"can't": "cant-tell", "tell": "cant-tell", "check": "checks", "reader": "readers", "me": "mine"}

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
    """What a filter may say, in one line whose end is what may be cut off first."""
    words = [word for word in WORDS if word != "marked"]
    source = next(iter(labels.values()), "R5")
    return f"{' '.join(words)} or {source}; marked; several at once; all"


def _condition(word: str, labels: Mapping[Source, str]) -> Callable[[Row], bool]:
    if word.lower() in _BY_WORD:
        return _BY_WORD[word.lower()]
    named = frozenset(
        source
        for source, label in labels.items()
        if word.casefold() in (label.casefold(), source.name.casefold())
    )
    if not named:
        raise UsageError(f"No row is {word!r}: say {', '.join(WORDS)}, or a source such as {_some(labels)}.")
    return lambda row: not named.isdisjoint(row.sources)


def _some(labels: Mapping[Source, str]) -> str:
    return ", ".join(list(dict.fromkeys(labels.values()))[:3]) or "R5"


def _raised_by(row: Row, kind: SourceKind) -> bool:
    return any(source.kind is kind for source in row.sources)


def holds(row: Row, words: str) -> bool:
    """Whether a row says these words, whatever their case."""
    return any(words.casefold() in said.casefold() for said in _said(row))


def _said(row: Row) -> Iterable[str]:
    yield row.standing.note
    if row.answer:
        answer = row.answer
        yield from (answer.question, answer.reason, answer.quote, answer.consequence)
    if row.reading:
        yield from (row.reading.about, row.reading.for_whom)
    for finding in row.findings:
        yield from (finding.problem, finding.consequence, finding.change, finding.quote)
