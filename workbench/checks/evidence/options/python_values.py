"""The values that declarations in Python source are made of, as far as the source alone tells them."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from workbench.core.readings import Evidence

Value = Any
"""A plain Python value, one of the classes here, a model's object, or `UNKNOWN`."""


class _Unknown:
    """Stands for what cannot be told."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = _Unknown()


@dataclass(eq=False)
class Scope:
    """Names and what they stand for, inside another scope or a file."""

    file: "File"
    names: dict[str, Value] = field(default_factory=dict)
    outer: "Scope | None" = None

    def inner(self) -> "Scope":
        """A scope inside it."""
        return Scope(self.file, outer=self)


@dataclass(eq=False)
class File:
    """One file of Python source."""

    path: str
    lines: Sequence[str]
    tree: ast.Module
    scope: Scope | None = None
    ran: bool = False

    def evidence(self, node: ast.AST) -> Evidence:
        """The line of a piece of its source."""
        line = getattr(node, "lineno", 1)
        text = self.lines[line - 1].strip()[:200] if line <= len(self.lines) else ""
        return Evidence(self.path, line, text)


@dataclass(eq=False)
class Function:
    """A function or a lambda of the project, with what decorators added to it."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    scope: Scope
    marks: list[Any] = field(default_factory=list)
    """What decorators declared on it, such as click's options."""
    whole: bool = True
    """Whether every decorator was understood."""
    owner: "Instance | None" = None
    """What it is bound to as a method."""
    called: str = ""
    """The name that `functools.wraps` gave it; empty for its own."""

    @property
    def name(self) -> str:
        """Its name; empty for a lambda."""
        return self.called or getattr(self.node, "name", "")


@dataclass(eq=False)
class Class:
    """A class of the project."""

    node: ast.ClassDef
    scope: Scope
    bases: tuple[Value, ...]

    def ancestors(self) -> Iterator["Class"]:
        """Itself and the project's classes that it is made from."""
        yield self
        for base in self.bases:
            if isinstance(base, Class) and base is not self:
                yield from base.ancestors()

    def foreign(self) -> frozenset[str]:
        """The dotted names of the classes of others that it is made from."""
        return frozenset(
            base.name for known in self.ancestors() for base in known.bases if isinstance(base, Foreign)
        )

    def find(self, name: str) -> Value:
        """A member; UNKNOWN where neither it nor an ancestor has it."""
        return next((k.scope.names[name] for k in self.ancestors() if name in k.scope.names), UNKNOWN)


@dataclass(eq=False)
class Instance:
    """An object of a class of the project."""

    of: Class
    names: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Member:
    """A member of an enumeration."""

    name: str
    value: Value


@dataclass(frozen=True)
class Foreign:
    """Something of a package that is not the project's, by its dotted name."""

    name: str


@dataclass(frozen=True)
class Imported:
    """A name of a file of the project that is looked up when it is needed."""

    path: str
    name: str
    """Empty for the file itself."""


@dataclass(eq=False)
class Arguments:
    """What a call passes."""

    values: list[Value]
    named: dict[str, Value]
    node: ast.AST
    evidence: Evidence
    open: bool = False
    """Whether more is passed than can be told (`*args`, `**kwargs`)."""

    def get(self, name: str, position: int | None = None) -> Value:
        """An argument by its name or its place; None where it is not passed."""
        if name in self.named:
            return self.named[name]
        if position is not None and position < len(self.values):
            return self.values[position]
        return None


class Modelled(Protocol):
    """An object of a library whose calls are understood."""

    def call(self, method: str, arguments: Arguments) -> Value:
        """What a method gives; the empty name is the object itself being called."""

    def escaped(self) -> None:
        """It went to code that is not understood."""


def plain(value: Value, deep: int = 4) -> bool:
    """Whether a value is made of plain Python values and nothing unknown."""
    if value is None or isinstance(value, str | int | float | bool):
        return True
    if deep and isinstance(value, list | tuple | set | frozenset):
        return all(plain(item, deep - 1) for item in value)
    if deep and isinstance(value, Mapping):
        return all(plain(k, deep - 1) and plain(v, deep - 1) for k, v in value.items())
    return False


def items_of(value: Value) -> list[Value] | None:
    """What a loop over a value goes through; None where that cannot be told."""
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    if isinstance(value, dict):
        return list(value)
    if isinstance(value, str):
        return list(value[:100])
    if isinstance(value, Class) and is_enumeration(value):
        return [member for member in value.scope.names.values() if isinstance(member, Member)]
    return None


def is_enumeration(value: Class) -> bool:
    """Whether a class is an enumeration."""
    return any(name.rpartition(".")[2] in _ENUMERATIONS for name in value.foreign())


_ENUMERATIONS = frozenset({"Enum", "StrEnum", "IntEnum", "Flag", "IntFlag"})


def written(value: Value) -> str | None:
    """A plain value as a text would show it, without quotes; None where it is none or says nothing."""
    if isinstance(value, Member):
        value = value.value if isinstance(value.value, str | int) else value.name
    if isinstance(value, str | int | float):
        return str(value)
    return None
