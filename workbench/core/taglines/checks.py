"""What can be counted in one line, as a role."""

from collections.abc import Sequence
from typing import Protocol

from workbench.core.taglines.candidates import LONGEST, Candidate


class LineChecks(Protocol):
    """The deterministic instruments, as far as one line has anything for them."""

    async def run(self, lines: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """What they say of each line: stock phrases, names that nothing explains; a few words each."""
        ...


def length_check(candidate: Candidate) -> tuple[str, ...]:
    """That a candidate is longer than a line of a page; nothing where it is not."""
    cells = candidate.cells
    return (f"long: {cells} cells, a line holds {LONGEST}",) if cells > LONGEST else ()
