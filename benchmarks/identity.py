"""How well findings are grouped into concerns, on real readings that two labellers sorted.

Reads the corpus in `../shared/corpus` beside the repository. Round 1 is grouped with weights fitted
to the other English texts, so that no text is grouped by weights that have seen it, and with the
weights in use; round 2 is placed among labeller a's concerns of round 1.
"""

import json
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path

from workbench.core.carrying import Carrier
from workbench.core.identity import KnownConcern, place
from workbench.core.likeness import WEIGHTS, Comparison, Evidence, Weights
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.sources import Source, SourceKind

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
    comparison = Comparison(findings, len(findings), text.texts[1])
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


def measured(text: Text, labeller: str, weights: Weights) -> tuple[float, float, float]:
    """Pairwise F1, precision and recall of revision 1 grouped with some weights."""
    findings = text.findings[1]
    placed = place(findings, (), text.texts[1], weights)
    labels = text.labels[labeller]
    both = together = true = 0
    for one, two in combinations(placed, 2):
        joined = one.concern == two.concern
        same = labels[text.names[one.finding]] == labels[text.names[two.finding]]
        both, together, true = both + (joined and same), together + joined, true + same
    precision, recall = both / max(1, together), both / true
    return 2 * both / (together + true), precision, recall


def placed_later(text: Text) -> tuple[int, int, int, int, int]:
    """Of round 2: findings; new or known right; concern right; truly new; of these found new."""
    known: dict[int, list[Finding]] = {}
    carrier = Carrier(text.texts[1], text.texts[2])
    for finding in text.findings[1]:
        concern = text.labels["a"][text.names[finding.id]]
        span = carrier.carry(finding.span) if finding.span else None
        known.setdefault(concern, []).append(replace(finding, span=span))
    concerns = [KnownConcern(id, tuple(findings)) for id, findings in known.items()]
    results = [
        (max(0, placement.concern), text.later[text.names[placement.finding]])
        for placement in place(text.findings[2], concerns, text.texts[2])
    ]
    new = [(got, true) for got, true in results if not true]
    return (
        len(results),
        sum(bool(got) == bool(true) for got, true in results),
        sum(got == true for got, true in results),
        len(new),
        sum(not got for got, _ in new),
    )


def main() -> int:
    """Print the tables."""
    if not CORPUS.is_dir():
        print(f"No corpus at {CORPUS}: nothing to measure.")
        return 0
    english = [loaded(name) for name in ENGLISH]
    others = [loaded(name) for name in JAPANESE]
    print("Round 1, grouped with weights fitted to the other English texts      in use")
    print(f"{'':20}{'F1 a':>7}{'prec.':>7}{'recall':>7}{'F1 b':>7}{'F1 a':>24}{'F1 b':>7}")
    rows = []
    for text in [*english, *others]:
        weights = fitted(tuple(name for name in ENGLISH if name != text.name))
        a, b = (measured(text, x, weights) for x in "ab")
        rows.append([*a, b[0], *(measured(text, x, WEIGHTS)[0] for x in "ab")])
        print(_row(text.name, rows[-1]))
    mean = [sum(column) / len(english) for column in zip(*rows[: len(english)], strict=True)]
    print(_row("English mean", mean))
    print(f"\nWeights fitted to all English texts: {fitted(ENGLISH)}")
    print(
        "\nRound 2 among the concerns of round 1: findings, new or known right, concern right, new, found new"
    )
    totals = [placed_later(text) for text in english]
    for text, counts in zip(english, totals, strict=True):
        print(f"{text.name:20}" + "".join(f"{count:7}" for count in counts))
    print(f"{'all':20}" + "".join(f"{sum(column):7}" for column in zip(*totals, strict=True)))
    return 0


def _row(name: str, values: Sequence[float]) -> str:
    f1, precision, recall, f1_b, used_a, used_b = values
    return f"{name:20}{f1:7.3f}{precision:7.3f}{recall:7.3f}{f1_b:7.3f}{used_a:24.3f}{used_b:7.3f}"


if __name__ == "__main__":
    sys.exit(main())
