"""Where JSON values are not of the form that a type has, and how."""

import re
from dataclasses import dataclass

from msgspec import DecodeError, ValidationError

_AT = r"(?: - at `\$(?P<path>.*)`)?"
_OF_A_FIELD = re.compile(
    rf"Object (?P<how>missing required|contains unknown) field `(?P<name>.*?)`{_AT}", re.S
)
_OF_A_VALUE = re.compile(rf"(?P<problem>.*?){_AT}", re.S)
_POSITION = re.compile(r"\[([^\]]*)\]")


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first thing that is wrong with a value."""

    place: str
    """Names and positions from 0, with dots between them; empty for the value as a whole."""
    problem: str
    missing: bool = False


def misfit(error: DecodeError) -> Misfit:
    """What an error says."""
    text = str(error)
    if not isinstance(error, ValidationError):
        return Misfit("", f"Invalid JSON: {text}")
    if found := _OF_A_FIELD.fullmatch(text):
        missing = found["how"] == "missing required"
        place = f"{_dotted(found['path'])}.{found['name']}"
        return Misfit(place.removeprefix("."), "is missing" if missing else "is not known", missing)
    found = _OF_A_VALUE.fullmatch(text)
    assert found is not None, "it fits every text"
    return Misfit(_dotted(found["path"]).removeprefix("."), found["problem"])


def _dotted(path: str | None) -> str:
    return _POSITION.sub(r".\1", path or "")
