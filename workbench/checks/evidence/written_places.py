"""Where a path that a text writes stands in the repository, and what is known of one that is not there."""

import posixpath
import re
from collections.abc import Iterable

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Presence
from workbench.checks.near_names import nearest
from workbench.checks.regex import regex
from workbench.checks.text.page import Page

IGNORED = "git ignores it: a build or a reader may make it"

GENERATED = frozenset(
    [
        "node_modules",
        "bower_components",
        "dist",
        "build",
        "out",
        "target",
        "obj",
        ".next",
        ".nuxt",
        ".cache",
        ".venv",
        "venv",
        ".env",
        "env",
        "virtualenv",
        "__pycache__",
        ".git",
        "coverage",
        "htmlcov",
        ".pytest_cache",
        ".mypy_cache",
        ".tox",
        ".nox",
        ".idea",
        ".eggs",
        "vendor",
        "site",
        "_site",
        "_build",
        "public_html",
        ".gradle",
        ".dart_tool",
        "pods",
        "deriveddata",
        "tmp",
        "temp",
        "log",
        "logs",
        "output",
        "outputs",
        "results",
        "result",
        "cache",
        ".terraform",
        "generated",
        "gen",
        "wheelhouse",
        "site-packages",
        ".output",
        ".vercel",
        ".svelte-kit",
        ".parcel-cache",
        ".turbo",
        "checkpoints",
        "runs",
        "wandb",
        "downloads",
        "release",
        "debug",
        "artifacts",
    ]
)
"""Folders that tools make, lower case."""
_MOST_NAMESAKES = 200
_ASIDE = regex(r"(?:^|/)(?:tests?|examples?|fixtures|vendor|node_modules)/")
_DECIDES_NOTHING = {
    Presence.UNLISTED: "it exists here, but git would not add it, so others may not have it",
    Presence.DELETED: "git tracks it, but it is not on disk here",
    Presence.ELSEWHERE: "its way leads through a symlink or another repository",
}


def joined(folder: str, written: str) -> str | None:
    """A path from the root for one written from a folder; None where it leaves the repository."""
    path = posixpath.normpath(posixpath.join(folder, written.replace("\\", "/").rstrip("/") or "."))
    if path == ".." or path.startswith(("../", "/")):
        return None
    return "" if path == "." else path


def bases_of(page: Page) -> tuple[str, ...]:
    """The folders that the paths of a page may start from: its own and those above it up to the root."""
    found, folder = [page.folder], page.folder
    while folder:
        folder = folder.rpartition("/")[0]
        found.append(folder)
    return tuple(found)


def located(project: Project, written: str, bases: Iterable[str]) -> str | None:
    """The file or folder that a written path is, seen from one of some folders; None where it is in none."""
    for base in bases:
        path = joined(base, written)
        if path is not None and project.repository.presence(path) in (Presence.FILE, Presence.FOLDER):
            return path
    return None


def ending(project: Project, written: str) -> str | None:
    """The first path of the repository that ends in a written one; None where there is none."""
    tail = "/" + written.replace("\\", "/").strip("/").removeprefix("./")
    return next(
        (path for path in project.repository.near(tail, _MOST_NAMESAKES) if f"/{path}".endswith(tail)), None
    )


def ignored(project: Project, paths: Iterable[str]) -> frozenset[str]:
    """Those of some absent paths that git ignores, as files or as folders; ask once for all of a page."""
    asked = {form for path in paths for form in (path, f"{path}/")}
    return frozenset(path.rstrip("/") for path in project.repository.ignored(asked))


def undecided(project: Project, path: str) -> str | None:
    """Why the absence of a path that git does not ignore proves nothing; None where it is a plain absence."""
    presence = project.repository.presence(path)
    if presence in _DECIDES_NOTHING:
        return _DECIDES_NOTHING[presence]
    if any(part.lower() in GENERATED for part in path.split("/")):
        return "its name says that a tool makes it"
    return None


def deepest(project: Project, path: str) -> str:
    """The longest beginning of a path that is a folder of the repository; empty where there is none."""
    while path and path not in project.repository.folders:
        path = path.rpartition("/")[0]
    return path


def enters(project: Project, folder: str, written: str) -> bool:
    """Whether a written path leads from a folder into another one that is there, before its last name."""
    first, slash, rest = posixpath.normpath(written.replace("\\", "/")).partition("/")
    while first == "..":
        folder = folder.rpartition("/")[0]
        first, slash, rest = rest.partition("/")
    return bool(slash and rest) and joined(folder, first) in project.repository.folders


def like_file(project: Project, path: str) -> list[str]:
    """Files that a missing one may have meant: of its name elsewhere, else of a like name in its folder."""
    folder, _, name = path.rpartition("/")
    stem, suffix = posixpath.splitext(name)
    namesakes = [near for near in project.repository.near(path, 20) if near.rpartition("/")[2] == name]
    if same := [near for near in namesakes if not _ASIDE.search(near)]:
        return same[:2]
    inside = {
        posixpath.basename(file): file
        for file in project.repository.files
        if file.rpartition("/")[0] == folder and _is_same_sort(posixpath.basename(file), stem, suffix)
    }
    found = nearest(name, inside)
    if found is None and len(stem) > 3:
        words = set(re.split(r"[_.-]", stem.lower()))
        found = next(
            (other for other in sorted(inside) if words <= set(re.split(r"[_.-]", other.lower()))), None
        )
    return [inside[found]] if found else []


def like_folder(project: Project, path: str) -> list[str]:
    """Folders that a missing one may have meant: beside it with a like name, else of its name elsewhere."""
    above, _, name = path.rpartition("/")
    folders = sorted(project.repository.folders - {""})
    beside = {f.rpartition("/")[2]: f for f in folders if f.rpartition("/")[0] == above}
    found = nearest(name, beside)
    if found is None:
        found = next((one for one in beside if min(len(one), len(name)) > 2 and one[:4] == name[:4]), None)
    if found is not None:
        return [beside[found]]
    return [folder for folder in folders if folder.rpartition("/")[2] == name][:2]


def _is_same_sort(name: str, stem: str, suffix: str) -> bool:
    other, ending = posixpath.splitext(name)
    return not suffix or ending == suffix or other == stem


def is_open(written: str) -> bool:
    """Whether a path is a pattern, or has a part that somebody is to fill in."""
    name, _, suffix = written.rpartition("/")[2].partition(".")
    if re.fullmatch(r"[A-Z]+(?:_[A-Z]+)+", name) and re.fullmatch(r"[a-z]{1,6}", suffix):
        # `PROVIDER_NAME.js`: only documents are called so in capitals.
        return suffix not in ("md", "txt", "rst", "adoc")
    return (
        re.search(
            r"[*?<>{}$|…%\[\]]|\.\.\.|(?:^|[/_.-])(?:X{2,}|x{3,}|YYYY|MM|DD|foo|bar|baz|your|my)(?:[/_.-]|$)",
            written,
        )
        is not None
    )
