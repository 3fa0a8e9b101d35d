"""The disk, the checks and the persona and rubric files."""

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.content.locations import user_config

if TYPE_CHECKING:
    from workbench.content.shelf import FileShelf
    from workbench.core.ports import Checks, Files, Library, Lookup
    from workbench.core.taglines.checks import LineChecks


def disk_and_checks(apart: bool = False) -> "tuple[Files, Checks]":
    """The disk and the checks: all that a command needs that stores nothing."""
    from workbench.checks.apart import ChecksApart
    from workbench.checks.evidence.git import git_root
    from workbench.checks.evidence.origin import artifact_identity
    from workbench.checks.later import LaterChecks
    from workbench.content.artifact_files import ArtifactFiles
    from workbench.content.phrases import read_phrases

    checks = ChecksApart(read_phrases) if apart else LaterChecks(read_phrases)
    return ArtifactFiles(artifact_identity, git_root), checks


def line_checks() -> "LineChecks":
    """What can be counted in a single line."""
    from workbench.checks.taglines import StandardLineChecks
    from workbench.content.phrases import read_phrases

    return StandardLineChecks(read_phrases)


def repository_lookup() -> "Lookup":
    """The repository around a text, to be searched for names."""
    from workbench.checks.later import LaterLookup

    return LaterLookup()


def read_everything() -> "Library":
    """Bundled and the user's personas and rubrics, without those that the person does not want."""
    return file_shelf().library_now()


def file_shelf(user: Path | None = None) -> "FileShelf":
    """The persona and rubric files; the user's own below a folder, else below their configuration."""
    from workbench.content.shelf import FileShelf

    def root_of(folder: Path) -> Path | None:
        from workbench.checks.evidence.git import git_root

        return git_root(folder)

    return FileShelf(user or user_config(), root_of)
