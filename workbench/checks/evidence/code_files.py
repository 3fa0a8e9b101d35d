"""The code of a repository, searched for words and read by no parser."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

MOST_FILES = 3_000
"""Files that are searched; where there are more, what is not found proves nothing."""
MOST_CHARACTERS = 15_000_000
"""Of all files that are searched together."""
LARGEST_FILE = 400_000
"""Characters; a larger file is hardly written by hand."""
MOST_TESTS = 1_000
MOST_SOUGHT = 20
"""Words that are looked for one by one before all are indexed."""

_SUFFIXES = frozenset(
    [
        ".py",
        ".pyx",
        ".pyi",
        ".js",
        ".mjs",
        ".cjs",
        ".jsx",
        ".ts",
        ".mts",
        ".cts",
        ".tsx",
        ".vue",
        ".svelte",
        ".astro",
        ".go",
        ".rs",
        ".rb",
        ".rake",
        ".sh",
        ".bash",
        ".zsh",
        ".fish",
        ".ksh",
        ".ps1",
        ".psm1",
        ".bat",
        ".cmd",
        ".java",
        ".kt",
        ".kts",
        ".groovy",
        ".gradle",
        ".scala",
        ".c",
        ".h",
        ".cc",
        ".cpp",
        ".cxx",
        ".hpp",
        ".hh",
        ".m",
        ".mm",
        ".swift",
        ".php",
        ".pl",
        ".pm",
        ".lua",
        ".cs",
        ".fs",
        ".vb",
        ".ex",
        ".exs",
        ".erl",
        ".clj",
        ".cljs",
        ".dart",
        ".nim",
        ".zig",
        ".hs",
        ".ml",
        ".r",
        ".jl",
        ".tcl",
        ".cmake",
        ".nix",
        ".mk",
        ".in",
        ".tmpl",
        ".tpl",
        ".erb",
        ".j2",
        ".jinja",
        ".jinja2",
        ".ipynb",
        ".tf",
        ".service",
        ".cr",
        ".d",
        ".v",
        ".el",
        ".vim",
        ".awk",
        ".coffee",
    ]
)
_NAMES = frozenset(
    [
        "makefile",
        "gnumakefile",
        "dockerfile",
        "containerfile",
        "jenkinsfile",
        "rakefile",
        "justfile",
        "cmakelists.txt",
        "procfile",
        "vagrantfile",
        "gemfile",
        "configure",
        "meson.build",
        "build",
        "sconstruct",
        "wscript",
        "entrypoint",
    ]
)
_DEPLOYED = regex(
    r"(?:^|/)(?:(?:docker-)?compose[\w.-]*\.ya?ml|dockerfile[\w.-]*|[\w.-]*\.dockerfile)$", re.I
)
_TEMPLATES = regex(
    r"(?:^|/)(?:templates|charts?|helm|k8s|deploy)/.*\.ya?ml$|\.conf$|\.properties$"
    r"|application[\w.-]*\.ya?ml$"
)
_WORKFLOWS = regex(r"^\.github/(?:workflows|actions)/|(?:^|/)action\.ya?ml$|\.gitlab-ci\.yml$")
_MAY_ACT = regex(r"\.(?:ya?ml|conf|properties|dockerfile)$|dockerfile[\w.-]*$|^\.github/", re.I)
_SAMPLES = regex(r"(?:^|/)\.?env(?:\.[\w-]+)*$|(?:sample|example|template)", re.I)
_TESTS = regex(
    r"(?:^|/)(?:tests?|__tests__|spec|testing|fixtures?|testdata)/|(?:^|/)(?:test_|conftest)[^/]*$"
    r"|[._](?:test|spec)\.\w+$|_test\.\w+$"
)
_PACKED = regex(r"\.min\.(?:js|css)$|(?:^|/)(?:node_modules|bower_components)/|(?:^|/)package-lock\.json$")
_WORD = regex(r"[A-Za-z_]\w*")
_APART = bytes(code if code > 127 or chr(code).isalnum() or code == ord("_") else 32 for code in range(256))
"""A blank for every byte of UTF-8 that no word has."""
_JOINS_BEFORE = ("_", "$", "-")
_JOINS_AFTER = ("_", "-")
"""What makes a part of a longer word, besides letters and digits."""
_SCRIPT = regex(r"#!.*\b(?:sh|bash|zsh|ksh|python[\d.]*|node|ruby|perl)\b")


def is_test(path: str) -> bool:
    """Whether a file's place says that it tests the project."""
    return _TESTS.search(path) is not None


def is_code(path: str) -> bool:
    """Whether a file's name says that it may do something, not only say or sample it."""
    name = path.rpartition("/")[2]
    stem, dot, suffix = name.rpartition(".")
    if (stem and f"{dot}{suffix.lower()}" in _SUFFIXES) or name.lower() in _NAMES:
        return not _PACKED.search(path)
    # Most other files need no closer look.
    if not _MAY_ACT.search(path) or _PACKED.search(path) or _SAMPLES.search(name):
        return False
    return bool(_DEPLOYED.search(path) or _TEMPLATES.search(path) or _WORKFLOWS.search(path))


