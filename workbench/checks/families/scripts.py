"""The files that the commands of the text run or read are there."""

import posixpath
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import NamedTuple

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Presence
from workbench.checks.evidence.whereabouts import folders_of
from workbench.checks.evidence.written_places import (
    IGNORED,
    deepest,
    enters,
    ignored,
    joined,
    like_file,
    undecided,
)
from workbench.checks.families.paths import PATHS
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.made_files import made_files
from workbench.checks.text.page import Page, Typed
from workbench.checks.text.past import is_past
from workbench.checks.text.run_files import RunFile, run_files
from workbench.checks.text.setting import Setting
from workbench.checks.text.shell import Command
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

SCRIPTS = CheckRule(
    id="scripts",
    owns="scripts-exist",
    proves="A command of the text runs a file that the repository does not have.",
    decided_by=(
        "The file is looked up in the folder that the command runs in, among the names that git lists."
    ),
    on_fail="fix",
)
REQUIREMENTS = CheckRule(
    id="requirements-files",
    owns="requirements-files-exist",
    proves="A `pip install` of the text reads a file that the repository does not have.",
    decided_by=(
        "The file is looked up in the folder that the command runs in, among the names that git lists."
    ),
    on_fail="fix",
)
_RULES = {"script": SCRIPTS, "requirements": REQUIREMENTS, "input": PATHS}

MOST_FILES = 500
"""Files of the commands of a page that are looked up."""
MOST_BEFORE = 50
"""Commands and blocks before a command that may say where its file comes from."""

_ANYONES = regex(
    r"(?:my|your|main|app|application|script|test|tests|example|examples|sample|server|client|"
    r"index|demo|run|hello|hello_?world|foo|bar|"
    r"baz|program|file|manage|train|bot|code|prog|a|b|x|y|input|cli|job|worker|task|tasks|start|"
    r"some)|(?:my|your|some)[_-]?\w+",
    re.I,
)
"""Stems of files that any reader may have."""
_LANGUAGES = {
    ".py": ("python", "py", "python3"),
    ".js": ("js", "javascript", "jsx", "mjs", "node"),
    ".mjs": ("js", "javascript", "mjs"),
    ".ts": ("ts", "typescript"),
    ".rb": ("ruby", "rb"),
    ".sh": ("sh", "bash", "shell"),
    ".php": ("php",),
    ".pl": ("perl",),
    ".R": ("r",),
    ".jl": ("julia",),
}
_BUILDERS = frozenset(
    [
        "make",
        "gmake",
        "cmake",
        "meson",
        "ninja",
        "bazel",
        "cargo",
        "go",
        "gcc",
        "g++",
        "cc",
        "c++",
        "clang",
        "clang++",
        "rustc",
        "autoreconf",
        "curl",
        "wget",
        "tar",
        "unzip",
        "gh",
        "./configure",
        "./autogen.sh",
        "./bootstrap",
        "./bootstrap.sh",
        "./build.sh",
        "scons",
        "swift",
        "dotnet",
        "stack",
        "cabal",
        "zig",
        "nim",
        "crystal",
        "mvn",
        "gradle",
        "./gradlew",
        "./mvnw",
    ]
)
"""Programs that make or bring other programs."""
_PLAIN = regex(r"(?:\.{1,2}[/\\])*[\w@.+-]+(?:[/\\][\w@.+-]+)*/?")
_SAMPLE = regex(r"^(?:example|sample|template)[._-]|\.(?:example|sample)\.")
_CLOSE = 2_000
"""Characters before a section whose code may still be what a command of it runs."""
_TEMPLATE = (
    ".example",
    ".sample",
    ".dist",
    ".template",
    ".tmpl",
    ".default",
    "-example",
    "-sample",
    ".default",
)


