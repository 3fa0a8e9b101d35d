"""Entries of a changelog that tell of releases before the newest."""

import re
from bisect import bisect_right

from workbench.checks.regex import regex
from workbench.checks.text.page import Page

_PAGE = regex(r"(?:^|/)(?:change[-_ ]?log|changes|history|news|releases?|release[-_ ]notes)\b[^/]*$", re.I)
_RELEASE = regex(r"\bv?\d+\.\d+|\bunreleased\b|\bupcoming\b|\bnext\b", re.I)


def is_changelog(path: str) -> bool:
    """Whether a file's name says that it lists releases."""
    return _PAGE.search(path) is not None


def is_old_entry(page: Page, offset: int) -> bool:
    """Whether an offset is below the second heading that names a release: nobody edits it any more."""
    if not is_changelog(page.path):
        return False
    starts = [heading.start for heading in page.markdown.headings if _RELEASE.search(heading.text)]
    return bisect_right(starts, offset) > 1
