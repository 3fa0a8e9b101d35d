"""Values of a sheet made into what the program works with, each wrong one said at its key.

A file's values come as its format has them: of YAML everything is text, of TOML numbers are numbers. Both
are taken for what their key holds where nothing is lost by it.
"""

import difflib
import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from msgspec import Meta, Struct, structs

Key = tuple[str | int, ...]
"""Where a value stands: names of keys, and positions in lists from 0."""

Model = TypeVar("Model", bound=Struct)

_UNFIT: Any = object()
"""In place of a value with which something is wrong."""
_TRUTHS = {
    **dict.fromkeys(("true", "yes", "on", "1", "t", "y"), True),
    **dict.fromkeys(("false", "no", "off", "0", "f", "n"), False),
}
_NO_KEYS = "must hold keys of its own"
_SIMPLE: Mapping[type, tuple[Callable[[Any], Any], str]]


def read_as(read: Callable[[object], object]) -> Meta:
    """For an annotation: what is made of a value before it is looked at.

    `read` raises ValueError with what is wrong where it can say that better than the type can.
    """
    return Meta(extra={"read": read})


def refused_by(refuses: Callable[[Any], str]) -> Meta:
    """For an annotation: what is wrong with a value of the right type; empty where nothing is."""
    return Meta(extra={"refuses": refuses})


def did_you_mean(word: object, names: Collection[str]) -> str:
    """A suggestion to put behind a problem; empty where nothing is near."""
    near = difflib.get_close_matches(str(word), names, n=1)
    return f"; did you mean {near[0]}?" if near else ""


class Fitting:
    """One sheet's values on their way; what is wrong is among the problems, in the order of the fields."""

    def __init__(self, written: Mapping[str, str]) -> None:
        """Take how a key whose text has a pattern is written, in words."""
        self.problems: list[tuple[Key, str]] = []
        self._written = written

    def fitted(
        self, model: type[Model], values: Mapping[str, Any], given: Mapping[str, object]
    ) -> Model | None:
        """The model of some values; None where something is wrong with one, or with several together.

        `given` are fields that need no look, and stand in no file. Of values that do not go together, only
        whoever calls knows what to say.
        """
        found: Model = self._fields(model, values, (), given)
        return None if found is _UNFIT else found

    def _fields(self, made: type[Struct], values: object, key: Key, given: Mapping[str, object] = {}) -> Any:
        if not isinstance(values, Mapping):
            return self._wrong(key, _NO_KEYS)
        fields = {name: field for name, field in _fields_of(made).items() if name not in given}
        found: dict[str, Any] = dict(given)
        before = len(self.problems)
        for name, field in fields.items():
            if name in values:
                found[name] = self._value(field.type, values[name], (*key, name))
            elif field.required:
                self._wrong((*key, name), "is missing")
        for name in values:
            if name not in fields and name not in given:
                self._wrong((*key, name), f"is not a known key{did_you_mean(name, fields)}")
        if len(self.problems) == before and not _is_unfit(found.values()):
            with suppress(ValueError):
                return made(**found)
        return _UNFIT

    def _value(self, annotation: Any, value: Any, key: Key) -> Any:
        kind, limits = _taken_apart(annotation)
        for limit in limits:
            if limit.extra and "read" in limit.extra:
                try:
                    value = limit.extra["read"](value)
                except ValueError as error:
                    return self._wrong(key, str(error))
        kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
        if value is None:
            return None if NoneType in kinds else self._wrong(key, "is empty: give it a value")
        kind, more = _taken_apart(next(each for each in kinds if each is not NoneType))
        found = self._one(kind, value, key)
        for limit in (*limits, *more):
            if found is not _UNFIT and (problem := self._beyond(limit, found, key)):
                return self._wrong(key, problem)
        return found

    def _one(self, kind: Any, value: Any, key: Key) -> Any:
        origin, parts = get_origin(kind), get_args(kind)
        if origin is tuple:
            if not isinstance(value, list | tuple):
                return self._wrong(key, "must be a list")
            items = tuple(self._value(parts[0], each, (*key, n)) for n, each in enumerate(value))
            return _UNFIT if _is_unfit(items) else items
        if origin is Mapping:
            if not isinstance(value, Mapping):
                return self._wrong(key, _NO_KEYS)
            pairs = {name: self._value(parts[1], each, (*key, name)) for name, each in value.items()}
            return _UNFIT if _is_unfit(pairs.values()) else pairs
        if origin is Literal:
            return self._choice(parts, value, key)
        if issubclass(kind, Struct):
            return self._fields(kind, value, key)
        if issubclass(kind, Enum):
            chosen = self._choice([each.value for each in kind], value, key)
            return chosen if chosen is _UNFIT else kind(chosen)
        read, problem = _SIMPLE[kind]
        with suppress(ValueError, OverflowError):
            return read(value)
        return self._wrong(key, problem)

    def _beyond(self, limit: Meta, value: Any, key: Key) -> str:
        """What is wrong with a value of the right type; empty where nothing is."""
        if limit.extra and "refuses" in limit.extra:
            problem: str = limit.extra["refuses"](value)
            return problem
        if limit.min_length is not None and len(value) < limit.min_length:
            return "must not be empty"
        if limit.pattern is not None and not re.search(limit.pattern, value):
            return f"must be {self._written[str(key[-1])]}"
        return _out_of_bounds(limit, value)

    def _choice(self, choices: Collection[Any], value: Any, key: Key) -> Any:
        if isinstance(value, str) and value in choices:
            return value
        *most, last = [str(each) for each in choices]
        expected = f"{', '.join(most)} or {last}" if most else last
        return self._wrong(key, f"must be {expected}, not {value!r}{did_you_mean(value, (*most, last))}")

    def _wrong(self, key: Key, problem: str) -> Any:
        self.problems.append((key, problem))
        return _UNFIT


