"""Relative links and images lead to something in the repository."""

import posixpath

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Presence
from workbench.checks.evidence.sites import is_address
from workbench.checks.outcome import Outcome, printable
from workbench.checks.text.broken_links import BrokenLink, broken_links
from workbench.checks.text.markdown import Link
from workbench.checks.text.old_entries import is_old_entry
from workbench.checks.text.page import Page
from workbench.checks.text.targets import Target, is_empty, is_template, leads_out
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

LINKS = CheckRule(
    id="links",
    owns="links-resolve",
    proves="A link of the text leads to nothing that the repository has, or is none by a slip of its marks.",
    decided_by="The target, seen from the folder of the text, is compared with the names that git lists.",
    on_fail="fix",
)
IMAGES = CheckRule(
    id="images",
    owns="images-resolve",
    proves="An image of the text names no file of the repository, or nothing at all.",
    decided_by="The source, seen from the folder of the text, is compared with the names that git lists.",
    on_fail="fix",
)

OLD_ENTRY = "the entry of an older release tells of that time"
_UNSEEN = "A reader sees no picture."
_UNSURE = {
    Presence.UNLISTED: "it exists here, but git would not add it, so others may not have it",
    Presence.DELETED: "git tracks it, but it is not on disk here",
    Presence.ELSEWHERE: "its way leads through a symlink or another repository",
}


def check_links(page: Page, project: Project) -> Outcome:
    """Faults for what is missing, by the exact letters of its path."""
    outcome = Outcome(page)
    absent: list[tuple[Link, Target, str]] = []
    for link in page.markdown.links:
        target = project.target(link.target)
        if is_empty(link.target):
            _empty(outcome, link)
        elif target is None or target.path is None:
            continue
        elif path := _absent(outcome, project, link, target):
            absent.append((link, target, path))
    ignored = project.repository.ignored({path for _, _, path in absent})
    for link, target, path in absent:
        if path in ignored:
            outcome.leave(_rule(link), (link.start, link.end), "git ignores this path: a build may make it")
        else:
            _missing(outcome, project, link, target, path)
    for broken in broken_links(page.markdown):
        _broken(outcome, broken)
    for start, end in page.markdown.unread:
        place = (start, min(end, start + 80))
        outcome.leave(LINKS, place, "the paragraph that begins here is too long to be read for links")
    return outcome


def _broken(outcome: Outcome, broken: BrokenLink) -> None:
    if is_template(outcome.page.text[broken.start : broken.end]):
        outcome.leave(LINKS, (broken.start, broken.end), "a part of it is to be filled in")
        return
    outcome.fault(
        LINKS,
        (broken.start, broken.end),
        f"This is no link: {broken.why}.",
        consequence="A reader sees the brackets instead of a link.",
        change="Write it as a link.",
        expected=printable(broken.meant),
    )


def _rule(link: Link) -> CheckRule:
    return IMAGES if link.figure else LINKS


def _empty(outcome: Outcome, link: Link) -> None:
    outcome.fault(
        _rule(link),
        (link.start, link.end),
        "The image has no source." if link.figure else "The link has no target.",
        consequence=_UNSEEN if link.figure else "A reader who follows the link stays where they are.",
        change="Give it the address that is meant, or take it out.",
    )


def _absent(outcome: Outcome, project: Project, link: Link, target: Target) -> str | None:
    """The path where it is surely absent; else None, and the outcome says what is known."""
    rule, place = _rule(link), (link.start, link.end)
    path = target.resolved(outcome.page.folder)
    if path is None or (target.from_root and not project.repository.by_git):
        outcome.leave(rule, place, "it leads out of the repository, or of the folder where there is none")
        return None
    presence = project.repository.presence(path)
    if presence in (Presence.FILE, Presence.FOLDER):
        known = [Evidence(path, 1)] if presence is Presence.FILE else []
        outcome.confirm(rule, place, f"`{printable(path) or '.'}` is in {_where(project)}", known)
        return None
    why = _UNSURE.get(presence) or _excuse(outcome.page, project, link, target)
    if why is None:
        return path
    outcome.leave(rule, place, why)
    return None


def _where(project: Project) -> str:
    return "the repository" if project.repository.by_git else "the text's folder"


def _excuse(page: Page, project: Project, link: Link, target: Target) -> str | None:
    """Why an absent path proves nothing; None where it does."""
    if is_template(link.target):
        return "a part of it is to be filled in"
    if is_old_entry(page, link.start):
        return OLD_ENTRY
    if any(site.holds(page.path) for site in project.sites):
        return "the text is a page of a site, which may be built with more files than these"
    if project.sites and is_address(target.path or ""):
        return "it may be an address on the site that this repository builds"
    return None


def _missing(outcome: Outcome, project: Project, link: Link, target: Target, path: str) -> None:
    near = project.repository.near(path)
    names = [f"`{printable(name)}`" for name in near]
    problem = f"`{printable(path)}` is not in {_where(project)}"
    if near and near[0].casefold() == path.casefold():
        problem += f": letter case counts, and there it is {names[0]}."
    else:
        problem += f". Did you mean {' or '.join(names)}?" if near else "."
    evidence = [Evidence(name, 1) for name in near if name in project.repository.files]
    if leads_out(link.target) and project.home is not None:
        evidence.append(project.home.evidence)
    outcome.fault(
        _rule(link),
        (link.start, link.end),
        problem,
        consequence=_UNSEEN if link.figure else "A reader who follows the link finds nothing there.",
        change="Point it to what is meant, or take it out.",
        expected=" or ".join(_as_written(name, outcome.page.folder, target) for name in near) or None,
        evidence=evidence,
    )


def _as_written(name: str, folder: str, target: Target) -> str:
    """A file as a link of the page would name it."""
    return printable(f"/{name}" if target.from_root else posixpath.relpath(name, folder or "."))
