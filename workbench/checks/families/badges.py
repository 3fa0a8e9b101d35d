"""Workflow badges show a workflow that the repository has."""

from typing import NamedTuple
from urllib.parse import unquote_plus

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Presence
from workbench.checks.evidence.workflows import FOLDER, Workflow, workflows
from workbench.checks.near_names import listed, nearest
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.markdown import Link
from workbench.checks.text.page import Page
from workbench.core.sources import CheckRule

BADGES = CheckRule(
    id="badges",
    owns="badges-show-workflows",
    proves="A workflow badge of the text is for a workflow that the repository does not have.",
    decided_by="The file or the name in the badge's address is compared with the files in .github/workflows.",
    on_fail="fix",
)

_OWN = r"(?P<repo>[\w.-]+/[\w.-]+)"
_BY_FILE = (
    regex(rf"https?://(?:www\.)?github\.com/{_OWN}/actions/workflows/(?P<workflow>[^/?#]+)/badge\.svg"),
    regex(
        rf"https?://img\.shields\.io/github/actions/workflow/status/{_OWN}/(?P<workflow>[^?#]+?)(?:\.svg)?(?:[?#]|$)"
    ),
)
_BY_NAME = (
    regex(rf"https?://(?:www\.)?github\.com/{_OWN}/workflows/(?P<workflow>[^/?#]+)/badge\.svg"),
    regex(
        rf"https?://img\.shields\.io/github/workflow/status/{_OWN}/(?P<workflow>[^/?#]+?)(?:/[^?#]*)?(?:\.svg)?(?:[?#]|$)"
    ),
)
_DYNAMIC = regex(r"dynamic/|dependabot|github-code-scanning|pages-build-deployment")


class _Badge(NamedTuple):
    link: Link
    repo: str
    workflow: str
    by_file: bool


def check_badges(page: Page, project: Project) -> Outcome:
    """Faults for badges of the project's own repository whose workflow is not there."""
    outcome = Outcome(page)
    known: tuple[Workflow, ...] | None = None
    for link in page.markdown.links:
        badge = _badge(link) if link.figure else None
        if badge is not None and _is_own(project, badge.repo):
            known = workflows(project.repository) if known is None else known
            _decide(outcome, project, badge, known)
    return outcome


def _badge(link: Link) -> _Badge | None:
    for by_file, forms in ((True, _BY_FILE), (False, _BY_NAME)):
        for form in forms:
            if found := form.match(link.target):
                return _Badge(link, found["repo"], unquote_plus(found["workflow"]), by_file)
    return None


def _is_own(project: Project, repo: str) -> bool:
    """Whether an address names this repository; the owner may have changed, or a fork be read."""
    if project.home is not None and project.home.name.casefold() == repo.casefold():
        return True
    name = repo.rpartition("/")[2].casefold()
    here = project.home.name.rpartition("/")[2].casefold() if project.home else None
    return name == here or (here is None and name in project.names)


def _decide(outcome: Outcome, project: Project, badge: _Badge, known: tuple[Workflow, ...]) -> None:
    place = (badge.link.start, badge.link.end)
    asked = badge.workflow
    for workflow in known:
        if asked == (workflow.file if badge.by_file else workflow.name):
            outcome.confirm(
                BADGES, place, f"`{printable(FOLDER + workflow.file)}` is there", [workflow.evidence]
            )
            return
    if _DYNAMIC.search(badge.link.target) or "{" in asked or "<" in asked or "$" in asked:
        outcome.leave(BADGES, place, "GitHub makes this workflow itself, or a part is to be filled in")
    elif badge.by_file and asked.isdigit():
        outcome.leave(BADGES, place, "it names the workflow by a number that only GitHub knows")
    elif not badge.by_file and asked.casefold() in {workflow.name.casefold() for workflow in known}:
        outcome.leave(BADGES, place, "only the letter case of the name differs")
    elif project.repository.presence(FOLDER + asked) is not Presence.ABSENT:
        outcome.leave(BADGES, place, "git does not list this workflow, though it is on disk")
    else:
        _missing(outcome, place, badge, known)


def _missing(outcome: Outcome, place: tuple[int, int], badge: _Badge, known: tuple[Workflow, ...]) -> None:
    by = {(w.file if badge.by_file else w.name): w for w in known}
    asked = printable(badge.workflow)
    near = nearest(badge.workflow, by) or (next(iter(by)) if len(by) == 1 else None)
    if badge.by_file:
        problem = f"The badge is for the workflow file `{asked}`, which is not in `{FOLDER.rstrip('/')}`"
    else:
        problem = f"The badge is for a workflow named `{asked}`, and none has that name"
    problem += f"; there are {listed(by)}." if len(by) > 1 else f"; there is {listed(by)}." if by else "."
    outcome.fault(
        BADGES,
        place,
        problem,
        consequence="The badge shows an error or nothing, whatever the state of the project is.",
        change="Name a workflow that is there, or take the badge out.",
        expected=near,
        evidence=[by[near].evidence] if near else [w.evidence for w in known[:1]],
    )
