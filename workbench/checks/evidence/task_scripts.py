"""Named tasks of rake, Invoke and mise, and the scripts of pdm, Pipenv, Rye, pixi and hatch."""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from workbench.checks.evidence.manifests.source import Manifest, mapping
from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex
from workbench.checks.text.python_tree import python_tree
from workbench.core.readings import Evidence


@dataclass
class Tasks:
    """What a file of tasks defines."""

    path: str
    names: dict[str, Evidence] = field(default_factory=dict)
    whole: bool = True
    """Whether all of them are known."""
    others: bool = False
    """Whether the runner runs programs by their names as well, so that any word may be right."""


_RAKE = regex(r"""^(\s*)(task|namespace|file|multitask)\b[\s(]*(?::?["']?([\w?!:-]+)["']?)?""")
_RAKE_MORE = regex(
    r"require\s+[\"'](?!rake|bundler/setup|fileutils|rspec/core/rake_task|rake/testtask|rubocop/rake_task)"
    r"|load_tasks|\bimport\b|\bload\b|\brule\b|\.new\b|\beach\b|define_method|Rake\.add_rakelib|install_tasks"
)
_END = regex(r"^(\s*)end\b")
_MISE_PLACES = ("mise-tasks/", ".mise-tasks/", "mise/tasks/", ".mise/tasks/", ".config/mise/tasks/")


def rake(manifest: Manifest) -> Tasks:
    """The tasks of a Rakefile, with their namespaces; what calls make is not known."""
    found = Tasks(manifest.path)
    spaces: list[tuple[int, str]] = []
    for number, line in enumerate(manifest.lines, 1):
        if not line.lstrip().startswith("#") and _RAKE_MORE.search(line):
            found.whole = False
        if (ended := _END.match(line)) and spaces and len(ended[1]) <= spaces[-1][0]:
            spaces.pop()
        named = _RAKE.match(line)
        if named is None:
            continue
        name = (named[3] or "").rstrip(":")
        if not name:
            found.whole = False
        elif named[2] == "namespace":
            spaces.append((len(named[1]), name))
        else:
            found.names[":".join((*(space for _, space in spaces), name))] = manifest.at(number)
    return found


def invoke(manifest: Manifest) -> Tasks | None:
    """The functions that `@task` marks; a file that makes a `Collection` may name them otherwise."""
    tree = python_tree(manifest.text)
    if tree is None or not re.search(r"\binvoke\b", manifest.text):
        return None
    found = Tasks(manifest.path, whole="Collection" not in manifest.text)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            found.whole = False
        if not isinstance(node, ast.FunctionDef):
            continue
        for decorator in node.decorator_list:
            if ast.unparse(decorator).partition("(")[0].rpartition(".")[2] == "task":
                for name in _spelled(node, decorator, found):
                    found.names[name] = manifest.at(node.lineno)
    return found if found.names else None


def _spelled(node: ast.FunctionDef, decorator: ast.expr, found: Tasks) -> list[str]:
    names = [node.name, node.name.replace("_", "-")]
    for keyword in decorator.keywords if isinstance(decorator, ast.Call) else []:
        if keyword.arg in ("name", "aliases"):
            given = [n.value for n in ast.walk(keyword.value) if isinstance(n, ast.Constant)]
            names += [str(name) for name in given]
            found.whole = found.whole and bool(given)
    return names


def mise(manifest: Manifest) -> Tasks:
    """The tasks of a mise.toml; those that are files of their own are added by `with_files`."""
    found = Tasks(manifest.path, whole=not manifest.table("task_config"))
    for name, body in manifest.table("tasks").items():
        place = manifest.place("tasks", name)
        found.names[name] = place
        aliases = mapping(body).get("alias", [])
        found.names.update(dict.fromkeys([aliases] if isinstance(aliases, str) else aliases, place))
    found.whole = found.whole and not any("*" in name for name in found.names)
    return found


def with_files(repository: Repository, tasks: Tasks) -> Tasks:
    """The tasks of mise with those that are files, whose folders part their names by colons."""
    for path in repository.files:
        for place in _MISE_PLACES:
            if path.startswith(place):
                name = re.sub(r"\.\w+$", "", path.removeprefix(place)).replace("/", ":")
                tasks.names.setdefault(name, Evidence(path, 1, (repository.text(path) or "").split("\n")[0]))
    return tasks


def scripts(*way: str) -> Callable[[Manifest], Tasks | None]:
    """A reader of a table of scripts, of a runner that runs programs as well."""

    def read(manifest: Manifest) -> Tasks | None:
        table = manifest.table(*way)
        found = {name: manifest.place(*way, name) for name in table if not name.startswith("_")}
        return Tasks(manifest.path, found, others=True) if found else None

    return read


def tox(manifest: Manifest) -> Tasks | None:
    """The environments of a tox.toml or of its table in a pyproject.toml."""
    way = () if manifest.path.endswith("tox.toml") else ("tool", "tox")
    listed, tables = manifest.value(*way, "env_list"), manifest.table(*way, "env")
    if not listed and not tables:
        return None
    found = Tasks(manifest.path, {name: manifest.place(*way, "env", name) for name in tables})
    place = manifest.place(*way, "env_list")
    # An entry that is a table makes environments of factors.
    for name in listed if isinstance(listed, list) else [None]:
        if isinstance(name, str) and "{" not in name:
            found.names.setdefault(name, place)
        else:
            found.whole = False
    return found


def hatch(manifest: Manifest) -> Tasks | None:
    """Scripts of hatch's environments, by `script` and `environment:script`."""
    way = ("envs",) if manifest.path.endswith("hatch.toml") else ("tool", "hatch", "envs")
    found = Tasks(manifest.path, others=True)
    for environment, said in manifest.table(*way).items():
        for name in mapping(mapping(said).get("scripts")):
            place = manifest.place(*way, environment, "scripts", name)
            found.names[f"{environment}:{name}"] = place
            if environment == "default":
                found.names[name] = place
        # A matrix makes environments of other names.
        found.whole = found.whole and "matrix" not in mapping(said)
    return found if found.names else None
