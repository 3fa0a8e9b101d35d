"""No words of a template stand where the project's own data belong."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from workbench.checks.evidence.project import Project
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.code import block_of
from workbench.checks.text.page import Page
from workbench.core.sources import CheckRule

PLACEHOLDERS = CheckRule(
    id="placeholders",
    owns="placeholders-filled",
    proves="A word of a template stands where the project's own owner, repository or name belongs.",
    decided_by="Addresses of repositories are compared with the words that templates use for owner and name.",
    on_fail="fix",
)

_HOSTS = (
    r"(?:https?://|git\+https?://|ssh://git@|git@|git\+ssh://git@)?(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org"
    r"|codeberg\.org|raw\.githubusercontent\.com|api\.github\.com/repos|codecov\.io/gh|codecov\.io/github"
    r"|coveralls\.io/github|app\.codacy\.com/gh|img\.shields\.io/github/(?:actions/workflow/status"
    r"|[\w-]+(?:/[\w-]+)?(?=/[^/\s]+/[^/\s]+[\s)\"'>?.#]))|deepwiki\.com|star-history\.com/#|gitpod\.io/#https://github\.com)"
)
_ADDRESS = regex(
    _HOSTS
    + r"[/:](?P<owner>[<\[{]{0,2}[\w.-]{1,60}[>\]}]{0,2})/(?P<name>[<\[{]{0,2}[\w.-]{1,100}[>\]}]{0,2})"
    r"(?P<rest>[^\s)\"'<>`\]]{0,300})",
    re.I,
)
_PERSON = r"(?:user[-_ ]?name|user|name|owner|org|organi[sz]ation|account|handle|login|company|team)"
_OWNERS = regex(
    rf"(?:(?:the|some|github|gh|git|my)[-_ ]?)?{_PERSON}(?:[-_ ]?name)?|(?:repo|github)[-_ ]?{_PERSON}"
    r"|your[-_ ]?[a-z_-]*",
    re.I,
)
_NAMES = regex(
    r"(?:(?:your|my|the|this|some)[-_ ]?)?(?:github[-_ ])?(?:repo|repository|project|package|app|plugin)"
    r"(?:[-_ ]?(?:name|title|slug))?|your[-_ ]?[a-z_-]*",
    re.I,
)
_BOILERPLATE = regex(
    r"\bOne Paragraph of (?:the )?project description goes here\b|\bgithub_username\b|\btwitter_handle\b"
    r"|\blinkedin_username\b|\bproject_title\b|\bproject_description\b|\bemail@email_client\.com\b"
    r"|\bLorem ipsum dolor\b|\bemail@example\.com\b(?=.{0,40}@twitter_handle)"
    r"|\[(?i:project|your project|package|repo)[ _-]?(?i:name|title|description)\](?![(\[:])"
    r"|\bDescribe your project here\b|\bA short description of (?:the|your) project\.(?=\s*$)"
)
_FORK = regex(
    r"\bfork(?:s|ed|ing)?\b|\bgit remote (?:add|set-url)\b|\byour own\b|\breplac(?:e|ing)\b|\bsubstitut"
    r"|\bplaceholder|\bwhere `",
    re.I,
)
_CONTRIBUTING = regex(r"\bcontribut|\bdevelop|\bhack|\bpull request|\bpatch|\bdeploy|\bfork|\bpublish", re.I)
_INSTALLING = regex(
    r"\binstall|\bgetting (?:started|it)|\bset[- ]?up|\bbuild|\bquick ?start|\bdownload|\bsource|\bclone",
    re.I,
)
_SURE_OWNERS = regex(r"your|my[-_]|user[-_ ]?name|github_|owner|[<\[{]", re.I)
"""Words that no account is called by."""
_FETCHED = regex(r"(?:\bclone|\binstall|\bget|\badd)\b[^\n]{0,60}\Z")
_PART = regex(
    r"/(?:issues|releases|discussions|pulls?|actions|wiki|blob|tree|raw|graphs|stargazers|network|security|labels"
    r"|commits?|tags|milestones|workflows)\b"
)
_SUCH_AS = regex(r"(?:e\.g\.|such as|for example|like|form(?:at)?)\W{0,10}\Z", re.I)
_TEMPLATES = regex(r"template|boilerplate|starter|skeleton|cookiecutter|scaffold|generator|copier", re.I)


class _Address(NamedTuple):
    """A repository's address that a page names."""

    owner: str
    name: str
    start: int
    end: int
    host: str
    rest: str
    """What stands behind the name."""
    in_code: bool

    @property
    def has_open_owner(self) -> bool:
        return _OWNERS.fullmatch(_bare(self.owner)) is not None

    @property
    def has_open_name(self) -> bool:
        return _NAMES.fullmatch(_bare(self.name)) is not None


