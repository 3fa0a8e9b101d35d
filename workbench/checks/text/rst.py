"""What a reStructuredText text holds, in the same pieces as Markdown, each with its place in the source.

Sections, literal and code blocks, lists, simple tables and tables of lists, images, links with an address,
and labels. What is not understood, such as an unknown directive, is passed over: nothing is said of it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import Cell, CodeBlock, CodeLine, Item, Prose, Role
from workbench.checks.text.markdown import Heading, Link, Markdown
from workbench.checks.text.pieces import Piece
from workbench.checks.text.rst_inline import begins_option, links_of, plain, spans_of, uses

DEEPEST = 40
"""Levels of nesting; what lies deeper is passed over."""

_RULE = regex(r"([!-/:-@[-`{-~])\1{2,}\s*$")
_UNDERLINE = regex(r"([!-/:-@[-`{-~])\1*\s*$")
_TABLE_RULE = regex(r"=+(?: +=+)+\s*$")
_GRID = regex(r"\+(?:[-=]+\+)+\s*$")
_BULLET = regex(r"(?:[-*+•]|\(?(?:\d{1,4}|#|[a-zA-Z]|[ivx]{1,5})[.)])(?: +(?=\S)|\s*$)")
_DIRECTIVE = regex(r"\.\. (?:\|(?P<name>[^|\n]+)\| )?(?P<kind>[\w:+.-]+)::(?: +(?P<words>.*))?$")
_TARGET = regex(r"\.\. _(?P<name>`[^`]+`|(?:[^:\\]|\\.)+):(?: +(?P<address>\S.*))?$")
_OPTION = regex(r"\s*:(?P<name>[\w-]+):(?: +(?P<value>.*))?$")
_DOCTEST = regex(r">>> ")
_CODE = frozenset(
    {"code", "code-block", "sourcecode", "prompt", "doctest", "testcode", "ipython", "parsed-literal"}
)
_LANGUAGES = {"doctest": "pycon", "testcode": "python", "ipython": "ipython"}
_WORDS = frozenset(
    {"note", "warning", "tip", "hint", "important", "attention", "caution", "danger", "error", "admonition"}
    | {
        "seealso",
        "versionadded",
        "versionchanged",
        "deprecated",
        "only",
        "container",
        "tab",
        "tabs",
        "tab-set",
    }
    | {
        "tab-item",
        "dropdown",
        "collapse",
        "details",
        "topic",
        "sidebar",
        "table",
        "class",
        "compound",
        "grid",
    }
    | {"grid-item", "card"}
)
"""Directives whose body is read like the text around them."""
_FIGURES = frozenset({"image", "figure"})


class _Spot(NamedTuple):
    """Where some lines stand: what they are in."""

    margin: int
    quoted: bool = False
    item: Item | None = None
    depth: int = 0


def parsed_rst(text: str) -> Markdown:
    """What a reStructuredText text holds."""
    return _Reader(text.replace("\0", "\N{REPLACEMENT CHARACTER}").replace("\r", " ")).markdown()


class _Reader:
    """One pass over the lines of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = [line.expandtabs(1) for line in text.split("\n")]
        self._starts = [0]
        for line in self._lines[:-1]:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._levels: list[tuple[str, bool]] = []
        self._links: list[Link] = []
        self._headings: list[Heading] = []
        self._ids: set[str] = set()
        self._named: list[tuple[str, Link]] = []
        self._used: set[str] = set()
        self._comments: list[tuple[int, int]] = []
        self._blocks: list[CodeBlock] = []
        self._prose: list[Prose] = []
        self._lists = self._tables = 0

    def markdown(self) -> Markdown:
        self._read(0, len(self._lines), _Spot(0))
        links = [*self._links, *(link for name, link in self._named if name in self._used)]
        return Markdown(
            links=tuple(sorted(links, key=lambda link: link.start)),
            headings=tuple(self._headings),
            ids=frozenset(self._ids),
            fences=(),
            undefined=(),
            labels=frozenset(),
            footnotes=False,
            unread=(),
            comments=tuple(self._comments),
            blocks=tuple(sorted(self._blocks, key=lambda block: block.start)),
            prose=tuple(sorted(self._prose, key=lambda prose: prose.start)),
        )

    def _read(self, first: int, last: int, spot: _Spot) -> None:
        """Take in the lines of a body that begins at a margin."""
        at = first
        while at < last and spot.depth < DEEPEST:
            if not self._lines[at].strip():
                at += 1
            elif self._indent(at) > spot.margin:
                at = self._quote(at, last, spot)
            else:
                at = max(self._block(at, last, spot), at + 1)

    def _block(self, at: int, last: int, spot: _Spot) -> int:
        """Take in the block that begins on a line; the line after it."""
        line = self._lines[at].strip()
        if spot.margin == 0 and (end := self._heading(at, last)):
            return end
        if line == ".." or line.startswith(".. "):
            return self._explicit(at, last, spot)
        if _TABLE_RULE.match(line):
            return self._simple_table(at, last, spot)
        if _RULE.match(line) or _GRID.match(line) or line == "__":
            return self._paragraph_end(at, last)
        if _BULLET.match(line):
            return self._list(at, last, spot)
        if _DOCTEST.match(line):
            end = self._paragraph_end(at, last)
            self._code("pycon", at, end, self._starts[at] + spot.margin)
            return end
        return self._paragraph(at, last, spot)

    def _indent(self, number: int) -> int:
        line = self._lines[number]
        return len(line) - len(line.lstrip())

    def _paragraph_end(self, at: int, last: int) -> int:
        return next((n for n in range(at, last) if not self._lines[n].strip()), last)

    def _body_end(self, at: int, last: int, margin: int) -> int:
        """The line after the last one, from a line on, that is indented more than a margin."""
        end = at
        for number in range(at, last):
            if self._lines[number].strip():
                if self._indent(number) <= margin:
                    break
                end = number + 1
        return end

    def _inner_margin(self, first: int, last: int) -> int:
        return min((self._indent(n) for n in range(first, last) if self._lines[n].strip()), default=0)

    def _heading(self, at: int, last: int) -> int:
        """Take in a section's title; 0 where none begins on a line."""
        line = self._lines[at].rstrip()
        over = _RULE.match(line) is not None
        title = at + over
        if title + 1 >= last or not self._lines[title].strip() or _RULE.match(self._lines[title]):
            return 0
        rule, words = self._lines[title + 1].rstrip(), self._lines[title].rstrip()
        found = _UNDERLINE.match(rule)
        if found is None or (over and rule != line) or len(rule) < min(len(words), 4):
            return 0
        if not over and self._indent(title):
            return 0
        style = (found[1], over)
        if style not in self._levels:
            self._levels.append(style)
        level = min(self._levels.index(style) + 1, 6)
        piece = self._piece(title, title + 1)
        self._headings.append(
            Heading(plain(piece.content), piece.at(0), level=level, end=self._starts[title + 1] + len(rule))
        )
        self._write(piece, "heading", _Spot(0), level=level)
        return title + 2

    def _quote(self, at: int, last: int, spot: _Spot) -> int:
        end = self._body_end(at, last, spot.margin)
        # What follows its line at once is a definition.
        quoted = spot.quoted or at == 0 or not self._lines[at - 1].strip()
        inner = _Spot(self._inner_margin(at, end), quoted, spot.item, spot.depth + 1)
        self._read(at, end, inner)
        return end

    def _list(self, at: int, last: int, spot: _Spot) -> int:
        """Take in a list, item by item."""
        number, self._lists, count = self._lists, self._lists + 1, 0
        while at < last:
            line = self._lines[at]
            found = _BULLET.match(line.strip()) if self._indent(at) == spot.margin else None
            if found is None:
                break
            column = spot.margin + found.end()
            self._lines[at] = " " * min(column, len(line)) + line[column:]
            end = max(self._body_end(at + 1, last, spot.margin), at + 1)
            self._read(at, end, _Spot(column, spot.quoted, Item(number, count), spot.depth + 1))
            at, count = end, count + 1
            while at < last and not self._lines[at].strip():
                at += 1
        return at

    def _paragraph(self, at: int, last: int, spot: _Spot) -> int:
        """Take in a paragraph, or the term of a definition, and the literal block that it announces."""
        end = at + 1
        listed = begins_option(self._lines[at].strip())
        while end < last and self._lines[end].strip() and self._indent(end) == spot.margin and not listed:
            end += 1
        piece = self._piece(at, end)
        self._write(piece, "paragraph", spot)
        if not piece.content.rstrip().endswith("::"):
            return end
        first = end
        while first < last and not self._lines[first].strip():
            first += 1
        body = self._body_end(first, last, spot.margin)
        if body > first:
            self._code("", first, body, self._starts[first] + self._indent(first))
        return max(body, end)

    def _explicit(self, at: int, last: int, spot: _Spot) -> int:
        """Take in a directive, a label or a comment."""
        end = max(self._body_end(at + 1, last, spot.margin), at + 1)
        line = self._lines[at].strip()
        directive, target = _DIRECTIVE.match(line), _TARGET.match(line)
        if directive is not None:
            self._directive(directive, at, end, spot)
        elif target is not None:
            self._target(target, at)
        elif not line.startswith((".. [", ".. |", ".. __", ".. _")):
            self._comments.append((self._starts[at] + spot.margin, self._line_end(end - 1)))
        return end

    def _line_end(self, number: int) -> int:
        return self._starts[number] + len(self._lines[number].rstrip())

    def _target(self, target: re.Match[str], at: int) -> None:
        name = target["name"].strip("`").replace("\\", "").casefold()
        address = target["address"]
        if address is None:
            self._ids.update((name, re.sub(r"[^a-z0-9]+", "-", name).strip("-")))
        elif not address.endswith("_"):
            start = self._starts[at] + self._indent(at)
            self._named.append((name, Link(address.strip("`"), start, self._line_end(at))))

    def _directive(self, found: re.Match[str], at: int, end: int, spot: _Spot) -> None:
        kind, words = found["kind"].rpartition(":")[2].lower(), (found["words"] or "").strip()
        start = self._starts[at] + self._indent(at)
        first, options = at + 1, dict[str, tuple[str, int]]()
        while first < end and (option := _OPTION.match(self._lines[first])):
            options[option["name"]] = (option["value"] or "", first)
            first += 1
        while first < end and not self._lines[first].strip():
            first += 1
        if kind in _FIGURES:
            self._figure(words, options, start, at)
            self._read(first, end, self._inside(first, end, spot))
        elif kind in _CODE:
            language = _LANGUAGES.get(kind, words.split(" ")[0] if kind != "parsed-literal" else "text")
            if first < end:
                self._code(language, first, end, start)
        elif kind == "list-table":
            self._list_table(first, end, spot)
        elif kind in _WORDS:
            self._read(first, end, self._inside(first, end, spot))

    def _inside(self, first: int, end: int, spot: _Spot) -> _Spot:
        return _Spot(self._inner_margin(first, end), spot.quoted, spot.item, spot.depth + 1)

    def _figure(self, address: str, options: dict[str, tuple[str, int]], start: int, at: int) -> None:
        if address:
            self._links.append(Link(address, start, self._line_end(at), figure=True))
        target, line = options.get("target", ("", 0))
        if target and not target.endswith("_"):
            self._links.append(Link(target, self._starts[line] + self._indent(line), self._line_end(line)))

    def _code(self, language: str, first: int, end: int, start: int) -> None:
        margin = self._inner_margin(first, end)
        lines = tuple(
            CodeLine(self._source(n)[margin:].rstrip(), self._starts[n] + min(margin, len(self._lines[n])))
            for n in range(first, end)
        )
        self._blocks.append(CodeBlock(language, lines, start, self._line_end(end - 1)))

    def _source(self, number: int) -> str:
        return self._text[self._starts[number] : self._starts[number] + len(self._lines[number])]

    def _simple_table(self, at: int, last: int, spot: _Spot) -> int:
        """Take in the cells of a table that is drawn with `===  ===`."""
        rules = [at]
        end = at + 1
        while end < last and len(rules) < 3:
            if _TABLE_RULE.match(self._lines[end].strip()):
                rules.append(end)
                if end + 1 >= last or not self._lines[end + 1].strip():
                    break
            end += 1
        if len(rules) < 2:
            return self._paragraph_end(at, last)
        columns = [found.start() for found in re.finditer("=+", self._lines[at])]
        table, self._tables, row = self._tables, self._tables + 1, -1 if len(rules) > 2 else 0
        for number in range(at + 1, rules[-1]):
            line = self._lines[number]
            if number in rules or not line.strip():
                continue
            # A line without a first cell goes on with the row before.
            row += bool(line[: columns[1]].strip()) or row < 0
            self._row(number, columns, table, row, spot)
        return rules[-1] + 1

    def _row(self, number: int, columns: list[int], table: int, row: int, spot: _Spot) -> None:
        line = self._lines[number]
        for column, (begin, until) in enumerate(zip(columns, [*columns[1:], len(line)], strict=True)):
            words = line[begin:until].strip()
            if words:
                start = line.index(words, begin)
                piece = Piece(words, (0,), (self._starts[number] + start,))
                self._write(piece, "cell", spot, cell=Cell(table, row, column))

    def _list_table(self, first: int, end: int, spot: _Spot) -> None:
        """Take in the cells of a table that is written as a list of lists."""
        table, self._tables, row, column = self._tables, self._tables + 1, -1, -1
        for number in range(first, end):
            line = self._lines[number]
            opened = re.match(r"\s*(?P<row>[*-] +)?[-*](?: +|$)", line)
            if opened is not None:
                row, column = (row + 1, 0) if opened["row"] else (row, column + 1)
            words = line[opened.end() if opened else 0 :].strip()
            if words and row >= 0:
                piece = Piece(
                    words, (0,), (self._starts[number] + line.index(words, opened.end() if opened else 0),)
                )
                self._write(piece, "cell", spot, cell=Cell(table, row, column))

    def _piece(self, first: int, last: int) -> Piece:
        content, starts, sources = list[str](), list[int](), list[int]()
        offset = 0
        for number in range(first, last):
            words = self._lines[number].strip()
            starts.append(offset)
            sources.append(self._starts[number] + self._indent(number))
            content.append(words)
            offset += len(words) + 1
        return Piece("\n".join(content), tuple(starts), tuple(sources))

    def _write(
        self, piece: Piece, role: Role, spot: _Spot, *, cell: Cell | None = None, level: int = 0
    ) -> None:
        self._prose.append(Prose(piece, role, tuple(spans_of(piece)), cell, spot.item, spot.quoted, level))
        self._links.extend(self._inline_links(piece))
        self._used.update(uses(piece.content))

    def _inline_links(self, piece: Piece) -> Iterator[Link]:
        for target, start, end in links_of(piece.content):
            yield Link(target, *piece.span(start, end))
