"""Names of the project that some words of a text may hold: what can be looked up in its code."""

import re

from workbench.checks.regex import regex

MOST_NAMES = 8
"""Names that are looked up; the first ones."""
LONGEST = 80

_CODE = regex(r"`{1,3}([^`\n]{1,400})`{1,3}")
_PATH = regex(
    r"(?<![\w/.-])\.{0,2}/?(?:[\w.@+-]{1,60}/){1,8}[\w.@+-]{0,60}|(?<![\w/.-])[\w-]{1,60}\.[a-z]{1,5}(?![\w/(.])"
)
_OPTION = regex(r"(?<![\w-])--?[A-Za-z][\w-]{0,60}")
_DOTTED = regex(r"(?<![\w./-])[A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){1,5}")
_WORD = regex(r"(?<![\w.-])[A-Za-z_]\w{1,60}")
_OF_CODE = regex(
    r"[A-Za-z0-9]+_\w+|_\w+|[A-Z]{3,}[0-9]*|[A-Za-z]*[a-z][A-Z]\w*",
)
"""snake_case, ALL_CAPS, CamelCase: what no ordinary word looks like."""
_PLAIN = regex(
    r"the|and|for|run|use|with|from|this|that|pip|npm|npx|yarn|install|git|clone|sudo|make|python|node|docker|bash"
    r"|import|true|false|null|none|add|new|get|set|let|var|const|def|return|else",
    re.I,
)
"""Words of commands and languages, which every repository is full of."""


def identifiers(words: str) -> tuple[str, ...]:
    """The names in some words, the surest first: options, paths, dotted names, words in code."""
    code = " ".join(found[1] for found in _CODE.finditer(words))
    found: dict[str, None] = {}
    for shape in (_OPTION, _PATH, _DOTTED):
        found.update(dict.fromkeys(each[0].rstrip(".").strip("/") for each in shape.finditer(words)))
    parts = {part for name in found for part in re.split(r"[./-]", name)}
    for each in _WORD.finditer(words):
        if _OF_CODE.fullmatch(each[0]) and each[0] not in parts:
            found[each[0]] = None
    for each in _WORD.finditer(code):
        if not _PLAIN.fullmatch(each[0]) and each[0] not in parts and len(each[0]) > 2:
            found[each[0]] = None
    return tuple(name for name in found if 1 < len(name) <= LONGEST)[:MOST_NAMES]
