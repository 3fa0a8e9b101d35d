"""A page's words in paragraphs and sentences, to be counted: code and tags are blanked where they are."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from workbench.checks.outcome import printable
from workbench.checks.regex import regex
from workbench.checks.text.code import Prose
from workbench.checks.text.page import Page
from workbench.core.text.display_text import shortened

LONGEST_SAID = 90
"""Cells of a sentence that a fact quotes."""
MOST_STRETCHES = 5_000
MOST_CHARACTERS = 200_000
"""How many paragraphs, items, cells and headings, and up to which offset, are counted: a book's chapter."""

_END = regex(r"[.!?]+[\"')\]*_”’]{0,4}(?=\s|\Z)|[。！？]+[」』）]{0,3}|\n[ \t]*\n|<br ?/?>")
_SHORT = regex(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|sec|resp|Dr|Mr|Ms|St)|\b[A-Z])\.\Z", re.I)
_TARGET = regex(r"\]\([^()\s]{0,500}(?:\s[^()]{0,200})?\)|\bhttps?://[^\s<>)\]]{1,500}")
_KANA = regex("[\u3041-\u309f\u30a1-\u30fa]")
_CHARACTER = regex("[\u3041-\u30ff\u3400-\u9fff々]")
_TOKEN = regex(r"[^\W_]+")
_WORD = regex(r"[^\W_]+(?:['’.-][^\W_]+)*")


@dataclass(frozen=True)
class Sentence:
    """One sentence, or what stands for one in a list, a table or a heading."""

    text: str
    """As it is written, with its markup."""
    words: str
    """The same with a blank for each character of code, of tags and of what links lead to."""
    prose: Prose
    """The paragraph, heading or cell that it is of."""
    line: int
    """1-based."""

    @cached_property
    def japanese(self) -> bool:
        """Whether it holds kana."""
        return bool(_KANA.search(self.words))

    @cached_property
    def tokens(self) -> tuple[tuple[str, int], ...]:
        """Its words without case, each with its offset; an apostrophe parts two."""
        return tuple((word[0].casefold(), word.start()) for word in _TOKEN.finditer(self.words))

    @cached_property
    def length(self) -> int:
        """In words; of Japanese, in characters that are no Latin letters."""
        measure = _CHARACTER if self.japanese else _WORD
        return sum(1 for _ in measure.finditer(self.words))

    @property
    def said(self) -> str:
        """Its beginning, fit to be quoted on one line."""
        return quoted(self.text)


@dataclass(frozen=True)
class Words:
    """Everything of a page that is read as words, in the order of the text."""

    page: Page

    @cached_property
    def counted(self) -> tuple[Prose, ...]:
        """The stretches that are counted, from the beginning of the text."""
        most = self.page.markdown.prose[:MOST_STRETCHES]
        return tuple(prose for prose in most if prose.start < MOST_CHARACTERS)

    @property
    def whole(self) -> bool:
        """Whether that is everything."""
        return len(self.counted) == len(self.page.markdown.prose)

    @cached_property
    def paragraphs(self) -> tuple[tuple[Sentence, ...], ...]:
        """The sentences of every paragraph, list item and quote; of no heading, table and stretch of HTML."""
        by_prose = groupby(self.everything, key=lambda sentence: id(sentence.prose))
        found = (tuple(sentences) for _, sentences in by_prose)
        return tuple(paragraph for paragraph in found if paragraph[0].prose.role == "paragraph")

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of its paragraphs."""
        return tuple(sentence for paragraph in self.paragraphs for sentence in paragraph)

    @cached_property
    def everything(self) -> tuple[Sentence, ...]:
        """The sentences of everything, headings and tables too."""
        return tuple(s for prose in self.counted for s in _sentences(self.page, prose))

    @cached_property
    def japanese(self) -> bool:
        """Whether any sentence of it is Japanese."""
        return any(sentence.japanese for sentence in self.everything)


def quoted(text: str) -> str:
    """Some words of the text between quotation marks: one line, nothing hidden, not too long."""
    return f'"{shortened(printable(text[: 4 * LONGEST_SAID]), LONGEST_SAID)}"'


def _sentences(page: Page, prose: Prose) -> Iterator[Sentence]:
    text = prose.text
    words = _TARGET.sub(lambda found: " " * len(found[0]), prose.masked())
    start = 0
    for end in _ends(words):
        if words[start:end].strip():
            first = start + len(text[start:end]) - len(text[start:end].lstrip())
            yield Sentence(text[start:end], words[start:end], prose, page.line(prose.at(first)))
        start = end


def _ends(words: str) -> Iterator[int]:
    for found in _END.finditer(words):
        if not _SHORT.search(words, max(0, found.start() - 8), found.start() + 1):
            yield found.end()
    yield len(words)
