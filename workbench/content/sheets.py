"""A file's keys and values with the line of each, and what is wrong with them in words."""

import difflib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from workbench.core.errors import ContentError

Key = tuple[str | int, ...]
"""Where a value stands: names of keys, and positions in lists from 0."""

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Shape(Generic[Model]):
    """What a sheet is to become."""

    model: type[Model]
    nested: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The keys that are known inside a key, for suggestions."""
    written: Mapping[str, str] = field(default_factory=dict)
    """How a key whose text has a pattern is written, in words."""
    said: Collection[str] = ()
    """pydantic's kinds of error that the caller reports itself, at a better line."""


_PROBLEMS = {
    "missing": "is missing",
    "string_type": "must be text",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "dict_type": "must hold keys of its own",
    "model_type": "must hold keys of its own",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a number",
    "date_type": "must be a date, such as 2026-11-30",
    "date_from_datetime_inexact": "must be a date, such as 2026-11-30",
    "string_too_short": "must not be empty",
    "too_short": "must not be empty",
}
"""What pydantic's kinds of error are called here."""
_UNQUOTED = str.maketrans("", "", "'")


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a file sets, and where."""

    file: PurePath
    values: Mapping[str, Any]
    lines: Mapping[Key, int] = field(default_factory=dict)
    """1-based line of each key; empty where the format does not tell."""

    def error(self, problem: str, *key: str | int) -> ContentError:
        """An error at a key, or at the nearest one around it whose line is known."""
        line = next((self.lines[key[:n]] for n in range(len(key), -1, -1) if key[:n] in self.lines), None)
        return ContentError(self.file, problem, line, self._dotted(key) or None)

    def _dotted(self, key: Key) -> str:
        """The key as a person would name it: list items by their `id`, or by their number from 1."""
        value: Any = self.values
        parts: list[str] = []
        for step in key:
            value = _inside(value, step)
            own = value.get("id") if isinstance(step, int) and isinstance(value, Mapping) else None
            name = step + 1 if isinstance(step, int) else step
            parts.append(own if isinstance(own, str) and own.isascii() and own.isalnum() else str(name))
        return ".".join(parts)


def validated(sheet: Sheet, shape: Shape[Model], **given: object) -> Model | tuple[ContentError, ...]:
    """The model that a sheet describes, or everything that is wrong with it.

    `given` are fields that the file itself may not set.
    """
    errors = [
        sheet.error("is not set here: the file's name is its name and the text below is its body", key)
        for key in given
        if key in sheet.values
    ]
    names = {"": [name for name in shape.model.model_fields if name not in given], **shape.nested}
    try:
        value = shape.model.model_validate({**sheet.values, **given})
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            if detail["type"] not in shape.said and not _is_echo(detail):
                errors.append(sheet.error(_problem(detail, names, shape.written), *detail["loc"]))
        return tuple(errors)
    return tuple(errors) or value


def in_order(errors: Iterable[ContentError]) -> tuple[ContentError, ...]:
    """Errors as they are met going down the file."""
    return tuple(sorted(errors, key=lambda error: error.line or 0))


def did_you_mean(word: object, names: Collection[str]) -> str:
    """A suggestion to put behind a problem; empty where nothing is near."""
    near = difflib.get_close_matches(str(word), names, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _is_echo(detail: ErrorDetails) -> bool:
    """Whether a list counts as empty only because its items are wrong, which is said of each."""
    return detail["type"] == "too_short" and bool(detail["input"])


def _problem(detail: ErrorDetails, names: Mapping[str, Collection[str]], written: Mapping[str, str]) -> str:
    kind, key, given = detail["type"], detail["loc"], detail["input"]
    if kind == "extra_forbidden":
        known = names.get(str(key[0]) if len(key) > 1 else "", ())
        return f"is not a known key{did_you_mean(key[-1], known)}"
    if kind != "missing" and given is None:
        return "is empty: give it a value"
    if kind in ("literal_error", "enum"):
        expected = str(detail["ctx"]["expected"])
        near = did_you_mean(given, re.findall(r"'([^']+)'", expected))
        return f"must be {expected.translate(_UNQUOTED)}, not {given!r}{near}"
    if kind == "string_pattern_mismatch":
        return f"must be {written[str(key[-1])]}"
    if kind == "value_error":
        return str(detail["ctx"]["error"])
    return _PROBLEMS.get(kind) or detail["msg"].replace("Input should be", "must be")


def _inside(value: Any, step: str | int) -> Any:
    if isinstance(value, Mapping):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return None
