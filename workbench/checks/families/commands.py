"""Commands of the text have a form that their own program can accept."""

import re

from workbench.checks.evidence.project import Project
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.grammars import malformed
from workbench.checks.text.page import Page, Typed
from workbench.checks.text.shell import SURE
from workbench.core.sources import CheckRule

COMMANDS = CheckRule(
    id="commands",
    owns="commands-well-formed",
    proves="A command of the text has a form that its own program never accepts.",
    decided_by="Its words are read by the grammar of that program: what each word and option may be.",
    on_fail="fix",
)

_OPEN = regex(r"[\[\]{}|…<>]|\.\.\.")
_WARNING = regex(
    r"\b(?:do not|don't|never|instead of|rather than|not|wrong|error|avoid|fails?)\b[^.]{0,60}$", re.I
)


def check_commands(page: Page, project: Project) -> Outcome:
    """Faults for commands whose words are swapped, missing or of another program."""
    outcome = Outcome(page)
    for typed in page.commands:
        found = malformed(typed.command) if _is_typed(typed) else None
        if found is None:
            continue
        place = (typed.command.start, typed.command.end)
        if typed.command.program in project.names:
            outcome.leave(COMMANDS, place, "the text explains the program itself")
            continue
        if typed.prose and typed.span and _WARNING.search(typed.prose.before(typed.span)):
            outcome.leave(COMMANDS, place, "the sentence may warn of it")
            continue
        outcome.fault(
            COMMANDS,
            place,
            f"{printable(found.why)}.",
            consequence="The command stops with an error at once.",
            change="Write the command as its program takes it.",
            expected=printable(found.right) if found.right else None,
        )
    return outcome


def _is_typed(typed: Typed) -> bool:
    """Whether it is a command to type, with nothing left to fill in and no synopsis."""
    words = typed.command.words
    if len(words) < 2 or any(_OPEN.search(word.text) for word in words[:5]):
        return False
    return typed.block is None or typed.block.language in SURE or typed.block.language == ""
