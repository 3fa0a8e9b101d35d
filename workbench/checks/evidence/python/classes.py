"""The members of a class, those of its bases in the repository included."""

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass, field

from workbench.checks.evidence.python.api import Answer, Api, Symbol, decorators, dotted

_PLAIN_BASES = frozenset(
    {"object", "ABC", "abc.ABC", "Protocol", "typing.Protocol", "Generic", "typing.Generic"}
)


class _Enumerated(str):
    """What a member of an enumeration has, one of numbers or words included."""

    name = value = _value_ = _name_ = __members__ = None
    real = imag = numerator = denominator = bit_length = to_bytes = None


class _NamedTuple(tuple[()]):
    """What a named tuple has besides its fields."""

    _asdict = _replace = _fields = _make = _field_defaults = None


_MADE_UP: dict[str, type] = dict.fromkeys(("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"), _Enumerated) | {
    "NamedTuple": _NamedTuple
}
_PLAIN_DECORATORS = frozenset(
    {
        "dataclass",
        "dataclasses.dataclass",
        "final",
        "typing.final",
        "total_ordering",
        "functools.total_ordering",
    }
    | {
        "runtime_checkable",
        "typing.runtime_checkable",
        "deprecated",
        "warnings.deprecated",
        "unique",
        "enum.unique",
    }
)
_OPEN = frozenset({"__getattr__", "__getattribute__"})
_DATACLASS_NAMES = frozenset(
    {"__dataclass_fields__", "__dataclass_params__", "__match_args__", "__replace__"}
)


@dataclass
class Members:
    """What instances of a class have."""

    found: dict[str, Symbol] = field(default_factory=dict)
    """By name; for an attribute that a method sets, the statement that does."""
    known: set[str] = field(default_factory=set)
    """Names that come from Python's own classes."""
    whole: bool = True

    def has(self, name: str) -> Answer:
        """Whether an instance has a name."""
        if name in self.found or name in self.known:
            return Answer.YES
        return Answer.NO if self.whole else Answer.UNKNOWN


def members(api: Api, cls: Symbol) -> Members:
    """The members of a class."""
    known = api.classes.get(id(cls.node))
    if isinstance(known, Members):
        return known
    result = Members(known=set(dir(object)) | {"__dict__", "__module__", "__weakref__", "__annotations__"})
    for owner in lineage(api, cls):
        if owner is None:
            result.whole = False
        elif isinstance(owner, str):
            result.known |= set(dir(_of_python(owner) or object))
        else:
            _take(result, owner)
    api.classes[id(cls.node)] = result
    return result


def lineage(api: Api, cls: Symbol, seen: frozenset[int] = frozenset()) -> Iterator[Symbol | str | None]:
    """A class and its bases: a name for one of Python's own, None for one that cannot be told."""
    node = cls.node
    if not isinstance(node, ast.ClassDef) or id(node) in seen or len(seen) > 20:
        yield None
        return
    yield cls
    if any(
        keyword.arg != "metaclass" or dotted(keyword.value) not in ("ABCMeta", "abc.ABCMeta")
        for keyword in node.keywords
    ):
        yield None
    for base in node.bases:
        yield from _base(api, cls, base, seen | {id(node)})


def _base(api: Api, cls: Symbol, base: ast.expr, seen: frozenset[int]) -> Iterator[Symbol | str | None]:
    name = dotted(base.value if isinstance(base, ast.Subscript) else base)
    if name is None:
        yield None
        return
    if name in _PLAIN_BASES:
        return
    symbol = symbol_of(api, cls, name)
    if symbol is not None and isinstance(symbol.node, ast.ClassDef):
        yield from lineage(api, symbol, seen)
    elif name.partition(".")[0] in cls.source.bound:
        yield name if _imported(cls, name) and _of_python(name) is not None else None
    else:
        yield name if _of_python(name) is not None else None


