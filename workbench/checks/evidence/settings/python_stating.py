"""Whether a Python file may state a default for a name, told by what stands around the name.

Rather too many than too few: a file that may is parsed then.
"""

import re
from collections.abc import Iterator

from workbench.checks.regex import regex

LONGEST_SIGNATURE = 5_000
"""Characters from a `def` to a parameter of it."""
LONGEST_CALL = 400
"""Characters from the name of a function to the key that it is asked for."""

_GETTER = regex(r"(?:get|option|setting|conf|value|param|pop)\w*\s*\(", re.I)
_FILLED = regex(r"=\s*\{")
_TABLE = regex(r"(?:default|config|settings|options)\w*\s*(?::.*)?\Z|:[^\n]*\Z", re.I)
_INNER = regex(r"(?:async[ \t]+)?def\b")
_SPACE = " \t"


class Stating:
    """One file of Python."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._has_table: bool | None = None

    def may(self, name: str) -> bool:
        """Whether a parameter, a field, a key with a fallback or a table may state a default for a name."""
        return any(self._may_here(at, at + len(name)) for at in self._places(name))

    def _places(self, name: str) -> Iterator[int]:
        text = self._text
        at = text.find(name)
        while at >= 0:
            before, after = text[at - 1 : at] if at else "", text[at + len(name) : at + len(name) + 1]
            if not (before.isalnum() or before == "_" or after.isalnum() or after == "_"):
                yield at
            at = text.find(name, at + 1)

    def _may_here(self, start: int, end: int) -> bool:
        text = self._text
        behind = text[end : end + 200]
        if behind[:1] in ("'", '"'):
            mark = behind.lstrip("'\"").lstrip()[:1]
            if mark == ":":
                return self._tabled()
            return mark in (",", ")", "#", "\\") and self._is_asked(start)
        mark = behind.lstrip().lstrip("\\").lstrip()[:2]
        if mark[:1] not in ("=", ":") or mark == "==":
            return False
        return self._is_parameter(start) or self._is_bound(start)

    def _is_asked(self, start: int) -> bool:
        """Whether a string is in the brackets of a call that may be of a getter."""
        calls = _GETTER.finditer(self._text, max(0, start - LONGEST_CALL), start)
        return any(_is_open(self._text[call.end() - 1 : start]) for call in calls)

    def _is_parameter(self, start: int) -> bool:
        opened = self._text.rfind("def ", max(0, start - LONGEST_SIGNATURE), start)
        return opened >= 0 and _is_open(self._text[opened:start])

    def _is_bound(self, start: int) -> bool:
        """Whether a name that begins a line is bound in a class or the module, not in a function."""
        text = self._text
        line = text.rfind("\n", 0, start) + 1
        if text[line:start].strip():
            # Behind a semicolon, or the colon of a block.
            return text[line:start].rstrip()[-1:] in (";", ":")
        indent = len(text[line:start].expandtabs())
        while indent and line:
            above = text.rfind("\n", 0, line - 1) + 1
            words = text[above : line - 1]
            line = above
            inner = words.lstrip(_SPACE)
            depth = len(words[: len(words) - len(inner)].expandtabs())
            if depth >= indent or not inner or inner[0] in ")]}#":
                continue
            if _INNER.match(inner):
                return False
            if inner.startswith("class"):
                return True
            indent = depth
        return True

    def _tabled(self) -> bool:
        """Whether the file fills a table that may be one of defaults."""
        if self._has_table is None:
            self._has_table = any(
                _TABLE.search(self._text, self._text.rfind("\n", 0, found.start()) + 1, found.start())
                for found in _FILLED.finditer(self._text)
            )
        return self._has_table


def _is_open(between: str) -> bool:
    return between.count("(") > between.count(")")
