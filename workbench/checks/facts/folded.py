"""What a page hides until a reader opens it: `<details>`."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from workbench.checks.facts.sentences import quoted
from workbench.checks.regex import regex
from workbench.checks.text.page import Page

MOST_FOLDED = 6
"""Folded places that are described; the rest are counted."""

_TAG = regex(r"<(?P<close>/?)details\b[^<>]{0,300}>", re.I)
_SUMMARY = regex(r"<summary\b[^<>]{0,300}>(?P<words>.{1,300}?)</summary", re.I | re.S)
_MARKUP = regex(r"<[^<>]{1,300}>|[*_`#]")


def folded(page: Page) -> Iterator[str]:
    """A line for each outermost `<details>` with what it hides, and one for those that are not described."""
    found = list(_places(page))
    for start, end in found[:MOST_FOLDED]:
        lines = page.line(end) - page.line(start) + 1
        inside = [
            _counted(sum(start < heading.start < end for heading in page.markdown.headings), "heading"),
            _counted(sum(start < block.start < end for block in page.markdown.blocks), "block of code"),
            _counted(sum(start < link.start < end for link in page.markdown.links), "link or image"),
        ]
        holds = ", ".join(filter(None, [_counted(lines, "line"), *inside]))
        yield f"Folded away at line {page.line(start)}{_summary(page, start, end)}: {holds}."
    if len(found) > MOST_FOLDED:
        yield f"{len(found) - MOST_FOLDED} more places are folded away."


def _places(page: Page) -> Iterator[tuple[int, int]]:
    """Start and end of each `<details>` that is in no other; one that is never closed goes on to the end."""
    spans = [(span.start, span.end) for prose in page.markdown.prose for span in prose.spans]
    unread = sorted([*((b.start, b.end) for b in page.markdown.blocks), *page.markdown.comments, *spans])
    depth, begin = 0, 0
    for tag in _TAG.finditer(page.text):
        if _is_in(unread, tag.start()):
            continue
        if not tag["close"]:
            begin = begin if depth else tag.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield begin, tag.start()
    if depth:
        yield begin, len(page.text)


def _is_in(places: Sequence[tuple[int, int]], offset: int) -> bool:
    before = bisect_right(places, (offset, len(places) and 1 << 60)) - 1
    return before >= 0 and offset < places[before][1]


def _summary(page: Page, start: int, end: int) -> str:
    found = _SUMMARY.search(page.text, start, min(end, start + 1_000))
    return f", {quoted(_MARKUP.sub('', found['words']))}" if found else ""


def _counted(count: int, what: str) -> str:
    plural = {"block of code": "blocks of code", "link or image": "links and images"}.get(what, f"{what}s")
    return "" if not count else f"1 {what}" if count == 1 else f"{count} {plural}"
