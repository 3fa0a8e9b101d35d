"""The services that compose files define."""

import posixpath
import re
from dataclasses import dataclass, field

import yaml

from workbench.checks.evidence.repository import Repository
from workbench.core.readings import Evidence

NAMES = ("compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml")
"""What compose looks for in a folder, in its order."""


@dataclass
class Services:
    """What the compose files of one project define together."""

    paths: list[str] = field(default_factory=list)
    services: dict[str, Evidence] = field(default_factory=dict)
    whole: bool = True
    """Whether every file was read, and none includes another."""


def services_of(repository: Repository, folder: str, files: list[str]) -> Services | None:
    """The services of some files, else of those that compose takes in a folder; None where there are none."""
    if not files:
        files = _usual(repository, folder)
    found = Services()
    for file in files:
        path = posixpath.normpath(posixpath.join(folder, file))
        if path in repository.files:
            _take(repository, found, path)
        else:
            found.whole = False
    return found if found.paths else None


def _usual(repository: Repository, folder: str) -> list[str]:
    def inside(name: str) -> str:
        return f"{folder}/{name}" if folder else name

    first = next((name for name in NAMES if inside(name) in repository.files), None)
    if first is None:
        return []
    stem = first.rpartition(".")[0]
    overrides = [f"{stem}.override.{suffix}" for suffix in ("yml", "yaml")]
    return [first, *(name for name in overrides if inside(name) in repository.files)]


def _take(repository: Repository, found: Services, path: str) -> None:
    text = repository.text(path)
    try:
        # Composed and not loaded: nothing is built from the file's tags, and an alias stays one node.
        root = None if text is None else yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        root = None
    found.paths.append(path)
    if not isinstance(root, yaml.MappingNode):
        found.whole = False
        return
    lines = (text or "").split("\n")
    for key, value in root.value:
        if key.value == "include" or key.value == "<<":
            found.whole = False
        elif key.value == "services" and isinstance(value, yaml.MappingNode):
            for name, _ in value.value:
                line = name.start_mark.line
                if name.value == "<<" or not re.fullmatch(r"[\w.-]+", str(name.value)):
                    found.whole = False
                else:
                    found.services[name.value] = Evidence(path, line + 1, lines[line].strip()[:200])
