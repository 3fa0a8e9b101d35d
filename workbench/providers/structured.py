"""Answers in JSON from models that cannot be held to a schema."""

import json
import re
from typing import Any


def in_words(prompt: str, schema: dict[str, Any]) -> str:
    """A prompt that asks for the schema itself, for where nothing else enforces it."""
    shape = json.dumps(schema, ensure_ascii=False)
    return f"{prompt}\n\nAnswer with one JSON object that fits this schema, and nothing else:\n{shape}"


def without_colours(text: str) -> str:
    """A program's output without what it would have told a terminal: colours, titles, links, the cursor."""
    return _ESCAPES.sub("", text)


def json_object(text: str, schema: dict[str, Any]) -> str | None:
    """The answer in a model's text: bare, in a code fence, or between other words.

    Of several complete objects the one with the most of the schema's properties is the answer, and
    the last of equals. None where no complete object has any of them, as when it was cut short.
    """
    wanted = set(schema.get("properties", ()))
    best, most = None, 0
    for start, end, keys in _objects(text):
        if len(wanted & keys) >= max(most, 1):
            best, most = text[start:end], len(wanted & keys)
    return best


def begins_in_json(text: str) -> bool:
    """Whether what there is of an answer may be the beginning of a JSON object, bare or in a code fence."""
    return _BEGINNING.match(text) is not None


_BEGINNING = re.compile(r"\s*(?:```\w*\s*)?(?:\{|$)")
# ECMA-48: control sequences, and strings up to their end, such as titles and links.
_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]P^_X][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-Z\\-_]")
# Numbers stay text: only the keys matter here, and a number of many digits must not raise.
_DECODER = json.JSONDecoder(parse_int=str, parse_float=str, strict=False)
_OPENING = re.compile(r'\{\s*"')
_MOST_TRIES = 1000
"""Openings that are tried: each that fails costs a look at the whole text before it."""


def _objects(text: str) -> list[tuple[int, int, set[str]]]:
    """Where each outermost JSON object begins and ends, with its keys."""
    found = []
    at = 0
    for _ in range(_MOST_TRIES):
        opening = _OPENING.search(text, at)
        if opening is None:
            break
        try:
            value, at = _DECODER.raw_decode(text, opening.start())
        except json.JSONDecodeError as error:
            at = max(error.pos, opening.start() + 1)
        except RecursionError:
            break
        else:
            found.append((opening.start(), at, set(value)))
    return found
