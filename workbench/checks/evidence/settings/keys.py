"""Where the code takes a key of the settings, and whether it hands all of them on."""

import re
from dataclasses import dataclass, field

from workbench.checks.evidence.code_files import CodeFiles
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

MOST_PLACES = 120
"""Places that are looked at for one key."""

_MAPPING = (
    r"(?:opt(?:ion)?s?|conf(?:ig)?|cfg|settings?|params?|props|kwargs|args|data|attrs|spec|prefs|preferences)"
)
_PASSED = regex(
    rf"(?:\.\.\.|\*\*)\s*(?:this\.|self\.)?_?{_MAPPING}\b|([\w.$:]+)\s*\([^()\n]*(?<![\w.'\"])(?:this\."
    rf"|self\.)?_?{_MAPPING}\s*[,)]"
)
_OPEN = regex(
    r"serde\(flatten|extra\s*=\s*[\"']?(?:allow|Extra\.allow)|additionalProperties[\"']?\s*:\s*true"
    r"|,inline\"|,remain\"|"
    r"\bsetattr\(|\bgetattr\(\s*\w+\s*,\s*\w+\s*[,)]|__dict__\.update|Object\.(?:entries"
    r"|keys)\(\s*(?:this\.)?\w*(?:[oO]pt|[cC]onf|[sS]etting)|"
    rf"for\s+\w+(?:\s*,\s*\w+)?\s+in\s+_?{_MAPPING}\b(?!\.get|\[[\"'])|for\s*\(\s*(?:const|let"
    rf"|var)\s+\w+\s+in\s+_?{_MAPPING}\b"
)
_HARMLESS = frozenset(
    [
        "Object.assign",
        "assign",
        "extend",
        "merge",
        "isinstance",
        "len",
        "dict",
        "type",
        "typeof",
        "print",
        "log",
        "console.log",
        "JSON.stringify",
        "Object.freeze",
        "if",
        "for",
        "while",
        "return",
        "switch",
        "def",
        "function",
        "fn",
        "func",
        "catch",
        "constructor",
        "__init__",
        "init",
        "super().__init__",
        "Object.keys",
        "str",
        "repr",
        "bool",
        "Boolean",
        "Object.defineProperty",
        "require",
        "defaults",
    ]
)


@dataclass
class Keys:
    """The keys that the code of a repository asks for."""

    code: CodeFiles
    _known: dict[str, dict[str, Evidence]] = field(default_factory=dict, init=False, repr=False)

    def takers(self, name: str) -> dict[str, Evidence]:
        """The files that take a key under its exact name, each with the line that does; tests left aside."""
        if name not in self._known:
            self._known[name] = self._takers(name)
        return self._known[name]

    def is_named(self, name: str) -> bool:
        """Whether the code has the word at all, in any of the ways that languages spell it."""
        return any(True for spelling in spellings(name) for _ in self.code.places(spelling, 1))

    def hands_on(self, path: str) -> bool:
        """Whether a file passes its settings on to what the repository does not define, or reads any key."""
        text = self.code.texts[path]
        if _OPEN.search(text):
            return True
        for found in _PASSED.finditer(text):
            called = found[1]
            if called is None or not (called in _HARMLESS or self._is_defined(called.rpartition(".")[2])):
                return True
        return False

    def _is_defined(self, name: str) -> bool:
        """Whether the code defines a function or class."""
        if name.rpartition("::")[2] in _HARMLESS:
            return True
        pattern = re.compile(
            rf"\b(?:class|function|def|fn|func|struct|const|let|var)\s+(?:\([^)]*\)\s*)?{re.escape(name)}\b"
            rf"|^\s+(?:async\s+)?{re.escape(name)}\s*\([^)]*\)\s*\{{",
            re.M,
        )
        return any(pattern.search(self.code.texts[path]) for path in self.code.files_with(name))

    def _takers(self, name: str) -> dict[str, Evidence]:
        found: dict[str, Evidence] = {}
        for path, at in self.code.places(name, MOST_PLACES):
            if path in found:
                continue
            text = self.code.texts[path]
            line_start = text.rfind("\n", 0, at) + 1
            before, after = text[line_start:at], text[at + len(name) : at + len(name) + 60]
            if _is_taking(path, before, after, text[max(0, line_start - 2_000) : line_start]):
                found[path] = self.code.evidence(path, at)
        return found


def _is_taking(path: str, before: str, after: str, above: str) -> bool:
    """Whether a word of code is asked for there, or declared as a field or parameter."""
    if re.match(r"\s*(?:#|//|\*|--)", before):
        return False
    if re.search(r"[\"'`]\Z", before) and re.match(r"[\"'`]\s*[\]),:=}]|[\"'`]\s*$", after):
        return True
    if re.search(
        r"(?:json|yaml|toml|mapstructure|hcl|ini|koanf|xml|db|koanf|config|rename\s*=\s*):?\"\Z", before
    ):
        return True
    if re.search(rf"\b{_MAPPING}\??\.\Z", before, re.I):
        return True
    if path.endswith((".sh", ".bash")) or "." not in path.rpartition("/")[2]:
        return bool(re.search(r"\$\(\w+\s+\Z|\b(?:get|config|setting|option)\w*\s+[\"']?\Z", before))
    if re.match(r"\s*:(?!:)\s*\S|\s*\??\s*:\s*\S", after) and re.match(
        r"\s*(?:pub(?:\([^)]*\))?\s+|readonly\s+|export\s+)?\Z", before
    ):
        return True
    return bool(
        re.search(r"[{,(]\s*\Z|^\s*\Z", before)
        and re.match(r"\s*(?:=[^=]|,|\}|\?:|\))", after)
        and _unpacks(before, above)
    )


def _unpacks(before: str, above: str) -> bool:
    """Whether a word stands between braces or brackets that take settings apart, or declare parameters."""
    text = above + before
    opened = max(text.rfind("{"), text.rfind("("))
    return opened >= 0 and text.rfind("}", opened) < 0


def spellings(name: str) -> tuple[str, ...]:
    """A name as languages spell it: with underscores, hyphens, humps, capitals."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", name) or [name]
    low = [word.lower() for word in words]
    camel = low[0] + "".join(word.capitalize() for word in low[1:])
    found = (
        name,
        "_".join(low),
        "-".join(low),
        camel,
        camel[:1].upper() + camel[1:],
        "".join(low),
        "_".join(low).upper(),
        name.rpartition(".")[2],
    )
    return tuple(dict.fromkeys(found))
