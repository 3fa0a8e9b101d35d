"""What the modules of a repository give under which name, imports inside it followed."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from workbench.checks.evidence.python.layout import Known, Layout, Place
from workbench.checks.evidence.python.source import Bound, Source, read
from workbench.checks.evidence.repository import Repository
from workbench.core.readings import Evidence

MOST_FILES = 600
"""Modules that are read for one text; what would need more is not decided."""
MOST_SEARCHED = 200
"""Modules that are searched for where a name went."""
_DEEPEST = 12
"""Imports that are followed from one to the next."""


class Answer(Enum):
    """Whether something has a name."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Symbol(NamedTuple):
    """What a name of a module stands for, where it is defined."""

    source: Source
    name: str
    node: ast.stmt | None = None
    """The statement that binds it; None for the module itself."""

    @property
    def evidence(self) -> Evidence:
        """The line that defines it."""
        number = getattr(self.node, "lineno", 1) if self.node is not None else 1
        return Evidence(self.source.path, number, self.source.line(number))

    @property
    def is_module(self) -> bool:
        """Whether it is a module, not something in one."""
        return self.node is None


@dataclass
class Api:
    """The modules of a repository, each read when it is first asked for."""

    repository: Repository
    layout: Layout
    classes: dict[int, object] = field(default_factory=dict, init=False, repr=False)
    """What is known of the members of each class, by the identity of its node."""
    _sources: dict[str, Source | None] = field(default_factory=dict, init=False, repr=False)

    def source(self, name: str) -> Source | None:
        """A module's file; None where the name leads to none, or to one that cannot be read."""
        if name not in self._sources:
            known, place = self.layout.find(name)
            self._sources[name] = self._read(place) if known is Known.HERE and place is not None else None
        return self._sources[name]

    def member(self, module: str, name: str) -> tuple[Answer, Symbol | None]:
        """Whether a module of the repository has a name, and what that is where it can be told."""
        return self._member(module, name, set())

    def elsewhere(self, top: str, name: str) -> Symbol | None:
        """Where another public module of a package defines a name, the one nearest to the package."""
        place = self.layout.find(top)[1]
        if place is None:
            return None
        found = None
        for _, module in zip(range(MOST_SEARCHED), self.layout.modules(place), strict=False):
            source = self.source(module)
            symbol = None if source is None else self._defined(source, name)
            if symbol is not None and (found is None or _rank(symbol) < _rank(found)):
                found = symbol
        return found

    def names(self, module: str) -> list[str]:
        """The names that a module is known to have, for suggestions."""
        source = self.source(module)
        if source is None:
            return []
        names = [name for name in source.bound if not name.startswith("__")]
        for star in source.stars:
            other = self.source(star)
            names += list(other.exported or other.bound) if other is not None else []
        place = source.place
        if place.folder is not None:
            below = self.layout.modules(place)
            names += [
                m.rpartition(".")[2]
                for m, _ in zip(below, range(300), strict=False)
                if m.count(".") == place.name.count(".") + 1
            ]
        return list(dict.fromkeys(names))

    def _defined(self, source: Source, name: str) -> Symbol | None:
        for bound in source.bound.get(name, ()):
            if bound.origin is None:
                return Symbol(source, name, bound.node)
        return None

    def _read(self, place: Place) -> Source | None:
        if place.path is None or len(self._sources) >= MOST_FILES:
            return None
        text = self.repository.text(place.path)
        return None if text is None else read(place, place.path, text)

    def _member(self, module: str, name: str, seen: set[tuple[str, str]]) -> tuple[Answer, Symbol | None]:
        if (module, name) in seen or len(seen) > _DEEPEST:
            return Answer.UNKNOWN, None
        seen.add((module, name))
        source = self.source(module)
        if source is None:
            return self._submodule(module, name, Answer.UNKNOWN)
        if bounds := source.bound.get(name):
            return Answer.YES, self._followed(source, name, bounds, seen)
        complete = source.whole
        for star in source.stars:
            answer, symbol = self._starred(star, name, seen)
            if answer is Answer.YES:
                return answer, symbol
            complete = complete and answer is Answer.NO
        if self._stub_has(source, name):
            return Answer.YES, None
        return self._submodule(module, name, Answer.NO if complete else Answer.UNKNOWN)

    def _submodule(self, module: str, name: str, otherwise: Answer) -> tuple[Answer, Symbol | None]:
        known, place = self.layout.find(f"{module}.{name}")
        if known is Known.HERE and place is not None:
            source = self.source(place.name)
            return Answer.YES, (Symbol(source, name) if source is not None else None)
        return (otherwise if known is Known.ABSENT else Answer.UNKNOWN), None

    def _starred(self, star: str, name: str, seen: set[tuple[str, str]]) -> tuple[Answer, Symbol | None]:
        other = self.source(star)
        if other is None:
            return Answer.UNKNOWN, None
        if other.exported is not None and name not in other.exported:
            return Answer.NO, None
        if other.exported is None and name.startswith("_"):
            return Answer.NO, None
        return self._member(star, name, seen)

    def _followed(
        self, source: Source, name: str, bounds: list[Bound], seen: set[tuple[str, str]]
    ) -> Symbol | None:
        """What a name stands for; None where it comes from elsewhere or from several places."""
        kinds = {id(bound.node) for bound in bounds}
        if len(kinds) > 1:
            return None
        bound = bounds[0]
        if bound.origin is None:
            return Symbol(source, name, bound.node)
        module, inner = bound.origin
        if inner is None:
            other = self.source(module)
            return Symbol(other, name) if other is not None else None
        return self._member(module, inner, seen)[1]

    def _stub_has(self, source: Source, name: str) -> bool:
        """Whether the type stub beside a module names it."""
        if not source.path.endswith(".py"):
            return False
        text = self.repository.text(f"{source.path}i")
        stub = read(source.place, f"{source.path}i", text) if text else None
        return stub is not None and name in stub.bound


def _rank(symbol: Symbol) -> tuple[bool, int]:
    """Public modules come before private ones, shallow before deep."""
    name = symbol.source.place.name
    return any(part.startswith("_") for part in name.split(".")), name.count(".")


def decorators(node: ast.stmt) -> Iterator[str]:
    """The dotted names of what decorates a definition; a `?` for what has none."""
    for decorator in getattr(node, "decorator_list", ()):
        yield dotted(decorator.func if isinstance(decorator, ast.Call) else decorator) or "?"


def dotted(node: ast.AST) -> str | None:
    """A chain of attributes as it is written; None where it begins with anything but a name."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join((node.id, *reversed(parts)))
