"""Paths that the text presents as part of the repository are there."""

import posixpath
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from itertools import islice

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.written_places import (
    IGNORED,
    bases_of,
    deepest,
    ending,
    enters,
    ignored,
    is_open,
    joined,
    like_file,
    like_folder,
    located,
    undecided,
)
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.made_files import made_files
from workbench.checks.text.page import Page
from workbench.checks.text.past import is_past
from workbench.checks.text.run_files import is_run
from workbench.checks.text.setting import Setting
from workbench.checks.text.written_paths import WrittenPath, written_paths
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

PATHS = CheckRule(
    id="paths",
    owns="paths-exist",
    proves="The text presents a path as part of the repository, and no such file or folder is there.",
    decided_by="Paths in code markup that the words lead to are compared with the names that git lists.",
    on_fail="fix",
)

MOST_PATHS = 1_000
"""Paths of a page that are looked up."""
MOST_NAMED = 200
"""Paths of one section that may say where the others start."""

_LEADS_TO = regex(
    r"(?:\b(?:see|in|inside|into|under|within|at|from|edit|open|read|check|check out|look(?: at| "
    r"in| into)?|refer to|consult|modify|change|"
    r"customi[sz]e|adjust|update|via|through|is|are|and|or|found|located|defined|documented|"
    r"described|listed|contained|lives?|"
    r"file|files|folder|directory|script|module|source|siehe|in|unter|aus|bearbeite|voir|dans|sous|ver|en)"
    r"|参照|参考|参见|请参阅|查看|编辑|修改|位于|在|见)"
    r"[\s:,]*(?:(?:the|our|its|this)\s+)?(?:(?:file|folder|directory|script|module|source|example|"
    r"sample|template)s?\s+)?[\s:(*_\[\"'“「]*\Z",
    re.I,
)
_SAID_OF = regex(
    r"\A[\s)*_\]\"'”」]*(?:file|folder|directory|script|module|package|contains?|holds?|shows?|has|"
    r"have|is|are|defines?|describes?|"
    r"provides?|lists?|implements?|documents?|explains?|を参照|に記載|にあります|を編集|をご覧|内に|中|目录|文件|文件夹|に|を)",
    re.I,
)
_LABELLED = regex(r"\A[\s)*_\]]*(?:[:：–—-]|=>|→)\s*\S")
_READERS = regex(
    r"\b(?:your|yours|my|user'?s|reader'?s|their|own|whatever|any|some|another|other|e\.g|for "
    r"example|for instance|such as|like|suppose|"
    r"wheels?|sdists?|tarballs?|containers?|mounted|volumes?|image|server|remote|host|machine|url|route|endpoint|address|"
    r"branch|imports?|mime|"
    r"if|optional(?:ly)?|when present|unless|not|no|never|without|instead|avoid|missing|rather "
    r"than|removed?|removes|delet\w+|rm|ignor\w+|exclud\w+|"
    r"skip\w*|cached?|temporary|temp|outputs?|results?|logs?)\b|あなた|例えば|自分の|你的|您的|例如|比如|しない|不要|生成|"
    r"作成|保存|出力|输出|创建",
    re.I,
)
_MADE_BEFORE = regex(
    r"\b(?:creat\w+|sav\w+|writ(?:e|es|ing|ten)|puts?|add(?!ed\b)|paste|places?|called|named?|"
    r"generat\w+|produc\w+|download\w*|export\w*|"
    r"stor(?:e|es|ed|ing)|insert\w*|emit\w*|buil[dt]\w*|compil\w+|dump\w*|renam\w+|cop(?:y|ies|"
    r"ied)|mov(?:e|es|ed)|clon\w+|install\w*|"
    r"extract\w*|unpack\w*|upload\w*|commit\w*|log(?:s|ged))\b",
    re.I,
)
_MADE_AFTER = regex(
    r"\A[^.]{0,60}?\b(?:(?:is|are|gets?|will be|be) (?:\w+ )?(?:created|generated|written|made|"
    r"built|saved|stored|downloaded|produced|ignored|"
    r"removed|deleted|copied|emitted|git-?ignored)|on your|in your|of your|will|would|becomes?)\b|"
    r"\A\s*(?:repo(?:sitory)?|branch|package|image|namespace|flag|option|route|endpoint|URL|"
    r"header)\b",
    re.I,
)
_USERS_FOLDERS = frozenset(
    [
        "src",
        "app",
        "lib",
        "config",
        "public",
        "static",
        "templates",
        "template",
        "assets",
        "pages",
        "components",
        "views",
        "styles",
        "images",
        "img",
        "css",
        "js",
        "data",
        "content",
        ".github",
        ".vscode",
        ".circleci",
        ".gitlab",
        ".docker",
        ".husky",
        "routes",
        "models",
        "controllers",
        "api",
        "server",
        "client",
        "plugins",
        "themes",
        "www",
        "web",
        "media",
        "uploads",
    ]
)
"""Folders that any project of a reader may have."""
_COMMON = frozenset(
    [
        "readme.md",
        "index.js",
        "index.ts",
        "index.html",
        "index.md",
        "__init__.py",
        "__main__.py",
        "main.py",
        "main.go",
        "main.rs",
        "mod.rs",
        "lib.rs",
        "app.py",
        "app.js",
        "package.json",
        "pyproject.toml",
        "setup.py",
        "cargo.toml",
        "makefile",
        "dockerfile",
        "license",
        "config.json",
        "config.yml",
        "config.yaml",
        "config.py",
        "config.toml",
        "settings.py",
        "utils.py",
        "test.py",
        "test.js",
        "style.css",
        "styles.css",
        "changelog.md",
        "requirements.txt",
        "tsconfig.json",
        "conftest.py",
        ".env",
        ".gitignore",
        "settings.json",
    ]
)
"""Names that so many files have that another one of the name says nothing."""
_DOCUMENT = regex(r"[A-Z][A-Z0-9_-]{3,}\.(?:md|markdown|rst|txt|adoc)")
_DOCUMENT_LED = regex(
    r"\b(?:see|read|refer to|consult|in|check|follow|look at)\s+(?:the\s+|our\s+)?[*_\[(\"']*\Z", re.I
)


