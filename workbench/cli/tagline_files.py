"""Whether a file holds candidates, told before anything slow is imported."""

from contextlib import suppress
from pathlib import Path

_BEGINNING = 4096
"""Bytes in which a file says what it is."""


def holds_candidates(path: Path, kind: str | None, database: Path) -> bool:
    """Whether a file is or was said to hold candidates, or says so; one that cannot be read does not."""
    from workbench.storage.known import kind_at_once

    if kind is not None:
        return kind == "taglines"
    if kind_at_once(database, path) == "taglines":
        return True
    with suppress(OSError):
        if _may(path):
            from workbench.core.artifacts import decoded
            from workbench.core.errors import ArtifactError
            from workbench.core.taglines.files import is_candidate_file

            with suppress(ArtifactError):
                return is_candidate_file(path.name, decoded(path.read_bytes(), path.name).text)
    return False


def _may(path: Path) -> bool:
    """Whether it is worth reading: most files say by their name that they are something else."""
    if not path.is_file() or path.stat().st_size > 1_000_000:
        return False
    if "tag" in path.stem.lower() or path.suffix.lower() in (".csv", ".toml"):
        return True
    with path.open("rb") as file:
        beginning = file.read(_BEGINNING)
    return beginning.startswith(b"---") and b"taglines" in beginning
