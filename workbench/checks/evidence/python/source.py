"""One Python file: the names that it gives, and whether these are all."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from workbench.checks.evidence.python.layout import Place
from workbench.checks.regex import regex
from workbench.checks.text.python_tree import python_tree

Node = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign | ast.stmt

_MADE_AT_RUN_TIME = regex(
    r"^\s*def __getattr__\b|\bglobals\(\)\s*(?:\[|\.update|\.setdefault)"
    r"|\bvars\(\)\s*\[|sys\.modules\[[^\]]*\]\s*="
    r"|setattr\(\s*(?:sys\.modules|\w*module)|\bexec\(|lazy_loader|\blazy\.attach|LazyModule|\bapipkg\b"
    r"|\blazy_import\b|deprecated_module|\blocals\(\)\s*(?:\[|\.update)",
    re.M,
)
_MODULE_NAMES = frozenset(
    {"__name__", "__doc__", "__file__", "__path__", "__package__", "__spec__", "__loader__", "__dict__"}
)


class Bound(NamedTuple):
    """What a name of a module stands for."""

    node: ast.stmt
    """The statement that binds it."""
    origin: tuple[str, str | None] | None = None
    """For an import: the module, and the name in it; None for the module itself."""


@dataclass
class Source:
    """A module's file, read."""

    place: Place
    path: str
    text: str
    tree: ast.Module
    bound: dict[str, list[Bound]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    """Modules that it takes every public name of."""
    whole: bool = True
    """Whether it makes no names but the ones that it binds in plain sight."""
    exported: tuple[str, ...] | None = None
    """Its `__all__`; None where there is none that can be read."""

    def line(self, number: int) -> str:
        """A 1-based line, without its margins."""
        lines = self.text.split("\n")
        return lines[number - 1].strip()[:200] if 0 < number <= len(lines) else ""


def read(place: Place, path: str, text: str) -> Source | None:
    """A module's file; None where it is no Python of today."""
    tree = python_tree(text)
    if tree is None:
        return None
    source = Source(place, path, text, tree, whole=_MADE_AT_RUN_TIME.search(text) is None)
    for statement in _statements(tree.body):
        _bind(source, statement)
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            for name in node.names:
                source.bound.setdefault(name, []).append(Bound(node))
    for name in _MODULE_NAMES:
        source.bound.setdefault(name, [Bound(ast.Pass(lineno=1))])
    return source


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module that may run while it is imported, those under conditions included."""
    waiting = list(reversed(body))
    while waiting:
        statement = waiting.pop()
        yield statement
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        inner: list[ast.stmt] = []
        for name in ("body", "orelse", "finalbody"):
            inner += getattr(statement, name, [])
        for handler in getattr(statement, "handlers", []):
            inner += handler.body
        for case in getattr(statement, "cases", []):
            inner += case.body
        waiting += reversed(inner)


def _bind(source: Source, statement: ast.stmt) -> None:
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            _bind_import(source, statement, alias)
    elif isinstance(statement, ast.ImportFrom):
        _bind_from(source, statement)
    elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        source.bound.setdefault(statement.name, []).append(Bound(statement))
    else:
        for name in _targets(statement):
            source.bound.setdefault(name, []).append(Bound(statement))
        _take_exported(source, statement)


def _bind_import(source: Source, statement: ast.Import, alias: ast.alias) -> None:
    first = alias.name.partition(".")[0]
    name, module = (alias.asname, alias.name) if alias.asname else (first, first)
    source.bound.setdefault(name, []).append(Bound(statement, (module, None)))


def _bind_from(source: Source, statement: ast.ImportFrom) -> None:
    module = absolute(source.place, statement)
    for alias in statement.names:
        if alias.name == "*":
            source.stars.append(module)
        else:
            bound = Bound(statement, (module, alias.name))
            source.bound.setdefault(alias.asname or alias.name, []).append(bound)


def absolute(place: Place, statement: ast.ImportFrom) -> str:
    """The module that a `from` of a module leads to, by its whole name."""
    if not statement.level:
        return statement.module or ""
    parts = place.name.split(".")
    up = statement.level - (1 if place.folder is not None else 0)
    parts = parts[: len(parts) - up] if up else parts
    return ".".join((*parts, statement.module)) if statement.module else ".".join(parts)


def _targets(statement: ast.stmt) -> Iterator[str]:
    for node in _shallow(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _shallow(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement without the statements inside it."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            waiting += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]


def _take_exported(source: Source, statement: ast.stmt) -> None:
    if "__all__" not in _targets(statement):
        return
    value = getattr(statement, "value", None)
    plain = isinstance(statement, ast.Assign | ast.AnnAssign) and isinstance(value, ast.List | ast.Tuple)
    names = [getattr(item, "value", None) for item in value.elts] if plain and value is not None else [None]
    if source.exported is None and all(isinstance(name, str) for name in names):
        source.exported = tuple(str(name) for name in names)
    else:
        # Put together from parts, or in two steps.
        source.whole = source.whole and not source.stars
        source.exported = None
