"""Options that the text names are declared by the program."""

from collections.abc import Sequence

from workbench.checks.evidence.program import Option, Program
from workbench.checks.evidence.project import Project
from workbench.checks.evidence.walk import Step, option_of
from workbench.checks.families.called import called, near_option
from workbench.checks.families.option_spans import OptionSpan, option_spans
from workbench.checks.families.option_values import judge_span, judge_typed
from workbench.checks.outcome import Outcome, printable
from workbench.checks.text.page import Page
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

OPTIONS = CheckRule(
    id="options",
    owns="options-are-declared",
    proves="The text names an option, or a value of one, that the project's program does not declare.",
    decided_by="The declarations of the program's parser are read and compared with the whole name.",
    on_fail="fix",
)

_REFUSED = "The program refuses the option, or ignores it without a word."


def check_options(page: Page, project: Project) -> Outcome:
    """Faults for options that a program whose declarations are all understood does not have."""
    outcome = Outcome(page)
    for one in called(page, project):
        if one.is_synopsis:
            continue
        for step in one.steps():
            if "option" in step.kind or step.kind == "unsure":
                _judge(outcome, project, one.call.program, one.call.name, step)
        judge_typed(outcome, project, one, OPTIONS)
    for span in option_spans(page, project):
        _judge_span(outcome, project, span)
    _gradle(outcome, page, project)
    return outcome


_ANY = frozenset({"--flag", "--flags", "--option", "--options", "--arg", "--args", "--foo", "--bar", "--opt"})
"""What stands for options in general."""


def _judge(outcome: Outcome, project: Project, program: Program, name: str, step: Step) -> None:
    place = (step.word.start, step.word.start + len(step.name))
    if step.kind == "option" and step.option is not None:
        outcome.confirm(OPTIONS, place, f"`{printable(step.name)}` is declared", [step.option.evidence])
    elif step.kind == "unsure":
        outcome.leave(OPTIONS, place, "not every option of this program could be read")
    elif step.kind == "unknown option":
        near = near_option(step.at, step.name, program.all_commands())
        why = _unproven(project, step.at, step.name) if step.elsewhere is None else None
        if why is not None:
            outcome.leave(OPTIONS, place, why)
        else:
            shown = name if step.at is program else f"{name} {step.at.name}"
            _fault(outcome, place, shown, step.name, [step.at], near)


def _unproven(project: Project, program: Program, name: str) -> str | None:
    """Why a missing declaration proves nothing; None where it does."""
    spelled = (name, name.replace("--no-", "--", 1))
    if program.loose and (not name.startswith("--") or any(map(project.mentions.has_word, spelled))):
        return "the code may read this option without declaring it"
    if project.mentions.has_option(name):
        return "the code spells this option somewhere, though no declaration of the program does"
    return None


def _fault(
    outcome: Outcome,
    place: tuple[int, int],
    name: str,
    option: str,
    programs: Sequence[Program],
    near: Option | None,
) -> None:
    problem = f"`{printable(name)}` has no option `{printable(option)}`"
    long = max(near.names, key=len) if near else None
    evidence = [program.evidence for program in programs]
    if near is not None:
        evidence.insert(0, near.evidence)
    outcome.fault(
        OPTIONS,
        place,
        f"{problem}: it has `{printable(long)}`." if long else f"{problem}.",
        consequence=_REFUSED,
        change="Name the option that the program has, or take the passage out.",
        expected=long,
        evidence=evidence,
    )


def _judge_span(outcome: Outcome, project: Project, span: OptionSpan) -> None:
    place, name = span.place, span.name
    everything = [p for root in span.programs for p in (root, *root.all_commands())]
    found = next((option for p in everything if (option := _taken(p, name))), None)
    if found is not None:
        outcome.confirm(OPTIONS, place, f"`{printable(name)}` is declared", [found.evidence])
        judge_span(outcome, project, span, found, OPTIONS)
        return
    if not span.is_sure or name in _ANY:
        return
    why = span.doubt or next((w for p in everything if (w := _unproven(project, p, name))), None)
    if not all(program.whole or program.name == "help" or _is_frame(program) for program in everything):
        why = why or "not every option of this program could be read"
    if any(program.open for program in everything):
        why = why or "the program may have commands that could not be read"
    if why is not None:
        outcome.leave(OPTIONS, place, why)
        return
    root = span.programs[0]
    near = near_option(root, name, tuple(everything))
    _fault(outcome, place, span.called or root.name, name, [root], near)


def _is_frame(program: Program) -> bool:
    """Whether a command is one that its library makes, such as `help`."""
    return program.name in ("help", "completion") and not program.options


def _taken(program: Program, name: str) -> Option | None:
    """An option of a program by its spelling, or by letters in one word (`-vv`)."""
    return option_of([program], name)


def _gradle(outcome: Outcome, page: Page, project: Project) -> None:
    """Properties that Gradle is given: nobody asks for one that no build script names."""
    words = [
        word
        for typed in page.commands
        for word in typed.command.words
        if word.text.startswith("-P")
        and len(word.text) > 2
        and (word is typed.command.words[0] or _is_gradle(typed.command.program))
    ]
    if not words:
        return
    from workbench.checks.evidence.options.gradle import gradle_properties

    build = gradle_properties(project.repository)
    if build is None:
        return
    for word in words:
        name = word.text[2:].partition("=")[0]
        place = (word.start, word.start + 2 + len(name))
        if name in build.asked:
            outcome.confirm(OPTIONS, place, f"the build asks for `{printable(name)}`", [build.asked[name]])
        elif (
            not build.whole or name in build.words or "." in name or not name.replace("-", "_").isidentifier()
        ):
            outcome.leave(
                OPTIONS, place, "the build may ask for this property in a way that could not be read"
            )
        elif build.asked:
            _unasked(outcome, place, name, build.asked)


def _is_gradle(program: str) -> bool:
    return program.rpartition("/")[2] in ("gradle", "gradlew", "gradlew.bat")


def _unasked(outcome: Outcome, place: tuple[int, int], name: str, asked: dict[str, Evidence]) -> None:
    near = next((known for known in asked if known in name.split("-") or name in known.split("-")), None)
    suggested = f" It asks for {', '.join(f'`{printable(known)}`' for known in list(asked)[:6])}."
    outcome.fault(
        OPTIONS,
        place,
        f"The build asks for no property `{printable(name)}`.{suggested}",
        consequence="Gradle takes the property without a word, and nothing reads it.",
        change="Name a property that the build script asks for.",
        expected=f"-P{near}" if near else None,
        evidence=[asked[near]] if near else list(asked.values())[:3],
    )
