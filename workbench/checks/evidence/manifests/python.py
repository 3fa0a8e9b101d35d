"""The Python package of a folder, from all the manifests in it, and its version, wherever that is kept."""

import re

from workbench.checks.evidence.manifests.pyproject import read_pyproject
from workbench.checks.evidence.manifests.python_metadata import PythonMetadata
from workbench.checks.evidence.manifests.source import Manifest, inside
from workbench.checks.evidence.package import Package, Stated
from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex


# Most packages have the first manifest alone.
def _setup_cfg(manifest: Manifest) -> PythonMetadata | None:
    from workbench.checks.evidence.manifests.setup_cfg import read_setup_cfg

    return read_setup_cfg(manifest)


def _setup_py(manifest: Manifest) -> PythonMetadata | None:
    from workbench.checks.evidence.manifests.setup_py import read_setup_py

    return read_setup_py(manifest)


_READERS = {
    "pyproject.toml": read_pyproject,
    "setup.cfg": _setup_cfg,
    "setup.py": _setup_py,
}
"""What reads each manifest, the one that the tools ask first in front."""

_ASSIGNED = r"""^\s*{}\s*(?::[^=\n]+)?=\s*(?:[ru]?["'])(v?\d[\w.+!-]*)["']"""
_PLAIN = regex(r"v?\d+(?:\.\w+)*(?:[-+.]\w+)*")


def read_python(repository: Repository, folder: str) -> Package | None:
    """The package of a folder; None where its manifests only configure tools."""
    found: list[PythonMetadata] = []
    for name, read in _READERS.items():
        manifest = Manifest.of(repository, inside(folder, name))
        said = read(manifest) if manifest else None
        if said is not None:
            found.append(said)
    return _together(repository, folder, found) if found else None


def _together(repository: Repository, folder: str, found: list[PythonMetadata]) -> Package:
    def first(stated: list[Stated | None]) -> Stated | None:
        return next((value for value in stated if value is not None), None)

    python = first([said.requires_python for said in found])
    return Package(
        ecosystem="python",
        folder=folder,
        name=first([said.name for said in found]),
        version=first([said.version for said in found]) or _version(repository, folder, found),
        programs={name: value for said in found for name, value in said.programs.items()},
        extras={name: place for said in found for name, place in said.extras.items()},
        requires={"python": python} if python else {},
        dependencies=frozenset(name for said in found for name in said.dependencies),
        licence=first([said.licence for said in found]),
        whole=all(said.whole for said in found),
    )


def _version(repository: Repository, folder: str, found: list[PythonMetadata]) -> Stated | None:
    """The version where a manifest names the file or the attribute that holds it."""
    for said in found:
        if said.version_file and (version := _in_file(repository, inside(folder, said.version_file))):
            return version
        if said.version_attribute and (version := _attribute(repository, folder, said.version_attribute)):
            return version
    return None


def _in_file(repository: Repository, path: str) -> Stated | None:
    """A version that is all a file holds, or that it binds to a name for a version."""
    manifest = Manifest.of(repository, path)
    if manifest is None:
        return None
    words = manifest.text.split()
    if len(words) == 1 and _PLAIN.fullmatch(words[0]):
        line = next(number for number, line in enumerate(manifest.lines, 1) if line.strip())
        return Stated(words[0], manifest.at(line))
    return _assigned(manifest, "(?:__version__|VERSION|version)")


def _attribute(repository: Repository, folder: str, name: str) -> Stated | None:
    """The plain value that a module binds an attribute to."""
    module, _, attribute = name.rpartition(".")
    way = module.replace(".", "/")
    if not way or not re.fullmatch(r"\w+", attribute):
        return None
    for source in ("", "src", "lib", "python"):
        start = inside(inside(folder, source) if source else folder, way)
        for path in (
            f"{start}.py",
            f"{start}/__init__.py",
            f"{start}/__version__.py",
            f"{start}/_version.py",
        ):
            manifest = Manifest.of(repository, path)
            if manifest is not None and (found := _assigned(manifest, re.escape(attribute))):
                return found
    return None


def _assigned(manifest: Manifest, name: str) -> Stated | None:
    found = list(re.finditer(_ASSIGNED.format(name), manifest.text, re.M))
    if len({match[1] for match in found}) != 1:
        return None
    line = manifest.text.count("\n", 0, found[0].start(1)) + 1
    return Stated(found[0][1], manifest.at(line))
