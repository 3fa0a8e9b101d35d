"""Directory trees that a text draws: with branches of any kind, or by indentation alone."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import CodeBlock, CodeLine

MOST_ENTRIES = 1_000
"""Entries of one tree that are read."""
LONGEST_LINE = 500

_BRANCH = regex(
    r"(?P<lead>[\s│┃┆╎¦|]*)(?:[├└┣┗╰┝┕╠╚][─━═╴\-_┬>]*|(?:[|+`'\\])[-─_=]{1,8}>?)[ "
    r"\t\u00a0]*(?P<name>[^\s─━-].*)"
)
_BARS = regex(r"\s*[│┃┆╎¦|]|\s+\S|\s*\Z|\s*(?:#|//)")
_REMARK = regex(
    r"[ \t\u00a0]+(?:#|//|/\*|<[-=─]|←|[-=]+>|→|=>|-{1,3}[ \t]|—|–|:[ \t]|\(|;|\*[ \t]|\|[ \t]|"
    r"\[)|[ \t\u00a0]{2,}|\t|:[ \t]|:\Z|…+\Z"
)
_ROOT = regex(r"(?:\$ tree\b.*|[.~]?/?[\w@{}<>. +-]{0,80}(?:/[\w@{}<>. +-]{1,80}){0,8}/?):?")
_NAME = regex(
    r"(?P<indent>[ \t]*)(?P<name>[\w@.+{}*-]+(?:/[\w@.+{}*-]+)*/?)(?P<rest>[ \t]+(?:#|//|-|—|–|<-|"
    r"←|\().*|[ \t]{2,}\S.*|:[ \t].*)?"
)
_PLAIN = frozenset(
    {
        "",
        "text",
        "txt",
        "plaintext",
        "plain",
        "tree",
        "none",
        "sh",
        "bash",
        "shell",
        "console",
        "ascii",
        "files",
        "filetree",
        "dir",
    }
)


class Entry(NamedTuple):
    """One name of a drawn tree."""

    names: tuple[str, ...]
    """What it may be called: as far as its remark, and its first word alone; without a slash at the end."""
    remark: str
    parent: int
    """The index of the entry that it is drawn in; -1 at the top."""
    is_folder: bool
    """Whether a slash says that it is one."""
    start: int
    """Offset of its first character in the source."""
    end: int
    """Offset after the first of its names."""


class Tree(NamedTuple):
    """One drawn tree."""

    root: str | None
    """The name over it, without a slash at the end; None where there is none."""
    start: int
    end: int
    entries: tuple[Entry, ...]


def trees_of(block: CodeBlock) -> Iterator[Tree]:
    """The trees that a block draws."""
    lines = [line for line in block.lines[: 2 * MOST_ENTRIES] if len(line.text) <= LONGEST_LINE]
    if any(_BRANCH.fullmatch(line.text) for line in lines):
        yield from _branched(block, lines)
    elif block.language in _PLAIN:
        yield from _indented(block, lines)


def _branched(block: CodeBlock, lines: list[CodeLine]) -> Iterator[Tree]:
    root: str | None = None
    drawn = _Drawn()
    for line in lines:
        found = _BRANCH.fullmatch(line.text)
        if found is not None:
            drawn.add(len(found["lead"].expandtabs(4)), found["name"], line.start + found.start("name"))
        elif not _BARS.match(line.text) or (not drawn.entries and line.text.strip()):
            if drawn.entries:
                yield drawn.tree(root, block)
                drawn = _Drawn()
            root = _root(line.text)
    if drawn.entries:
        yield drawn.tree(root, block)


def _root(line: str) -> str | None:
    found = _REMARK.search(line.strip())
    name = line.strip()[: found.start()] if found else line.strip()
    if not _ROOT.fullmatch(name) or name.startswith("$"):
        return None
    return name.rstrip(":").rstrip("/") or "/"


def _indented(block: CodeBlock, lines: list[CodeLine]) -> Iterator[Tree]:
    """A tree without branches: every line a name, and folders with deeper lines behind them."""
    found = [(line, match) for line in lines if (match := _NAME.fullmatch(line.text))]
    filled = [line for line in lines if line.text.strip()]
    if len(found) < max(4, 0.9 * len(filled)):
        return
    folders = sum(
        one["name"].endswith("/") and len(after["indent"].expandtabs(4)) > len(one["indent"].expandtabs(4))
        for (_, one), (_, after) in pairwise(found)
    )
    if not folders:
        return
    drawn = _Drawn()
    for line, match in found:
        column = len(match["indent"].expandtabs(4))
        drawn.add(column, match["name"] + (match["rest"] or ""), line.start + match.start("name"))
    yield drawn.tree(None, block)


class _Drawn:
    """A tree in the making."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._open: list[tuple[int, int]] = []

    def add(self, column: int, written: str, start: int) -> None:
        """Add what stands behind a branch at a column."""
        if len(self.entries) >= MOST_ENTRIES:
            return
        while self._open and self._open[-1][0] >= column:
            self._open.pop()
        found = _REMARK.search(written)
        whole = (written[: found.start()] if found else written).strip()
        remark = written[len(whole) :].strip()
        first = whole.split(" ")[0]
        names = tuple(dict.fromkeys(name.rstrip("/") for name in (whole, first) if name.rstrip("/")))
        entry = Entry(
            names or ("...",),
            f"{whole[len(first) :]} {remark}".strip(),
            self._open[-1][1] if self._open else -1,
            first.endswith("/") or whole.endswith("/"),
            start,
            start + len(first),
        )
        self._open.append((column, len(self.entries)))
        self.entries.append(entry)

    def tree(self, root: str | None, block: CodeBlock) -> Tree:
        """What was drawn."""
        return Tree(root, block.start, block.end, tuple(self.entries))
