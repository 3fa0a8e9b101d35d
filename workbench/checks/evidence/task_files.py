"""Which file names the tasks of a runner other than make, and those of just, Task, tox, nox, Deno."""

import ast
import configparser
import json
import re
from collections.abc import Callable

import yaml

from workbench.checks.evidence.manifests.source import Manifest, inside, mapping
from workbench.checks.evidence.repository import Repository
from workbench.checks.evidence.task_scripts import Tasks, hatch, invoke, mise, rake, scripts, tox, with_files
from workbench.checks.regex import regex
from workbench.checks.text.python_tree import python_tree
from workbench.core.readings import Evidence

_RECIPE = regex(r"@?([A-Za-z_][\w-]*)(?:[ \t][^:\n]*)?:(?!=)")
_ALIAS = regex(r"alias[ \t]+([A-Za-z_][\w-]*)[ \t]*:=")
_ELSEWHERE = regex(r"(?:import|mod)\??[ \t]|set[ \t]+fallback")


def tasks_in(repository: Repository, runner: str, folder: str) -> Tasks | None:
    """The tasks that a runner finds in a folder; None where there is no file for it."""
    for name, read in _FILES.get(runner, {}).items():
        manifest = Manifest.of(repository, inside(folder, name))
        found = read(manifest) if manifest else None
        if found is not None:
            return with_files(repository, found) if runner == "mise" else found
    return None


def _just(manifest: Manifest) -> Tasks:
    found = Tasks(manifest.path)
    for number, line in enumerate(manifest.lines, 1):
        if _ELSEWHERE.match(line):
            found.whole = False
        elif named := _RECIPE.match(line) or _ALIAS.match(line):
            found.names.setdefault(named[1], manifest.at(number))
    return found


def _task(manifest: Manifest) -> Tasks | None:
    try:
        root = yaml.compose(manifest.text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    if not isinstance(root, yaml.MappingNode):
        return None
    found = Tasks(manifest.path)
    for key, value in root.value:
        if key.value == "includes":
            found.whole = False
        elif key.value == "tasks" and isinstance(value, yaml.MappingNode):
            for name, body in value.value:
                place = manifest.at(name.start_mark.line + 1)
                found.names[str(name.value)] = place
                found.whole = found.whole and "*" not in str(name.value)
                found.names.update(dict.fromkeys(_aliases(body), place))
    return found


def _aliases(body: yaml.Node) -> list[str]:
    pairs = body.value if isinstance(body, yaml.MappingNode) else []
    lists = [value for key, value in pairs if key.value == "aliases" and isinstance(value, yaml.SequenceNode)]
    return [str(item.value) for items in lists for item in items.value]


def _tox(manifest: Manifest) -> Tasks | None:
    """The environments; what is made of factors (`py{39,310}-x`) is not taken apart."""
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(manifest.text)
    except (configparser.Error, ValueError):
        return None
    found = Tasks(manifest.path)
    for section in parser.sections():
        if section.startswith("testenv:"):
            _environment(found, section.removeprefix("testenv:"), manifest.place(section))
    for key in ("envlist", "env_list"):
        for name in re.split(r"[,\s]+", parser.get("tox", key, fallback="")):
            _environment(found, name, manifest.place("tox", key))
    # Names in front of a colon are factors, of which any may be put together.
    found.whole = found.whole and not re.search(r"^\s+[\w!-]+:\s", manifest.text, re.M)
    return found


def _environment(found: Tasks, name: str, place: Evidence) -> None:
    if "{" in name or "}" in name:
        found.whole = False
    elif name:
        found.names.setdefault(name, place)


def _nox(manifest: Manifest) -> Tasks | None:
    tree = python_tree(manifest.text)
    if tree is None:
        return None
    found = Tasks(manifest.path)
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef):
            continue
        for decorator in node.decorator_list:
            if "session" in ast.unparse(decorator).partition("(")[0]:
                found.names[_session(node, decorator, found)] = manifest.at(node.lineno)
    found.whole = found.whole and bool(found.names)
    return found


def _session(node: ast.FunctionDef, decorator: ast.expr, found: Tasks) -> str:
    for keyword in decorator.keywords if isinstance(decorator, ast.Call) else []:
        if keyword.arg == "name":
            if isinstance(keyword.value, ast.Constant):
                return str(keyword.value.value)
            found.whole = False
    return node.name


def _table(*way: str) -> Callable[[Manifest], Tasks | None]:
    def read(manifest: Manifest) -> Tasks | None:
        table = manifest.table(*way)
        if not table:
            return None
        return Tasks(manifest.path, {name: manifest.place(*way, name) for name in table})

    return read


def _deno(manifest: Manifest) -> Tasks | None:
    text = re.sub(r"^\s*//.*$|,(?=\s*[}\]])", "", manifest.text, flags=re.M)
    try:
        table = mapping(mapping(json.loads(text)).get("tasks"))
    except (ValueError, RecursionError):
        return None
    return Tasks(manifest.path, {name: manifest.at(_line(manifest, name)) for name in table})


def _line(manifest: Manifest, name: str) -> int:
    written = json.dumps(name)
    return next((number for number, line in enumerate(manifest.lines, 1) if written in line), 1)


_FILES: dict[str, dict[str, Callable[[Manifest], Tasks | None]]] = {
    "just": dict.fromkeys(("justfile", "Justfile", ".justfile", "JUSTFILE"), _just),
    "task": dict.fromkeys(
        ("Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml", "Taskfile.dist.yml"), _task
    ),
    "tox": {"tox.ini": _tox, "tox.toml": tox, "pyproject.toml": tox},
    "nox": {"noxfile.py": _nox},
    "poe": {"pyproject.toml": _table("tool", "poe", "tasks")},
    "mise": dict.fromkeys(("mise.toml", ".mise.toml", ".config/mise.toml", "mise/config.toml"), mise),
    "rake": dict.fromkeys(("Rakefile", "rakefile", "Rakefile.rb", "rakefile.rb"), rake),
    "invoke": {"tasks.py": invoke},
    "pdm": {"pyproject.toml": scripts("tool", "pdm", "scripts")},
    "pipenv": {"Pipfile": scripts("scripts")},
    "rye": {"pyproject.toml": scripts("tool", "rye", "scripts")},
    "pixi": {"pixi.toml": scripts("tasks"), "pyproject.toml": scripts("tool", "pixi", "tasks")},
    "hatch": {"pyproject.toml": hatch, "hatch.toml": hatch},
    "deno": dict.fromkeys(("deno.json", "deno.jsonc"), _deno),
    "composer": {"composer.json": _table("scripts")},
}
"""What reads the tasks of each runner, by the name of the file."""
