"""Lists, tables and enumerations that the code states as literals, and how many elements they have."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.evidence.code_files import CodeFiles
from workbench.checks.regex import regex
from workbench.checks.text.python_tree import python_tree
from workbench.core.readings import Evidence

MOST_FILES = 20
"""Files that are read for one name."""
LONGEST = 50_000
"""Characters between the brackets of one literal."""

_LITERAL = regex(
    r"(?:\b(?:const|let|var|static|final|val)\s+|\b(?:pub|export|readonly|mut)\s+)+"
    r"(?P<name>[A-Za-z_]\w*)\b[^=\n;{]{0,120}=\s*(?:Object\.freeze\(|new (?:Set|Map)\(|vec!|&|"
    r"\[\d*\][\w.*]*|map\[[\w.*]+\][\w.*]*)*\s*(?P<open>[\[{(])"
)
_ENUM = regex(r"\benum\s+(?:class\s+)?(?P<name>[A-Za-z_]\w*)[^{};\n]{0,80}(?P<open>\{)")
_COMMENT = regex(r"//[^\n]*|/\*.*?\*/|#(?!\[)[^\n]*", re.S)
_STRING = regex(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`[^`]*`")
_CLOSES = {"[": "]", "{": "}", "(": ")"}


class Constant(NamedTuple):
    """One literal."""

    name: str
    size: int
    evidence: Evidence


def constants(code: CodeFiles, name: str) -> list[Constant]:
    """Every literal list, table or enumeration of a name; those with computed elements are left out."""
    found: list[Constant] = []
    for path in code.files_with(name)[:MOST_FILES]:
        text = code.texts[path]
        reader = _python if path.endswith(".py") else _other
        found += [Constant(name, size, code.evidence(path, offset)) for offset, size in reader(text, name)]
    return found


def _python(text: str, name: str) -> Iterator[tuple[int, int]]:
    if re.search(rf"^(?:class\s+)?{re.escape(name)}\b", text, re.M) is None:
        return
    tree = python_tree(text)
    if tree is None:
        return
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    for node in tree.body:
        size = None
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                size = _size(node.value)
        elif isinstance(node, ast.ClassDef) and node.name == name:
            size = _members(node)
        if size is not None:
            yield starts[node.lineno - 1], size


def _size(value: ast.expr | None) -> int | None:
    if isinstance(value, ast.Call) and value.args and isinstance(value.func, ast.Name):
        value = (
            value.args[0]
            if value.func.id in ("frozenset", "tuple", "list", "set", "OrderedDict", "dict")
            else None
        )
    if isinstance(value, ast.List | ast.Tuple | ast.Set):
        return None if any(isinstance(element, ast.Starred) for element in value.elts) else len(value.elts)
    if isinstance(value, ast.Dict):
        return None if any(key is None for key in value.keys) else len(value.keys)
    return None


def _members(node: ast.ClassDef) -> int | None:
    """How many members an enumeration has; None where it is no plain one."""
    bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
    if not bases & {"Enum", "IntEnum", "StrEnum"}:
        return None
    return sum(isinstance(inner, ast.Assign) for inner in node.body)


def _other(text: str, name: str) -> Iterator[tuple[int, int]]:
    for pattern in (_LITERAL, _ENUM):
        for found in pattern.finditer(text):
            if found["name"] == name:
                size = _elements(text, found.start("open"))
                if size is not None:
                    yield found.start(), size


def _elements(text: str, start: int) -> int | None:
    """How many elements stand between the bracket at an offset and the one that closes it."""
    inside = _COMMENT.sub(" ", _STRING.sub('""', text[start : start + LONGEST]))
    opened: list[str] = []
    parts, filled = 0, False
    for char in inside:
        if char in _CLOSES:
            filled = filled or bool(opened)
            opened.append(_CLOSES[char])
        elif opened and char == opened[-1]:
            opened.pop()
            if not opened:
                return parts + filled
        elif len(opened) == 1 and char in ",":
            parts, filled = parts + filled, False
        elif not char.isspace():
            filled = True
        if len(opened) == 1 and char == "." and "..." in inside:
            return None
    return None
