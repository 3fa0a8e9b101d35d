"""What can be shown of an artifact before anything is imported that opening it needs."""

import stat
from datetime import UTC, datetime
from pathlib import Path

from workbench.core.ages import age
from workbench.core.artifacts import Revision, decoded
from workbench.core.errors import ArtifactError
from workbench.storage.previews import stored_preview
from workbench.tui.screens.first_frame import FirstFrame

LARGEST = 4_000_000
"""Bytes; what a larger text says is shown once it is open."""


def first_frame(path: Path, database: Path) -> FirstFrame:
    """The screen that is seen while a file is being opened."""
    text, edited = _text(path)
    try:
        return FirstFrame(path.name, stored_preview(database, path), text, edited)
    except ValueError:
        return FirstFrame(path.name, None, text, edited)


def _text(path: Path) -> tuple[Revision | None, str]:
    """What a file holds and when it was edited; whatever is wrong with it is said once it is opened."""
    try:
        found = path.lstat()
        # A link may lead where it is not to be followed, and a pipe may never end.
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
            return None, ""
        edited = age(datetime.fromtimestamp(found.st_mtime, UTC), datetime.now(UTC))  # noqa: TID251
        return decoded(path.read_bytes(), path.name), edited
    except (OSError, ValueError, ArtifactError):
        return None, ""
