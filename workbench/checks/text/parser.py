"""markdown-it-py as the checks use it.

Its inline tokens carry no positions, so the inline rules are wrapped to record where they matched.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, autolink, backtick, html_inline, image, link
from markdown_it.token import Token


class Match(NamedTuple):
    """What an inline rule matched, in offsets of its paragraph."""

    rule: str
    start: int
    end: int
    token: Token | None
    """The link or image it opened; None for code and HTML."""


class _Parser(MarkdownIt):
    """Leaves targets as they are written."""

    def normalizeLink(self, url: str) -> str:
        return url


def _recorded(
    name: str, sign: str, rule: Callable[[StateInline, bool], bool]
) -> Callable[[StateInline, bool], bool]:
    def record(state: StateInline, silent: bool) -> bool:
        # Most rules are asked at most signs, and most signs are not theirs.
        if state.src[state.pos] != sign:
            return False
        if silent:
            return rule(state, True)
        start, tokens, matches = state.pos, len(state.tokens), len(state.env["matches"])
        if not rule(state, False):
            return False
        if name == "image":
            # Its alt text is parsed apart, with offsets of its own.
            del state.env["matches"][matches:]
        opened = next((t for t in state.tokens[tokens:] if t.type in ("link_open", "image")), None)
        state.env["matches"].append(Match(name, start, state.pos, opened))
        return True

    return record


@cache
def parser() -> MarkdownIt:
    """A parser of blocks; its inline rules put what they match into the list `matches` of its environment."""
    made = _Parser("commonmark", {"store_labels": True}).enable(["table", "strikethrough"])
    made.core.ruler.enableOnly(["normalize", "block"])
    rules = {
        "link": ("[", link),
        "image": ("!", image),
        "autolink": ("<", autolink),
        "html_inline": ("<", html_inline),
        "backticks": ("`", backtick),
    }
    for name, (sign, rule) in rules.items():
        made.inline.ruler.at(name, _recorded(name, sign, rule))
    return made
