"""The package of a package.json."""

from workbench.checks.evidence.manifests.source import Manifest, inside, mapping
from workbench.checks.evidence.package import Package, Stated
from workbench.checks.evidence.repository import Repository

_DEPENDENCIES = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")


def read_npm(repository: Repository, folder: str) -> Package | None:
    """What it says; None where it is no JSON object."""
    manifest = Manifest.of(repository, inside(folder, "package.json"))
    if manifest is None or not manifest.json:
        return None
    node = manifest.stated("engines", "node")
    return Package(
        ecosystem="npm",
        folder=folder,
        name=manifest.stated("name"),
        version=manifest.stated("version"),
        programs=_programs(repository, manifest),
        requires={"node": node} if node else {},
        dependencies=frozenset(name for key in _DEPENDENCIES for name in manifest.table(key)),
        scripts={name: manifest.place("scripts", name) for name in manifest.table("scripts")},
        licence=manifest.stated("license"),
        published=manifest.value("private") is not True,
    )


def _programs(repository: Repository, manifest: Manifest) -> dict[str, Stated]:
    """The commands of `bin`: a mapping, or one path for the package's own name without its scope."""
    listed = manifest.value("bin")
    name = manifest.value("name")
    if isinstance(listed, str) and isinstance(name, str):
        return {name.rpartition("/")[2]: Stated(_path(listed), manifest.place("bin"))}
    found = {
        command: Stated(_path(path), manifest.place("bin", command))
        for command, path in mapping(listed).items()
        if isinstance(path, str)
    }
    where = manifest.value("directories", "bin")
    if isinstance(where, str) and not found:
        start = inside(manifest.folder, _path(where).rstrip("/")) + "/"
        place = manifest.place("directories", "bin")
        for path in sorted(path for path in repository.files if path.startswith(start)):
            command = path.removeprefix(start)
            if "/" not in command:
                found[command] = Stated(f"{_path(where).rstrip('/')}/{command}", place)
    return found


def _path(written: str) -> str:
    return written.removeprefix("./")
