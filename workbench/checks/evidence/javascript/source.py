"""A JavaScript file as text in which comments do not count."""

import re
from functools import lru_cache

from workbench.checks.regex import regex

_PARTS = regex(
    r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(/\*[\s\S]*?(?:\*/|\Z)|//[^\n]*)"""
)
_OPENS = {"{": "}", "(": ")", "[": "]"}


@lru_cache(maxsize=256)
def blanked(text: str) -> str:
    """A text with a blank for each character of its comments, so that offsets stay."""
    return _PARTS.sub(lambda found: found[1] or re.sub(r"[^\n]", " ", found[2]), text)


@lru_cache(maxsize=256)
def skeleton(text: str) -> str:
    """A text with blanks for comments and for what stands inside strings, so that brackets can be counted."""
    return _PARTS.sub(_hollow, text)


def _hollow(found: re.Match[str]) -> str:
    if found[2]:
        return re.sub(r"[^\n]", " ", found[2])
    return found[1][0] + re.sub(r"[^\n]", " ", found[1][1:-1]) + found[1][-1]


def closing(text: str, opened: int) -> int:
    """The offset of the bracket that closes the one at an offset; the end of the text where there is none."""
    code = skeleton(text)
    if code[opened] not in _OPENS:
        # It stands inside a string.
        return opened
    close = _OPENS[code[opened]]
    depth = 0
    for found in re.compile(rf"[{re.escape(code[opened] + close)}]").finditer(code, opened):
        depth += 1 if found[0] != close else -1
        if not depth:
            return found.start()
    return len(code)
