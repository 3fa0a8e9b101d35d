"""Versions that a text presents as the project's own: current ones, and those of pinned snippets."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import CodeBlock, Prose
from workbench.checks.text.markdown import Markdown
from workbench.checks.text.runtime_claims import plain_words
from workbench.checks.text.sentences import sentences
from workbench.checks.text.static_badges import static_badge

Sort = Literal["current", "range", "exact", "tag"]

_NUMBER = (
    r"v?(?P<version>\d{1,4}\.\d{1,4}(?:\.\d{1,5})?(?:[-.]?(?:alpha|beta|rc|a|b|dev|post)[-.]?\d*)?)"
    r"(?![\w.]*\w)"
)
_LABELS = regex(
    r"(?:latest |current |stable )?(?:version|release)|latest|stable|pypi|npm|crates(?:\.io)?", re.I
)
_CURRENT = regex(
    r"(?:\b(?:current(?:ly)?|latest|newest|most recent)(?:\s+(?:stable|released?|published|public))?"
    r"\s+(?:version|release)(?:\s+of\s+(?P<of>[\w.-]+))?(?:\s+number)?(?:\s+(?:is|at)(?:\s+now)?|\s*:)?\s+"
    rf"|^\W*(?:current\s+)?version(?:\s*:\s*|\s+)){_NUMBER}",
    re.I,
)
_CARGO = regex(
    r"""^\s*(?P<name>[\w-]+)\s*=\s*(?:\{[^}\n]*?\bversion\s*=\s*)?["'](?P<version>[\^~=]?\d[\d.]*)["']"""
)
_GRADLE = regex(r"""["'(](?P<group>[\w.-]+):(?P<name>[\w.-]+):(?P<version>\d[\w.-]*)["'@)]""")
_MAVEN = regex(
    r"<artifactId>\s*(?P<name>[\w.-]+)\s*</artifactId>\s*<version>\s*(?P<version>\d[\w.-]*)\s*</version>"
)
_REVISION = regex(r"\brepo:\s*\S*/(?P<name>[\w.-]+?)(?:\.git)?\s+rev:\s*[\"']?(?P<version>v?\d[\w.]*)")


class VersionClaim(NamedTuple):
    """One version."""

    version: str
    sort: Sort
    """Said to be the current one; a range of Cargo; an exact pin of a build file; a tag of a hook."""
    place: tuple[int, int]
    name: str = ""
    """The package that it is of, where the text says so."""
    sentence: str = ""


def version_claims(markdown: Markdown) -> Iterator[VersionClaim]:
    """Every version that the text presents as current, or pins in a snippet."""
    for link in markdown.links:
        badge = static_badge(link.target) if link.figure else None
        found = re.fullmatch(rf"\s*{_NUMBER}\s*", badge.message) if badge else None
        if badge is not None and found is not None and _LABELS.fullmatch(badge.label.strip()):
            yield VersionClaim(found["version"], "current", (link.start, link.end))
    for number, prose in enumerate(markdown.prose):
        yield from _of_prose(prose)
        after = markdown.prose[number + 1] if number + 1 < len(markdown.prose) else None
        if after is not None:
            yield from _of_row(prose, after)
    for block in markdown.blocks:
        yield from _of_block(block)


def _of_prose(prose: Prose) -> Iterator[VersionClaim]:
    if prose.role == "heading":
        return
    # A colon ends a sentence elsewhere, but not behind the word that announces a version.
    plain = re.sub(r"(?i)(?<=version)(\W*):", lambda f: f"{f[1]} ", plain_words(prose.text))
    for sentence in sentences(plain):
        for found in _CURRENT.finditer(sentence.text):
            start, end = sentence.start + found.start("version"), sentence.start + found.end("version")
            name = found["of"] or ""
            yield VersionClaim(found["version"], "current", prose.place(start, end), name, sentence.text)


def _of_row(cell: Prose, after: Prose) -> Iterator[VersionClaim]:
    """A row of a table that says `Version` in front of one."""
    if cell.cell is None or after.cell is None or cell.cell.column != 0 or cell.cell.row != after.cell.row:
        return
    label = re.fullmatch(r"\s*(?:(?:current|latest) )?(?:version|release)\s*", plain_words(cell.text), re.I)
    found = re.fullmatch(rf"\s*{_NUMBER}\s*", plain_words(after.text))
    if label and found:
        yield VersionClaim(found["version"], "current", after.place(*found.span("version")))


def _of_block(block: CodeBlock) -> Iterator[VersionClaim]:
    if block.language in ("toml", ""):
        for line in block.lines:
            if found := _CARGO.match(line.text):
                place = (line.start + found.start(), line.start + found.end())
                yield VersionClaim(found["version"], "range", place, found["name"])
    text = block.text
    for pattern, sort in ((_GRADLE, "exact"), (_MAVEN, "exact"), (_REVISION, "tag")):
        for found in pattern.finditer(text):
            start, end = found.span("version")
            place = (block.at(start), block.at(end - 1) + 1)
            yield VersionClaim(found["version"], "tag" if sort == "tag" else "exact", place, found["name"])
