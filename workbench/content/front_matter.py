"""Markdown with YAML front matter, taken apart with the line of every key.

Every value is text, as it stands in the file: `NO` is a question's id and `2026` a title, not a truth
value and a number. Anchors, aliases and tags have no use here and are refused.
"""

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

import yaml

from workbench.content.fitting import Key
from workbench.content.sheets import Sheet
from workbench.core.errors import ContentError

_FENCE = "---"
_DEEPEST = 6
_NULLS = ("", "~", "null")
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
"""What YAML allows in an escape only: control characters, and halves of characters that nothing can store."""
_TAKEN_OTHERWISE = re.compile("[\t\r\x85\u2028\u2029\ufeff]")
"""Of which the two readers of YAML differ in what they make."""
_CONTROL = "holds a control character"


def split(text: str, file: PurePath) -> tuple[Sheet, str]:
    """A file's front matter as a sheet, and its body without blank space around it, if only empty.

    Raises:
        ContentError: there is no front matter, it is not closed, or it is broken YAML.

    """
    if not text.strip():
        raise ContentError(file, "the file is empty")
    lines = text.split("\n")
    if lines[0].rstrip() != _FENCE:
        raise ContentError(file, "must begin with front matter: its keys between two lines of ---", 1)
    close = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() == _FENCE), None)
    if close is None:
        raise ContentError(file, "the front matter is not closed: put a line of --- after its last key", 1)
    return _sheet("\n".join(lines[1:close]) + "\n", file), "\n".join(lines[close + 1 :]).strip()


def _sheet(text: str, file: PurePath) -> Sheet:
    """The sheet of a front matter, read by the library in C where there is one: everybody waits for this.

    What that refuses is read again by the one in Python, which says what is wrong in words that are the same
    everywhere.
    """
    fast = getattr(yaml, "CBaseLoader", None)
    if fast is not None and not _TAKEN_OTHERWISE.search(text):
        try:
            return _Front(text, file, fast).sheet()
        except ContentError:
            pass
    return _Front(text, file, yaml.BaseLoader).sheet()


class _Front:
    """One walk over the events of a front matter."""

    def __init__(self, text: str, file: PurePath, loader: Any) -> None:
        self._text = text
        self._file = file
        self._loader = loader
        self._lines: dict[Key, int] = {(): 1}
        self._events: Iterator[Any] = iter(())

    def sheet(self) -> Sheet:
        try:
            # The reader inside refuses control characters as soon as it is given the text.
            self._events = iter(yaml.parse(self._text, Loader=self._loader))
            values = self._document()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            raise self._error(_broken(error), mark.line if mark else 0) from error
        except yaml.reader.ReaderError as error:
            line = self._text.count("\n", 0, error.position)
            raise self._error(_CONTROL, line) from error
        return Sheet(self._file, values, self._lines)

    def _document(self) -> dict[str, Any]:
        next(self._events)
        if isinstance(next(self._events), yaml.StreamEndEvent):
            return {}
        first = next(self._events)
        if not isinstance(first, yaml.MappingStartEvent):
            raise self._error("the front matter must be keys with values, such as title: Editor", 0)
        values: dict[str, Any] = self._value(first, ())
        next(self._events)
        more = next(self._events)
        if not isinstance(more, yaml.StreamEndEvent):
            raise self._error("the front matter goes on after its end", more.start_mark.line)
        return values

    def _value(self, event: Any, key: Key) -> Any:
        line = event.start_mark.line
        if isinstance(event, yaml.AliasEvent) or event.anchor or event.tag:
            raise self._error("anchors, aliases and tags (&, * and ! before a value) are not used here", line)
        if len(key) > _DEEPEST:
            raise self._error("is nested too deeply", line)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(key)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(key)
        if _UNFIT.search(event.value):
            raise self._error(_CONTROL, line)
        plain = not event.style
        return None if not event.value or (plain and event.value in _NULLS) else event.value

    def _mapping(self, key: Key) -> dict[str, Any]:
        values: dict[str, Any] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            line = event.start_mark.line
            if not isinstance(event, yaml.ScalarEvent):
                raise self._error("a key must be a word", line)
            name = event.value
            if _UNFIT.search(name):
                raise self._error(_CONTROL, line)
            if name in values:
                raise self._error(f"the key {name!r} stands twice", line)
            self._lines[(*key, name)] = self._place(line)
            values[name] = self._value(next(self._events), (*key, name))
        return values

    def _sequence(self, key: Key) -> list[Any]:
        values: list[Any] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            item = (*key, len(values))
            self._lines[item] = self._place(event.start_mark.line)
            values.append(self._value(event, item))
        return values

    def _place(self, line: int) -> int:
        """The line in the file: counted from 1, with the opening fence above."""
        return line + 2

    def _error(self, problem: str, line: int) -> ContentError:
        return ContentError(self._file, problem, self._place(line))


def _broken(error: yaml.MarkedYAMLError) -> str:
    """What is wrong with the YAML, with what usually helps."""
    problem = f"broken YAML: {error.problem or error.context}"
    if error.problem == "mapping values are not allowed here":
        return f"{problem}; a text with a colon in it needs quotes"
    return problem
