"""The names that the packages of a repository export, CommonJS and ES modules alike."""

import json
import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from workbench.checks.evidence.javascript.source import blanked, closing, skeleton
from workbench.checks.evidence.repository import Repository
from workbench.checks.evidence.settings.default import line_of
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

_DEEPEST = 8
_ENDINGS = (".js", ".ts", ".mjs", ".cjs", ".tsx", ".jsx", ".mts", ".cts", ".d.ts", ".d.mts")
_BUILT = regex(
    r"^(?:dist|lib|build|out|es|esm|cjs|umd|types|output)(?:/(?:esm|cjs|es|umd|types|node|browser|src))?/"
)
_DECLARED = regex(
    r"\bexport\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?"
    r"(function\s*\*?|class|const\s+enum|const|let|var|enum|interface|type|namespace|module)\s+([\w$]+)"
)
_UNPACKED = regex(r"\bexport\s+(?:const|let|var)\s*[{\[]([^}\]]*)[}\]]\s*=")
_LISTED = regex(r"\bexport\s*(?:type\s*)?\{([^}]*)\}(?:\s*from\s*(['\"])([^'\"]+)\2)?")
_STARRED = regex(r"\bexport\s*(?:type\s*)?\*\s*(?:as\s+([\w$]+)\s*)?from\s*(['\"])([^'\"]+)\2")
_DEFAULT = regex(r"\bexport\s+default\b")
_ASSIGNED = regex(r"\bmodule\.exports\s*=(?!=)\s*(?:exports\s*=\s*)?")
_PROPERTY = regex(r"(?<![\w$.])(?:module\.)?exports\.([\w$]+)\s*=(?!=)")
_DEFINED = regex(r"Object\.defineProperty\(\s*(?:module\.)?exports\s*,\s*['\"]([\w$]+)['\"]")
_COMPUTED = regex(
    r"Object\.(?:assign|defineProperties)\(\s*(?:module\.)?exports"
    r"|(?<![\w$.])(?:module\.)?exports\[(?!['\"])|__exportStar|"
    r"\bexport\s*=|\bexport\s+import\b"
)
_REQUIRED = regex(r"require\(\s*(['\"])([^'\"]+)\1\s*\)")


@dataclass
class Exports:
    """What a file exports."""

    names: dict[str, Evidence] = field(default_factory=dict)
    whole: bool = True

    def add(self, other: "Exports") -> None:
        """Take what another file exports, its default aside."""
        for name, evidence in other.names.items():
            if name != "default":
                self.names.setdefault(name, evidence)
        self.whole = self.whole and other.whole


