"""The personas and rubrics that can be used: project, then user, then bundled, nearest winning."""

from pathlib import Path

from workbench.content.files import content_files
from workbench.content.listing import Places, listing
from workbench.content.locations import ContentName
from workbench.content.personas import read_persona
from workbench.content.rubrics import read_rubric
from workbench.core.errors import ContentError
from workbench.core.ports import Library
from workbench.core.shelf import library_of


def read_library(user: Path | None = None, project: Path | None = None) -> Library:
    """Everything that can be used, by name, with an error for each file that cannot.

    `user` is the folder of the user's own configuration. `project` is a repository's `.workbench`, given
    only when the person trusts it; nothing is asked here. A broken file hides the ones of its name that
    are further away: nobody is to be read by a wording that they believe they replaced.
    """
    return used_of(Places(user, project, trusting=True))


def used_of(places: Places) -> Library:
    """Everything that can be used of what some folders hold."""
    personas, persona_errors = listing(places, "personas")
    rubrics, rubric_errors = listing(places, "rubrics")
    return library_of({"personas": personas, "rubrics": rubrics}, (*persona_errors, *rubric_errors))


def check(path: Path, name: ContentName) -> tuple[ContentError, ...]:
    """What is wrong with one persona or rubric file, or with all of a folder; empty where all is well."""
    errors: list[ContentError] = []
    files = [path]
    if path.is_dir():
        files, errors = content_files(path)
        if not files and not errors:
            errors.append(ContentError(path, f"holds no {name}: they are files that end in .md"))
    for file in files:
        read = read_persona(file, "user") if name == "personas" else read_rubric(file, "user")
        errors += read if isinstance(read, tuple) else ()
    return tuple(errors)
