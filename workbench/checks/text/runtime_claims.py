"""What a text says of the versions of Python, Node.js, Rust and Go that it needs."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import Prose
from workbench.checks.text.markdown import Markdown
from workbench.checks.text.sentences import sentences
from workbench.checks.text.static_badges import static_badge

Runtime = Literal["python", "node", "rust", "go"]
Sort = Literal["minimum", "required", "named"]

_RUNTIMES: dict[str, Runtime] = {
    "python": "python",
    "cpython": "python",
    "python3": "python",
    "node": "node",
    "node.js": "node",
    "nodejs": "node",
    "rust": "rust",
    "rustc": "rust",
    "msrv": "rust",
    "go": "go",
    "golang": "go",
}
_NAME = r"(?P<name>C?[Pp]ython3?|[Nn]ode(?:\.?[Jj][Ss])?|NodeJS|Rust|rustc|MSRV|Go(?:lang)?)"
_MORE = (
    r"\s?\+|,?\s{1,3}(?:or|and|\()\s{0,3}(?:any\s)?(?:newer|later|higher|above|greater|up(?:wards)?"
    r"|more recent|over|onwards?|beyond)|\s(?:onwards?|upwards?)\b"
)
_LEAST = r"(?:>=|≥|at least|minimum|min\.?|of at least|not older than|no older than)"
_NUMBER = r"v?(?P<version>\d{1,2}(?:\.\d{1,3}){0,2})(?:\.[xX*])?"
_TO = r"(?:\s{0,3}(?:-|–|—|to|through|until|up to)\s{0,3}v?(?P<last>\d{1,2}\.\d{1,3})(?:\.\d+)?)?"
_LIST = r"(?P<list>(?:\s{0,3}(?:,|/|and|&|or|,\s?and|\|)\s{0,3}v?\d{1,2}\.\d{1,3}(?![\d.]*\s?(?:\w)))*)"
_CLAIM = regex(
    rf"(?<![\w./@-]){_NAME}(?:\s{{1,4}}(?:versions?|interpreter|runtime|compiler|toolchain))?"
    rf"(?P<gap>[\s:,]{{0,200}}|\s{{1,9}}(?:is|of|from)\s)(?P<least>{_LEAST}\s{{0,9}})?(?:version\s)?{_NUMBER}"
    rf"(?P<more>{_MORE})?{_TO}{_LIST}(?![\w])"
)
_BEFORE = regex(
    r"(?:at least|minimum(?: required| supported)?|oldest(?: supported)?|lowest|min\.?)\s*$", re.I
)
_REQUIRED = regex(
    r"\b(?:requires?|needs?|required|requirement|prerequisites?|install|you need|depends on)\b", re.I
)
_CELL = regex(rf"\s*(?P<least>{_LEAST}\s*)?{_NUMBER}(?P<more>{_MORE})?")
_ELSEWHERE = regex(
    r"[^\[\]()\n]{0,9}\]\(https?://(?!(?:[\w-]+\.)*(?:python|nodejs|rust-lang|golang|pypi|npmjs|crates|shields|go)\.)"
)
_AROUND = 160
"""Characters of a sentence before and after a claim that are kept."""
_OLDEST = regex(r"oldest|minimum|min\b|lowest|msrv|at least", re.I)


class RuntimeClaim(NamedTuple):
    """One version of a runtime that the text names."""

    runtime: Runtime
    version: str
    sort: Sort
    """A minimum that is called one, a version that is required, or one that is merely named."""
    last: str | None
    """Of a range or a list, the highest."""
    place: tuple[int, int]
    sentence: str
    """What stands around it in its sentence; empty for a badge."""
    elsewhere: bool = False
    """Whether it is the words of a link to another place than the runtime's own."""


