"""Nothing in the text is hidden from whoever reads the page, nor commands what prints or reads it."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from workbench.checks.evidence.project import Project
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.page import Page, is_read
from workbench.core.sources import CheckRule

HIDDEN = CheckRule(
    id="hidden",
    owns="nothing-hidden",
    proves="The text holds something that nobody sees who reads the page.",
    decided_by="Characters by their code points; comments, alternative texts and front matter by words that "
    "tell a model what to answer.",
    on_fail="fix",
)

LEAST = 8
"""Characters without a shape in a row that are no accident: with eight a letter can be spelled."""
MOST = 100
"""Faults that are listed one by one; the rest are counted."""
LONGEST_QUOTE = 200
_AROUND = 20
"""Characters of the line that a quote holds before and after what has no shape."""

_SHAPELESS = (
    "\u00ad\u034f\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\U000e0100-\U000e01ef"
)
_RUN = regex(f"[{_SHAPELESS}]{{{LEAST},}}")
_WITHIN_WORD = regex(f"(?<=[A-Za-z])[\u200b-\u200d\u2060\ufeff]{{1,{LEAST - 1}}}(?=[A-Za-z])")
_TAGS = regex(
    "\N{WAVING BLACK FLAG}[\U000e0020-\U000e007e]{2,6}\U000e007f|(?P<tags>[\U000e0000-\U000e007f]{3,})"
)
"""A region's flag, which is spelled with tag characters, or such characters that are none."""
_OVERRIDE = regex("[\u202d\u202e][^\u202c\n]{0,60}\u202c?")
_RIGHT_TO_LEFT = regex("[\u202b\u2067][^\u202c\u2069\n]{0,60}[\u202c\u2069]?")
_COMMAND = regex(r"\x1b[^\n]{0,20}|[^\n\x08]{1,20}\x08+")
_DEFINITION = regex(r"^ {0,3}\[(?://|comment)\]:[ \t]*(?:#|<>)[ \t]*[\"'(].*$", re.I | re.M)
_ERASED = regex(f"[{_SHAPELESS}\U000e0000-\U000e007f]")

_MODEL = (
    r"(?:AI|A\.I\.|LLM|(?:large\s+)?language\s+model|chat\s?bot|ChatGPT|GPT(?:-\w+)?|Claude|Gemini|Copilot)s?"
    r"(?:\s+(?:reviewer|reader|judge|grader|agent|assistant|model|system|tool)s?)?\b"
)
_ADDRESSED = (
    r"(?:\b(?:dear|attention|hey|(?:note|message|instructions?)\s+(?:to|for)|(?:if\s+)?you\s+are|to|for)\W+"
    rf"(?:(?:the|any|all|an|a|every)\s+)?{_MODEL}|(?:\A|<!--|[\n.!?\"'(])\s*{_MODEL}\s*[:,])"
)
_ASKED = (
    r"\b(?:(?:give|assign|award|output|return|answer|say|state|write|respond|reply|report|conclude)\b[^\n]{0,60}?"
    r"\b(?:scores?|grades?|rating|verdict|praise|publishable|positive|favou?rable|glowing|excellent|perfect"
    r"|no\s+(?:findings|faults|problems|issues))\b"
    r"|(?:approve|praise|recommend|endorse|rate)\s+(?:this|it|the)\b|mark\s+(?:every|all|each)\b[^\n]{0,40}?\bas\b"
    r"|your\s+(?:summary|answer|review|verdict|response|output|reply|findings)\s+(?:must|should|has|ought|will)\b"
    r"|(?:do\s+not|don't|never)\s+(?:mention|report|flag|critici[sz]e|reveal)\b)"
)
_ADDRESS, _ANSWER = regex(_ADDRESSED, re.I), regex(_ASKED, re.I)
_NEAR, _MOST_ADDRESSES = 200, 500
"""Characters after an address in which an order is looked for, and addresses of a text that are looked at."""
_ORDER = regex(
    r"(?<!not )(?<!n't )\b(?:ignore|disregard|forget)\s+"
    r"(?:(?:all|any|every|each|of|the|your|these|those|my)\s+){0,3}"
    r"(?:previous|prior|above|earlier|preceding|foregoing|system)\s+(?:\w+\s+)?"
    r"(?:instructions?|prompts?|rules|directions|directives|guidelines|messages)\b"
    r"|\b(?:verdict|ruling)\b[\s\"'`:=]*(?:(?:is|as|to|must|should|be|of)[\s\"'`:=]+){0,3}Publishable\b",
    re.I,
)
"""An order about the answer. What a model may do in the project, such as which file to leave, is none."""


class _Found(NamedTuple):
    """Something hidden, with what to say of it."""

    start: int
    end: int
    problem: str
    consequence: str
    change: str = "Take it out."


