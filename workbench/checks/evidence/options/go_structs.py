"""Structs of Go source with their tags, and what names of Go source stand for."""

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from workbench.checks.evidence.options.source_tokens import (
    Source,
    Token,
    closing,
    is_name,
    is_sign,
    source_of,
)
from workbench.checks.regex import regex

_TAG = regex(r'([A-Za-z_][\w.-]*)(?::"((?:[^"\\]|\\.)*)")?')
_WORDS = regex(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+|\d+")
_MOST_FILES = 60
"""Whose tokens are looked at for one program."""


@dataclass(frozen=True)
class GoField:
    """One field of a struct."""

    name: str
    """Empty where the struct takes in all of another one."""
    kind: tuple[Token, ...]
    """The tokens of its type, those of a nested struct included."""
    tags: Mapping[str, str]
    line: int
    inner: tuple[int, int] | None = None
    """The stretch of its fields where its type is a struct that is written there."""

    @property
    def names(self) -> list[str]:
        """The names of its type, in their order: `pkg`, `Type`."""
        return [token.text for token in self.kind if token.kind == "name"]


@dataclass(frozen=True)
class GoStruct:
    """The fields of a struct, and the file that it stands in."""

    source: Source
    fields: tuple[GoField, ...]
    line: int


@dataclass
class GoFiles:
    """The Go files of a repository, their tokens taken when something is looked for in them."""

    texts: Mapping[str, str]
    _sources: dict[str, Source] = field(default_factory=dict, init=False, repr=False)

    @property
    def full(self) -> bool:
        """Whether so many files were looked at that no more will be."""
        return len(self._sources) >= _MOST_FILES

    def source(self, path: str) -> Source | None:
        """The tokens of a file; None where too many were looked at before."""
        if path not in self._sources:
            if self.full:
                return None
            self._sources[path] = source_of(path, self.texts[path], "go")
        return self._sources[path]

    def with_text(self, *words: str) -> list[Source]:
        """The files that hold one of some words, but for those that are vendored."""
        paths = [path for path, text in self.texts.items() if any(word in text for word in words)]
        found = (self.source(path) for path in paths if not _is_vendored(path))
        return [source for source in found if source is not None]

    def beside(self, path: str, package: str) -> list[str]:
        """The files that a name may stand in: of a package by its name, or of a file's own folder."""
        if not package:
            folder = posixpath.dirname(path)
            return [other for other in self.texts if posixpath.dirname(other) == folder]
        package = self._imported(path, package)
        return [
            other
            for other in self.texts
            if posixpath.basename(posixpath.dirname(other)) == package and not _is_vendored(other)
        ]

    def _imported(self, path: str, package: str) -> str:
        """The folder's name of a package that a file may call by another name."""
        found = re.search(rf'^\s*(?:import\s+)?{re.escape(package)}\s+"([^"\n]+)"', self.texts[path], re.M)
        return posixpath.basename(found[1]) if found else package

    def struct(self, path: str, package: str, name: str) -> GoStruct | None:
        """A struct by its name, as a file of another package or of its own would find it."""
        declared = re.compile(rf"^\s*(?:type\s+)?{re.escape(name)}\s+struct\s*\{{", re.M)
        for other in self.beside(path, package):
            if declared.search(self.texts[other]) and (source := self.source(other)):
                for at in range(len(source.tokens)):
                    named = is_name(source.tokens, at, name) and is_name(source.tokens, at + 1, "struct")
                    if named and is_sign(source.tokens, at + 2, "{"):
                        return struct_at(source, at + 2)
        return None

    def values(self, path: str, package: str, name: str) -> list[tuple[Source, int]]:
        """Where a name is given a value, or a function of that name is: the place behind it."""
        given = re.compile(rf"\b{re.escape(name)}\b")
        found: list[tuple[Source, int]] = []
        for other in self.beside(path, package):
            source = self.source(other) if given.search(self.texts[other]) else None
            tokens = source.tokens if source else ()
            for at in range(len(tokens)):
                if source is not None and is_name(tokens, at, name) and _is_given(tokens, at):
                    found.append((source, at))
        return found


def _is_given(tokens: Sequence[Token], at: int) -> bool:
    """Whether a name stands on the left of `=` or behind `func`."""
    if is_name(tokens, at - 1, "func"):
        return True
    # Two values at once are not told apart.
    return (
        tokens[at + 1].text in (":=", "=") if at + 1 < len(tokens) and tokens[at - 1].text != "." else False
    )


def _is_vendored(path: str) -> bool:
    return path.startswith("vendor/") or "/vendor/" in path


def struct_at(source: Source, at: int) -> GoStruct:
    """The struct whose fields begin with the brace at a place."""
    return GoStruct(
        source, tuple(_fields(source, at + 1, closing(source.tokens, at))), source.tokens[at].line
    )


def inner_struct(struct: GoStruct, field: GoField) -> GoStruct | None:
    """The struct that a field's type is where it is written there."""
    if field.inner is None:
        return None
    return GoStruct(struct.source, tuple(_fields(struct.source, *field.inner)), field.line)


def _fields(source: Source, at: int, end: int) -> Iterator[GoField]:
    tokens = source.tokens
    while at < end:
        last, line = at, tokens[at].line
        while last < end and tokens[last].line == line:
            if tokens[last].kind == "sign" and tokens[last].text in "{([":
                last = min(closing(tokens, last), end - 1)
                line = tokens[last].line
            last += 1
        yield from _field(tokens, at, last)
        at = last


def _field(tokens: Sequence[Token], at: int, last: int) -> Iterator[GoField]:
    line, end = tokens[at].line, last
    tags: dict[str, str] = {}
    if tokens[end - 1].kind == "text":
        end -= 1
        tags = {found[1]: _unquoted(found[2] or "") for found in _TAG.finditer(tokens[end].text)}
    names = [tokens[at].text] if tokens[at].kind == "name" else []
    kind = at + 1
    while names and is_sign(tokens, kind, ",") and is_name(tokens, kind + 1):
        names.append(tokens[kind + 1].text)
        kind += 2
    if not names or kind >= end or is_sign(tokens, kind, "."):
        # Only a type: all fields of that struct are taken in.
        names, kind = [""], at
    inner = next((n for n in range(kind, end) if is_name(tokens, n, "struct")), None)
    stretch = (inner + 2, closing(tokens, inner + 1)) if inner is not None else None
    for name in names:
        yield GoField(name, tuple(tokens[kind:end]), tags, line, stretch)


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), text)


def dashed(name: str) -> str:
    """`SomeName` as `some-name`."""
    return "-".join(_WORDS.findall(name)).lower()
