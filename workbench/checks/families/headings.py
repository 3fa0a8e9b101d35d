"""Sections hold something, and hold it once."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.evidence.project import Project
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.code import Prose
from workbench.checks.text.markdown import Heading
from workbench.checks.text.page import Page
from workbench.checks.text.past import is_past
from workbench.core.sources import CheckRule

EMPTY_SECTIONS = CheckRule(
    id="empty-sections",
    owns="sections-filled",
    proves="A heading has nothing below it before the next one of its level or above.",
    decided_by="What stands between two headings is looked at; comments, blank tags and rules are nothing.",
    on_fail="note",
)
DUPLICATE_SECTIONS = CheckRule(
    id="duplicate-sections",
    owns="sections-once",
    proves="A section stands in the text twice, with the same heading and the same words.",
    decided_by="Sections with equal headings are compared word for word, layout and case aside.",
    on_fail="note",
)

LEAST_SAME = 20
"""Characters; less is too short to be a copy."""
LEAST_ELSEWHERE = 120
"""Characters of a section under another parent, where short sections are often alike on purpose."""

LEAST_EXPLAINED = 60
"""Characters of one that has several paragraphs, such as a command and what it does."""

_COMMENT = regex(r"<!--.*?(?:-->|\Z)", re.S)
_NEUTRAL = regex(
    r"</?(?:div|p|center|span|section|br|hr|details|sub|sup)\b[^<>]{0,300}>|<a\s[^<>]{0,300}>\s*</a>", re.I
)
_RULE = regex(r"^[ \t>]*(?:[-*_][ \t]*){3,}$|^([=~^\"+#])\1{2,}[ \t]*$|^\.\. _[^\n]{1,200}:[ \t]*$", re.M)
_DEFINITION = regex(r"^[ \t]{0,3}\[[^\]\n]{1,200}\]:[ \t]*\S.*$", re.M)
_RELEASE = regex(r"\bunreleased\b|\bv?\d+\.\d+|\bnew contributors\b|\b(?:19|20)\d\d\b", re.I)
_TOP = regex(r"\[[^\[\]]{0,80}\]\([^()]{0,200}\)|<a\b[^<>]{0,300}>[^<>]{0,80}</a>", re.I)


class _Section(NamedTuple):
    """A heading with everything below it up to the next one of its level or above."""

    heading: Heading
    parent: int | None
    """Offset of the heading that it stands under; None at the top."""
    own: str
    """What stands between it and the next heading."""
    whole: str


def check_headings(page: Page, project: Project) -> Outcome:
    """Faults for sections that are empty or stand twice; headings in lists, quotes and HTML have none."""
    outcome = Outcome(page)
    sections = list(_sections(page))
    begin = _first_words(page)
    for section in sections:
        _filled(outcome, section, begin)
    # What stands there three times is a pattern, and no slip.
    below: dict[int | None, set[str]] = {}
    for section in sections:
        below.setdefault(section.parent, set()).add(_plain(section.heading.text))
    pairs = [
        (two[0], two[1])
        for two in _alike(sections)
        if len(two) == 2 and _is_copy(two[1], two[0]) and not _is_pattern(two[0], two[1], below)
    ]
    told: set[int | None] = set()
    for copied, section in sorted(pairs, key=lambda pair: pair[1].heading.start):
        if section.parent not in told:
            _twice(outcome, section, copied)
        told.add(section.heading.start)
    return outcome


def _first_words(page: Page) -> int:
    """Where the first words are that are no heading and no picture."""
    said = (prose.start for prose in page.markdown.prose if _is_said(prose))
    return min(
        next(said, len(page.text)), min((b.start for b in page.markdown.blocks), default=len(page.text))
    )


def _is_said(prose: Prose) -> bool:
    return prose.role != "heading" and "<img" not in prose.text and not prose.text.startswith(("[![", "!["))


def _alike(sections: list[_Section]) -> Iterator[list[_Section]]:
    """The sections that have the same heading and the same words; one inside another of them is left out."""
    named: dict[str, list[_Section]] = {}
    for section in sections:
        named.setdefault(_plain(section.heading.text), []).append(section)
    for namesakes in named.values():
        alike: dict[str, list[_Section]] = {}
        for section in namesakes if len(namesakes) > 1 else ():
            alike.setdefault(_plain(_without_marks(section.whole)), []).append(section)
        yield from alike.values()


def _sections(page: Page) -> Iterator[_Section]:
    headings = [heading for heading in page.markdown.headings if heading.end > heading.start]
    inside = {prose.start for prose in page.markdown.prose if prose.item is not None or prose.quoted}
    open_ones: list[Heading] = []
    ends = _ends(headings, len(page.text))
    for number, heading in enumerate(headings):
        while open_ones and open_ones[-1].level >= heading.level:
            open_ones.pop()
        parent = open_ones[-1].start if open_ones else None
        open_ones.append(heading)
        if heading.html or heading.start in inside:
            continue
        following = headings[number + 1].start if number + 1 < len(headings) else len(page.text)
        own = page.text[heading.end : _before(page, following)]
        yield _Section(heading, parent, own, page.text[heading.end : _before(page, ends[number])])


def _ends(headings: list[Heading], length: int) -> list[int]:
    """Where the section of each heading ends: at the next heading of its level or above."""
    ends, waiting = [length] * len(headings), list[int]()
    for number, heading in enumerate(headings):
        while waiting and headings[waiting[-1]].level >= heading.level:
            ends[waiting.pop()] = heading.start
        waiting.append(number)
    return ends


def _before(page: Page, start: int) -> int:
    """Where the line of an offset begins: a heading's marks are none of the section before it."""
    return page.document.line_starts[page.line(start) - 1] if start < len(page.text) else start


