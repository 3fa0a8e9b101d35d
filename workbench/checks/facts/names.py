"""Names that a text uses, and whether anything explains them by then, as far as the shape of it tells."""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from workbench.checks.facts.sentences import Sentence, Words
from workbench.checks.outcome import printable
from workbench.checks.regex import regex
from workbench.checks.text.page import Page

MOST_NAMES = 12
"""Names that are listed; the rest are counted."""
LONGEST_NAME = 40

_NAME = regex(
    r"(?<![\w.@/#-])(?:"
    r"[A-Z][A-Z0-9]{1,9}s?"  # an abbreviation
    r"|[A-Z]?[a-z]{1,20}[A-Z][A-Za-z0-9]{0,20}"  # one word with a capital letter inside
    r"|(?P<plain>[A-Z][a-z]{2,20}(?:[ ][A-Z][a-z]{2,20}){0,2})"
    r")(?![\w@/-]|\.\w)"
)
_IDENTIFIER = regex(r"[A-Za-z][\w-]{1,38}[A-Za-z0-9]")
_WITHIN = regex(r"[a-z0-9,;)\u3041-\u30ff\u3400-\u9fff][ ]?\Z")
"""What stands before a word with a capital letter where no sentence, line or heading begins with it."""
_EXPLAINS_AFTER = regex(
    r"[*_]{0,3}(?:\s?[(（]|\s+(?:is|are|means?|stands\s+for|refers\s+to|denotes)\b|\s?[—–:=]"
    r"|,\s+(?:an?|the|our|which|whose|short\s+for|i\.e\.)\b|とは|というのは|[」』]?という|は、)",
    re.I,
)
_EXPANDED = regex(r"\w\s?[(（][*_]{0,3}\Z")
_MARKED_BEFORE, _MARKED_AFTER = regex(r"[*_\[「『]\Z"), regex(r"[*_\]」』]")


class Name(NamedTuple):
    """A name, with where it is used and whether that explains it."""

    text: str
    line: int
    """1-based, of its first use."""
    times: int
    explained: bool
    """Whether its first use explains it, or stands in a heading, a link or emphasis."""


def names(words: Words, known: Collection[str]) -> tuple[Name, ...]:
    """The names in a page in the order of their first use, but for those of its title and those known."""
    title = {word.casefold() for word in re.findall(r"\w+", words.page.document.title or "")}
    found: dict[str, list[tuple[Sentence, bool]]] = {}
    for sentence in words.everything:
        for name, explains in _uses(sentence):
            if name not in known and not title.issuperset(name.casefold().split()):
                found.setdefault(name, []).append((sentence, explains))
    return tuple(Name(name, uses[0][0].line, len(uses), uses[0][1]) for name, uses in found.items())


def unexplained(found: tuple[Name, ...]) -> Iterator[str]:
    """One line on the names whose first use explains nothing: candidates, since a reader may know them."""
    bare = [name for name in found if not name.explained]
    if not bare:
        return
    listed = [f"{name.text} (line {name.line}{_times(name.times)})" for name in bare[:MOST_NAMES]]
    more = f", and {len(bare) - MOST_NAMES} more" if len(bare) > MOST_NAMES else ""
    yield (
        f"Names whose first use is not beside an explanation (candidates only): {', '.join(listed)}{more}."
    )


def opening(page: Page, found: tuple[Name, ...]) -> Iterator[str]:
    """The lines before the first section, and the names that are new in them."""
    second = next((heading for heading in page.document.headings if heading.level == 2), None)
    if second is None:
        yield f"No second-level heading; {_lines(len(page.document.lines))} in all."
        return
    yield f"{_lines(second.line - 1)} before the first second-level heading."
    new = [name.text for name in found if name.line < second.line]
    new += [name for name in _identifiers(page, second.start) if name not in new]
    if new:
        more = f", and {len(new) - MOST_NAMES} more" if len(new) > MOST_NAMES else ""
        yield f"New names in these lines: {', '.join(new[:MOST_NAMES])}{more}."


def _uses(sentence: Sentence) -> Iterator[tuple[str, bool]]:
    """The names in a sentence, each with whether it is explained there."""
    words, prose = sentence.words, sentence.prose
    heading = prose.role == "heading" or (prose.cell is not None and prose.cell.column == 0)
    for found in _NAME.finditer(words):
        before = words[max(0, found.start() - 12) : found.start()]
        name = found[0]
        if found["plain"] and not _WITHIN.search(before):
            # A sentence begins with a capital letter anyway: what follows it in the run is the name.
            name = name.partition(" ")[2]
        after = words[found.end() : found.end() + 24]
        marked = _MARKED_BEFORE.search(before) and _MARKED_AFTER.match(after)
        told = _EXPLAINS_AFTER.match(after) or _EXPANDED.search(before)
        if name:
            yield name[:LONGEST_NAME], heading or bool(marked or told)


def _identifiers(page: Page, end: int) -> list[str]:
    """The single words in code before an offset, but for the title's."""
    title = (page.document.title or "").casefold()
    spans = (span for prose in page.markdown.prose if prose.start < end for span in prose.spans)
    return [
        name
        for name in dict.fromkeys(printable(span.text) for span in spans if _IDENTIFIER.fullmatch(span.text))
        if name.casefold() not in title
    ]


def _times(count: int) -> str:
    return "" if count == 1 else f", {count} times"


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"