@dataclass
class _Around:
    """What the decisions about one page share."""

    page: Page
    project: Project
    setting: Setting
    made: frozenset[str]
    ignored: frozenset[str] = frozenset()
    """Those of the missing paths that git ignores."""
    confirmed: set[str] = field(default_factory=set)
    """The folders of files that commands of the page run and that are there."""
    alike: dict[str, list[str]] = field(default_factory=dict)

    def before(self, typed: Typed) -> list[Command]:
        """The commands of the same section in front of one."""
        commands = self.page.commands
        end = bisect_left(commands, typed.command.start, key=lambda other: other.command.start)
        start = self.setting.section(typed.command.start)[0]
        near = commands[max(0, end - MOST_BEFORE) : end]
        return [other.command for other in near if other.command.start >= start]

    def like(self, path: str) -> list[str]:
        """Files that a missing one may have meant."""
        if path not in self.alike:
            self.alike[path] = like_file(self.project, path)
        return self.alike[path]

    def is_cloned(self, typed: Typed) -> bool:
        """Whether the section clones a repository or enters a folder before a command."""
        return any(
            c.program == "cd" or [w.text for w in c.words[:2]] == ["git", "clone"] for c in self.before(typed)
        )

    def has_builds(self, typed: Typed) -> bool:
        """Whether a command before one makes or brings programs."""
        return any(
            c.program in _BUILDERS or any(word.text in ("build", "compile") for word in c.words[1:3])
            for c in self.before(typed)
        )


class _Missing(NamedTuple):
    """A file that is in none of the folders that its command may run in."""

    file: RunFile
    paths: tuple[str, ...]
    """Where it would be, from the root; empty where the command runs elsewhere."""
    inside: bool
    """Whether it would be in a folder that is there, below the one that the command runs in."""

    @property
    def name(self) -> str:
        return posixpath.basename(self.file.word.text.replace("\\", "/").rstrip("/"))


def check_scripts(page: Page, project: Project) -> Outcome:
    """Faults for files that a command needs and that are in none of the folders that it may run in."""
    outcome = Outcome(page)
    found = [file for file in run_files(page) if _is_plain(file.word.text)][:MOST_FILES]
    if not found:
        return outcome
    around = _Around(page, project, Setting(page), made_files(page))
    missing: list[_Missing] = []
    for file in found:
        folders = folders_of(page, project, file.typed.command)
        place = _place(project, file, folders)
        if place is not None:
            around.confirmed.add(place.rpartition("/")[0])
            _confirm(outcome, project, file, place)
            continue
        paths = tuple(path for folder in folders if (path := joined(folder, file.word.text)))
        inside = any(enters(project, folder, file.word.text) for folder in folders)
        if file.certain or inside:
            missing.append(_Missing(file, paths, inside))
    around.ignored = ignored(project, (path for one in missing for path in one.paths))
    for one in missing:
        _decide(outcome, around, one)
    return outcome


def _is_plain(written: str) -> bool:
    return len(written) < 300 and _PLAIN.fullmatch(written) is not None


def _place(project: Project, file: RunFile, folders: Sequence[str]) -> str | None:
    """The file of the repository that a command takes; None where there is none."""
    names = [file.word.text]
    if file.by in ("node", "nodejs"):
        names += [f"{file.word.text}.js", f"{file.word.text}/index.js"]
    takes_folder = file.sort == "input" or file.by.startswith("python")
    for folder in folders:
        for name in names:
            path = joined(folder, name)
            known = project.repository.presence(path) if path else Presence.ABSENT
            if path and (known is Presence.FILE or (known is Presence.FOLDER and takes_folder)):
                return path
    return None


def _confirm(outcome: Outcome, project: Project, file: RunFile, place: str) -> None:
    start = file.word.start if file.sort == "input" else file.typed.command.start
    evidence = [Evidence(place, 1)] if place in project.repository.files else []
    outcome.confirm(_RULES[file.sort], (start, file.word.end), f"`{printable(place)}` is there", evidence)


def _decide(outcome: Outcome, around: _Around, missing: _Missing) -> None:
    word = missing.file.word
    why = "the command runs in a place that is not the repository's" if not missing.paths else None
    why = why or _excuse(around, missing) or _not_own(around, missing)
    if why is not None:
        outcome.leave(_RULES[missing.file.sort], (word.start, word.end), why)
        return
    path = max(missing.paths, key=lambda path: len(deepest(around.project, path)))
    _fault(outcome, around, missing.file, path)


def _excuse(around: _Around, missing: _Missing) -> str | None:
    """Why a file that is in none of some places proves nothing; None where it does."""
    from workbench.checks.evidence.built_files import is_built

    typed = missing.file.typed
    plain = posixpath.normpath(missing.file.word.text.replace("\\", "/"))
    above = {str(parent) for parent in PurePosixPath(plain).parents} - around.project.repository.folders
    if not around.made.isdisjoint([plain, missing.name, *above]):
        return "the text itself has it made"
    if why := next((why for path in missing.paths if (why := undecided(around.project, path))), None):
        return why
    if not around.ignored.isdisjoint(missing.paths):
        return IGNORED
    if any(is_built(around.project, path) for path in missing.paths):
        return "a build makes it"
    if around.setting.is_elsewhere(typed):
        return "the words around say that another project or folder is meant"
    words = typed.prose.text if typed.prose is not None else ""
    return (
        "the text may speak of another version" if is_past(around.page, typed.command.start, words) else None
    )


