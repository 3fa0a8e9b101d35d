"""Scripts that the text runs with npm, yarn, pnpm or bun stand in the package.json in force."""

import posixpath
import re
from typing import NamedTuple

from workbench.checks.evidence.package import Package
from workbench.checks.evidence.project import Project
from workbench.checks.evidence.whereabouts import folders_of
from workbench.checks.near_names import listed, meant, nearest
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.arguments import Arguments, arguments
from workbench.checks.text.page import Page, Typed
from workbench.checks.text.setting import Setting
from workbench.checks.text.shell import Word
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

NPM_SCRIPTS = CheckRule(
    id="npm-scripts",
    owns="npm-scripts-exist",
    proves="A command of the text runs a script that the package.json in force does not have.",
    decided_by="The name behind npm, yarn, pnpm or bun is compared with `scripts` of the package.json there.",
    on_fail="fix",
)

_RUN = {
    "npm": frozenset({"run", "run-script", "rum", "urn"}),
    "yarn": frozenset({"run"}),
    "pnpm": frozenset({"run", "run-script"}),
    "bun": frozenset({"run"}),
}
_ALONE = {
    "npm": {"start": "start", "test": "test", "stop": "stop", "t": "test", "tst": "test"},
    "pnpm": {"start": "start", "test": "test", "t": "test", "tst": "test"},
    "yarn": {"test": "test"},
    "bun": {},
}
"""Commands that run the script of a name."""
_RUNS_PROGRAMS = frozenset({"yarn", "bun"})
"""Whose `run` takes programs of the dependencies as well."""
_USUAL = frozenset(
    {"dev", "start", "build", "lint", "format", "deploy", "watch", "typecheck", "type-check", "preview"}
    | {"coverage", "release", "clean", "docs", "develop", "e2e", "compile", "bundle", "fix"}
)
"""Names that scripts have and programs do not, for tools that take either without `run`."""
_BUILT_IN = frozenset(
    {"add", "install", "remove", "init", "link", "publish", "pack", "version", "why", "audit", "upgrade"}
    | {"exec", "dlx", "create", "cache", "config", "global", "info", "list", "outdated", "login", "logout"}
    | {"up", "update", "import", "node", "workspaces", "set", "unlink", "prune", "rebuild", "i", "ci", "x"}
    | {"store", "env", "patch", "fetch", "dedupe", "plugin", "constraints", "npm", "policies", "licenses"}
)
_VALUED = frozenset(
    {"--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter", "-F", "--loglevel", "--registry"}
    | {"--workspace-concurrency", "--concurrency", "--reporter"}
)
_NAME = regex(r"[A-Za-z0-9@_][\w:./@-]*")
_DEVELOPMENT = regex(
    r"\bgit clone\b|\bnpm (?:ci|link|t|test)\b|\b(?:npm|pnpm|bun) (?:i|install)[ \t]*$"
    r"|^\W*yarn(?: install)?[ \t]*$"
    r"|\bpull requests?\b|\bthe tests\b",
    re.M,
)
"""Words of a section that is about working on the package itself."""
_BUILDING = regex(r"develop|contribut|build|test|hack|source|release|local|setup|script|docs", re.I)
"""The same in a heading, or in the name of the page."""
_MANY = ("--workspaces", "-ws", "-r", "--recursive", "--if-present")
"""Options with which a package without the script is passed over."""


class _Call(NamedTuple):
    """A script that a command runs."""

    word: Word
    name: str
    given: Arguments
    sure: bool
    """Whether only a script can be meant."""
    workspace: str | None = None


def check_npm_scripts(page: Page, project: Project) -> Outcome:
    """Faults for scripts that do not exist, by the package.json of the folder that the command runs in."""
    outcome, setting = Outcome(page), Setting(page)
    for typed in page.commands:
        call = _call(typed) if typed.command.program in _RUN else None
        if call is not None and not call.word.is_open and _NAME.fullmatch(call.word.text):
            _decide(outcome, project, setting, typed, call)
    return outcome


def _call(typed: Typed) -> _Call | None:
    """The script that a command runs; None where it runs none."""
    program = typed.command.program
    given = arguments(typed.command.words[1:], _VALUED)
    words, workspace = given.words, None
    if words and program == "yarn" and words[0].text == "workspace" and len(words) > 2:
        workspace, words = words[1].text, words[2:]
    if not words:
        return None
    first = words[0].text
    if first in _RUN[program]:
        sure = program not in _RUNS_PROGRAMS
        return _Call(words[1], words[1].text, given, sure, workspace) if len(words) > 1 else None
    if first in _ALONE[program]:
        return _Call(words[0], _ALONE[program][first], given, True, workspace)
    if program in ("yarn", "pnpm") and first not in _BUILT_IN:
        return _Call(words[0], first, given, False, workspace)
    return None


