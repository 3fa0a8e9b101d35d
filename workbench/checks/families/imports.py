"""What a text's Python imports from the project is there to be imported."""

from workbench.checks.evidence.python.api import Answer, Api, Symbol
from workbench.checks.evidence.python.usage import Import
from workbench.checks.outcome import Outcome, printable
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

IMPORTS = CheckRule(
    id="imports",
    owns="imports-exist",
    proves="The text imports a name that the project's module does not have.",
    decided_by="Modules are found in the tree and their names read from the code, re-exports followed.",
    on_fail="fix",
)


def decide_import(outcome: Outcome, api: Api, use: Import, why_not: str | None) -> None:
    """Fault for what is surely missing; `why_not` says why a missing name would prove nothing here."""
    if use.answer is Answer.YES:
        _confirm(outcome, api, use)
    elif use.answer is Answer.UNKNOWN:
        outcome.leave(IMPORTS, use.place, "the files do not say all names that can be imported")
    elif why_not is not None:
        outcome.leave(IMPORTS, use.place, why_not)
    elif use.name is None:
        _missing_module(outcome, api, use)
    else:
        _missing_name(outcome, api, use, use.name)


def _confirm(outcome: Outcome, api: Api, use: Import) -> None:
    source = api.source(use.module)
    if use.symbol is not None:
        evidence = [use.symbol.evidence]
    else:
        evidence = [Evidence(source.path, 1)] if source is not None else []
    where = f"`{printable(use.module)}` has `{printable(use.name)}`" if use.name else "the module is there"
    outcome.confirm(IMPORTS, use.place, where, evidence)


def _missing_module(outcome: Outcome, api: Api, use: Import) -> None:
    package, place = _package(api, use.module)
    missing = use.module.removeprefix(f"{package}.").partition(".")[0]
    near = nearest(missing, api.names(package))
    source = api.source(package)
    problem = f"`{printable(package)}` has no module `{printable(missing)}`"
    problem += f"; it has `{printable(near)}`." if near else "."
    outcome.fault(
        IMPORTS,
        use.place,
        problem,
        consequence="Whoever runs this gets a ModuleNotFoundError.",
        change="Name the module that is meant.",
        expected=f"{package}.{near}" if near else None,
        evidence=[Evidence(source.path, 1, source.line(1))] if source is not None and place else [],
    )


def _package(api: Api, module: str) -> tuple[str, bool]:
    """The longest part of a dotted name that is there."""
    parts = module.split(".")
    for length in range(len(parts) - 1, 0, -1):
        if api.source(".".join(parts[:length])) is not None:
            return ".".join(parts[:length]), True
    return parts[0], False


def _missing_name(outcome: Outcome, api: Api, use: Import, name: str) -> None:
    source = api.source(use.module)
    moved = api.elsewhere(use.module.partition(".")[0], name)
    near = None if moved is not None else nearest(name, api.names(use.module))
    problem, expected = described(use.module, name, moved, near)
    evidence = [] if source is None else [Evidence(source.path, 1, source.line(1))]
    outcome.fault(
        IMPORTS,
        use.place,
        problem,
        consequence="Whoever runs this gets an ImportError.",
        change="Import it from where it is." if moved else "Import the name that is meant.",
        expected=expected and (f"from {expected}" if moved else expected),
        evidence=[*evidence, *([moved.evidence] if moved else [])],
    )


def described(module: str, name: str, moved: Symbol | None, near: str | None) -> tuple[str, str | None]:
    """The sentence about a name that a module lacks, and what would be right."""
    problem = f"`{printable(module)}` has no name `{printable(name)}`"
    if moved is not None:
        home = moved.source.place.name
        return f"{problem}: it is defined in `{printable(home)}` and not passed on.", f"{home} import {name}"
    if near is not None:
        return f"{problem}. Did you mean `{printable(near)}`?", near
    return f"{problem}.", None


def nearest(name: str, names: list[str]) -> str | None:
    """The name that was probably meant."""
    from rapidfuzz import fuzz, process

    found = process.extractOne(name, names[:2_000], scorer=fuzz.ratio, score_cutoff=65)
    return found[0] if found else None
