"""Findings of reviewers outside Workbench, as their programs write them: plain JSON, JSON Lines or SARIF."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import unquote, urlsplit

from workbench.core.errors import UsageError
from workbench.core.exchange.records import FORMAT, impersonal
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.sources import Source, SourceKind, wording_of
from workbench.core.text.anchoring import Anchorer
from workbench.core.text.display_text import neutralised_line

LARGEST = 50_000_000
"""Bytes of a file of findings."""
MOST = 20_000
"""Findings of a file."""
LONGEST = 20_000
"""Characters of anything that a finding says."""
_LONGEST_QUOTE = 2_000
_NAMED = re.compile(r"(?P<name>[A-Za-z0-9][\w.+-]{0,39})(?:@(?P<version>[\w.+-]{1,40}))?\Z")
_SHAPE = '`{"file": "README.md", "line": 12, "quote": "words of the text", "problem": "what is wrong"}`'


@dataclass(frozen=True, slots=True)
class Reviewer:
    """Who made findings outside Workbench."""

    name: str
    version: str = ""

    @property
    def wording(self) -> str:
        """What it is told by: its name and version."""
        return f"{self.name}@{self.version}" if self.version else self.name

    @property
    def source(self) -> Source:
        """Its source: a new version is another one."""
        return Source(SourceKind.OUTSIDE, self.name, wording_of(self.wording))


def reviewer(said: str) -> Reviewer:
    """The reviewer that `NAME` or `NAME@VERSION` names.

    Raises:
        UsageError: it is no such name.
    """
    found = _NAMED.match(said)
    if not found or found["name"] == "me":
        raise UsageError(
            f"{neutralised_line(said)!r} is no name for a reviewer: use letters, digits, `.`, `-` and `_`, "
            "and a version after `@`, such as `vale@3.7`."
        )
    return Reviewer(found["name"], found["version"] or "")


@dataclass(frozen=True, slots=True)
class Claimed:
    """One finding as it was given, before its words are looked for."""

    problem: str
    file: str = ""
    """The path of the text as its reviewer wrote it; empty where it named none."""
    quote: str = ""
    line: int = 0
    """1-based; 0 where none was named."""
    last_line: int = 0
    consequence: str = ""
    change: str = ""
    rule: str = ""


def claimed(data: bytes) -> tuple[Claimed, ...]:
    """The findings of a file.

    Raises:
        UsageError: it holds none in a form that is known, or one of them is broken.
    """
    if len(data) > LARGEST:
        raise UsageError(f"The file is larger than {LARGEST // 1_000_000} MB: split it.")
    found = tuple(islice(_claims(data), MOST + 1))
    if len(found) > MOST:
        raise UsageError(f"The file has more than {MOST:,} findings: split it.")
    return found


def _claims(data: bytes) -> Iterator[Claimed]:
    whole = _whole(data)
    if isinstance(whole, dict) and whole.get("format") == FORMAT:
        raise UsageError("Line 1: this is an export of Workbench: import it without --as.")
    if isinstance(whole, dict) and "runs" in whole:
        yield from _of_sarif(whole)
    elif isinstance(whole, dict) and "findings" in whole:
        yield from _of_list(whole["findings"])
    elif isinstance(whole, list):
        yield from _of_list(whole)
    else:
        yield from _of_lines(data)


def _whole(data: bytes) -> Any:
    """The one JSON value of a file; None where it has several lines of them, or none."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _of_lines(data: bytes) -> Iterator[Claimed]:
    for number, line in enumerate(data.splitlines(), start=1):
        if line.strip():
            try:
                values = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise _broken(f"Line {number}", "it is no JSON value") from error
            if isinstance(values, dict) and values.get("format") == FORMAT:
                raise UsageError("Line 1: this is an export of Workbench: import it without --as.")
            yield _claim(values, f"Line {number}")


def _of_list(values: Any) -> Iterator[Claimed]:
    if not isinstance(values, list):
        raise _broken("`findings`", "it is no list")
    for number, each in enumerate(values, start=1):
        yield _claim(each, f"Finding {number}")