def _decide(outcome: Outcome, project: Project, setting: Setting, typed: Typed, call: _Call) -> None:
    place = (typed.command.start, max(call.word.end, typed.command.words[1].end))
    packages = _packages(outcome.page, project, typed, call)
    for package in packages:
        if call.name in package.scripts:
            found = package.scripts[call.name]
            outcome.confirm(NPM_SCRIPTS, place, f"`{printable(found.path)}` has this script", [found])
            return
    if packages and call.name == "start" and (path := _beside(project, packages[0], "server.js")):
        why = f"npm start runs `{printable(path)}` where there is no such script"
        outcome.confirm(NPM_SCRIPTS, place, why, [Evidence(path, 1)])
        return
    if not packages:
        if call.sure:
            outcome.leave(NPM_SCRIPTS, place, "no package.json of the repository is in force there")
        return
    why_not = _excuse(project, setting, typed, call, packages)
    if why_not is not None:
        outcome.leave(NPM_SCRIPTS, place, why_not)
    else:
        _missing(outcome, place, call, packages[0])


def _missing(outcome: Outcome, place: tuple[int, int], call: _Call, package: Package) -> None:
    path = f"{package.folder}/package.json".lstrip("/")
    near = nearest(call.name, package.scripts)
    problem = f"`{printable(path)}` has no script `{printable(call.name)}`"
    problem += meant(
        near, f"; it has {listed(package.scripts)}." if package.scripts else "; it has none at all."
    )
    shown = near or next(iter(package.scripts), None)
    evidence = [package.scripts[shown]] if shown else [package.name.evidence] if package.name else []
    outcome.fault(
        NPM_SCRIPTS,
        place,
        problem,
        consequence="The command stops with: Missing script.",
        change="Name a script that the package.json has, or take the command out.",
        expected=near,
        evidence=evidence,
    )


def _packages(page: Page, project: Project, typed: Typed, call: _Call) -> list[Package]:
    """The packages whose scripts the command may run, the likeliest first."""
    known = {package.folder: package for package in project.packages if package.ecosystem == "npm"}
    asked = [call.workspace] if call.workspace else call.given.values("-w", "--workspace", "--filter", "-F")
    folders = folders_of(page, project, typed.command)
    if asked:
        return _workspaces(known, folders, asked)
    inner = call.given.values("--prefix", "-C", "--dir", "--cwd")
    places = [posixpath.normpath(posixpath.join(folder, *inner)) for folder in folders]
    above = [_upwards(known, "" if place == "." else place) for place in places]
    found = [package for package in above if package is not None]
    if call.given.has("--workspaces", "-ws", "-r", "--recursive"):
        found += [package for package in known.values() if package not in found]
    return found


def _upwards(known: dict[str, Package], folder: str) -> Package | None:
    """The nearest package at or above a folder: npm and the others look there too."""
    while folder and folder not in known:
        folder = folder.rpartition("/")[0]
    return known.get(folder)


def _workspaces(known: dict[str, Package], folders: tuple[str, ...], asked: list[str]) -> list[Package]:
    """The packages that some names or folders of workspaces mean."""
    found = []
    for package in known.values():
        names = {package.folder, *(posixpath.relpath(package.folder or ".", f or ".") for f in folders)}
        if package.name is not None:
            names |= {package.name.value, package.name.value.rpartition("/")[2]}
        names.add(package.folder.rpartition("/")[2])
        if any(name.removeprefix("./").strip("{}.") in names for name in asked):
            found.append(package)
    return found


def _excuse(
    project: Project, setting: Setting, typed: Typed, call: _Call, packages: list[Package]
) -> str | None:
    """Why a script that is not there proves nothing; None where it does."""
    package = packages[0]
    where = f"{setting.title(typed.command.start)} {setting.path}"
    if call.given.has(*_MANY):
        return "an option passes over packages without the script"
    if not call.sure and not _is_script(call.name, package):
        return "it may be a program of a dependency"
    if typed.command.program in project.names:
        return "the text explains the program itself"
    if setting.is_elsewhere(typed):
        return "the words around say that another project or folder is meant"
    if (
        package.published
        and not setting.section_has(typed.command.start, _DEVELOPMENT)
        and not _BUILDING.search(where)
    ):
        return "the package is one to install, and nothing says that its own scripts are meant"
    if call.name in setting.labels:
        return "the text itself shows a script of this name"
    return _elsewhere(project, setting, typed, packages, call.name)


def _beside(project: Project, package: Package, name: str) -> str | None:
    """The path of a file beside the package.json; None where there is none such."""
    path = f"{package.folder}/{name}".lstrip("/")
    return path if path in project.repository.files else None


def _is_script(name: str, package: Package) -> bool:
    """Whether a name without `run` can only be meant as a script."""
    if name in package.dependencies or "." in name or name.startswith("@") or "/" in name:
        return False
    return ":" in name or name in _USUAL


def _elsewhere(
    project: Project, setting: Setting, typed: Typed, packages: list[Package], name: str
) -> str | None:
    """Why it may be another package's; None where no other one has it that the text names."""
    for package in project.packages:
        if package in packages or name not in package.scripts:
            continue
        if setting.names_folder(typed.command.start, package.folder):
            where = printable(package.folder)
            return f"the package in `{where}` has this script, and the text names that folder"
    return None
