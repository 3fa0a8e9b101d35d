"""What a text's project brings, used by a script that says so."""

from dataclasses import replace
from pathlib import Path

from workbench.bootstrap.disk import file_shelf
from workbench.bootstrap.flags import Flags
from workbench.cli.output import narrate
from workbench.core.desk import Desk
from workbench.core.ports import PROJECT_UNUSED, CheckReport


def with_project(desk: Desk, path: Path, flags: Flags) -> Desk:
    """A desk that uses a project's personas and rubrics where the flags say so; each that is used is told."""
    if not flags.trust_project:
        return desk
    library = file_shelf().library_now(path, trusting=True)
    for sort, items in (("persona", library.personas), ("rubric", library.rubrics)):
        for item in items:
            if item.origin == "project":
                narrate(f"Used unasked: the project's {sort} {item.name}, wording {item.wording[:8]}.")
    return replace(desk, library=library)


def used_project(report: CheckReport) -> CheckReport:
    """A report without the notice that nothing of the project is used."""
    return replace(report, notices=tuple(each for each in report.notices if each != PROJECT_UNUSED))
