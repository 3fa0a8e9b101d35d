"""The questions of a rubric's text, changed line by line, so that all else stays as it was typed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePath

from workbench.content import front_matter
from workbench.core.errors import ContentError, UsageError
from workbench.core.shelf import QuestionChange

_FILE = PurePath("the rubric")
_ITEM = re.compile(r"\s*- +\S")
_BY_HAND = "The questions are written in a way that only a person can change: edit the text."
_NEW = (
    "{item}- id: {id}",
    "{inside}ask:",
    "{inside}on_fail: fix",
    "{inside}dominant: false",
    "{inside}owns: own-",
    "{inside}fixable_by: content",
    "{inside}meets:",
    "{inside}fails:",
)
"""What is left empty is said to be missing until it is written, so that nobody asks a question half made."""


@dataclass(frozen=True, slots=True)
class _Questions:
    """Where each question stands among the lines of a text."""

    lines: list[str]
    starts: list[int]
    """Indexes of their first lines, and behind them that of the first line that is no question's."""
    keys: Mapping[tuple[str | int, ...], int]
    """Indexes of the lines of their keys."""
    ids: list[str]


def lines_of_questions(text: str) -> tuple[int, ...]:
    """The 1-based line at which each question begins; empty where the text's keys are broken."""
    try:
        return tuple(start + 1 for start in _questions(text).starts[:-1])
    except (UsageError, ContentError):
        return ()


def with_change(text: str, change: QuestionChange) -> str:
    """A text with its questions changed.

    Raises:
        UsageError: they are not written one below the other, each with its keys on lines of their own.
    """
    try:
        found = _questions(text)
    except ContentError as error:
        raise UsageError(f"{error}: put that right first.") from error
    if not 0 <= change.at < len(found.ids):
        raise UsageError("There is no such question.")
    if change.to is not None:
        return _moved(found, change.at, change.to)
    if change.add:
        return _added(found, change.at)
    lines = list(found.lines)
    if change.on_fail is not None:
        _set(lines, found, change.at, "on_fail", change.on_fail)
    if change.dominant is not None:
        _set(lines, found, change.at, "dominant", str(change.dominant).lower())
    return "\n".join(lines)


def _questions(text: str) -> _Questions:
    sheet, _ = front_matter.split(text, _FILE)
    questions, lines = sheet.values.get("questions"), text.split("\n")
    if not isinstance(questions, list) or not questions:
        raise UsageError("It has no questions yet: write the first one in the text.")
    keys = {key: line - 1 for key, line in sheet.lines.items()}
    starts = [keys["questions", n] for n in range(len(questions))]
    if any(not _ITEM.match(lines[start]) for start in starts) or any(a >= b for a, b in pairwise(starts)):
        raise UsageError(_BY_HAND)
    close = next(n for n, line in enumerate(lines[1:], 1) if line.rstrip() == "---")
    after = (line for key, line in keys.items() if len(key) == 1 and line > starts[-1])
    ids = [str(q.get("id", "")) if isinstance(q, dict) else "" for q in questions]
    return _Questions(lines, [*starts, min(after, default=close)], keys, ids)


def _moved(found: _Questions, at: int, to: int) -> str:
    blocks = [found.lines[start:end] for start, end in pairwise(found.starts)]
    blocks.insert(max(0, min(len(blocks) - 1, to)), blocks.pop(at))
    before, after = found.lines[: found.starts[0]], found.lines[found.starts[-1] :]
    return "\n".join([*before, *(line for block in blocks for line in block), *after])


def _added(found: _Questions, at: int) -> str:
    first = found.lines[found.starts[at]]
    item = first[: first.index("-")]
    inside = item + " " * (len(first) - len(first[len(item) + 1 :].lstrip()) - len(item))
    new = [line.format(item=item, inside=inside, id=_next_id(found.ids)) for line in _NEW]
    end = found.starts[at + 1]
    return "\n".join([*found.lines[:end], *new, *found.lines[end:]])


def _next_id(ids: list[str]) -> str:
    """An id that none of them has, with the letters of the last one."""
    named = re.match(r"[A-Z]+", ids[-1])
    letters = named[0] if named else "Q"
    numbers = [int(id[len(letters) :]) for id in ids if re.fullmatch(rf"{letters}[0-9]{{1,6}}", id)]
    return f"{letters}{max(numbers, default=0) + 1}"


def _set(lines: list[str], found: _Questions, at: int, key: str, value: str) -> None:
    """Put a value behind a key of a question, or both below where its `on_fail` stands."""
    line = found.keys.get(("questions", at, key))
    if line is not None:
        written = re.fullmatch(rf"(\s*(?:- +)?{key}:)\s+[\w\"']+(\s*(?:#.*)?)", lines[line])
        if written is None:
            raise UsageError(_BY_HAND)
        lines[line] = f"{written[1]} {value}{written[2]}"
        return
    beside = found.keys.get(("questions", at, "on_fail"))
    if beside is None:
        raise UsageError("It has no on_fail: write that in the text first.")
    indent = re.match(r"\s*(- +)?", lines[beside])
    assert indent is not None, "this matches any line"
    lines.insert(beside + 1, f"{' ' * len(indent[0])}{key}: {value}")
