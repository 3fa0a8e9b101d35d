"""TOML files as sheets."""

import re
import tomllib
from pathlib import Path

from workbench.content.sheets import Sheet
from workbench.core.errors import ContentError


def toml_sheet(path: Path) -> Sheet:
    """What a TOML file sets; the format does not tell the lines of its keys.

    Raises:
        ContentError: it cannot be read, is not UTF-8 or is broken TOML.

    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ContentError(path, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ContentError(path, "is not UTF-8: save it as UTF-8") from error
    try:
        return Sheet(path, tomllib.loads(text))
    except RecursionError as error:
        raise ContentError(path, "is nested too deeply: a setting is at most a list in a table") from error
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        problem = str(error)[: place.start()] if place else str(error)
        line = int(place[1]) if place and place[1] else None
        raise ContentError(path, f"broken TOML: {problem}", line) from error
