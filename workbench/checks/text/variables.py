"""The environment variables that a text names, each with its place."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import CodeBlock, CodeSpan, Prose
from workbench.checks.text.page import Page

NAME = r"[A-Z][A-Z0-9]*(?:_+[A-Z0-9]+)*"
_SPAN = regex(
    rf"(?:(?:export|set|setx|-e|--env|ENV|env)\s+)?(?:\$env:|\$\{{?|%)?({NAME})(?:\}}|%)?(?:\s*=.*)?\Z", re.S
)
_WORD = regex(rf"(?<![\w$./@-]){NAME}(?![\w/@-]|\.\w)")
_ASSIGNED = regex(rf"(?:^|(?<=[\s\"'`]))(?:\$env:)?({NAME})\s?=(?!=)(?=\S|$)")
_NAMED_IN_BLOCK = regex(rf"(?<![\w])({NAME})(?!\w)")
_PLACEHOLDER = regex(r"^(?:MY|YOUR|FOO|BAR|EXAMPLE|SOME|NAME|VAR|VARIABLE|XXX*)(?:_|$)")
_SETTING_LANGUAGES = frozenset({"env", "dotenv", "ini", "properties", "conf", "cfg", "config"})
LONGEST_PIECE = 20_000
"""Characters of a paragraph or block; a longer one is not searched."""


class Variable(NamedTuple):
    """One naming of something that looks like an environment variable."""

    name: str
    start: int
    end: int
    assigned: bool = False
    """Whether it is given a value there."""
    marked: bool = False
    """Whether it is code, not a mere word."""
    prose: Prose | None = None
    span: CodeSpan | None = None
    block: CodeBlock | None = None

    @property
    def certain(self) -> bool:
        """Whether its form alone says that it is a variable."""
        return self.assigned or (self.span is not None and self.span.text.startswith(("$", "%", "export ")))


def variables(page: Page) -> tuple[Variable, ...]:
    """Every naming of a variable, in the order of the text."""
    found = [variable for prose in page.markdown.prose for variable in _in_prose(prose)]
    found += [variable for block in page.markdown.blocks for variable in _in_block(block)]
    return tuple(sorted(found, key=lambda variable: variable.start))


def _in_prose(prose: Prose) -> Iterator[Variable]:
    if len(prose.text) > LONGEST_PIECE or not re.search(r"[A-Z]{2}", prose.text):
        return
    for span in prose.spans:
        found = _SPAN.match(span.text) if len(span.text) < 400 else None
        if found is None or _PLACEHOLDER.match(found[1]):
            continue
        start = span.start + found.start(1)
        yield Variable(
            found[1], start, start + len(found[1]), "=" in span.text, marked=True, prose=prose, span=span
        )
    for word in _WORD.finditer(prose.masked()):
        if "_" in word[0] and not _PLACEHOLDER.match(word[0]):
            yield Variable(word[0], *prose.place(word.start(), word.end()), prose=prose)


def _in_block(block: CodeBlock) -> Iterator[Variable]:
    for line in block.lines[:2_000]:
        if len(line.text) > 2_000 or not re.search(r"[A-Z]{2}", line.text):
            continue
        taken = set()
        for found in _ASSIGNED.finditer(line.text):
            if not _PLACEHOLDER.match(found[1]):
                taken.add(found.start(1))
                start = line.start + found.start(1)
                yield Variable(
                    found[1], start, start + len(found[1]), assigned=True, marked=True, block=block
                )
        for found in _NAMED_IN_BLOCK.finditer(line.text):
            if "_" in found[1] and found.start(1) not in taken and not _PLACEHOLDER.match(found[1]):
                start = line.start + found.start(1)
                yield Variable(found[1], start, start + len(found[1]), marked=True, block=block)


def configures(variable: Variable) -> bool:
    """Whether a variable of a block is set there for a program, as a shell or a settings file would."""
    block = variable.block
    if block is None:
        return True
    language = block.language
    if language in _SETTING_LANGUAGES or language in (
        "sh",
        "bash",
        "shell",
        "zsh",
        "console",
        "powershell",
        "",
    ):
        return variable.assigned
    return language in ("fish", "bat", "cmd", "ps1", "pwsh", "dockerfile") and variable.assigned
