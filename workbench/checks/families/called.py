"""The commands of a text that run a program of the repository, and what becomes of their words."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from workbench.checks.evidence.calls import call_of
from workbench.checks.evidence.program import Option, Program
from workbench.checks.evidence.programs import Call
from workbench.checks.evidence.project import Project
from workbench.checks.evidence.walk import Step, steps
from workbench.checks.evidence.whereabouts import folders_of
from workbench.checks.text.page import Page, Typed
from workbench.checks.text.shell import SURE

_MOST_WORDS = 60


class Called(NamedTuple):
    """One command of the text that runs a program of the repository."""

    typed: Typed
    call: Call

    @property
    def is_synopsis(self) -> bool:
        """Whether it shows what may be typed, not what is."""
        words = [word.text for word in self.call.words]
        return any(word.startswith(("[", "(", "{")) or word.endswith("...") for word in words)

    def steps(self) -> Iterator[Step]:
        """What becomes of its words."""
        return islice(steps(self.call.program, self.call.words), _MOST_WORDS)


def called(page: Page, project: Project) -> tuple[Called, ...]:
    """Every command that runs a program of the repository which is understood."""
    return project.known(page, _called)


def _called(page: Page, project: Project) -> tuple[Called, ...]:
    return tuple(_calls(page, project))


def _calls(page: Page, project: Project) -> Iterator[Called]:
    for typed in page.commands:
        if typed.command.program.startswith("-"):
            continue
        call = call_of(project.programs, typed.command.words, folders_of(page, project, typed.command))
        if call is not None:
            yield Called(typed, call)


def is_surely_typed(page: Page, typed: Typed) -> bool:
    """Whether a command is one and not a line of output or a sentence."""
    if typed.block is None or typed.block.language in SURE:
        return True
    line = page.document.lines[page.line(typed.command.start) - 1]
    return line.lstrip(" >").startswith(("$", "%", "❯", "#", "PS "))


def near_option(program: Program, name: str, more: tuple[Program, ...] = ()) -> Option | None:
    """The declared option that a name may have meant; None where none is like it."""
    from rapidfuzz import fuzz, process

    found = {
        spelled: option
        for holder in (program, *more)
        for option in holder.options
        for spelled in option.names
        if len(spelled) > 2 and not option.by_framework
    }
    begun = [spelled for spelled in found if spelled.startswith(name) or name.startswith(spelled)]
    if len(begun) == 1:
        return found[begun[0]]
    like = process.extractOne(name, list(found), scorer=fuzz.ratio, score_cutoff=70)
    return found[like[0]] if like else None


def near_command(program: Program, name: str) -> str | None:
    """The command that a name may have meant; None where none is like it."""
    from rapidfuzz import fuzz, process

    like = process.extractOne(name, list(program.commands), scorer=fuzz.ratio, score_cutoff=60)
    return like[0] if like else None
