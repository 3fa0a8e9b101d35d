"""What a text's Python asks of the project's modules, classes and objects is a member of them."""

from workbench.checks.evidence.python.api import Answer, Api, Symbol
from workbench.checks.evidence.python.classes import members
from workbench.checks.evidence.python.usage import Attribute
from workbench.checks.families.imports import nearest
from workbench.checks.near_names import meant
from workbench.checks.outcome import Outcome, printable
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

ATTRIBUTES = CheckRule(
    id="attributes",
    owns="attributes-exist",
    proves="The text asks a module, a class or an object of the project for a name that it does not have.",
    decided_by="Names are followed from the imports of the text to the code that defines them, with bases.",
    on_fail="fix",
)


def decide_attribute(outcome: Outcome, api: Api, use: Attribute, why_not: str | None) -> None:
    """Fault for what is surely missing; `why_not` says why a missing name would prove nothing here."""
    if use.answer is Answer.YES:
        known = use.found.evidence if use.found is not None else Evidence(use.owner.source.path, 1)
        outcome.confirm(ATTRIBUTES, use.place, f"{_owner(use)} has `{printable(use.name)}`", [known])
    elif use.answer is Answer.UNKNOWN:
        outcome.leave(ATTRIBUTES, use.place, "the files do not say all names that it has")
    elif why_not is not None:
        outcome.leave(ATTRIBUTES, use.place, why_not)
    else:
        _missing(outcome, api, use)


def _owner(use: Attribute) -> str:
    if use.owner.is_module:
        return f"`{printable(use.owner.source.place.name)}`"
    return f"`{printable(use.owner.name)}`"


def _missing(outcome: Outcome, api: Api, use: Attribute) -> None:
    owner = use.owner
    kind = "method" if use.called and not owner.is_module else "name"
    problem = f"{_owner(use)} has no {kind} `{printable(use.name)}`"
    evidence = [owner.evidence]
    expected = None
    holder = _class_with(api, owner, use.name)
    near = None
    if holder is not None:
        problem += f": it is a member of `{printable(holder.name)}`."
        evidence.append(members(api, holder).found[use.name].evidence)
        expected = f"{holder.name}.{use.name}"
    else:
        near = nearest(use.name, _names(api, owner))
        problem += meant(near, ".")
        expected = near
    outcome.fault(
        ATTRIBUTES,
        use.place,
        problem,
        consequence="Whoever runs this gets an AttributeError.",
        change="Use the name that is meant.",
        expected=expected,
        evidence=evidence,
    )


def _names(api: Api, owner: Symbol) -> list[str]:
    if owner.is_module:
        return api.names(owner.source.place.name)
    return [name for name in members(api, owner).found if not name.startswith("__")]


def _class_with(api: Api, owner: Symbol, name: str) -> Symbol | None:
    """The class of a module that has a member which the module lacks."""
    if not owner.is_module:
        return None
    module = owner.source.place.name
    for other in api.names(module)[:100]:
        symbol = api.member(module, other)[1]
        if symbol is not None and not symbol.is_module and name in members(api, symbol).found:
            return symbol
    return None
