"""A translation says no other command, version, number or address than the page that it translates."""

from collections import defaultdict

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.siblings import siblings_of
from workbench.checks.families.citations import check_citation, is_citation
from workbench.checks.families.sibling_facts import Fact, compared
from workbench.checks.outcome import Outcome, printable
from workbench.checks.text.page import Page
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

SIBLINGS = CheckRule(
    id="siblings",
    owns="siblings-agree",
    proves="A page and its translation show the same command, row, version or link with different values.",
    decided_by="Commands, rows of tables, versions, ports and links of both pages are compared one by one.",
    on_fail="note",
)


def check_siblings(page: Page, project: Project) -> Outcome:
    """Faults for what a translation says otherwise, and for what all translations agree on against it."""
    outcome = Outcome(page)
    if is_citation(page.path):
        check_citation(outcome, project, SIBLINGS)
        return outcome
    others = [sibling.page for sibling in siblings_of(page, project)]
    if not others:
        return outcome
    found: dict[tuple[int, int], list[tuple[Fact, Fact, Page]]] = defaultdict(list)
    agreed: dict[tuple[int, int], tuple[Fact, Fact, Page]] = {}
    for other in others:
        for own, its in compared(page, other):
            if own.value == its.value:
                agreed.setdefault(own.place, (own, its, other))
            else:
                found[own.place].append((own, its, other))
    for place, (_, its, other) in agreed.items():
        if place not in found:
            why = f"`{printable(other.path)}` says the same"
            outcome.confirm(SIBLINGS, place, why, [other.evidence(its.place[0])])
    is_translation = any(sibling.is_original for sibling in siblings_of(page, project))
    if is_translation:
        _sections(outcome, others[0])
    for place, differing in found.items():
        _decide(outcome, place, differing, place in agreed, is_translation)
    return outcome


def _decide(
    outcome: Outcome,
    place: tuple[int, int],
    differing: list[tuple[Fact, Fact, Page]],
    is_agreed: bool,
    is_translation: bool,
) -> None:
    own, its, other = differing[0]
    if not is_translation and (
        is_agreed or len(differing) < 2 or len({its.value for _, its, _ in differing}) > 1
    ):
        # One translation that says otherwise is mostly the older of the two.
        outcome.leave(SIBLINGS, place, f"`{printable(other.path)}` says otherwise: {printable(its.value)}")
        return
    outcome.fault(
        SIBLINGS,
        place,
        (
            f"{own.what} is `{printable(own.value)}` here and `{printable(its.value)}` in "
            f"`{printable(other.path)}`."
        ),
        consequence="One of the two pages misleads its readers.",
        change="Find out which is right, and write it on both.",
        expected=printable(its.value),
        evidence=[_line(page, fact) for _, fact, page in differing],
    )


def _sections(outcome: Outcome, original: Page) -> None:
    """Whether both pages have as many sections: one that lacks may be an older or a shorter translation."""
    own, its = _second_level(outcome.page), _second_level(original)
    if own and its and len(own) != len(its):
        why = f"sections at this level: {len(own)} here, {len(its)} in `{printable(original.path)}`"
        outcome.leave(SIBLINGS, own[-1], why)


def _second_level(page: Page) -> list[tuple[int, int]]:
    return [(heading.start, heading.end) for heading in page.markdown.headings if heading.level == 2]


def _line(page: Page, fact: Fact) -> Evidence:
    return page.evidence(fact.place[0])
