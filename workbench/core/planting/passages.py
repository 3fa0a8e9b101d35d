"""A text as planting sees it: its sentences, code blocks, numbered lists and sections, with their places."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from workbench.core.planting.candidates import Stretch
from workbench.core.text.document import Document

_END = re.compile(r"(?<=[.!?])[)\"'*_]*[ \t\n]+(?=[A-Z\[(*`_\"0-9>])|(?<=[。！？])[）」]?|(?<=:)\n")
_SHORT = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|approx|v|ver|no|[A-Z])\.$", re.IGNORECASE)
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|(?P<number>\d{1,3})[.)])[ \t]+(?=\S)")
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]?)+(?!\[!)")
_MARKED = re.compile(
    r"[ \t]*(?:<|\||>|&\w+;[ \t]*$|#{1,6}[ \t]|={3,}[ \t]*$|-{3,}[ \t]*$|!\[|\[!|\[[^\]]+\]:)"
)
_KANA = re.compile(r"[぀-ヿ]")
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]{3,}|[ァ-ヶー]{2,}|[一-龯]{2,}")
_CODE = re.compile(r"`[^`]*`")
_LINK_TARGET = re.compile(r"\]\([^()\s]*\)|https?://\S+|<[^<>]*>")
_COMMON = (
    "this", "that", "these", "those", "with", "from", "into", "your", "yours", "have", "will", "would",
    "could", "should", "which", "when", "where", "what", "also", "more", "most", "some", "such", "only",
    "very", "each", "other", "than", "then", "them", "they", "their", "there", "here", "been", "being",
    "about", "after", "before", "over", "under", "make", "made", "does", "using", "used", "uses", "like",
    "just", "because", "while", "both", "many", "much", "case", "following", "example", "examples",
    "below", "above", "first", "second", "last", "want", "need", "needs",
)  # fmt: skip
_SHORT_WORDS = 80
"""Characters by which a key names a place: its line is another one in the copy."""
_PROGRAMS = ("", "bash", "sh", "shell", "console", "zsh", "powershell", "shell-session", "terminal")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of running text or of a list."""

    start: int
    end: int
    text: str
    in_list: bool
    last: bool
    """Whether its paragraph ends with it."""

    @property
    def stretch(self) -> Stretch:
        """Where it stands."""
        return Stretch(self.start, self.end)

    @property
    def japanese(self) -> bool:
        """Whether it holds kana."""
        return bool(_KANA.search(self.text))

    @property
    def words(self) -> frozenset[str]:
        """Its telling words, folded, without targets of links."""
        return telling(self.text)


def telling(text: str) -> frozenset[str]:
    """The words of a text that say what it is about, folded; common ones are left out."""
    found = {word.casefold() for word in _WORD.findall(_LINK_TARGET.sub(" ", text))}
    return frozenset(found.difference(_COMMON))


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line of a code block, without its newline."""

    start: int
    end: int
    text: str

    @property
    def stretch(self) -> Stretch:
        """Where it stands, its newline included."""
        return Stretch(self.start, self.end + 1)


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A fenced code block."""

    language: str
    lines: tuple[CodeLine, ...]
    """Without the fences."""

    @property
    def holds_commands(self) -> bool:
        """Whether a shell would run it."""
        return self.language in _PROGRAMS


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a numbered list, on its line."""

    number: int
    start: int
    end: int
    """With its newline."""
    text: str
    digits: Stretch


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with all that stands under it."""

    title: str
    level: int
    start: int
    end: int
    body: str
    """Without the heading."""

    @property
    def stretch(self) -> Stretch:
        """Where it stands."""
        return Stretch(self.start, self.end)


