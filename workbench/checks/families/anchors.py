"""Links to a place in a page lead to a heading or an id of that page."""

from typing import NamedTuple

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Presence
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.markdown import Link
from workbench.checks.text.old_entries import is_changelog, is_old_entry
from workbench.checks.text.page import Page, is_markdown
from workbench.checks.text.targets import is_template
from workbench.core.sources import CheckRule

ANCHORS = CheckRule(
    id="anchors",
    owns="anchors-resolve",
    proves="A link goes to a place in a page that no heading, id or name of that page answers.",
    decided_by="The part after `#` is compared with GitHub's anchors of all headings and with all HTML ids.",
    on_fail="fix",
)

MOST_COMPARED = 1_000
"""Anchors; in a page with more, no other one is suggested."""

_LINES = regex(r"L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?")
_COMING = regex(r"(?i)unreleased|upcoming|\bnext\b|\bhead\b")
_FOOTNOTE = regex(r"fn(?:ref)?-.+")


class _Place(NamedTuple):
    """A place in a page that a link names."""

    link: Link
    page: Page
    name: str


def check_anchors(page: Page, project: Project) -> Outcome:
    """Faults for places that do not exist, by GitHub's rules for anchors."""
    outcome = Outcome(page)
    for link in page.markdown.links:
        place = None if link.figure else _place(page, project, link)
        if place is not None:
            _decide(outcome, project, place)
    return outcome


def _place(page: Page, project: Project, link: Link) -> _Place | None:
    """The place a link names in a Markdown page of the repository; None for every other link."""
    target = project.target(link.target)
    if target is None or not target.fragment:
        return None
    path = page.path if target.path is None else target.resolved(page.folder)
    if path is None:
        return None
    if path == page.path:
        return _Place(link, page, target.fragment)
    if project.repository.presence(path) is Presence.FOLDER:
        path = f"{path}/README.md".lstrip("/")
    other = project.page(path) if project.repository.presence(path) is Presence.FILE else None
    return None if other is None else _Place(link, other, target.fragment)


def _decide(outcome: Outcome, project: Project, place: _Place) -> None:
    span = (place.link.start, place.link.end)
    name = place.name.removeprefix("user-content-")
    offset = place.page.anchors.get(name)
    if offset is not None:
        outcome.confirm(ANCHORS, span, "a heading has this anchor", [place.page.evidence(offset)])
    elif name in place.page.markdown.ids:
        outcome.confirm(ANCHORS, span, "an HTML id or name has this value")
    elif name == "top":
        outcome.confirm(ANCHORS, span, "every page has a top")
    elif why := _excuse(outcome, project, place, name):
        outcome.leave(ANCHORS, span, why)
    else:
        _missing(outcome, place, name)


def _excuse(outcome: Outcome, project: Project, place: _Place, name: str) -> str | None:
    """Why a place that is not there proves nothing; None where it does."""
    page, start = place.page, place.link.start
    excuses = (
        (name.casefold() in page.folded, "only the letter case differs, which some sites forgive"),
        (
            name in page.own_ids,
            "a heading names it in braces, which site generators read and GitHub does not",
        ),
        (_LINES.fullmatch(name), "it names a line of the source view"),
        (not name.strip("#"), "it leads nowhere, as a link does that is there for its tooltip"),
        (name.startswith((":~:", "/", "!")), "a browser or a site's script reads it"),
        (is_old_entry(outcome.page, start), "the entry of an older release tells of that time"),
        (
            is_changelog(page.path) and _COMING.search(name),
            "the section of what is not released yet comes and goes",
        ),
        (name == "readme", "GitHub's page of a repository has this anchor"),
        (page.markdown.footnotes and _FOOTNOTE.fullmatch(name), "it names a footnote"),
        (is_template(place.link.target), "a part of it is to be filled in"),
        (
            any(site.holds(page.path) for site in project.sites),
            "the page is one of a site, which makes its own anchors",
        ),
        (
            any(first <= start < last for first, last in outcome.page.contributors),
            "the all-contributors tool wrote it as a label that leads nowhere",
        ),
        (not is_markdown(page.path), "its format makes anchors by other rules"),
        (page.markdown.unread, "the page has a paragraph too long to be read"),
    )
    return next((why for holds, why in excuses if holds), None)


def _missing(outcome: Outcome, place: _Place, name: str) -> None:
    page = place.page
    where = "this page" if page is outcome.page else f"`{printable(page.path)}`"
    problem = f"No heading or id of {where} has the anchor `#{printable(name)}`"
    near = _near(name, page)
    if near is None:
        count = len(page.anchors) + len(page.markdown.ids)
        problem += f"; it has {count} other{'' if count == 1 else 's'}." if count else "; it has none at all."
    else:
        problem += f". Did you mean `#{printable(near)}`?"
    outcome.fault(
        ANCHORS,
        (place.link.start, place.link.end),
        problem,
        consequence="A reader who follows the link lands at the top and has to search.",
        change="Name the anchor of the section that is meant.",
        expected=None if near is None else f"#{near}",
        evidence=[page.evidence(page.anchors[near])] if near in page.anchors else [],
    )


def _near(name: str, page: Page) -> str | None:
    """The anchor that was probably meant: much the same letters, else all the same words and more."""
    from rapidfuzz import fuzz, process

    if len(page.anchors) + len(page.markdown.ids) > MOST_COMPARED:
        return None
    anchors = (*page.anchors, *sorted(page.markdown.ids))
    words = {anchor: anchor.replace("-", " ") for anchor in anchors}
    asked = name.replace("-", " ")
    found = process.extractOne(asked, words, scorer=fuzz.ratio, score_cutoff=75) or process.extractOne(
        asked, words, scorer=fuzz.token_set_ratio, score_cutoff=90
    )
    return found[2] if found else None
