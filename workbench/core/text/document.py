r"""A text's lines, headings, figures and front matter, with offsets into the text as it stands.

Newlines are `\n`, as in a revision. markdown-it gives lines only, and no position inside one, so
offsets come from the text itself; what a heading or figure says is rendered as a reader sees it.
"""

import html
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from markdown_it import MarkdownIt

from workbench.core.readings import Span

FIRST_SCREEN_LINES = 30
"""Most lines that a reader sees before scrolling."""
FIRST_SCREEN_CHARACTERS = 20_000
"""Most characters that a reader sees before scrolling, where lines are longer than any screen."""

_LONGEST_TITLE = 500
"""Characters of a heading that are rendered; what is longer is no title."""


def _parser() -> MarkdownIt:
    """CommonMark without what finds bare links: that is never asked for, and its patterns are large."""
    parser = MarkdownIt("commonmark")
    parser.linkify = None
    return parser


_BLOCKS = _parser().disable(["inline", "text_join"])
_INLINE = _parser()
_PLAIN = re.compile(r"[^\\`*_\[\]<>&!\n\0]*")
"""A title without anything that inline Markdown reads otherwise than as it stands."""

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<yaml>(?:.*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_YAML_LINE = re.compile(
    r"""[ \t]*(?:\#.*)?\Z | [ \t]+\S | -[ ] | ["']?[^\s"'#\-][^:]*:(?:[ \t]|\Z)""", re.VERBOSE
)
_YAML_TITLE = re.compile(r"""^(["']?)title\1[ \t]*:[ \t]*(?P<value>.*(?:\n[ \t]+.*)*)""", re.MULTILINE)
_BLOCK_SCALAR = re.compile(r"[|>][+\-\d]*[ \t]*(?:\n|\Z)")
_QUOTED_SCALAR = re.compile(r"""(?s)"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>(?:[^']|'')*)'""")

_HTML_HEADING = re.compile(
    r"<h([1-6])\b[^<>]{0,500}>(?P<title>(?:(?!</?h[1-6])[\s\S]){0,1000})</h\1\s*>", re.IGNORECASE
)
_HTML_TAG = re.compile(r"<[^<>]{0,2000}>")
_IMAGE_TAG = re.compile(r"<img\b[^<>]{0,2000}>", re.IGNORECASE)
_ALT = re.compile(r"""\balt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_FIGURE = re.compile(
    r"""
    \\.
  | <!--(?:(?!-->|<!--)[\s\S])*-->
  | (?<!`)(?P<ticks>`{1,3})(?!`)[\s\S]{1,1000}?(?<!`)(?P=ticks)(?!`)
  | !\[(?P<alt>(?:[^\[\]\\]|\\.|\[[^\[\]]{0,200}\]){0,1000})\][(\[]
  | (?P<tag><img\b[^<>]{0,2000}>)
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Images of either kind, and before them what may hold the look of one: escapes, comments, code."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a section."""

    level: int
    """1 to 6, 1 for the title of the whole."""
    title: str
    """Without markup; empty where the heading is."""
    line: int
    """1-based."""
    start: int
    """Offset of its first line."""


@dataclass(frozen=True, slots=True)
class Figure:
    """An image that no reader of the text alone has seen."""

    alt: str
    """Its alternative text; empty where it has none."""
    line: int
    """1-based."""


@dataclass(frozen=True)
class Document:
    """A text and what is where in it; each part is worked out when first asked for."""

    text: str
    """Newlines as `\\n`."""

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line starts; a newline at the very end starts no further line."""
        starts = [0, *(found.end() for found in re.finditer("\n", self.text))]
        return tuple(starts[:-1] if len(starts) > 1 and starts[-1] == len(self.text) else starts)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Every line without its newline; an empty text is one empty line."""
        return tuple(self.text.removesuffix("\n").split("\n"))

    def line_of(self, offset: int) -> int:
        """The 1-based line that an offset is in; the last one for offsets past the end."""
        return max(1, bisect_right(self.line_starts, offset))

    @cached_property
    def front_matter(self) -> Span | None:
        """The YAML metadata that the text begins with, fences included; None where there is none.

        Two rules with anything but keys between them are not metadata.
        """
        found = _FRONT_MATTER.match(self.text)
        if found is None or not all(map(_YAML_LINE.match, found["yaml"].split("\n"))):
            return None
        return Span(0, found.end())

    @property
    def body_start(self) -> int:
        """The offset after the front matter."""
        return self.front_matter.end if self.front_matter else 0

    @cached_property
    def stated_title(self) -> str | None:
        """The title that the front matter states; None where it states none."""
        stated = _YAML_TITLE.search(self.text[: self.body_start])
        return (_scalar(stated["value"]) or None) if stated else None

    @cached_property
    def title(self) -> str | None:
        """The front matter's title, else the first first-level heading, else the first heading."""
        if self.stated_title:
            return self.stated_title
        titled = [heading for heading in self.headings if heading.title]
        return next((h.title for h in titled if h.level == 1), titled[0].title if titled else None)

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings that open a section, in order: `#`, underlined, and HTML at the top level."""
        return _structure(self.text).headings

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The images, Markdown and HTML, outside code and comments, in order."""
        return _structure(self.text).figures

    @property
    def block_lines(self) -> tuple[tuple[int, bool], ...]:
        """The 1-based line at which each block of the top level begins, and whether it is a heading.

        A paragraph, a list, a table, a quote, a fenced code block: what is read in one piece.
        """
        return _structure(self.text).block_lines

    @property
    def fenced_lines(self) -> tuple[range, ...]:
        """The 1-based lines of each fenced code block, its fences included."""
        return _structure(self.text).fenced_lines

    def section_at(self, offset: int) -> tuple[Heading, ...]:
        """The headings that an offset stands under, outermost first; empty before the first."""
        structure = _structure(self.text)
        at = bisect_right(structure.headings, offset, key=lambda heading: heading.start) - 1
        path: list[Heading] = []
        while at >= 0:
            path.append(structure.headings[at])
            at = structure.outer[at]
        return tuple(reversed(path))

    def first_screen(self) -> str:
        """The body up to its first second-level heading, at most 30 lines and 20,000 characters.

        A heading that the body begins with does not end it.
        """
        begin = self.body_start
        begin += len(self.text[begin:]) - len(self.text[begin:].lstrip("\n"))
        ends = [heading.start for heading in self.headings if heading.level == 2 and heading.start > begin]
        last = self.line_of(begin) - 1 + FIRST_SCREEN_LINES
        if last < len(self.line_starts):
            ends.append(self.line_starts[last])
        ends.append(begin + FIRST_SCREEN_CHARACTERS)
        return self.text[begin : min(ends)]


@dataclass(frozen=True, slots=True)
class _Structure:
    """What a text's blocks say of it."""

    headings: tuple[Heading, ...]
    outer: tuple[int, ...]
    """For each heading the place among them of the one that it stands under; below 0 where there is none."""
    figures: tuple[Figure, ...]
    block_lines: tuple[tuple[int, bool], ...]
    fenced_lines: tuple[range, ...]


@lru_cache(maxsize=4)
def _structure(text: str) -> _Structure:
    """A text's structure: reading it takes longer than all else, and screen, checks and parts ask for it."""
    return _Reader(Document(text)).structure()


class _Reader:
    """One pass over the blocks of a text's body, on the lines where they stand in the whole text."""

    def __init__(self, document: Document) -> None:
        self._document = document
        text, begin = document.text, document.body_start
        blank = "\n" * text.count("\n", 0, begin)
        # A lone carriage return is hidden from the parser, which would count it as a newline.
        self._blocks = _BLOCKS.parse(blank + text[begin:].replace("\r", " "))

    def structure(self) -> _Structure:
        placed = [(block, block.map) for block in self._blocks if block.map]
        headings = tuple(self._headings())
        return _Structure(
            headings,
            tuple(_outer(headings)),
            tuple(
                figure
                for block, (first, after) in placed
                if block.type in ("inline", "html_block")
                for figure in self._figures(first, after)
            ),
            tuple((first + 1, b.type == "heading_open") for b, (first, _) in placed if not b.level),
            tuple(range(first + 1, after + 1) for b, (first, after) in placed if b.type == "fence"),
        )

    def _headings(self) -> Iterator[Heading]:
        for index, block in enumerate(self._blocks):
            if block.level or not block.map:
                continue
            first, after = block.map
            if block.type == "heading_open":
                title = rendered(self._blocks[index + 1].content)
                yield Heading(int(block.tag[1]), title, first + 1, self._document.line_starts[first])
            elif block.type == "html_block":
                yield from self._html_headings(first, after)

    def _html_headings(self, first: int, after: int) -> Iterator[Heading]:
        start, line_of = self._document.line_starts[first], self._document.line_of
        for h in _HTML_HEADING.finditer(self._source(first, after)):
            yield Heading(int(h[1]), _html_text(h["title"]), line_of(start + h.start()), start + h.start())

    def _figures(self, first: int, after: int) -> Iterator[Figure]:
        start = self._document.line_starts[first]
        for found in _FIGURE.finditer(self._source(first, after)):
            line = self._document.line_of(start + found.start())
            if found["alt"] is not None:
                yield Figure(rendered(found["alt"]), line)
            elif found["tag"]:
                yield Figure(_alt_text(found["tag"]), line)

    def _source(self, first: int, after: int) -> str:
        """The text from one 0-based line up to another."""
        text, starts = self._document.text, self._document.line_starts
        return text[starts[first] : starts[after] if after < len(starts) else len(text)]


def _outer(headings: tuple[Heading, ...]) -> Iterator[int]:
    open: list[int] = []
    for at, heading in enumerate(headings):
        while open and headings[open[-1]].level >= heading.level:
            open.pop()
        yield open[-1] if open else -1
        open.append(at)


def rendered(source: str) -> str:
    """Inline Markdown as the words a reader sees, on one line."""
    if _PLAIN.fullmatch(source, 0, _LONGEST_TITLE):
        return " ".join(source[:_LONGEST_TITLE].split())
    blocks = _INLINE.parseInline(source[:_LONGEST_TITLE])
    children = (blocks[0].children or []) if blocks else []
    words = [
        " " if child.type in ("softbreak", "hardbreak") else child.content
        for child in children
        if child.type != "html_inline"
    ]
    return " ".join("".join(words).split())


def _html_text(source: str) -> str:
    """HTML as the words a reader sees, images by their alternative text."""
    words = _HTML_TAG.sub(" ", _IMAGE_TAG.sub(lambda found: _alt_text(found[0]), source))
    return " ".join(html.unescape(words).split())


def _alt_text(tag: str) -> str:
    found = _ALT.search(tag)
    return " ".join(html.unescape("".join(filter(None, found.groups()))).split()) if found else ""


def _scalar(value: str) -> str:
    """A YAML string's words on one line, whether plain, quoted or a block."""
    if block := _BLOCK_SCALAR.match(value):
        value = value[block.end() :]
    elif quoted := _QUOTED_SCALAR.match(value):
        double = re.sub(r"\\(.)", r"\1", quoted["double"] or "")
        value = double or (quoted["single"] or "").replace("''", "'")
    else:
        value = re.split(r"(?:^|\s)#", value, maxsplit=1)[0]
    return " ".join(value.split())
