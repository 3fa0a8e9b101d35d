"""Environment variables that the text says configure the project are read by its code."""

import re
from collections import Counter
from typing import TYPE_CHECKING

from workbench.checks.evidence.project import Project
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.page import Page
from workbench.checks.text.past import is_past, words_before
from workbench.checks.text.variables import Variable, configures, variables
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

if TYPE_CHECKING:
    from workbench.checks.evidence.environment.variables import Environment

ENVIRONMENT = CheckRule(
    id="environment",
    owns="variables-are-read",
    proves="The text sets a variable for the project that nothing in it reads, beside like ones that are.",
    decided_by="The name is looked for in all code and settings classes, then put together from prefixes.",
    on_fail="fix",
)
TWICE = CheckRule(
    id="environment-twice",
    owns="variables-differ",
    proves="The text names one variable twice where two different ones are meant.",
    decided_by="A pair, list or table repeats a name, and the code reads a sibling that the text lacks.",
    on_fail="fix",
)

_JOINED = regex(r"[`\s]*(?:and|or|und|oder|et|y|e|&|/|,|\+)[`\s]*\Z")


def check_environment(page: Page, project: Project) -> Outcome:
    """Faults for variables that nothing reads, and for one named in another's place."""
    outcome = Outcome(page)
    named = variables(page)
    if not named:
        return outcome
    environment = project.environment
    doubled = _doubled(outcome, environment, named)
    reported: set[str] = set()
    for variable in named:
        if variable.start not in doubled:
            _decide(outcome, project, environment, variable, reported)
    return outcome


def _decide(
    outcome: Outcome, project: Project, environment: "Environment", variable: Variable, reported: set[str]
) -> None:
    name, place = variable.name, (variable.start, variable.end)
    if "_" not in name and not variable.certain and not variable.marked:
        return
    known = environment.read(name)
    if known is None and "_" not in name:
        return
    known = known or environment.composed(name)
    if known is not None:
        if "_" in name or variable.span is not None or variable.assigned:
            outcome.confirm(ENVIRONMENT, place, f"the code reads `{printable(name)}`", [known])
        return
    near = _near(environment, name)
    if why := _excuse(outcome.page, project, environment, variable, near):
        if near is not None or variable.certain:
            outcome.leave(ENVIRONMENT, place, why)
        return
    if name in reported:
        outcome.leave(ENVIRONMENT, place, "the same name is reported further up")
        return
    reported.add(name)
    _missing(outcome, environment, variable, near)


def _excuse(
    page: Page, project: Project, environment: "Environment", variable: Variable, near: str | None
) -> str | None:
    """Why a variable that nothing is seen to read proves nothing; None where it does."""
    from workbench.checks.evidence.environment.known import is_well_known

    name = variable.name
    words = (
        variable.prose.text
        if variable.prose
        else words_before(page, variable.block.start if variable.block else 0)
    )
    first = name.split("_")[0].casefold()
    named = {re.split(r"[-_.@/]", other.casefold())[0] for p in project.packages for other in p.dependencies}
    own = {re.split(r"[-_.@/]", other)[0] for other in project.names}
    excuses = (
        (not environment.code.whole, "the repository has more code than is searched"),
        (environment.is_named(name), "the code names it, but is not seen to read it"),
        (environment.may_compose(name), "the code may put its name together from parts"),
        (is_well_known(name) and first not in own, "another program may read it"),
        (first in named - own, "a library of that name may read it"),
        (not configures(variable), "it stands in code or in a file that may be the reader's own"),
        (re.search(rf"\$\{{?{name}\b", page.text), "the text's own commands use it"),
        (is_past(page, variable.start, words), "the text speaks of another version"),
        (near is None and _is_others(page, project, variable), "it is set for another program"),
        (
            near is None and not _is_kin(project, environment, name),
            "nothing says that the project is to read it",
        ),
        (near is None and not variable.certain, "it may be something else than a variable"),
    )
    return next((why for holds, why in excuses if holds), None)


