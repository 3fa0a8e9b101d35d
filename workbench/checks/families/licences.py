"""The licence that the text names is the one that the repository's licence file holds."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.evidence.licence_texts import LicenceText, licence_texts
from workbench.checks.evidence.project import Project
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.code import Prose
from workbench.checks.text.licence_names import is_same, licence_names
from workbench.checks.text.page import Page
from workbench.checks.text.sentences import sentences
from workbench.checks.text.setting import Setting
from workbench.checks.text.static_badges import static_badge
from workbench.core.sources import CheckRule

LICENCES = CheckRule(
    id="licences",
    owns="licence-matches-file",
    proves="The text says that the project is under another licence than its licence file holds.",
    decided_by="Licences named in badges and sentences are compared with the licence files' wording.",
    on_fail="fix",
)

_WORD = regex(r"\blicen[sc]", re.I)
_FILE = regex(r"\]\([^()\s]*(?:licen[sc]e|copying)", re.I)
_SAID = regex(
    r"\b(?:licen[sc]ed|released|distributed|published|available|made available|passed on|provided|covered"
    r"|open[- ]sourced?|free)\b[^.]{0,60}\b(?:under|by)\b|\blicen[sc]es?\b",
    re.I,
)
_ADDRESS = regex(r"\]\(https?://|<https?://|href=")
_LINK = regex(r"[^\[\]()\n]{0,60}\]\((https?://[^()\s]+)")
_TERMS = regex(
    r"opensource\.org|choosealicense|gnu\.org|apache\.org|creativecommons|spdx|mozilla\.org|mit-lic", re.I
)
_OTHER = regex(
    r"\b(?:data|datas?ets?|assets?|fonts?|icons?|images?|logos?|artwork|pictures?|photos?|screenshots?"
    r"|music|sounds?|documentation|docs|samples?|third[- ]party|dependenc\w+|bundle[sd]?|vendored"
    r"|based on|derived|forked|fork|ported|port|original(?:ly)?|until|before|prior|previous(?:ly)?|was|were"
    r"|since|older|except|excluding|parts?|portions?|some (?:files|code)|compatible"
    r"|if you|commercial\w*|unlike"
    r"|models?|weights"
    r"|plugins?|themes?|templates?|libraries|trademarks?|relicen\w+|changed|dual\w*|either|both"
    r"|inspired|credits?|thanks|links? (?:to|against)|generated|examples?|contributions?|patents?|snippets?"
    r"|or any later version of another|engines?|parsers?|files? (?:in|under|from)|courtesy|own licen\w+"
    r"|respective|all (?:other|packages|dependencies)|not under)\b",
    re.I,
)
"""Words that say it of something else, of an earlier time, or not quite."""


class _Named(NamedTuple):
    """A licence that the text names for the project."""

    licence: str
    place: tuple[int, int]
    doubt: str = ""
    """Why it may not be said of the project; empty where it is."""


def check_licences(page: Page, project: Project) -> Outcome:
    """Faults for a licence that no licence file holds."""
    outcome = Outcome(page)
    named = [*_badges(page), *_said(page)]
    if not named:
        return outcome
    texts = licence_texts(project.repository, page.folder)
    for claim in named:
        _decide(outcome, project, claim, texts)
    return outcome


def _badges(page: Page) -> Iterator[_Named]:
    for link in page.markdown.links:
        badge = static_badge(link.target) if link.figure else None
        if badge is None or not _WORD.search(badge.label):
            continue
        names = {name.licence for name in licence_names(badge.message)}
        if len(names) == 1:
            yield _Named(names.pop(), (link.start, link.end))
        else:
            for name in names:
                yield _Named(name, (link.start, link.end), "the badge names several licences")


def _said(page: Page) -> Iterator[_Named]:
    setting = Setting(page)
    for prose in page.markdown.prose:
        if prose.role == "heading":
            continue
        in_section = _WORD.search(setting.title(prose.start)) is not None
        if in_section or _SAID.search(prose.text) or _FILE.search(prose.text):
            yield from _of_prose(prose, in_section)


def _of_prose(prose: Prose, in_section: bool) -> Iterator[_Named]:
    masked = re.sub(r"\]\([^()\s]*\)|https?://\S+", lambda found: " " * len(found[0]), prose.masked())
    # A colon ends a sentence elsewhere, but not behind the word that announces a licence.
    masked = re.sub(r"(?i)(?<=licen[sc]e)(\W{0,4}):", lambda found: f"{found[1]} ", masked)
    names = list(licence_names(masked))
    several = len({name.licence for name in names}) > 1
    for sentence in sentences(masked) if names else ():
        end = sentence.start + len(sentence.text)
        written = prose.text[sentence.start : end]
        if not (in_section or _SAID.search(written) or _FILE.search(written)):
            continue
        inner = [name for name in names if sentence.start <= name.start < end]
        for name in {name.licence: name for name in reversed(inner)}.values():
            doubt = _doubt(sentence.text, several) or _of_another(prose, name.start, name.end, in_section)
            yield _Named(name.licence, prose.place(name.start, name.end), doubt)


def _of_another(prose: Prose, start: int, end: int, in_section: bool) -> str:
    """Why a licence may be another project's; empty where nothing says so."""
    if (prose.item or prose.cell) and not in_section and _ADDRESS.search(prose.text[:start]):
        return "it stands in a list of other projects"
    link = _LINK.match(prose.text[end : end + 300])
    if (
        link is not None
        and not _TERMS.search(link[1])
        and not re.search(r"licen[sc]e|copying", link[1], re.I)
    ):
        return "it leads to another place than a licence"
    return ""


