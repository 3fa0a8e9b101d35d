"""How many faults real texts honestly allow, and how often rules take another finding for a planted one.

The readings in `../shared/corpus` were made of the texts as they are: none of their findings is about a fault
that was planted afterwards, so that every one that is taken for found is wrong, or shares its problem.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

from workbench.core.planting.matching import Matcher, Outcome
from workbench.core.planting.planting import plant
from workbench.core.readings import Finding, FindingKind
from workbench.core.sources import Source, SourceKind
from workbench.core.text.anchoring import Anchorer

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
SEEDS = range(1, 6)
SOURCE = Source(SourceKind.READER, "corpus", "")


def findings(folder):
    """The findings of the readings of a text's first revision."""
    for line in (folder / "readings.jsonl").read_text(encoding="utf-8").splitlines():
        reading = json.loads(line)
        if reading["revision"] != 1:
            continue
        failed = [each for each in reading.get("answers", []) if each.get("answer") == "fails"]
        for each in (*reading.get("findings", []), *failed):
            problem = each.get("problem") or each.get("reason") or ""
            said = (problem, each.get("consequence") or "", each.get("change") or "")
            if each.get("quote"):
                yield Finding(SOURCE, FindingKind.FINDING, each["quote"], *said)


def main():
    """Print both for every text of the corpus."""
    folders = [path.parent for path in sorted(CORPUS.glob("*/v1.md"))]
    if not folders:
        sys.exit(f"There is no corpus at {CORPUS}.")
    total = Counter()
    print(f"{'text':20} {'faults':>12} {'families':>8} {'seconds':>8}  pairs  found  to look at")
    for folder in folders:
        text, counted, planted = (folder / "v1.md").read_text(encoding="utf-8"), Counter(), []
        raised, began = tuple(findings(folder)), perf_counter()
        planted = [plant(text, 12, seed) for seed in SEEDS]
        seconds = (perf_counter() - began) / len(planted)
        for copy in planted:
            matcher, anchorer = Matcher(copy), Anchorer(copy.text)
            for finding in raised:
                placed = Finding(
                    SOURCE,
                    FindingKind.FINDING,
                    finding.quote,
                    finding.problem,
                    finding.consequence,
                    finding.change,
                    span=anchorer.anchor(finding.quote),
                )
                counted.update(matcher.outcome(fault, placed) for fault in copy.faults)
        sizes = [len(copy.faults) for copy in planted]
        families = {fault.family for copy in planted for fault in copy.faults}
        print(
            f"{folder.name:20} {f'{min(sizes)} to {max(sizes)} of 12':>12} {len(families):>8} {seconds:8.3f} "
            f"{counted.total():6} {counted[Outcome.FOUND]:6} {counted[Outcome.OPEN]:11}"
        )
        total += counted
    print(f"all: {total.total()} pairs, {total[Outcome.FOUND]} found, {total[Outcome.OPEN]} to be looked at")


if __name__ == "__main__":
    main()
