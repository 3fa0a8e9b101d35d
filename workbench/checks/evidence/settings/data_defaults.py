"""Defaults in other languages, by the forms that most of them share."""

import re
from collections.abc import Iterator

from workbench.checks.evidence.code_files import windows
from workbench.checks.evidence.settings.default import Default, line_of

_VALUE = r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[+-]?\d[\d_]*(?:\.\d+)?|true|false)"""


def of(path: str, text: str, name: str) -> Iterator[Default]:
    """The defaults that a file states for a name."""
    if path.endswith(".go") and f'"{name}' not in text:
        return
    word = re.escape(name)
    for pattern in (*_patterns(path, word), *_of_tagged(path, text, word)):
        compiled = re.compile(pattern, re.M)
        for start, end in [(0, len(text))] if path.endswith(".go") else windows(text, name):
            for found in compiled.finditer(text, start, end):
                yield Default(found[1], line_of(path, text, found.start(1)), path)


def _patterns(path: str, word: str) -> Iterator[str]:
    if path.endswith((".sh", ".bash", ".zsh")) or "." not in path.rpartition("/")[2]:
        yield rf"""\$\((?:\w+)\s+["']?{word}["']?\s+("[^"$]*"|'[^']*'|[^\s)$]+)\)"""
        yield rf"""\$\{{{word}:?[-=]([^}}$]*)\}}"""
    elif path.endswith(".go"):
        yield rf"""SetDefault\(\s*"{word}"\s*,\s*([^()\n]+)\)"""
        yield rf"""(?:json|yaml|toml|mapstructure|hcl):"{word}[^"]*"[^`\n]*\bdefault:("[^"]*")"""
    elif path.endswith((".rb", ".rake")):
        yield rf""":{word}\s*(?:=>|,)\s*{_VALUE}"""
        yield rf"""\b{word}:\s*{_VALUE}\s*[,)}}]"""
    elif path.endswith((".java", ".kt", ".cs", ".groovy", ".php", ".gradle", ".kts")):
        yield rf"""\(\s*["']{word}["']\s*,\s*{_VALUE}\s*\)"""
        types = "val|var|int|long|boolean|String|double|float|bool|string"
        yield rf"""\b(?:{types})\s+\$?{word}\s*(?::\s*\w+\s*)?=\s*{_VALUE}"""


def _of_tagged(path: str, text: str, word: str) -> Iterator[str]:
    """In Go, what is assigned to the field that a tag gives this name."""
    if not path.endswith(".go"):
        return
    for field in re.findall(rf"""(?m)^\s*(\w+)\s+[\w\[\]*.]+\s+`[^`\n]*\b\w+:"{word}[,"]""", text):
        yield rf"""\.{field}\s*=\s*("[^"\n]*"|[\w.* ]+)$"""
        yield rf"""^\s*{field}:\s+("[^"\n]*"|[\w.* ]+),"""
