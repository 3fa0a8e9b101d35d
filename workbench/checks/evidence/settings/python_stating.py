"""Which names a Python file may state a default for, told without parsing it.

Rather too many than too few: what is named here is looked for in the parsed file.
"""

import re
from collections.abc import Iterator

_WORD = re.compile(r"\w+")
_BLOCKS = re.compile(
    r"^([ \t]*)(?:(class|def|async[ \t]+def)\b|(\w+)[ \t]*(?::[^=\n]{0,200})?(?<![=!<>])=(?!=))", re.M
)
"""The lines that open a class or a function, or bind a name."""
_SIGNATURE = re.compile(r"\bdef\s+\w+[^(\n]{0,200}\(([^=]*=.{0,5000}?)\)\s*(?:->|:)", re.S)
_GETTER = re.compile(
    r"(?:get|option|setting|config|conf|value|param|pop)\w*\s*\(((?:[^()]|\([^()]{0,200}\)){0,300})", re.I
)
_KEY = re.compile(r"""["']([^"'\n]{1,100})["']\s*,""")
_TABLE = re.compile(
    r"^[ \t]*(?:\w*(?:default|config|settings|options)\w*\s*(?::[^=\n]+)?|\w+\s*:[^=\n]+)=\s*\{", re.I | re.M
)
_ENTRY = re.compile(r"""["']([^"'\n]{1,100})["']\s*:""")


def stating(text: str) -> frozenset[str]:
    """The names that a file may state a default for."""
    found = set(_bound(text))
    for signature in _SIGNATURE.finditer(text):
        found.update(_WORD.findall(signature[1]))
    for call in _GETTER.finditer(text):
        found.update(_KEY.findall(call[1] + ","))
    if _TABLE.search(text):
        found.update(_ENTRY.findall(text))
    return frozenset(found)


def _bound(text: str) -> Iterator[str]:
    """What a module or a class binds to a value, not a function."""
    around: list[tuple[int, bool]] = []
    for line in _BLOCKS.finditer(text):
        indent = len(line[1].expandtabs())
        while around and around[-1][0] >= indent:
            around.pop()
        if line[2]:
            around.append((indent, line[2] == "class"))
        elif not around or around[-1][1]:
            yield line[3]
