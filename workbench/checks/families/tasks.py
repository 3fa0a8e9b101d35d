"""Tasks that the text runs with just, Task, tox, nox, rake and their like stand in the runner's file."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.whereabouts import folders_of
from workbench.checks.near_names import is_one_slip, listed, meant, nearest
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.arguments import arguments
from workbench.checks.text.page import Page, Typed
from workbench.checks.text.setting import Setting
from workbench.checks.text.shell import SURE, Word
from workbench.core.sources import CheckRule

if TYPE_CHECKING:
    from workbench.checks.evidence.task_scripts import Tasks

TASKS = CheckRule(
    id="tasks",
    owns="tasks-exist",
    proves="A command of the text runs a task that the file of its task runner does not define.",
    decided_by="The name is compared with the recipes, environments, sessions and scripts of that file.",
    on_fail="fix",
)

_NAME = regex(r"[A-Za-z_][\w:.-]*")
_SHORTEST = 4
"""Letters; a shorter word is too soon like another one."""
_PYTHONS = regex(r"(?:py|pypy)?\d*(?:\.\d+)?t?|python|ALL|all")
"""Environments that tox makes by itself."""


def _just(words: list[Word]) -> list[Word]:
    given = arguments(words, {"-f", "--justfile", "-d", "--working-directory", "--set", "--shell"}, True)
    # Behind the recipe stand its arguments.
    return [] if given.options else [word for word in given.words if "=" not in word.text][:1]


def _task(words: list[Word]) -> list[Word]:
    given = arguments(words, {"-t", "--taskfile", "-d", "--dir", "-o", "--output", "-C", "--concurrency"})
    if given.has("-t", "--taskfile", "-d", "--dir", "-g", "--global"):
        return []
    return [word for word in given.words if "=" not in word.text]


def _tox(words: list[Word]) -> list[Word]:
    given = arguments(words, {"-e", "-c", "--conf", "-f", "-m"})
    if given.has("-c", "--conf"):
        return []
    return [
        Word(name[0], word.start + name.start(), word.start + name.end())
        for word in given.options.get("-e", [])
        for name in re.finditer(r"[^,\s]+", word.text)
        if not _PYTHONS.fullmatch(name[0]) and word.end - word.start == len(word.text)
    ]


def _nox(words: list[Word]) -> list[Word]:
    texts = [word.text for word in words]
    at = next((n for n, text in enumerate(texts) if text in ("-s", "--session", "--sessions", "-rs")), None)
    found: list[Word] = []
    for word in words[at + 1 :] if at is not None and "-f" not in texts else []:
        if word.is_option or word.text == "--":
            break
        found.append(word)
    return found


def _one(words: list[Word]) -> list[Word]:
    given = arguments(words, {"-C", "--cwd", "-c", "--config"}, first_only=True)
    return [] if given.options else given.words[:1]


def _first(words: list[Word]) -> list[Word]:
    """The first task; what follows may be its options and their values."""
    return words[:1] if words and not words[0].is_option else []


def _rake(words: list[Word]) -> list[Word]:
    """Every word but settings; behind brackets stand arguments."""
    given = arguments(words, {"-f", "--rakefile", "-C", "--directory", "-I", "-r"})
    if given.has("-f", "--rakefile", "-C", "--directory", "-T", "--tasks", "-g"):
        return []
    return [
        Word(word.text.partition("[")[0], word.start, word.start + len(word.text.partition("[")[0]))
        for word in given.words
        if "=" not in word.text
    ]


def _behind(*verbs: str) -> Callable[[list[Word]], list[Word]]:
    def found(words: list[Word]) -> list[Word]:
        given = arguments(words, set(), first_only=True)
        return given.words[1:2] if given.words and given.words[0].text in verbs else []

    return found


_NAMED: dict[str, Callable[[list[Word]], list[Word]]] = {
    "just": _just,
    "task": _task,
    "tox": _tox,
    "nox": _nox,
    "poe": _one,
    "deno": _behind("task"),
    "composer": _behind("run", "run-script"),
    "mise": _behind("run", "r"),
    "pdm": _behind("run"),
    "pipenv": _behind("run"),
    "rye": _behind("run"),
    "pixi": _behind("run"),
    "hatch": _behind("run"),
    "invoke": _first,
    "inv": _first,
    "rake": _rake,
}
"""Which of the words behind a runner name tasks."""


def check_tasks(page: Page, project: Project) -> Outcome:
    """Faults for tasks that do not exist, by the file in the folder that the command runs in."""
    outcome, setting = Outcome(page), Setting(page)
    read: dict[tuple[str, str], Tasks | None] = {}
    for typed in page.commands:
        runner, given = typed.command.program, list(typed.command.words[1:])
        if runner == "bundle" and len(given) > 1 and given[0].text == "exec":
            runner, given = given[1].text, given[2:]
        words = _NAMED[runner](given) if runner in _NAMED else []
        named = [word for word in words if not word.is_open and _NAME.fullmatch(word.text)]
        if not named:
            continue
        from workbench.checks.evidence.task_files import tasks_in

        places = folders_of(page, project, typed.command)
        runner = "invoke" if runner == "inv" else runner
        for place in places:
            if (runner, place) not in read:
                read[runner, place] = tasks_in(project.repository, runner, place)
        found = [tasks for place in places if (tasks := read[runner, place])]
        for word in named if found else []:
            _decide(outcome, project, setting, typed, found, word)
    return outcome


def _decide(
    outcome: Outcome, project: Project, setting: Setting, typed: Typed, found: "list[Tasks]", word: Word
) -> None:
    place = (word.start, word.end)
    for tasks in found:
        known = tasks.names.get(word.text) or tasks.names.get(re.sub(r"-(?:py)?\d[\d.]*$", "", word.text))
        if known is not None:
            outcome.confirm(TASKS, place, f"`{printable(tasks.path)}` defines it", [known])
            return
    why_not = _excuse(project, setting, typed, found, word.text)
    if why_not is not None:
        outcome.leave(TASKS, place, why_not)
    else:
        _missing(outcome, place, found[0], word.text)


def _excuse(project: Project, setting: Setting, typed: Typed, found: "list[Tasks]", name: str) -> str | None:
    """Why a task that is not there proves nothing; None where it does."""
    if typed.command.program in project.names:
        return "the text explains the runner itself"
    if any(tasks.others and not _may_mean(name, tasks) for tasks in found):
        return "it may be a program, which this runner runs as well"
    if not all(tasks.whole for tasks in found):
        return "the file takes tasks from elsewhere, or makes some of them"
    if setting.is_elsewhere(typed):
        return "the words around say that another project or folder is meant"
    if name in setting.labels:
        return "the text itself shows a task of this name"
    if (typed.block is None or typed.block.language not in SURE) and len(typed.command.words) > 3:
        return "it may be words and no command"
    return None


def _may_mean(name: str, tasks: "Tasks") -> bool:
    """Whether a word is a script's name with a slip, and so hardly a program's."""
    return len(name) > _SHORTEST and any(
        is_one_slip(name, known) or _plain(name) == _plain(known) for known in tasks.names
    )


def _plain(name: str) -> str:
    return re.sub(r"[-_:]", "", name).removesuffix("s")


def _missing(outcome: Outcome, place: tuple[int, int], tasks: "Tasks", name: str) -> None:
    near = nearest(name, tasks.names)
    problem = f"`{printable(tasks.path)}` defines no `{printable(name)}`"
    problem += meant(near, f"; it has {listed(tasks.names)}." if tasks.names else ".")
    shown = near or next(iter(tasks.names), None)
    outcome.fault(
        TASKS,
        place,
        problem,
        consequence="The command stops: there is no such task.",
        change="Name a task that the file defines.",
        expected=near,
        evidence=[tasks.names[shown]] if shown else [],
    )
