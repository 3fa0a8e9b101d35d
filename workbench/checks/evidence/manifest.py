"""What the manifests of a repository say of the repository itself."""

import json
import re
import tomllib
from typing import Any, NamedTuple

from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

_ADDRESS = regex(r"github\.com[/:]([\w.-]+)/([\w.-]+?)(?:\.git)?(?=[/#?]|$)")


class Home(NamedTuple):
    """Where a repository lives on GitHub."""

    name: str
    """`owner/name`."""
    evidence: Evidence


def home(repository: Repository) -> Home | None:
    """Where the manifests at the root say that it lives; None where they name no place or several."""
    found: dict[str, Home] = {}
    for file, addresses in _MANIFESTS.items():
        text = repository.text(file)
        for address in addresses(text) if text else ():
            if match := _ADDRESS.search(address):
                name = f"{match[1]}/{match[2]}"
                found.setdefault(name.lower(), Home(name, _place(file, text or "", name)))
    return found.popitem()[1] if len(found) == 1 else None


def _place(file: str, text: str, name: str) -> Evidence:
    lines = text.split("\n")
    number = next((number for number, line in enumerate(lines, 1) if name in line), 1)
    return Evidence(file, number, lines[number - 1].strip()[:200])


def _strings(*values: Any) -> list[str]:
    return [value for value in values if isinstance(value, str)]


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _package_json(text: str) -> list[str]:
    try:
        data = _mapping(json.loads(text))
    except (ValueError, RecursionError):
        return []
    where = data.get("repository")
    if isinstance(where, str) and re.fullmatch(r"(?:github:)?[\w.-]+/[\w.-]+", where):
        return [f"github.com/{where.removeprefix('github:')}"]
    return _strings(where, _mapping(where).get("url"))


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _pyproject(text: str) -> list[str]:
    return _strings(*_mapping(_mapping(_toml(text).get("project")).get("urls")).values())


def _cargo(text: str) -> list[str]:
    return _strings(_mapping(_toml(text).get("package")).get("repository"))


def _go(text: str) -> list[str]:
    found = re.search(r"^module\s+(\S+)", text, re.M)
    return [found[1]] if found else []


_MANIFESTS = {
    "package.json": _package_json,
    "pyproject.toml": _pyproject,
    "Cargo.toml": _cargo,
    "go.mod": _go,
}
