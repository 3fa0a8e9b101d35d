"""What a credential looks like, and what only stands in for one.

Shapes follow the prefixes that the services publish for secret scanning. A match counts only if its random
part looks random: documentation is full of `sk-your-key-here`, `ghp_xxxxxxxx` and AWS's own EXAMPLE keys.
"""

import base64
import binascii
import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from workbench.checks.regex import regex


class Credential(NamedTuple):
    """A stretch of a text that looks like a live credential."""

    what: str
    """Its kind, as it reads after "a live"."""
    start: int
    end: int


_SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (what, regex(pattern))
    for what, pattern in (
        ("AWS access key id", r"(?:AKIA|ASIA)([A-Z2-7]{16})(?![A-Za-z0-9])"),
        (
            "AWS secret key",
            r"(?i:aws_?secret_?(?:access_?)?key)[\"'`]?\s{0,4}[:=]\s{0,4}[\"'`]?"
            r"(?P<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
        ),
        ("GitHub token", r"gh[pousr]_([A-Za-z0-9]{36,255})"),
        ("GitHub token", r"github_pat_([A-Za-z0-9]{22}_[A-Za-z0-9]{59})"),
        ("GitLab token", r"gl(?:pat|dt|rt|cbt|ptt|soat)-([\w-]{20,200})"),
        ("Anthropic key", r"sk-ant-[a-z]{3,8}\d\d-([\w-]{40,200})"),
        ("OpenAI key", r"sk-(?:proj|svcacct|admin|None)-([\w-]{40,200})"),
        ("OpenAI key", r"sk-([A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})"),
        ("key of a model service", r"sk-(?:or-v1-)?([A-Za-z0-9]{32,64})(?![\w-])"),
        ("Slack token", r"xox[abeoprs]-(?:[\d.]{1,20}-){0,4}([A-Za-z0-9-]{20,250})"),
        ("Slack token", r"xapp-\d-([A-Za-z0-9-]{20,250})"),
        ("Slack webhook", r"hooks\.slack\.com/services/(T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/[A-Za-z0-9]{20,32})"),
        ("Discord webhook", r"discord(?:app)?\.com/api/webhooks/(\d{16,20}/[\w-]{60,80})"),
        ("Google key", r"AIza([\w-]{35})(?![\w-])"),
        ("Google client secret", r"GOCSPX-([\w-]{28})"),
        ("Stripe key", r"[sr]k_live_([A-Za-z0-9]{16,250})"),
        ("npm token", r"npm_([A-Za-z0-9]{36})(?![A-Za-z0-9])"),
        ("PyPI token", r"pypi-AgE([\w-]{50,250})"),
        ("Hugging Face token", r"hf_([A-Za-z0-9]{30,50})(?![A-Za-z0-9])"),
        ("SendGrid key", r"SG\.([\w-]{22}\.[\w-]{43})"),
        ("DigitalOcean token", r"do[oprt]_v1_([a-f0-9]{64})"),
        ("Databricks token", r"dapi([a-f0-9]{32})(?![a-f0-9])"),
        ("Shopify token", r"shp(?:at|ca|pa|ss)_([a-fA-F0-9]{32})"),
        ("Grafana token", r"glsa_([A-Za-z0-9]{32}_[a-f0-9]{8})"),
        ("Linear key", r"lin_api_([A-Za-z0-9]{40})"),
        ("Telegram bot token", r"(?<!\d)\d{8,10}:(AA[\w-]{33})(?![\w-])"),
        ("Azure storage key", r"AccountKey=([A-Za-z0-9+/]{86}==)"),
        ("age key", r"AGE-SECRET-KEY-1([0-9A-Z]{58})"),
    )
)