@dataclass
class JavaScript:
    """The npm packages of a repository, read when they are first asked for."""

    repository: Repository
    folders: tuple[str, ...]
    """Of every package.json."""
    _packages: dict[str, tuple[str, dict[str, Any]]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        for folder in self.folders:
            data = _json(self.repository.text(f"{folder}/package.json".lstrip("/")) or "")
            if isinstance(name := data.get("name"), str):
                self._packages.setdefault(name, (folder, data))

    def exports(self, specifier: str) -> Exports | None:
        """What importing a package of the repository, or a path in one, gives; None where it is not one."""
        name = "/".join(specifier.split("/")[: 2 if specifier.startswith("@") else 1])
        if name not in self._packages:
            return None
        folder, data = self._packages[name]
        files = list(dict.fromkeys(self._entries(folder, data, specifier.removeprefix(name).strip("/"))))
        if not files:
            return Exports(whole=False)
        found = Exports()
        for path in files:
            other = self._of_file(path, 0)
            for known, evidence in other.names.items():
                found.names.setdefault(known, evidence)
            found.whole = found.whole and other.whole
        return found

    def _entries(self, folder: str, data: dict[str, Any], inner: str) -> Iterator[str]:
        given = data.get("exports")
        if inner:
            targets = list(_targets(given.get(f"./{inner}"))) if isinstance(given, dict) else [inner]
        else:
            root = given.get(".", given) if isinstance(given, dict) else given
            named = [data.get(key) for key in ("source", "types", "typings", "module", "main")]
            targets = [*_targets(root), *(target for target in named if isinstance(target, str))]
        for target in targets:
            if path := self._resolved(folder, target):
                yield path
        if not inner and not targets:
            for name in ("index", "src/index"):
                if path := self._with_ending(_joined(folder, name)):
                    yield path

    def _resolved(self, folder: str, target: str) -> str | None:
        """The file that a path of a manifest means, or the source that it is built from."""
        target = posixpath.normpath(target)
        if found := self._with_ending(_joined(folder, target)):
            return found
        if not _BUILT.match(target):
            return None
        rest = re.sub(r"(?:\.d)?\.[mc]?[jt]sx?$|\.min\.js$", "", _BUILT.sub("", target))
        for place in (f"src/{rest}", f"source/{rest}", f"lib/{rest}", rest, "src/index", "src/main"):
            if found := self._with_ending(_joined(folder, place)):
                return found
        return None

    def _with_ending(self, path: str) -> str | None:
        files = self.repository.files
        if path in files:
            return path
        stem = re.sub(r"\.[mc]?jsx?$", "", path)
        places = [
            f"{base}{ending}" for base in dict.fromkeys((path, stem, f"{path}/index")) for ending in _ENDINGS
        ]
        return next((place for place in places if place in files), None)

    def _of_file(self, path: str, depth: int) -> Exports:
        text = self.repository.text(path)
        if text is None or depth > _DEEPEST or len(text) > 500_000 or not path.endswith(_ENDINGS):
            return Exports(whole=False)
        reader = _Reader(self, path, text, depth)
        return reader.read()

    def beside(self, path: str, target: str, depth: int) -> Exports:
        """What a file exports that another one names."""
        if not target.startswith("."):
            return Exports(whole=False)
        place = self._with_ending(posixpath.normpath(posixpath.join(posixpath.dirname(path), target)))
        return self._of_file(place, depth + 1) if place else Exports(whole=False)


class _Reader:
    """One reading of a file's exports."""

    def __init__(self, packages: JavaScript, path: str, text: str, depth: int) -> None:
        self._packages, self._path, self._text, self._depth = packages, path, text, depth
        self._code, self._bare = blanked(text), skeleton(text)
        self._found = Exports(whole=_COMPUTED.search(self._code) is None)

    def read(self) -> Exports:
        self._modules()
        self._common()
        if not self._found.names:
            self._found.whole = False
        return self._found

    def _add(self, name: str, offset: int) -> None:
        if re.fullmatch(r"[\w$]+", name):
            self._found.names.setdefault(name, line_of(self._path, self._text, offset))

    def _modules(self) -> None:
        for found in _DECLARED.finditer(self._bare):
            self._add(found[2], found.start())
            if found[1] in ("const", "let", "var"):
                end = self._bare.find("\n", found.end())
                for more in re.finditer(r",\s*([\w$]+)\s*=", self._bare[found.end() : max(end, found.end())]):
                    self._add(more[1], found.start())
        for found in _UNPACKED.finditer(self._bare):
            for _, name in _names(found[1]):
                self._add(name, found.start())
        self._passed_on()

    def _passed_on(self) -> None:
        for found in _LISTED.finditer(self._code):
            for _, name in _names(found[1]):
                self._add(name, found.start())
        for found in _STARRED.finditer(self._code):
            if found[1]:
                self._add(found[1], found.start())
            else:
                self._found.add(self._packages.beside(self._path, found[3], self._depth))
        if default := _DEFAULT.search(self._bare):
            self._add("default", default.start())

    def _common(self) -> None:
        for pattern in (_PROPERTY, _DEFINED):
            for found in pattern.finditer(self._code):
                self._add(found[1], found.start())
        for found in _ASSIGNED.finditer(self._code):
            self._assigned(found.end())

    def _assigned(self, at: int) -> None:
        if self._code.startswith("{", at):
            self._object(at)
        elif required := _REQUIRED.match(self._code, at):
            self._found.add(self._packages.beside(self._path, required[2], self._depth))
        elif named := re.compile(r"([\w$]+)\s*(?:;|\n|\Z)").match(self._code, at):
            self._identifier(named[1])
        else:
            self._found.whole = False

    def _identifier(self, name: str) -> None:
        """What is exported is a variable: an object made here, or a function with properties."""
        made = re.search(rf"\b(?:const|let|var)\s+{re.escape(name)}\s*=\s*\{{", self._code)
        if made:
            self._object(made.end() - 1)
        else:
            self._found.whole = False
        for found in re.finditer(rf"(?<![\w$.]){re.escape(name)}\.([\w$]+)\s*=(?!=)", self._code):
            self._add(found[1], found.start())

    def _object(self, opened: int) -> None:
        end = closing(self._text, opened)
        for start, part in _members(self._bare, opened, end):
            written = self._code[start : start + len(part)].strip()
            if written.startswith("..."):
                self._spread(written[3:].strip())
            elif key := re.match(
                r"(?:async\s+|get\s+|set\s+|static\s+|\*\s*)*[\"']?([\w$-]+)[\"']?\s*(?=[:,(=]|\Z)", written
            ):
                self._add(key[1], start + part.find(part.strip()))
            elif written:
                self._found.whole = False

    def _spread(self, written: str) -> None:
        required = _REQUIRED.match(written)
        if required is None:
            name = re.escape(written)
            required = re.search(rf"\b{name}\s*=\s*require\(\s*(['\"])([^'\"]+)\1\s*\)", self._code)
        if required is None:
            self._found.whole = False
        else:
            self._found.add(self._packages.beside(self._path, required[2], self._depth))


def _members(bare: str, opened: int, end: int) -> Iterator[tuple[int, str]]:
    """The parts of an object between its braces, each with its offset."""
    depth, start = 0, opened + 1
    for found in re.compile(r"[{}()\[\],]").finditer(bare, opened + 1, end):
        if found[0] in "{([":
            depth += 1
        elif found[0] in "})]":
            depth -= 1
        elif not depth:
            yield start, bare[start : found.start()]
            start = found.end()
    yield start, bare[start:end]


def _names(listed: str) -> list[tuple[str, str]]:
    """The names between the braces of an import or export: as they are there, and as they are called here."""
    found = []
    for part in listed.split(","):
        words = re.sub(r"^\s*type\s+(?=[\w$]+)", "", part.strip()).split("=")[0]
        pair = re.split(r"\s+as\s+|\s*:\s*", words.strip())
        if pair[0]:
            found.append((pair[0].strip("'\" "), pair[-1].strip("'\" ")))
    return found


def _targets(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [target for inner in value.values() for target in _targets(inner)]
    return []


def _json(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _joined(folder: str, name: str) -> str:
    return posixpath.normpath(f"{folder}/{name}") if folder else posixpath.normpath(name)
