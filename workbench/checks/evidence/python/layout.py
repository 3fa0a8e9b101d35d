"""Where the modules of a repository stand, by the names that they are imported by."""

import re
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property
from pathlib import PurePosixPath
from typing import NamedTuple

from workbench.checks.evidence.repository import Presence, Repository
from workbench.checks.regex import regex

_ROOTS = ("", "src", "lib", "python", "source")
_MANIFESTS = ("pyproject.toml", "setup.cfg", "setup.py")
_DECLARED = regex(
    r"package[_-]dir|python-source|\bfrom\s*=|\bwhere\s*=|\bsources?\s*=|\bpackages\s*=|\bmodule[_-]name"
)
_QUOTED = regex(r"""["']([\w./-]+)["']|=\s*([\w./-]+)\s*$""")
_NAMED_FOLDER = regex(r"""^\s*["']?([A-Za-z_]\w*)["']?\s*[=:]\s*["']?([\w./-]+)["']?\s*,?\s*\}?\s*$""")
_COMPILED = (".pyx", ".pxd", ".so", ".pyd", ".c", ".cpp", ".cc", ".rs", ".f90", ".f")
_GENERATED = regex(r"_pb2(?:_grpc)?$|^_?version$|^__about__$|parsetab$|^_build")


class Known(Enum):
    """What is known of a module that a text names."""

    HERE = "here"
    ABSENT = "absent"
    """Its package is the repository's, and has none of that name."""
    FOREIGN = "foreign"
    """Another project's, or one that the files cannot tell."""


class Place(NamedTuple):
    """Where a module stands."""

    name: str
    path: str | None
    """Its file; None for a folder without an `__init__.py`."""
    folder: str | None = None
    """Of a package."""


