"""The text under check, and where it stands in its repository."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from workbench.checks.text.markdown import Markdown, parsed
from workbench.checks.text.slugs import slug, slugs
from workbench.core.document import Document
from workbench.core.readings import Evidence

_MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdwn", ".mdx", ".qmd", ".rmd"})
_CONTRIBUTORS_START = "<!-- ALL-CONTRIBUTORS-LIST:START"
_CONTRIBUTORS_END = "<!-- ALL-CONTRIBUTORS-LIST:END"


def is_markdown(path: str) -> bool:
    """Whether a file's name says that it is Markdown."""
    return PurePosixPath(path).suffix.lower() in _MARKDOWN


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

    @cached_property
    def document(self) -> Document:
        """Its lines and sections."""
        return Document(self.text)

    @cached_property
    def markdown(self) -> Markdown:
        """What it holds as Markdown; nothing where its name says that it is something else."""
        return parsed(self.document if is_markdown(self.path) else Document(""))

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
