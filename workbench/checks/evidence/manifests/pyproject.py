"""What a pyproject.toml says: PEP 621, and the tables of Poetry, Flit, PDM, Hatch and setuptools."""

from typing import Any

from workbench.checks.evidence.manifests.python_metadata import (
    PythonMetadata,
    normal,
    requirement_names,
)
from workbench.checks.evidence.manifests.source import Manifest, mapping, strings
from workbench.checks.evidence.package import Stated

_BUILDS_PROGRAMS = ("maturin", "mesonpy", "scikit_build_core", "skbuild", "setuptools_rust")
"""Build backends that may install programs which no table names."""


def read_pyproject(manifest: Manifest) -> PythonMetadata | None:
    """What it says of a package; None where it only configures tools."""
    found = PythonMetadata()
    described = [_project(manifest, found), _poetry(manifest, found), _flit(manifest, found)]
    if not any(described):
        return None
    _version(manifest, found)
    backend = str(manifest.value("build-system", "build-backend") or "")
    if backend.startswith(_BUILDS_PROGRAMS):
        found.whole = False
    return found


def _project(manifest: Manifest, found: PythonMetadata) -> bool:
    table = manifest.table("project")
    found.name = manifest.stated("project", "name")
    found.version = manifest.stated("project", "version")
    found.requires_python = manifest.stated("project", "requires-python")
    found.licence = manifest.stated("project", "license") or manifest.stated("project", "license", "text")
    for way in (("scripts",), ("gui-scripts",), ("entry-points", "console_scripts")):
        _programs(manifest, found, "project", *way)
    _extras(manifest, found, "project", "optional-dependencies")
    _extras(manifest, found, "tool", "setuptools", "dynamic", "optional-dependencies")
    found.dependencies |= requirement_names(strings(table.get("dependencies")))
    for requirements in mapping(table.get("optional-dependencies")).values():
        found.dependencies |= requirement_names(strings(requirements))
    # What is dynamic here is computed by the backend, or said in a setup.py or setup.cfg beside.
    dynamic = strings(table.get("dynamic"))
    computed = {"scripts", "gui-scripts", "entry-points", "optional-dependencies"}
    if found.extras:
        computed.discard("optional-dependencies")
    found.whole = not computed & set(dynamic) and "hooks" not in manifest.table("tool", "hatch", "metadata")
    for path in manifest.names("tool", "setuptools", "script-files"):
        place = manifest.place("tool", "setuptools", "script-files")
        found.programs[path.rpartition("/")[2]] = Stated(path, place)
    return bool(table)


def _programs(manifest: Manifest, found: PythonMetadata, *way: str) -> None:
    for name, target in manifest.table(*way).items():
        if isinstance(target, dict):
            target = target.get("reference") or target.get("callable")
        if isinstance(target, str):
            found.programs[name] = Stated(target.partition("[")[0].strip(), manifest.place(*way, name))


def _extras(manifest: Manifest, found: PythonMetadata, *way: str) -> None:
    for name in manifest.table(*way):
        found.extras[normal(name)] = manifest.place(*way, name)


def _poetry(manifest: Manifest, found: PythonMetadata) -> bool:
    table = manifest.table("tool", "poetry")
    found.name = found.name or manifest.stated("tool", "poetry", "name")
    found.version = found.version or manifest.stated("tool", "poetry", "version")
    found.licence = found.licence or manifest.stated("tool", "poetry", "license")
    found.requires_python = found.requires_python or manifest.stated(
        "tool", "poetry", "dependencies", "python"
    )
    _programs(manifest, found, "tool", "poetry", "scripts")
    _extras(manifest, found, "tool", "poetry", "extras")
    found.dependencies |= set(mapping(table.get("dependencies"))) - {"python"}
    return "name" in table or "version" in table


def _flit(manifest: Manifest, found: PythonMetadata) -> bool:
    table = manifest.table("tool", "flit", "metadata")
    module = manifest.stated("tool", "flit", "metadata", "module")
    found.name = found.name or manifest.stated("tool", "flit", "metadata", "dist-name") or module
    found.requires_python = found.requires_python or manifest.stated(
        "tool", "flit", "metadata", "requires-python"
    )
    found.licence = found.licence or manifest.stated("tool", "flit", "metadata", "license")
    _programs(manifest, found, "tool", "flit", "scripts")
    _extras(manifest, found, "tool", "flit", "metadata", "requires-extra")
    found.dependencies |= requirement_names(strings(table.get("requires")))
    if module is not None:
        found.version_attribute = f"{module.value}.__version__"
    return bool(table)


def _version(manifest: Manifest, found: PythonMetadata) -> None:
    """Where the version is kept if not here."""
    said: Any = manifest.value("tool", "setuptools", "dynamic", "version")
    attribute, file = mapping(said).get("attr"), mapping(said).get("file")
    files = [file] if isinstance(file, str) else strings(file)
    for tool in ("hatch", "pdm"):
        path = manifest.value("tool", tool, "version", "path")
        files += [path] if isinstance(path, str) else []
    if isinstance(attribute, str):
        found.version_attribute = attribute
    if len(files) == 1:
        found.version_file = files[0]
    backend = str(manifest.value("build-system", "build-backend") or "")
    if backend.startswith("flit") and found.name and not found.version_attribute:
        module = manifest.value("tool", "flit", "module", "name") or found.name.value.replace("-", "_")
        found.version_attribute = f"{module}.__version__"
