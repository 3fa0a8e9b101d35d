"""Whether a block of JSON parses."""

import json
import re
from collections.abc import Iterator, Sequence

from workbench.checks.regex import regex
from workbench.checks.text.syntax.verdict import (
    EXCERPT,
    FILLED_IN,
    LEFT_OUT,
    OTHER,
    Broken,
    Parses,
    Unsure,
    Verdict,
    is_diff,
    last_line,
    line_at,
)

_TOKEN = regex(r'"(?:[^"\\\n]|\\.)*+"|//[^\n]*|/\*.*?(?:\*/|\Z)|#[^\n]*', re.S)
_TRAILING = regex(r",(?=\s*[}\]])")
_WORD = regex(r"[A-Za-z_$][\w$.]*")
_LITERALS = {"True": "true", "False": "false", "None": "null"}
_FILLED_IN = regex(r"<|\{\{|\$\{|\{%|%[\w(]")
_STARTS = ("{", "[", '"')
_DIALECT = "it has comments or other marks of JSON with comments, of JSON5 or of JavaScript"


def json_verdict(lines: Sequence[str], *, comments: bool = False) -> Verdict:
    """Whether the lines of a block parse as JSON; with `comments` these and trailing commas are allowed."""
    text = "\n".join(lines)
    try:
        if _values(text):
            return Parses()
        plain = _TOKEN.sub(_uncommented, text)
        if comments and _values(_TRAILING.sub(" ", plain)):
            return Parses()
        excuse = _excuse(text, plain)
    except RecursionError:
        return Unsure("it is too deep for the parser")
    if excuse is not None:
        return Unsure(excuse)
    return _broken(plain if plain != text or comments else text, lines, plain != text or comments)


def _uncommented(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith('"') else re.sub(r"[^\n]", " ", found[0])


def _values(text: str) -> bool:
    """Whether a text is one JSON value, or several one after another."""
    return _first_error(text) is None


def _first_error(text: str) -> json.JSONDecodeError | None:
    decoder = json.JSONDecoder()
    at = len(text) - len(text.lstrip())
    try:
        while True:
            _, at = decoder.raw_decode(text, at)
            at += len(text[at:]) - len(text[at:].lstrip())
            if at == len(text):
                return None
            if not text.startswith(("{", "["), at):
                raise json.JSONDecodeError("Extra data", text, at)
    except json.JSONDecodeError as error:
        return error


def _excuse(text: str, plain: str) -> str | None:
    """Why an error proves nothing; None where it does."""
    bare = _TOKEN.sub(lambda found: '""' if found[0].startswith('"') else "", text)
    if not plain.lstrip().startswith(_STARTS):
        return OTHER
    if ".." in bare or "…" in bare or re.search(r"(?:\.\.\.|…)", "".join(_comments(text))):
        return LEFT_OUT
    if _FILLED_IN.search(bare) or is_diff(text):
        return FILLED_IN
    if plain != text and _values(_TRAILING.sub(" ", plain)):
        return _DIALECT
    if any(_values(wrapped) for wrapped in _wrapped(plain)):
        return EXCERPT
    if "'" in bare or "`" in bare or re.search(r"[{,]\s*[A-Za-z_$][\w$]*\s*:", bare):
        return _DIALECT
    words = {word for word in _WORD.findall(bare) if word not in ("true", "false", "null", "NaN", "Infinity")}
    if words - set(_LITERALS):
        return OTHER
    error = _first_error(plain)
    return "a string goes over the end of a line" if error and "control character" in error.msg else None


def _comments(text: str) -> Iterator[str]:
    return (found[0] for found in _TOKEN.finditer(text) if not found[0].startswith('"'))


def _wrapped(text: str) -> Iterator[str]:
    """The text as a part of an object or a list."""
    inner = text.strip().rstrip(",")
    yield "{" + inner + "}"
    yield "[" + inner + "]"
    yield "[" + re.sub(r"(?<=[}\]])\s*\n\s*(?=[{\[])", ",\n", inner) + "]"


def _broken(text: str, lines: Sequence[str], comments: bool) -> Verdict:
    """Where JSON is broken, and how."""
    if comments:
        text = _TRAILING.sub(" ", text)
    error = _first_error(text)
    if error is None:
        return Unsure(_DIALECT)
    before = len(text[: error.pos].rstrip()) - 1
    here, word = text[error.pos : error.pos + 1], _WORD.match(text, error.pos)
    line = last_line(lines, line_at(text, max(before, 0)))
    if here in ("}", "]") and before >= 0 and text[before] == ",":
        return Broken(line, f"JSON allows no comma before `{here}`")
    if word is not None and word[0] in _LITERALS:
        return Broken(line_at(text, error.pos), f"JSON writes `{word[0]}` as `{_LITERALS[word[0]]}`")
    if "\\escape" in error.msg:
        return Broken(line_at(text, error.pos), "a backslash in a string must be doubled")
    if not here:
        return Broken(line, "it ends before a bracket or a quote is closed")
    if "',' delimiter" in error.msg and here not in ("}", "]", ":"):
        return Broken(line, "a comma is missing behind this line's last value")
    if "Extra data" in error.msg:
        return Broken(line_at(text, error.pos), "something stands behind the end of the value")
    return Broken(line_at(text, error.pos), f"`{here}` cannot stand there")
