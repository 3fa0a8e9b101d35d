"""Make targets that the text names have a rule in the Makefile in force."""

import posixpath
import re
from itertools import pairwise

from workbench.checks.evidence.makefiles import NAMES, Makefile, makefile_in, read_makefile
from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Presence
from workbench.checks.evidence.whereabouts import folders_of
from workbench.checks.near_names import listed, meant, nearest
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.arguments import Arguments, arguments
from workbench.checks.text.page import Page, Typed
from workbench.checks.text.setting import Setting
from workbench.checks.text.shell import SURE, Word
from workbench.core.sources import CheckRule

MAKE_TARGETS = CheckRule(
    id="make-targets",
    owns="make-targets-exist",
    proves="A `make` command of the text names a target that the Makefile in force has no rule for.",
    decided_by="The target is compared with the rules of the Makefile where the command runs, includes too.",
    on_fail="fix",
)

MOST_FAULTS = 200
"""After so many a page is not judged any further: no person reads more."""
_PROGRAMS = frozenset({"make", "gmake", "mingw32-make", "nmake"})
_VALUED = frozenset(
    {"-C", "--directory", "-f", "--file", "--makefile", "-I", "--include-dir", "-o", "--old-file", "-W"}
    | {"-l", "--load-average", "--what-if", "--new-file", "--assume-new", "-j", "--jobs", "-O", "--eval"}
)
_OPTIONAL = frozenset({"-j", "--jobs", "-l", "--load-average", "-O"})
"""Options whose value may be missing."""
_TARGET = regex(r"[A-Za-z0-9_][\w.@%+/-]*")
_MADE = regex(
    r"^\s*(?:[$%#]\s*)?(?:cmake|\./configure|qmake|meson|\./autogen|autoreconf|perl Makefile\.PL)", re.M
)
_SOURCES = (".c", ".cc", ".cpp", ".C", ".f", ".s", ".S", ".sh", ".o", ".y", ".l", ".p", ".r", ".tex", ".go")
"""Suffixes that make's own rules build a program from."""


def check_make_targets(page: Page, project: Project) -> Outcome:
    """Faults for targets without a rule, by the Makefile of the folder that the command runs in."""
    outcome, setting = Outcome(page), Setting(page)
    read: dict[str, Makefile | None] = {}
    for typed in page.commands:
        if typed.command.program in _PROGRAMS and len(outcome.faults) < MOST_FAULTS:
            _command(outcome, project, setting, read, typed)
    return outcome


def _command(
    outcome: Outcome, project: Project, setting: Setting, read: dict[str, Makefile | None], typed: Typed
) -> None:
    given = _arguments(typed)
    targets = [word for word in given.words if "=" not in word.text]
    if not targets or not all(word.is_open or _TARGET.fullmatch(word.text) for word in targets):
        return
    makefiles = _makefiles(outcome.page, project, read, typed, given)
    if not makefiles:
        return
    known = [word for word in targets if any(word.text in makefile.targets for makefile in makefiles)]
    sure = typed.block is None or typed.block.language in SURE or known or len(targets) == 1
    if not sure:
        return
    for word in targets:
        if word.is_open:
            continue
        _target(outcome, project, setting, typed, makefiles, word)


def _arguments(typed: Typed) -> Arguments:
    words = list(typed.command.words[1:])
    # `make -j test`: the number may be left out, and a target is none.
    valued = set(_VALUED)
    for option, after in pairwise(words):
        if option.text in _OPTIONAL and not re.fullmatch(r"[\d.]+|\$.*", after.text):
            valued.discard(option.text)
    return arguments(words, valued)