@dataclass(frozen=True)
class Passages:
    """What is where in a text; each part is worked out when first asked for."""

    text: str
    """Newlines as `\\n`."""

    @cached_property
    def document(self) -> Document:
        """Its structure."""
        return Document(self.text)

    @cached_property
    def japanese(self) -> bool:
        """Whether it is mostly in Japanese."""
        return len(_KANA.findall(self.text)) > len(self.text) / 20

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences outside code, tables, quotes, headings and HTML, in order."""
        found: list[Sentence] = []
        for start, end, in_list in self._stretches():
            found += _split(self.text, start, end, in_list)
        return tuple(found)

    @cached_property
    def blocks(self) -> tuple[CodeBlock, ...]:
        """The fenced code blocks, in order."""
        document, found = self.document, []
        for lines in document.fenced_lines:
            first = document.lines[lines.start - 1].strip().strip("`~").split()
            made = tuple(
                CodeLine(document.line_starts[n], document.line_starts[n] + len(line), line)
                for n, line in enumerate(document.lines[: lines.stop - 2])
                if n >= lines.start
            )
            found.append(CodeBlock(first[0].casefold() if first else "", made))
        return tuple(found)

    @cached_property
    def numbered(self) -> tuple[tuple[Item, ...], ...]:
        """The numbered lists whose items are a line each, with at least two of them."""
        lists: list[list[Item]] = []
        open_at = -1
        for n, start, line in self._plain_lines():
            found = _ITEM.match(line)
            if not found or found["number"] is None or found["indent"]:
                continue
            digits = Stretch(start + found.start("number"), start + found.end("number"))
            item = Item(int(found["number"]), start, start + len(line) + 1, line[found.end() :], digits)
            goes_on = n == open_at + 1 and lists and lists[-1][-1].number + 1 == item.number
            if goes_on:
                lists[-1].append(item)
            else:
                lists.append([item])
            open_at = n
        return tuple(tuple(each) for each in lists if len(each) > 1)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Every section with all that stands under it, in order; only those whose heading begins with `#`."""
        headings, made = self.document.headings, []
        for at, heading in enumerate(headings):
            later = (h.start for h in headings[at + 1 :] if h.level <= heading.level)
            end = next(later, len(self.text))
            if self.text.startswith("#", heading.start):
                body = self.text[heading.start : end].partition("\n")[2]
                made.append(Section(heading.title, heading.level, heading.start, end, body))
        return tuple(made)

    def sentence_at(self, offset: int) -> Sentence | None:
        """The sentence that an offset is in."""
        return next((s for s in self.sentences if s.start <= offset < s.end), None)

    def line_at(self, offset: int) -> Stretch:
        """The line that an offset is in, with its newline."""
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        return Stretch(start, len(self.text) if end < 0 else end + 1)

    def around(self, offset: int) -> Stretch:
        """The sentence that an offset is in, else its line."""
        sentence = self.sentence_at(offset)
        return sentence.stretch if sentence else self.line_at(offset)

    def is_name(self, word: str) -> bool:
        """Whether a word is the name of something: in running text it never begins with a small letter."""
        return word[:1].isupper() and not re.search(
            rf"\b{re.escape(word[0].lower() + word[1:])}\b", self._plain
        )

    @cached_property
    def _plain(self) -> str:
        """The running text without code and targets of links."""
        return _LINK_TARGET.sub(" ", _CODE.sub(" ", " ".join(sentence.text for sentence in self.sentences)))

    def words(self, place: Stretch) -> str:
        """What stands at a place, on one line and cut short."""
        said = " ".join(self.text[place.start : place.end].split())
        return said if len(said) <= _SHORT_WORDS else f"{said[: _SHORT_WORDS - 3].rstrip()}..."

    def _plain_lines(self) -> Iterator[tuple[int, int, str]]:
        """Each line of running text and lists: its index, its offset and its words."""
        document = self.document
        fenced = {n for lines in document.fenced_lines for n in lines}
        commented = _commented(self.text)
        for n, (start, line) in enumerate(zip(document.line_starts, document.lines, strict=False)):
            hidden = any(c.start <= start < c.end for c in commented)
            indented = line.startswith(("    ", "\t")) and not _ITEM.match(line)
            if start < document.body_start or n + 1 in fenced or hidden or indented:
                continue
            if quoted := _QUOTED.match(line):
                start, line = start + quoted.end(), line[quoted.end() :]
            if line.strip() and not _MARKED.match(line) and "<" not in line:
                yield n, start, line

    def _stretches(self) -> Iterator[tuple[int, int, bool]]:
        """Where each paragraph and each item of a list begins and ends, and whether it is an item."""
        made: list[list[int]] = []
        kinds: list[bool] = []
        last = -2
        for n, start, line in self._plain_lines():
            item = _ITEM.match(line)
            if item:
                made.append([start + item.end(), start + len(line)])
                kinds.append(True)
            elif n == last + 1 and made:
                made[-1][1] = start + len(line)
            else:
                made.append([start, start + len(line)])
                kinds.append(False)
            last = n
        yield from ((start, end, kind) for (start, end), kind in zip(made, kinds, strict=True))


def _commented(text: str) -> tuple[Stretch, ...]:
    return tuple(Stretch(found.start(), found.end()) for found in re.finditer(r"<!--[\s\S]*?-->", text))


def _split(text: str, start: int, end: int, in_list: bool) -> Iterator[Sentence]:
    whole = text[start:end]
    cuts = [0]
    for found in _END.finditer(whole):
        if not _SHORT.search(whole[: found.start()][-8:]) and whole[: found.start()].count("`") % 2 == 0:
            cuts.append(found.end())
    cuts.append(len(whole))
    edges = [(a, b) for a, b in pairwise(cuts) if whole[a:b].strip()]
    for a, b in edges:
        words = whole[a:b]
        a += len(words) - len(words.lstrip())
        yield Sentence(start + a, start + b, whole[a:b], in_list, b == edges[-1][1])
