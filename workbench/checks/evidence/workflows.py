"""The workflows of GitHub Actions in a repository."""

import re
from typing import NamedTuple

from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

FOLDER = ".github/workflows/"
_NAME = regex(r"^name[ \t]*:[ \t]*(\"[^\"\n]*\"|'[^'\n]*'|[^\n]*?)[ \t]*(?:[ \t]#[^\n]*)?$", re.M)


class Workflow(NamedTuple):
    """One workflow."""

    file: str
    """Its name in the folder of workflows."""
    name: str
    """What it is shown as: its own name, else its path."""
    evidence: Evidence
    """The line that names it, else its first."""


def workflows(repository: Repository) -> tuple[Workflow, ...]:
    """Every workflow, in the order of the files' names."""
    found = []
    for path in sorted(path for path in repository.files if path.startswith(FOLDER)):
        file = path.removeprefix(FOLDER)
        if "/" not in file and file.endswith((".yml", ".yaml")):
            found.append(_workflow(repository, path, file))
    return tuple(found)


def _workflow(repository: Repository, path: str, file: str) -> Workflow:
    text = repository.text(path) or ""
    named = _NAME.search(text)
    if named is None or not named[1].strip("\"'"):
        return Workflow(file, path, Evidence(path, 1, text.partition("\n")[0].strip()[:200]))
    line = text.count("\n", 0, named.start()) + 1
    return Workflow(file, named[1].strip("\"'"), Evidence(path, line, named[0].strip()[:200]))