@cache
def _fields_of(model: type[Struct]) -> Mapping[str, structs.FieldInfo]:
    return {field.name: field for field in structs.fields(model)}


def _taken_apart(annotation: Any) -> tuple[Any, list[Meta]]:
    """The type that an annotation names, and what limits its values."""
    if get_origin(annotation) is not Annotated:
        return annotation, []
    kind, *limits = get_args(annotation)
    return kind, [limit for limit in limits if isinstance(limit, Meta)]


def _is_unfit(values: Iterable[object]) -> bool:
    return any(value is _UNFIT for value in values)


def _out_of_bounds(limit: Meta, value: Any) -> str:
    if limit.gt is not None and not value > limit.gt:
        return f"must be greater than {limit.gt}"
    if limit.ge is not None and not value >= limit.ge:
        return f"must be greater than or equal to {limit.ge}"
    if limit.le is not None and not value <= limit.le:
        return f"must be less than or equal to {limit.le}"
    return ""


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError
    found = int(value)
    if isinstance(value, float) and found != value:
        raise ValueError
    return found


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError
    if not math.isfinite(found := float(value)):
        raise ValueError
    return found


def _truth(value: Any) -> bool:
    if str(value).lower() not in _TRUTHS:
        raise ValueError
    return _TRUTHS[str(value).lower()]


def _day(value: Any) -> date:
    if isinstance(value, str):
        return date.fromisoformat(value)
    if not isinstance(value, date) or isinstance(value, datetime):
        raise ValueError
    return value


def _path(value: Any) -> Path:
    if not isinstance(value, str | Path):
        raise ValueError
    return Path(value)


_SIMPLE = {
    str: (_text, "must be text"),
    bool: (_truth, "must be true or false"),
    int: (_whole, "must be a whole number"),
    float: (_number, "must be a number"),
    date: (_day, "must be a date, such as 2026-11-30"),
    Path: (_path, "must be text"),
}
"""How values of types without parts are read, and what is said of others."""
