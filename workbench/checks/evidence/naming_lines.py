"""Lines of a repository that name what some words name, for a person to decide by: nothing is proven here."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from threading import Event
from typing import NamedTuple

from workbench.checks.evidence.repository import Presence, Repository
from workbench.checks.regex import regex
from workbench.checks.text.identifiers import identifiers
from workbench.core.ports import Mention

MOST_FILES = 3_000
MOST_CHARACTERS = 30_000_000
"""Files and characters that are searched at most, code first."""
MOST_OF_A_FILE = 4
"""Lines of one file that are shown, so that one file does not hide the others."""
AROUND = 3
"""Lines that are kept before and after a line."""
LONGEST_LINE = 1_000
"""Characters; a longer line is of no file that a person wrote."""

_CODE = regex(
    r"\.(?:pyi?|[mc]?js|[jt]sx?|go|rs|rb|java|kt|swift|[ch]|cc|[ch]pp|cs|php|sh|lua|toml|cfg|ini|json|ya?ml|mk|gradle"
    r"|exs?|scala|clj|hs|ml|nix|tf|sql)?",
    re.I,
)
_PROSE = frozenset({".md", ".rst", ".txt", ".markdown", ".adoc"})
_ASIDE = regex(
    r"(?:^|/)(?:tests?|spec|__tests__|testdata|fixtures|examples?|vendor|node_modules|dist)/|(?:^|/)test_"
)
_LOCK = regex(r"(?:^|[/.-])lock(?:\.|file|$)|\.min\.|\.map$|\.svg$", re.I)
_DEFINES = (
    r"\b(?:def|class|func|fn|function|const|let|var|val|type|struct|enum|interface|trait|module|export)\s+"
    r"(?:\w+\s+){{0,2}}{name}\b|(?<![\w.]){name}\s*=(?!=)|^\s*[\"']?{name}[\"']?\s*:"
)


class _Sought(NamedTuple):
    """A name that is looked for."""

    name: str
    line: re.Pattern[str]
    defines: re.Pattern[str]


class RepositoryLookup:
    """Looks names up in the repository around a text."""

    async def mentions(self, path: Path, words: str, most: int = 12) -> tuple[Mention, ...]:
        """The lines of the repository that name what some words of a text name, the most telling first.

        The text itself is left out. Runs in a thread; when the waiting task is cancelled, the search ends.
        """
        stop = Event()
        try:
            return await asyncio.to_thread(_search, path, words, most, stop)
        except asyncio.CancelledError:
            stop.set()
            raise


def _search(path: Path, words: str, most: int, stop: Event) -> tuple[Mention, ...]:
    names = identifiers(words)
    if not names:
        return ()
    repository = Repository.around(path)
    own = repository.path_of(path)
    found = [*_files_named(repository, names)]
    sought = [_sought(name) for name in names]
    left = MOST_CHARACTERS
    for place in sorted((p for p in repository.files if p != own), key=_rank)[:MOST_FILES]:
        # One repository holds every text that it reads: here that is more than one needs.
        text = None if _LOCK.search(place) else Repository(repository.root, by_git=False).text(place)
        if stop.is_set() or left <= 0:
            break
        if text is not None:
            left -= len(text)
            found += _in_file(place, text, sought)
    found.sort(key=lambda ranked: ranked[0])
    return tuple(mention for _, mention in found[:most])


_Ranked = tuple[tuple[int, int, str, int], Mention]
"""A line with what puts it in order: how telling it is, which name, and where."""


def _files_named(repository: Repository, names: tuple[str, ...]) -> Iterator[_Ranked]:
    """The files that a name is the path of."""
    for number, name in enumerate(names):
        path = name.removeprefix("./")
        if "." in name and repository.presence(path) is Presence.FILE:
            yield (0, number, path, 0), Mention(path, 1, "this file is there", name)


def _in_file(path: str, text: str, sought: list[_Sought]) -> list[_Ranked]:
    found: list[_Ranked] = []
    lines: list[str] = []
    for number, each in enumerate(sought):
        for match in each.line.finditer(text):
            lines = lines or text.split("\n")
            line = text.count("\n", 0, match.start())
            if len(lines[line]) <= LONGEST_LINE and not any(m.line == line + 1 for _, m in found):
                telling = (0 if each.defines.search(lines[line]) else 1) + 2 * _aside(path)
                first = max(0, line - AROUND)
                around = tuple(one[:LONGEST_LINE] for one in lines[first : line + AROUND + 1])
                mention = Mention(path, line + 1, lines[line].strip(), each.name, around, first + 1)
                found.append(((telling, number, path, line), mention))
            if len(found) > 50 * MOST_OF_A_FILE:
                break
    return sorted(found, key=lambda ranked: ranked[0])[:MOST_OF_A_FILE]


def _sought(name: str) -> _Sought:
    """How a name is found: whole, an option also as its name in code, a dotted name also by its last part."""
    bare = name.lstrip("-").replace("-", "_")
    ways = [re.escape(name)]
    if name.startswith("--") and len(bare) > 3:
        ways.append(re.escape(bare))
    elif "." in name and "/" not in name and len(last := name.rpartition(".")[2]) > 3:
        ways.append(re.escape(last))
    either = "|".join(ways)
    defined = _DEFINES.format(name=f"(?:{either})")
    if name.startswith("-"):
        defined = rf"[\"'`]{re.escape(name)}[\"'`,= ]|{defined}"
    return _Sought(name, re.compile(rf"(?<![\w-])(?:{either})(?![\w-])"), re.compile(defined))


def _aside(path: str) -> int:
    """How far a file is from what decides: 0 code, 1 tests, examples and anything else, 2 pages."""
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in _PROSE:
        return 2
    return 1 if _ASIDE.search(path) or not _CODE.fullmatch(suffix) else 0


def _rank(path: str) -> tuple[int, int, str]:
    return _aside(path), path.count("/"), path
