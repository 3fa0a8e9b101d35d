"""Whether a block of Python parses."""

import ast
import re
import textwrap
import warnings
from collections.abc import Iterator, Sequence

from workbench.checks.regex import regex
from workbench.checks.text.syntax.verdict import (
    EXCERPT,
    LEFT_OUT,
    OLDER,
    OTHER,
    Broken,
    Parses,
    Unsure,
    Verdict,
    has_commands,
    is_diff,
    is_template,
    last_line,
)

_PROMPT = regex(r"(\s*)(?:>>>|\.\.\.|In \[\d+\]:|\s+\.\.\.:)(?: |$)")
_FIRST_PROMPT = regex(r"\s*(?:>>>|In \[\d+\]:)(?: |$)")
_MAGIC = regex(r"\s*[%!?]|.*\w\?{1,2}$")
_ELLIPSIS = regex(r",?[ \t]*\.\.\.(?=\s*[,)\]}\n]|\s*\Z)[ \t]*,?|,?[ \t]*…[ \t]*,?")
_HEADER = regex(
    r"\s*(?:(?:async\s+)?(?:def|for|with)|class|if|elif|else|while|try|except|finally|match|case)\b"
)
_OLDER = regex(
    r"\bprint\s+[\"'\w]|\bprint\s*>>|\bexcept\s+[\w.]+\s*,|\braise\s+\w+\s*,|\bexec\s+[\"'\w]|<>|\bur[\"']|`"
    r"|\b0\d+\b|\b\d+L\b"
)
_NEWER = regex(
    r"^\s*type\s+\w+.*=|\b(?:def|class)\s+\w+\s*\[|\bexcept\s*\*?\s*\w+\s*,|(?<![\w\"'])[tT]r?[\"']|^\s*lazy\s+",
    re.M,
)
_CLAUSE = regex(r"(?:else|elif|except|finally|case)\b")
_CODE = regex(
    r"\s*(?:@\w|(?:async\s+)?(?:def|class)\s+\w|(?:async\s+)?for\s+.*\bin\b|(?:async\s+)?with\s+\S+"
    r"|(?:if|elif|while)\s.*[:=(]|(?:else|try|finally|except)\b.*:?$|return\b|from\s+[\w.]+\s+import\b"
    r"|import\s+[\w., ]+$|import\s+[\w.]+\s+as\b|raise\s+\w+\(|assert\s|await\s|yield\b|print\("
    r"|[\w.\[\]\"'()*, ]+?\s*(?:[-+*/%|&^@]|//|\*\*|<<|>>)?=(?!=)|[\w.]+\(|[)\]}]+\s*[,:]?$)"
)
_LOG = regex(r"\s*\w+=\S+(?: +\w+=\S+)+\s*$")
_WRAPPED = ("{{\n{0}\n}}", "[\n{0}\n]", "_(\n{0}\n)", "_ = (\n{0}\n)")


def python_verdict(lines: Sequence[str]) -> Verdict:
    """Whether the lines of a block parse as Python, prompts and magics put aside."""
    prompted = any(_FIRST_PROMPT.match(line) for line in lines)
    typed = [_typed(line) for line in lines] if prompted else list(lines)
    typed = [_without_magic(line) for line in typed]
    try:
        error = _error(typed)
        if error is None:
            return Parses()
        excuse = _excuse(typed, error, prompted)
    except (ValueError, RecursionError, MemoryError):
        return Unsure("it is too deep for the parser")
    if excuse is not None:
        return Unsure(excuse)
    return Broken(_line(typed, error), error.msg)


def _typed(line: str) -> str:
    """What a person types of a line; empty for output."""
    found = _PROMPT.match(line)
    return "" if found is None else line[found.end() :]


def _without_magic(line: str) -> str:
    if not _MAGIC.match(line):
        return line
    return " " * (len(line) - len(line.lstrip())) + "pass"


def _error(lines: Sequence[str]) -> SyntaxError | None:
    """What the parser complains of, its line counted in what it was given; None where it does not.

    Raises ValueError, RecursionError or MemoryError where a text is none that the parser can read.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(textwrap.dedent("\n".join(lines)))
    except SyntaxError as error:
        return error
    return None


def _line(lines: Sequence[str], error: SyntaxError) -> int:
    """The line that lacks something: the one before where the parser points at the next line's first word."""
    number = min((error.lineno or 1) - 1, len(lines) - 1)
    begins = not lines[number][: (error.offset or 1) - 1].strip()
    before = lines[:number]
    inside = sum(line.count(sign) for line in before for sign in "([{") > sum(
        line.count(sign) for line in before for sign in ")]}"
    )
    if error.msg == "invalid syntax" and begins and inside:
        return last_line(lines, number - 1)
    return number


