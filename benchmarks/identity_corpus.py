"""The corpus of real readings that two labellers sorted, and the weights that its texts give.

Its texts belong to their authors: it stands in `../shared/corpus` beside the repository, and nothing of
it is kept here.
"""

import json
import math
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path

from workbench.core.identity.identity import KnownConcern
from workbench.core.identity.likeness import WEIGHTS, Background, Comparison, Evidence, Weights
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.sources import Source, SourceKind
from workbench.core.text.carrying import Carrier

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
ENGLISH = ("akc-cycle", "article-postmortem", "elia", "toolong")
JAPANESE = ("harness-ja",)
_FITTED = ("whole", "claim", "change")
"""The other weights are kept as they are: the corpus holds too few pairs for them."""
_RIDGE = 1.0


@dataclass(frozen=True)
class Text:
    """One text of the corpus with its findings and labels."""

    name: str
    texts: dict[int, str]
    """By revision."""
    findings: dict[int, list[Finding]]
    """By revision, in the order of the readings."""
    names: dict[int, str]
    """The corpus's id of each finding key."""
    labels: dict[str, dict[str, int]]
    """By labeller: the concern of each finding of revision 1, numbered from 1."""
    later: dict[str, int]
    """Labeller a's concern of each finding of revision 2, 0 where it is new."""

    @property
    def known(self) -> list[KnownConcern]:
        """Labeller a's concerns of revision 1, carried into revision 2."""
        found: dict[int, list[Finding]] = {}
        carrier = Carrier(self.texts[1], self.texts[2])
        for finding in self.findings[1]:
            span = carrier.carry(finding.span) if finding.span else None
            concern = self.labels["a"][self.names[finding.id]]
            found.setdefault(concern, []).append(replace(finding, span=span))
        return [KnownConcern(id, tuple(members)) for id, members in found.items()]


def loaded(name: str) -> Text:
    """A text of the corpus."""
    folder = CORPUS / name
    texts = {n: path.read_text() for n in (1, 2) if (path := folder / f"v{n}.md").exists()}
    findings: dict[int, list[Finding]] = {1: [], 2: []}
    names: dict[int, str] = {}
    for number, line in enumerate((folder / "readings.jsonl").read_text().splitlines(), 1):
        reading = json.loads(line)
        revision = reading["revision"]
        for raised in reading.get("findings") or [a for a in reading["answers"] if "id" in a]:
            key = len(names) + 1
            names[key] = raised["id"]
            findings[revision].append(_finding(reading["reader"], raised, texts[revision], key, number))
    labellers = {x: json.loads((folder / f"concerns.{x}.json").read_text()) for x in "ab"}
    labels = {
        x: {id: n for n, concern in enumerate(sorted_["round_1"], 1) for id in concern["members"]}
        for x, sorted_ in labellers.items()
    }
    later = labellers["a"].get("round_2", {}).get("findings", {})
    return Text(
        name,
        texts,
        findings,
        names,
        labels,
        {id: int(label[1:]) + 1 if label[0] == "C" else 0 for id, label in later.items()},
    )


def _finding(reader: str, raised: dict[str, str], text: str, key: int, reading: int) -> Finding:
    start = text.find(raised["quote"])
    asks = raised.get("question", "other")
    judged = reader == "judge"
    return Finding(
        Source(SourceKind.QUESTION, f"readme/{asks}", "")
        if judged
        else Source(SourceKind.READER, reader, ""),
        FindingKind.FAILS if judged else FindingKind.FINDING,
        raised["quote"],
        raised.get("problem") or raised.get("reason") or "",
        raised.get("consequence") or "",
        raised.get("change") or "",
        asks=asks,
        span=None if start < 0 else Span(start, start + len(raised["quote"])),
        id=key,
        reading=reading,
    )


@cache
def pairs(name: str) -> list[tuple[Evidence, float]]:
    """Every pair of a text's revision-1 findings: what it shares, and which share of labellers joined it."""
    text = loaded(name)
    findings = text.findings[1]
    comparison = Comparison(findings, Background(findings, text.texts[1]))
    result = []
    for one, two in combinations(range(len(findings)), 2):
        ids = text.names[findings[one].id], text.names[findings[two].id]
        joined = [labels[ids[0]] == labels[ids[1]] for labels in text.labels.values()]
        result.append((comparison.evidence(one, two), sum(joined) / len(joined)))
    return result


@cache
def fitted(names: tuple[str, ...]) -> Weights:
    """The weights that these texts give, by Newton's method with a small ridge on all but the constant."""
    rows = [
        (
            [1.0, *(getattr(e, name) for name in _FITTED)],
            WEIGHTS.asks * e.asks + WEIGHTS.one_reading * e.one_reading,
            y,
        )
        for name in names
        for e, y in pairs(name)
    ]
    size = len(_FITTED) + 1
    beta = [-4.0, *([0.5] * len(_FITTED))]
    for _ in range(8):
        gradient = [0.0, *(-_RIDGE * b for b in beta[1:])]
        hessian = [[_RIDGE * (i == j and i > 0) for j in range(size)] for i in range(size)]
        for row, offset, y in rows:
            p = 1 / (1 + math.exp(-sum(b * x for b, x in zip(beta, row, strict=True)) - offset))
            for i in range(size):
                gradient[i] += (y - p) * row[i]
                for j in range(size):
                    hessian[i][j] += p * (1 - p) * row[i] * row[j]
        beta = [b + step for b, step in zip(beta, _solved(hessian, gradient), strict=True)]
    return replace(WEIGHTS, constant=beta[0], **dict(zip(_FITTED, beta[1:], strict=True)))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a small system of linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        rows[i] = [value / pivot[i] for value in pivot]
        for k in range(len(rows)):
            if k != i:
                rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[-1] for row in rows]
