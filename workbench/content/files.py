"""Content files on disk: which there are, and their text, within limits."""

import re
from os.path import realpath
from pathlib import Path

from workbench.core.errors import ContentError

LARGEST = 256 * 1024
"""Bytes a content file may have."""
MOST = 200
"""Files that are read of one folder."""
KEBAB = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""How names and ids are written: lower-case words with hyphens."""


def content_files(folder: Path, inside: Path | None = None) -> tuple[list[Path], list[ContentError]]:
    """The content files of a folder by name, and why others are left out; nothing where it does not exist.

    Notes and hidden files are passed over: `README.md`, anything that does not end in `.md` or begins
    with a dot. With `inside`, a link that leads out of that folder is not followed.
    """
    if not folder.is_dir():
        return [], []
    try:
        found = sorted(filter(_is_content, folder.iterdir()), key=lambda path: (path.stem, path))
    except OSError as error:
        return [], [ContentError(folder, f"cannot be listed: {error.strerror}")]
    errors = []
    if len(found) > MOST:
        errors.append(ContentError(folder, f"holds {len(found)} files; only the first {MOST} are read"))
    files = []
    for path in found[:MOST]:
        if inside is not None and _leads_out(path, inside):
            errors.append(ContentError(path, "is a link that leads out of the project and is not followed"))
        else:
            files.append(path)
    return files, errors


def content_text(path: Path) -> str:
    """A content file's text, without a byte order mark and with plain newlines.

    Raises:
        ContentError: it cannot be read, is too large, is not UTF-8, or its name is no name.

    """
    if not KEBAB.fullmatch(path.stem):
        raise ContentError(path, "the file's name is its name: use lower-case words with hyphens")
    try:
        if not path.is_file():
            raise ContentError(path, "is not a file" if path.exists() else "does not exist")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise ContentError(path, f"cannot be read: {error.strerror}") from error
    if len(data) > LARGEST:
        raise ContentError(path, f"is larger than {LARGEST // 1024} KB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ContentError(path, "is not UTF-8: save it as UTF-8", line) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _is_content(path: Path) -> bool:
    name = path.name
    # Exactly so written: `readme.md` is the rubric of that kind.
    return path.suffix == ".md" and not name.startswith(".") and name != "README.md"


def _leads_out(path: Path, inside: Path) -> bool:
    # Unlike Path.resolve, this does not fail where links go round in a circle.
    return inside.is_symlink() or not Path(realpath(path)).is_relative_to(realpath(inside))