@dataclass
class CodeFiles:
    """The code of a repository, read when it is first asked for."""

    repository: Repository
    whole: bool = field(default=True, init=False)
    """Whether all of it was read; known after the first question."""
    _sought: dict[str, list[str]] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Every file of code, tests left aside, those nearest to the root first."""
        found = [path for path in self._all if not is_test(path)]
        return tuple(sorted(found, key=lambda path: (path.count("/"), path)))

    @cached_property
    def _all(self) -> tuple[str, ...]:
        return tuple(path for path in self.repository.files if is_code(path) or self._is_script(path))

    @cached_property
    def texts(self) -> dict[str, str]:
        """The text of each of them, up to the limits."""
        found: dict[str, str] = {}
        size = 0
        for path in self.paths:
            text = self.repository.text(path)
            if len(found) >= MOST_FILES or size > MOST_CHARACTERS:
                self.whole = False
                break
            if text is None or len(text) > LARGEST_FILE:
                self.whole = False
                continue
            found[path] = text
            size += len(text)
        return found

    @cached_property
    def words(self) -> dict[str, list[str]]:
        """The files that hold each word; takes as long as to look for some sixty."""
        found: dict[str, list[str]] = {}
        for path, text in self.texts.items():
            for word in _words(text):
                found.setdefault(word, []).append(path)
        return found

    def files_with(self, word: str) -> list[str]:
        """The files that may hold a word or a chain of words."""
        parts = _WORD.findall(word)
        if not parts:
            return []
        holders = [self._holders(part) for part in parts]
        common = set(holders[0]).intersection(*holders[1:])
        return [path for path in holders[0] if path in common]

    def _holders(self, word: str) -> list[str]:
        """The files that hold a plain word: looked for alone, until so many are that an index pays."""
        if "words" in self.__dict__ or len(self._sought) >= MOST_SOUGHT:
            return self.words.get(word, [])
        if word not in self._sought:
            self._sought[word] = [path for path, text in self.texts.items() if _has_word(text, word)]
        return self._sought[word]

    def is_in_tests(self, word: str) -> bool:
        """Whether a test has a word."""
        for path in [path for path in self._all if is_test(path)][:MOST_TESTS]:
            if word in (self.repository.text(path) or ""):
                return True
        return False

    def places(self, word: str, most: int = 50) -> Iterator[tuple[str, int]]:
        """Path and offset of a word in the code, not as a part of a longer one."""
        for path in self.files_with(word):
            for at in _places(self.texts[path], word):
                yield path, at
                most -= 1
                if not most:
                    return

    def evidence(self, path: str, offset: int) -> Evidence:
        """The line of an offset of a file."""
        text = self.texts[path]
        start = text.rfind("\n", 0, offset) + 1
        end = text.find("\n", offset)
        return Evidence(
            path, text.count("\n", 0, offset) + 1, text[start : end if end >= 0 else None].strip()[:200]
        )

    def _is_script(self, path: str) -> bool:
        """Whether a file without a suffix begins as a script does."""
        name = path.rpartition("/")[2]
        if "." in name or name.isupper() or name[:1].isupper():
            return False
        text = self.repository.text(path)
        return text is not None and _SCRIPT.match(text) is not None


def _words(text: str) -> set[str]:
    """Every word of a text, once."""
    # Several times as fast as the pattern, which is left to part what is no plain word.
    parts = {part.decode() for part in set(text.encode().translate(_APART).split())}
    odd = {part for part in parts if part[0].isdigit() or not part.isascii()}
    return (parts - odd).union(*(_WORD.findall(part) for part in odd))


def _has_word(text: str, word: str) -> bool:
    """Whether `_words` of a text would give a word."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        after = text[end : end + 1]
        if not after.isalnum() and after != "_" and _begins(text, at):
            return True
        at = text.find(word, end)
    return False


def _begins(text: str, at: int) -> bool:
    """Whether a word may begin at an offset: at most digits and letters of other scripts stand before it."""
    while at and (before := text[at - 1]).isalnum() and not (before.isascii() and before.isalpha()):
        at -= 1
    return not at or not (text[at - 1].isalpha() or text[at - 1] == "_")


def _places(text: str, word: str) -> Iterator[int]:
    """The offsets of a word in a text. A search for the plain word is far quicker than one by pattern."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        before, after = text[at - 1 : at] if at else "", text[end : end + 1]
        whole = not (before.isalnum() or before in _JOINS_BEFORE or after.isalnum() or after in _JOINS_AFTER)
        if whole:
            yield at
        at = text.find(word, end if whole else at + 1)


def windows(text: str, word: str, most: int = 40) -> Iterator[tuple[int, int]]:
    """Start and end of the lines around each place where a word stands in a text."""
    last = at = 0
    while most and (at := text.find(word, at)) >= 0:
        start = max(text.rfind("\n", 0, max(at - 120, 0)) + 1, 0)
        end = text.find("\n", min(at + 240, len(text)))
        if start >= last or at + len(word) > last:
            last = end if end >= 0 else len(text)
            yield start, last
            most -= 1
        at += len(word)