@dataclass
class _Known:
    """What a page says of paths all over."""

    page: Page
    project: Project
    setting: Setting
    made: frozenset[str]
    bases: tuple[str, ...]
    found: list[WrittenPath]
    links: list[tuple[int, int]]
    """Start and end of each, in the order of the text."""
    folders: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)

    def is_linked(self, path: WrittenPath) -> bool:
        """Whether it is the text of a link, whose target another check looks at."""
        number = bisect_right(self.links, (path.span.start, len(self.page.text))) - 1
        return any(
            start <= path.span.start < end for start, end in self.links[max(0, number - 2) : number + 1]
        )

    def stands_in(self, path: WrittenPath) -> bool:
        """Whether another path that is not there ends in the same word, in another folder."""
        stem = posixpath.splitext(path.parts[-1])[0]
        others = (other for other in self.found if posixpath.splitext(other.parts[-1])[0] == stem)
        return any(
            other.parts[:-1] != path.parts[:-1] and located(self.project, other.text, self.bases) is None
            for other in others
            if other.has_ending and path.has_ending
        )

    def _between(self, start: int, end: int) -> list[WrittenPath]:
        first = bisect_left(self.found, start, key=lambda path: path.span.start)
        last = bisect_left(self.found, end, key=lambda path: path.span.start)
        return self.found[first : min(last, first + MOST_NAMED)]

    def around(self, path: WrittenPath) -> tuple[str, ...]:
        """The folders that a path may start from, those that its section names among them."""
        section = self.setting.section(path.span.start)
        if section not in self.folders:
            named = [
                place
                for other in self._between(*section)
                if (place := located(self.project, other.text, self.bases)) in self.project.repository.folders
                and place
            ]
            self.folders[section] = tuple(dict.fromkeys([*self.bases, *named]))
        return self.folders[section]


def check_paths(page: Page, project: Project) -> Outcome:
    """Faults for paths that the words lead a reader to and that no file or folder of the repository has."""
    outcome = Outcome(page)
    found = sorted(islice(written_paths(page.markdown), MOST_PATHS), key=lambda path: path.span.start)
    if not found:
        return outcome
    links = [(link.start, link.end) for link in page.markdown.links]
    known = _Known(page, project, Setting(page), made_files(page), bases_of(page), found, links)
    absent = [
        (path, missing)
        for path in found
        if not is_run(path.prose, path.span) and (missing := _absent(outcome, known, path)) is not None
    ]
    made_later = ignored(project, {missing for _, missing in absent})
    said: set[str] = set()
    for path, missing in absent:
        if missing in made_later:
            outcome.leave(PATHS, path.place, IGNORED)
        elif missing not in said:
            said.add(missing)
            _fault(outcome, known, path, missing)
    return outcome


def _absent(outcome: Outcome, known: _Known, path: WrittenPath) -> str | None:
    """The path from the root where it is surely absent; else None, and the outcome says what is known."""
    project = known.project
    written = path.text.lstrip("/") if path.text.startswith("/") else path.text
    if set(written) <= {".", "/", "\\"}:
        return None
    place = located(project, written, known.bases)
    if place is None and not path.text.startswith("/"):
        place = ending(project, written) or located(project, written, known.around(path))
    if place is not None:
        evidence = [Evidence(place, 1)] if place in project.repository.files else []
        outcome.confirm(PATHS, path.place, f"`{printable(place)}` is in the repository", evidence)
        return None
    if known.is_linked(path) or not _is_presented(path):
        return None
    missing = _missing_from(known, path, written)
    why = _excuse(known, path, written, missing) if missing is not None else None
    if why is not None:
        outcome.leave(PATHS, path.place, why)
        return None
    return missing


