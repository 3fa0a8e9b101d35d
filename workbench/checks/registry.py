"""Every check there is, and the port that runs them."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Presence, Repository
from workbench.checks.facts import facts
from workbench.checks.families.anchors import ANCHORS, check_anchors
from workbench.checks.families.fences import FENCES, check_fences
from workbench.checks.families.hidden import HIDDEN, check_hidden
from workbench.checks.families.links import IMAGES, LINKS, check_links
from workbench.checks.families.references import REFERENCES, check_references
from workbench.checks.families.secrets import SECRETS, check_secrets
from workbench.checks.outcome import Outcome
from workbench.checks.text.page import Page
from workbench.core.artifacts import Kind, Revision
from workbench.core.ports import CheckReport
from workbench.core.sources import CheckRule

RULES: tuple[CheckRule, ...] = (LINKS, IMAGES, ANCHORS, REFERENCES, FENCES, SECRETS, HIDDEN)
"""What each check decides, and how."""

FAMILIES: tuple[Callable[[Page, Project], Outcome], ...] = (
    check_links,
    check_anchors,
    check_references,
    check_fences,
    check_secrets,
    check_hidden,
)
"""What runs on every text, whatever its kind."""


class StandardChecks:
    """The deterministic instruments that ship with the workbench."""

    @property
    def rules(self) -> tuple[CheckRule, ...]:
        """Every check there is."""
        return RULES

    async def run(self, path: Path, revision: Revision, kind: Kind) -> CheckReport:
        """What they say of a revision, with the repository around its path as evidence.

        Faults and claims come in the order of the text. Nothing of the repository is executed, nothing is
        written, and no address is fetched.
        """
        return await asyncio.to_thread(_report, path, revision.text)


def _report(path: Path, text: str) -> CheckReport:
    repository = Repository.around(path)
    page, project = Page(repository.path_of(path), text), Project(repository)
    outcomes = [family(page, project) for family in FAMILIES]
    faults = (fault for outcome in outcomes for fault in outcome.faults)
    return CheckReport(
        faults=tuple(sorted(faults, key=lambda fault: fault.span.start if fault.span else 0)),
        confirmed=tuple(sorted((c for o in outcomes for c in o.confirmed), key=lambda claim: claim.start)),
        undecided=tuple(sorted((c for o in outcomes for c in o.undecided), key=lambda claim: claim.start)),
        facts=facts(page, outcomes),
        notices=_notices(repository),
    )


def _notices(repository: Repository) -> tuple[str, ...]:
    """Whoever wrote a repository may not choose who reads it, but the person is to know that they tried."""
    if repository.presence(".workbench") is Presence.ABSENT:
        return ()
    return ("This repository's own personas and rubrics (.workbench) are not used.",)
