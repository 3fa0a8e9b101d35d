"""Facts for the judge: counts and lists, a short line each, never a finding."""

from collections.abc import Iterable

from workbench.checks.families.anchors import ANCHORS
from workbench.checks.families.links import IMAGES, LINKS
from workbench.checks.outcome import Outcome, printable
from workbench.checks.text.page import Page, is_markdown
from workbench.core.sources import CheckRule

MOST_FIGURES = 20
"""Figures named one by one; the rest are counted."""


def facts(page: Page, outcomes: Iterable[Outcome]) -> tuple[str, ...]:
    """What can be counted in a page and in what its checks said."""
    if not is_markdown(page.path):
        return ("Not Markdown by its name: links, images, anchors and code fences were not checked.",)
    said = tuple(outcomes)
    counts = (_count(rule, name, said) for rule, name in _COUNTED)
    return (_opening(page), *_figures(page), *(line for line in counts if line))


_COUNTED: tuple[tuple[CheckRule, str], ...] = (
    (LINKS, "Relative links"),
    (IMAGES, "Relative images"),
    (ANCHORS, "Links to a section"),
)


def _opening(page: Page) -> str:
    second = next((heading for heading in page.document.headings if heading.level == 2), None)
    if second is None:
        return f"No second-level heading; {_lines(len(page.document.lines))} in all."
    return f"{_lines(second.line - 1)} before the first second-level heading."


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"


def _figures(page: Page) -> list[str]:
    figures = page.document.figures
    lines = [f"Figure, not seen: {_described(figure.alt)}." for figure in figures[:MOST_FIGURES]]
    if len(figures) > MOST_FIGURES:
        lines.append(f"{len(figures) - MOST_FIGURES} more figures, not seen.")
    return lines


def _described(alt: str) -> str:
    words = printable(alt)
    return f'"{words[:120]}"' if words else "no alt text"


def _count(rule: CheckRule, name: str, outcomes: tuple[Outcome, ...]) -> str | None:
    """How many of one rule's claims hold; None where the page makes none."""
    resolve = sum(claim.check == rule.id for outcome in outcomes for claim in outcome.confirmed)
    broken = sum(fault.asks == rule.id for outcome in outcomes for fault in outcome.faults)
    unsure = sum(claim.check == rule.id for outcome in outcomes for claim in outcome.undecided)
    if not resolve + broken + unsure:
        return None
    return f"{name}: {resolve} resolve, {broken} do not, {unsure} not decided."