def _makefiles(
    page: Page, project: Project, read: dict[str, Makefile | None], typed: Typed, given: Arguments
) -> list[Makefile]:
    """The Makefiles that the command may run with, the likeliest first."""
    found: list[Makefile] = []
    for folder in folders_of(page, project, typed.command):
        place = folder
        for inner in given.values("-C", "--directory"):
            place = posixpath.normpath(posixpath.join(place, inner))
        place = "" if place == "." else place
        files = given.values("-f", "--file", "--makefile")
        path = posixpath.normpath(posixpath.join(place, files[0])) if files else f"{place}/"
        if path not in read:
            repository = project.repository
            read[path] = read_makefile(repository, path) if files else makefile_in(repository, place)
        makefile = read[path]
        if makefile is not None:
            found.append(makefile)
    return found


def _target(
    outcome: Outcome,
    project: Project,
    setting: Setting,
    typed: Typed,
    makefiles: list[Makefile],
    word: Word,
) -> None:
    place = (typed.command.start, word.end) if word is typed.command.words[1] else (word.start, word.end)
    for makefile in makefiles:
        if word.text in makefile.targets:
            why = f"`{printable(makefile.path)}` has a rule for it"
            outcome.confirm(MAKE_TARGETS, place, why, [makefile.targets[word.text]])
            return
    why_not = _excuse(project, setting, typed, makefiles, word.text)
    if why_not is not None:
        outcome.leave(MAKE_TARGETS, place, why_not)
        return
    makefile = makefiles[0]
    near = nearest(word.text, makefile.shown)
    problem = f"`{printable(makefile.path)}` has no rule for the target `{printable(word.text)}`"
    problem += meant(near, f"; it has {listed(makefile.shown)}." if makefile.shown else ".")
    shown = [near] if near else list(makefile.shown[:1])
    outcome.fault(
        MAKE_TARGETS,
        place,
        problem,
        consequence="The command stops with: No rule to make target.",
        change="Name a target that the Makefile has, or take the command out.",
        expected=f"make {near}" if near else None,
        evidence=[makefile.targets[name] for name in shown],
        fixable_by="content",
    )


def _excuse(
    project: Project, setting: Setting, typed: Typed, makefiles: list[Makefile], target: str
) -> str | None:
    """Why a target without a rule proves nothing; None where it does."""
    for makefile in makefiles:
        if why := _in_makefile(project, makefile, target):
            return why
    if typed.command.program in project.names:
        return "the text explains the program itself"
    if setting.is_elsewhere(typed):
        return "the words around say that another project or folder is meant"
    if setting.section_has(typed.command.start, _MADE):
        return "a command of the same section makes a Makefile of its own"
    if target in setting.labels:
        return "the text itself shows a rule for it"
    return _elsewhere(project, setting, typed, makefiles, target)


def _in_makefile(project: Project, makefile: Makefile, target: str) -> str | None:
    """Why a Makefile may take a target that no rule names; None where it cannot."""
    if makefile.pattern(target) is not None:
        return "a pattern or a variable of the Makefile may stand for it"
    if makefile.unread:
        return f"the Makefile includes `{printable(makefile.unread)}`, which is not known here"
    if target in makefile.phony:
        return "the Makefile names it as phony, though it has no rule"
    if ".DEFAULT" in makefile.targets:
        return "the Makefile has a rule for whatever has none"
    if _exists(project, posixpath.dirname(makefile.path), target):
        return "a file or folder of this name is there"
    return None


def _exists(project: Project, folder: str, target: str) -> bool:
    path = posixpath.normpath(posixpath.join(folder, target))
    repository = project.repository
    if repository.presence(path) is not Presence.ABSENT:
        return True
    return any(f"{path}{suffix}" in repository.files for suffix in _SOURCES)


def _elsewhere(
    project: Project, setting: Setting, typed: Typed, makefiles: list[Makefile], target: str
) -> str | None:
    """Why it may be another Makefile's; None where no other one has it whose folder the section names."""
    taken = {makefile.path for makefile in makefiles}
    for path in sorted(project.repository.files):
        folder, _, name = path.rpartition("/")
        if name not in NAMES or path in taken or not folder:
            continue
        if setting.names_folder(typed.command.start, folder):
            other = read_makefile(project.repository, path)
            if other is not None and target in other.targets:
                return f"`{printable(path)}` has a rule for it, and the section names its folder"
    return None