_PRIVATE_KEY = regex(
    r"-----BEGIN (?:[A-Z]{2,9} )?PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n|[\"'+>])*"
    r"(?:[A-Z][\w-]{1,30}:[^\n]{0,100}\s+)*([A-Za-z0-9+/=]{40,})"
)
_KEY_END = regex(r"-----END [A-Z ]{0,20}PRIVATE KEY(?: BLOCK)?-----")
_JSON_WEB_TOKEN = regex(r"(?<![\w.-])(eyJ[\w-]{8,2000})\.(eyJ[\w-]{8,6000})\.[\w-]{20,1000}")
_SAMPLE_CLAIMS = regex(r"1234567890|John Doe|Jane Doe|example\.(?:com|org)|foobar")
_NAME = (
    r"(?i:pass(?:word|wd|phrase)?|pwd|secret|token"
    r"|(?:api|access|auth|private|secret|account|encryption)[_-]?key)"
    r"(?![A-Za-z])(?:[_-]\w{1,20})?[\"'`\]]{0,2}[ \t]{0,4}(?:=>|:=|=|:)[ \t]{0,4}"
)
_ASSIGNED: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "password",
        regex(r"://[^\s/:@\"'`<>]{1,64}:(?P<value>[^\s/@\"'`<>]{8,128})@(?P<host>[\w.-]{1,100})"),
    ),
    ("bearer token", regex(r"[Bb]earer {1,4}(?P<value>[A-Za-z0-9._~+/=-]{20,500})")),
)
_NAMED: tuple[re.Pattern[str], ...] = (
    regex(_NAME + r"[\"'`](?P<value>[^\"'`\s<>]{12,200})[\"'`]"),
    regex(_NAME + r"(?P<value>[A-Za-z0-9+/_=.~!@#%^*-]{16,120})(?=[\s,;)}|&\"'`<\\]|\Z)"),
)
_IN_NAMES = ("pass", "pwd", "secret", "token", "key")
"""One of these is in every name of `_NAME`, at most so far from its beginning:"""
_BEFORE, _AROUND = 12, 400
"""and what is assigned to it ends at most so many characters on."""
_UUID = regex(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_PIECE = regex(r"[A-Za-z0-9!@#$%^&*+/]+")
_LOCAL = regex(r"localhost|127\.0\.0\.1|[\w-]*\Z|.*example\.(?:com|org|net)|.*\.(?:local|test|example)")

_WORDS = regex(
    r"example|sample|dummy|fake|placeholder|change.?(?:me|it)|your|replace|redacted|insert|todo|foobar|lorem"
    r"|xxxx|password|passw0rd|passwd|secret|token|api.?key|hunter2|letmein|qwerty|deadbeef|a1b2c3|1a2b3c"
    r"|test[_-]|not.?real|goes.?here|\.\.\.|…|\*\*\*|\$\{|\{\{",
    re.I,
)


def credentials(text: str) -> list[Credential]:
    """Everything in a text that looks like a live credential, in its order and without overlaps."""
    kept: list[Credential] = []
    for found in sorted(_candidates(text), key=lambda c: (c.start, -c.end)):
        if not kept or found.start >= kept[-1].end:
            kept.append(found)
    return kept


def _candidates(text: str) -> Iterator[Credential]:
    for what, shape in _SHAPES:
        for found in shape.finditer(text):
            if not _within_word(text, found.start()) and not is_placeholder(found[1]):
                yield Credential(what, *found.span("value" if "value" in shape.groupindex else 0))
    yield from _private_keys(text)
    yield from _json_web_tokens(text)
    yield from _assigned(text)


def _within_word(text: str, start: int) -> bool:
    return start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_")


def _json_web_tokens(text: str) -> Iterator[Credential]:
    for found in _JSON_WEB_TOKEN.finditer(text):
        if not _SAMPLE_CLAIMS.search(_unwrapped(found[2])):
            yield Credential("JSON web token", *found.span())


def _assigned(text: str) -> Iterator[Credential]:
    """Values that only their surroundings mark as secret."""
    for what, shape in _ASSIGNED:
        for found in shape.finditer(text):
            local = "host" in shape.groupindex and _LOCAL.fullmatch(found["host"])
            if is_random(found["value"]) and not local:
                yield Credential(what, *found.span("value"))
    for start, end in _near_names(text):
        for shape in _NAMED:
            for found in shape.finditer(text, start, end):
                if is_random(found["value"]):
                    yield Credential("password or key", *found.span("value"))


def _near_names(text: str) -> list[tuple[int, int]]:
    """The stretches that could hold a name and its value: looking at every character takes seconds."""
    lowered = text.lower()
    if len(lowered) != len(text):
        return [(0, len(text))]
    stretches: list[tuple[int, int]] = []
    for at in sorted(at for word in _IN_NAMES for at in _places(lowered, word)):
        start, end = max(0, at - _BEFORE), min(len(text), at + _AROUND)
        if stretches and start <= stretches[-1][1]:
            stretches[-1] = (stretches[-1][0], end)
        else:
            stretches.append((start, end))
    return stretches


def _places(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def is_placeholder(value: str) -> bool:
    """Whether a credential's random part only stands in for one.

    It holds a word that says so, is in small letters alone, repeats or counts, or has under 2.5 bits a
    character (Shannon's entropy of its own frequencies).
    """
    # A word in mixed case is chance: random text of some length holds most short words by letters alone.
    if any(word.islower() or word.isupper() or word.istitle() for word in _words(value)):
        return True
    return (
        re.fullmatch(r"[a-z_-]+", value) is not None
        or _repeats(value)
        or _counts(value)
        or _entropy(value) < 2.5
    )


def _words(value: str) -> Iterator[str]:
    """The letters of each placeholder word in a value; marks count as a lower-case letter."""
    return ("".join(filter(str.isalpha, found[0])) or "a" for found in _WORDS.finditer(value))


def is_random(value: str) -> bool:
    """Whether a value that nothing but its name marks as secret was made by a machine.

    At least twelve characters in one piece, in which letters and digits change at least three times, or
    capitals, small letters and digits occur and the kind of character changes at two places in five. No
    UUID, no placeholder, nothing that begins like a path, a variable or a template.
    """
    if value[0] in "$<{[(%@/~.-" or _UUID.fullmatch(value) or is_placeholder(value):
        return False
    longest = max(_PIECE.findall(value), key=len, default="")
    if len(longest) < 12:
        return False
    kinds = [_kind(char) for char in longest]
    changes = [pair for pair in pairwise(kinds) if pair[0] != pair[1]]
    mixed = {"upper", "lower", "digit"} <= set(kinds) and len(changes) >= 0.4 * len(kinds)
    return mixed or sum("digit" in pair for pair in changes) >= 3


def _kind(char: str) -> str:
    if char.isdigit():
        return "digit"
    if char.isalpha():
        return "upper" if char.isupper() else "lower"
    return "mark"


def _private_keys(text: str) -> Iterator[Credential]:
    for found in _PRIVATE_KEY.finditer(text):
        # Real keys hold long runs of A, and a sample's first line is dots or one repeated word.
        if _entropy(found[1]) >= 3:
            closed = _KEY_END.search(text, found.end(), found.end() + 20_000)
            yield Credential("private key", found.start(), closed.end() if closed else found.end())


def _unwrapped(segment: str) -> str:
    """What a segment of a JSON web token says; empty where it cannot be read."""
    try:
        return base64.urlsafe_b64decode(segment + "=" * (-len(segment) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _repeats(value: str) -> bool:
    """Whether one character stands five times in a row."""
    return re.search(r"(.)\1{4}", value) is not None


def _counts(value: str) -> bool:
    """Whether six characters in a row count up or down, as in `abcdef` or `654321`."""
    run, before = 1, 0
    for a, b in pairwise(value):
        step = ord(b) - ord(a)
        run = run + 1 if step == before and abs(step) == 1 else 2
        before = step
        if run >= 6 and abs(step) == 1:
            return True
    return False


def _entropy(value: str) -> float:
    """Bits a character, by how often each occurs in it."""
    return -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values())