def _excuse(lines: list[str], error: SyntaxError, prompted: bool) -> str | None:
    """Why an error proves nothing; None where it does."""
    text = "\n".join(lines)
    for changed, why in _variants(lines):
        if _error(changed) is None:
            return why
    number = min((error.lineno or 1) - 1, len(lines) - 1)
    line = lines[number]
    excuses = (
        ("…" in text or _ELLIPSIS.search(text), LEFT_OUT),
        (_OLDER.search(line) or _NEWER.search(text) or "f-string" in error.msg, OLDER),
        (isinstance(error, TabError), OTHER),
        (is_template(text) or is_diff(text) or has_commands(text), OTHER),
        (prompted and not _is_whole(lines, number), OTHER),
        (_is_signature(lines, number), "it shows how something is declared or called"),
        (not _is_code(lines, number, error) or _LOG.match(line), OTHER),
        (_is_cut_in(lines, error) or _CLAUSE.match(text.lstrip()), EXCERPT),
    )
    return next((why for holds, why in excuses if holds), None)


def _variants(lines: list[str]) -> Iterator[tuple[list[str], str]]:
    """The block as it may have been meant, and what that makes of it."""
    text = textwrap.dedent("\n".join(lines))
    yield _with_bodies(lines), LEFT_OUT
    if "..." in text or "…" in text:
        short = _ELLIPSIS.sub(_kept_lines, text)
        yield short.split("\n"), LEFT_OUT
        yield _with_bodies(short.split("\n")), LEFT_OUT
    for wrapping in _WRAPPED:
        yield wrapping.format(text.strip().rstrip(",")).split("\n"), EXCERPT
    first = next((line for line in lines if line.strip()), "").strip()
    if re.match(r"(?:else|elif|except|finally)\b", first):
        before = "if _:\n    _" if first.startswith("el") else "try:\n    _"
        yield [*before.split("\n"), *text.split("\n")], EXCERPT
        yield ["for _ in _:", "    _", *text.split("\n")], EXCERPT
    if re.match(r"case\b", first):
        yield ["match _:", *("    " + line for line in text.split("\n"))], EXCERPT


def _kept_lines(found: re.Match[str]) -> str:
    """An ellipsis taken out; between two other values a comma stays."""
    between = found[0].lstrip().startswith(",") and found[0].rstrip().endswith(",")
    return ("," if between else " ") + "\n" * found[0].count("\n")


def _with_bodies(lines: Sequence[str]) -> list[str]:
    """The lines with a body for every header that has only comments, or nothing, below it."""
    made: list[str] = []
    for number, line in enumerate(lines):
        made.append(line)
        if not _HEADER.match(line) and not line.rstrip().endswith(":"):
            continue
        code = line.partition(" #")[0].rstrip()
        if code.endswith(":"):
            following = (
                following
                for following in lines[number + 1 :]
                if following.strip() and not following.lstrip().startswith("#")
            )
            below = next(following, "")
            if _indent(below) <= _indent(line):
                made.append(" " * (_indent(line) + 4) + "pass")
    return made


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_whole(lines: Sequence[str], number: int) -> bool:
    """Whether a prompted statement was shown whole: no line without a prompt breaks it off."""
    return bool(lines[number].strip()) and (number + 1 == len(lines) or bool(lines[number + 1].strip()))


def _is_signature(lines: Sequence[str], number: int) -> bool:
    """Whether a line is a declaration without its body, or a call with its result's type."""
    line = lines[number]
    if re.match(r"\s*(?:(?:async\s+)?def|class)\s+\w+\.", line):
        return True
    if "->" in line and not line.rstrip().endswith(":"):
        return True
    below = next((after for after in lines[number + 1 :] if after.strip()), "")
    opened = sum(map(line.count, "([{")) == sum(map(line.count, ")]}"))
    declares = re.match(r"\s*(?:(?:async\s+)?def|class)\s", line) is not None
    if not declares or not opened:
        return bool(re.match(r"\s*[\w.]+\([^()]*[\[:][^()]*\)\s*$", line)) and len(lines) < 4
    return not line.rstrip().endswith(":") and _indent(below) <= _indent(line)


def _is_code(lines: Sequence[str], number: int, error: SyntaxError) -> bool:
    """Whether the statement that an error is in looks like one, and not like what it printed."""
    if error.msg == "unexpected indent":
        return _CODE.match(lines[number]) is not None
    margin = min((_indent(line) for line in lines if line.strip()), default=0)
    begin = number
    while begin > 0 and (_indent(lines[begin]) > margin or not lines[begin].strip()):
        begin -= 1
    if re.match(r"\s*[)\]}]", lines[begin]):
        return any(_CODE.match(line) for line in lines[:begin])
    return _CODE.match(lines[begin]) is not None


def _is_cut_in(lines: Sequence[str], error: SyntaxError) -> bool:
    """Whether an odd indentation may come from putting excerpts together."""
    if error.msg != "unexpected indent":
        return False
    number = (error.lineno or 1) - 1
    before = next((line for line in reversed(lines[:number]) if line.strip()), "")
    return not before or before.lstrip().startswith("#") or not lines[number - 1].strip()
