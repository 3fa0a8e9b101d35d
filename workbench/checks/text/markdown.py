"""What a Markdown text holds, each with its place in the source: links, headings, anchors, fences.

CommonMark with GitHub's tables and strikethrough. What a browser would not show, because it stands in an
HTML comment, is left out.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from html import unescape
from operator import itemgetter
from typing import Any, NamedTuple

from markdown_it.token import Token

from workbench.checks.regex import regex
from workbench.checks.text.code import (
    Cell,
    CodeBlock,
    CodeLine,
    CodeSpan,
    Item,
    Prose,
    Role,
    html_spans,
    tick_span,
)
from workbench.checks.text.parser import Match, parser
from workbench.checks.text.pieces import Piece, Pieces
from workbench.checks.text.tags import Tag, opening_tags, text_of
from workbench.core.text.document import Document

LONGEST_PARAGRAPH = 100_000
"""Characters; a longer paragraph is not read for links, since some of them take time that grows faster."""
LONGEST_HEADING = 2_000
"""Characters; a longer HTML heading has no anchor here."""

_OWN_ID = regex(r"\{:?\s*#([\w:.-]+)[^{}]*\}\s*\Z")
_FULL_REFERENCE = regex(r"(?<![\w\[\]\\)])!?\[([^\[\]\\]{1,300})\]\[([^\[\]\\]{0,300})\](?![(\[:])")
_LEADS = {"a": "href", "img": "src", "source": "src", "video": "src", "audio": "src"}
"""The attribute of each tag that leads somewhere; a `srcset` leads to several places."""
_SOURCE = regex(r"([^\s,]\S*)(?:(?<!,)[^,]*)?")
"""One candidate of a `srcset`: an address, and up to the comma what it is for (HTML, 4.8.4.2.1)."""
_HEADING_END = regex(r"</h[1-6]\s{0,9}>", re.I)
_UNRENDERED = regex(r"\s*<(?:script|style|\?)", re.I)


class Link(NamedTuple):
    """One place that leads somewhere: a link, an image, a used definition or an HTML attribute."""

    target: str
    """As CommonMark and HTML read it: escapes and entities decoded, percent signs not."""
    start: int
    end: int
    figure: bool = False
    """An image or another medium that is shown in place."""


class Heading(NamedTuple):
    """One heading, in Markdown or HTML."""

    text: str
    """Without markup, as GitHub takes it for the anchor."""
    start: int
    html: bool = False
    own_id: str | None = None
    """The `{#id}` at its end, which site generators read and GitHub does not."""
    level: int = 1
    end: int = 0
    """Offset after all of it: an underline, a closing tag."""


class Fence(NamedTuple):
    """One fenced code block."""

    start: int
    """Offset of its first fence character."""
    end: int
    """Offset after its opening line."""
    line: int
    """1-based line of the opening."""
    last_line: int
    """1-based line after which it ends."""
    markup: str
    """The fence characters."""
    content: tuple[str, ...]
    """Its lines without the container's prefix."""
    closed: bool


class Reference(NamedTuple):
    """A `[text][label]` whose label nothing defines."""

    text: str
    label: str
    """The text once more where the brackets for the label are empty."""
    start: int
    end: int


class Markdown(NamedTuple):
    """Everything the checks ask of a Markdown text."""

    links: tuple[Link, ...]
    headings: tuple[Heading, ...]
    ids: frozenset[str]
    """`id` and `name` of all HTML tags: GitHub keeps both on every tag and finds either."""
    fences: tuple[Fence, ...]
    undefined: tuple[Reference, ...]
    labels: frozenset[str]
    """Labels of the definitions that links use, as CommonMark folds them."""
    footnotes: bool
    """Whether the text has GitHub's footnotes, whose anchors are made while it is rendered."""
    unread: tuple[tuple[int, int], ...]
    """Start and end of paragraphs too long to be read for links."""
    comments: tuple[tuple[int, int], ...]
    """Start and end of the HTML comments; one that is never closed goes on to the end of the text."""
    blocks: tuple[CodeBlock, ...]
    """Fenced and indented code, in the order of the text."""
    prose: tuple[Prose, ...]
    """Everything else that is read as words, in the order of the text."""


def parsed(document: Document) -> Markdown:
    """What a Markdown text holds; front matter is passed over."""
    # Blanked and not cut off, so that offsets stay.
    blank = re.sub(r"[^\n]", " ", document.text[: document.body_start])
    text = blank + document.text[document.body_start :]
    # markdown-it replaces both itself, after which its content would not be found in the source.
    return _Reader(text.replace("\0", "\N{REPLACEMENT CHARACTER}").replace("\r", " ")).markdown()


