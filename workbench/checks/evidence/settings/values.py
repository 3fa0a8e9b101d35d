"""Values as a text and as code write them, compared."""

import ast
import operator
import re
from collections.abc import Callable
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.number_words import NUMBER_WORDS

_WORDS = NUMBER_WORDS | {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "hundred": 100,
    "thousand": 1000,
    "dozen": 12,
    "no": 0,
}
_TRUE = frozenset({"true", "yes", "on", "enabled", "active"})
_FALSE = frozenset({"false", "no", "off", "disabled", "inactive"})
_NOTHING = frozenset(
    {
        "none",
        "null",
        "nil",
        "undefined",
        "empty",
        "unset",
        "not set",
        "-",
        "–",
        "—",
        "",
        "n/a",
        "nothing",
        "required",
    }
    | {
        "optional",
        "empty string",
        "(none)",
        "(empty)",
        "{}",
        "[]",
        "()",
        "auto",
        "automatic",
        "random",
        "varies",
    }
)
_SECONDS = {
    "ns": 1e-9,
    "us": 1e-6,
    "µs": 1e-6,
    "ms": 1e-3,
    "millisecond": 1e-3,
    "msec": 1e-3,
    "s": 1.0,
    "sec": 1.0,
    "second": 1.0,
    "m": 60.0,
    "min": 60.0,
    "minute": 60.0,
    "h": 3600.0,
    "hr": 3600.0,
    "hour": 3600.0,
    "d": 86400.0,
    "day": 86400.0,
    "w": 604800.0,
    "week": 604800.0,
}
_SIZES = {"k": 1, "m": 2, "g": 3, "t": 4}
_NUMBER = r"[+-]?(?:\d{1,3}(?:[,_' ]\d{3})+|\d[\d_]*)(?:\.\d+)?(?:e[+-]?\d+)?|[+-]?\.\d+"
_MEASURED = regex(rf"({_NUMBER})\s*([a-zA-Zµ%°]*)(?:\s.*)?\Z", re.S)
_COMPOUND = regex(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?\Z")
_CALLED = regex(r"(?:[\w.:]+(?:::|\.))?(\w+)\(\s*([^()]*)\s*\)\Z")
_DURATIONS = {
    "from_secs": 1.0,
    "from_millis": 1e-3,
    "from_mins": 60.0,
    "ofSeconds": 1.0,
    "ofMillis": 1e-3,
    "ofMinutes": 60.0,
    "FromSeconds": 1.0,
    "FromMinutes": 60.0,
}
_GO_UNITS = {
    "time.Second": 1.0,
    "time.Minute": 60.0,
    "time.Hour": 3600.0,
    "time.Millisecond": 1e-3,
    "time.Microsecond": 1e-6,
}
_OPERATIONS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Mult: operator.mul,
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.LShift: lambda a, b: float(int(a) << min(int(b), 64)),
    ast.Div: lambda a, b: a / b if b else 0.0,
}


class Value(NamedTuple):
    """A plain value."""

    kind: str
    """`number`, `words`, `truth`, `nothing` or `unknown`."""
    words: str = ""
    number: float = 0.0
    scale: float | None = None
    """Seconds in its unit of time; None where it has none."""
    size: int | None = None
    """The power of a thousand in its unit of size."""
    name: bool = False
    """Whether it is a name of the code (a member of an enumeration), not a word."""


def said(text: str) -> Value:
    """A value as a text says it: quotes, number words and units are understood."""
    words = text.strip().strip("`*_").strip().rstrip(".;,").strip("`").strip()
    quoted = re.fullmatch(r"""["'“”‘’](.*)["'“”‘’]""", words, re.S)
    if quoted:
        return _of_words(quoted[1])
    low = words.casefold()
    if low in _NOTHING and low not in _FALSE:
        return Value("nothing", words)
    if low in _TRUE or low in _FALSE:
        return Value("truth", words, float(low in _TRUE))
    first, _, rest = low.partition(" ")
    if first in _WORDS and (not rest or first != "no"):
        return _measured(str(_WORDS[first]), rest.split(" ")[0] if rest else "", words)
    return _of_words(words)


def written(text: str) -> Value:
    """A value as code writes it; unknown where it is computed."""
    words = text.strip().rstrip(",;").strip()
    for ending in (
        ".to_string()",
        ".into()",
        ".to_owned()",
        ".to_vec()",
        "?",
        "f32",
        "f64",
        "u32",
        "u64",
        "usize",
    ):
        words = (
            words.removesuffix(ending).rstrip("_")
            if not words.endswith('"' + ending)
            else words[: -len(ending)]
        )
    if re.fullmatch(r"String::(?:from|new)\(.*\)", words):
        words = words[words.index("(") + 1 : -1] or '""'
    quoted = re.fullmatch(r"""(?:[rRbBuUf]?)(["'`])((?:[^"'`\\]|\\.|(?!\1)["'`])*)\1""", words, re.S)
    if quoted:
        inner = re.sub(r"\\(.)", r"\1", quoted[2])
        return Value("unknown") if "${" in inner or words[0] == "f" else _of_words(inner, empty=True)
    return _bare(words)


def _bare(words: str) -> Value:
    low = words.casefold()
    if low in ("true", "false"):
        return Value("truth", words, float(low == "true"))
    if low in ("none", "null", "nil", "undefined", "[]", "{}", "()", "''", '""', ""):
        return Value("nothing", words)
    if (number := _computed(words)) is not None:
        return Value("number", words, number)
    if (scale := _duration(words)) is not None:
        return Value("number", words, scale, 1.0)
    if re.fullmatch(r"[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)+", words):
        return Value("words", re.split(r"\.|::", words)[-1], name=True)
    if re.fullmatch(r"[~/$\w.:+-][\w~/.:+%@-]*", words) and not words.isidentifier():
        return _of_words(words)
    return Value("unknown", words)


