"""What a drawn directory tree of the repository shows is there."""

import fnmatch
import posixpath
import re
from dataclasses import dataclass, field

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Presence
from workbench.checks.evidence.written_places import (
    IGNORED,
    bases_of,
    ignored,
    is_open,
    joined,
    like_file,
    like_folder,
    undecided,
)
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.made_files import made_files
from workbench.checks.text.page import Page
from workbench.checks.text.past import is_past
from workbench.checks.text.setting import Setting
from workbench.checks.text.trees import Entry, Tree, trees_of
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

TREES = CheckRule(
    id="trees",
    owns="trees-match",
    proves="A drawn tree of the repository shows a file or folder that is not there.",
    decided_by="The names are joined along the branches and compared with the names that git lists.",
    on_fail="fix",
)

MOST_TREES = 40
"""Trees of a page that are looked at."""
_PRESENT = (Presence.FILE, Presence.FOLDER)
_REMARKED = regex(
    r"\b(?:generat\w+|creat\w+|built|build output|after|output|outputs|run-?time|run time|"
    r"git-?ignored?|ignored|optional\w*|your|you|auto\w*|"
    r"local|secrets?|download\w*|will|planned|todo|soon|not (?:in|committed|tracked|included)|"
    r"add(?:ed)?|made|written|if|cache\w*|temp\w*|"
    r"e\.g|example of|compiled|new|private|symlink|submodule|user|removed|deprecated|old)\b|"
    r"生成|作成|创建|任意|可选",
    re.I,
)
_READERS = regex(
    r"\b(?:your|their|you (?:should|will|can|get|need)|resulting?|generated|generates|creates?|"
    r"output|will (?:look|create|have|be)|new (?:project|app|site|package)"
    r"|should (?:look|have)|example (?:project|of|layout)|for example|e\.g|suppose|expects?|"
    r"expected|scaffold\w*|before|download\w*|dataset|data set|looks like this:?\s*\Z)\b|あなた|你的|您的",
    re.I,
)


