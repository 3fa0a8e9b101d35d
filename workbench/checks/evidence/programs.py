"""The programs of a repository, by what a reader types to run them."""

import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.checks.evidence.package import Package
from workbench.checks.evidence.program import Program
from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex
from workbench.checks.text.shell import Word

if TYPE_CHECKING:
    from workbench.checks.evidence.options.python_files import PythonFiles

_BUILT = regex(r"(?:^|/)(?:target/(?:\w[\w-]*/)?(?:release|debug)|bin|build|dist|out|\.bin|Scripts)/[^/]+$")
_SHEBANG = regex(r"#!.*?\b(python|node|deno|bun|bash|sh|zsh|dash|ksh)[\d.]*\b")
_MAY_TAKE = regex(r"\b(?:import|require|from|argv|Deno|parseArgs)\b")
"""What a script in JavaScript has if it takes words: it takes in other files, or reads them itself."""
_JAVASCRIPT = (".js", ".mjs", ".cjs", ".ts", ".mts", ".cts")
_SHELL = (".sh", ".bash", ".zsh", ".ksh")


@dataclass(frozen=True, slots=True)
class Call:
    """A program of the repository, and the words that it is given."""

    program: Program
    name: str
    """As it is typed."""
    words: tuple[Word, ...]
    is_script: bool = False
    """Whether it is a file of the tree that is run, not an installed program."""


@dataclass
class Programs:
    """The programs that packages install and scripts that are run from the tree, each read when asked for."""

    repository: Repository
    packages: Sequence[Package]
    _known: dict[tuple[str, str, str], Program | None] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self._installed: dict[str, tuple[Package, str]] = {}
        for package in self.packages:
            for name, value in package.programs.items():
                self._installed.setdefault(name, (package, value.value))

    @cached_property
    def _python(self) -> "PythonFiles":
        from workbench.checks.evidence.options.python_files import PythonFiles

        return PythonFiles(self.repository)

    @property
    def names(self) -> frozenset[str]:
        """Every name that a package installs a program by, whether or not it is understood."""
        return frozenset(self._installed)

    def named(self, name: str) -> Program | None:
        """The installed program of a name; None where there is none, or it is not understood."""
        found = self._installed.get(re.sub(r"\.(?:exe|cmd)$", "", name))
        if found is None:
            return None
        package, target = found
        return self._remembered("name", name, package.folder, lambda: self._target(package, name, target))

    def all_named(self) -> tuple[Program, ...]:
        """Every installed program that is understood."""
        found = (self.named(name) for name in sorted(self._installed))
        return tuple(program for program in found if program is not None)

    def of_package(self, name: str) -> Program | None:
        """The program that runs by a package's own name, as with `npx`; None where it gives none such."""
        name = re.sub(r"(?<=.)@[^/]*$", "", name)
        for package in self.packages:
            if package.name is not None and package.name.value == name and package.programs:
                short = name.rpartition("/")[2]
                return self.named(short if short in package.programs else next(iter(package.programs)))
        return None

    def script(self, path: str) -> Program | None:
        """What a file of the tree accepts when it is run."""
        return self._remembered("script", path, "", lambda: self._script(path))

    def module(self, dotted: str, folder: str) -> Program | None:
        """What `python -m` runs from a folder."""
        path = self._python.runnable(dotted, folder)
        if path is None:
            return None
        return self._remembered("module", dotted, folder, lambda: self._python_program(dotted, path))

    def go(self, folder: str) -> Program | None:
        """What the Go files of a folder make."""
        name = posixpath.basename(folder)
        return self._remembered("go", folder, "", lambda: self._go_program(name, folder))

    def cargo(self, folder: str, name: str) -> Program | None:
        """What `cargo run` runs in a folder: a binary by its name, else the only one."""
        found = [p for p in self.packages if p.ecosystem == "cargo" and p.folder == folder]
        names = [n for package in found for n in package.programs]
        chosen = name if name in names else names[0] if len(names) == 1 and not name else ""
        return self.named(chosen) if chosen else None

    def _remembered(
        self, kind: str, name: str, folder: str, make: Callable[[], Program | None]
    ) -> Program | None:
        key = (kind, name, folder)
        if key not in self._known:
            self._known[key] = None
            self._known[key] = make()
        return self._known[key]

    def _target(self, package: Package, name: str, target: str) -> Program | None:
        if package.ecosystem == "python" and ":" in target:
            dotted, _, entry = target.partition(":")
            path = self._python.module(dotted.strip(), package.folder)
            return self._python_program(name, path, entry.strip()) if path else None
        path = posixpath.normpath(posixpath.join(package.folder, target)) if target else ""
        if package.ecosystem == "go":
            folder = posixpath.dirname(path) if path.endswith(".go") else path
            return self._go_program(name, "" if folder == "." else folder)
        if package.ecosystem == "cargo":
            from workbench.checks.evidence.options.rust_programs import rust_program

            return rust_program(self.repository, name, package.folder, path)
        found = self._script(path) if path else None
        return replace(found, name=name) if found else None

    def _script(self, path: str) -> Program | None:
        if path not in self.repository.files:
            return self._compiled(path)
        kind = self._kind(path)
        name = posixpath.basename(path)
        if kind == "python":
            return self._python_program(name, path)
        if kind == "javascript":
            if not _MAY_TAKE.search(self.repository.text(path) or ""):
                return None
            from workbench.checks.evidence.options.javascript_programs import javascript_program

            return javascript_program(self.repository, name, path)
        if kind != "shell":
            return None
        from workbench.checks.evidence.options.shell_script import shell_program

        return shell_program(self.repository, name, path)

    # A text needs the readers of one language or two, and importing all takes longer than reading it.
    def _python_program(self, name: str, path: str, entry: str = "") -> Program | None:
        from workbench.checks.evidence.options.python_programs import python_program

        return python_program(self._python, name, path, entry)

    def _go_program(self, name: str, folder: str) -> Program | None:
        from workbench.checks.evidence.options.go_programs import go_program

        return go_program(self.repository, name, folder)

    def _compiled(self, path: str) -> Program | None:
        """The source of a script that a build makes from TypeScript."""
        stem = posixpath.splitext(posixpath.basename(path))[0]
        inner = re.sub(r"^(.*/)?(?:dist|lib|build|out)/", lambda found: found[1] or "", path)
        tries = [
            f"{posixpath.dirname(inner)}/{sub}{stem}.{e}" for sub in ("src/", "") for e in ("ts", "js", "mts")
        ]
        beside = re.sub(r"(^|/)(?:dist|lib|build|out)/", r"\1src/", path, count=1)
        tries += [f"{posixpath.dirname(beside)}/{stem}.{e}" for e in ("ts", "js", "mts")]
        return next(
            (self._script(t.lstrip("/")) for t in tries if t.lstrip("/") in self.repository.files), None
        )

    def _kind(self, path: str) -> str:
        if path.endswith((".py", ".pyw")):
            return "python"
        if path.endswith(_JAVASCRIPT):
            return "javascript"
        if path.endswith(_SHELL):
            return "shell"
        first = (self.repository.text(path) or "").partition("\n")[0][:200]
        found = _SHEBANG.match(first)
        if found is None:
            return ""
        return {"python": "python", "node": "javascript", "deno": "javascript", "bun": "javascript"}.get(
            found[1], "shell"
        )

    def is_built(self, path: str) -> bool:
        """Whether a path is one at which builds put a program."""
        return _BUILT.search(path) is not None or "/" not in path.removeprefix("./")