def _not_own(around: _Around, missing: _Missing) -> str | None:
    """Why a file may be the reader's; None where the text surely means one of this repository."""
    file, project = missing.file, around.project
    if not project.repository.by_git:
        return "only the folder of the text is known"
    if file.sort == "requirements":
        return "the project's own commands make or take it" if _is_own_matter(around, missing.name) else None
    if file.sort == "input":
        return _input(around, missing)
    stem, suffix = posixpath.splitext(missing.name)
    if not suffix:
        return _without_ending(around, missing)
    if missing.inside:
        return None
    if _is_shown(around, file, suffix):
        return "the text may show it itself"
    near, cloned = around.like(missing.paths[0]), around.is_cloned(file.typed)
    beside = posixpath.dirname(missing.paths[0]) in around.confirmed and "/" not in file.word.text
    if _ANYONES.fullmatch(stem) and not cloned and (file.by or not near):
        return _READERS
    return None if near or cloned or beside else _READERS


_READERS = "it may be a file of the reader's"


def _without_ending(around: _Around, missing: _Missing) -> str | None:
    """Why a program without an ending may be built or brought; None where a folder of scripts lacks it."""
    if missing.name.casefold() in around.project.names:
        return "it may be the program itself, which a build makes"
    if missing.name in ("pip", "python", "python3", "activate", "pytest"):
        return "it may be a program of an environment"
    if around.like(missing.paths[0]):
        return None
    if not missing.inside or around.has_builds(missing.file.typed):
        return "a build may make it"
    return None


def _input(around: _Around, missing: _Missing) -> str | None:
    if missing.name.endswith(_TEMPLATE) or _SAMPLE.search(missing.name):
        return None
    near = around.like(missing.paths[0])
    if missing.file.by in ("cp", "install"):
        return None if missing.inside and near else _READERS
    return None if missing.inside or near else _READERS


def _is_own_matter(around: _Around, name: str) -> bool:
    """Whether a command of the project itself takes or makes a file of this name."""
    return any(
        typed.command.program.casefold() in around.project.names
        and any(name in word.text for word in typed.command.words[1:])
        for typed in around.page.commands
    )


def _is_shown(around: _Around, file: RunFile, suffix: str) -> bool:
    """Whether code in the language of a script stands before the command that runs it."""
    languages, typed = _LANGUAGES.get(suffix, ()), file.typed
    blocks = around.page.markdown.blocks
    end = bisect_left(blocks, typed.command.start, key=lambda block: block.start)
    first = around.setting.section(typed.command.start)[0] - _CLOSE
    return any(
        block.language in languages
        and first <= block.start < typed.command.start
        and block is not typed.block
        for block in blocks[max(0, end - MOST_BEFORE) : end]
    )


def _fault(outcome: Outcome, around: _Around, file: RunFile, path: str) -> None:
    project = around.project
    near = around.like(path) or [name for name in project.repository.near(path) if name != path][:2]
    names = [f"`{printable(name)}`" for name in near]
    problem = f"`{printable(path)}` is not in the repository"
    problem += f". Did you mean {' or '.join(names)}?" if names else "."
    opened = file.sort == "requirements"
    outcome.fault(
        _RULES[file.sort],
        (file.word.start, file.word.end),
        problem,
        consequence="The install stops: pip cannot open the file."
        if opened
        else "The command stops: there is no such file.",
        change="Name the file that is meant, or take the command out.",
        expected=" or ".join(printable(_as_written(name, path, file.word.text)) for name in near) or None,
        evidence=[Evidence(name, 1) for name in near if name in project.repository.files],
    )


def _as_written(name: str, path: str, written: str) -> str:
    """A file as the command would name it from the same folder."""
    start = path.removesuffix(posixpath.normpath(written.replace("\\", "/"))).strip("/")
    shown = posixpath.relpath(name, start or ".")
    return f"./{shown}" if written.startswith("./") and not shown.startswith("..") else shown
