"""What of its prompts a service that caches is to keep, and who therefore goes first.

A cache is kept by model, effort, schema and the exact beginning of a prompt: a group. Keeping costs more than
sending once, and reading what is kept a tenth. So only what is asked for again is kept: the text by all of a
group, and by further trials the whole prompt.
"""

from collections import Counter
from collections.abc import Sequence

from workbench.core.costs.tokens import estimated_tokens
from workbench.core.plans import Assignment
from workbench.core.ports import Keep

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


def shared_tokens(assignment: Assignment, first: Assignment) -> int:
    """About how many tokens a reading finds kept once the first of its group is being answered."""
    prompt = assignment.request.prompt
    is_same = assignment.seat.source == first.seat.source
    return estimated_tokens(prompt.whole if is_same else prompt.instructions + prompt.text)
