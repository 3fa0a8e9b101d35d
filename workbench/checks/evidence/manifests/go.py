"""The module of a go.mod, with the commands that it builds."""

import posixpath
import re

from workbench.checks.evidence.manifests.source import Manifest, inside
from workbench.checks.evidence.package import Package, Stated
from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

_MODULE = regex(r"^module\s+[\"'`]?([^\s\"'`]+)", re.M)
_GO = regex(r"^go\s+(\d+\.\d+(?:\.\d+)?)", re.M)
_REQUIRED = regex(r"^\s*(?:require\s+)?([\w.-]+\.[\w-]+/\S+)\s+v\d", re.M)
_MAIN = regex(r"^package[ \t]+main\b", re.M)
MOST_COMMANDS = 60
"""Files named main.go that are looked into; a module with more may have commands that are not known."""


def read_go(repository: Repository, folder: str) -> Package | None:
    """What it says; None where it names no module."""
    manifest = Manifest.of(repository, inside(folder, "go.mod"))
    name = _found(manifest, _MODULE) if manifest else None
    if manifest is None or name is None:
        return None
    go = _found(manifest, _GO)
    mains = _mains(repository, folder)
    return Package(
        ecosystem="go",
        folder=folder,
        name=name,
        programs=_programs(repository, folder, name.value, mains[:MOST_COMMANDS]),
        requires={"go": go} if go else {},
        dependencies=frozenset(_REQUIRED.findall(manifest.text)),
        whole=len(mains) <= MOST_COMMANDS,
    )


def _found(manifest: Manifest, pattern: re.Pattern[str]) -> Stated | None:
    found = pattern.search(manifest.text)
    if found is None:
        return None
    return Stated(found[1], manifest.at(manifest.text.count("\n", 0, found.start(1)) + 1))


def _mains(repository: Repository, folder: str) -> list[str]:
    """Files that may hold a command's `main`: each `main.go`, and every file beside the go.mod."""
    start = inside(folder, "") if folder else ""
    found = []
    for path in sorted(repository.files):
        inner = path.removeprefix(start)
        if not path.startswith(start) or not path.endswith(".go") or path.endswith("_test.go"):
            continue
        if "vendor/" in inner or "testdata/" in inner:
            continue
        if "/" not in inner or inner.endswith("/main.go") or re.fullmatch(r"cmd/[^/]+/[^/]+\.go", inner):
            found.append(path)
    return found


def _programs(repository: Repository, folder: str, module: str, mains: list[str]) -> dict[str, Stated]:
    """The commands, each by the last name of its import path that is no major version (`go help install`)."""
    found: dict[str, Stated] = {}
    for path in mains:
        place = posixpath.dirname(path)
        inner = posixpath.relpath(place or ".", folder or ".")
        whole = module if inner == "." else f"{module}/{inner}"
        name = re.sub(r"/v\d+$", "", whole).rpartition("/")[2]
        main = None if name in found else _MAIN.search(repository.text(path) or "")
        if main is not None:
            text = repository.text(path) or ""
            line = text.count("\n", 0, main.start()) + 1
            evidence = Evidence(path, line, "package main")
            found[name] = Stated(posixpath.relpath(path, folder or "."), evidence)
    return found
