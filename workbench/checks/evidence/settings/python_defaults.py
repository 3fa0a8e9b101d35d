"""Defaults in Python: of parameters, fields, keys with a fallback, and tables of defaults."""

import ast
import re
from collections.abc import Iterator

from workbench.checks.evidence.python.api import dotted
from workbench.checks.evidence.settings.default import Default
from workbench.checks.evidence.settings.python_stating import Stating
from workbench.checks.regex import regex
from workbench.checks.text.python_tree import python_tree
from workbench.core.readings import Evidence

_TABLE = regex(r"default|config|settings|options", re.I)
_LEAVES = (ast.Constant, ast.Name, ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
_FIELDS = frozenset({"field", "Field", "ib", "attrib"})


MOST_CHARACTERS = 600_000
"""Of all files that are parsed for the defaults of one repository."""


class PythonDefaults:
    """The defaults that Python files state, each file parsed once and only where it may state one."""

    def __init__(self) -> None:
        self.whole = True
        """Whether every file that may state what was asked for was parsed."""
        self._stating: dict[str, Stating] = {}
        self._stated: dict[str, _Stated] = {}
        self._size = 0

    def of(self, path: str, text: str, name: str) -> Iterator[Default]:
        """The defaults that a file states for a name; the file is one of a repository that stays as it is."""
        if path not in self._stated:
            if path not in self._stating:
                self._stating[path] = Stating(text)
            if not self._stating[path].may(name):
                return
            if self._size > MOST_CHARACTERS:
                self.whole = False
                return
            self._size += len(text)
            self._stated[path] = _Stated(text)
        yield from self._stated[path].of(path, text, name)


class _Stated:
    """What one file states."""

    def __init__(self, text: str) -> None:
        tree = python_tree(text)
        self._constants = _constants(tree) if tree is not None else {}
        self._values: dict[str, list[tuple[ast.expr, str]]] = {}
        for name, value, owner in _all(tree, "") if tree is not None else ():
            if value is not None:
                self._values.setdefault(name, []).append((value, owner))

    def of(self, path: str, text: str, name: str) -> Iterator[Default]:
        for value, owner in self._values.get(name, ()):
            line = text.split("\n", value.lineno)[value.lineno - 1].strip()[:200]
            yield Default(_value(value, self._constants), Evidence(path, value.lineno, line), owner or path)


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    """The module's names that are bound once, to what they are bound to."""
    found: dict[str, list[ast.expr]] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(statement.value)
        elif (
            isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and statement.value
        ):
            found.setdefault(statement.target.id, []).append(statement.value)
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def _value(node: ast.expr, constants: dict[str, ast.expr]) -> str:
    if isinstance(node, ast.Name) and node.id in constants:
        node = constants[node.id]
    if isinstance(node, ast.Constant):
        return repr(node.value)
    return ast.unparse(node)[:200]


def _all(tree: ast.AST, owner: str) -> Iterator[tuple[str, ast.expr | None, str]]:
    waiting = [(child, owner) for child in _children(tree)]
    while waiting:
        node, owner = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            owner = owner if node.name == "__init__" and owner else node.name
            yield from _of_parameters(node, owner)
        elif isinstance(node, ast.ClassDef):
            owner = node.name
            yield from _of_fields(node)
        elif isinstance(node, ast.Call | ast.Assign | ast.AnnAssign):
            yield from _of_expression(node, owner)
        waiting += [(child, owner) for child in _children(node)]


def _children(node: ast.AST) -> list[ast.AST]:
    """The nodes inside a node, the last one first; those without any inside are left out."""
    found: list[ast.AST] = []
    for value in vars(node).values():
        if type(value) is list:
            found += [each for each in value if isinstance(each, ast.AST) and not isinstance(each, _LEAVES)]
        elif isinstance(value, ast.AST) and not isinstance(value, _LEAVES):
            found.append(value)
    return found[::-1]


def _of_parameters(
    node: ast.FunctionDef | ast.AsyncFunctionDef, owner: str
) -> Iterator[tuple[str, ast.expr | None, str]]:
    taken = node.args
    positional = [*taken.posonlyargs, *taken.args]
    for argument, default in zip(reversed(positional), reversed(taken.defaults), strict=False):
        yield argument.arg, default, owner
    for argument, given in zip(taken.kwonlyargs, taken.kw_defaults, strict=True):
        yield argument.arg, given, owner


def _of_fields(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr | None, str]]:
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id, _default(statement.value), node.name
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            yield statement.targets[0].id, _default(statement.value), node.name


def _default(value: ast.expr | None) -> ast.expr | None:
    """What a field is where nobody gives it a value; None where that is computed."""
    if isinstance(value, ast.Call) and (dotted(value.func) or "").rpartition(".")[2] in _FIELDS:
        given = {keyword.arg: keyword.value for keyword in value.keywords}
        return given.get("default") or (value.args[0] if value.args else None)
    return value


def _of_expression(node: ast.AST, owner: str) -> Iterator[tuple[str, ast.expr | None, str]]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
        yield from _of_getter(node, owner)
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        name = node.targets[0].id
        if isinstance(node.value, ast.Dict) and _TABLE.search(name):
            yield from _of_table(node.value, name)
        elif not owner:
            yield name, node.value, ""
    elif (
        isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and isinstance(node.value, ast.Dict)
    ):
        yield from _of_table(node.value, node.target.id)


def _of_table(table: ast.Dict, owner: str) -> Iterator[tuple[str, ast.expr | None, str]]:
    if "default" not in owner.casefold():
        owner = f"/{owner}/{table.lineno}"
    for key, value in zip(table.keys, table.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value, value, owner


def _of_getter(node: ast.Call, owner: str) -> Iterator[tuple[str, ast.expr | None, str]]:
    """`x.get("key", 3)`, `x.getint("part", "key", fallback=3)`."""
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if not re.search(r"get|option|setting|config|conf|value|param|pop", called, re.I):
        return
    words = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    fallback = given.get("default") or given.get("fallback")
    if fallback is not None and words:
        yield words[-1], fallback, owner
    elif len(node.args) == 2 and words and isinstance(node.args[0], ast.Constant):
        yield words[0], node.args[1], owner