def _doubt(sentence: str, several: bool) -> str:
    if other := _OTHER.search(sentence):
        return f"the sentence may be about something else (`{printable(other[0])}`)"
    return "several licences are named there" if several else ""


def _decide(outcome: Outcome, project: Project, claim: _Named, texts: tuple[LicenceText, ...]) -> None:
    held = [text for text in texts if text.licence is not None and is_same(claim.licence, text.licence)]
    if held:
        why = f"`{printable(held[0].path)}` holds this licence"
        outcome.confirm(LICENCES, claim.place, why, [held[0].evidence])
        return
    why_not = claim.doubt or _excuse(outcome.page, project, claim, texts)
    if why_not:
        outcome.leave(LICENCES, claim.place, why_not)
        return
    file = texts[0]
    named = printable(outcome.page.text[slice(*claim.place)]) if claim.place[1] - claim.place[0] < 60 else ""
    outcome.fault(
        LICENCES,
        claim.place,
        f"The text names {_named(claim, named)}, and `{printable(file.path)}` holds {file.licence}.",
        consequence="A reader relies on terms that are not those of the project.",
        change="Name the licence of the file, or replace the file.",
        expected=file.licence,
        evidence=[text.evidence for text in texts],
    )


def _named(claim: _Named, words: str) -> str:
    return words if words and "\n" not in words and "!" not in words else claim.licence


def _excuse(page: Page, project: Project, claim: _Named, texts: tuple[LicenceText, ...]) -> str | None:
    """Why a licence that no file holds proves nothing; None where it does."""
    held = {text.licence for text in texts}
    if not texts:
        return "the repository has no licence file"
    if None in held:
        return "a licence file's wording is not known"
    if claim.licence.startswith("LGPL") and any(str(name).startswith("GPL") for name in held):
        return "the Lesser GPL adds to the text of the GPL"
    if claim.licence == "GPL" and any("GPL" in str(name) for name in held):
        return "a licence of the same family is there"
    stated = [package.licence.value for package in project.packages if package.licence is not None]
    if any(" or " in value.lower() or " and " in value.lower() or "/" in value for value in stated):
        return "a manifest states several licences"
    own = [package for package in project.packages if package.folder and package.folder == page.folder]
    if page.folder and own and not texts[0].path.startswith(f"{page.folder}/"):
        return "the package of this folder has no licence file of its own"
    return None
