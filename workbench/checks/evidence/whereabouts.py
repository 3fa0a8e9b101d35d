"""The folders of the repository that a documented command may run in."""

import posixpath
from bisect import bisect_left
from operator import attrgetter

from workbench.checks.evidence.project import Project
from workbench.checks.text.page import Page
from workbench.checks.text.shell import Command

MOST_STARTS = 20
"""Folders that earlier blocks of a page led to; more of them are passed over."""


def folders_of(page: Page, project: Project, command: Command) -> tuple[str, ...]:
    """Where a command runs, from the repository's root, the likeliest first.

    A reader starts in the folder of the page or at the root, or where an earlier block of the page led to;
    a `cd` into a clone of the repository leads to its root. Empty where a `cd` led to a place that is not
    the repository's, in the same block or in an earlier one of the same section.
    """
    if command.folder is None or _is_away(page, command):
        return ()
    starts = list(dict.fromkeys((page.folder, "")))
    for end, way in page.ways[:MOST_STARTS]:
        if end <= command.start and way is not None:
            starts += [at for start in starts[:2] if (at := _entered(page, project, start, way)) is not None]
    found = [_entered(page, project, start, command.folder) for start in starts]
    return tuple(dict.fromkeys(place for place in found if place is not None))


def _is_away(page: Page, command: Command) -> bool:
    """Whether the section's last `cd` before a command, in another block, led to an unknown place."""
    headings = page.markdown.headings
    number = bisect_left(headings, command.start, key=attrgetter("start"))
    section = headings[number - 1].start if number else 0
    ways = [way for end, way in page.ways if section <= end <= command.start]
    return bool(ways) and ways[-1] is None


def _entered(page: Page, project: Project, start: str, way: str) -> str | None:
    """The folder that a way from another one leads to; None where there is none such."""
    first, _, rest = way.partition("/")
    folders = project.repository.folders
    if first and _is_clone(page, project, first) and f"{start}/{first}".lstrip("/") not in folders:
        start, way = "", rest
    place = posixpath.normpath(posixpath.join(start, way)) if way else start
    place = "" if place == "." else place
    return place if place in folders else None


def _is_clone(page: Page, project: Project, folder: str) -> bool:
    """Whether a folder is what a reader calls their copy of the repository."""
    if folder.casefold() in project.names:
        return True
    return any(name == folder and source.casefold() in project.names for source, name in page.clones)