def _computed(words: str) -> float | None:
    """The number that a sum or product of plain numbers gives."""
    if (
        len(words) > 60
        or not re.fullmatch(r"[\d\s_.*+()<e/-]+", words)
        or not any(c.isdigit() for c in words)
    ):
        return None
    try:
        return _evaluated(ast.parse(words.strip(), mode="eval").body)
    except (SyntaxError, ValueError, OverflowError, RecursionError):
        return None


def _evaluated(node: ast.expr) -> float:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_evaluated(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        return _OPERATIONS[type(node.op)](_evaluated(node.left), _evaluated(node.right))
    raise ValueError


def _duration(words: str) -> float | None:
    """Seconds of `10 * time.Second`, `Duration::from_secs(5)`, `timedelta(minutes=3)`."""
    go = re.fullmatch(r"(?:(\d+)\s*\*\s*)?(time\.\w+)(?:\s*\*\s*(\d+))?", words)
    if go and go[2] in _GO_UNITS:
        return float(go[1] or go[3] or 1) * _GO_UNITS[go[2]]
    called = _CALLED.fullmatch(words) if len(words) < 80 else None
    if called is None:
        return None
    if called[1] in _DURATIONS and called[2].strip().isdecimal():
        return float(called[2]) * _DURATIONS[called[1]]
    unit = re.fullmatch(r"(\w+?)s\s*=\s*(\d+)", called[2])
    if called[1] == "timedelta" and unit and unit[1] in _SECONDS:
        return float(unit[2]) * _SECONDS[unit[1]]
    return None


def _of_words(words: str, empty: bool = False) -> Value:
    if empty and not words:
        return Value("nothing")
    found = _MEASURED.match(words)
    if found:
        return _measured(found[1], found[2], words)
    compound = _COMPOUND.match(words)
    if compound and words:
        hours, minutes, seconds = (float(part or 0) for part in compound.groups())
        return Value("number", words, hours * 3600 + minutes * 60 + seconds, 1.0)
    return Value("words", words)


def _measured(number: str, unit: str, words: str) -> Value:
    count = float(re.sub(r"[,_' ]", "", number))
    low = unit.casefold()
    if unit == "%" or low in ("percent", "per"):
        return Value("number", words, count, scale=None, size=-1)
    for known in (low, low.removesuffix("s"), low.removesuffix(".")):
        if known in _SECONDS:
            return Value("number", words, count, _SECONDS[known])
    if re.fullmatch(r"[kmgt]i?b(?:ytes?)?|[kmgt]", low):
        return Value("number", words, count, size=_SIZES[low[0]])
    if unit and not unit.isalpha():
        return Value("words", words)
    if low and re.fullmatch(rf"(?:{_NUMBER}){re.escape(unit)}.*", words, re.S) and len(low) > 3:
        # `3dsomething` is a word; `6 ends` is a number of things.
        return Value("words", words)
    return Value("number", words, count)


def same(text: Value, code: Value) -> bool | None:
    """Whether a stated and a written value are one; None where that cannot be told."""
    if "unknown" in (text.kind, code.kind):
        return None
    if text.kind == "nothing" or code.kind == "nothing":
        return _nothing(text, code)
    if text.kind == code.kind == "number":
        return any(_close(a, b) for a in _sizes(text) for b in _sizes(code))
    if text.kind == code.kind == "truth":
        return text.number == code.number
    if "truth" in (text.kind, code.kind):
        return _truth(text, code)
    if _folded(text.words) == _folded(code.words):
        return True
    if code.name or text.kind != code.kind:
        return None if code.name else _worded(text, code)
    return _worded(text, code)


def _nothing(text: Value, code: Value) -> bool | None:
    if text.kind == code.kind:
        return (
            True
            if text.words.casefold() not in ("auto", "automatic", "random", "varies", "required")
            else None
        )
    return None


def _truth(text: Value, code: Value) -> bool | None:
    other = code if text.kind == "truth" else text
    truth = text if text.kind == "truth" else code
    if other.kind == "number" and other.number in (0.0, 1.0) and other.scale is None:
        return other.number == truth.number
    if other.words.casefold() in _TRUE | _FALSE:
        return (other.words.casefold() in _TRUE) == bool(truth.number)
    return None


def _worded(text: Value, code: Value) -> bool | None:
    """Two words that differ: only plain ones can contradict each other."""
    for value in (text, code):
        if value.kind == "words" and (
            len(value.words) > 80 or re.search(r"[<>{}$…]|\.\.\.|\b(?:the|a|an|your)\b", value.words)
        ):
            return None
    return text.words.split() == code.words.split()


def _folded(words: str) -> str:
    path = re.sub(r"^(?:\$\{?HOME\}?|%USERPROFILE%)", "~", words.strip())
    return path.removeprefix("./").rstrip("/").casefold() or path


def _sizes(value: Value) -> set[float]:
    """What a number may be in the unit that the other one leaves unsaid."""
    found = {value.number}
    if value.scale is not None:
        seconds = value.number * value.scale
        found |= {seconds, seconds * 1e3, seconds / 60, seconds / 3600, seconds / 86400, seconds * 1e9}
    if value.size is not None and value.size > 0:
        found |= {value.number * 1000**value.size, value.number * 1024**value.size}
    if value.size == -1:
        found.add(value.number / 100)
    return found


def _close(a: float, b: float) -> bool:
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1e-12)