class _Reader:
    """One pass over the block tokens of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._pieces = Pieces(self._text)
        self._env: dict[str, Any] = {"matches": []}
        self._links: list[Link] = []
        self._headings: list[Heading] = []
        self._ids: list[tuple[int, str]] = []
        self._fences: list[Fence] = []
        self._undefined: list[Reference] = []
        self._used: dict[str, bool] = {}
        self._comments: list[tuple[int, int]] = []
        self._unread: list[tuple[int, int]] = []
        self._blocks: list[CodeBlock] = []
        self._prose: list[Prose] = []
        self._place = _Place()

    def markdown(self) -> Markdown:
        # Without a last line end the content of an unclosed fence would look like a closed one's.
        tokens = parser().parse(self._text.removesuffix("\n") + "\n", self._env)
        for before, token in zip([None, *tokens], tokens, strict=False):
            self._place.pass_over(token)
            if token.type == "inline":
                self._inline(token, before)
            elif token.type == "html_block" and not _UNRENDERED.match(token.content):
                piece = self._pieces.of_lines(token.content, _lines(token)[0])
                self._html(piece, 0, len(piece.content))
                self._write(piece, "html", list(html_spans(piece, 0, len(piece.content))))
            elif token.type == "fence":
                self._fence(token)
            elif token.type == "code_block":
                self._code(token, "", _lines(token)[0], token.content.rstrip("\n").split("\n"))
        self._definitions()
        return Markdown(
            links=tuple(sorted((k for k in self._links if self._shown(k.start)), key=lambda k: k.start)),
            headings=tuple(heading for heading in self._headings if self._shown(heading.start)),
            ids=frozenset(name for start, name in self._ids if self._shown(start)),
            fences=tuple(fence for fence in self._fences if self._shown(fence.start)),
            undefined=tuple(reference for reference in self._undefined if self._shown(reference.start)),
            labels=frozenset(self._used),
            footnotes="[^" in self._text,
            unread=tuple(self._unread),
            comments=tuple((start, min(end + len("-->"), len(self._text))) for start, end in self._comments),
            blocks=tuple(block for block in self._blocks if self._shown(block.start)),
            prose=tuple(prose for prose in self._prose if self._shown(prose.start)),
        )

    def _shown(self, start: int) -> bool:
        before = bisect_right(self._comments, start, key=itemgetter(0)) - 1
        return before < 0 or start >= self._comments[before][1]

    def _inline(self, token: Token, before: Token | None) -> None:
        first, last = _lines(token)
        if before is not None and before.type in ("th_open", "td_open"):
            piece = self._pieces.of_cell(token.content, first)
        else:
            piece = self._pieces.of_lines(token.content, first)
        if len(token.content) > LONGEST_PARAGRAPH:
            self._unread.append((self._pieces.line_start(first), self._pieces.line_end(last - 1)))
            return
        children: list[Token] = []
        matches: list[Match] = []
        self._env["matches"] = matches
        parser().inline.parse(token.content, parser(), self._env, children)
        for match in matches:
            self._match(piece, match)
        self._references(piece, matches)
        spans = [
            span for m in matches if m.rule == "backticks" and (span := tick_span(piece, m.start, m.end))
        ]
        spans += html_spans(piece, 0, len(piece.content))
        role = "paragraph" if before is None else _ROLES.get(before.type, "paragraph")
        self._write(piece, role, spans, int(before.tag[1:]) if before and role == "heading" else 0)
        if before is not None and before.type == "heading_open":
            text = _plain(children)
            own = _OWN_ID.search(text)
            start = piece.at(0)
            level, end = int(before.tag[1:]), self._pieces.line_end(_lines(before)[1] - 1)
            self._headings.append(Heading(text, start, False, own[1] if own else None, level, end))

    def _write(self, piece: Piece, role: Role, spans: list[CodeSpan], level: int = 0) -> None:
        if not piece.content.strip():
            return
        place = self._place
        cell = place.cell if role == "cell" else None
        inner = tuple(sorted(spans, key=lambda span: span.opens))
        self._prose.append(Prose(piece, role, inner, cell, place.item, place.quotes > 0, level))

    def _match(self, piece: Piece, match: Match) -> None:
        if match.rule == "html_inline":
            self._html(piece, match.start, match.end)
        if match.token is None:
            return
        start, end = piece.span(match.start, match.end)
        figure = match.rule == "image"
        label = match.token.meta.get("label")
        if label is not None:
            self._used[label] = self._used.get(label, False) or figure
        else:
            target = match.token.attrs["src" if figure else "href"]
            self._links.append(Link(str(target), start, end, figure))

    def _references(self, piece: Piece, matches: list[Match]) -> None:
        if "][" not in piece.content:
            return
        masked = list(piece.content)
        for match in matches:
            masked[match.start : match.end] = "\0" * (match.end - match.start)
        for found in _FULL_REFERENCE.finditer("".join(masked)):
            text, label = (piece.content[slice(*found.span(group))] for group in (1, 2))
            start, end = piece.span(*found.span())
            self._undefined.append(Reference(text, label or text, start, end))

    def _definitions(self) -> None:
        for label, definition in self._env.get("references", {}).items():
            # GitHub reads [^label] as a footnote.
            if label in self._used and not label.startswith("^"):
                first, last = definition["map"]
                start = self._text.find("[", self._pieces.line_start(first))
                end = self._pieces.line_end(last - 1)
                self._links.append(Link(definition["href"], start, end, self._used[label]))

    def _html(self, piece: Piece, start: int, end: int) -> None:
        opened = piece.content.find("<!--", start, end)
        while opened >= 0:
            first = piece.at(opened)
            if self._shown(first):
                closed = self._text.find("-->", first)
                self._comments.append((first, len(self._text) if closed < 0 else closed))
            opened = piece.content.find("<!--", opened + 4, end)
        for tag in opening_tags(piece.content, start, end):
            self._tag(piece, tag)

    def _tag(self, piece: Piece, tag: Tag) -> None:
        start = piece.at(tag.start)
        self._ids += [(start, a.value) for a in tag.attributes if a.name in ("id", "name") and a.value]
        if re.fullmatch("h[1-6]", tag.name):
            closed = _HEADING_END.search(self._text, start, start + LONGEST_HEADING)
            opened = self._text.find(">", piece.at(tag.end - 1), start + LONGEST_HEADING)
            if closed and 0 <= opened < closed.start():
                text = text_of(self._text[opened + 1 : closed.start()])
                level = int(tag.name[1])
                self._headings.append(Heading(text, start, html=True, level=level, end=closed.end()))
        for attribute in tag.attributes:
            if attribute.value is not None and attribute.name == _LEADS.get(tag.name):
                place = piece.span(attribute.start, attribute.end)
                self._links.append(Link(attribute.value, *place, figure=attribute.name != "href"))
            elif attribute.name == "srcset" and tag.name in ("img", "source"):
                for found in _SOURCE.finditer(piece.content, *attribute.written):
                    address = found[1].rstrip(",")
                    place = piece.span(found.start(), found.start() + len(address))
                    self._links.append(Link(unescape(address), *place, figure=True))

    def _fence(self, token: Token) -> None:
        first, last = _lines(token)
        content = tuple(token.content.split("\n")[:-1])
        start = self._pieces.line_start(first)
        start = self._text.find(token.markup, start)
        closed = len(content) == last - first - 2
        end = self._pieces.line_end(first)
        self._fences.append(Fence(start, end, first + 1, last, token.markup, content, closed))
        self._code(token, token.info.strip(), first + 1, content, start)

    def _code(
        self, token: Token, info: str, first: int, lines: Sequence[str], start: int | None = None
    ) -> None:
        # An empty line at the end of what `of_lines` is given would be taken for the end of the line before.
        sources = self._pieces.of_lines("\n".join(lines) + "\n", first).sources if lines else ()
        coded = tuple(CodeLine(*line) for line in zip(lines, sources, strict=True))
        last = self._pieces.line_end(_lines(token)[1] - 1)
        begin = coded[0].start if start is None else start
        self._blocks.append(CodeBlock(info, coded, begin, last))


_ROLES: dict[str, Role] = {"heading_open": "heading", "th_open": "cell", "td_open": "cell"}


class _Place:
    """The table, list and quote that a pass over block tokens is in."""

    def __init__(self) -> None:
        self.quotes = 0
        self._tables = self._row = self._column = -1
        self._items: list[list[int]] = []
        self._lists = 0

    @property
    def cell(self) -> Cell:
        """Where the cell just opened stands."""
        return Cell(self._tables, self._row, self._column)

    @property
    def item(self) -> Item | None:
        """The innermost list item."""
        return Item(*self._items[-1]) if self._items and self._items[-1][1] >= 0 else None

    def pass_over(self, token: Token) -> None:
        """Take a token into account."""
        if token.type in ("blockquote_open", "blockquote_close"):
            self.quotes += token.nesting
        elif token.type == "table_open":
            self._tables, self._row = self._tables + 1, -1
        elif token.type == "tr_open":
            self._row, self._column = self._row + 1, -1
        elif token.type in ("th_open", "td_open"):
            self._column += 1
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            self._items.append([self._lists, -1])
            self._lists += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            self._items.pop()
        elif token.type == "list_item_open":
            self._items[-1][1] += 1


def _plain(tokens: list[Token]) -> str:
    """The text of inline tokens without markup, images and HTML."""
    parts = {"softbreak": "\n", "hardbreak": "\n"}
    return "".join(
        parts.get(token.type, token.content if token.type in ("text", "text_special", "code_inline") else "")
        for token in tokens
    )


def _lines(token: Token) -> tuple[int, int]:
    """First line, 0-based, and the line after the last one."""
    if token.map is None:
        raise AssertionError(f"markdown-it-py gave no lines for {token.type}")
    return token.map[0], token.map[1]
