"""Whether the loop ends when it should: simulated loops, ended by the program's own `stopping.assess`.

Readers and concerns are drawn from what the corpus in `../shared/corpus` says of them, for both wordings of
the readers' task (`fitted_readers.py`), and every round is a history of rounds, readings, findings and marks
(`simulated_loops.py`). Seeded: the same tables every time.
"""

import json
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from time import perf_counter

from fitted_readers import CORPUS, TEXTS, WORDINGS, Fitted, fitted, read_texts
from simulated_loops import MOST_ROUNDS, SEATS, Ended, Person, simulated

from workbench.core.loop.stopping import Reason
from workbench.core.trust.statistics import wilson

RUNS = {"unmarked": 1500, "marked": 1500, "edited": 300, "edited well": 300}
UNEDITED = ("unmarked", "marked")
MOST_OVER = 0.10
"""Share of quiet loops in which one more round may bring over one new concern that an edit would answer."""
MEDIAN = 5
"""Rounds within which the median loop on unedited text is to end."""


def people() -> dict[str, Person]:
    """What the person does: nothing; marks; edits too, as the corpus's revisions do; without faults."""
    fixes, creates = edits()
    return {
        "unmarked": Person(),
        "marked": Person(marks=True),
        "edited": Person(True, fixes, creates),
        "edited well": Person(True, fixes, 0.0),
    }


def edits() -> tuple[float, float]:
    """The share of concerns that a second revision answers, and how many it creates for each of these."""
    concerns = answered = created = 0
    for name in TEXTS:
        known = json.loads((CORPUS / name / "concerns.a.json").read_text())["round_1"]
        second = json.loads((CORPUS / name / "about.json").read_text())["revision_2"]
        said = set(second["answered"])
        concerns += len(known)
        answered += sum(2 * len(said & set(c["members"])) > len(c["members"]) for c in known)
        created += len(second["new_faults"])
    return answered / concerns, created / answered


def main() -> int:
    """Print the tables."""
    if not CORPUS.is_dir():
        print(f"No corpus at {CORPUS}: nothing to measure.")
        return 0
    began = perf_counter()
    fits = {name: fitted(read_texts(wording)) for wording, name in WORDINGS.items()}
    print(f"Readers and concerns, fitted to {', '.join(TEXTS)}")
    print(
        f"{'wording':20}{'visibility':>12}{'spread':>8}{'taste':>8}{'skill':>8}{'fixable':>9}  concerns each"
    )
    for name, fit in fits.items():
        print(_fit_row(name, fit))
    fixes, creates = edits()
    print(f"\nAn edit answers {fixes:.2f} of the hits and creates {creates:.2f} concerns for each.")
    print(
        f"\nLoops of rounds with {len(SEATS)} readings, until `assess` proposes to stop, at most "
        f"{MOST_ROUNDS} rounds; unmarked and marked on unedited text"
    )
    print(
        f"{'wording':20}{'person':12}{'runs':>6}{'median rounds':>15}{'in five':>9}{'quiet':>7}"
        f"{'one more brought':>18}{'over one new':>14}{'(95 %)':>15}  ended otherwise"
    )
    for wording, (name, fit) in enumerate(fits.items(), 1):
        for kind, person in people().items():
            ended = simulated(fit, person, RUNS[kind], wording)
            print(_loops_row(name, kind, ended))
            if kind == "unmarked":
                covered = _coverage_row(name, ended)
        print(covered)
    print(f"\n{perf_counter() - began:.0f} s")
    return 0


def _fit_row(name: str, fit: Fitted) -> str:
    return (
        f"{name:20}{fit.visibility:12.1f}{fit.spread:8.1f}{fit.taste:8.1f}{fit.skill:8.2f}{fit.fixable:9.2f}"
        f"  {', '.join(map(str, fit.concerns))}"
    )


def _loops_row(name: str, kind: str, ended: Sequence[Ended]) -> str:
    quiet = [each for each in ended if each.assessment.reason is Reason.QUIET]
    several = sum(each.next_new > 1 for each in quiet)
    over, between = several / max(1, len(quiet)), wilson(several, len(quiet))
    median = statistics.median(each.rounds for each in ended)
    others = Counter(e.assessment.reason.value for e in ended if e.assessment.reason is not Reason.QUIET)
    met = [] if over <= MOST_OVER else [f"over {MOST_OVER:.0%}"]
    met += [f"over {MEDIAN} rounds"] if kind in UNEDITED and median > MEDIAN else []
    soon = sum(each.rounds <= MEDIAN for each in ended) / len(ended)
    return (
        f"{name:20}{kind:12}{len(ended):6}{median:15.1f}{soon:9.2f}"
        f"{len(quiet):7}{_mean(each.next_new for each in quiet):18.2f}{over:14.3f} ({between})"
        f"  {', '.join(f'{reason} {times}' for reason, times in sorted(others.items())) or '-'}"
        f"{'   MISSED: ' + ', '.join(met) if met else ''}"
    )


def _coverage_row(name: str, ended: Sequence[Ended]) -> str:
    told = [(each.estimate, each.unseen) for each in ended if each.estimate and each.estimate.high > 0]
    inside = sum(estimate.low <= unseen <= estimate.high for estimate, unseen in told)
    at_least = sum(estimate.at_least <= unseen for estimate, unseen in told)
    return (
        f"{name:20}Chao2 at the end, of all concerns in the text: interval covers {inside} of {len(told)}, "
        f"`at least` holds in {at_least}; estimate {_mean(e.estimate for e, _ in told):.1f}, "
        f"unseen {_mean(unseen for _, unseen in told):.1f}"
    )


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return statistics.mean(numbers) if numbers else 0.0


if __name__ == "__main__":
    sys.exit(main())
