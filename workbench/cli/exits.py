"""The exit codes: one table for the code, the tests and the documentation."""

from enum import IntEnum

from workbench.core.errors import ProviderError, WorkbenchError


class Exit(IntEnum):
    """How a command ended."""

    FINE = 0
    BELOW_BAR = 1
    USAGE = 2
    INCOMPLETE = 3
    UNFINISHED = 4
    BUG = 70
    INTERRUPTED = 130


MEANING: dict[Exit, str] = {
    Exit.FINE: "it did what was asked, and nothing is below the bar",
    Exit.BELOW_BAR: "the ruling is below the bar of `--fail-on`",
    Exit.USAGE: "wrong usage, or a file or database that cannot be used",
    Exit.INCOMPLETE: "the round is incomplete or Unjudged, or no model could be asked",
    Exit.UNFINISHED: "a loop stopped before it was clean or quiet: a cap, stalled, churn or an edit",
    Exit.BUG: "a bug in Workbench",
    Exit.INTERRUPTED: "interrupted",
}


def exit_of(error: WorkbenchError) -> Exit:
    """The code an expected failure ends with."""
    return Exit.INCOMPLETE if isinstance(error, ProviderError) else Exit.USAGE
