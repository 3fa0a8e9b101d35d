"""Source text of languages with C's kind of comments, as tokens: JavaScript, TypeScript, Go, Rust, Groovy.

Comments are left out and strings are whole, so no declaration is ever seen in either.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from workbench.checks.regex import regex
from workbench.core.readings import Evidence

Language = Literal["javascript", "go", "rust", "groovy"]
TokenKind = Literal["name", "text", "number", "sign"]

MOST_TOKENS = 200_000


@dataclass(frozen=True, slots=True)
class Token:
    """A name, a string, a number or a sign."""

    kind: TokenKind
    text: str
    """Of a string, what stands between its quotes, with its plain escapes undone."""
    line: int
    """1-based."""
    whole: bool = True
    """Whether a string's text is all there is: False where values are put into it."""


@dataclass(frozen=True)
class Source:
    """One file's tokens."""

    path: str
    lines: Sequence[str]
    tokens: Sequence[Token]

    def evidence(self, line: int) -> Evidence:
        """A 1-based line of it."""
        text = self.lines[line - 1].strip()[:200] if 0 < line <= len(self.lines) else ""
        return Evidence(self.path, line, text)


_COMMON = r"(?P<blank>\s+)|(?P<line>//[^\n]*)|(?P<block>/\*(?:[^*]|\*(?!/))*(?:\*/|$))"
_NAME = r"(?P<name>[A-Za-z_$][\w$]*)"
_NUMBER = r"(?P<number>\d[\w.]*)"
_DOUBLE = r"\"(?:[^\"\\\n]|\\.|\\\Z)*(?:\"|(?=\n)|\Z)"
_SINGLE = r"'(?:[^'\\\n]|\\.|\\\Z)*(?:'|(?=\n)|\Z)"
_SIGN = r"(?P<sign>=>|::|->|:=|\?\?|\|\||&&|[^\s])"
_PATTERNS: dict[Language, re.Pattern[str]] = {
    "javascript": regex(
        rf"{_COMMON}|(?P<shebang>\A#![^\n]*)|(?P<text>{_DOUBLE}|{_SINGLE})|(?P<tick>`)|{_NAME}|{_NUMBER}|{_SIGN}",
        re.S,
    ),
    "go": regex(
        rf"{_COMMON}|(?P<text>{_DOUBLE}|`[^`]*`)|(?P<rune>{_SINGLE})|{_NAME}|{_NUMBER}|{_SIGN}", re.S
    ),
    "rust": regex(
        rf"{_COMMON}|(?P<raw>b?r#*\")|(?P<text>b?\"(?:[^\"\\]|\\.|\\\Z)*(?:\"|\Z))"
        rf"|(?P<rune>b?'(?:[^'\\\n]|\\[^\n]{{1,10}})')|(?P<life>'[A-Za-z_]\w*)|{_NAME}|{_NUMBER}|{_SIGN}",
        re.S,
    ),
    "groovy": regex(
        rf"{_COMMON}|(?P<three>\"\"\"|''')|(?P<text>{_DOUBLE}|{_SINGLE})|{_NAME}|{_NUMBER}|{_SIGN}", re.S
    ),
}
_ESCAPES = regex(r"\\(.)", re.S)
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
_REGEX = regex(r"/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,60}\]){1,300}/[a-z]*")
_BEFORE_REGEX = frozenset("(,=:[!&|?{};+-*%<>~^") | {"=>", "&&", "||", "??"}
_WORDS_BEFORE_REGEX = frozenset({"return", "typeof", "case", "in", "of", "delete", "void"})


def source_of(path: str, text: str, language: Language) -> Source:
    """The tokens of a file's text."""
    return Source(path, text.split("\n"), tuple(_tokens(text, language)))


def _tokens(text: str, language: Language) -> Iterator[Token]:
    pattern = _PATTERNS[language]
    at, line, count = 0, 1, 0
    before: Token | None = None
    while at < len(text) and count < MOST_TOKENS:
        if language == "javascript" and text[at] == "/" and _may_be_regex(before):
            regex = _REGEX.match(text, at)
            if regex is not None:
                before, at = Token("text", "", line, whole=False), regex.end()
                continue
        found = pattern.match(text, at)
        if found is None:
            break
        kind, end = found.lastgroup or "", found.end()
        if kind == "tick":
            end = _template_end(text, at)
        elif kind in ("raw", "three"):
            end = _closed(text, found[0].lstrip("br")[::-1], end)
        token = _token(kind, text[at:end], line, language)
        line += text.count("\n", at, end)
        at = end
        if token is not None:
            before, count = token, count + 1
            yield token


