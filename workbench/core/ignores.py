"""Comments in a text that ask for what a check proves to be ignored there, once the person accepts them.

`<!-- workbench: ignore links because the page is made by the build -->` stands for its line; on a line of its
own for the block that follows, and within a list or a quote for the next line.
"""

import re
from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from workbench.core.readings import Finding
from workbench.core.text.document import Document

NEVER = frozenset({"secrets", "hidden"})
"""Checks whose faults no comment can have ignored: they guard the person against the text."""

_COMMENT = re.compile(r"<!--\s{0,9}workbench:\s{0,9}ignore\b(?P<said>(?:(?!-->)[^\n]){0,400})-->")
_SAID = re.compile(r"\s+(?P<check>[a-z][a-z0-9-]*)\s+because\s+(?P<reason>\S.*?)\s*", re.S)
_FORM = "write `<!-- workbench: ignore CHECK because REASON -->`"


@dataclass(frozen=True, slots=True)
class Ignore:
    """One such comment."""

    comment: str
    """Exactly as it stands in the text: what the person accepts."""
    line: int
    """1-based, where it stands."""
    check: str = ""
    reason: str = ""
    first: int = 0
    last: int = 0
    """The 1-based lines that it stands for."""
    refused: str = ""
    """Why it can never be heeded, in a sentence; empty where it can."""

    def covers(self, fault: Finding, document: Document) -> bool:
        """Whether a fault is what it is about, and where."""
        if self.refused or fault.asks != self.check or fault.span is None:
            return False
        return self.first <= document.line_of(fault.span.start) <= self.last


@lru_cache(maxsize=64)
def ignores_of(text: str) -> tuple[Ignore, ...]:
    """Every such comment of a text outside code, in order; those that cannot be heeded say why."""
    if "workbench:" not in text:
        return ()
    document = Document(text)
    code = {line for lines in document.fenced_lines for line in lines}
    found = []
    for comment in _COMMENT.finditer(text):
        line = document.line_of(comment.start())
        start = document.line_starts[line - 1]
        # An odd number of backticks before it on its line: it stands in code itself.
        if line not in code and text.count("`", start, comment.start()) % 2 == 0:
            found.append(_ignore(document, comment, line))
    return tuple(found)


def waiting(text: str, accepted: Collection[str]) -> tuple[Ignore, ...]:
    """The comments of a text that would be heeded if the person accepted them; each wording once."""
    asked = {each.comment: each for each in reversed(ignores_of(text)) if not each.refused}
    return tuple(each for each in reversed(asked.values()) if each.comment not in accepted)


def refused(text: str) -> tuple[str, ...]:
    """What is wrong with the comments of a text that can never be heeded, a sentence each."""
    return tuple(f"Line {each.line}: {each.refused}" for each in ignores_of(text) if each.refused)


def reason_to_ignore(fault: Finding, text: str, accepted: Collection[str]) -> str:
    """Why an accepted comment has a fault of this text ignored; empty where none does."""
    if not accepted or fault.asks in NEVER:
        return ""
    document = Document(text)
    return next(
        (
            each.reason
            for each in ignores_of(text)
            if each.comment in accepted and each.covers(fault, document)
        ),
        "",
    )


def _ignore(document: Document, comment: re.Match[str], line: int) -> Ignore:
    said = _SAID.fullmatch(comment["said"])
    if said is None:
        return Ignore(comment[0], line, refused=f"this comment has nothing ignored: {_FORM}.")
    if said["check"] in NEVER:
        return Ignore(
            comment[0], line, said["check"], refused=f"what `{said['check']}` finds is never ignored."
        )
    first, last = _lines(document, comment, line)
    return Ignore(comment[0], line, said["check"], said["reason"], first, last)


def _lines(document: Document, comment: re.Match[str], line: int) -> tuple[int, int]:
    """The lines that a comment stands for: its own, the next one, or the whole next block."""
    if document.lines[line - 1].strip() != comment[0]:
        return line, line
    starts = [start for start, _ in document.block_lines]
    place = bisect_left(starts, line)
    if starts[place : place + 1] != [line]:
        return line, line + 1
    after = starts[place + 2] - 1 if place + 2 < len(starts) else len(document.lines)
    return line, after
