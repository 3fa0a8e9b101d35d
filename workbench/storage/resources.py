"""The SQL files that ship with the workbench."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal


def sql_files(folder: Literal["migrations", "views"]) -> dict[str, str]:
    """The text of every SQL file of a folder of `store/`, by its stem, in name order."""
    found = [file for file in (_store() / folder).iterdir() if file.name.endswith(".sql")]
    return {
        file.name.removesuffix(".sql"): file.read_text(encoding="utf-8")
        for file in sorted(found, key=lambda file: file.name)
    }


def _store() -> Traversable:
    """`store/`: bundled in a wheel, the repository root in a checkout."""
    package = files("workbench")
    bundled = package / "_content" / "store"
    return bundled if bundled.is_dir() else Path(str(package)).parent / "store"
