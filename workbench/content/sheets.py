"""A file's keys and values with the line of each, and what is wrong with them in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Generic

from workbench.content.fitting import Fitting, Key, Model
from workbench.core.errors import ContentError


@dataclass(frozen=True, slots=True)
class Shape(Generic[Model]):
    """What a sheet is to become."""

    model: type[Model]
    written: Mapping[str, str] = field(default_factory=dict)
    """How a key whose text has a pattern is written, in words."""


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
    """The model that a sheet describes, or everything that is wrong with its keys.

    `given` are fields that the file itself may not set. What two keys together must not say is for the
    caller, who knows the better line for it: there is then no error and no model.
    """
    errors = [
        sheet.error("is not set here: the file's name is its name and the text below is its body", key)
        for key in given
        if key in sheet.values
    ]
    fitting = Fitting(shape.written)
    value = fitting.fitted(shape.model, sheet.values, given)
    errors += (sheet.error(problem, *key) for key, problem in fitting.problems)
    return tuple(errors) if errors or value is None else value


def in_order(errors: Iterable[ContentError]) -> tuple[ContentError, ...]:
    """Errors as they are met going down the file."""
    return tuple(sorted(errors, key=lambda error: error.line or 0))


def _inside(value: Any, step: str | int) -> Any:
    if isinstance(value, Mapping):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return None
