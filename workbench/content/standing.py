"""What the person decided of persona and rubric files: whose are trusted, and which are not wanted."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.content.locations import ContentName
from workbench.content.writing import write_text
from workbench.core.errors import ContentError

_FILE = "personas-and-rubrics.json"
_LARGEST = 1_000_000
"""Bytes of it that are read."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands in that file, by `personas/<name>` or `rubrics/<name>`."""

    trusted: Mapping[str, tuple[str, ...]]
    """sha256 of each wording of a project's file that the person looked at and trusts."""
    disabled: frozenset[str]

    def trusts(self, sort: ContentName, name: str, wording: str) -> bool:
        """Whether the person trusts a project's file at exactly this wording."""
        return wording in self.trusted.get(f"{sort}/{name}", ())

    def knows(self, sort: ContentName, name: str) -> bool:
        """Whether the person trusted any wording of it."""
        return f"{sort}/{name}" in self.trusted

    def with_trusted(self, sort: ContentName, name: str, wording: str) -> "Standing":
        """With one more wording trusted."""
        key = f"{sort}/{name}"
        before = tuple(each for each in self.trusted.get(key, ()) if each != wording)
        return Standing({**self.trusted, key: (*before, wording)}, self.disabled)

    def with_enabled(self, sort: ContentName, name: str, enabled: bool) -> "Standing":
        """With whatever stands under a name wanted, or not."""
        key = frozenset({f"{sort}/{name}"})
        return Standing(self.trusted, self.disabled - key if enabled else self.disabled | key)


NOTHING = Standing({}, frozenset())


def read_standing(folder: Path) -> Standing:
    """What was decided; nothing where no file is there yet.

    Raises:
        ContentError: the file cannot be read or is none that was written here. Nothing is trusted then.
    """
    path = folder / _FILE
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(_LARGEST))
    except FileNotFoundError:
        return NOTHING
    except OSError as error:
        raise ContentError(path, f"cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise _broken(path) from error
    try:
        return _standing(found)
    except (AttributeError, TypeError, KeyError, ValueError) as error:
        raise _broken(path) from error


def keep_standing(folder: Path, standing: Standing) -> None:
    """Keep what was decided, for the person alone to read.

    Raises:
        OSError: it cannot be written.
    """
    kept: dict[str, Any] = {
        "trusted": {key: list(wordings) for key, wordings in sorted(standing.trusted.items())},
        "disabled": sorted(standing.disabled),
    }
    write_text(folder / _FILE, json.dumps(kept, indent=1) + "\n", mode=0o600)


def _standing(found: Any) -> Standing:
    trusted = {key: tuple(map(_text, wordings)) for key, wordings in found["trusted"].items()}
    return Standing(trusted, frozenset(map(_text, found["disabled"])))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _broken(path: Path) -> ContentError:
    return ContentError(
        path,
        "is not what was written there: put it right, or remove it; then nothing is trusted and nothing "
        "disabled",
    )
