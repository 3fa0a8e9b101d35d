"""The targets that a Makefile has rules for (GNU make)."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

NAMES = ("GNUmakefile", "makefile", "Makefile")
"""What make looks for in a folder, in its order."""
MOST_FILES = 40
"""Makefiles that are read for one, its includes among them."""
_DEEPEST = 12
"""How often variables and functions are replaced by what they give."""

_ASSIGNMENT = regex(r"(?:override\s+|export\s+|private\s+)*([\w.%/-]+)\s*(\+|[:]{1,3}|\?|!)?=\s*(.*)")
_INCLUDE = regex(r"\s*(-include|sinclude|include)\s+(.+)")
_CONDITION = regex(r"\s*(?:ifeq|ifneq|ifdef|ifndef|else|endif|export|unexport|vpath|undefine)\b")
_VARIABLE = regex(r"\$[({]([\w.-]+)[)}]")
_SUBSTITUTED = regex(r"\$[({]([\w.-]+):([^=(){}]*)=([^(){}]*)[)}]")
_PREFIXED = regex(r"\$[({]add(prefix|suffix)\s+([\w./:-]+)\s*,[^(){}]*[)}]")
_CALL = regex(r"\$[({][^(){}]*[)}]|\$\w")
_LONGEST = 200
"""Characters of a pattern; a longer one is a name like any other."""
_ANYTHING = "\0"
"""Stands for a part of a name that only make can work out."""


@dataclass
class Makefile:
    """What one Makefile and those that it includes have rules for."""

    path: str
    targets: dict[str, Evidence] = field(default_factory=dict)
    patterns: list[tuple[re.Pattern[str], Evidence]] = field(default_factory=list)
    """Of pattern rules, and of names with a part that only make can work out."""
    phony: set[str] = field(default_factory=set)
    unread: str = ""
    """What it includes that could not be read; empty where all of it was."""
    _variables: dict[str, str] = field(default_factory=dict)
    _read: set[str] = field(default_factory=set)

    @property
    def shown(self) -> tuple[str, ...]:
        """The targets that a person would ask for: no files and no special ones."""
        return tuple(name for name in self.targets if not name.startswith((".", "_")) and "/" not in name)

    def pattern(self, target: str) -> Evidence | None:
        """The rule whose pattern a target fits; None where there is none such."""
        return next((place for pattern, place in self.patterns if pattern.fullmatch(target)), None)


def makefile_in(repository: Repository, folder: str) -> Makefile | None:
    """The Makefile that make would take in a folder; None where there is none."""
    for name in NAMES:
        path = f"{folder}/{name}" if folder else name
        if path in repository.files:
            return read_makefile(repository, path)
    return None


def read_makefile(repository: Repository, path: str) -> Makefile | None:
    """The Makefile of a path; None where it cannot be read."""
    if repository.text(path) is None:
        return None
    makefile = Makefile(path)
    _take(repository, makefile, path)
    return makefile


def _take(repository: Repository, makefile: Makefile, path: str) -> None:
    makefile._read.add(path)
    text = repository.text(path) or ""
    written, lines = text.split("\n"), list(_logical_lines(text))
    for _, line in lines:
        _assign(makefile, line)
    for number, line in lines:
        if line.startswith("\t"):
            continue
        if included := _INCLUDE.match(line):
            _include(repository, makefile, path, included)
        elif not _CONDITION.match(line) and not _is_assignment(line):
            _rule(makefile, line, Evidence(path, number, written[number - 1].strip()[:200]))


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with those that a backslash continues, each with the number of its first."""
    kept, first = "", 1
    for number, line in enumerate(text.split("\n"), 1):
        if not kept:
            first = number
        if line.endswith("\\"):
            kept += f"{line[:-1]} "
            continue
        yield first, kept + line
        kept = ""
    if kept:
        yield first, kept


def _is_assignment(line: str) -> bool:
    found = _ASSIGNMENT.match(line.strip())
    return found is not None and not line.startswith("\t")


def _assign(makefile: Makefile, line: str) -> None:
    found = None if line.startswith("\t") else _ASSIGNMENT.match(line.strip())
    if found is None:
        return
    name, kind, value = found[1], found[2], found[3].partition("#")[0].strip()
    before = makefile._variables.get(name)
    if kind == "+" and before is not None:
        value = f"{before} {value}"
    elif before is not None and before != value:
        # Another branch of a condition gives it another value.
        value = f"{before} {value}"
    makefile._variables[name] = value[:5_000]


def _include(repository: Repository, makefile: Makefile, path: str, found: re.Match[str]) -> None:
    for name in _expanded(makefile, found[2].partition("#")[0]).split():
        if _ANYTHING in name or "*" in name:
            # Compilers write `.d` files, which name files only.
            if not re.search(r"\.d\b|\bdeps?\b", found[2], re.I):
                makefile.unread = found[2].strip()
            continue
        # Makefiles are included from the folder that make runs in, which is mostly that of the first.
        places = [
            posixpath.normpath(posixpath.join(posixpath.dirname(p), name)) for p in (makefile.path, path)
        ]
        place = next((place for place in places if repository.text(place) is not None), None)
        if place is None:
            if not name.endswith(".d"):
                makefile.unread = name
        elif place not in makefile._read and len(makefile._read) < MOST_FILES:
            _take(repository, makefile, place)


def _expanded(makefile: Makefile, text: str) -> str:
    """A text with its variables replaced, and `_ANYTHING` where only make can work them out."""
    text = text.replace("$(CURDIR)", ".").replace("$(dir $(lastword $(MAKEFILE_LIST)))", "")
    for _ in range(_DEEPEST):
        if "$" not in text or len(text) > 20_000:
            break
        replaced = _VARIABLE.sub(lambda f: makefile._variables.get(f[1], _ANYTHING)[:5_000], text)
        # What a function does with its words is asked only when they are known.
        text = _called(text) if replaced == text else replaced
    return re.sub(r"\$[^\s]*", _ANYTHING, text)


def _called(text: str) -> str:
    """A text with its innermost functions replaced by what they certainly keep."""
    text = _PREFIXED.sub(lambda f: f[2] + _ANYTHING if f[1] == "prefix" else _ANYTHING + f[2], text)
    text = _SUBSTITUTED.sub(lambda f: f[3].replace("%", _ANYTHING) if "%" in f[3] else _ANYTHING + f[3], text)
    return _CALL.sub(_ANYTHING, text)


def _rule(makefile: Makefile, line: str, place: Evidence) -> None:
    written, colon, rest = _expanded(makefile, line.partition("#")[0]).partition(":")
    if not colon or "=" in written or rest.startswith("="):
        return
    for name in written.removesuffix("&").split():
        if name == ".PHONY":
            makefile.phony.update(rest.split())
        elif (_ANYTHING in name or "%" in name) and len(name) <= _LONGEST:
            pattern = re.escape(name).replace(re.escape(_ANYTHING), ".*").replace("%", ".+")
            makefile.patterns.append((re.compile(re.sub(r"(?:\.\*){2,}", ".*", pattern)), place))
        else:
            makefile.targets.setdefault(name, place)
