"""The Python files of a repository, and where an import leads."""

import ast
import posixpath
from collections.abc import Iterator

from workbench.checks.evidence.options.python_values import File, Foreign, Imported, Scope, Value
from workbench.checks.evidence.repository import Repository
from workbench.checks.text.python_tree import python_tree

_MOST_FILES = 80
"""Of Python that are read for the programs of one repository."""
_SOURCE_FOLDERS = ("", "src", "lib", "python", "source")


class PythonFiles:
    """Python files, parsed when they are asked for."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._files: dict[str, File | None] = {}

    @property
    def full(self) -> bool:
        """Whether as many files were read as one may."""
        return len(self._files) >= _MOST_FILES

    def file(self, path: str) -> File | None:
        """A file; None where it is not there, does not parse or too many were read."""
        if path not in self._files:
            if self.full:
                return None
            self._files[path] = self._parsed(path)
        return self._files[path]

    def _parsed(self, path: str) -> File | None:
        text = self._repository.text(path) if path in self._repository.files else None
        if text is None:
            return None
        tree = python_tree(text)
        if tree is None:
            return None
        file = File(path, text.splitlines(), tree)
        file.scope = Scope(file)
        return file

    def module(self, dotted: str, near: str = "") -> str | None:
        """The file of a module, looked for beside a file and in the usual source folders."""
        way = dotted.replace(".", "/")
        for folder in self._starts(near):
            base = posixpath.join(folder, way)
            for path in (f"{base}/__init__.py", f"{base}.py"):
                if path in self._repository.files:
                    return path
        return None

    def runnable(self, dotted: str, near: str = "") -> str | None:
        """The file that `python -m` runs; None where there is none such."""
        path = self.module(dotted, near)
        if path is None or not path.endswith("/__init__.py"):
            return path or self.module(f"{dotted}.__main__", near)
        main = f"{path.removesuffix('__init__.py')}__main__.py"
        return main if main in self._repository.files else None

    def _starts(self, near: str) -> Iterator[str]:
        """The folders that an absolute import may start from, from the file's own up to the root."""
        folder = near
        while True:
            yield folder
            if not folder:
                break
            folder = posixpath.dirname(folder)
        for name in _SOURCE_FOLDERS[1:]:
            yield posixpath.join(near, name)
            if near:
                yield name

    def bound(self, file: File, node: ast.Import | ast.ImportFrom) -> dict[str, Value]:
        """What an import statement binds; a star import binds nothing here."""
        here = posixpath.dirname(file.path)
        if isinstance(node, ast.Import):
            return dict(self._bound_modules(node, here))
        if node.level:
            above = here
            for _ in range(node.level - 1):
                above = posixpath.dirname(above)
            base = posixpath.join(above, (node.module or "").replace(".", "/")).rstrip("/")
            path = self._at(base)
        else:
            path = self.module(node.module or "", here)
            base = posixpath.dirname(path) if path and path.endswith("/__init__.py") else ""
        found: dict[str, Value] = {}
        for alias in node.names:
            beside = self._at(posixpath.join(base, alias.name)) if base or node.level else None
            found[alias.asname or alias.name] = self._member(node, path, beside, alias.name)
        return found

    def _member(self, node: ast.ImportFrom, path: str | None, beside: str | None, name: str) -> Value:
        if path is not None and not (beside is not None and path.endswith("__init__.py")):
            return Imported(path, name)
        if path is not None and beside is not None:
            file = self.file(path)
            defined = file is not None and name in _top_names(file.tree)
            return Imported(path, name) if defined else Imported(beside, "")
        if beside is not None:
            return Imported(beside, "")
        return Foreign(f"{node.module}.{name}" if not node.level else f".{node.module or ''}.{name}")

    def _bound_modules(self, node: ast.Import, here: str) -> Iterator[tuple[str, Value]]:
        for alias in node.names:
            path = self.module(alias.name, here)
            top = alias.name.partition(".")[0]
            if alias.asname:
                yield alias.asname, Imported(path, "") if path else Foreign(alias.name)
            else:
                first = self.module(top, here)
                yield top, Imported(first, "") if first else Foreign(top)

    def stars(self, file: File) -> Iterator[str]:
        """The files of the project whose names a file takes by a star import."""
        here = posixpath.dirname(file.path)
        for node in file.tree.body:
            if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
                bound = self.bound(file, node).get("*")
                if isinstance(bound, Imported):
                    yield bound.path
                elif not node.level and (path := self.module(node.module or "", here)):
                    yield path

    def submodule(self, path: str, name: str) -> str | None:
        """A module inside the package of an `__init__.py`."""
        return (
            self._at(posixpath.join(posixpath.dirname(path), name)) if path.endswith("__init__.py") else None
        )

    def _at(self, base: str) -> str | None:
        return next(
            (p for p in (f"{base}/__init__.py".lstrip("/"), f"{base}.py") if p in self._repository.files),
            None,
        )


def _top_names(tree: ast.Module) -> frozenset[str]:
    """What the top of a file binds, but for what it imports from its own package as a module."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.ImportFrom) and not (node.level and node.module is None):
            found.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Assign):
            found.update(target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return frozenset(found)
