"""What declarations in Python source build up, followed without running anything.

Statements are taken in their order and both ways of every branch, so what only some runs declare counts
as declared. Values that the source alone does not tell are `UNKNOWN`, and so is all that hangs on them.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.python_calls import Callee, Super, called_plain, method_of
from workbench.checks.evidence.options.python_conditions import is_main_guard, is_typing
from workbench.checks.evidence.options.python_expressions import EXPRESSIONS
from workbench.checks.evidence.options.python_files import PythonFiles
from workbench.checks.evidence.options.python_literals import combined
from workbench.checks.evidence.options.python_parameters import arguments_of, bind_parameters, escape
from workbench.checks.evidence.options.python_values import (
    UNKNOWN,
    Arguments,
    Class,
    File,
    Foreign,
    Function,
    Imported,
    Instance,
    Member,
    Scope,
    Value,
    is_enumeration,
    items_of,
)

_MOST_STEPS = 60_000
_DEEPEST = 24
_LONGEST_LOOP = 300
_RELEVANT = (
    "ArgumentParser",
    "add_argument",
    "OptionParser",
    "add_option",
    "add_parser",
    "add_subparsers",
    "click",
    "typer",
    "Typer",
    "fire.Fire",
    "Fire(",
    "argh",
    "cloup",
)

Model = Callable[["PythonReading", str, Arguments], Value]
"""What a call of something foreign gives, by its dotted name."""


class PythonReading:
    """A walk through the files that one program is made of."""

    def __init__(self, files: PythonFiles, models: Mapping[str, Model]) -> None:
        self.files = files
        self.models = models
        self.parsed: list[Draft] = []
        """The programs whose parsing was asked for, in their order."""
        self.made: list[Draft] = []
        """The programs that were made, in their order."""
        self.main: str | None = None
        """The file that is run as a script."""
        self.seen: list[Function] = []
        """Functions with options on them."""
        self._steps = 0
        self._depth = 0
        self._relevant: dict[str, bool] = {}

    @property
    def exhausted(self) -> bool:
        """Whether the walk was cut short."""
        return self._steps >= _MOST_STEPS or self.files.full

    def load(self, path: str) -> Scope | None:
        """The names of a file, whose top is walked once; None where it cannot be read."""
        file = self.files.file(path)
        if file is None or file.scope is None:
            return None
        if not file.ran:
            file.ran = True
            file.scope.names["__doc__"] = ast.get_docstring(file.tree, clean=False)
            for star in self.files.stars(file):
                loaded = self.load(star)
                file.scope.names.update(loaded.names if loaded and star != path else {})
            self.run(file.tree.body, file.scope)
        return file.scope

    def docstring_line(self, arguments: Arguments) -> int | None:
        """The line on which the docstring of the calling file begins; None where the text is another."""
        file = self.files.file(arguments.evidence.path)
        if file is None or ast.get_docstring(file.tree, clean=False) != arguments.get("doc", 0):
            return None
        return file.tree.body[0].lineno

    def resolved(self, value: Value) -> Value:
        """What an imported name stands for; the name itself where it is a whole file."""
        for _ in range(8):
            if not isinstance(value, Imported) or not value.name:
                return value
            scope = self.load(value.path)
            following = scope.names.get(value.name, UNKNOWN) if scope else UNKNOWN
            if following is UNKNOWN and (beside := self.files.submodule(value.path, value.name)):
                following = Imported(beside, "")
            if following == value:
                return UNKNOWN
            value = following
        return UNKNOWN

    def run(self, body: Sequence[ast.stmt], scope: Scope) -> Value:
        """Walk statements; the last value that one of them returns, else None."""
        result: Value = None
        for statement in body:
            self._steps += 1
            if self._steps >= _MOST_STEPS:
                break
            handler = _STATEMENTS.get(type(statement).__name__)
            returned = handler(self, statement, scope) if handler else self._nested(statement, scope)
            if returned is not None and (result is None or returned is not UNKNOWN):
                result = returned
        return result

    def _nested(self, statement: ast.stmt, scope: Scope) -> Value:
        """Every block of a statement, and the values of its expressions."""
        result: Value = None
        for name, value in ast.iter_fields(statement):
            if isinstance(value, ast.expr):
                self.value(value, scope)
            elif isinstance(value, list) and value:
                returned = self._block(name, value, scope)
                result = result if returned is None else returned
        return result

    def _block(self, name: str, block: list[ast.AST], scope: Scope) -> Value:
        result: Value = None
        for part in block:
            if isinstance(part, ast.withitem):
                made = self.value(part.context_expr, scope)
                if part.optional_vars is not None:
                    self.bind(part.optional_vars, made, scope)
            elif isinstance(part, ast.ExceptHandler | ast.match_case):
                returned = self.run(part.body, scope)
                result = result if returned is None else returned
            elif isinstance(part, ast.stmt):
                return self.run([s for s in block if isinstance(s, ast.stmt)], scope)
        return result

    def _if(self, node: ast.If, scope: Scope) -> Value:
        if is_main_guard(node.test) and scope.file.path != self.main:
            return None
        if is_typing(node.test):
            return self.run(node.body, scope) if node.body else None
        return self._nested(node, scope)

    def _for(self, node: ast.For | ast.AsyncFor, scope: Scope) -> Value:
        items = items_of(self.value(node.iter, scope))
        result: Value = None
        for item in [UNKNOWN] if items is None else items[:_LONGEST_LOOP]:
            self.bind(node.target, item, scope)
            returned = self.run(node.body, scope)
            result = result if returned is None else returned
        self.run(node.orelse, scope)
        return result

    def _return(self, node: ast.Return, scope: Scope) -> Value:
        return None if node.value is None else self.value(node.value, scope)

    def _assign(self, node: ast.Assign | ast.AnnAssign, scope: Scope) -> Value:
        if node.value is None:
            return None
        value = self.value(node.value, scope)
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            self.bind(target, value, scope)
        return None

    def _add_to(self, node: ast.AugAssign, scope: Scope) -> Value:
        self.bind(
            node.target,
            combined(node.op, self.value(node.target, scope), self.value(node.value, scope)),
            scope,
        )
        return None

    def _import(self, node: ast.Import | ast.ImportFrom, scope: Scope) -> Value:
        scope.names.update(self.files.bound(scope.file, node))
        return None

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> Value:
        value: Value = Function(node, scope)
        for decorator in reversed(node.decorator_list):
            value = self._decorated(self.value(decorator, scope), value, decorator, scope)
        scope.names[node.name] = value
        return None

    def _decorated(self, decorator: Value, value: Value, node: ast.expr, scope: Scope) -> Value:
        if isinstance(decorator, Foreign) and decorator.name.rpartition(".")[2] in _HARMLESS:
            return value
        arguments = Arguments([value], {}, node, scope.file.evidence(node))
        made = self.call(decorator, arguments)
        if made is not UNKNOWN and made is not None:
            return made
        if isinstance(value, Function):
            value.whole = False
        elif hasattr(value, "draft"):
            value.draft.whole = False
        return value

    def _class(self, node: ast.ClassDef, scope: Scope) -> Value:
        inner = scope.inner()
        made = Class(node, inner, tuple(self.value(base, scope) for base in node.bases))
        scope.names[node.name] = made
        self.run(node.body, inner)
        if is_enumeration(made):
            for name, value in inner.names.items():
                if not isinstance(value, Function) and not name.startswith("_"):
                    inner.names[name] = Member(name, value)
        return None

    def bind(self, target: ast.expr, value: Value, scope: Scope) -> None:
        """Let a name, an attribute or a place stand for a value."""
        if isinstance(target, ast.Name):
            scope.names[target.id] = value
        elif isinstance(target, ast.Attribute):
            owner = self.value(target.value, scope)
            names = getattr(owner, "names", None)
            if isinstance(names, dict):
                names[target.attr] = value
        elif isinstance(target, ast.Tuple | ast.List):
            items = items_of(value)
            fitting = items is not None and len(items) == len(target.elts)
            for number, part in enumerate(target.elts):
                self.bind(part, items[number] if items is not None and fitting else UNKNOWN, scope)
        elif isinstance(target, ast.Subscript):
            self._bind_place(target, value, scope)

    def _bind_place(self, target: ast.Subscript, value: Value, scope: Scope) -> None:
        holder, key = self.value(target.value, scope), self.value(target.slice, scope)
        if isinstance(holder, dict) and isinstance(key, str | int):
            holder[key] = value

    def value(self, node: ast.expr, scope: Scope) -> Value:
        """What an expression stands for."""
        self._steps += 1
        handler = _EXPRESSIONS.get(type(node).__name__)
        if handler is None or self._steps >= _MOST_STEPS:
            return UNKNOWN
        return handler(self, node, scope)

    def _name(self, node: ast.Name, scope: Scope) -> Value:
        here: Scope | None = scope
        while here is not None:
            if node.id in here.names:
                found = self.resolved(here.names[node.id])
                if here.names[node.id] is not found and found is not UNKNOWN:
                    here.names[node.id] = found
                return found
            here = here.outer
        return Foreign(f"builtins.{node.id}")

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Value:
        return self.attribute(self.value(node.value, scope), node.attr)

    def attribute(self, owner: Value, name: str) -> Value:
        """An attribute of a value."""
        if isinstance(owner, Foreign):
            return Foreign(f"{owner.name}.{name}")
        if isinstance(owner, Imported):
            return self._of_file(owner, name)
        return method_of(owner, name)

    def _of_file(self, owner: Imported, name: str) -> Value:
        beside = self.files.submodule(owner.path, name)
        scope = self.load(owner.path)
        if scope is not None and name in scope.names:
            return self.resolved(scope.names[name])
        return Imported(beside, "") if beside else UNKNOWN

    def _call(self, node: ast.Call, scope: Scope) -> Value:
        callee = self.value(node.func, scope)
        if callee == Foreign("builtins.super"):
            return Super.at(scope)
        return self.call(callee, arguments_of(node, scope, self.value))

    def call(self, callee: Value, arguments: Arguments) -> Value:
        """What a call gives."""
        if isinstance(callee, Callee):
            return callee.owner.call(callee.method, arguments)
        if isinstance(callee, Function):
            return self._inlined(callee, arguments)
        if isinstance(callee, Class):
            return self._made(callee, arguments)
        if isinstance(callee, Foreign):
            return self._foreign(callee, arguments)
        if hasattr(callee, "call"):
            return callee.call("", arguments)
        made = called_plain(callee, arguments)
        if made is UNKNOWN:
            escape(arguments)
        return made

    def _foreign(self, callee: Foreign, arguments: Arguments) -> Value:
        package, _, _ = callee.name.partition(".")
        model = self.models.get(package)
        made = model(self, callee.name, arguments) if model else called_plain(callee, arguments)
        if made is UNKNOWN and model is None and callee.name not in _KEEPS_OFF:
            escape(arguments)
        return made

    def _made(self, of: Class, arguments: Arguments) -> Value:
        """An object of a project's class; where a library's is its base, that library's object."""
        for base in of.foreign():
            model = self.models.get(base.partition(".")[0])
            made = model(self, base, arguments) if model else UNKNOWN
            if hasattr(made, "subclass"):
                made.subclass(of)
                self._initialised(of, made, arguments)
                return made
        made = Instance(of)
        self._initialised(of, made, arguments)
        return made

    def _initialised(self, of: Class, made: Value, arguments: Arguments) -> None:
        start = of.find("__init__")
        if isinstance(start, Function):
            self._inlined(Function(start.node, start.scope, owner=made), arguments)
        elif isinstance(made, Instance):
            escape(arguments)

    def _inlined(self, function: Function, arguments: Arguments) -> Value:
        if self._depth >= _DEEPEST or not self._is_relevant(function, arguments):
            escape(arguments)
            return UNKNOWN
        self._depth += 1
        inner = function.scope.inner()
        bind_parameters(function, arguments, inner, self.value)
        if isinstance(function.node, ast.Lambda):
            result = self.value(function.node.body, inner)
        else:
            result = self.run(function.node.body, inner)
        self._depth -= 1
        return result

    def _is_relevant(self, function: Function, arguments: Arguments) -> bool:
        """Whether a function may declare something: it is given a parser, or its file speaks of them."""
        passed = (*arguments.values, *arguments.named.values(), function.owner)
        if any(hasattr(value, "escaped") or isinstance(value, Function) for value in passed):
            return True
        file: File = function.scope.file
        if file.path not in self._relevant:
            self._relevant[file.path] = any(word in line for line in file.lines for word in _RELEVANT)
        return self._relevant[file.path]