def _claim(values: Any, where: str) -> Claimed:
    if not isinstance(values, dict):
        raise _broken(where, "it is no JSON object")
    said = {
        name: _text(values, name, where)
        for name in ("problem", "file", "quote", "consequence", "change", "rule")
    }
    if not said["problem"].strip():
        raise _broken(where, "it says no `problem`")
    line = values.get("line") or 0
    if not isinstance(line, int) or isinstance(line, bool) or not 0 <= line < 2**31:
        raise _broken(where, "its `line` is no line number")
    return Claimed(line=line, last_line=line, **said)


def _text(values: Mapping[str, Any], name: str, where: str) -> str:
    value = values.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _broken(where, f"its `{name}` is no text")
    if len(value) > LONGEST:
        raise _broken(where, f"its `{name}` is longer than {LONGEST:,} characters")
    return value


def _broken(where: str, what: str) -> UsageError:
    return UsageError(f"{where}: {what}. Nothing was imported: give findings like {_SHAPE}, or SARIF 2.1.0.")


def _of_sarif(log: Mapping[str, Any]) -> Iterator[Claimed]:
    number = 0
    for run in _list(log, "runs"):
        for result in _list(run, "results"):
            number += 1
            if _mapping(result).get("suppressions"):
                continue
            yield _result(_mapping(result), f"Result {number}")


def _result(result: Mapping[str, Any], where: str) -> Claimed:
    message = _mapping(result.get("message"))
    problem = _text(message, "text", where) or _text(message, "markdown", where)
    if not problem.strip():
        raise _broken(where, "it has no message")
    place = _mapping(_mapping(next(iter(_list(result, "locations")), None)).get("physicalLocation"))
    region = _mapping(place.get("region"))
    line, last = (_number(region.get(name)) for name in ("startLine", "endLine"))
    return Claimed(
        problem=problem,
        file=_path(_text(_mapping(place.get("artifactLocation")), "uri", where)),
        quote=_text(_mapping(region.get("snippet")), "text", where),
        line=line,
        last_line=max(line, last),
        rule=_text(result, "ruleId", where),
    )


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any, name: str) -> list[Any]:
    found = _mapping(value).get(name)
    return found if isinstance(found, list) else []


def _number(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**31 else 0


def _path(uri: str) -> str:
    try:
        parts = urlsplit(uri)
    except ValueError:
        return uri
    return unquote(parts.path if parts.scheme == "file" else uri)


def findings_of(claims: tuple[Claimed, ...], source: Source, text: str) -> tuple[Finding, ...]:
    """The findings, each at the words that it is about; one whose words are not there has no place."""
    starts, anchorer = _starts(text), Anchorer(text)
    return tuple(_finding(claim, source, text, starts, anchorer) for claim in claims)


def _finding(claim: Claimed, source: Source, text: str, starts: list[int], anchorer: Anchorer) -> Finding:
    quote, span = claim.quote.strip(), None
    if quote:
        near = starts[claim.line - 1] if 0 < claim.line <= len(starts) else None
        span = anchorer.anchor(quote[:_LONGEST_QUOTE], near)
    if span is None and not quote:
        span = _lines(claim.line, claim.last_line, text, starts)
        quote = text[span.start : span.end] if span else ""
    return Finding(
        source,
        FindingKind.FINDING,
        quote[:_LONGEST_QUOTE],
        impersonal(claim.problem),
        impersonal(claim.consequence),
        impersonal(claim.change),
        asks=claim.rule or "other",
        span=span,
    )


def _starts(text: str) -> list[int]:
    return [0, *(found.end() for found in re.finditer("\n", text))]


def _lines(first: int, last: int, text: str, starts: list[int]) -> Span | None:
    """The words of some lines, of many only the first; None where there are none."""
    if not 0 < first <= len(starts):
        return None
    end = starts[last] if last < len(starts) else len(text)
    if end - starts[first - 1] > _LONGEST_QUOTE:
        end = starts[first] if first < len(starts) else len(text)
    words = text[starts[first - 1] : end][:_LONGEST_QUOTE]
    start = starts[first - 1] + len(words) - len(words.lstrip())
    return Span(start, start + len(words.strip())) if words.strip() else None
