"""Writing a small file so that it is there whole or as it was before."""

import os
import tempfile
from pathlib import Path


def write_text(path: Path, text: str, mode: int = 0o644) -> None:
    """Put a text into a file, with the folders that it needs.

    Raises:
        OSError: it cannot be written; the file is as it was then.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # The person may have linked a file of their own to where they keep it.
    place = Path(os.path.realpath(path)) if path.is_symlink() else path
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
    written = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        written.chmod(mode)
        written.replace(place)
    except BaseException:
        written.unlink(missing_ok=True)
        raise