def check_placeholders(page: Page, project: Project) -> Outcome:
    """Faults for words of a template; undecided where a reader may be meant to fill them in."""
    outcome = Outcome(page)
    for address in _addresses(page):
        place = (address.start, address.end)
        home = project.home
        if home is not None and f"{address.owner}/{address.name}".casefold() == home.name.casefold():
            outcome.confirm(PLACEHOLDERS, place, "the project lives there", [home.evidence])
        elif not address.has_open_owner or not _is_own(address, project):
            continue
        elif why := _excuse(page, project, address):
            outcome.leave(PLACEHOLDERS, place, why)
        else:
            _left(outcome, project, address)
    for start, end in _boilerplate(page):
        if _is_template(project):
            outcome.leave(PLACEHOLDERS, (start, end), "the repository may be a template itself")
        else:
            _words(outcome, start, end)
    return outcome


def _bare(word: str) -> str:
    return word.strip("<>[]{}").removesuffix(".git")


def _addresses(page: Page) -> Iterator[_Address]:
    spans = sorted((span.start, span.end) for prose in page.markdown.prose for span in prose.spans)
    for found in _ADDRESS.finditer(page.text):
        start, end = found.span()
        if _is_within(page.markdown.comments, start):
            continue
        in_code = block_of(page.markdown.blocks, start) is not None or _is_within(spans, start)
        name = found["name"].rstrip(".").removesuffix(".git")
        end -= len(found[0]) - len(found[0].rstrip(".,;:"))
        host = found[0][: found.start("owner") - start]
        rest = found["name"][len(name) :].removeprefix(".git") + found["rest"]
        yield _Address(found["owner"], name, start, end, host, rest, in_code)


def _is_within(places: Sequence[tuple[int, int]], offset: int) -> bool:
    """Whether an offset is in one of some places, which stand in their order and apart."""
    number = bisect_right(places, offset, key=itemgetter(0)) - 1
    return number >= 0 and offset < places[number][1]


def _is_own(address: _Address, project: Project) -> bool:
    """Whether an address with an open owner is meant to be the project's: by its name, or by nothing else."""
    if address.name.casefold() in project.names:
        return True
    return address.has_open_name and _SURE_OWNERS.search(address.owner) is not None


def _excuse(page: Page, project: Project, address: _Address) -> str | None:
    """Why a reader may be meant to fill the words in, or why they may be right; None where neither holds."""
    before = page.text[max(0, address.start - 400) : address.start]
    line_end = page.text.find("\n", address.end)
    after = page.text[address.end : line_end if line_end >= 0 else len(page.text)]
    titles = " ".join(h.title for h in page.document.section_at(address.start) if h.level > 1)
    excuses = (
        (_is_template(project), "the repository may be a template itself"),
        (_FORK.search(before) or _FORK.search(after), "a reader may be meant to name a place of their own"),
        (_CONTRIBUTING.search(titles), "who contributes clones a fork of their own"),
        (
            address.name.casefold() not in project.names and not _leads_here(address, before, titles),
            "it may stand for any repository",
        ),
    )
    return next((why for holds, why in excuses if holds), None)


def _leads_here(address: _Address, before: str, titles: str) -> bool:
    """Whether an address that names nothing is used as only the project's own would be."""
    if address.in_code:
        return bool(_FETCHED.search(before) and _INSTALLING.search(titles))
    return bool(_PART.match(address.rest) or "shields.io" in address.host) and not _SUCH_AS.search(before)


def _is_template(project: Project) -> bool:
    files = project.repository.files
    return any(_TEMPLATES.search(name) for name in project.names) or any(
        name in files for name in ("cookiecutter.json", "copier.yml", "copier.yaml")
    )


def _left(outcome: Outcome, project: Project, address: _Address) -> None:
    home = project.home
    written = f"{printable(address.owner)}/{printable(address.name)}"
    outcome.fault(
        PLACEHOLDERS,
        (address.start, address.end),
        f"`{written}` has the words of a template where the project's own place belongs"
        + (f": it lives at `{home.name}`." if home else "."),
        consequence="A reader who follows it finds nothing, or somebody else's repository.",
        change="Name the real owner and repository.",
        expected=home.name if home else None,
        evidence=[home.evidence] if home else [],
    )


def _boilerplate(page: Page) -> Iterator[tuple[int, int]]:
    for prose in page.markdown.prose:
        words = prose.masked()
        for found in _BOILERPLATE.finditer(words):
            before = words[: found.start()].rpartition("\n")[2]
            # A sentence of a template begins its line; within another sentence it is only spoken of.
            if " " not in found[0] or found[0].startswith("[") or not any(map(str.isalnum, before)):
                yield prose.place(*found.span())


def _words(outcome: Outcome, start: int, end: int) -> None:
    outcome.fault(
        PLACEHOLDERS,
        (start, end),
        f"`{printable(outcome.page.text[start:end])}` is left from the template of this text.",
        consequence="A reader learns nothing from it about this project.",
        change="Put the project's own words there, or take it out.",
    )
