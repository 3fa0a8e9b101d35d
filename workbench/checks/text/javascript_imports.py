"""What the JavaScript that a text shows imports, each name with its place."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import CodeBlock

LANGUAGES = frozenset(
    {
        "js",
        "javascript",
        "mjs",
        "cjs",
        "jsx",
        "ts",
        "typescript",
        "tsx",
        "mts",
        "node",
        "vue",
        "svelte",
        "html",
        "",
    }
)
LONGEST_BLOCK = 50_000
"""Characters; a longer block is not read."""
_IMPORT = regex(
    r"\bimport\s+(type\s+)?(?:([\w$]+)\s*,?\s*)?(?:(\{[^{}]*\})"
    r"|\*\s*as\s+([\w$]+))?\s*from\s*(['\"])([^'\"\n]+)\5"
)
_REQUIRE = regex(
    r"\b(?:const|let|var)\s+(?:(\{[^{}]*\})|([\w$]+))\s*=\s*(?:await\s+)?(?:require"
    r"|import)\(\s*(['\"])([^'\"\n]+)\3\s*\)(\.[\w$]+)?"
)
_NAME = regex(r"(?:type\s+)?([\w$]+)")


class Taken(NamedTuple):
    """A name that is imported from a package."""

    package: str
    name: str | None
    """None where the package as a whole is taken."""
    start: int
    end: int
    called: str
    """What it is called in the block."""
    by_require: bool
    type_only: bool = False


def taken_in(block: CodeBlock) -> Iterator[Taken]:
    """What a block imports, in its order."""
    text = block.text
    if block.language not in LANGUAGES or len(text) > LONGEST_BLOCK:
        return
    code = re.sub(
        r"//[^\n]*|/\*.*?\*/",
        lambda found: re.sub(r"[^\n]", " ", found[0]),
        re.sub(r"://", ":__", text),
        flags=re.S,
    )
    for found in _IMPORT.finditer(code):
        whole = _place(block, found, 6)
        if found[3]:
            yield from _listed(block, code, found.span(3), found[6], False, bool(found[1]))
        if found[4]:
            yield Taken(found[6], None, whole[0], whole[1], found[4], False)
        if found[2] and found[2] != "type":
            yield Taken(found[6], "default", *_place(block, found, 2), found[2], False)
    for found in _REQUIRE.finditer(code):
        if found[1]:
            yield from _listed(block, code, found.span(1), found[4], True, False)
        elif found[5]:
            start, end = found.span(5)
            yield Taken(found[4], found[5][1:], block.at(start + 1), block.at(end), found[2], True)
        else:
            yield Taken(found[4], None, *_place(block, found, 4), found[2], True)


def _place(block: CodeBlock, found: re.Match[str], group: int) -> tuple[int, int]:
    return block.at(found.start(group)), block.at(found.end(group))


def _listed(
    block: CodeBlock, code: str, braces: tuple[int, int], package: str, by_require: bool, types: bool
) -> Iterator[Taken]:
    at = braces[0] + 1
    for part in code[at : braces[1] - 1].split(","):
        found = _NAME.match(part.strip())
        if found and not part.strip().startswith("..."):
            start = at + part.index(part.strip()) + found.start(1)
            called = re.split(r"\s+as\s+|\s*:\s*|\s*=\s*", part.strip())
            last = called[1] if len(called) > 1 else found[1]
            first, end = block.at(start), block.at(start + len(found[1]))
            yield Taken(
                package, found[1], first, end, last, by_require, types or part.strip().startswith("type ")
            )
        at += len(part) + 1
