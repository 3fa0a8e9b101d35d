"""How often a replay tells two readers apart: copies of one reader, where it should not, and of known skill.

Each text has one or two revisions of six concerns, six in ten of them hits. A reader of some skill raises a
hit, and leaves a miss, with that probability. What both leave is not known to anybody, as in a real replay.
"""

from random import Random

from workbench.core.artifacts import Artifact, Kind, Revision
from workbench.core.history import History
from workbench.core.marks import Mark
from workbench.core.readings import Finding, FindingKind
from workbench.core.replay.claims import Compared, Raised
from workbench.core.replay.verdict import FEWEST, Outcome, verdict_of
from workbench.core.sources import ME

CONCERNS = 6
HITS = 0.6
COMPARISONS = 100
FINDING = Finding(ME, FindingKind.FINDING, "", "")


def text(number, new, old, chance):
    """What two readers of some skill raised on the revisions of one text."""
    history = History(Artifact(f"path:/{number}", f"/{number}", Kind.README, id=number))
    for at in range(chance.choice((1, 2))):
        raised = []
        for concern in range(CONCERNS):
            mark = Mark.HIT if chance.random() < HITS else Mark.MISS
            shares = [float((chance.random() < skill) == (mark is Mark.HIT)) for skill in (new, old)]
            if any(shares):
                raised.append(Raised(concern + 1, mark, FINDING, *shares))
        yield Compared(history, Revision("", "", number=at + 1), tuple(raised), 0, (), ())


def apart(texts, new, old):
    """The shares of comparisons in which an interval leaves out 0, and which have a verdict."""
    chance = Random(f"{texts} {new} {old}")
    intervals = verdicts = 0
    for _ in range(COMPARISONS):
        compared = [one for number in range(texts) for one in text(number, new, old, chance)]
        verdict = verdict_of(compared)
        interval = verdict.marked.interval
        intervals += interval is not None and (interval.low > 0 or interval.high < 0)
        verdicts += verdict.outcome in (Outcome.BETTER, Outcome.WORSE)
    return intervals / COMPARISONS, verdicts / COMPARISONS


if __name__ == "__main__":
    print(f"of {COMPARISONS} comparisons: interval without 0, verdict better or worse (from {FEWEST} texts)")
    for new, old in ((0.6, 0.6), (0.75, 0.75), (0.8, 0.4), (0.8, 0.6)):
        print(f"skills {new} and {old}")
        for texts in (2, 3, 5, 10, 20):
            intervals, verdicts = apart(texts, new, old)
            print(f"  {texts:>2} texts  {intervals:.2f}  {verdicts:.2f}")