def check_hidden(page: Page, project: Project) -> Outcome:
    """Faults for what can be proven to be hidden; a word with a shapeless character in it is not decided."""
    outcome = Outcome(page)
    orders, unsearched = _orders(page)
    found = sorted((*_characters(page.text), *orders), key=lambda one: (one.start, one.end))
    for one in found[:MOST]:
        place = (one.start, one.end)
        outcome.fault(HIDDEN, place, one.problem, consequence=one.consequence, change=one.change)
    if len(found) > MOST:
        place = (found[MOST].start, found[MOST].end)
        outcome.leave(HIDDEN, place, f"from here on {len(found) - MOST} more places are not listed")
    if unsearched is not None:
        why = (
            "so many models are addressed before that not all is searched for what they are told from here on"
        )
        outcome.leave(HIDDEN, unsearched, why)
    if not page.text.isascii():
        for split in [*_WITHIN_WORD.finditer(page.text)][:MOST]:
            place = _around(page.text, *split.span())
            outcome.leave(HIDDEN, place, "a character without a shape is in a word: no search finds it")
    return outcome


def _characters(text: str) -> Iterator[_Found]:
    yield from _commands(text)
    if text.isascii():
        return
    for run in _RUN.finditer(text):
        count = run.end() - run.start()
        yield _Found(
            *_around(text, *run.span()),
            f"Nobody sees the {count} characters in a row here: they have no shape.",
            "A program or a model may read in them what no person does.",
        )
    for tags in _TAGS.finditer(text):
        if spelled := tags["tags"]:
            words = "".join(chr(ord(char) - 0xE0000) for char in spelled)
            yield _Found(
                *_around(text, *tags.span()),
                f"Tag characters, which nobody sees, spell `{printable(words)[:LONGEST_QUOTE]}`.",
                "A model may read and obey what no person sees.",
            )
    yield from _reordered(text)


def _reordered(text: str) -> Iterator[_Found]:
    for shape in (_OVERRIDE, _RIGHT_TO_LEFT):
        for found in shape.finditer(text):
            words = found[0]
            if shape is _RIGHT_TO_LEFT and (not any(map(str.isalpha, words)) or _has_right_to_left(words)):
                continue
            yield _Found(
                *found.span(),
                "A control character has these words shown in another order than they stand in.",
                "A reader sees other words than the file holds.",
                "Take the control character out.",
            )


def _has_right_to_left(words: str) -> bool:
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in words)


def _commands(text: str) -> Iterator[_Found]:
    if "\x1b" not in text and "\x08" not in text:
        return
    for found in _COMMAND.finditer(text):
        yield _Found(
            *found.span(),
            f"`{printable(found[0])}` holds characters that command a terminal.",
            "Whoever prints the file sees something else than it holds, or has their terminal changed.",
            "Take them out, or write them as `\\e`.",
        )


def _around(text: str, start: int, end: int) -> tuple[int, int]:
    """What has no shape with some of its line, by which a person can find it; the end of it if it is long."""
    begin = max(text.rfind("\n", 0, start) + 1, start - _AROUND)
    line_end = text.find("\n", end)
    after = min(len(text) if line_end < 0 else line_end, end + _AROUND)
    return max(begin, end - LONGEST_QUOTE), after


def _orders(page: Page) -> tuple[list[_Found], tuple[int, int] | None]:
    """Orders about the answer where a reader of the page does not see them, and what was not searched."""
    found: list[_Found] = []
    unsearched: tuple[int, int] | None = None
    addresses = 0
    for start, end, where, words in _unseen(page):
        addressed = list(islice(_ADDRESS.finditer(words), _MOST_ADDRESSES - addresses))
        addresses += len(addressed)
        place = (start, min(end, start + LONGEST_QUOTE))
        if order := _order(words, addressed):
            problem = f"{where} tells a model what to answer: `{printable(order)[:LONGEST_QUOTE]}`."
            found.append(
                _Found(*place, problem, "A model that reads it for somebody may obey what they do not see.")
            )
        elif addresses >= _MOST_ADDRESSES:
            unsearched = unsearched or place
    return found, unsearched


def _order(words: str, addressed: Iterable[re.Match[str]]) -> str | None:
    """An order in some words; None where there is none."""
    if order := _ORDER.search(words):
        return order[0]
    for address in addressed:
        answer = _ANSWER.search(words, address.end(), address.end() + _NEAR)
        if answer:
            return words[address.start() : answer.end()]
    return None


def _comments(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of what may be a comment, in a text that is not parsed."""
    start = text.find("<!--")
    while start >= 0:
        end = text.find("-->", start)
        end = len(text) if end < 0 else end + len("-->")
        yield start, end
        start = text.find("<!--", end)


def _unseen(page: Page) -> Iterator[tuple[int, int, str, str]]:
    """What the published page does not show: its start, its end, what it is, and its words."""
    document, text = page.document, page.text
    places: list[tuple[int, int, str]] = []
    if document.front_matter:
        places.append((0, document.body_start, "The front matter"))
    comments = _comments(text) if is_read(page.path) and not page.is_parsed else page.markdown.comments
    places += [(start, end, "A comment that the page does not show") for start, end in comments]
    code = {line for lines in document.fenced_lines for line in lines}
    for found in _DEFINITION.finditer(text):
        if document.line_of(found.start()) not in code:
            places.append((*found.span(), "A definition that the page does not show"))
    for start, end, where in places:
        yield start, end, where, _ERASED.sub("", text[start:end])
    for figure in document.figures:
        start = document.line_starts[figure.line - 1]
        end = start + len(document.lines[figure.line - 1])
        at = text.find(figure.alt, start, end)
        place = (start, end) if at < 0 else (at, at + len(figure.alt))
        yield *place, "An alternative text", _ERASED.sub("", figure.alt)
