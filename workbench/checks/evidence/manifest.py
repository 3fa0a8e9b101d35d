"""What the manifests of a repository say of the repository itself."""

import json
import re
import tomllib
from typing import Any, NamedTuple
from urllib.parse import unquote

from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

_ADDRESS = regex(r"github\.com[/:]([\w.-]+)/([\w.-]+?)(?:\.git)?(?=[/#?]|$)")


_FILE = regex(
    r"github\.com/([\w.-]+)/([\w.-]+)/(?:blob|tree|raw)/(?:main|master|HEAD)/([^\s?#)\]\"'<>]+)", re.I
)
_READMES = ("README.md", "readme.md", "Readme.md", "README.rst")
_LEAST_LINKED = 3


class Home(NamedTuple):
    """Where a repository lives on GitHub."""

    name: str
    """`owner/name`."""
    evidence: Evidence


def home(repository: Repository) -> Home | None:
    """Where the manifests at the root say that it lives; None where they name no place or several.

    Where they name none at all, the place whose files its README links to and the repository has counts.
    """
    for manifests in (_MANIFESTS, _LESSER):
        found: dict[str, Home] = {}
        for file, addresses in manifests.items():
            text = repository.text(file)
            for address in addresses(text) if text else ():
                if match := _ADDRESS.search(address):
                    name = f"{match[1]}/{match[2]}"
                    found.setdefault(name.lower(), Home(name, _place(file, text or "", name)))
        if found:
            return found.popitem()[1] if len(found) == 1 else None
    return _of_gem(repository) or _linked(repository)


def _of_gem(repository: Repository) -> Home | None:
    """Where the only gem of the root says that it lives."""
    paths = [path for path in repository.inside.get("", ()) if path.endswith(".gemspec")]
    text = repository.text(paths[0]) if len(paths) == 1 else None
    for written in re.findall(r"(?:homepage|source_code_uri|_url)\b[^\n]*?[\"'](http[^\"'\s]+)", text or ""):
        if match := _ADDRESS.search(written):
            name = f"{match[1]}/{match[2]}"
            return Home(name, _place(paths[0], text or "", name))
    return None


def _linked(repository: Repository) -> Home | None:
    """The place of which the README links to files that are here: three at least, and most of them."""
    path = next((path for path in _READMES if path in repository.files), None)
    text = repository.text(path) if path else None
    named: dict[str, set[str]] = {}
    for found in _FILE.finditer(text or ""):
        named.setdefault(f"{found[1]}/{found[2]}", set()).add(unquote(found[3]).rstrip("/"))
    for name, paths in named.items():
        # A file of the top may be in any repository.
        own = [p for p in paths if "/" in p and (p in repository.files or p in repository.folders)]
        if path and len(own) >= _LEAST_LINKED and len(own) * 3 > 2 * sum("/" in p for p in paths):
            return Home(name, _place(path, text or "", name))
    return None


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


def _poetry(text: str) -> list[str]:
    poetry = _mapping(_mapping(_toml(text).get("tool")).get("poetry"))
    return _strings(poetry.get("repository"), poetry.get("homepage"))


def _homepage(text: str) -> list[str]:
    try:
        data = _mapping(json.loads(text))
    except (ValueError, RecursionError):
        return []
    return _strings(data.get("homepage"), _mapping(data.get("bugs")).get("url"))


def _cargo_homepage(text: str) -> list[str]:
    toml = _toml(text)
    workspace = _mapping(_mapping(toml.get("workspace")).get("package"))
    return _strings(_mapping(toml.get("package")).get("homepage"), workspace.get("repository"))


def _setup(text: str) -> list[str]:
    return re.findall(r"^\s*(?:url|home-page)\s*=\s*[\"']?([^\s\"',]+)", text, re.M)


def _citation(text: str) -> list[str]:
    return re.findall(r"^repository-code\s*:\s*[\"']?([^\s\"']+)", text, re.M)


_LESSER = {
    "pyproject.toml": _poetry,
    "package.json": _homepage,
    "Cargo.toml": _cargo_homepage,
    "setup.cfg": _setup,
    "setup.py": _setup,
    "CITATION.cff": _citation,
}
"""Places that are asked where those before say nothing."""
_MANIFESTS = {
    "package.json": _package_json,
    "pyproject.toml": _pyproject,
    "Cargo.toml": _cargo,
    "go.mod": _go,
}
