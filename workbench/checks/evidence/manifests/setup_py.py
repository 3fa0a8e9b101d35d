"""What a setup.py says, read as a syntax tree and never run: plain values, and names bound to them."""

import ast
from typing import Any

from workbench.checks.evidence.manifests.python_metadata import (
    PythonMetadata,
    entry_point,
    normal,
    requirement_names,
)
from workbench.checks.evidence.manifests.source import Manifest, mapping, strings
from workbench.checks.evidence.package import Stated
from workbench.checks.text.python_tree import python_tree


class _Computed:
    """A value that only running the file would give."""


COMPUTED = _Computed()


def read_setup_py(manifest: Manifest) -> PythonMetadata | None:
    """What the one call of `setup()` says; None where there is none such."""
    tree = python_tree(manifest.text)
    if tree is None:
        return PythonMetadata(whole=False)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_setup(node.func)]
    if len(calls) != 1:
        return PythonMetadata(whole=False) if calls else None
    bound = _bound(tree)
    arguments, whole = _arguments(calls[0], bound)
    return _read(manifest, arguments, bound, whole)


def _is_setup(called: ast.expr) -> bool:
    return (isinstance(called, ast.Name) and called.id == "setup") or (
        isinstance(called, ast.Attribute) and called.attr == "setup"
    )


def _bound(tree: ast.Module) -> dict[str, ast.expr]:
    """The names that the module binds once, each with what it is bound to."""
    found: dict[str, ast.expr] = {}
    often: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                name = _root(target)
                if name in found or not isinstance(target, ast.Name) or node.value is None:
                    often.add(name)
                elif not isinstance(node, ast.AugAssign):
                    found[name] = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            # A list or mapping that a method may have changed.
            often.add(_root(node.func.value))
    return {name: value for name, value in found.items() if name not in often}


def _root(target: ast.expr) -> str:
    while isinstance(target, ast.Attribute | ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else ""


def _arguments(call: ast.Call, bound: dict[str, ast.expr]) -> tuple[dict[str, ast.expr], bool]:
    """The arguments by name, those of `**name` too, and whether all of them are known."""
    found: dict[str, ast.expr] = {}
    whole = True
    for keyword in call.keywords:
        if keyword.arg is not None:
            found[keyword.arg] = keyword.value
            continue
        more = _followed(keyword.value, bound)
        if isinstance(more, ast.Call) and isinstance(more.func, ast.Name) and more.func.id == "dict":
            inner, known = _arguments(more, bound)
            found.update(inner)
            whole = whole and known
        elif isinstance(more, ast.Dict):
            for key, value in zip(more.keys, more.values, strict=True):
                if isinstance(key, ast.Constant):
                    found[str(key.value)] = value
                else:
                    whole = False
        else:
            whole = False
    return found, whole


def _followed(node: ast.expr, bound: dict[str, ast.expr]) -> ast.expr:
    return bound.get(node.id, node) if isinstance(node, ast.Name) else node


def value_of(node: ast.expr, bound: dict[str, ast.expr], depth: int = 12) -> Any:
    """The plain value of an expression; `COMPUTED` for what is none, also inside lists and mappings."""
    if depth == 0:
        return COMPUTED
    node = _followed(node, bound)
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return [value_of(item, bound, depth - 1) for item in node.elts]
    if isinstance(node, ast.Dict):
        return {
            value_of(key, bound, depth - 1) if key else COMPUTED: value_of(value, bound, depth - 1)
            for key, value in zip(node.keys, node.values, strict=True)
            if key is None or isinstance(_followed(key, bound), ast.Constant)
        } | ({COMPUTED: COMPUTED} if any(_is_computed(key, bound) for key in node.keys) else {})
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _sum(value_of(node.left, bound, depth - 1), value_of(node.right, bound, depth - 1))
    return COMPUTED


def _is_computed(key: ast.expr | None, bound: dict[str, ast.expr]) -> bool:
    return key is None or not isinstance(_followed(key, bound), ast.Constant)


def _sum(left: Any, right: Any) -> Any:
    same = (isinstance(left, str) and isinstance(right, str)) or (
        isinstance(left, list) and isinstance(right, list)
    )
    return left + right if same else COMPUTED


def _read(
    manifest: Manifest, arguments: dict[str, ast.expr], bound: dict[str, ast.expr], whole: bool
) -> PythonMetadata:
    def value(name: str) -> Any:
        return value_of(arguments[name], bound) if name in arguments else None

    def stated(name: str) -> Stated | None:
        found = value(name)
        line = _followed(arguments[name], bound).lineno if name in arguments else 1
        return Stated(found, manifest.at(line)) if isinstance(found, str) and found.strip() else None

    found = PythonMetadata(
        name=stated("name"),
        version=stated("version"),
        requires_python=stated("python_requires"),
        licence=stated("license"),
        dependencies=requirement_names(strings(value("install_requires"))),
        whole=whole,
    )
    if found.version is None and "version" in arguments:
        node = _followed(arguments["version"], bound)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found.version_attribute = f"{node.value.id}.{node.attr}"
    if "entry_points" in arguments:
        _programs(manifest, found, value("entry_points"), _followed(arguments["entry_points"], bound))
    if "scripts" in arguments:
        _scripts(manifest, found, value("scripts"), arguments["scripts"].lineno)
    if "extras_require" in arguments:
        _extras(manifest, found, value("extras_require"), _followed(arguments["extras_require"], bound))
    return found


def _line_of(manifest: Manifest, node: ast.expr, *words: str) -> int:
    """The first line of an expression that holds some words; else its first."""
    last = node.end_lineno or node.lineno
    lines = enumerate(manifest.lines[node.lineno - 1 : last], node.lineno)
    return next((number for number, line in lines if all(word in line for word in words)), node.lineno)


def _programs(manifest: Manifest, found: PythonMetadata, points: Any, node: ast.expr) -> None:
    if isinstance(points, str):
        points = _sections(points)
    if not isinstance(points, dict) or COMPUTED in points:
        found.whole = False
    for kind in ("console_scripts", "gui_scripts"):
        lines = mapping(points).get(kind, [])
        lines = lines.split("\n") if isinstance(lines, str) else lines
        found.whole = found.whole and isinstance(lines, list) and COMPUTED not in lines
        for made in map(entry_point, strings(lines)):
            if made is not None:
                line = _line_of(manifest, node, *made)
                found.programs[made[0]] = Stated(made[1], manifest.at(line))


def _sections(points: str) -> dict[str, list[str]]:
    """Entry points that are written as one text with headers."""
    found: dict[str, list[str]] = {}
    section = ""
    for line in map(str.strip, points.split("\n")):
        if line.startswith("["):
            section = line.strip("[]").strip()
        elif line:
            found.setdefault(section, []).append(line)
    return found


def _scripts(manifest: Manifest, found: PythonMetadata, paths: Any, line: int) -> None:
    found.whole = found.whole and isinstance(paths, list) and COMPUTED not in paths
    for path in strings(paths):
        found.programs[path.rpartition("/")[2]] = Stated(path, manifest.at(line))


def _extras(manifest: Manifest, found: PythonMetadata, extras: Any, node: ast.expr) -> None:
    found.whole = found.whole and isinstance(extras, dict) and COMPUTED not in extras
    for name, requirements in mapping(extras).items():
        if isinstance(name, str):
            line = _line_of(manifest, node, name)
            found.extras[normal(name.partition(":")[0])] = manifest.at(line)
            found.dependencies |= requirement_names(strings(requirements))