_RUNNERS = frozenset(
    {
        "python",
        "python3",
        "node",
        "npm",
        "npx",
        "yarn",
        "pnpm",
        "bun",
        "deno",
        "ruby",
        "bundle",
        "rails",
        "php",
    }
    | {"go", "cargo", "make", "just", "task", "docker", "docker-compose", "podman", "java", "dotnet", "mix"}
    | {
        "sh",
        "bash",
        "zsh",
        "flask",
        "uvicorn",
        "gunicorn",
        "hypercorn",
        "poetry",
        "uv",
        "pytest",
        "tox",
        "nox",
    }
)
"""Programs that run the project's own code."""


def _is_others(page: Page, project: Project, variable: Variable) -> bool:
    """Whether the text sets it, here or elsewhere, in front of a program that is not the project's."""
    before = [t.command for t in page.commands for n, _ in t.command.assigned if n == variable.name]
    return any(
        "/" not in command.program and command.program.casefold() not in project.names | _RUNNERS
        for command in before
    )


def _near(environment: "Environment", name: str) -> str | None:
    """A variable that the code reads and that was probably meant."""
    scored = ((_likeness(name, other), other) for other in environment.candidates)
    likely = sorted((score, other) for score, other in scored if score > 0)
    return next((other for _, other in reversed(likely[-20:]) if environment.read(other)), None)


def _likeness(name: str, other: str) -> float:
    """How likely one name is another one mistyped; 0 where it is not."""
    from rapidfuzz import fuzz
    from rapidfuzz.distance import OSA

    if abs(len(name) - len(other)) > 16 or name == other:
        return 0
    words, theirs = name.split("_"), other.split("_")
    swapped = len(words) == len(theirs) and Counter(words) == Counter(theirs)
    shorter, longer = sorted((words, theirs), key=len)
    parts = len(longer) - len(shorter) == 1 < len(shorter) and words[0] == theirs[0]
    parts = parts and not Counter(shorter) - Counter(longer)
    typed = min(len(name), len(other)) > 5 and OSA.distance(name, other, score_cutoff=2) <= 2
    if swapped or parts or (typed and _differ_in_letters(name, other)):
        return fuzz.ratio(name, other) + 20 * swapped
    return 0


def _differ_in_letters(name: str, other: str) -> bool:
    """Whether two like names may be one mistyped: not where they differ in a number or in a short word."""
    pairs = [(a, b) for a, b in zip(name.split("_"), other.split("_"), strict=False) if a != b]
    if len(name.split("_")) != len(other.split("_")) or len(pairs) != 1:
        return name.replace("_", "") == other.replace("_", "")
    a, b = pairs[0]
    return min(len(a), len(b)) > 3 and not (a.isdigit() or b.isdigit())


def _is_kin(project: Project, environment: "Environment", name: str) -> bool:
    """Whether its first word is the project's, with several variables that are read and no near one."""
    first = f"{name.split('_')[0]}_"
    kin = environment.read_names(first)
    own = {re.sub(r"[^a-z0-9]", "", other) for other in project.names}
    return len(first) > 3 and (len(kin) >= 3 or (len(kin) >= 2 and first[:-1].casefold() in own))


def _missing(outcome: Outcome, environment: "Environment", variable: Variable, near: str | None) -> None:
    name = printable(variable.name)
    problem = f"Nothing in the repository reads `{name}`"
    evidence = []
    if near is not None:
        known = environment.read(near) or environment.composed(near)
        evidence = [known] if known else []
        problem += f". Did you mean `{printable(near)}`?"
    else:
        first = variable.name.split("_")[0] + "_"
        kin = list(environment.read_names(first))
        evidence = [known for other in kin[:2] if (known := environment.read(other))]
        problem += f"; what it reads begins with `{printable(first)}` as well: {_listed(kin)}."
    outcome.fault(
        ENVIRONMENT,
        (variable.start, variable.end),
        problem,
        consequence="Whoever sets it changes nothing, and is not told so.",
        change="Name the variable that is read, or take it out.",
        expected=near,
        evidence=evidence,
    )


def _listed(names: list[str]) -> str:
    shown = [f"`{printable(name)}`" for name in names[:5]]
    return ", ".join(shown) + (" and others" if len(names) > len(shown) else "")


