"""What the checks prove, as SARIF 2.1.0: the form in which code hosts and editors take results of tools."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Literal
from urllib.parse import quote

from workbench.core.readings import Evidence, Finding
from workbench.core.sources import CheckRule, OnFail
from workbench.core.text.display_text import one_line
from workbench.core.text.document import Document

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "workbenchFault/v1"
"""The name of a fault's fingerprint; its number rises when it is made otherwise."""

_LEVELS: dict[OnFail, str] = {"note": "note", "fix": "warning", "rewrite": "error"}
_ROOT = "%SRCROOT%"

Shape = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Suppression:
    """Why a fault is not held against a text."""

    kind: Literal["inSource", "external"]
    """A comment in the text, or the person's miss."""
    why: str
    accepted: bool = True
    """False for a comment that nobody accepted yet."""


@dataclass(frozen=True, slots=True)
class Result:
    """One fault with what stands against it."""

    fault: Finding
    suppressions: tuple[Suppression, ...] = ()


def sarif_shape(
    rules: Sequence[CheckRule],
    results: Iterable[Result],
    path: str,
    document: Document,
    notices: Iterable[str],
) -> Shape:
    """A whole log of one run; `path` is the text's, from the root that the evidence's paths start from."""
    places = {rule.id: place for place, rule in enumerate(rules)}
    said = list(results)
    prints = _fingerprints([result.fault for result in said], path)
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "Workbench",
                        "version": version("review-loop-workbench"),
                        "rules": [_rule(rule) for rule in rules],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": True,
                        "toolExecutionNotifications": [
                            {"level": "note", "message": {"text": notice}} for notice in notices
                        ],
                    }
                ],
                "results": [
                    _result(result, places[result.fault.asks], path, document, fingerprint)
                    for result, fingerprint in zip(said, prints, strict=True)
                ],
            }
        ],
    }


def _rule(rule: CheckRule) -> Shape:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.proves},
        "fullDescription": {"text": rule.decided_by},
        "defaultConfiguration": {"level": _LEVELS[rule.on_fail]},
        "properties": {"owns": rule.owns, "version": rule.version},
    }


def _result(result: Result, index: int, path: str, document: Document, fingerprint: str) -> Shape:
    fault = result.fault
    shape = {
        "ruleId": fault.asks,
        "ruleIndex": index,
        "level": _LEVELS[fault.on_fail or "note"],
        "message": {"text": " ".join(filter(None, (fault.problem, fault.change)))},
        "locations": [{"physicalLocation": _place(fault, path, document)}],
        "partialFingerprints": {FINGERPRINT: fingerprint},
        "suppressions": [_suppression(each) for each in result.suppressions],
    }
    if fault.evidence:
        shape["relatedLocations"] = [_related(n, each) for n, each in enumerate(fault.evidence, 1)]
    return shape


def _place(fault: Finding, path: str, document: Document) -> Shape:
    place: Shape = {"artifactLocation": _artifact(path)}
    if fault.span is not None:
        first, last = document.line_of(fault.span.start), document.line_of(fault.span.end)
        place["region"] = {
            "startLine": first,
            "startColumn": fault.span.start - document.line_starts[first - 1] + 1,
            "endLine": last,
            "endColumn": fault.span.end - document.line_starts[last - 1] + 1,
        }
        if fault.asks != "secrets":
            # A log is kept and shown where the text may not be.
            place["region"]["snippet"] = {"text": fault.quote}
    return place


def _artifact(path: str) -> Shape:
    return {"uri": quote(path), "uriBaseId": _ROOT}


def _related(number: int, evidence: Evidence) -> Shape:
    place: Shape = {"artifactLocation": _artifact(evidence.path)}
    if evidence.line > 0:
        place["region"] = {"startLine": evidence.line}
    text = one_line(evidence.text) or "What decides it."
    return {"id": number, "physicalLocation": place, "message": {"text": text}}


def _suppression(suppression: Suppression) -> Shape:
    return {
        "kind": suppression.kind,
        "status": "accepted" if suppression.accepted else "underReview",
        "justification": suppression.why,
    }


def _fingerprints(faults: Sequence[Finding], path: str) -> Iterator[str]:
    """What tells a fault again in a later version of the text: its check and words, not its line."""
    met = Counter[tuple[str, str]]()
    for fault in faults:
        words = (fault.asks, one_line(fault.quote))
        met[words] += 1
        yield hashlib.sha256("\0".join((*words, path, str(met[words]))).encode()).hexdigest()
