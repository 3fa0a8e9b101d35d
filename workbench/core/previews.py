"""What an artifact's screen will show when it is opened next, kept as plain values.

It is read before anything else is imported, so this module imports only the standard library. Tones and
columns are names that the screens know; every text in it is as untrusted as the artifact.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Words = tuple[str, str]
"""Words and the name of their tone."""
Part = tuple[str, str, int]
"""Words, tone, and a rank: those of the greatest rank are left out first where there is no room."""
Cell = tuple[str, str, str]
"""Words, tone, and the name of the column that they fill; empty for words as wide as they are."""

LINES = 60
"""How many lines of the list are kept above and below the cursor's."""
LARGEST = 1_000_000
"""Characters; a stored preview is never longer."""

_FORM = 2
_LONGEST = 20_000
"""Characters of one text in it."""
_GREATEST = 1 << 40


@dataclass(frozen=True, slots=True)
class Preview:
    """The list, the lines around it and how the text is marked, for any size of the terminal."""

    sha256: str
    """Of the file's bytes when this was made."""
    artifact: tuple[tuple[Part, ...], tuple[Part, ...]]
    """The first line's left and right parts, but for when the file was edited."""
    seats: tuple[tuple[Part, ...], tuple[Part, ...], tuple[Part, ...]]
    """The second line's left and right parts, and left ones for where these do not fit."""
    head: tuple[Cell, ...]
    """The list's first line, which counts all of it and stays above the others."""
    lines: tuple[tuple[Cell, ...], ...]
    """Those around the cursor."""
    first: int
    """Which line of the whole list is the first of `lines`."""
    count: int
    """How many lines the whole list has."""
    here: int
    """Which line of the whole list the cursor is on."""
    place: tuple[str, int]
    """What the cursor is on: a kind of target and its key, or the name of another line and 0."""
    columns: tuple[int, int, int]
    """Cells for line numbers, for sources at most, and for how often a row was raised."""
    brief: tuple[str, str, tuple[Words, ...]]
    """The cursor's line in short: words, tone, and what was decided."""
    details: tuple[Words, ...]
    """The cursor's line in full, newlines included."""
    words: tuple[int, int]
    """Offsets of the words of the cursor's line; equal where it has none."""
    inks: tuple[tuple[int, int, int], ...]
    """Start, end and ink of what is drawn otherwise, near those words or the beginning."""
    remarks: tuple[tuple[int, str], ...]
    """1-based lines, and what is said below them that is not in the text."""
    keys: tuple[tuple[str, tuple[str, ...]], ...]
    """The keys of each action."""


_WORDS, _PARTS = [(str, str)], [(str, str, int)]
_SHAPES: Mapping[str, Any] = {
    "sha256": str,
    "artifact": (_PARTS, _PARTS),
    "seats": (_PARTS, _PARTS, _PARTS),
    "head": [(str, str, str)],
    "lines": [[(str, str, str)]],
    "first": int,
    "count": int,
    "here": int,
    "place": (str, int),
    "columns": (int, int, int),
    "brief": (str, str, _WORDS),
    "details": _WORDS,
    "words": (int, int),
    "inks": [(int, int, int)],
    "remarks": [(int, str)],
    "keys": [(str, [str])],
}
"""What each field holds: a type, a list of one shape, or so many values each of its own."""


def written(preview: Preview) -> str:
    """A preview as it is stored."""
    kept = {name: getattr(preview, name) for name in _SHAPES}
    return json.dumps({"form": _FORM, **kept}, separators=(",", ":"))


def preview_of(body: str) -> Preview | None:
    """A stored preview; None where it is not exactly what this program writes."""
    if len(body) > LARGEST:
        return None
    try:
        stored = json.loads(body)
        if stored.pop("form") != _FORM or stored.keys() != _SHAPES.keys():
            return None
        made = Preview(**{name: _value(stored[name], shape) for name, shape in _SHAPES.items()})
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return None
    last = made.first + len(made.lines)
    return made if made.first <= made.here < last <= made.count else None


def _value(raw: Any, shape: Any) -> Any:
    """A value of a shape, lists as tuples.

    Raises:
        ValueError: it is of another shape.
    """
    if shape is int:
        if type(raw) is int and 0 <= raw < _GREATEST:
            return raw
    elif shape is str:
        if isinstance(raw, str) and len(raw) <= _LONGEST:
            return raw
    elif isinstance(raw, list):
        if isinstance(shape, list):
            return tuple(_value(each, shape[0]) for each in raw)
        if len(raw) == len(shape):
            return tuple(_value(each, of) for each, of in zip(raw, shape, strict=True))
    raise ValueError(f"not of the shape {shape!r}")