class Layout:
    """The modules of a repository."""

    def __init__(self, repository: Repository, folders: Iterable[str], dependencies: frozenset[str]) -> None:
        self._repository = repository
        self._folders = tuple(dict.fromkeys(("", *folders)))
        self._foreign = {
            re.split(r"[\s\[<>=!~;]", name)[0].casefold().replace("-", "_") for name in dependencies
        }
        self._known: dict[str, tuple[Known, Place | None]] = {}

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """The folders that modules are imported from."""
        plain = [_joined(folder, root) for folder in self._folders for root in _ROOTS]
        found = dict.fromkeys((*plain, *self._declared))
        return tuple(root for root in found if root in self._repository.folders)

    @cached_property
    def _declared(self) -> tuple[str, ...]:
        """Folders that a manifest names as the place of its packages."""
        found = []
        for folder in self._folders:
            for name in _MANIFESTS:
                text = self._repository.text(_joined(folder, name))
                for path in _quoted_folders(text or ""):
                    place = _joined(folder, path.strip("./"))
                    if place in self._repository.folders:
                        is_package = f"{place}/__init__.py" in self._repository.files
                        found.append(place.rpartition("/")[0] if is_package else place)
        return tuple(found)

    @cached_property
    def _renamed(self) -> dict[str, str]:
        """Folders that hold a package of another name (`package_dir`)."""
        found = {}
        for folder in self._folders:
            for name in _MANIFESTS:
                text = self._repository.text(_joined(folder, name)) or ""
                for key, path in _named_folders(text):
                    place = _joined(folder, path.strip("./"))
                    if f"{place}/__init__.py" in self._repository.files:
                        found[key] = place
        return found

    def find(self, name: str) -> tuple[Known, Place | None]:
        """What is known of a dotted name, and its place; where it is absent, the place of its package."""
        if name not in self._known:
            self._known[name] = self._find(name)
        return self._known[name]

    def is_own(self, name: str) -> bool:
        """Whether the first part of a dotted name is a package or module of the repository."""
        return self.find(name.partition(".")[0])[0] is Known.HERE

    def modules(self, place: Place) -> Iterator[str]:
        """The dotted names of a package's modules, itself included, those nearest to it first."""
        yield place.name
        if place.folder is None:
            return
        inside = f"{place.folder}/"
        for path in sorted(self._python, key=lambda path: (path.count("/"), path)):
            if path.startswith(inside):
                parts = list(PurePosixPath(path.removeprefix(inside)).with_suffix("").parts)
                if parts[-1] == "__init__":
                    parts.pop()
                if parts and all(part.isidentifier() for part in parts):
                    yield ".".join((place.name, *parts))

    @cached_property
    def _python(self) -> tuple[str, ...]:
        return tuple(path for path in self._repository.files if path.endswith(".py"))

    def _find(self, name: str) -> tuple[Known, Place | None]:
        first, *rest = name.split(".")
        place = self._top(first)
        if place is None:
            return Known.FOREIGN, None
        for part in rest:
            below = self._below(place, part)
            if below is None:
                return (Known.ABSENT if self._is_closed(place, part) else Known.FOREIGN), place
            place = below
        return Known.HERE, place

    def _top(self, name: str) -> Place | None:
        if name in sys.stdlib_module_names or not name.isidentifier() or name.casefold() in self._foreign:
            return None
        if name in self._renamed:
            folder = self._renamed[name]
            return Place(name, f"{folder}/__init__.py", folder)
        found = [place for root in self.roots if (place := self._in_folder(name, root, name)) is not None]
        regular = [place for place in dict.fromkeys(found) if place.path is not None]
        if len(regular) == 1:
            return regular[0]
        # Of several packages of one name none is surely meant; folders without a module are data.
        return found[0] if len(found) == 1 and self._holds_python(found[0]) else None

    def _in_folder(self, name: str, folder: str, part: str) -> Place | None:
        files = self._repository.files
        inner = _joined(folder, part)
        for suffix in (".py", ".pyi"):
            if f"{inner}/__init__{suffix}" in files:
                return Place(name, f"{inner}/__init__{suffix}", inner)
        for suffix in (".py", ".pyi"):
            if f"{inner}{suffix}" in files:
                return Place(name, f"{inner}{suffix}")
        return Place(name, None, inner) if inner in self._repository.folders else None

    def _below(self, place: Place, part: str) -> Place | None:
        if place.folder is None:
            return None
        found = self._in_folder(f"{place.name}.{part}", place.folder, part)
        if found is not None and found.path is None and not self._holds_python(found):
            return None
        return found

    def _holds_python(self, place: Place) -> bool:
        return any(path.startswith(f"{place.folder}/") for path in self._python)

    def _is_closed(self, place: Place, part: str) -> bool:
        """Whether a module that has no file here cannot come from elsewhere."""
        if place.path is None or _GENERATED.search(part):
            return False
        if place.folder is None:
            return True
        inner = f"{place.folder}/{part}"
        if any(self._repository.presence(f"{inner}{suffix}") is not Presence.ABSENT for suffix in _COMPILED):
            return False
        text = self._repository.text(place.path) or ""
        if "__path__" in text or "sys.modules" in text or "lazy" in text:
            return False
        paths = {f"{inner}.py", f"{inner}/__init__.py"}
        absent = all(self._repository.presence(path) is Presence.ABSENT for path in paths)
        return absent and not self._repository.ignored(paths) and not self._builds_extensions(part)

    def _builds_extensions(self, part: str) -> bool:
        """Whether a manifest speaks of a compiled module of that name."""
        texts = (
            self._repository.text(_joined(folder, name)) or ""
            for folder in self._folders
            for name in (*_MANIFESTS, "Cargo.toml", "CMakeLists.txt", "meson.build")
        )
        return any(re.search(rf"\b{re.escape(part)}\b", text) for text in texts)


def _quoted_folders(text: str) -> Iterator[str]:
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if _DECLARED.search(line):
            # A table or an indented value goes on below its key.
            for near in lines[number : number + 4]:
                for found in _QUOTED.finditer(near):
                    yield found[1] or found[2]


def _named_folders(text: str) -> Iterator[tuple[str, str]]:
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if re.search(r"package[_-]dir", line):
            inline = re.findall(r"""["'](\w+)["']\s*:\s*["']([\w./-]+)["']""", line)
            yield from inline
            for near in lines[number + 1 : number + 8]:
                if found := _NAMED_FOLDER.match(near):
                    yield found[1], found[2]


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}".strip("/") if folder else name
