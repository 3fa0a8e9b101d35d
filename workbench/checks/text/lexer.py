"""Words and operators of command lines, each with its place.

A POSIX shell's quoting and operators (IEEE 1003.1, Shell Command Language, 2.2 to 2.4), as far as a
documented command uses them; of PowerShell and cmd only that a backslash is a character like others, and
what continues a line. Nothing is expanded.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import CodeLine
from workbench.checks.text.pieces import Piece

_PASSED = regex(r"[^\S\n]+|#.*")
_OPERATOR = regex(r"&&|\|\||\|&|\||;;|;|&>>|&>|&|>>|>&|>\||>|<<<|<<-|<<|<&|<|\(|\)")
_PLACEHOLDER = regex(r"<\w[\w .:/|-]{0,100}>")
_CONTINUED = regex(r"\\[^\S\n]*(?:\n|\Z)")
_CONTINUED_WINDOWS = regex(r"(?:(?<=\s)`|\^)[^\S\n]*(?:\n|\Z)")
_PLAIN = regex(r"[^\s\\'\"`$<>|&;()]+")
_PLAIN_WINDOWS = regex(r"[^\s'\"$<>|&;()]+")
_VARIABLE = regex(r"\$\{[^}\n]{0,200}\}|\$")
_CALL = regex(r"\([^()\n]{0,200}\)|\(")
_DOUBLE = regex(r'(?:[^"\\]|\\.)*+', re.DOTALL)
_BRACKET = regex(r"[()]")
_GOING_ON = frozenset({"|", "|&", "&&", "||"})
_HERE = frozenset({"<<", "<<-"})


class Token(NamedTuple):
    """A word, or an operator; a line's end is the operator `;` unless the command goes on."""

    text: str
    """Without quotes and escapes."""
    start: int
    """Offset in the source of its first character, quotes included."""
    end: int
    operator: bool = False


def tokens(lines: Sequence[CodeLine], *, windows: bool = False) -> Iterator[Token]:
    """The words and operators of some lines; comments and the text of here-documents are passed over."""
    return _Lexer(lines, windows).tokens()


class _Lexer:
    """One pass over lines that are joined, since quotes may go over their ends."""

    def __init__(self, lines: Sequence[CodeLine], windows: bool) -> None:
        starts, offset = [], 0
        for line in lines:
            starts.append(offset)
            offset += len(line.text) + 1
        self._text = "\n".join(line.text for line in lines)
        self._piece = Piece(self._text, tuple(starts), tuple(line.start for line in lines))
        self._windows = windows
        self._plain = _PLAIN_WINDOWS if windows else _PLAIN
        self._continued = _CONTINUED_WINDOWS if windows else _CONTINUED
        self._unclosed: set[tuple[str, int]] = set()

    def tokens(self) -> Iterator[Token]:
        at, last, delimiters = 0, "", list[str]()
        while at < len(self._text):
            passed = _PASSED.match(self._text, at) or self._continued.match(self._text, at)
            if passed is not None:
                at = passed.end()
                continue
            token, end = self._next(at)
            if self._text[at] == "\n":
                end, delimiters = self._behind(end, delimiters), []
            elif last in _HERE:
                delimiters.append(token.text)
            if self._text[at] != "\n" or last not in _GOING_ON:
                yield token
                last = token.text if token.operator else ""
            at = end

    def _next(self, at: int) -> tuple[Token, int]:
        """The token at an offset, and the offset after it."""
        if self._text[at] == "\n":
            place = self._piece.at(at)
            return Token(";", place, place, operator=True), at + 1
        simple = self._plain.match(self._text, at)
        if simple is not None and (simple.end() == len(self._text) or self._text[simple.end()] in " \n"):
            # Words without quotes and the like, that is most of them, need no closer look.
            return Token(simple[0], *self._piece.span(at, simple.end())), simple.end()
        found = _OPERATOR.match(self._text, at)
        if found is not None and not _PLACEHOLDER.match(self._text, at):
            return Token(found[0], *self._piece.span(at, found.end()), operator=True), found.end()
        word, end = self._word(at)
        return Token(word, *self._piece.span(at, end)), end

    def _behind(self, at: int, delimiters: list[str]) -> int:
        """The offset after the here-documents that begin at one; one that never ends is none."""
        for delimiter in delimiters:
            ends = self._ends.get(delimiter, ())
            number = bisect_left(ends, at)
            if number < len(ends):
                at = min(self._line_end(ends[number]) + 1, len(self._text))
        return at

    @cached_property
    def _ends(self) -> dict[str, list[int]]:
        """The offsets of the lines that may end a here-document, by what they say."""
        found: dict[str, list[int]] = {}
        for start in self._piece.starts:
            line = self._text[start : self._line_end(start)].strip()
            if line:
                found.setdefault(line, []).append(start)
        return found

    def _line_end(self, at: int) -> int:
        number = bisect_right(self._piece.starts, at)
        return self._piece.starts[number] - 1 if number < len(self._piece.starts) else len(self._text)

    def _word(self, start: int) -> tuple[str, int]:
        """A word and the offset after it, which is beyond its start."""
        parts: list[str] = []
        at = start
        while at < len(self._text) and not self._text[at].isspace():
            if at > start and self._continued.match(self._text, at):
                break
            made, end = self._part(at, start)
            if end == at:
                break
            parts.append(made)
            at = end
        if at == start:
            return self._text[start], start + 1
        return "".join(parts), at

    def _part(self, at: int, start: int) -> tuple[str, int]:
        """A stretch of a word and the offset after it; the same offset where the word ends."""
        text = self._text
        if found := self._plain.match(text, at):
            return found[0], found.end()
        if text[at] == "\\":
            return text[at + 1 : at + 2], min(at + 2, len(text))
        if text[at] in "'\"":
            end = self._quote_end(at, start)
            return text[at + 1 : end], min(end + 1, len(text)) if text[end : end + 1] == text[at] else end
        if text[at] == "`" or text.startswith("$(", at):
            end = self._nested_end(at)
            return text[at:end], end
        pattern = {"$": _VARIABLE, "<": _PLACEHOLDER}.get(text[at], _CALL if at > start else None)
        found = pattern.match(text, at) if pattern else None
        return (found[0], found.end()) if found else ("", at)

    def _quote_end(self, at: int, start: int) -> int:
        """Where a quote ends: on its line, else further down where it begins a word or a value.

        Where nothing ends it, that is the end of the line: an apostrophe of a sentence, say.
        """
        sign, line_end = self._text[at], self._line_end(at)
        end = self._closing(sign, at + 1, line_end)
        if end is None and (at == start or self._text[at - 1] in "=:$"):
            end = self._closing(sign, line_end, len(self._text))
        return line_end if end is None else end

    def _closing(self, sign: str, at: int, until: int) -> int | None:
        if (sign, until) in self._unclosed:
            return None
        if sign == "'" or self._windows:
            end = self._text.find(sign, at, until)
        else:
            found = _DOUBLE.match(self._text, at, until)
            end = found.end() if found and self._text.startswith(sign, found.end(), until) else -1
        if end < 0:
            self._unclosed.add((sign, until))
            return None
        return end

    def _nested_end(self, at: int) -> int:
        """After a command inside a word; at the end of the line where it never ends."""
        line_end = self._line_end(at)
        if self._text[at] == "`":
            closed = self._text.find("`", at + 1, line_end)
            return line_end if closed < 0 else closed + 1
        depth = 0
        for sign in _BRACKET.finditer(self._text, at, line_end):
            depth += 1 if sign[0] == "(" else -1
            if depth == 0:
                return sign.end()
        return line_end
