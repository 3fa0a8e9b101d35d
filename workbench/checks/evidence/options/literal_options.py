"""Programs that look at their words by hand: every option must stand in the source as a literal."""

import ast
import re

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.python_values import File
from workbench.checks.evidence.program import Option
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

OPTION = regex(r"--?[A-Za-z][\w-]*=?|-[0-9?]")
"""A whole literal that is an option."""
_LONGEST = 60


def by_hand(file: File) -> Draft | None:
    """A Python script's options: literals that begin with a hyphen, and `getopt`'s lists.

    None where it has none. Never whole: what happens to other words is not followed.
    """
    first = Evidence(file.path, 1, file.lines[0] if file.lines else "")
    draft = Draft("", first, whole=False)
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            take_literal(draft, node.value, file.evidence(node))
        elif isinstance(node, ast.Call) and _is_getopt(node.func):
            _getopt(draft, node, file)
    return draft if draft.options else None


def take_literal(draft: Draft, text: str, evidence: Evidence) -> None:
    """Take a string literal in if it spells an option."""
    if len(text) <= _LONGEST and OPTION.fullmatch(text):
        takes_value = True if text.endswith("=") else None
        draft.add(Option((text.rstrip("="),), evidence, takes_value))


def _is_getopt(callee: ast.expr) -> bool:
    name = callee.attr if isinstance(callee, ast.Attribute) else getattr(callee, "id", "")
    return name in ("getopt", "gnu_getopt")


def _getopt(draft: Draft, node: ast.Call, file: File) -> None:
    given = [argument for argument in node.args[1:3]]
    if given and isinstance(given[0], ast.Constant) and isinstance(given[0].value, str):
        for letter, colon in re.findall(r"([A-Za-z0-9])(:?)", given[0].value):
            draft.add(Option((f"-{letter}",), file.evidence(node), bool(colon)))
    if len(given) > 1 and isinstance(given[1], ast.List | ast.Tuple):
        for part in given[1].elts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                name = part.value
                draft.add(Option((f"--{name.rstrip('=')}",), file.evidence(part), name.endswith("=")))
