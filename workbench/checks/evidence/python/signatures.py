"""Which keywords a function or a class of the repository takes."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from workbench.checks.evidence.python.api import Api, Symbol, decorators, dotted
from workbench.checks.evidence.python.classes import lineage, symbol_of
from workbench.core.readings import Evidence

_TRANSPARENT = frozenset(
    {
        "staticmethod",
        "classmethod",
        "lru_cache",
        "cache",
        "contextmanager",
        "asynccontextmanager",
        "abstractmethod",
    }
    | {"final", "override", "deprecated", "no_type_check", "beartype", "typechecked", "singledispatchmethod"}
)
_DATACLASS = frozenset({"dataclass"})
_ATTRS = frozenset({"define", "frozen", "mutable", "attrs", "s", "dataclass", "attributes"})
_MODELS = frozenset({"BaseModel", "BaseSettings"})
_FIELD_CALLS = frozenset({"field", "Field", "ib", "attrib"})


class Parameter(NamedTuple):
    """One keyword."""

    name: str
    evidence: Evidence
    default: ast.expr | None = None


@dataclass
class Signature:
    """The keywords of a call."""

    name: str
    evidence: Evidence
    """Where the definition begins."""
    parameters: dict[str, Parameter] = field(default_factory=dict)
    whole: bool = True
    """Whether it takes no other keyword."""
    ignores: bool = False
    """Whether another keyword is passed over in silence (pydantic), not refused."""


def signature(api: Api, symbol: Symbol) -> Signature | None:
    """What a call of a symbol takes; None where that cannot be told."""
    if isinstance(symbol.node, ast.FunctionDef | ast.AsyncFunctionDef):
        return of_function(symbol, symbol.node, bound=False)
    if isinstance(symbol.node, ast.ClassDef):
        return _of_class(api, symbol)
    return None


def of_method(symbol: Symbol) -> Signature | None:
    """What a call of a method through its class or an instance takes."""
    if isinstance(symbol.node, ast.FunctionDef | ast.AsyncFunctionDef):
        static = any(name == "staticmethod" for name in decorators(symbol.node))
        return of_function(symbol, symbol.node, bound=not static)
    return None


def of_function(
    symbol: Symbol, node: ast.FunctionDef | ast.AsyncFunctionDef, *, bound: bool
) -> Signature | None:
    """The keywords of a function; None where a decorator may have changed them."""
    if any(name.rpartition(".")[2] not in _TRANSPARENT for name in decorators(node)):
        return None
    taken = node.args
    result = Signature(symbol.name, symbol.evidence, whole=taken.kwarg is None)
    positional = [*taken.posonlyargs, *taken.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(taken.defaults)) + list(taken.defaults)
    for number, (argument, default) in enumerate(zip(positional, defaults, strict=True)):
        if number == 0 and bound:
            continue
        if argument not in taken.posonlyargs:
            _add(result, symbol, argument.arg, argument.lineno, default)
    for argument, default in zip(taken.kwonlyargs, taken.kw_defaults, strict=True):
        _add(result, symbol, argument.arg, argument.lineno, default)
    return result


def _add(result: Signature, symbol: Symbol, name: str, line: int, default: ast.expr | None) -> None:
    evidence = Evidence(symbol.source.path, line, symbol.source.line(line))
    result.parameters[name] = Parameter(name, evidence, default)


def _of_class(api: Api, cls: Symbol) -> Signature | None:
    """The keywords that make an instance."""
    own = cls.node
    if not isinstance(own, ast.ClassDef) or own.keywords:
        return None
    owners = list(lineage(api, cls))
    line = [owner for owner in owners if isinstance(owner, Symbol)]
    for owner in line:
        if (made := _constructor(owner)) is not None:
            return made
        if _generates(owner):
            break
        if _custom_new(owner):
            return None
    if any(_is_model(owner) for owner in line):
        return _of_fields(cls, line, ignores=True)
    known = all(isinstance(owner, Symbol) or _is_plain_base(owner) for owner in owners)
    if _generates(line[0]) and (known or _is_tuple(line[0])):
        return _of_fields(cls, [owner for owner in line if _generates(owner)], ignores=False)
    return None


def _is_plain_base(owner: str | None) -> bool:
    """Whether a base of Python's own has no constructor to speak of."""
    return owner is not None and owner.rpartition(".")[2] not in (
        "Enum",
        "IntEnum",
        "StrEnum",
        "Flag",
        "IntFlag",
    )


def _constructor(owner: Symbol) -> Signature | None:
    """What the class's own `__init__` takes; None where it has none."""
    node = owner.node
    assert isinstance(node, ast.ClassDef)
    if any(name.rpartition(".")[2] not in _ATTRS | {"final", "total_ordering"} for name in decorators(node)):
        return None
    found = [s for s in node.body if isinstance(s, ast.FunctionDef) and s.name == "__init__"]
    if len(found) != 1 or _custom_new(owner):
        return None
    return of_function(Symbol(owner.source, owner.name, found[0]), found[0], bound=True)


