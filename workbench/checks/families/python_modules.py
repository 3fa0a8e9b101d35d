"""Modules that a text runs with `python -m` are there and can be run."""

from itertools import pairwise

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.python.layout import Known, Place
from workbench.checks.evidence.repository import Presence
from workbench.checks.evidence.whereabouts import folders_of
from workbench.checks.families.imports import nearest
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.page import Page, Typed
from workbench.checks.text.past import is_past
from workbench.checks.text.shell import Word
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

PYTHON_MODULES = CheckRule(
    id="python-modules",
    owns="python-modules-run",
    proves="A `python -m` of the text names a module that the project does not have, or that cannot be run.",
    decided_by="The module is looked up in the tree; a package needs a `__main__.py`.",
    on_fail="fix",
)

_PYTHON = regex(r"(?:.*/)?(?:python|pypy|py)(?:3(?:\.\d+)?|2)?(?:\.exe)?$")
_RUNNERS = frozenset({"poetry", "uv", "pipenv", "pdm", "hatch", "rye", "pixi", "coverage", "kernprof"})
_NAME = regex(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\Z")


def check_python_modules(page: Page, project: Project) -> Outcome:
    """Faults for modules of the project that `python -m` refuses."""
    outcome = Outcome(page)
    for typed in page.commands:
        word = _module(typed)
        if word is not None and project.python.layout.is_own(word.text):
            _decide(outcome, project, typed, word)
    return outcome


def _module(typed: Typed) -> Word | None:
    """The module of a `python -m`; None for every other command."""
    words = typed.command.words
    if words[0].text in _RUNNERS:
        words = next((words[n:] for n, word in enumerate(words) if _PYTHON.match(word.text)), ())
    if not words or not _PYTHON.match(words[0].text):
        return None
    for option, module in pairwise(words[1:]):
        if option.text == "-m":
            return module if _NAME.match(module.text) else None
        if not option.is_option:
            return None
    return None


def _decide(outcome: Outcome, project: Project, typed: Typed, word: Word) -> None:
    place = (word.start, word.end)
    known, module = project.python.layout.find(word.text)
    if known is Known.HERE and module is not None:
        _runnable(outcome, project, typed, word, module)
    elif _below(outcome.page, project, typed, word.text):
        outcome.confirm(PYTHON_MODULES, place, "the module is there")
    elif known is Known.FOREIGN or module is None:
        outcome.leave(PYTHON_MODULES, place, "the files do not say all modules that there are")
    elif why := _excuse(outcome.page, typed):
        outcome.leave(PYTHON_MODULES, place, why)
    else:
        _missing(outcome, project, word, module)


def _excuse(page: Page, typed: Typed) -> str | None:
    words = typed.prose.text if typed.prose is not None else ""
    return "the text speaks of another version" if is_past(page, typed.command.start, words) else None


def _below(page: Page, project: Project, typed: Typed, name: str) -> bool:
    """Whether the module stands in the folder that the command runs in."""
    path = name.replace(".", "/")
    for folder in folders_of(page, project, typed.command):
        for end in (".py", "/__main__.py"):
            if project.repository.presence(f"{folder}/{path}{end}".lstrip("/")) is Presence.FILE:
                return True
    return False


def _runnable(outcome: Outcome, project: Project, typed: Typed, word: Word, module: Place) -> None:
    place = (word.start, word.end)
    if module.folder is None and module.path is not None:
        outcome.confirm(PYTHON_MODULES, place, "the module is there", [Evidence(module.path, 1)])
        return
    main = f"{module.folder}/__main__.py"
    presence = project.repository.presence(main)
    if presence is Presence.FILE:
        outcome.confirm(PYTHON_MODULES, place, "the package has a `__main__.py`", [Evidence(main, 1)])
    elif _below(outcome.page, project, typed, word.text):
        outcome.confirm(PYTHON_MODULES, place, "the module is there")
    elif module.path is None or presence is not Presence.ABSENT or project.repository.ignored({main}):
        outcome.leave(PYTHON_MODULES, place, "the files do not say whether it can be run")
    elif why := _excuse(outcome.page, typed):
        outcome.leave(PYTHON_MODULES, place, why)
    else:
        _not_runnable(outcome, project, word, module)


def _not_runnable(outcome: Outcome, project: Project, word: Word, module: Place) -> None:
    name = printable(word.text)
    programs = {
        program: stated
        for package in project.packages
        for program, stated in package.programs.items()
        if stated.value.split(":")[0].split(".")[0] == word.text.split(".")[0]
    }
    program = next(iter(programs), None)
    problem = f"`{name}` is a package without a `__main__.py`, so Python does not run it"
    problem += f"; the command that it installs is `{printable(program)}`." if program else "."
    evidence = [Evidence(module.path or "", 1)]
    outcome.fault(
        PYTHON_MODULES,
        (word.start, word.end),
        problem,
        consequence=f"Python says that `{name}` is a package and cannot be directly executed.",
        change="Name a module that can be run, or the installed command.",
        expected=program,
        evidence=[*evidence, *([programs[program].evidence] if program else [])],
    )


def _missing(outcome: Outcome, project: Project, word: Word, package: Place) -> None:
    missing = word.text.removeprefix(f"{package.name}.").partition(".")[0]
    near = nearest(missing, project.python.names(package.name))
    problem = f"`{printable(package.name)}` has no module `{printable(missing)}`"
    problem += f". Did you mean `{printable(package.name)}.{printable(near)}`?" if near else "."
    outcome.fault(
        PYTHON_MODULES,
        (word.start, word.end),
        problem,
        consequence="Python says that there is no such module.",
        change="Name the module that is meant.",
        expected=f"{package.name}.{near}" if near else None,
        evidence=[Evidence(package.path, 1)] if package.path else [],
    )
