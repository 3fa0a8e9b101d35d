"""The arguments of a call in Python source, and the parameters that take them."""

import ast
from collections.abc import Callable

from workbench.checks.evidence.options.python_values import (
    UNKNOWN,
    Arguments,
    Function,
    Scope,
    Value,
    items_of,
)

Evaluate = Callable[[ast.expr, Scope], Value]
"""What gives the value of an expression in a scope."""


def arguments_of(node: ast.Call, scope: Scope, value: Evaluate) -> Arguments:
    """What a call gives; open where a part of it is not known."""
    made = Arguments([], {}, node, scope.file.evidence(node))
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            items = items_of(value(argument.value, scope))
            made.open = made.open or items is None
            made.values += items or []
        else:
            made.values.append(value(argument, scope))
    for keyword in node.keywords:
        given = value(keyword.value, scope)
        if keyword.arg is not None:
            made.named[keyword.arg] = given
        elif isinstance(given, dict):
            made.named.update({str(key): item for key, item in given.items()})
        else:
            made.open = True
    return made


def bind_parameters(function: Function, arguments: Arguments, inner: Scope, value: Evaluate) -> None:
    """Give the names of a function's parameters their values in its own scope."""
    parameters = function.node.args
    names = [p.arg for p in (*parameters.posonlyargs, *parameters.args)]
    values = list(arguments.values)
    if function.owner is not None:
        values.insert(0, function.owner)
    named = dict(arguments.named)
    defaults = dict(zip(reversed(names), reversed(parameters.defaults), strict=False))
    defaults |= {p.arg: d for p, d in zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True) if d}
    for name in (*names, *(p.arg for p in parameters.kwonlyargs)):
        if name in names and values:
            inner.names[name] = values.pop(0)
        elif name in named:
            inner.names[name] = named.pop(name)
        elif name in defaults and not arguments.open:
            inner.names[name] = value(defaults[name], function.scope)
        else:
            inner.names[name] = UNKNOWN
    if parameters.vararg:
        inner.names[parameters.vararg.arg] = UNKNOWN if arguments.open else values
    if parameters.kwarg:
        inner.names[parameters.kwarg.arg] = UNKNOWN if arguments.open else named


def escape(arguments: Arguments) -> None:
    """Take note that what is given to code that is not followed may be changed there."""
    for value in (*arguments.values, *arguments.named.values()):
        for item in items_of(value) or [value] if isinstance(value, list | tuple) else [value]:
            if hasattr(item, "escaped"):
                item.escaped()
