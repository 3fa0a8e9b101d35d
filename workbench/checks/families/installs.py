"""Install commands ask for a name that the project, or a library that it needs, has in its index."""

import posixpath
import re
from collections.abc import Iterator

from workbench.checks.evidence.manifests.python_metadata import normal
from workbench.checks.evidence.package import Package
from workbench.checks.evidence.project import Project
from workbench.checks.evidence.whereabouts import folders_of
from workbench.checks.families.extras import check_extras
from workbench.checks.near_names import is_one_slip
from workbench.checks.outcome import Outcome, printable
from workbench.checks.text.installs import Install, installs
from workbench.checks.text.page import Page, Typed
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

INSTALLS = CheckRule(
    id="installs",
    owns="installs-name-packages",
    proves="An install command of the text asks for a name under which the package is not published.",
    decided_by="The name is compared with the manifests' names, and with modules called otherwise there.",
    on_fail="fix",
)

_NEAR = 5
"""Letters; a shorter name is not compared with one that differs by a letter."""


def check_installs(page: Page, project: Project) -> Outcome:
    """Faults for wrong names and for extras that no manifest declares."""
    outcome = Outcome(page)
    for typed in page.commands:
        for install in installs(typed.command):
            package = _own(project, typed, page, install)
            if package is not None:
                _known(outcome, package, install)
                check_extras(outcome, project, package, install)
            elif not install.name.startswith("."):
                _unknown(outcome, project, install)
    return outcome


def _own(project: Project, typed: Typed, page: Page, install: Install) -> Package | None:
    """The project's package that is installed; None where it is another one."""
    packages = [package for package in project.packages if package.ecosystem == install.ecosystem]
    if install.name.startswith("."):
        for folder in folders_of(page, project, typed.command):
            place = posixpath.normpath(posixpath.join(folder, install.name))
            place = "" if place == "." else place
            if found := next((package for package in packages if package.folder == place), None):
                return found
        return None
    if install.ecosystem == "go":
        return _module(packages, install.name)
    return next((p for p in packages if p.name and _same(install, p.name.value)), None)


def _same(install: Install, name: str) -> bool:
    if install.ecosystem == "npm":
        return install.name == name
    return normal(install.name) == normal(name)


def _module(packages: list[Package], path: str) -> Package | None:
    """The Go module that a path is of, the innermost."""
    names = [p for p in packages if p.name and f"{path}/".startswith(f"{p.name.value}/")]
    return max(names, key=lambda package: len(package.name.value) if package.name else 0, default=None)


def _known(outcome: Outcome, package: Package, install: Install) -> None:
    name = package.name
    if install.ecosystem == "go" and name is not None and install.program:
        inner = install.name.removeprefix(name.value).lstrip("/")
        _go_program(outcome, package, install, inner)
    elif name is not None and not install.name.startswith("."):
        outcome.confirm(
            INSTALLS, install.place, f"`{printable(name.evidence.path)}` has this name", [name.evidence]
        )


def _go_program(outcome: Outcome, package: Package, install: Install, inner: str) -> None:
    """A path that `go install` builds must hold a command."""
    for program in package.programs.values():
        folder = posixpath.dirname(program.value)
        if folder == inner or (install.below and (not inner or f"{folder}/".startswith(f"{inner}/"))):
            why = f"`{printable(program.evidence.path)}` holds this command"
            outcome.confirm(INSTALLS, install.place, why, [program.evidence])
            return
    if not package.whole or not package.programs or package.name is None:
        outcome.leave(INSTALLS, install.place, "not every command of the module is known")
        return
    paths = {
        posixpath.join(package.name.value, posixpath.dirname(program.value)): program
        for program in package.programs.values()
    }
    right = next(iter(paths)) if len(paths) == 1 else None
    outcome.fault(
        INSTALLS,
        install.place,
        f"`{printable(install.name)}` holds no command: "
        + " and ".join(f"`{printable(path)}`" for path in sorted(paths)[:4])
        + f" {'does' if len(paths) == 1 else 'do'}.",
        consequence="go install stops: that is no main package.",
        change="Name the path of the command.",
        expected=right,
        evidence=[program.evidence for program in list(paths.values())[:2]],
    )


def _unknown(outcome: Outcome, project: Project, install: Install) -> None:
    if install.ecosystem == "python" and _library(outcome, project, install):
        return
    if install.ecosystem == "go":
        _other_path(outcome, project, install)
        return
    meant = _meant(project, install)
    if meant is None or meant.name is None:
        return
    if why_not := _excuse(project, install):
        outcome.leave(INSTALLS, install.place, why_not)
        return
    name = meant.name
    _wrong(
        outcome,
        install,
        f"`{printable(name.evidence.path)}` calls the package `{printable(name.value)}`, not "
        f"`{printable(install.name)}`.",
        name.value,
        name.evidence,
    )


