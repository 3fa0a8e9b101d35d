"""Defaults in Rust: `impl Default`, serde's default functions, and `unwrap_or` of a field."""

import re
from collections.abc import Iterator

from workbench.checks.evidence.settings.default import Default, line_of
from workbench.checks.regex import regex

_VALUE = (
    r"""("(?:[^"\\]|\\.)*"(?:\.to_string\(\)|\.into\(\)|\.to_owned\(\))?|String::from\("[^"]*"\)"""
    r"""|[+-]?\d[\d_]*(?:\.\d+)?"""
    r"""|true|false|(?:\w+::)*Duration::from_\w+\(\d+\)|\w+(?:::\w+)+)"""
)
_IMPL = regex(r"impl\s+Default\s+for\s+(\w+)[^{]*\{")


def of(path: str, text: str, name: str) -> Iterator[Default]:
    """The defaults that a file states for a name."""
    # The plain searches spare most files the patterns, which are other ones for each name.
    if f"{name}:" in text:
        yield from _of_implementations(path, text, name)
    if "serde(" in text:
        yield from _of_serde(path, text, name)
    if f".{name}" in text and ".unwrap_or" in text:
        fallback = rf"""\.{re.escape(name)}(?:\.\w+\(\))?\.unwrap_or(?:_else)?\(\s*(?:\|\|\s*)?{_VALUE}"""
        for found in re.finditer(fallback, text):
            yield Default(found[1], line_of(path, text, found.start(1)), path)


def _of_implementations(path: str, text: str, name: str) -> Iterator[Default]:
    for made in _IMPL.finditer(text):
        field = re.compile(rf"\b{re.escape(name)}:\s*{_VALUE}\s*[,}}]")
        end = text.find("\n}", made.end())
        for found in field.finditer(text, made.end(), end if end > 0 else len(text)):
            yield Default(found[1], line_of(path, text, found.start(1)), made[1])


def _of_serde(path: str, text: str, name: str) -> Iterator[Default]:
    serde = re.compile(
        rf"""#\[serde\([^\]]*default\s*=\s*"(\w+)"[^\]]*\)\]\s*(?:#\[[^\]]*\]\s*"""
        rf"""|///[^\n]*\n\s*)*(?:pub\s+)?{re.escape(name)}\s*:"""
    )
    for found in serde.finditer(text):
        made_by = re.search(rf"fn\s+{found[1]}\s*\(\)[^{{]*\{{\s*{_VALUE}\s*\}}", text)
        if made_by:
            yield Default(
                made_by[1], line_of(path, text, made_by.start(1)), _struct(text, found.start()) or path
            )


def _struct(text: str, offset: int) -> str:
    found = re.findall(r"\bstruct\s+(\w+)", text[:offset])
    return found[-1] if found else ""