def runtime_claims(markdown: Markdown) -> Iterator[RuntimeClaim]:
    """Every version of a runtime that badges, sentences and tables name."""
    for link in markdown.links:
        badge = static_badge(link.target) if link.figure else None
        if badge is not None:
            yield from _of_badge(badge.label, badge.message, (link.start, link.end))
    for number, prose in enumerate(markdown.prose):
        yield from _of_prose(prose)
        after = markdown.prose[number + 1] if number + 1 < len(markdown.prose) else None
        if after is not None:
            yield from _of_row(prose, after)


def _of_badge(label: str, message: str, place: tuple[int, int]) -> Iterator[RuntimeClaim]:
    name = re.sub(r"\s*(?:versions?|required|support(?:ed)?)$", "", label.strip(), flags=re.I).lower()
    runtime = _RUNTIMES.get(name)
    found = re.match(
        rf"\s*(?P<least>>=|≥|\^|>)?\s*{_NUMBER}(?P<more>\s?\+|\s+or (?:newer|later|higher))?", message
    )
    if runtime is None or found is None:
        return
    versions = re.findall(r"\d{1,2}(?:\.\d{1,3})+", message)
    sort: Sort = "minimum" if found["least"] or found["more"] else "named"
    last = versions[-1] if len(versions) > 1 else None
    yield RuntimeClaim(runtime, found["version"], "required" if last else sort, last, place, "")


def _of_prose(prose: Prose) -> Iterator[RuntimeClaim]:
    plain = plain_words(prose.text)
    for sentence in sentences(plain):
        for found in _CLAIM.finditer(sentence.text):
            runtime = _RUNTIMES[found["name"].lower()]
            # `Go 2` and `Node 3` are no versions that are meant so: a lone digit needs more words.
            if "." not in found["version"] and runtime != "node":
                continue
            start, end = sentence.start + found.start(), sentence.start + found.end()
            yield RuntimeClaim(
                runtime,
                found["version"],
                _sort(sentence.text, found),
                _last(found),
                prose.place(start, max(end, start + 1)),
                sentence.text[max(0, found.start() - _AROUND) : found.end() + _AROUND],
                _ELSEWHERE.match(prose.text[end : end + 200]) is not None,
            )


def _sort(sentence: str, found: re.Match[str]) -> Sort:
    before = sentence[max(0, found.start() - 30) : found.start()]
    if found["least"] or found["more"] or found["name"] == "MSRV" or _BEFORE.search(before):
        return "minimum"
    if _last(found) or _REQUIRED.search(sentence[max(0, found.start() - _AROUND) : found.start()]):
        return "required"
    return "named"


def _last(found: re.Match[str]) -> str | None:
    listed = re.findall(r"\d+\.\d+", found["list"] or "")
    return listed[-1] if listed else found["last"]


def _of_row(cell: Prose, after: Prose) -> Iterator[RuntimeClaim]:
    """A row of a table whose first cell names the runtime and whose second begins with a version."""
    if cell.cell is None or after.cell is None or cell.cell.column != 0 or cell.cell.row != after.cell.row:
        return
    label = plain_words(cell.text)
    named = re.search(rf"(?<![\w./-]){_NAME}(?![\w.-])", label)
    found = _CELL.match(plain_words(after.text))
    if named is None or found is None or len(label) > 40 or "." not in found["version"]:
        return
    runtime = _RUNTIMES[named["name"].lower()]
    minimum = found["least"] or found["more"] or _OLDEST.search(label)
    place = after.place(found.start("version"), found.end("version"))
    yield RuntimeClaim(runtime, found["version"], "minimum" if minimum else "required", None, place, label)


def plain_words(text: str) -> str:
    """A paragraph with blanks for its markup and its addresses, so that offsets stay."""
    text = text.replace("&gt;=", ">=   ").replace("\\>=", " >=")
    text = re.sub(r"\]\([^()\s]*\)|https?://[^\s)>]+", lambda found: " " * len(found[0]), text)
    return re.sub(r"[*_`\[\]~\"“”]|<[^<>]{1,300}>", lambda found: " " * len(found[0]), text)
