"""How many of each check's claims hold."""

from collections import Counter
from collections.abc import Iterable, Iterator

from workbench.checks.outcome import Outcome


def claims(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """A line for each check that the page makes a claim for, in the order of the checks' work."""
    checks: dict[str, Counter[str]] = {}
    for outcome in outcomes:
        for how, ids in (
            ("confirmed", [claim.check for claim in outcome.confirmed]),
            ("contradicted", [fault.asks for fault in outcome.faults]),
            ("not decided", [claim.check for claim in outcome.undecided]),
        ):
            for id in ids:
                checks.setdefault(id, Counter())[how] += 1
    for id, counts in checks.items():
        said = ", ".join(f"{counts[how]} {how}" for how in ("confirmed", "contradicted", "not decided"))
        yield f"Check {id}: {said}."
