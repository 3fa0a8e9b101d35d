"""A manifest's text, and on which of its lines each of its keys stands."""

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from workbench.checks.evidence.package import Stated
from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

Key = tuple[str, ...]
"""The way to a value: the names of the tables and then its own."""

_TABLE = regex(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_TOML_KEY = regex(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_TOML_NAME = regex(r"""[\w-]+|"[^"]*"|'[^']*'""")
_JSON_TOKEN = regex(r'"(?:[^"\\\n]|\\.)*"|[{}\[\],:]')
_INI_KEY = regex(r"([^\s=:#;\[][^=:]*?)\s*[=:]")
_INI_ITEM = regex(r"\s+([\w.+-]+)\s*=")


@dataclass(frozen=True)
class Manifest:
    """One file of facts."""

    path: str
    text: str

    @classmethod
    def of(cls, repository: Repository, path: str) -> "Manifest | None":
        """The file of a path; None where it is not listed or cannot be read."""
        text = repository.text(path) if path in repository.files else None
        return None if text is None else cls(path, text)

    @property
    def folder(self) -> str:
        """The folder that it stands in; empty for the root."""
        return self.path.rpartition("/")[0]

    @cached_property
    def lines(self) -> list[str]:
        """Its lines, without their ends."""
        return self.text.split("\n")

    @cached_property
    def toml(self) -> dict[str, Any]:
        """Its values as TOML; empty where it is none."""
        try:
            return tomllib.loads(self.text)
        except (tomllib.TOMLDecodeError, RecursionError):
            return {}

    @cached_property
    def json(self) -> dict[str, Any]:
        """Its values as JSON; empty where it is none, or no object."""
        try:
            return mapping(json.loads(self.text))
        except (ValueError, RecursionError):
            return {}

    def at(self, line: int) -> Evidence:
        """A 1-based line."""
        return Evidence(self.path, line, self.lines[line - 1].strip()[:200])

    def place(self, *key: str) -> Evidence:
        """The line of a key, else of the nearest key on the way to it, else the first."""
        for length in range(len(key), 0, -1):
            if key[:length] in self._keys:
                return self.at(self._keys[key[:length]])
        return self.at(1)

    def stated(self, *key: str) -> Stated | None:
        """The text that a key has; None where it has none."""
        value = self.value(*key)
        return Stated(value, self.place(*key)) if isinstance(value, str) and value.strip() else None

    def value(self, *key: str) -> Any:
        """What a key has; None where it is not there."""
        found: Any = self.json if self.path.endswith(".json") else self.toml
        for name in key:
            found = mapping(found).get(name)
        return found

    def table(self, *key: str) -> dict[str, Any]:
        """The mapping that a key has; empty where it has none."""
        return mapping(self.value(*key))

    def names(self, *key: str) -> list[str]:
        """The texts of the list that a key has."""
        return strings(self.value(*key))

    @cached_property
    def _keys(self) -> dict[Key, int]:
        if self.path.endswith(".json"):
            return _json_keys(self.text)
        return _ini_keys(self.lines) if self.path.endswith((".cfg", ".ini")) else _toml_keys(self.lines)


def mapping(value: Any) -> dict[str, Any]:
    """A value that is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def strings(value: Any) -> list[str]:
    """The texts of a list; of anything else none."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def inside(folder: str, name: str) -> str:
    """The path of a file in a folder, where the root is the empty one."""
    return f"{folder}/{name}" if folder else name


def _toml_keys(lines: list[str]) -> dict[Key, int]:
    found: dict[Key, int] = {}
    table: Key = ()
    for number, line in enumerate(lines, 1):
        if header := _TABLE.match(line):
            table = _names(header[1])
            found.setdefault(table, number)
        elif key := _TOML_KEY.match(line):
            names = _names(key[1])
            for length in range(1, len(names) + 1):
                found.setdefault((*table, *names[:length]), number)
            for inner in re.finditer(r"[{,]\s*([\w-]+)\s*=", line[key.end() :]):
                found.setdefault((*table, *names, inner[1]), number)
    return found


def _names(written: str) -> Key:
    return tuple(name.strip("\"'") for name in _TOML_NAME.findall(written))


def _json_keys(text: str) -> dict[Key, int]:
    found: dict[Key, int] = {}
    way: list[str] = []
    last, line, seen = "", 1, 0
    for token in _JSON_TOKEN.finditer(text):
        line, seen = line + text.count("\n", seen, token.start()), token.start()
        sign = token[0]
        if sign == ":":
            found.setdefault((*way, last), line)
        elif sign in "{[":
            way.append(last)
            last = ""
        elif sign in "}]":
            last = way.pop() if way else ""
        elif sign != ",":
            last = sign[1:-1]
    return {key[1:]: number for key, number in found.items()}


def _ini_keys(lines: list[str]) -> dict[Key, int]:
    found: dict[Key, int] = {}
    section, key = "", ""
    for number, line in enumerate(lines, 1):
        if header := re.match(r"\[([^\]]+)\]", line):
            section, key = header[1].strip(), ""
            found.setdefault((section,), number)
        elif named := _INI_KEY.match(line):
            key = named[1].strip().lower()
            found.setdefault((section, key), number)
        elif item := _INI_ITEM.match(line):
            found.setdefault((section, key, item[1]), number)
    return found
