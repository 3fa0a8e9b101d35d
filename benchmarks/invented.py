"""How many labelled faults of invented repositories the checks find, and what else they say.

Reads a folder of cases (default `../shared/checks`), each with `case.json` and `repo/`. A labelled fault
is found where a fault stands on its line; every other fault is an alarm. A true claim is confirmed where
something confirmed overlaps its words.
"""

import argparse
import asyncio
import json
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.checks.registry import StandardChecks
from workbench.core.artifacts import Kind, decoded
from workbench.core.ports import CheckReport
from workbench.core.text.document import Document


@dataclass
class Score:
    """What was found of what there is."""

    faults: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    claims: Counter[str] = field(default_factory=Counter)
    confirmed: Counter[str] = field(default_factory=Counter)
    clean_alarms: int = 0
    claim_alarms: int = 0
    other_alarms: int = 0


def main() -> None:
    """Print every miss and alarm, then a table by kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=Path, default=Path(__file__).parents[2] / "shared" / "checks")
    parser.add_argument("--only", default="", help="cases whose name holds this")
    parser.add_argument("--kind", default="", help="print only what is of kinds whose name holds this")
    parser.add_argument("--unconfirmed", action="store_true", help="print the claims that were not confirmed")
    options = parser.parse_args()
    score = Score()
    for case in sorted(options.cases.glob(f"*{options.only}*/case.json")):
        for line in _judged(case, score, options.unconfirmed):
            if options.kind in line:
                print(line)
    print()
    for kind in sorted(score.faults):
        print(f"{kind:<28}{score.found[kind]:>3} of {score.faults[kind]}")
    for kind in sorted(score.claims):
        print(f"claim {kind:<22}{score.confirmed[kind]:>3} of {score.claims[kind]}")
    print(f"faults found {score.found.total()} of {score.faults.total()}")
    print(f"claims confirmed {score.confirmed.total()} of {score.claims.total()}")
    print(
        f"alarms: {score.clean_alarms} in clean cases, {score.claim_alarms} on true claims or traps, "
        f"{score.other_alarms} others"
    )


def _judged(case: Path, score: Score, unconfirmed: bool) -> Iterator[str]:
    data = json.loads(case.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as place:
        repo = Path(place) / data["id"].split("-")[1]
        shutil.copytree(case.parent / "repo", repo, symlinks=True)
        for command in (["init", "-q"], ["add", "-A"]):
            subprocess.run(["git", *command], cwd=repo, check=True)
        for name in dict.fromkeys([data["readme"], *data.get("readmes", [])]):
            yield from _compared(data, name, repo / name, score, unconfirmed)


def _compared(data: dict[str, Any], name: str, file: Path, score: Score, unconfirmed: bool) -> Iterator[str]:
    revision = decoded(file.read_bytes(), name)
    report = asyncio.run(StandardChecks().run(file, revision, Kind.README))
    document = Document(revision.text)

    def here(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [item for item in items if item.get("file", data["readme"]) == name]

    alarms = {document.line_of(f.span.start): f for f in report.faults if f.span}
    several = [(document.line_of(f.span.start), f) for f in report.faults if f.span]
    for fault in here(data["faults"]):
        score.faults[fault["kind"]] += 1
        if fault["line"] in alarms:
            score.found[fault["kind"]] += 1
        else:
            yield f"MISSED {data['id']}:{fault['line']} {fault['kind']} {fault['text']!r}"
    labelled = {fault["line"] for fault in here(data["faults"])}
    true = {item["line"] for item in [*here(data["true_claims"]), *here(data.get("traps", []))]}
    for line, fault in several:
        if line in labelled:
            continue
        kind = "clean" if not data["faults"] else "claim" if line in true else "other"
        setattr(score, f"{kind}_alarms", getattr(score, f"{kind}_alarms") + 1)
        yield f"ALARM ({kind}) {data['id']}:{line} {fault.asks}: {fault.problem}"
    for claim in here(data["true_claims"]):
        score.claims[claim["kind"]] += 1
        if _is_confirmed(report, document, claim):
            score.confirmed[claim["kind"]] += 1
        elif unconfirmed:
            yield f"UNCONFIRMED {data['id']}:{claim['line']} {claim['kind']} {claim['text']!r}"


def _is_confirmed(report: CheckReport, document: Document, claim: dict[str, Any]) -> bool:
    begin = document.line_starts[claim["line"] - 1]
    start = document.text.find(claim["text"], begin)
    end = start + len(claim["text"])
    return any(known.start < end and start < known.end for known in report.confirmed)


if __name__ == "__main__":
    main()
