"""Commands that the text types are installed by the project's packages under that name."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.evidence.package import Package, Stated
from workbench.checks.evidence.project import Project
from workbench.checks.near_names import is_one_slip, listed
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.arguments import arguments
from workbench.checks.text.page import Page, Typed
from workbench.checks.text.shell import SURE, Word
from workbench.core.sources import CheckRule

CONSOLE_SCRIPTS = CheckRule(
    id="console-scripts",
    owns="commands-are-installed",
    proves="The text types a command of the project that none of its packages installs.",
    decided_by="The word is compared with entry points, `bin` fields and binary targets of the manifests.",
    on_fail="fix",
)

_RUNNERS = {
    "uv": "run",
    "poetry": "run",
    "pdm": "run",
    "pipenv": "run",
    "hatch": "run",
    "rye": "run",
    "pixi": "run",
}
"""Tools that run a command of the project's environment, each with the word before it."""
_NAME = regex(r"[A-Za-z][\w.-]*")
_INSTALLING = frozenset({"python", "npm", "cargo", "go"})
_OTHER_BUILDS = regex(
    r"(?:^|/)(?:CMakeLists\.txt|meson\.build|configure(?:\.ac|\.in)?|[^/]+\.(?:gemspec|csproj|cabal|nimble|opam)"
    r"|build\.(?:sbt|zig)|mix\.exs|pubspec\.yaml|Package\.swift|composer\.json|dune-project|shard\.yml)$"
)
"""Manifests that may install commands and are not read."""
_SCRIPT = regex(
    r"\.(?:sh|bash|zsh|fish|ps1|nix|rb|mk|iss|nsi|spec)$|(?:^|/)(?:[^./]+|Dockerfile[^/]*|PKGBUILD|snapcraft\.yaml)$"
)
MOST_SCRIPTS = 200
"""Scripts that are searched for a command that nothing installs."""


class _Use(NamedTuple):
    """A word in the place of a command."""

    word: Word
    name: str
    certain: bool
    """Whether it is surely typed and no mere name."""


def check_console_scripts(page: Page, project: Project) -> Outcome:
    """Faults for commands that are plainly meant to be the project's and that nothing installs."""
    outcome = Outcome(page)
    programs = {n: stated for package in project.packages for n, stated in package.programs.items()}
    seen: set[str] = set()
    for typed in page.commands:
        for use in _uses(typed):
            if use.name in programs:
                _installed(outcome, use, programs[use.name])
            elif use.certain and use.name not in seen:
                # Once is enough: the same wrong word further down is no fault of its own.
                seen.add(use.name)
                _decide(outcome, project, use, programs)
    return outcome


def _uses(typed: Typed) -> Iterator[_Use]:
    words = typed.command.words
    if words[0].text in _RUNNERS and len(words) > 2 and words[1].text == _RUNNERS[words[0].text]:
        given = arguments(
            words[2:], {"--with", "--extra", "--group", "-p", "--python", "-e"}, first_only=True
        )
        words = tuple(given.words or given.rest)
    if not words:
        return
    name = words[0].text.removesuffix(".exe")
    if _NAME.fullmatch(name) is None or re.search(r"\.(?:py|sh|js|rb|pl|ps1|bat|jar)$", name):
        return
    certain = typed.block.language in SURE if typed.block else len(words) > 1
    if typed.block is not None and not certain:
        # A block without a language may hold prose; what is typed has arguments that prose has not.
        certain = len(words) > 1 and any(re.search(r"^-|[./]\w", word.text) for word in words[1:])
    yield _Use(words[0], name, certain)


def _installed(outcome: Outcome, use: _Use, stated: Stated) -> None:
    why = f"`{printable(stated.evidence.path)}` installs this command"
    outcome.confirm(CONSOLE_SCRIPTS, (use.word.start, use.word.end), why, [stated.evidence])


