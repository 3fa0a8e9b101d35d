"""The package of a Cargo.toml, with what it inherits from its workspace."""

import re
from collections.abc import Iterator

from workbench.checks.evidence.manifests.source import Manifest, inside, mapping
from workbench.checks.evidence.package import Package, Stated
from workbench.checks.evidence.repository import Repository
from workbench.core.readings import Evidence

_DEPENDENCIES = ("dependencies", "dev-dependencies", "build-dependencies")


def read_cargo(repository: Repository, folder: str) -> Package | None:
    """What it says; None where it only describes a workspace."""
    manifest = Manifest.of(repository, inside(folder, "Cargo.toml"))
    if manifest is None or not manifest.table("package"):
        return None
    rust = _inherited(repository, manifest, "rust-version")
    return Package(
        ecosystem="cargo",
        folder=folder,
        name=manifest.stated("package", "name"),
        version=_inherited(repository, manifest, "version"),
        programs=_programs(repository, manifest),
        extras=_features(manifest),
        requires={"rust": rust} if rust else {},
        dependencies=frozenset(name for key in _DEPENDENCIES for name in manifest.table(key)),
        licence=_inherited(repository, manifest, "license"),
        published=manifest.value("package", "publish") not in (False, []),
    )


def _inherited(repository: Repository, manifest: Manifest, key: str) -> Stated | None:
    """A field of the package, or the workspace's where it says that it is that one."""
    if mapping(manifest.value("package", key)).get("workspace") is not True:
        return manifest.stated("package", key)
    for folder in _upwards(manifest.folder):
        above = Manifest.of(repository, inside(folder, "Cargo.toml"))
        if above is not None and above.table("workspace"):
            return above.stated("workspace", "package", key)
    return None


def _upwards(folder: str) -> Iterator[str]:
    yield folder
    while folder:
        folder = folder.rpartition("/")[0]
        yield folder


def _features(manifest: Manifest) -> dict[str, Evidence]:
    """Its features, with those that its optional dependencies make."""
    found = {name: manifest.place("features", name) for name in manifest.table("features")}
    for name, dependency in manifest.table("dependencies").items():
        if mapping(dependency).get("optional") is True:
            found.setdefault(name, manifest.place("dependencies", name))
    return found


def _programs(repository: Repository, manifest: Manifest) -> dict[str, Stated]:
    """Its binary targets: those it lists, and those that Cargo finds by their place."""
    found: dict[str, Stated] = {}
    listed = manifest.value("bin")
    for table in listed if isinstance(listed, list) else []:
        name, path = mapping(table).get("name"), mapping(table).get("path")
        if isinstance(name, str):
            found[name] = Stated(path if isinstance(path, str) else "", _line(manifest, name))
    if manifest.value("package", "autobins") is False:
        return found
    taken = {target.value for target in found.values()}
    for name, path in _by_place(repository, manifest):
        if path not in taken and (name not in found or not found[name].value):
            place = found[name].evidence if name in found else Evidence(inside(manifest.folder, path), 1)
            found[name] = Stated(path, place)
    return found


def _line(manifest: Manifest, name: str) -> Evidence:
    """The line in a `[[bin]]` table that names it."""
    written = re.compile(rf"""\s*name\s*=\s*["']{re.escape(name)}["']""")
    table = ""
    for number, line in enumerate(manifest.lines, 1):
        if line.lstrip().startswith("["):
            table = line.strip()
        elif table.startswith("[[bin") and written.match(line):
            return manifest.at(number)
    return manifest.place("bin")


def _by_place(repository: Repository, manifest: Manifest) -> Iterator[tuple[str, str]]:
    name = manifest.value("package", "name")
    if isinstance(name, str) and inside(manifest.folder, "src/main.rs") in repository.files:
        yield name, "src/main.rs"
    start = inside(manifest.folder, "src/bin/")
    for path in sorted(path for path in repository.files if path.startswith(start)):
        if found := re.fullmatch(r"([\w-]+)(?:\.rs|/main\.rs)", path.removeprefix(start)):
            yield found[1], path.removeprefix(f"{manifest.folder}/" if manifest.folder else "")
