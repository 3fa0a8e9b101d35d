"""Variables that pydantic makes from the fields of settings classes."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from workbench.checks.evidence.code_files import CodeFiles
from workbench.checks.evidence.python.api import dotted
from workbench.checks.text.python_tree import python_tree
from workbench.core.readings import Evidence

MOST_MODULES = 40
_DEEPEST = 4


class FieldVariable(NamedTuple):
    """A variable that is made from a field."""

    evidence: Evidence
    default: ast.expr | None = None


@dataclass
class Models:
    """The settings classes of a repository."""

    variables: dict[str, FieldVariable]
    prefixes: frozenset[str]
    """Beginnings of variables, some of which could not be told."""


def models(code: CodeFiles) -> Models:
    """Every variable that a settings class reads by the name of a field."""
    found = Models({}, frozenset())
    paths = [path for path, text in code.texts.items() if path.endswith(".py") and "BaseSettings" in text]
    for path in paths[:MOST_MODULES]:
        tree = python_tree(code.texts[path])
        classes = (
            {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)} if tree else {}
        )
        reader = _Reader(code, path, classes, found)
        for node in classes.values():
            if _is_settings(node, classes):
                reader.take(node)
    return found


def _is_settings(node: ast.ClassDef, classes: dict[str, ast.ClassDef], depth: int = 0) -> bool:
    for base in node.bases:
        name = (dotted(base) or "").rpartition(".")[2]
        if name == "BaseSettings" or (
            depth < _DEEPEST and name in classes and _is_settings(classes[name], classes, depth + 1)
        ):
            return True
    return False


@dataclass
class _Reader:
    code: CodeFiles
    path: str
    classes: dict[str, ast.ClassDef]
    found: Models

    def take(self, node: ast.ClassDef) -> None:
        said = {key: value for key, value in _configured(node)}
        prefix = _plain(said.get("env_prefix")) or ""
        delimiter = _plain(said.get("env_nested_delimiter"))
        computed = "env_prefix" in said and _plain(said["env_prefix"]) is None
        unknown = any(
            (dotted(base) or "?").rpartition(".")[2] not in ("BaseSettings", *self.classes)
            for base in node.bases
        )
        if computed or unknown:
            self.found.prefixes |= {prefix.upper()}
        self._fields(node, prefix, delimiter, 0)

    def _fields(self, node: ast.ClassDef, prefix: str, delimiter: str | None, depth: int) -> None:
        for base in node.bases:
            name = (dotted(base) or "").rpartition(".")[2]
            if name in self.classes and depth < _DEEPEST:
                self._fields(self.classes[name], prefix, delimiter, depth + 1)
        for statement in node.body:
            if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
                continue
            name = f"{prefix}{statement.target.id}".upper()
            line = self.code.texts[self.path].split("\n")[statement.lineno - 1].strip()[:200]
            variable = FieldVariable(Evidence(self.path, statement.lineno, line), _default(statement.value))
            self.found.variables.setdefault(name, variable)
            self._nested(statement, name, delimiter, depth)

    def _nested(self, statement: ast.AnnAssign, name: str, delimiter: str | None, depth: int) -> None:
        if not delimiter or depth >= _DEEPEST:
            return
        inner = (dotted(statement.annotation) or "").rpartition(".")[2]
        if inner in self.classes:
            self._fields(self.classes[inner], f"{name}{delimiter}", delimiter, depth + 1)
        elif inner not in ("str", "int", "float", "bool"):
            self.found.prefixes |= {f"{name}{delimiter}".upper()}


def _configured(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr]]:
    """The settings of a settings class: `model_config = ...` or an inner `Config`."""
    for statement in node.body:
        if isinstance(statement, ast.ClassDef) and statement.name == "Config":
            for inner in statement.body:
                if isinstance(inner, ast.Assign) and isinstance(inner.targets[0], ast.Name):
                    yield inner.targets[0].id, inner.value
        elif (
            isinstance(statement, ast.Assign | ast.AnnAssign) and "model_config" in ast.dump(statement)[:400]
        ):
            value = statement.value
            if isinstance(value, ast.Call):
                yield from ((keyword.arg, keyword.value) for keyword in value.keywords if keyword.arg)
            elif isinstance(value, ast.Dict):
                yield from ((_plain(k) or "", v) for k, v in zip(value.keys, value.values, strict=True))


def _plain(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _default(value: ast.expr | None) -> ast.expr | None:
    if isinstance(value, ast.Call):
        if (dotted(value.func) or "").rpartition(".")[2] not in ("Field", "field"):
            return None
        said = {keyword.arg: keyword.value for keyword in value.keywords}
        return said.get("default") or (value.args[0] if value.args else None)
    return value
