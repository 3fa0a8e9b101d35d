"""Calls and attributes of plain Python values, and of objects of the project."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.checks.evidence.options.python_values import (
    UNKNOWN,
    Arguments,
    Class,
    Foreign,
    Function,
    Instance,
    Member,
    Scope,
    Value,
    items_of,
    plain,
)

_LONGEST = 2_000
_TEXT_METHODS = frozenset(
    {"replace", "lower", "upper", "strip", "lstrip", "rstrip", "split", "join", "format", "title"}
    | {"removeprefix", "removesuffix", "splitlines", "capitalize", "casefold"}
)


@dataclass(frozen=True, eq=False)
class Callee:
    """A method of a library's object."""

    owner: Any
    method: str


@dataclass(frozen=True, eq=False)
class PlainMethod:
    """A method of a plain value."""

    owner: Value
    method: str


@dataclass(frozen=True, eq=False)
class Super:
    """What `super()` gives inside a method."""

    owner: Value
    of: Class

    @classmethod
    def at(cls, scope: Scope) -> Value:
        """Of the method that a scope belongs to; UNKNOWN outside one."""
        owner = next(
            (v for v in scope.names.values() if isinstance(v, Instance) or hasattr(v, "escaped")), None
        )
        of = owner.of if isinstance(owner, Instance) else getattr(owner, "klass", None)
        return cls(owner, of) if isinstance(of, Class) else UNKNOWN

    def attribute(self, name: str) -> Value:
        """A method of what the class is made from."""
        for base in list(self.of.ancestors())[1:]:
            found = base.scope.names.get(name, UNKNOWN)
            if isinstance(found, Function):
                return Function(found.node, found.scope, found.marks, found.whole, self.owner)
        return Callee(self.owner, name) if hasattr(self.owner, "call") else UNKNOWN


def method_of(owner: Value, name: str) -> Value:
    """An attribute of a value that is no file and of no foreign package."""
    if isinstance(owner, Super):
        return owner.attribute(name)
    if isinstance(owner, Instance):
        return owner.names[name] if name in owner.names else _bound(owner.of.find(name), owner)
    if isinstance(owner, Class):
        return owner.find(name)
    if isinstance(owner, Member):
        return getattr(owner, name) if name in ("name", "value") else UNKNOWN
    if hasattr(owner, "call"):
        return _of_model(owner, name)
    if isinstance(owner, str | list | dict | tuple):
        return PlainMethod(owner, name)
    if isinstance(owner, Function) and name in ("__name__", "__doc__"):
        return owner.name if name == "__name__" else UNKNOWN
    return UNKNOWN


def _of_model(owner: Any, name: str) -> Value:
    names, klass = getattr(owner, "names", {}), getattr(owner, "klass", None)
    if name in names:
        return names[name]
    found = klass.find(name) if isinstance(klass, Class) else UNKNOWN
    return Callee(owner, name) if found is UNKNOWN else _bound(found, owner)


def _bound(found: Value, owner: Value) -> Value:
    if not isinstance(found, Function):
        return found
    decorators = [getattr(d, "id", "") for d in getattr(found.node, "decorator_list", ())]
    if "staticmethod" in decorators:
        return found
    owner = owner.of if "classmethod" in decorators and isinstance(owner, Instance) else owner
    return Function(found.node, found.scope, found.marks, found.whole, owner)


def called_plain(callee: Value, arguments: Arguments) -> Value:
    """What a builtin or a method of a plain value gives; UNKNOWN where that cannot be told."""
    if arguments.open:
        return UNKNOWN
    if isinstance(callee, PlainMethod):
        return _method(callee.owner, callee.method, arguments)
    if isinstance(callee, Foreign):
        work = _BUILTINS.get(callee.name)
        return work(arguments) if work else UNKNOWN
    return UNKNOWN


def _method(owner: Value, method: str, arguments: Arguments) -> Value:
    if isinstance(owner, str):
        return _of_text(owner, method, arguments)
    if isinstance(owner, list):
        return _of_list(owner, method, arguments)
    if isinstance(owner, dict):
        return _of_mapping(owner, method, arguments)
    return UNKNOWN