@dataclass
class _Seen:
    """A tree read as if its top stood in one folder."""

    base: str
    there: list[tuple[Entry, str]] = field(default_factory=list)
    absent: list[tuple[Entry, str]] = field(default_factory=list)
    """Those that nothing excuses; what is drawn in a missing folder is not counted again."""
    excused: list[tuple[Entry, str]] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Which part of what is decided is there."""
        return len(self.there) / max(1, len(self.there) + len(self.absent))


def check_trees(page: Page, project: Project) -> Outcome:
    """Faults for entries of trees that are of this repository by most of their names."""
    outcome = Outcome(page)
    found = [tree for block in page.markdown.blocks for tree in trees_of(block) if len(tree.entries) > 1]
    made = made_files(page) if found else frozenset()
    setting = Setting(page)
    for tree in found[:MOST_TREES]:
        _decide(outcome, setting, project, tree, made)
    return outcome


def _decide(outcome: Outcome, setting: Setting, project: Project, tree: Tree, made: frozenset[str]) -> None:
    seen = max(
        (_read(project, tree, base, made) for base in _bases(outcome.page, project, tree)),
        key=lambda s: (s.share, len(s.there)),
    )
    first = tree.entries[0]
    if not _is_own(setting, project, tree, seen):
        outcome.leave(
            TREES, (first.start, first.end), "the tree may be of another folder than this repository"
        )
        return
    for entry, path in seen.there:
        known = [Evidence(path, 1)] if path in project.repository.files else []
        outcome.confirm(TREES, (entry.start, entry.end), f"`{printable(path)}` is in the repository", known)
    for entry, why in seen.excused:
        outcome.leave(TREES, (entry.start, entry.end), why)
    drawn = {path for _, path in seen.there}
    for entry, path in seen.absent:
        if is_past(outcome.page, entry.start, setting.before(tree.start)):
            outcome.leave(TREES, (entry.start, entry.end), "the text may speak of another version")
        else:
            _fault(outcome, project, entry, path, drawn)


def _bases(page: Page, project: Project, tree: Tree) -> list[str]:
    """The folders that the top of a tree may stand in."""
    bases = list(bases_of(page))
    if tree.root and tree.root.strip("./"):
        written = tree.root.removeprefix("./").strip("/")
        inside = [
            path for base in bases if (path := joined(base, written)) in project.repository.folders and path
        ]
        named = [near for near in project.repository.near(written, 20) if near.endswith(f"/{written}")]
        bases = [*inside, *(near for near in named if near in project.repository.folders), *bases]
    return list(dict.fromkeys(bases))[:12]


def _read(project: Project, tree: Tree, base: str, made: frozenset[str]) -> _Seen:
    seen = _Seen(base)
    places: list[str | None] = []
    """The path of each entry; None for what is drawn in something that is not there."""
    root = _own_root(project, tree, base)
    for number, entry in enumerate(tree.entries):
        above = base if entry.parent < 0 else places[entry.parent]
        if number == root:
            places.append(base)
        elif above is None or _is_ellipsis(entry):
            places.append(None)
        else:
            places.append(_place(project, seen, entry, above, made))
    made_later = ignored(project, (path for _, path in seen.absent))
    seen.excused += [(entry, IGNORED) for entry, path in seen.absent if path in made_later]
    seen.absent = [(entry, path) for entry, path in seen.absent if path not in made_later]
    return seen


def _own_root(project: Project, tree: Tree, base: str) -> int:
    """The index of the entry that is the folder of the repository itself; -1 where none is."""
    tops = [number for number, entry in enumerate(tree.entries) if entry.parent < 0]
    name = tree.entries[0].names[-1]
    if len(tops) != 1 or joined(base, name) in project.repository.folders:
        return -1
    return 0 if name.casefold() in project.names or name == "." else -1


def _is_ellipsis(entry: Entry) -> bool:
    return re.match(r"\W*\Z|\.{2,}|…|\[|\(|<", entry.names[-1]) is not None or entry.names[-1] == "etc"


def _place(project: Project, seen: _Seen, entry: Entry, above: str, made: frozenset[str]) -> str | None:
    """The path of an entry where it is there; else None, and it is noted as absent or excused."""
    repository = project.repository
    for name in entry.names:
        path = joined(above, name)
        if path and repository.presence(path) in _PRESENT:
            seen.there.append((entry, path))
            return path
    several = [
        part.strip().rstrip("/")
        for part in re.split(r",\s*|\s+/\s+|\s*\|\s*|\s+and\s+", entry.names[0])
        if part.strip()
    ]
    if len(several) > 1 and "{" not in entry.names[0]:
        _several(project, seen, entry, above, several)
        return None
    name = entry.names[-1]
    path = joined(above, name) or name
    if why := _excuse(project, entry, name, path, made):
        if why != _PATTERN or not _matches(project, above, name):
            seen.excused.append((entry, why))
        return None
    seen.absent.append((entry, path))
    return None


_PATTERN = "it is a pattern, or has a part that is to be filled in"


def _several(project: Project, seen: _Seen, entry: Entry, above: str, names: list[str]) -> None:
    """Note an entry that names several files at once."""
    paths = [joined(above, name) for name in names]
    if all(path and project.repository.presence(path) in _PRESENT for path in paths):
        seen.there.append((entry, paths[0] or ""))
    else:
        seen.excused.append((entry, "it names several files at once"))


def _excuse(project: Project, entry: Entry, name: str, path: str, made: frozenset[str]) -> str | None:
    """Why an entry that is not there proves nothing; None where it does."""
    if is_open(name) or "{" in name or "," in name:
        return _PATTERN
    if _REMARKED.search(entry.remark):
        return "the remark says that it is made later"
    if name in made or path in made:
        return "the text itself has it made"
    if not re.fullmatch(r"[\w@.+-]+(?:/[\w@.+-]+)*", name):
        return "it may be no name of a file"
    if not entry.is_folder and "." not in posixpath.basename(name) and " " in entry.names[0]:
        return "it may be words and no name"
    return undecided(project, path)


def _matches(project: Project, above: str, pattern: str) -> bool:
    names = {
        path.removeprefix(f"{above}/" if above else "").partition("/")[0]
        for path in project.repository.files
        if path.startswith(above)
    }
    plain = re.sub(r"<[^<>]*>|\{[^{}]*\}|\[[^\[\]]*\]|X{2,}|x{3,}", "*", pattern)
    return bool(fnmatch.filter(names, plain))


def _is_own(setting: Setting, project: Project, tree: Tree, seen: _Seen) -> bool:
    """Whether most of a tree's names are the repository's, and nothing says that it is the reader's."""
    words = f"{setting.before(tree.start)[-200:]} {setting.title(tree.start)}"
    known = tree.root is None or not tree.root.strip("./")
    known = known or (tree.root or "").strip("./").casefold() in project.names
    known = known or seen.base.endswith((tree.root or "\0").strip("./"))
    if seen.absent and (_READERS.search(words) or not project.repository.by_git):
        return False
    return seen.share >= (0.6 if known else 0.75) and len(seen.there) >= (2 if known else 4)


def _fault(outcome: Outcome, project: Project, entry: Entry, path: str, drawn: set[str]) -> None:
    is_folder = entry.is_folder or "." not in posixpath.basename(path)
    near = (
        like_folder(project, path)
        if is_folder
        else [*like_file(project, path), *project.repository.near(path)]
    )
    near = [name for name in dict.fromkeys(near) if name not in drawn][:2]
    names = [f"`{printable(name)}`" for name in near]
    problem = f"The tree shows `{printable(path)}`, which is not in the repository"
    problem += f". Did you mean {' or '.join(names)}?" if near else "."
    outcome.fault(
        TREES,
        (entry.start, entry.end),
        problem,
        consequence="A reader who looks for it finds nothing there.",
        change="Draw what is there, or take the line out.",
        expected=" or ".join(printable(name) for name in near) or None,
        evidence=[Evidence(name, 1) for name in near if name in project.repository.files],
    )