def _doubled(outcome: Outcome, environment: "Environment", named: tuple[Variable, ...]) -> set[int]:
    """Report each name that stands in another's place, and give where."""
    found: set[int] = set()
    for first, second in _pairs(named):
        if environment.read(first.name) is None and environment.composed(first.name) is None:
            continue
        sibling = _sibling(outcome.page, environment, first, second)
        if sibling is None:
            outcome.leave(
                TWICE, (second.start, second.end), "it stands twice, and no other variable is lacking"
            )
            continue
        wrong = (
            first if _tells(outcome.page, first, sibling) > _tells(outcome.page, second, sibling) else second
        )
        found.add(wrong.start)
        known = environment.read(sibling)
        _report_doubled(outcome, wrong, sibling, known)
    return found


def _pairs(named: tuple[Variable, ...]) -> list[tuple[Variable, Variable]]:
    """The same name twice: side by side, or leading two rows or items."""
    found = []
    leading: dict[tuple[str, str, int], Variable] = {}
    before: Variable | None = None
    for variable in named:
        prose, span = variable.prose, variable.span
        if (
            before is not None
            and span is not None
            and before.span is not None
            and prose is before.prose
            and prose
        ):
            between = prose.text[before.span.closes : span.opens]
            if variable.name == before.name and _JOINED.match(between):
                found.append((before, variable))
        before = variable
        key = _leads(variable)
        if key is not None:
            if key in leading:
                found.append((leading[key], variable))
            leading.setdefault(key, variable)
    return found


def _leads(variable: Variable) -> tuple[str, str, int] | None:
    """The table or list in which a variable is what a row or an item is about."""
    prose = variable.prose
    if prose is None:
        return None
    opens = variable.span.opens if variable.span else prose.text.find(variable.name)
    if prose.cell is not None and prose.cell.column == 0 and prose.cell.row > 0:
        return (variable.name, "table", prose.cell.table)
    if prose.item is not None and not prose.text[:opens].strip(" *_"):
        return (variable.name, "list", prose.item.list)
    return None


def _sibling(page: Page, environment: "Environment", first: Variable, second: Variable) -> str | None:
    """A variable that the code reads, that the text never names, and that belongs beside another."""
    from rapidfuzz import fuzz, process

    stem = first.name.rpartition("_")[0]
    lacking = [
        name
        for name in (environment.read_names(f"{stem}_") if stem else ())
        if name != first.name and name not in page.text
    ]
    if not lacking:
        return None
    told = [name for name in lacking if _tells(page, first, name) or _tells(page, second, name)]
    if told:
        return sorted(
            told, key=lambda name: (-max(_tells(page, first, name), _tells(page, second, name)), name)
        )[0]
    is_pair = first.prose is second.prose
    best = process.extractOne(first.name, sorted(lacking), scorer=fuzz.ratio)
    return best[0] if is_pair and best else None


def _tells(page: Page, variable: Variable, sibling: str) -> int:
    """How many of the words that only the sibling has stand in the row or item of a variable."""
    row = _row(page, variable).casefold()
    own = set(sibling.casefold().split("_")) - set(variable.name.casefold().split("_"))
    return sum(bool(re.search(rf"\b{re.escape(word)}", row)) for word in own)


def _row(page: Page, variable: Variable) -> str:
    """The words of its row or item, names left aside."""
    prose = variable.prose
    if prose is None:
        return ""
    if prose.cell is None:
        return prose.masked()
    line = page.document.lines[page.line(variable.start) - 1]
    return line.replace(variable.name, " ")


def _report_doubled(outcome: Outcome, wrong: Variable, sibling: str, known: Evidence | None) -> None:
    outcome.fault(
        TWICE,
        (wrong.start, wrong.end),
        f"`{printable(wrong.name)}` stands here twice, and `{printable(sibling)}`, which the code reads, "
        f"is lacking.",
        consequence="A reader sets one variable for two things and leaves the other out.",
        change="Name the other variable in one of the two places.",
        expected=sibling,
        evidence=[known] if known else [],
    )
