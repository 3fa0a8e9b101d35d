"""Defaults in JavaScript and TypeScript: of parameters, unpacked options and objects of defaults."""

import re
from collections.abc import Iterator
from functools import lru_cache

from workbench.checks.evidence.code_files import windows
from workbench.checks.evidence.javascript.source import blanked, closing
from workbench.checks.evidence.settings.default import Default, line_of
from workbench.checks.regex import regex

_VALUE = (
    r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`$\n]*`|[+-]?(?:\d[\d_]*(?:\.\d+)?"""
    r"""|\.\d+)(?:\s*\*\s*\d[\d_]*)*"""
    r"""|true|false|null|undefined|\[\]|\{\})"""
)
_OBJECT = regex(
    r"(?:\b(\w*(?:[dD]efault|DEFAULT)\w*|initial\w*|options|config"
    r"|settings)\s*(?::[^=;{}()]{1,80})?=\s*(?:Object\.freeze\()?"
    r"|Object\.assign\(\s*|\.extend\(\s*(?:true,\s*)?|(?:static\s+)?(?:get\s+)?\bdefault(?:s|Options|Config"
    r"|Props)?\b[^{};\n]{0,40})\{"
)
_GIVEN = regex(r"""["']?\s*\]?\s*(?::|=(?!>)|!=|\|\||\?\?|,)\s*[\w"'`+\-.\[{=<|]""")
_OWNER = regex(
    r"\b(?:class|function)\s*\*?\s+(\w+)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:function|\()"
)


def of(path: str, text: str, name: str) -> Iterator[Default]:
    """The defaults that a file states for a name."""
    code = blanked(text)
    if not _may_state(code, name):
        return
    key, keyed, patterns = _patterns(name)
    for start, end in windows(code, name):
        for pattern in patterns:
            for found in pattern.finditer(code, start, end):
                yield Default(
                    found[1], line_of(path, text, found.start(1)), _owner(code, found.start()) or path
                )
    if keyed.search(code):
        yield from _of_objects(path, text, code, key)


def _may_state(code: str, name: str) -> bool:
    """Whether what stands behind a name somewhere gives it a value, or compares it."""
    at = code.find(name)
    while at >= 0:
        if _GIVEN.match(code, at + len(name)):
            return True
        at = code.find(name, at + 1)
    return False


@lru_cache(maxsize=64)
def _patterns(name: str) -> tuple[re.Pattern[str], re.Pattern[str], tuple[re.Pattern[str], ...]]:
    """A name as a key with a value, as a key at all, and the forms that give it a default."""
    word = re.escape(name)
    patterns = (
        rf"""[{{,(]\s*(?:["']?{word}["']?\s*:\s*\w+|{word})\s*(?::\s*[\w<>"""
        rf"""|\[\] "']{{1,60}})?=\s*{_VALUE}\s*(?=[,)}}]|\n\s*[,)}}])""",
        rf"""(?:[oO]pt(?:ion)?s?|[cC]onf(?:ig)?|[sS]ettings|[pP]arams|[pP]rops|cfg|args|argv|data"""
        rf"""|input)\w*\??\.{word}\s*(?:\|\||\?\?)\s*{_VALUE}""",
        rf"""\b{word}\s*(?:===|!==|==|!=)\s*(?:undefined|null)\s*\?\s*{_VALUE}\s*:""",
        rf"""["']{word}["']\s*\]?\s*(?:,|\|\||\?\?)\s*{_VALUE}\s*\)""",
        rf"""\b{word}\s*:\s*\{{[^{{}}]*\bdefault\s*:\s*{_VALUE}""",
    )
    key = rf"""(?<=[{{,])\s*["']?{word}["']?\s*:\s*{_VALUE}\s*(?=[,}}])"""
    keyed = rf"{word}[\"']?\s*:"
    return re.compile(key), re.compile(keyed), tuple(re.compile(pattern) for pattern in patterns)


def _of_objects(path: str, text: str, code: str, key: re.Pattern[str]) -> Iterator[Default]:
    for named, opened, start, end in _objects(code):
        for found in key.finditer(code, start, end + 1):
            if code.count("{", start + 1, found.start(1)) == code.count("}", start + 1, found.start(1)):
                owner = _object_owner(path, code, named, opened, start)
                yield Default(found[1], line_of(path, text, found.start(1)), owner)


@lru_cache(maxsize=256)
def _objects(code: str) -> list[tuple[str, int, int, int]]:
    """The objects of defaults: what each is bound to, where that stands, and its two braces."""
    found = []
    for opened in _OBJECT.finditer(code):
        start = opened.end() - 1
        found.append((opened[1] or "", opened.start(), start, closing(code, start)))
    return found


def _object_owner(path: str, code: str, named: str, opened: int, start: int) -> str:
    """Whose defaults an object holds: its own, unless its name says that they are the defaults."""
    if "default" in code[opened : start + 1].casefold():
        return _owner(code, opened) or named or path
    return f"{path}/{opened}"


def _owner(code: str, offset: int) -> str:
    """The last class or function that begins before an offset."""
    found = [match[1] or match[2] for match in _OWNER.finditer(code, max(0, offset - 4_000), offset)]
    return found[-1] if found else ""
