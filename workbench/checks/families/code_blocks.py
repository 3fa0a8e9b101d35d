"""Blocks of code parse in the language that they name."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from workbench.checks.evidence.project import Project
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.code import CodeBlock
from workbench.checks.text.page import Page
from workbench.checks.text.past import words_before
from workbench.checks.text.syntax.verdict import Broken, Parses, Unsure, Verdict
from workbench.core.sources import CheckRule

CODE_BLOCKS = CheckRule(
    id="code-blocks",
    owns="code-parses",
    proves="A block of code does not parse in the language that it names.",
    decided_by="Each block of Python, JSON, TOML, YAML and JavaScript is given to a parser; nothing runs.",
    on_fail="fix",
)

LONGEST_BLOCK = 20_000
"""Characters; a longer block is not parsed."""


# A text has blocks of one language or two, and some of the parsers take long to import.
def _python(lines: Sequence[str]) -> Verdict:
    from workbench.checks.text.syntax.python_syntax import python_verdict

    return python_verdict(lines)


def _json(lines: Sequence[str], comments: bool = False) -> Verdict:
    from workbench.checks.text.syntax.json_syntax import json_verdict

    return json_verdict(lines, comments=comments)


def _toml(lines: Sequence[str]) -> Verdict:
    from workbench.checks.text.syntax.data_syntax import toml_verdict

    return toml_verdict(lines)


def _yaml(lines: Sequence[str]) -> Verdict:
    from workbench.checks.text.syntax.data_syntax import yaml_verdict

    return yaml_verdict(lines)


def _javascript(lines: Sequence[str]) -> Verdict:
    from workbench.checks.text.syntax.javascript_syntax import javascript_verdict

    return javascript_verdict(lines)


_LANGUAGES: Mapping[str, tuple[str, Callable[[Sequence[str]], Verdict]]] = {
    **dict.fromkeys(("python", "py", "python3", "py3", "pycon", "ipython", "doctest"), ("Python", _python)),
    "json": ("JSON", _json),
    **dict.fromkeys(("jsonc", "hujson"), ("JSON", partial(_json, comments=True))),
    "toml": ("TOML", _toml),
    **dict.fromkeys(("yaml", "yml"), ("YAML", _yaml)),
    **dict.fromkeys(("javascript", "js", "mjs", "cjs", "node", "jsx"), ("JavaScript", _javascript)),
}
_WRONG = regex(
    r"\b(?:invalid|wrong|incorrect|broken|bad|malformed|mistake|syntax ?error|(?:will|does|would|do) ?n[o']t "
    r"(?:work|parse|compile)|do not|don't|never|avoid|instead of|pseudo|roughly|abbreviated|truncated)\b"
    r"|❌|✗|✘|🚫|👎",
    re.I,
)
_OUTPUT = regex(r"\b(?:outputs?|prints?|printed|stdout|displays?|logs?|response)\b[^.\n]{0,40}\s*\Z", re.I)
_PARTLY = regex(
    r"\b(?:(?:starts?|begins?|continues?|ends?) (?:like|as|with)|excerpt"
    r"|(?:part|snippet|fragment|extract) (?:of|from)"
    r"|the (?:first|last) (?:few |couple of |\w+ )?(?:lines?|rows?|entries|items|part))\b",
    re.I,
)
_LENIENT = regex(
    r"\bjsonc\b|json5|tsconfig|jsconfig|\.eslintrc|\.vscode|settings\.json|launch\.json|tasks\.json|keymap"
    r"|devcontainer|\.code-workspace|\.swcrc|\.babelrc|babel\.config|deno\.json|wrangler|renovate|\.jshintrc"
    r"|comments? (?:are|is) allowed|trailing comma|sublime|\bzed\b|biome|turbo\.json|hjson",
    re.I,
)


def check_code_blocks(page: Page, project: Project) -> Outcome:
    """Faults for blocks with a syntax error; undecided where they may not be meant as whole code."""
    outcome = Outcome(page)
    for block in page.markdown.blocks:
        known = _LANGUAGES.get(block.language)
        if known is not None and block.text.strip():
            _decide(outcome, block, *known)
    return outcome


def _decide(outcome: Outcome, block: CodeBlock, name: str, read: Callable[[Sequence[str]], Verdict]) -> None:
    place = _opening(outcome.page, block)
    verdict = _verdict(outcome.page, block, read)
    if isinstance(verdict, Parses):
        outcome.confirm(CODE_BLOCKS, place, f"it parses as {name}")
    elif isinstance(verdict, Unsure):
        outcome.leave(CODE_BLOCKS, place, verdict.why)
    else:
        line = block.lines[verdict.line]
        blank = len(line.text) - len(line.text.lstrip())
        outcome.fault(
            CODE_BLOCKS,
            (line.start + blank, line.start + max(len(line.text.rstrip()), blank + 1)),
            f"The {name} of this block does not parse: {_sentence(verdict.why)}.",
            consequence="A reader who copies the block gets a syntax error.",
            change="Correct the line, or name another language if it is none of this one.",
            evidence=[outcome.page.evidence(line.start)],
        )


def _verdict(page: Page, block: CodeBlock, read: Callable[[Sequence[str]], Verdict]) -> Verdict:
    if len(block.text) > LONGEST_BLOCK:
        return Unsure(f"it is longer than {LONGEST_BLOCK:,} characters")
    verdict = read([line.text for line in block.lines])
    if not isinstance(verdict, Broken):
        return verdict
    words = words_before(page, block.start)
    if _WRONG.search(words) or _WRONG.search(_comments(block)):
        return Unsure("it may be shown as something that is wrong")
    if _PARTLY.search(words):
        return Unsure("the words before it say that it is a part")
    if _OUTPUT.search(words):
        return Unsure("the words before it call it output")
    if read is _json and _LENIENT.search(f"{words} {block.info} {block.lines[0].text}"):
        lenient = _json([line.text for line in block.lines], comments=True)
        return (
            Unsure("what reads this file allows more than JSON") if isinstance(lenient, Parses) else lenient
        )
    return verdict


def _comments(block: CodeBlock) -> str:
    return " ".join(re.findall(r"(?:#|//|/\*)[^\n]{0,300}", block.text))


def _opening(page: Page, block: CodeBlock) -> tuple[int, int]:
    """The code of a block, which is what a claim about it speaks of."""
    first = next(line for line in block.lines if line.text.strip())
    return max(first.start, 0), max(block.end, first.start + 1)


def _sentence(why: str) -> str:
    return printable(why).rstrip(".")