def _wrong(outcome: Outcome, install: Install, problem: str, right: str, place: Evidence | None) -> None:
    outcome.fault(
        INSTALLS,
        install.place,
        problem,
        consequence="The command fails, or installs something else.",
        change=f"Install `{printable(right)}`." if right else "Take it out of the command.",
        expected=right or None,
        evidence=[place] if place else [],
    )


def _library(outcome: Outcome, project: Project, install: Install) -> bool:
    """Whether the name is a module's whose distribution is called otherwise."""
    from workbench.checks.evidence.distributions import DISTRIBUTIONS, LOOKALIKES

    name = normal(install.name)
    right = DISTRIBUTIONS.get(name)
    if right is None and name in LOOKALIKES:
        needed = {normal(d) for package in project.packages for d in package.dependencies}
        right = LOOKALIKES[name] if normal(LOOKALIKES[name]) in needed else None
    if right is None:
        return False
    shown = printable(install.name)
    problem = (
        f"`{shown}` is what Python imports; the package in the index is `{right}`."
        if right
        else f"`{shown}` comes with Python itself and is not in the index."
    )
    _wrong(outcome, install, problem, right, None)
    return True


def _other_path(outcome: Outcome, project: Project, install: Install) -> None:
    """A Go path in other letter case than the module's, or without the major version that it has."""
    for package in project.packages:
        if package.ecosystem != "go" or package.name is None:
            continue
        name = package.name.value
        if f"{install.name}/".casefold().startswith(f"{name}/".casefold()):
            problem = f"The module is `{printable(name)}`: letter case counts."
            _wrong(outcome, install, problem, name + install.name[len(name) :], package.name.evidence)
            return
        module, _, major = package.name.value.rpartition("/")
        if re.fullmatch(r"v\d+", major) and f"{install.name}/".startswith(f"{module}/"):
            asked = re.match(r"v(\d+)", install.version)
            if asked and f"v{asked[1]}" != major:
                outcome.leave(INSTALLS, install.place, "it asks for an older version on purpose")
                return
            right = install.name.replace(module, package.name.value, 1)
            problem = (
                f"The module is `{printable(package.name.value)}`: without `/{major}` an old one is taken."
            )
            _wrong(outcome, install, problem, right, package.name.evidence)
            return


def _meant(project: Project, install: Install) -> Package | None:
    """The project's package that a wrong name means; None where it may well be another project's."""
    packages = [
        package
        for package in project.packages
        if package.ecosystem == install.ecosystem and package.name is not None and package.published
    ]
    if install.ecosystem == "npm" and install.program:
        return _run_at_once(project, packages, install)
    for package in packages:
        if package.name and _is_near(install, package.name.value):
            return package
    called = install.name.casefold() in _own_names(project)
    return packages[0] if called and len({p.name.value for p in packages if p.name}) == 1 else None


def _run_at_once(project: Project, packages: list[Package], install: Install) -> Package | None:
    """The package that a wrong name behind `npx` means.

    A name that a package gives a command runs where that package is installed, and a letter more or less
    is as a rule another tool: `serve` and `server`.
    """
    asked = _bare(install.name)
    if any(install.name in package.programs for package in project.packages):
        return None
    for package in packages:
        right = _bare(package.name.value) if package.name else ""
        if asked == right or (len(asked) == len(right) and _is_near(install, right)):
            return package
    return None


def _own_names(project: Project) -> set[str]:
    """What the project is called, apart from its folder, which is whatever the reader cloned it to."""
    names = {name for package in project.packages for name in package.programs}
    if project.home is not None:
        names.add(project.home.name.rpartition("/")[2])
    return {name.casefold() for name in names}


def _is_near(install: Install, name: str) -> bool:
    """Whether two names differ so little that only one can be meant."""
    asked, right = _bare(install.name), _bare(name)
    if asked == right:
        return True
    if min(len(asked), len(right)) >= _NEAR and is_one_slip(asked, right):
        return asked.rstrip("0123456789") != right.rstrip("0123456789")
    return install.ecosystem == "python" and set(_stems(asked)) & {right} != set()


def _bare(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _stems(bare: str) -> Iterator[str]:
    for affix in ("python", "py"):
        if bare.startswith(affix) and len(bare) > len(affix) + 2:
            yield bare.removeprefix(affix)
        if bare.endswith(affix) and len(bare) > len(affix) + 2:
            yield bare.removesuffix(affix)


def _excuse(project: Project, install: Install) -> str | None:
    """Why another name may be right; None where it cannot."""
    needed = {normal(d) for package in project.packages for d in package.dependencies}
    if normal(install.name) in needed:
        return "the project needs a package of this name"
    others = [p for p in project.packages if p.name and normal(p.name.value) == normal(install.name)]
    if others:
        return "another package of the repository has this name"
    return None
