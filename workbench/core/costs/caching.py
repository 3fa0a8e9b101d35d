"""What of its prompts a service that caches is to keep, and who therefore goes first.

A cache is kept by model, effort, schema and the exact beginning of a prompt: a group. Keeping costs more than
sending once, and reading what is kept a tenth. So only what is asked for again is kept: the text by all of a
group, and by further trials the whole prompt.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from workbench.core.costs.tokens import estimated_tokens
from workbench.core.plans import Assignment
from workbench.core.ports import Clock, Keep, Request

SETTLES = 0.55
"""Seconds after the first event of an answer until what a service says it has kept for it can be read.

It promises that no sooner than that event, and not at that very moment.
"""


def keeping(assignments: Sequence[Assignment], again: bool = False) -> tuple[Assignment, ...]:
    """The same assignments, each with what a service is to keep of it.

    With `again` the same is asked once more at once, as in a loop on an unchanged text.
    """
    groups = Counter(assignment.group for assignment in assignments)
    same = Counter((assignment.group, assignment.seat.source) for assignment in assignments)

    def worth(assignment: Assignment) -> Keep:
        if again or same[assignment.group, assignment.seat.source] > 1:
            return "all"
        return "text" if groups[assignment.group] > 1 else "nothing"

    return tuple(assignment.keeping(worth(assignment)) for assignment in assignments)


def kept_text(request: Request) -> int:
    """About how many tokens a request shares with others of its group."""
    return estimated_tokens(request.prompt.instructions + request.prompt.text)


def shared_tokens(assignment: Assignment, first: Assignment) -> int:
    """About how many tokens a reading finds kept once the first of its group is being answered."""
    request = assignment.request
    is_same = assignment.seat.source == first.seat.source
    return estimated_tokens(request.prompt.whole) if is_same else kept_text(request)


@dataclass
class Lead:
    """The call that goes ahead of its group."""

    begun: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when an answer in its group begins, or none will."""
    has_written: bool = False
    """Whether the service says that it keeps something of it."""

    async def followed(self, clock: Clock) -> None:
        """Wait until others of the group find what is kept; where nothing is they need not wait longer."""
        await self.begun.wait()
        if self.has_written:
            await clock.sleep(SETTLES)
