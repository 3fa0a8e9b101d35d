"""The person's editor."""

import os
import shlex
import subprocess
from pathlib import Path

from workbench.core.errors import UsageError


def edit(path: Path, line: int) -> None:
    """Open a file in the person's editor at a line, and wait until it is closed.

    `VISUAL`, else `EDITOR`, split as a shell would; the line is given to editors known to take one.

    Raises:
        UsageError: no editor is set, it cannot be started, or it ended with an error.
    """
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        command = shlex.split(named)
    except ValueError as error:
        raise UsageError(f"EDITOR cannot be split into words ({error}): {named}") from error
    if not command:
        raise UsageError("No editor is set: set EDITOR, for example to `nano` or `code --wait`.")
    try:
        subprocess.run([*command, *_place(Path(command[0]).name, path, line)], check=True)
    except subprocess.CalledProcessError as error:
        raise UsageError(f"The editor {command[0]!r} ended with an error ({error.returncode}).") from error
    except OSError as error:
        raise UsageError(
            f"The editor {command[0]!r} cannot be started: {error.strerror or error}."
        ) from error


def _place(editor: str, path: Path, line: int) -> list[str]:
    """The arguments that open a file at a line, for editors that take one; else the file alone."""
    if editor in ("vi", "vim", "nvim", "nano", "emacs", "emacsclient", "micro", "kak", "joe", "mg", "ne"):
        return [f"+{line}", str(path)]
    if editor in ("code", "codium", "cursor"):
        return ["--goto", f"{path}:{line}"]
    if editor in ("hx", "helix", "subl", "zed"):
        return [f"{path}:{line}"]
    return [str(path)]
