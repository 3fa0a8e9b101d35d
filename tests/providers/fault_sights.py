"""What a person saw of a fault that was played."""

import re
from dataclasses import dataclass

from workbench.cli.exits import Exit
from workbench.core.errors import FailureKind
from workbench.core.unread import failed_readings
from workbench.tui.failures import told


@dataclass(frozen=True)
class Observed:
    """What a person saw of a fault and of reading again after it."""

    said: tuple
    """For each reason what it is called where there is little room, and its sentence; empty where the round
    came to its end all the same."""
    asked: bool
    """Whether anybody whose reading is missing was asked."""
    waits: tuple
    """How long it was waited before each further attempt, in the words that were said."""
    kept: tuple
    """Who had read when the round was over."""
    code: int
    asked_again: tuple
    """Who was asked when the text was read again."""
    code_after: int | None
    screen: tuple
    """The status line, each way of saying it shorter than the last."""


def observed(fault, broken, mended):
    """What there is to be seen of a play."""
    failed = failed_readings(broken.history)
    waits = re.findall(rf"^{fault.meets[0]}: .*, again (at once|in \S+ \S+) \(", broken.err, re.MULTILINE)
    over_budget = any(one.failure.kind is FailureKind.OVER_BUDGET for one in failed)
    said = tuple((one.failure.kind.value, one.why) for one in failed)
    if broken.code == Exit.USAGE:
        said, failed = (("no reader", broken.err.strip().splitlines()[-1]),), ()
    planned = len(broken.history.last_round.planned)
    return Observed(
        said,
        broken.code != Exit.USAGE and not over_budget,
        tuple(waits),
        tuple(broken.finished),
        broken.code,
        tuple(dict.fromkeys(mended.asked)) if mended else (),
        mended.code if mended else None,
        tuple(told(failed, planned, "enter", "r")) if failed else (),
    )
