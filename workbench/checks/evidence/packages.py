"""The packages of a repository, from every manifest in it."""

from collections.abc import Callable

from workbench.checks.evidence.package import Package
from workbench.checks.evidence.repository import Repository

MOST_MANIFESTS = 300
"""Packages that are read, the nearest to the root first; a repository may hold thousands as test data."""


# A repository has manifests of one kind or two, and to import all readers takes longer than to read it.
def _python(repository: Repository, folder: str) -> Package | None:
    from workbench.checks.evidence.manifests.python import read_python

    return read_python(repository, folder)


def _npm(repository: Repository, folder: str) -> Package | None:
    from workbench.checks.evidence.manifests.npm import read_npm

    return read_npm(repository, folder)


def _cargo(repository: Repository, folder: str) -> Package | None:
    from workbench.checks.evidence.manifests.cargo import read_cargo

    return read_cargo(repository, folder)


def _go(repository: Repository, folder: str) -> Package | None:
    from workbench.checks.evidence.manifests.go import read_go

    return read_go(repository, folder)


def _gradle(repository: Repository, folder: str) -> Package | None:
    from workbench.checks.evidence.manifests.jvm import read_gradle

    return read_gradle(repository, folder)


def _maven(repository: Repository, folder: str) -> Package | None:
    from workbench.checks.evidence.manifests.jvm import read_maven

    return read_maven(repository, folder)


_Reader = Callable[[Repository, str], Package | None]
_READERS: dict[str, _Reader] = {
    "pyproject.toml": _python,
    "setup.cfg": _python,
    "setup.py": _python,
    "package.json": _npm,
    "Cargo.toml": _cargo,
    "go.mod": _go,
    "build.gradle": _gradle,
    "build.gradle.kts": _gradle,
    "pom.xml": _maven,
}
"""What reads the package of a folder that holds a manifest of this name."""
_OTHERS = frozenset(
    {"node_modules", "vendor", "third_party", "site-packages", ".venv", "venv"}
    | {"fixtures", "__fixtures__", "testdata", "test_data", "test-data"}
)
"""Folders of copies of other projects, and of invented ones for tests."""


def packages(repository: Repository) -> tuple[Package, ...]:
    """Every package that a manifest describes, those nearest to the root first."""
    places: dict[tuple[str, _Reader], None] = {}
    manifests = (path for path in repository.files if path.rpartition("/")[2] in _READERS)
    for path in sorted(manifests, key=lambda name: (name.count("/"), name)):
        folder, _, name = path.rpartition("/")
        # A brace stands in the folders of templates, whose names are still to be filled in.
        if "{" not in folder and not _OTHERS & set(folder.split("/")):
            places[folder, _READERS[name]] = None
    found = (read(repository, folder) for folder, read in list(places)[:MOST_MANIFESTS])
    return tuple(package for package in found if package is not None)