def _imported(cls: Symbol, name: str) -> bool:
    """Whether a name comes from one of the few modules of Python whose classes are known here."""
    bounds = cls.source.bound[name.partition(".")[0]]
    return all(bound.origin is not None and bound.origin[0] in ("enum", "typing", "abc") for bound in bounds)


def _of_python(name: str) -> type | None:
    """One of Python's own classes; None where the name is none of those known here."""
    last = name.rpartition(".")[2]
    if last in _MADE_UP:
        return _MADE_UP[last]
    found = getattr(builtins, last, None)
    return found if isinstance(found, type) else None


def symbol_of(api: Api, near: Symbol, name: str) -> Symbol | None:
    """What a dotted name of a module stands for; None where it is not the repository's."""
    first, *rest = name.split(".")
    symbol = api.member(near.source.place.name, first)[1]
    for part in rest:
        if symbol is None or not symbol.is_module:
            return None
        symbol = api.member(symbol.source.place.name, part)[1]
    return symbol


def _take(result: Members, cls: Symbol) -> None:
    node = cls.node
    assert isinstance(node, ast.ClassDef)
    if any(name not in _PLAIN_DECORATORS for name in decorators(node)):
        result.whole = False
    result.known |= _DATACLASS_NAMES if node.decorator_list else set()
    for statement in _inside(node.body):
        _take_statement(result, cls, statement)
    if _set_from_outside(cls):
        result.whole = False


def _inside(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        yield statement
        if isinstance(statement, ast.If | ast.Try | ast.For | ast.With | ast.While):
            inner = [*statement.body, *getattr(statement, "orelse", []), *getattr(statement, "finalbody", [])]
            for handler in getattr(statement, "handlers", []):
                inner += handler.body
            yield from _inside(inner)


def _take_statement(result: Members, cls: Symbol, statement: ast.stmt) -> None:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        _add(result, cls, statement.name, statement)
        result.whole = result.whole and statement.name not in _OPEN
        _take_attributes(result, cls, statement)
    elif isinstance(statement, ast.ClassDef):
        _add(result, cls, statement.name, statement)
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        for alias in statement.names:
            _add(result, cls, alias.asname or alias.name.partition(".")[0], statement)
    else:
        _take_assigned(result, cls, statement)


def _take_assigned(result: Members, cls: Symbol, statement: ast.stmt) -> None:
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            _add(result, cls, node.id, statement)
        elif isinstance(node, ast.Call) and dotted(node.func) in ("locals", "vars", "exec"):
            result.whole = False
    if "__slots__" in result.found and isinstance(statement, ast.Assign):
        for node in ast.walk(statement.value):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                _add(result, cls, node.value, statement)


def _add(result: Members, cls: Symbol, name: str, node: ast.stmt) -> None:
    result.found.setdefault(name, Symbol(cls.source, name, node))


def _take_attributes(result: Members, cls: Symbol, method: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    own = method.args.args[0].arg if method.args.args else None
    for node in ast.walk(method):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == own:
            if isinstance(node.ctx, ast.Store):
                at = ast.Pass(lineno=node.lineno)
                result.found.setdefault(node.attr, Symbol(cls.source, node.attr, at))
            elif node.attr == "__dict__":
                result.whole = False
        elif isinstance(node, ast.Call) and _writes_names(node, own):
            result.whole = False


def _writes_names(call: ast.Call, own: str | None) -> bool:
    """Whether a call may give an object members under computed names."""
    name = dotted(call.func) or ""
    if name not in ("setattr", "vars") and not name.endswith("__setattr__"):
        return False
    return any(isinstance(argument, ast.Name) and argument.id == own for argument in call.args)


def _set_from_outside(cls: Symbol) -> bool:
    """Whether the module gives the class members after its definition."""
    name = cls.name
    text = cls.source.text
    return f"setattr({name}" in text or f"\n{name}." in text or f"    {name}.__" in text
