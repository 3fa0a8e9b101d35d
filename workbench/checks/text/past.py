"""Where a text speaks of how things were, will be or should not be done."""

import re

from workbench.checks.regex import regex
from workbench.checks.text.page import Page

_PAGES = regex(
    r"(?:^|/)(?:changes|changelog|history|news|releases?|release[-_]notes|upgrad\w*|migrat\w*|roadmap"
    r"|todo)\b[^/]*$",
    re.I,
)
_HEADINGS = regex(
    r"\b(?:change ?log|changes|history|release notes|what'?s new|migrat\w+|upgrad\w+|deprecat\w+|breaking"
    r"|old\b|roadmap|"
    r"to-?do|planned|future|removed|renamed|legacy|coming soon|from v?\d)|\bv?\d+\.\d+(?:\.\d+)?\b",
    re.I,
)
_WORDS = regex(
    r"\b(?:deprecated|formerly|previously|used to (?:be|have|take)|no longer|was (?:called|named|renamed"
    r"|removed|replaced)|"
    r"were (?:renamed|removed|replaced)|(?:is|are) (?:gone|now called)|is now|has been (?:renamed|removed"
    r"|replaced)|"
    r"have been (?:renamed|removed|replaced)|renamed|in place of|"
    r"old name|before (?:version )?v?\d|until (?:version )?v?\d|up to (?:version )?v?\d|not yet|coming soon"
    r"|planned|will be added|"
    r"since v?\d|in older versions?|older (?:versions|releases)|does(?:n't| not) (?:work|exist)|do not use"
    r"|don't use|"
    r"früher|ehemals|veraltet|umbenannt)\b",
    re.I,
)
_MARKED = regex(
    r"#.{0,30}\b(?:before|old|deprecated|wrong|bad|removed|legacy|fails|raises|error|don't|doesn't"
    r"|not supported|v\d)\b|❌|✗|✘|🚫",
    re.I,
)


def is_past(page: Page, offset: int, words: str = "") -> bool:
    """Whether what stands at an offset is said of another version, or said to be wrong.

    `words` is the sentence or the lines around it, where the caller knows them.
    """
    if _PAGES.search(page.path):
        return True
    sections = page.document.section_at(offset)
    if any(_HEADINGS.search(heading.title) for heading in sections if heading.level > 1):
        return True
    return bool(_WORDS.search(words) or _MARKED.search(words))


def words_before(page: Page, offset: int) -> str:
    """The last lines of words before a block, which introduce it."""
    before = page.text[max(0, offset - 300) : offset]
    return before.rpartition("\n\n")[2] if before.rstrip() == before else _last_paragraph(before)


def _last_paragraph(before: str) -> str:
    return before.rstrip().rpartition("\n\n")[2]