_KEEPS_OFF = frozenset(
    {
        f"builtins.{name}"
        for name in ("print", "isinstance", "len", "vars", "getattr", "hasattr", "repr", "str")
    }
    | {"builtins.dict", "builtins.list", "builtins.tuple", "builtins.type", "builtins.id", "builtins.bool"}
    | {"argcomplete.autocomplete", "sys.exit", "functools.update_wrapper"}
)
"""Foreign functions that declare nothing on what they are given."""

_HARMLESS = frozenset(
    {"wraps", "lru_cache", "cache", "contextmanager", "asynccontextmanager", "staticmethod", "property"}
    | {"classmethod", "override", "overload", "final", "abstractmethod", "cached_property", "singledispatch"}
)

_STATEMENTS: Mapping[str, Callable[[PythonReading, Any, Scope], Value]] = {
    "If": PythonReading._if,
    "For": PythonReading._for,
    "AsyncFor": PythonReading._for,
    "Return": PythonReading._return,
    "Assign": PythonReading._assign,
    "AnnAssign": PythonReading._assign,
    "AugAssign": PythonReading._add_to,
    "Import": PythonReading._import,
    "ImportFrom": PythonReading._import,
    "FunctionDef": PythonReading._function,
    "AsyncFunctionDef": PythonReading._function,
    "ClassDef": PythonReading._class,
}

_EXPRESSIONS: Mapping[str, Callable[[PythonReading, Any, Scope], Value]] = {
    **EXPRESSIONS,
    "Name": PythonReading._name,
    "Attribute": PythonReading._attribute,
    "Call": PythonReading._call,
}
