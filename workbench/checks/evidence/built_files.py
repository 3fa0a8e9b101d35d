"""Files that a build of the repository makes."""

import posixpath

from workbench.checks.evidence.makefiles import makefile_in
from workbench.checks.evidence.project import Project
from workbench.checks.evidence.written_places import joined

_WRAPPERS = {"gradlew": ("build.gradle", "build.gradle.kts", "settings.gradle"), "mvnw": ("pom.xml",)}
"""Wrappers of build tools, each with the files beside which a repository keeps it."""
_SOURCES = ("{}.in", "{}.am", "{}.ac", "{}.c", "{}.cc", "{}.cpp", "{}.go", "{}.rs", "{}.ts")


def is_built(project: Project, path: str) -> bool:
    """Whether a source beside an absent file, a rule of a Makefile or a build tool may make it."""
    folder, _, name = path.rpartition("/")
    files = project.repository.files
    wrapped = _WRAPPERS.get(name.removesuffix(".bat").removesuffix(".cmd"))
    if wrapped is not None:
        return not any(joined(folder, manifest) in files for manifest in wrapped)
    stem = posixpath.splitext(name)[0]
    if any(joined(folder, form.format(one)) in files for form in _SOURCES for one in {name, stem}):
        return True
    return any(_has_rule(project, place, path) for place in {folder, ""})


def _has_rule(project: Project, folder: str, path: str) -> bool:
    makefile = makefile_in(project.repository, folder)
    inside = path.removeprefix(f"{folder}/") if folder else path
    if makefile is None:
        return False
    return inside in makefile.targets or makefile.pattern(inside) is not None or bool(makefile.unread)
