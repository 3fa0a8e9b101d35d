r"""A text's lines, headings, figures and front matter, with offsets into the text as it stands.

Newlines are `\n`, as in a revision. markdown-it gives lines only, and no position inside one, so
offsets come from the text itself; what a heading or figure says is rendered as a reader sees it.
"""

import html
import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from markdown_it import MarkdownIt
from markdown_it.token import Token

from workbench.core.readings import Span

FIRST_SCREEN_LINES = 30
"""Most lines that a reader sees before scrolling."""

_LONGEST_TITLE = 500
"""Characters of a heading that are rendered; what is longer is no title."""
_BLOCKS = MarkdownIt("commonmark").disable(["inline", "text_join"])
_INLINE = MarkdownIt("commonmark")

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

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """The headings that open a section, in order: `#`, underlined, and HTML at the top level."""
        found: list[Heading] = []
        for index, block in enumerate(self._blocks):
            if block.level or not block.map:
                continue
            first, after = block.map
            if block.type == "heading_open":
                title = _rendered(self._blocks[index + 1].content)
                found.append(Heading(int(block.tag[1]), title, first + 1, self.line_starts[first]))
            elif block.type == "html_block":
                found += self._html_headings(first, after)
        return tuple(found)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """The images, Markdown and HTML, outside code and comments, in order."""
        blocks = [block.map for block in self._blocks if block.type in ("inline", "html_block") and block.map]
        return tuple(figure for first, after in blocks for figure in self._figures(first, after))

    def section_at(self, offset: int) -> tuple[Heading, ...]:
        """The headings that an offset stands under, outermost first; empty before the first."""
        position = bisect_right(self.headings, offset, key=lambda heading: heading.start)
        path: list[Heading] = []
        for heading in reversed(self.headings[:position]):
            if not path or heading.level < path[-1].level:
                path.append(heading)
        return tuple(reversed(path))

    def outline(self) -> str:
        """The headings, a line each, indented by two spaces a level."""
        shallowest = min((heading.level for heading in self.headings), default=1)
        return "\n".join(f"{'  ' * (h.level - shallowest)}- {h.title}" for h in self.headings)

    def first_screen(self) -> str:
        """The body up to its first second-level heading, at most 30 lines.

        A heading that the body begins with does not end it.
        """
        begin = self.body_start
        begin += len(self.text[begin:]) - len(self.text[begin:].lstrip("\n"))
        ends = [heading.start for heading in self.headings if heading.level == 2 and heading.start > begin]
        last = self.line_of(begin) - 1 + FIRST_SCREEN_LINES
        if last < len(self.line_starts):
            ends.append(self.line_starts[last])
        return self.text[begin : min(ends, default=len(self.text))]

    @cached_property
    def _blocks(self) -> list[Token]:
        """The body's blocks, on the lines where they stand in the whole text.

        A lone carriage return is hidden from the parser, which would count it as a newline.
        """
        blank = "\n" * self.text.count("\n", 0, self.body_start)
        return _BLOCKS.parse(blank + self.text[self.body_start :].replace("\r", " "))

    def _source(self, first: int, after: int) -> str:
        """The text from one 0-based line up to another."""
        starts = self.line_starts
        return self.text[starts[first] : starts[after] if after < len(starts) else len(self.text)]

    def _html_headings(self, first: int, after: int) -> list[Heading]:
        start = self.line_starts[first]
        return [
            Heading(int(h[1]), _html_text(h["title"]), self.line_of(start + h.start()), start + h.start())
            for h in _HTML_HEADING.finditer(self._source(first, after))
        ]

    def _figures(self, first: int, after: int) -> list[Figure]:
        start = self.line_starts[first]
        figures: list[Figure] = []
        for found in _FIGURE.finditer(self._source(first, after)):
            line = self.line_of(start + found.start())
            if found["alt"] is not None:
                figures.append(Figure(_rendered(found["alt"]), line))
            elif found["tag"]:
                figures.append(Figure(_alt_text(found["tag"]), line))
        return figures


def _rendered(source: str) -> str:
    """Inline Markdown as the words a reader sees, on one line."""
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