def _of_text(owner: str, method: str, arguments: Arguments) -> Value:
    fitting = method in _TEXT_METHODS and plain(arguments.values) and plain(arguments.named)
    if not fitting or len(owner) > _LONGEST or (method == "format" and ":" in owner):
        return UNKNOWN
    try:
        made = getattr(owner, method)(*arguments.values, **arguments.named)
    except (TypeError, ValueError, LookupError, AttributeError):
        return UNKNOWN
    return made


def _of_list(owner: list[Value], method: str, arguments: Arguments) -> Value:
    if len(owner) < _LONGEST and method == "append" and arguments.values:
        owner.append(arguments.values[0])
        return None
    items = items_of(arguments.get("", 0))
    if method == "extend" and items is not None and len(owner) < _LONGEST:
        owner.extend(items)
        return None
    if method in ("append", "extend", "insert"):
        owner.append(UNKNOWN)
        return None
    return list(owner) if method == "copy" else UNKNOWN


def _of_mapping(owner: dict[Value, Value], method: str, arguments: Arguments) -> Value:
    if method == "get" and isinstance(key := arguments.get("", 0), str | int | Member):
        return owner.get(key, arguments.get("", 1))
    if method == "update":
        given = arguments.get("", 0)
        owner.update(given if isinstance(given, dict) else {})
        owner.update(arguments.named)
        return None
    views: Mapping[str, Callable[[], list[Value]]] = {
        "items": lambda: [[key, value] for key, value in owner.items()],
        "keys": lambda: list(owner),
        "values": lambda: list(owner.values()),
    }
    return views[method]() if method in views else UNKNOWN


def _listed(arguments: Arguments) -> Value:
    items = items_of(arguments.get("", 0)) if arguments.values else []
    return UNKNOWN if items is None else items


def _reversed(arguments: Arguments) -> Value:
    items = _listed(arguments)
    return items[::-1] if isinstance(items, list) else UNKNOWN


def _sorted(arguments: Arguments) -> Value:
    items = _listed(arguments)
    if isinstance(items, list) and all(isinstance(item, str) for item in items):
        return sorted(items)
    return items


def _mapped(arguments: Arguments) -> Value:
    first = arguments.get("", 0)
    if first is None or isinstance(first, dict):
        return {**(first or {}), **arguments.named}
    return UNKNOWN


def _numbered(arguments: Arguments) -> Value:
    items = _listed(arguments)
    return [[number, item] for number, item in enumerate(items)] if isinstance(items, list) else UNKNOWN


def _zipped(arguments: Arguments) -> Value:
    lists = [items_of(value) for value in arguments.values]
    known = [items for items in lists if items is not None]
    return [list(row) for row in zip(*known, strict=False)] if len(known) == len(lists) else UNKNOWN


def _text(arguments: Arguments) -> Value:
    value = arguments.get("", 0)
    return str(value) if isinstance(value, str | int | float) else UNKNOWN


def _number(arguments: Arguments) -> Value:
    value = arguments.get("", 0)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else UNKNOWN


def _first(arguments: Arguments) -> Value:
    return arguments.get("", 0) if isinstance(arguments.get("", 0), str) else UNKNOWN


_BUILTINS: Mapping[str, Callable[[Arguments], Value]] = {
    "builtins.list": _listed,
    "builtins.tuple": _listed,
    "builtins.set": _listed,
    "builtins.frozenset": _listed,
    "builtins.iter": _listed,
    "builtins.reversed": _reversed,
    "builtins.sorted": _sorted,
    "builtins.dict": _mapped,
    "collections.OrderedDict": _mapped,
    "builtins.enumerate": _numbered,
    "builtins.zip": _zipped,
    "builtins.str": _text,
    "builtins.int": _number,
    "builtins.float": _number,
    "textwrap.dedent": _first,
    "gettext.gettext": _first,
    "pathlib.Path": _first,
}
