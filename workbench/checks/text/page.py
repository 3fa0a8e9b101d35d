"""The text under check, and where it stands in its repository."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import NamedTuple

from workbench.checks.text.code import CodeBlock, CodeSpan, Prose
from workbench.checks.text.markdown import Markdown, parsed
from workbench.checks.text.shell import Command, command_of, commands_of
from workbench.checks.text.slugs import slug, slugs
from workbench.core.readings import Evidence
from workbench.core.text.document import Document

LONGEST_TEXT = 1_000_000
"""Characters; a longer text is not parsed, since nobody wrote it to be read as one page."""

_MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdwn", ".mdx", ".qmd", ".rmd"})
_RST = frozenset({".rst", ".rest"})
_MARKDOWN_NAMES = frozenset({"llms.txt", "llms-full.txt"})
"""Files that are Markdown whatever their suffix says (llmstxt.org)."""
_CONTRIBUTORS_START = "<!-- ALL-CONTRIBUTORS-LIST:START"
_CONTRIBUTORS_END = "<!-- ALL-CONTRIBUTORS-LIST:END"


def is_markdown(path: str) -> bool:
    """Whether a file's name says that it is Markdown."""
    place = PurePosixPath(path)
    return place.suffix.lower() in _MARKDOWN or place.name in _MARKDOWN_NAMES


def is_rst(path: str) -> bool:
    """Whether a file's name says that it is reStructuredText."""
    return PurePosixPath(path).suffix.lower() in _RST


def is_read(path: str) -> bool:
    """Whether a file's name says that it is in a format that is read."""
    return is_markdown(path) or is_rst(path)


class Typed(NamedTuple):
    """A command line that the text shows."""

    command: Command
    """Its folder is counted from where the reader starts."""
    block: CodeBlock | None = None
    """The block that it stands in; None where it stands in a sentence."""
    prose: Prose | None = None
    span: CodeSpan | None = None


@dataclass(frozen=True)
class Page:
    """One text of a repository."""

    path: str
    """`/`-separated, from the repository's root."""
    text: str

    @property
    def folder(self) -> str:
        """The folder that its relative links start from; empty for the root."""
        return self.path.rpartition("/")[0]

    @property
    def is_parsed(self) -> bool:
        """Whether it is in a format that is read, and short enough."""
        return is_read(self.path) and len(self.text) <= LONGEST_TEXT

    @cached_property
    def document(self) -> Document:
        """Its lines and sections."""
        return Document(self.text)

    @cached_property
    def markdown(self) -> Markdown:
        """What it holds, as Markdown or reStructuredText; nothing where it is neither, or is too long."""
        if is_rst(self.path) and self.is_parsed:
            from workbench.checks.text.rst import parsed_rst

            return parsed_rst(self.text)
        return parsed(self.document if self.is_parsed else Document(""))

    @cached_property
    def anchors(self) -> dict[str, int]:
        """The anchors of its headings on GitHub, each with the heading's offset.

        An HTML heading has two: with the blanks around its words, and without them.
        """
        headings = self.markdown.headings
        names = slugs(heading.text for heading in headings)
        anchors = {name: heading.start for name, heading in zip(names, headings, strict=True)}
        for heading in headings:
            if heading.html:
                anchors.setdefault(slug(" ".join(heading.text.split())), heading.start)
        return anchors

    @cached_property
    def own_ids(self) -> frozenset[str]:
        """The anchors that its headings name themselves, which GitHub does not read."""
        return frozenset(heading.own_id for heading in self.markdown.headings if heading.own_id)

    @cached_property
    def commands(self) -> tuple[Typed, ...]:
        """Everything that may be a command line, in blocks and in sentences, in the order of the text.

        Nothing says which of the words in code are one: ask whether the program is known.
        """
        found = [Typed(c, block=block) for block in self.markdown.blocks for c in commands_of(block)]
        for prose in self.markdown.prose:
            for span in prose.spans:
                found += [Typed(c, prose=prose, span=span) for c in command_of(span.text, span.start)]
        return tuple(sorted(found, key=lambda typed: typed.command.start))

    @cached_property
    def ways(self) -> tuple[tuple[int, str | None], ...]:
        """Where the blocks with a `cd` leave the reader: the block's end, and the folder from their start.

        None where that is a place that is not known.
        """
        ends: dict[int, str | None] = {}
        for typed in self.commands:
            if typed.block is not None and not typed.command.inner:
                ends[typed.block.end] = typed.command.leads_to
        return tuple((end, way) for end, way in ends.items() if way != "")

    @cached_property
    def clones(self) -> frozenset[tuple[str, str]]:
        """The repositories that its commands clone into a folder of another name: both names."""
        found = set()
        for typed in self.commands:
            words = [word.text.rstrip("/") for word in typed.command.words]
            if words[:2] == ["git", "clone"] and "/" in words[-2]:
                found.add((words[-2].removesuffix(".git").rpartition("/")[2], words[-1]))
        return frozenset(found)

    @cached_property
    def contributors(self) -> tuple[tuple[int, int], ...]:
        """Start and end of the lists that the all-contributors tool writes, with links that lead nowhere."""
        found, end = [], 0
        while (start := self.text.find(_CONTRIBUTORS_START, end)) >= 0:
            end = self.text.find(_CONTRIBUTORS_END, start)
            if end < 0:
                break
            found.append((start, end))
        return tuple(found)

    @cached_property
    def folded(self) -> frozenset[str]:
        """Its anchors and HTML ids without their letter case."""
        return frozenset(name.casefold() for name in (*self.anchors, *self.markdown.ids))

    def line(self, offset: int) -> int:
        """The 1-based line of an offset."""
        return self.document.line_of(offset)

    def evidence(self, offset: int) -> Evidence:
        """The line of an offset, as what decides a finding."""
        return self.evidence_of_line(self.line(offset))

    def evidence_of_line(self, line: int) -> Evidence:
        """A 1-based line, as what decides a finding."""
        return Evidence(self.path, line, self.document.lines[line - 1].strip()[:200])