def _custom_new(owner: Symbol) -> bool:
    body = owner.node.body if isinstance(owner.node, ast.ClassDef) else []
    return any(isinstance(s, ast.FunctionDef) and s.name == "__new__" for s in body)


def _generates(owner: Symbol) -> bool:
    """Whether Python or attrs writes the constructor from the fields."""
    node = owner.node
    if not isinstance(node, ast.ClassDef):
        return False
    names = [name.rpartition(".")[2] for name in decorators(node)]
    return (bool(names) and all(name in _ATTRS | {"final", "total_ordering"} for name in names)) or _is_tuple(
        owner
    )


def _is_tuple(owner: Symbol) -> bool:
    bases = owner.node.bases if isinstance(owner.node, ast.ClassDef) else []
    return any((dotted(base) or "").rpartition(".")[2] == "NamedTuple" for base in bases)


def _is_model(owner: Symbol) -> bool:
    bases = owner.node.bases if isinstance(owner.node, ast.ClassDef) else []
    return any((dotted(base) or "").rpartition(".")[2] in _MODELS for base in bases)


def _of_fields(cls: Symbol, line: list[Symbol], *, ignores: bool) -> Signature:
    result = Signature(cls.name, cls.evidence, ignores=ignores)
    for owner in reversed(line):
        node = owner.node
        if not isinstance(node, ast.ClassDef):
            continue
        if ignores and _is_open_model(node):
            result.whole = False
        for name, value, at in _fields(node):
            _add_field(result, owner, name, value, at)
    return result


def _is_open_model(node: ast.ClassDef) -> bool:
    text = ast.dump(node)
    return any(
        word in text for word in ("'extra'", "alias", "model_validator", "root_validator", "__pydantic")
    ) or bool(node.decorator_list)


def _fields(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr | None, int]]:
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            if "ClassVar" not in ast.dump(statement.annotation):
                yield statement.target.id, statement.value, statement.lineno
        elif isinstance(statement, ast.Assign) and _is_attr_field(statement.value):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    yield target.id, statement.value, statement.lineno


def _is_attr_field(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and (dotted(value.func) or "").rpartition(".")[2] in _FIELD_CALLS


def _add_field(result: Signature, owner: Symbol, name: str, value: ast.expr | None, line: int) -> None:
    default = value
    if isinstance(value, ast.Call) and _is_attr_field(value):
        said = {keyword.arg: keyword.value for keyword in value.keywords}
        if isinstance(never := said.get("init"), ast.Constant) and never.value is False:
            return
        if None in said or "alias" in said or "validation_alias" in said:
            result.whole = False
        default = said.get("default") or (value.args[0] if value.args else None)
    is_model = result.ignores
    _add(result, owner, name, line, default)
    if not is_model and name.startswith("_"):
        # attrs takes `_x` as `x`.
        _add(result, owner, name.lstrip("_"), line, default)


def returned(api: Api, symbol: Symbol, owner: Symbol | None = None) -> Symbol | None:
    """The class of the repository that a call surely gives; None where that is not said."""
    node = symbol.node
    if isinstance(node, ast.ClassDef):
        return symbol
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    names = [name.rpartition(".")[2] for name in decorators(node)]
    if any(name not in ("classmethod", "staticmethod", "lru_cache", "cache", "property") for name in names):
        return None
    if node.returns is not None:
        return _annotated(api, symbol, node.returns, owner)
    return _made(api, symbol, node, owner)


def _annotated(api: Api, near: Symbol, annotation: ast.expr, owner: Symbol | None) -> Symbol | None:
    name = dotted(annotation)
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        name = annotation.value if annotation.value.isidentifier() else None
    if name in ("Self", "typing.Self", "typing_extensions.Self"):
        return owner
    found = symbol_of(api, near, name) if name else None
    return found if found is not None and isinstance(found.node, ast.ClassDef) else None


def _made(
    api: Api, near: Symbol, node: ast.FunctionDef | ast.AsyncFunctionDef, owner: Symbol | None
) -> Symbol | None:
    """The class whose constructor every `return` calls."""
    if isinstance(node, ast.AsyncFunctionDef) or any(
        isinstance(n, ast.Yield | ast.YieldFrom) for n in ast.walk(node)
    ):
        return None
    own = node.args.args[0].arg if node.args.args else None
    classmethod_ = any(name == "classmethod" for name in decorators(node))
    names = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Return):
            names.add(dotted(inner.value.func) if isinstance(inner.value, ast.Call) else None)
    if len(names) != 1 or (name := names.pop()) is None:
        return None
    if classmethod_ and name == own:
        return owner
    found = symbol_of(api, near, name)
    return found if found is not None and isinstance(found.node, ast.ClassDef) else None
