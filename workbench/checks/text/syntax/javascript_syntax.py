"""Whether a block of JavaScript parses, by tree-sitter's grammar where the extra `parsers` is installed."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from workbench.checks.regex import regex
from workbench.checks.text.syntax.json_syntax import json_verdict
from workbench.checks.text.syntax.verdict import (
    EXCERPT,
    FILLED_IN,
    LEFT_OUT,
    OTHER,
    Broken,
    Parses,
    Unsure,
    Verdict,
    has_commands,
    is_diff,
    last_line,
)

MISSING = "the parser is not installed: it comes with `review-loop-workbench[parsers]`"
MOST_ERRORS = 4
"""Places where a parser stumbles; a block with more of them is hardly JavaScript."""
LONGEST_EXCERPT = 5_000
"""Characters; trying what a longer block may be a part of takes too long."""

_ELLIPSIS = regex(r"\.\.\.(?!\s*[\w$\[{(\"'`@#])|…|^\s*(?://|/\*)?\s*\.{2,}", re.M)
_TEMPLATE = regex(
    r"\{%|<%|<(?:your|my|the|some|path|name|token|key|url)\b[^>\n]*>|\{\{[\s\w.]+\}\}(?![}>])", re.I
)
_TYPED = regex(
    r"\b(?:interface|enum|declare|namespace|abstract|implements|readonly|satisfies)\s+\w|\bimport\s+type\b"
    r"|\bas\s+(?:const|any|unknown|string|number|[A-Z]\w*)\b|^\s*(?:export\s+)?type\s+\w+(?:<.*>)?\s*="
    r"|\b(?:private|public|protected)\s+\w|[\w)\]]\s*\??:\s*(?:string|number|boolean|any|void|unknown|never|"
    r"object|Promise|Array|Record|[A-Z]\w*(?:<|\[\]))\b|\w+<[A-Z]\w*(?:\[\])?>\s*\(|\w!\.|@flow",
    re.M,
)
_CODE = regex(
    r"^\s*(?:(?:import|export|const|let|var|function|async|return|if|for|while|await|class|new|throw|switch|try"
    r"|case|default|else|module\.exports)\b|[\w$.\[\]\"']+\s*(?:[-+*/|&?]{0,2}=(?!=)|\(|:\s)|[\w$.]+\.[\w$]+\(|[)\]}]+"
    r"|\"[^\"]*\"\s*:|\.\w+\()"
)
_ASSERTED = regex(r"""(\bfrom\s+["'][^"'\n]+["']\s+)assert(?=\s*\{)""")
_BECOMES = regex(r"^\s*(?!async\b)[\w$.-]+\([^()\n]*\)\s+(?:=>|->|→)\s+\S", re.M)
"""A line that shows what a call gives or becomes."""
_QUOTED_KEY = regex(r"\s*\{\s*\"")
_PROMPT = regex(r"^\s*(?:>|\.\.\.)\s", re.M)
_WRAPPED = (
    "({0})",
    "({{\n{0}\n}})",
    "[\n{0}\n]",
    "class A {{\n{0}\n}}",
    "_(\n{0}\n)",
    "switch (_) {{\n{0}\n}}",
)
_OPENING = {"(": ")", "[": "]", "{": "}", "${": "}"}


def javascript_verdict(lines: Sequence[str]) -> Verdict:
    """Whether the lines of a block parse as a script or a module, `await` and JSX allowed anywhere."""
    parser = _parser()
    if parser is None:
        return Unsure(MISSING)
    # Modules were once imported with `assert`, and still are in many places, where the grammar wants `with`.
    text = _ASSERTED.sub(r"\1with", "\n".join(lines))
    root = parser.parse(text.encode()).root_node
    if not root.has_error:
        return Parses()
    if _QUOTED_KEY.match(text) and _tree(parser, f"({text})").has_error:
        return json_verdict(lines, comments=True)
    excuse = _excuse(parser, text, root)
    if excuse is not None:
        return Unsure(excuse)
    line, why = _place(root, lines)
    if not _CODE.match(lines[line]):
        return Unsure(OTHER)
    return Broken(line, why)


@cache
def _parser() -> Any:
    """A parser of JavaScript; None where the extra is not installed."""
    try:
        import tree_sitter
        import tree_sitter_javascript
    except ImportError:
        return None
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_javascript.language()))


def _excuse(parser: Any, text: str, root: Any) -> str | None:
    """Why an error proves nothing; None where it does."""
    bare = text.strip().rstrip(",;")
    excuses = (
        (_ELLIPSIS.search(text), LEFT_OUT),
        (_TEMPLATE.search(text), FILLED_IN),
        (_TYPED.search(text), "it may be TypeScript or Flow"),
        (_BECOMES.search(text), OTHER),
        (text.lstrip().startswith("."), EXCERPT),
        (text.lstrip().startswith("<") or _PROMPT.search(text), OTHER),
        (is_diff(text) or has_commands(text), OTHER),
        (len(text) > LONGEST_EXCERPT, "it is too long to be tried as an excerpt"),
    )
    why = next((why for holds, why in excuses if holds), None)
    if why is None and any(not _tree(parser, wrapping.format(bare)).has_error for wrapping in _WRAPPED):
        return EXCERPT
    return OTHER if why is None and sum(1 for _ in _errors(root)) > MOST_ERRORS else why


def _tree(parser: Any, text: str) -> Any:
    return parser.parse(text.encode()).root_node


def _errors(root: Any) -> Iterator[Any]:
    """The nodes where the parser stumbled, in the order of the text."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            yield node
        if node.has_error:
            waiting.extend(reversed(node.children))


def _place(root: Any, lines: Sequence[str]) -> tuple[int, str]:
    """The line that is best mended, and what is wrong there."""
    unbalanced = _unbalanced(root, lines)
    if unbalanced is not None:
        return unbalanced
    node = next(_errors(root))
    line, column = node.start_point
    if node.is_missing:
        return line, f"`{node.type}` is missing"
    begins = not lines[line].encode()[:column].strip()
    before = last_line(lines, line - 1)
    if begins and line > 0 and re.search(r"[\w\"'`)\]}]\s*(?://.*)?$", lines[before]):
        return before, "a comma or another sign is missing behind this line's last word"
    word = node.text.decode(errors="replace").split("\n")[0][:40]
    return line, f"`{word}` cannot stand there" if word.strip() else "the parser stumbles there"


def _unbalanced(root: Any, lines: Sequence[str]) -> tuple[int, str] | None:
    """A bracket without its other half; None where all have one."""
    opened: list[tuple[str, int]] = []
    for kind, line in _brackets(root):
        if kind in _OPENING:
            opened.append((kind, line))
        elif opened and _OPENING[opened[-1][0]] == kind:
            opened.pop()
        elif not opened:
            return line, f"`{kind}` closes nothing"
        else:
            return _unclosed(*opened[-1], lines[:line])
    return _unclosed(*opened[-1], lines) if opened else None


def _unclosed(kind: str, line: int, lines: Sequence[str]) -> tuple[int, str]:
    """Where an opening bracket lacks its other half: behind what closes at its margin, else on its line."""
    margin = _margin(lines[line]) if line < len(lines) else ""
    closing = (
        n
        for n in range(line + 1, len(lines))
        if _margin(lines[n]) == margin and lines[n].lstrip()[:1] in ("}", "]", ")")
    )
    return next(closing, line), f"`{_OPENING[kind]}` is missing"


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _brackets(root: Any) -> Iterator[tuple[str, int]]:
    """The brackets outside strings and comments, in the order of the text, each with its line."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_missing or node.type in ("comment", "string", "regex"):
            continue
        if node.child_count == 0 and node.type in ("(", ")", "[", "]", "{", "}", "${"):
            yield node.type, node.start_point[0]
        waiting.extend(reversed(node.children))
