"""Fenced code blocks end where they should."""

from workbench.checks.evidence.project import Project
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.markdown import Fence
from workbench.checks.text.page import Page
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

FENCES = CheckRule(
    id="fences",
    owns="fences-close",
    proves="A fenced code block is never closed, or only after it has swallowed the opening of another.",
    decided_by="Fences are read by CommonMark's rule: same character, at least as long, nothing behind it.",
    on_fail="fix",
)

_LINE = regex(r" {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*")


def check_fences(page: Page, project: Project) -> Outcome:
    """Faults for fences left open.

    After one, a bare fence that now opens instead of closing is its consequence and no fault of its own.
    """
    outcome = Outcome(page)
    broken = False
    for fence in page.markdown.fences:
        place = (fence.start, fence.end)
        bare = not page.text[slice(*place)].strip("`~ \t")
        problem = _problem(fence)
        if problem is None:
            outcome.confirm(FENCES, place, "it is closed", [Evidence(page.path, fence.last_line)])
        elif not (broken and bare):
            broken = True
            why, line = problem
            outcome.fault(
                FENCES,
                place,
                f"The code block of line {fence.line} opens with {_count(fence)} and {why}.",
                consequence="Text after it is shown as code.",
                change="Close the block right after its last line of code.",
                expected=fence.markup,
                evidence=[page.evidence_of_line(line)],
            )
    return outcome


def _problem(fence: Fence) -> tuple[str, int] | None:
    """What is wrong with the end of a fence, and the line that shows it; None where it is closed."""
    short: int | None = None
    for number, line in enumerate(fence.content, fence.line + 1):
        found = _LINE.fullmatch(line)
        if found is None or found[1][0] != fence.markup[0]:
            continue
        if found[2] and len(found[1]) >= len(fence.markup):
            behind = printable(found[2])
            return (
                f"is still open at line {number}, whose fence has `{behind}` behind it and cannot close it",
                number,
            )
        if short is None and not found[2]:
            short = number
    if fence.closed:
        return None
    if short is not None:
        return f"is never closed: the fence of line {short} is too short to close it", short
    return f"is never closed; it runs to line {fence.last_line}", fence.last_line


def _count(fence: Fence) -> str:
    return f"{len(fence.markup)} {'backticks' if fence.markup[0] == '`' else 'tildes'}"
