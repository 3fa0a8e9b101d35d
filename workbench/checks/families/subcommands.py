"""Commands of the project's programs exist, and their options stand where they are taken."""

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.walk import Step
from workbench.checks.families.called import Called, called, is_surely_typed, near_command
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.page import Page
from workbench.core.sources import CheckRule

SUBCOMMANDS = CheckRule(
    id="subcommands",
    owns="subcommands-are-declared",
    proves="The text runs a command that the program does not have, or puts an option where it is not taken.",
    decided_by="The program's tree of commands is read from its declarations, and the command line walked.",
    on_fail="fix",
)

_COMMON = regex(r"(?:^|[/ ])(?:main|app|index|server|manage|cli|run|setup|\.)(?:\.\w+)?$")
"""Names of scripts that say nothing of whose they are."""


def check_subcommands(page: Page, project: Project) -> Outcome:
    """Faults for unknown commands of programs whose commands are all known, and for misplaced options."""
    outcome = Outcome(page)
    for one in called(page, project):
        if not one.is_synopsis:
            for step in one.steps():
                _judge(outcome, one, step)
    return outcome


def _judge(outcome: Outcome, one: Called, step: Step) -> None:
    place = (step.word.start, step.word.end)
    if step.kind == "command":
        outcome.confirm(SUBCOMMANDS, place, f"`{printable(step.name)}` is declared", [step.at.evidence])
    elif step.kind == "misplaced option" and step.elsewhere is not None:
        _misplaced(outcome, one, step)
    elif step.kind == "unknown command" and one.call.is_script and _COMMON.search(one.call.name):
        outcome.leave(
            SUBCOMMANDS, place, "many projects have a file of that name, and it may be the reader's"
        )
    elif step.kind == "unknown command" and is_surely_typed(outcome.page, one.typed):
        near = near_command(step.at, step.name)
        known = [name for name in step.at.commands if name != "help"][:8]
        shown = one.call.name if step.at is one.call.program else f"{one.call.name} {step.at.name}"
        outcome.fault(
            SUBCOMMANDS,
            place,
            f"`{printable(shown)}` has no command `{printable(step.name)}`: "
            f"it has {', '.join(f'`{printable(name)}`' for name in known)}.",
            consequence="The program stops with an error.",
            change="Name a command that the program has.",
            expected=near,
            evidence=[step.at.commands[near].evidence if near else step.at.evidence],
        )
    elif step.kind == "unknown command":
        outcome.leave(SUBCOMMANDS, place, "this may be a line of output")


def _misplaced(outcome: Outcome, one: Called, step: Step) -> None:
    place = (step.word.start, step.word.start + len(step.name))
    owner = step.elsewhere
    if owner is None:
        return
    option = owner.option(step.name)
    behind = any(owner is command for command in one.call.program.all_commands())
    where = f"behind `{printable(owner.name)}`" if behind else "in front of the command"
    outcome.fault(
        SUBCOMMANDS,
        place,
        f"`{printable(one.call.name)}` does not take `{printable(step.name)}` here, only {where}.",
        consequence="The program stops with an error.",
        change=f"Put the option {where}.",
        expected=f"{owner.name} {step.name}" if behind else None,
        evidence=[option.evidence if option else owner.evidence, step.at.evidence],
    )
