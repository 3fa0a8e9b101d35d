"""The Python that a text shows, read statement by statement, each node with its place in the source."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import CodeBlock, CodeLine, CodeSpan
from workbench.checks.text.python_tree import python_tree

LANGUAGES = frozenset(
    {"python", "py", "python3", "py3", "pycon", "ipython", "doctest", "python-console", "pypy"}
)
"""Languages of blocks that hold Python."""
LONGEST_BLOCK = 2_000
"""Lines; a longer block is not read."""
_LONGEST_STATEMENT = 40
_PROMPT = regex(r"(\s*)(?:>>>|\.\.\.|In \[\d+\]:|\s+\.\.\.:)(?: |$)")
_MAGIC = regex(r"\s*[%!?]")


class PythonCode(NamedTuple):
    """Some statements that parse together."""

    statements: tuple[ast.stmt, ...]
    lines: tuple[CodeLine, ...]
    """What they were read from, line for line; a node's line counts from 1 here."""
    start: int
    """Offset in the source of the block or span."""

    def place(self, node: ast.AST) -> tuple[int, int]:
        """Start and end in the source of a node."""
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        last, end = getattr(node, "end_lineno", line), getattr(node, "end_col_offset", column + 1)
        return self._at(line, column), self._at(last, end)

    def text(self, node: ast.AST) -> str:
        """The line that a node begins on."""
        return self.lines[getattr(node, "lineno", 1) - 1].text

    def _at(self, line: int, column: int) -> int:
        known = self.lines[line - 1]
        # ast counts columns in bytes.
        return known.start + len(known.text.encode()[:column].decode("utf-8", "ignore"))


def python_of(block: CodeBlock) -> Iterator[PythonCode]:
    """The Python of a block; what does not parse is passed over, statement by statement."""
    if not _may_be_python(block) or len(block.lines) > LONGEST_BLOCK:
        return
    lines = _typed(block)
    whole = _parsed(lines)
    if whole is not None:
        yield PythonCode(tuple(whole), tuple(lines), block.start)
        return
    yield from _pieces(lines, block.start)


def expression_of(span: CodeSpan) -> PythonCode | None:
    """A code span as one Python expression; None where it is none."""
    if "\n" in span.text or len(span.text) > 500:
        return None
    line = CodeLine(span.text, span.start)
    found = _parsed([line])
    if found is None or len(found) != 1 or not isinstance(found[0], ast.Expr):
        return None
    return PythonCode(tuple(found), (line,), span.start)


def _may_be_python(block: CodeBlock) -> bool:
    if block.language in LANGUAGES:
        return True
    if block.language not in ("", "text", "txt", "none", "plain"):
        return False
    return bool(re.search(r"(?m)^\s*(?:>>> |(?:from [\w.]+ )?import [\w.]+)", block.text))


def _typed(block: CodeBlock) -> list[CodeLine]:
    """What a person types, with a blank line for each line of output, prompts and margins cut off."""
    prompted = any(
        (_PROMPT.match(line.text) and ">>>" in line.text) or "In [" in line.text for line in block.lines
    )
    lines = [_prompted(line) for line in block.lines] if prompted else list(block.lines)
    lines = [CodeLine("", line.start) if _MAGIC.match(line.text) else line for line in lines]
    margin = min((len(line.text) - len(line.text.lstrip()) for line in lines if line.text.strip()), default=0)
    return [CodeLine(line.text[margin:], line.start + min(margin, len(line.text))) for line in lines]


def _prompted(line: CodeLine) -> CodeLine:
    found = _PROMPT.match(line.text)
    if found is None:
        return CodeLine("", line.start)
    return CodeLine(line.text[found.end() :], line.start + found.end())


def _pieces(lines: list[CodeLine], start: int) -> Iterator[PythonCode]:
    """The statements that parse on their own."""
    at = 0
    while at < len(lines):
        end = at + 1
        if lines[at].text.strip() and not lines[at].text[0].isspace():
            found, end = _statement(lines, at)
            if found is not None:
                yield PythonCode(tuple(found), tuple(lines[at:end]), start)
        at = end


def _statement(lines: list[CodeLine], at: int) -> tuple[list[ast.stmt] | None, int]:
    """The shortest stretch from a line on that parses and ends before the next unindented one."""
    for end in range(at + 1, min(at + _LONGEST_STATEMENT, len(lines)) + 1):
        going_on = end < len(lines) and lines[end].text[:1].isspace()
        if not going_on and (found := _parsed(lines[at:end])) is not None:
            return found, end
    return None, at + 1


def _parsed(lines: list[CodeLine]) -> list[ast.stmt] | None:
    tree = python_tree("\n".join(line.text for line in lines))
    return None if tree is None else tree.body
