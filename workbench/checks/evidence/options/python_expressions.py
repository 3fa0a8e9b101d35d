"""Expressions of Python source that need no more than their parts to be understood."""

import ast
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from workbench.checks.evidence.options.python_literals import combined, joined
from workbench.checks.evidence.options.python_values import (
    UNKNOWN,
    Class,
    Foreign,
    Function,
    Member,
    Scope,
    Value,
    items_of,
)

_LONGEST_LOOP = 300


class Reading(Protocol):
    """What follows the parts of an expression."""

    def value(self, node: ast.expr, scope: Scope) -> Value:
        """What an expression stands for."""

    def bind(self, target: ast.expr, value: Value, scope: Scope) -> None:
        """Let a name stand for a value."""


def _if_else(reading: Reading, node: ast.IfExp, scope: Scope) -> Value:
    first, second = reading.value(node.body, scope), reading.value(node.orelse, scope)
    if first is second or first == second:
        return first
    objects = [value for value in (first, second) if hasattr(value, "escaped")]
    return objects[0] if objects else UNKNOWN


def _or(reading: Reading, node: ast.BoolOp, scope: Scope) -> Value:
    values = [reading.value(part, scope) for part in node.values]
    objects = [value for value in values if hasattr(value, "escaped")]
    return objects[0] if objects else UNKNOWN


def _sequence(reading: Reading, node: ast.List | ast.Tuple | ast.Set, scope: Scope) -> Value:
    found: list[Value] = []
    for part in node.elts:
        if isinstance(part, ast.Starred):
            items = items_of(reading.value(part.value, scope))
            if items is None:
                return UNKNOWN
            found += items
        else:
            found.append(reading.value(part, scope))
    return found


def _mapping(reading: Reading, node: ast.Dict, scope: Scope) -> Value:
    found: dict[Value, Value] = {}
    for key, part in zip(node.keys, node.values, strict=True):
        value = reading.value(part, scope)
        name = reading.value(key, scope) if key is not None else UNKNOWN
        if key is None and isinstance(value, dict):
            found.update(value)
        elif isinstance(name, str | int | bool | Member):
            found[name] = value
        else:
            return UNKNOWN
    return found


def _place(reading: Reading, node: ast.Subscript, scope: Scope) -> Value:
    holder = reading.value(node.value, scope)
    if isinstance(holder, Class | Foreign):
        return holder
    key = reading.value(node.slice, scope)
    try:
        return (
            holder[key] if isinstance(holder, list | tuple | dict | str) and key is not UNKNOWN else UNKNOWN
        )
    except (KeyError, IndexError, TypeError):
        return UNKNOWN


def _comprehension(
    reading: Reading, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, scope: Scope
) -> Value:
    if len(node.generators) != 1 or node.generators[0].ifs:
        return UNKNOWN
    items = items_of(reading.value(node.generators[0].iter, scope))
    if items is None:
        return UNKNOWN
    inner, found = scope.inner(), []
    for item in items[:_LONGEST_LOOP]:
        reading.bind(node.generators[0].target, item, inner)
        found.append(reading.value(node.elt, inner))
    return found


def _binary(reading: Reading, node: ast.BinOp, scope: Scope) -> Value:
    return combined(node.op, reading.value(node.left, scope), reading.value(node.right, scope))


def _unary(reading: Reading, node: ast.UnaryOp, scope: Scope) -> Value:
    value = reading.value(node.operand, scope)
    known = isinstance(value, int | float) and isinstance(node.op, ast.USub)
    return -value if known else UNKNOWN


def _joined(reading: Reading, node: ast.JoinedStr, scope: Scope) -> Value:
    parts = [reading.value(p.value if isinstance(p, ast.FormattedValue) else p, scope) for p in node.values]
    return joined(parts)


def _constant(reading: Reading, node: ast.Constant, scope: Scope) -> Value:
    return node.value


def _walrus(reading: Reading, node: ast.NamedExpr, scope: Scope) -> Value:
    value = reading.value(node.value, scope)
    reading.bind(node.target, value, scope)
    return value


def _lambda(reading: Reading, node: ast.Lambda, scope: Scope) -> Value:
    return Function(node, scope)


def _awaited(reading: Reading, node: ast.Await, scope: Scope) -> Value:
    return reading.value(node.value, scope)


def _compared(reading: Reading, node: ast.Compare, scope: Scope) -> Value:
    for part in (node.left, *node.comparators):
        reading.value(part, scope)
    return UNKNOWN


EXPRESSIONS: Mapping[str, Callable[[Any, Any, Scope], Value]] = {
    "List": _sequence,
    "Tuple": _sequence,
    "Set": _sequence,
    "Dict": _mapping,
    "Subscript": _place,
    "ListComp": _comprehension,
    "SetComp": _comprehension,
    "GeneratorExp": _comprehension,
    "BinOp": _binary,
    "UnaryOp": _unary,
    "JoinedStr": _joined,
    "IfExp": _if_else,
    "BoolOp": _or,
    "NamedExpr": _walrus,
    "Lambda": _lambda,
    "Await": _awaited,
    "Compare": _compared,
    "Constant": _constant,
}
"""What each kind of expression stands for, by the name of its class."""
