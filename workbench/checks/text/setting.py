"""What stands around the places of a text, and whether that says that another project is meant."""

import re
from bisect import bisect_right
from functools import cached_property

from workbench.checks.regex import regex
from workbench.checks.text.page import Page, Typed

_READERS = regex(
    r"\b(?:your|their|a new|an existing|the generated|the created|another|any)(?: \w[\w-]*)? "
    r"(?:project|app|application|repo|repository|package|workspace|site|package\.json|makefile|manifest"
    r"|plugin|theme|codebase|module|crate|library|scripts?|composer\.json|pyproject)\b"
    r"|\byour (?:own\b|`?(?:package\.json|Makefile|Cargo\.toml|pyproject\.toml))"
    r"|\b(?:add|put|copy|paste)\b[^.\n]{0,60}\bto (?:your|the) `?(?:package\.json|Makefile|scripts)",
    re.I,
)
_ELSEWHERE = regex(
    r"\bin (?:the|a|an|your|another|its|their) [`*\"'\[]*"
    r"(?!root|project|repo|top|main|this|clone|base|source|current|same)"
    r"[\w./-]+[`*\"'\]]* (?:submodule|repo(?:sitory)?|director(?:y|ies)|folder|project|package|workspace"
    r"|crate|app)\b",
    re.I,
)
_LABEL = regex(r"^[ \t]{0,40}@?([\w./-]{1,80})(?:[ \t][^\n:=]{0,80})?:(?!=)", re.M)
_KEY = regex(r"""["']([^"'\n]{1,80})["']\s{0,9}:""")
_ENTERED = regex(r"\bcd\s+([\w./-]{1,200})")
_LONGEST = 400
"""Characters before a block that are looked at."""


class Setting:
    """A page with what is asked about its places again and again, worked out once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._sections: dict[tuple[int, re.Pattern[str]], bool] = {}
        self._words: dict[int, frozenset[str]] = {}

    @property
    def path(self) -> str:
        """The page's own."""
        return self._page.path

    def title(self, offset: int) -> str:
        """The nearest heading before an offset; empty where there is none."""
        number = bisect_right(self._heading_starts, offset)
        return self._page.markdown.headings[number - 1].text if number else ""

    def section_has(self, offset: int, words: re.Pattern[str]) -> bool:
        """Whether a pattern occurs in the part between two headings that an offset is in."""
        start, end = self.section(offset)
        if (start, words) not in self._sections:
            self._sections[start, words] = words.search(self._page.text, start, end) is not None
        return self._sections[start, words]

    def names_folder(self, offset: int, folder: str) -> bool:
        """Whether the section of an offset names a folder, or a command of the page enters it."""
        start, end = self.section(offset)
        if start not in self._words:
            self._words[start] = frozenset(re.findall(r"[\w.-]+", self._page.text[start:end]))
        name = folder.rpartition("/")[2]
        return name in self._words[start] or name in self._entered

    @cached_property
    def labels(self) -> frozenset[str]:
        """What stands before a colon at the beginning of a line, or quoted: rules, recipes, keys."""
        text = self._page.text
        return frozenset([*_LABEL.findall(text), *_KEY.findall(text)])

    def is_elsewhere(self, typed: Typed) -> bool:
        """Whether the words around a command say that it runs in the reader's own or another project."""
        if typed.prose is not None and typed.span is not None:
            around = typed.prose.text[max(0, typed.span.opens - _LONGEST) : typed.span.closes + 120]
        else:
            around = self.before(typed.block.start if typed.block else typed.command.start)
        title = self.title(typed.command.start)
        return any(words.search(text) for words in (_READERS, _ELSEWHERE) for text in (around, title))

    def before(self, offset: int) -> str:
        """The end of the paragraph right before an offset; empty where a heading stands there."""
        prose = self._page.markdown.prose
        number = bisect_right(self._prose_starts, offset)
        if not number or prose[number - 1].role == "heading":
            return ""
        return prose[number - 1].text[-_LONGEST:]

    def section(self, offset: int) -> tuple[int, int]:
        """Start and end of the part between two headings that an offset is in."""
        starts = self._heading_starts
        number = bisect_right(starts, offset)
        end = starts[number] if number < len(starts) else len(self._page.text)
        return (starts[number - 1] if number else 0), end

    @cached_property
    def _heading_starts(self) -> list[int]:
        return [heading.start for heading in self._page.markdown.headings]

    @cached_property
    def _prose_starts(self) -> list[int]:
        return [piece.start for piece in self._page.markdown.prose]

    @cached_property
    def _entered(self) -> frozenset[str]:
        """The names of all folders on the ways that `cd` takes."""
        return frozenset(part for way in _ENTERED.findall(self._page.text) for part in way.split("/"))


def section_of(page: Page, offset: int) -> tuple[int, int]:
    """Start and end of the part between two headings that an offset is in."""
    return Setting(page).section(offset)


def title_of(page: Page, offset: int) -> str:
    """The nearest heading before an offset; empty where there is none."""
    return Setting(page).title(offset)


def sentence_before(page: Page, offset: int) -> str:
    """The end of the paragraph right before an offset; empty where a heading stands there."""
    return Setting(page).before(offset)


def is_elsewhere(page: Page, typed: Typed) -> bool:
    """Whether the words around a command say that it runs in the reader's own or another project."""
    return Setting(page).is_elsewhere(typed)