def _decide(outcome: Outcome, project: Project, use: _Use, programs: dict[str, Stated]) -> None:
    meant = _meant(project, use.name, programs)
    if meant is None:
        return
    place = (use.word.start, use.word.end)
    why_not = _excuse(outcome.page, project, use.name)
    if why_not is not None:
        outcome.leave(CONSOLE_SCRIPTS, place, why_not)
        return
    evidence = [programs[meant].evidence] if meant in programs else []
    known = listed(programs)
    outcome.fault(
        CONSOLE_SCRIPTS,
        place,
        f"Nothing of the project installs a command `{printable(use.name)}`: "
        f"its command{'s are' if len(programs) > 1 else ' is'} {known}.",
        consequence="A reader who types it gets: command not found.",
        change="Name a command that is installed.",
        expected=meant if meant in programs else None,
        evidence=evidence or [stated.evidence for stated in list(programs.values())[:1]],
    )


def _meant(project: Project, name: str, programs: dict[str, Stated]) -> str | None:
    """The command that a like name means; None where the name may be another project's."""
    asked = _bare(name)
    for program in sorted(programs):
        right = _bare(program)
        if asked == right:
            return program
        near = min(len(asked), len(right)) > 4 and is_one_slip(asked, right)
        if near and asked.rstrip("0123456789") != right.rstrip("0123456789"):
            return program
    # One word more is another project's command as well, unless the project has several of the kind.
    for program in sorted(programs, key=len, reverse=True):
        if re.match(rf"{re.escape(program)}[-_]", name) and (like := _sibling(name, programs)):
            return like
    called = _packages_called(project, name)
    return sorted(programs)[0] if called and programs else None


def _sibling(name: str, programs: dict[str, Stated]) -> str | None:
    """A command of the same beginning: one that runs a module of the last word's name, else any."""
    first, *_, last = re.split(r"[-_]", name)
    like = [program for program in sorted(programs) if re.match(rf"{re.escape(first)}[-_]", program)]
    runs = [program for program in like if re.search(rf"\b{re.escape(last)}\b", programs[program].value)]
    return next(iter([*runs, *like]), None)


def _packages_called(project: Project, name: str) -> list[Package]:
    """Packages of this name that install commands, none of which has it."""
    return [
        package
        for package in project.packages
        if package.name and package.programs and package.name.value.rpartition("/")[2] == name
    ]


def _bare(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _excuse(page: Page, project: Project, name: str) -> str | None:
    """Why a command that nothing installs may be there all the same; None where it cannot."""
    if not all(package.whole for package in project.packages if package.ecosystem in _INSTALLING):
        return "a program computes what the project installs"
    if any(_OTHER_BUILDS.search(path) for path in project.repository.files):
        return "another build file may install it"
    stems = {path.rpartition("/")[2].partition(".")[0].casefold() for path in project.repository.files}
    if name.casefold() in stems or any(
        part.casefold() == name.casefold()
        for folder in project.repository.folders
        for part in folder.split("/")
    ):
        return "a file or folder of the repository has this name"
    if any(name in package.dependencies for package in project.packages):
        return "a package that the project needs has this name"
    written = re.escape(name)
    if _is_in_scripts(project, name):
        return "a script of the repository holds this name"
    if re.search(
        rf"\balias\s+{written}=|^\s*(?:function\s+)?{written}\s*\(\)|-o\s+{written}\b", page.text, re.M
    ):
        return "the text itself makes this command"
    if re.search(
        r"(?:install|add|clone|pull|docker[^\n]*(?:run|exec)|apt|brew|logs|build -t|--name)\b"
        rf"[^\n]*[\s/]{written}\b",
        page.text,
    ):
        return "the text may install it from elsewhere, or names a container so"
    return None


def _is_in_scripts(project: Project, name: str) -> bool:
    """Whether a shell script or build file of the repository names it: as a function, a link, a wrapper."""
    scripts = [path for path in sorted(project.repository.files) if _SCRIPT.search(path)][:MOST_SCRIPTS]
    written = re.compile(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])")
    return any(written.search(project.repository.text(path) or "") for path in scripts)
