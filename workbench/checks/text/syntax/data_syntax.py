"""Whether a block of TOML or YAML parses. Nothing is built from what it says."""

import re
import tomllib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.checks.regex import regex
from workbench.checks.text.syntax.verdict import (
    FILLED_IN,
    LEFT_OUT,
    OTHER,
    Broken,
    Parses,
    Unsure,
    Verdict,
    has_commands,
    is_diff,
    is_template,
    last_line,
    left_out,
)

if TYPE_CHECKING:
    import yaml

DEEPEST = 50
"""Brackets of YAML inside each other."""

_BRACKET = regex(r"[\[\]{}]")
_AT = regex(r"\(at (?:line (\d+), column (\d+)|end of document)\)")
_ALTERNATIVES = ("Cannot overwrite", "Cannot declare", "Cannot mutate", "Cannot redefine", "Duplicate")
_BARE_VALUE = regex(r"\s*[\w.\"'-]+\s*=\s*([^\"'\s\[{#][^#]*)")
_TOML_LINE = regex(r"\s*(?:[\w.\"' -]+=|[\[\]\"'\d])")
_INLINE_TABLE = regex(r"=\s*\{[^}]*$")
_YAML_LINE = regex(r"\s*(?:-\s|[\w.\"'/-]+:(?:\s|$))")


def toml_verdict(lines: Sequence[str]) -> Verdict:
    """Whether the lines of a block parse as TOML."""
    text = "\n".join(lines)
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _toml_error(text, lines, str(error))
    except (RecursionError, ValueError, OverflowError):
        return Unsure("it has a value that the parser cannot take")
    return Parses()


def _toml_error(text: str, lines: Sequence[str], message: str) -> Verdict:
    found = _AT.search(message)
    number = int(found[1]) - 1 if found and found[1] else len(lines) - 1
    line = lines[min(number, len(lines) - 1)]
    value = _BARE_VALUE.match(line)
    excuses = (
        (message.startswith(_ALTERNATIVES), "it may show several files, or choices between which to make"),
        (left_out(text), LEFT_OUT),
        (is_template(text) or is_diff(text), FILLED_IN),
        (has_commands(text) or (number < len(lines) - 1 and not _TOML_LINE.match(line)), OTHER),
        (
            any(map(_INLINE_TABLE.search, lines)),
            "TOML 1.1 allows more in an inline table than the parser knows",
        ),
        (value and not re.search(r"=\s*[\"'\[{]", text), "it may be an INI file"),
        (value and re.search(r"[A-Z]{2}|\bX\b|your|\$", value[1]), FILLED_IN),
    )
    excuse = next((why for holds, why in excuses if holds), None)
    if excuse is not None:
        return Unsure(excuse)
    why = _AT.sub("", message).strip()
    return Broken(last_line(lines, number), why[:1].lower() + why[1:])


def yaml_verdict(lines: Sequence[str]) -> Verdict:
    """Whether the lines of a block parse as YAML; it is read as events, of which nothing is made."""
    import yaml

    text = "\n".join(lines)
    if _depth(text) > DEEPEST:
        return Unsure("it is too deep for the parser")
    try:
        for _ in yaml.parse(text, Loader=yaml.SafeLoader):
            pass
    except yaml.MarkedYAMLError as error:
        return _yaml_error(text, lines, error)
    except (yaml.YAMLError, RecursionError, ValueError):
        return Unsure("it has a character that the parser cannot take")
    return Parses()


def _depth(text: str) -> int:
    """How deep its brackets go, those in strings included; the parser's time grows with its square."""
    depth = deepest = 0
    for sign in _BRACKET.finditer(text):
        depth = max(depth + (1 if sign[0] in "[{" else -1), 0)
        deepest = max(depth, deepest)
    return deepest


def _yaml_error(text: str, lines: Sequence[str], error: "yaml.MarkedYAMLError") -> Verdict:
    ends = "end of stream" in (error.problem or "")
    mark = (ends and error.context_mark) or error.problem_mark or error.context_mark
    number = min(mark.line if mark else 0, len(lines) - 1)
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), "")
    excuses = (
        (left_out(text), LEFT_OUT),
        (is_template(text) or is_diff(re.sub(r"(?m)^-", " ", text)), FILLED_IN),
        (has_commands(text), OTHER),
        (sum(line.rstrip() == "---" for line in lines) > 1, "it may be the head of a page with its words"),
        (not first.strip().startswith(("{", "[", "---")) and not _YAML_LINE.match(first), OTHER),
        (not _YAML_LINE.match(lines[number]) and "\t" not in lines[number], OTHER),
        ("%YAML" in text or "%TAG" in text, "it has a directive"),
    )
    excuse = next((why for holds, why in excuses if holds), None)
    if excuse is not None:
        return Unsure(excuse)
    why = (error.problem or "it does not parse").split("\n")[0]
    if "<block end>" in why:
        why = "this line does not fit into the block above it"
    return Broken(last_line(lines, number), why)