def _is_presented(path: WrittenPath) -> bool:
    """Whether the words lead to it, or say something of it."""
    if _LEADS_TO.search(path.before) or _SAID_OF.match(path.after):
        return True
    starts = not path.prose.text[: path.span.opens].strip(" *_-+\n\t([")
    listed = path.prose.item is not None or path.prose.cell is not None
    return starts and listed and (path.prose.cell is not None or bool(_LABELLED.match(path.after)))


def _missing_from(known: _Known, path: WrittenPath, written: str) -> str | None:
    """The path from the root that it would have; None where nothing says that it is of this repository."""
    project = known.project
    if path.text.startswith("/") and not (path.has_ending and deepest(project, written)):
        return None
    starts = {start: base for base in known.bases if (start := joined(base, written)) is not None}
    if not starts:
        return None
    last = list(starts)[-1]
    if len(path.parts) == 1 and not path.is_folder:
        return next(iter(starts)) if _is_document(path, project) else None
    first = [start for start, base in starts.items() if enters(project, base, written)]
    if first:
        return max(first, key=lambda start: len(deepest(project, start)))
    if path.parts[0].lower() in _USERS_FOLDERS and path.parts[-1].lower() in _COMMON:
        return None
    return last if _namesakes(project, path) else None


def _is_document(path: WrittenPath, project: Project) -> bool:
    """Whether a bare name is that of a page of the project that the words send a reader to."""
    return (
        bool(_DOCUMENT.fullmatch(path.parts[0]) and _DOCUMENT_LED.search(path.before))
        and project.repository.by_git
    )


def _namesakes(project: Project, path: WrittenPath) -> list[str]:
    """Files and folders elsewhere that are called as the last part of a path."""
    name = path.parts[-1]
    if name.lower() in _COMMON or (not path.has_ending and not path.is_folder):
        return []
    return [
        near for near in project.repository.near(path.text.strip("/"), 20) if near.rpartition("/")[2] == name
    ]


def _excuse(known: _Known, path: WrittenPath, written: str, missing: str) -> str | None:
    """Why an absent path proves nothing; None where it does."""
    page, project = known.page, known.project
    plain = posixpath.normpath(written.replace("\\", "/"))
    if plain in known.made or posixpath.basename(plain) in known.made:
        return "the text itself has it made"
    if is_open(written):
        return "a part of it is to be filled in"
    if known.stands_in(path):
        return "several paths that are not there end in this word: it may stand for a name"
    if any(site.holds(page.path) for site in project.sites):
        return "the text is a page of a site, which may be built with more files than these"
    around = path.before + " " + path.after
    if _READERS.search(around) or _MADE_BEFORE.search(path.before) or _MADE_AFTER.search(path.after):
        return "the words may speak of a file that the reader or a program makes"
    if is_past(page, path.span.start, around):
        return "the text may speak of another version"
    if re.search(
        r"\b(?:your|own|example project|usage|output|docker|generated|result)\b",
        known.setting.title(path.span.start),
        re.I,
    ):
        return "the section may speak of another project"
    return undecided(project, missing) or _loose(known, path, missing)


def _loose(known: _Known, path: WrittenPath, missing: str) -> str | None:
    """Why a path may be no file of this repository at all."""
    project = known.project
    said = re.match(r"\s*(?:folder|director(?:y|ies)|script|files?)\b", path.after)
    if not path.has_ending and not path.is_folder and said is None:
        return "nothing says that it is a file or folder"
    if path.parts[0].lower() in _USERS_FOLDERS and len(path.parts) > 1:
        above = missing.rpartition("/")[0]
        if above not in project.repository.folders and not _namesakes(project, path):
            return "it may be a path of the reader's own project"
        if not project.repository.near(missing):
            return "it may be a path of the reader's own project"
    return None


def _fault(outcome: Outcome, known: _Known, path: WrittenPath, missing: str) -> None:
    project = known.project
    near = (
        like_folder(project, missing)
        if path.is_folder or not path.has_ending
        else like_file(project, missing)
    )
    near = near or list(project.repository.near(missing))[:2] if path.has_ending else near
    names = [f"`{printable(name)}`" for name in near]
    problem = f"There is no `{printable(missing)}` in the repository"
    above = deepest(project, missing)
    if near:
        problem += f". Did you mean {' or '.join(names)}?"
    else:
        problem += f": `{printable(above)}/` holds no such name." if above else "."
    outcome.fault(
        PATHS,
        path.place,
        problem,
        consequence="A reader who looks for it finds nothing there.",
        change="Name the path that is meant, or take it out.",
        expected=" or ".join(printable(name) for name in near) or None,
        evidence=[Evidence(name, 1) for name in near if name in project.repository.files],
    )
