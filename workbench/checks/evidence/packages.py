"""The packages of a repository, from every manifest in it."""

from collections.abc import Callable

from workbench.checks.evidence.manifests.cargo import read_cargo
from workbench.checks.evidence.manifests.go import read_go
from workbench.checks.evidence.manifests.jvm import read_gradle, read_maven
from workbench.checks.evidence.manifests.npm import read_npm
from workbench.checks.evidence.manifests.python import read_python
from workbench.checks.evidence.package import Package
from workbench.checks.evidence.repository import Repository

MOST_MANIFESTS = 300
"""Packages that are read, the nearest to the root first; a repository may hold thousands as test data."""

_Reader = Callable[[Repository, str], Package | None]
_READERS: dict[str, _Reader] = {
    "pyproject.toml": read_python,
    "setup.cfg": read_python,
    "setup.py": read_python,
    "package.json": read_npm,
    "Cargo.toml": read_cargo,
    "go.mod": read_go,
    "build.gradle": read_gradle,
    "build.gradle.kts": read_gradle,
    "pom.xml": read_maven,
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
    for path in sorted(repository.files, key=lambda name: (name.count("/"), name)):
        folder, _, name = path.rpartition("/")
        # A brace stands in the folders of templates, whose names are still to be filled in.
        if name in _READERS and "{" not in folder and not _OTHERS & set(folder.split("/")):
            places[folder, _READERS[name]] = None
    found = (read(repository, folder) for folder, read in list(places)[:MOST_MANIFESTS])
    return tuple(package for package in found if package is not None)
