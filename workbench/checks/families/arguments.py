"""Calls of the project's functions and classes use keywords that these take."""

import ast

from workbench.checks.evidence.python.api import Api
from workbench.checks.evidence.python.signatures import Signature, of_method, signature
from workbench.checks.evidence.python.usage import Call, Method
from workbench.checks.families.imports import nearest
from workbench.checks.near_names import named
from workbench.checks.outcome import Outcome, printable
from workbench.core.sources import CheckRule

ARGUMENTS = CheckRule(
    id="arguments",
    owns="arguments-exist",
    proves="The text calls a function or a class of the project with a keyword that it does not take.",
    decided_by="Calls are followed to the definition, whose parameters or fields must have the keywords.",
    on_fail="fix",
)


def decide_call(outcome: Outcome, api: Api, use: Call, why_not: str | None) -> None:
    """Fault for each keyword that is surely not taken; `why_not` says why that would prove nothing here."""
    if not use.node.keywords:
        return
    taken = of_method(use.target.symbol) if isinstance(use.target, Method) else signature(api, use.target)
    for keyword in use.node.keywords:
        if keyword.arg is None:
            continue
        start = use.code.place(keyword)[0]
        place = (start, start + len(keyword.arg))
        if taken is None:
            outcome.leave(ARGUMENTS, place, "the files do not say which keywords it takes")
        elif keyword.arg in taken.parameters:
            known = taken.parameters[keyword.arg].evidence
            whole = use.code.place(keyword)
            outcome.confirm(
                ARGUMENTS, whole, f"`{printable(taken.name)}` takes `{printable(keyword.arg)}`", [known]
            )
        elif not taken.whole:
            outcome.leave(ARGUMENTS, place, "it takes any keyword, or passes them on")
        elif why_not is not None:
            outcome.leave(ARGUMENTS, place, why_not)
        else:
            _missing(outcome, taken, use, keyword, place)


def _missing(
    outcome: Outcome, taken: Signature, use: Call, keyword: ast.keyword, place: tuple[int, int]
) -> None:
    name = keyword.arg or ""
    used = {word.arg for word in use.node.keywords}
    free = [known for known in taken.parameters if known not in used]
    near = nearest(name, free)
    called = _called(use, taken)
    problem = f"`{printable(called)}` takes no `{printable(name)}`"
    if near:
        problem += f". Did you mean `{printable(near)}`?"
    elif taken.parameters:
        problem += f": it takes {named(list(taken.parameters), 8)}."
    else:
        problem += ": it takes no keyword."
    consequence = (
        "The value is passed over without a word." if taken.ignores else "The call ends with a TypeError."
    )
    outcome.fault(
        ARGUMENTS,
        place,
        problem,
        consequence=consequence,
        change="Use a keyword that it takes.",
        expected=near,
        evidence=[taken.evidence],
    )


def _called(use: Call, taken: Signature) -> str:
    owner = use.target.owner.name if isinstance(use.target, Method) else None
    return f"{owner}.{taken.name}" if owner else taken.name