def _without_marks(text: str) -> str:
    """What a reader sees of a section's text, more or less."""
    return _RULE.sub("", _DEFINITION.sub("", _NEUTRAL.sub("", _COMMENT.sub("", text))))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _filled(outcome: Outcome, section: _Section, begin: int) -> None:
    if _without_marks(section.own).strip() or _without_marks(section.whole).strip():
        return
    heading = section.heading
    place = (heading.start, heading.start + len(_first_line(outcome.page, heading)))
    if "<!--" in section.own:
        outcome.leave(EMPTY_SECTIONS, place, "a comment below it may mark what a tool fills in")
    elif why := _excuse(outcome.page, heading, begin):
        outcome.leave(EMPTY_SECTIONS, place, why)
    else:
        outcome.fault(
            EMPTY_SECTIONS,
            place,
            f"Nothing stands below the heading `{printable(heading.text)}`.",
            consequence="A reader who looks for this section finds nothing in it.",
            change="Write the section, or take its heading out.",
            evidence=[outcome.page.evidence(min(heading.end, len(outcome.page.text) - 1))],
        )


def _first_line(page: Page, heading: Heading) -> str:
    return page.text[heading.start : heading.end].split("\n", 1)[0].rstrip("# \t")


def _excuse(page: Page, heading: Heading, begin: int) -> str | None:
    """Why a heading may mean to stand alone; None where it does not."""
    written = page.text[heading.start : heading.end]
    if heading.start < begin:
        return "it stands before the first words, like a title or a motto"
    if (
        re.search(r"\]\(|\]\[|<a\b|<img|https?://|\[[^\]\n]+\]|>`_|`_\s*$", written.split("\n")[0])
        or not heading.text.strip()
    ):
        return "it holds a link or a picture, which may be all there is to it"
    if is_past(page, heading.start) or _RELEASE.search(heading.text):
        return "it may be a release with nothing to tell"
    if re.search(r"\w\([^()]*\)", heading.text):
        return "it is a call, which what stands below the next one may describe too"
    if page.document.front_matter and re.fullmatch(r"references|bibliography", heading.text, re.I):
        return "what reads the front matter may write the references there"
    if len(heading.text.split()) > 6 or heading.text.rstrip().endswith((".", "!", ":")):
        return "it may be a sentence that is only set like a heading"
    return None


def _is_copy(section: _Section, copied: _Section) -> bool:
    """Whether two equal sections are one that was copied, and not alike on purpose."""
    written = _TOP.sub("", _without_marks(section.whole)).strip()
    words = _plain(written)
    if section.parent == copied.parent:
        return len(words) >= LEAST_SAME
    explained = len(re.split(r"\n\s*\n", written)) > 1
    return len(words) >= (LEAST_EXPLAINED if explained else LEAST_ELSEWHERE)


def _is_pattern(section: _Section, other: _Section, below: dict[int | None, set[str]]) -> bool:
    """Whether two sections stand under parents that are built alike, such as the calls of an API."""
    return section.parent != other.parent and len(below[section.parent] & below[other.parent]) > 1


def _twice(outcome: Outcome, section: _Section, copied: _Section) -> None:
    page, heading = outcome.page, section.heading
    outcome.fault(
        DUPLICATE_SECTIONS,
        (heading.start, heading.start + len(_first_line(page, heading))),
        f"The section `{printable(heading.text)}` stands at line {page.line(copied.heading.start)} already, "
        "word for word.",
        consequence="A reader wonders which of the two to follow, and later edits reach only one of them.",
        change="Keep one of them.",
        evidence=[page.evidence(copied.heading.start)],
    )
