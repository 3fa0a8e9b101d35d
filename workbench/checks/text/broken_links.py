"""Links that are none by a slip of their marks, so that a reader sees the brackets."""

from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.markdown import Markdown

_WORDS = r"(?<![\w\\\])!])\[(?P<words>[^\[\]\n]{2,200})\]"
_TARGET = r"(?:https?://|\.{1,2}/|#(?=\w)|[\w%-]+/[\w%./-]*|[\w%-]+\.(?:md|rst|html|pdf|txt)\b)"
_REST = r"[^()<>\n\"']{0,200}"
_FORMS = (
    (
        regex(rf"{_WORDS}\)?(?P<target>https?://[^\s()<>\[\]]+)\)"),
        "an opening parenthesis is missing or turned",
    ),
    (regex(rf"{_WORDS} \((?P<target>https?://[^\s()<>]+)\)"), "there is a blank before the address"),
    (
        regex(r"(?<![\w\\\]])\((?P<words>[^()\n]{2,120})\)\[(?P<target>https?://[^\s\[\]<>]+)\]"),
        "the brackets are turned round",
    ),
    (
        regex(rf"{_WORDS}\((?P<target>https?://[^\s()<>]+)(?=\s|$)(?!\s+[\"'(])"),
        "the closing parenthesis is missing",
    ),
    (
        regex(
            r"(?<![\w\\\])!])\[(?P<words>[^\[\]()\s][^\[\]()\n]{1,120})(?<!\s)"
            r"\((?P<target>https?://[^\s()<>\[\]]+)\)(?![^\[\]]{0,2000}\])"
        ),
        "the closing bracket is missing",
    ),
    (
        regex(rf"{_WORDS}\((?P<target>{_TARGET}[^()<>\n\"']{{0,200}} [^()<>\n\"']{{0,200}})\)"),
        "the address has a blank",
    ),
)
_LETTERS = regex(r"[^\W\d_]{2}")
LONGEST = 20_000
"""Characters of a paragraph; a longer one is not searched."""


class BrokenLink(NamedTuple):
    """What was meant as a link."""

    start: int
    end: int
    why: str
    meant: str
    """As it would be a link."""


def broken_links(markdown: Markdown) -> Iterator[BrokenLink]:
    """Every such piece of the paragraphs, in their order; what is code or a link itself is passed over."""
    starts = {link.start for link in markdown.links}
    for prose in markdown.prose:
        if prose.role == "html" or len(prose.text) > LONGEST or "[" not in prose.text:
            continue
        masked = prose.masked()
        for form, why in _FORMS:
            for found in form.finditer(masked):
                start, end = prose.place(*found.span())
                words = found["words"]
                is_label = words.casefold() in markdown.labels or words.strip() in ("x", "X")
                if start in starts or is_label or not _LETTERS.search(words):
                    continue
                target = found["target"].strip().replace(" ", "%20")
                yield BrokenLink(start, end, why, f"[{words}]({target})")
