"""Plain Python values made of other plain ones, with bounds on their size."""

import ast
from collections.abc import Callable, Mapping, Sequence

from workbench.checks.evidence.options.python_values import UNKNOWN, Member, Value, plain

_LONGEST = 10_000


def combined(operation: ast.operator, left: Value, right: Value) -> Value:
    """What an operator makes of two plain values; UNKNOWN where it does not, or not of these."""
    if isinstance(operation, ast.Add) and isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return [*left, *right][:_LONGEST]
    if isinstance(operation, ast.BitOr) and isinstance(left, dict) and isinstance(right, dict):
        return left | right
    if isinstance(operation, ast.Mod) and isinstance(left, str) and plain(right):
        return _formatted(left, right)
    if isinstance(operation, ast.Add) and isinstance(left, str) and isinstance(right, str):
        return (left + right)[:_LONGEST]
    return _calculated(operation, left, right)


def _calculated(operation: ast.operator, left: Value, right: Value) -> Value:
    work = _ARITHMETIC.get(type(operation))
    numbers = all(isinstance(n, int | float) and abs(n) < 1e12 for n in (left, right))
    if work is None or not numbers or (isinstance(operation, ast.Pow) and abs(right) > 64):
        return UNKNOWN
    try:
        return work(left, right)
    except (ArithmeticError, ValueError):
        return UNKNOWN


def _formatted(form: str, values: Value) -> Value:
    if len(form) > 1000 or any(mark in form for mark in ("%*", "%9", "%8", "%7", "%6", "%5", "%4", "%3")):
        return UNKNOWN
    try:
        return form % (tuple(values) if isinstance(values, list) else values)
    except (TypeError, ValueError, KeyError):
        return UNKNOWN


def joined(parts: Sequence[Value]) -> Value:
    """The text that an f-string makes of its parts; UNKNOWN where one is not told."""
    known = [part.value if isinstance(part, Member) else part for part in parts]
    if not all(isinstance(part, str | int | float) for part in known):
        return UNKNOWN
    return "".join(str(part) for part in known)[:_LONGEST]


_ARITHMETIC: Mapping[type[ast.operator], Callable[[Value, Value], Value]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
    ast.FloorDiv: lambda left, right: left // right,
    ast.Pow: lambda left, right: left**right,
}