def _closed(text: str, mark: str, at: int) -> int:
    """The offset after the next mark; the end where there is none."""
    found = text.find(mark, at)
    return len(text) if found < 0 else found + len(mark)


def _may_be_regex(before: Token | None) -> bool:
    """Whether a slash begins a regular expression, by what stands before it."""
    if before is None:
        return True
    if before.kind == "sign":
        return before.text in _BEFORE_REGEX
    return before.kind == "name" and before.text in _WORDS_BEFORE_REGEX


def _token(kind: str, written: str, line: int, language: Language) -> Token | None:
    if kind in ("name", "number", "sign"):
        return Token("name" if kind == "name" else "number" if kind == "number" else "sign", written, line)
    if kind == "raw":
        begin = written.index('"') + 1
        return Token("text", written[begin : max(written.rfind('"'), begin)], line)
    if kind == "three":
        inner = written[3:].removesuffix(written[:3])
        return Token("text", _unescaped(inner), line, whole="$" not in inner)
    if kind == "tick":
        inner = written.strip("`")
        return Token("text", _unescaped(inner), line, whole="${" not in inner)
    if kind == "rune":
        return Token("text", _unescaped(written.lstrip("b")[1:-1]), line)
    if kind == "text":
        return _string(written, line, language)
    return None


def _string(written: str, line: int, language: Language) -> Token:
    if language == "go" and written[0] == "`":
        return Token("text", written[1:-1], line)
    opened = written.lstrip("b")
    inner = _unescaped(opened[1:].removesuffix(opened[0]))
    return Token("text", inner, line, whole=not (language == "groovy" and written[0] == '"' and "$" in inner))


def _unescaped(text: str) -> str:
    return _ESCAPES.sub(lambda found: _PLAIN.get(found[1], found[1]), text) if "\\" in text else text


def _template_end(text: str, at: int) -> int:
    """The offset after a template literal, whose `${}` may hold others."""
    end, depth = at + 1, 0
    while end < len(text):
        char = text[end]
        if char == "\\":
            end += 1
        elif depth == 0 and char == "`":
            return end + 1
        elif text.startswith("${", end):
            depth, end = depth + 1, end + 1
        elif depth and char in "{}":
            depth += 1 if char == "{" else -1
        end += 1
    return len(text)


_OPENS, _CLOSES = {"(": ")", "[": "]", "{": "}"}, frozenset(")]}")


def closing(tokens: Sequence[Token], at: int) -> int:
    """Where the bracket that a token opens is closed; the end where it never is."""
    depth = 0
    for number in range(at, len(tokens)):
        token = tokens[number]
        if token.kind == "sign":
            depth += (token.text in _OPENS) - (token.text in _CLOSES)
            if depth <= 0:
                return number
    return len(tokens)


def parts(tokens: Sequence[Token], start: int, end: int, sign: str = ",") -> list[tuple[int, int]]:
    """The stretches between two places that a sign outside brackets parts; empty ones are left out."""
    found, first, at = [], start, start
    while at < end:
        token = tokens[at]
        if token.kind == "sign" and token.text in _OPENS:
            at = min(closing(tokens, at), end)
        elif token.kind == "sign" and token.text == sign:
            found.append((first, at))
            first = at + 1
        at += 1
    found.append((first, end))
    return [(begin, last) for begin, last in found if begin < last]


def is_sign(tokens: Sequence[Token], at: int, text: str) -> bool:
    """Whether a sign stands at a place."""
    return 0 <= at < len(tokens) and tokens[at].kind == "sign" and tokens[at].text == text


def is_name(tokens: Sequence[Token], at: int, text: str | None = None) -> bool:
    """Whether a name stands at a place, or this one."""
    return 0 <= at < len(tokens) and tokens[at].kind == "name" and text in (None, tokens[at].text)
