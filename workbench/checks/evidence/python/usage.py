"""What a text's Python uses of a repository: imports, attributes and calls, in their order.

Names are followed from the imports on, through instances of the repository's classes, and only as long as
nothing else can have been meant by them.
"""

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from workbench.checks.evidence.python.api import Answer, Api, Symbol, decorators, dotted
from workbench.checks.evidence.python.classes import Members, members, symbol_of
from workbench.checks.evidence.python.layout import Known
from workbench.checks.evidence.python.signatures import returned
from workbench.checks.text.python_code import PythonCode


class Instance(NamedTuple):
    """An object of a class of the repository."""

    cls: Symbol


class Method(NamedTuple):
    """A method, taken from an instance or from its class."""

    symbol: Symbol
    owner: Symbol
    on_class: bool = False


class _Pending(NamedTuple):
    """What an asynchronous call gives once it is awaited."""

    cls: Symbol


Thing = Symbol | Instance | Method | _Pending | None


class Import(NamedTuple):
    """A module that is imported, or a name from one."""

    module: str
    name: str | None
    place: tuple[int, int]
    answer: Answer
    code: PythonCode
    symbol: Symbol | None = None


class Attribute(NamedTuple):
    """A name that is asked of something of the repository."""

    owner: Symbol
    """A module or a class."""
    name: str
    place: tuple[int, int]
    answer: Answer
    code: PythonCode
    found: Symbol | None = None
    on_instance: bool = False
    called: bool = False


class Call(NamedTuple):
    """A call of something of the repository."""

    target: Symbol | Method
    node: ast.Call
    place: tuple[int, int]
    code: PythonCode


Use = Import | Attribute | Call


@dataclass
class Usage:
    """A reading of a text's Python from its beginning on."""

    api: Api
    names: dict[str, Thing] = field(default_factory=dict)
    uses: list[Use] = field(default_factory=list)
    stored: set[str] = field(default_factory=set)
    """Attributes that the text itself sets on something."""
    imported: set[str] = field(default_factory=set)
    """First parts of the repository's modules that the text imports."""
    _code: PythonCode | None = None
    _tolerant: int = 0

    def take(self, code: PythonCode) -> None:
        """Read some statements."""
        self._code = code
        for node in (inner for statement in code.statements for inner in ast.walk(statement)):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                self.stored.add(node.attr)
        self._run(code.statements)

    @property
    def code(self) -> PythonCode:
        """What is being read."""
        assert self._code is not None
        return self._code

    def _run(self, statements: Iterable[ast.stmt]) -> None:
        for statement in statements:
            handler = _STATEMENTS.get(type(statement))
            if handler is not None:
                handler(self, statement)
            else:
                self._other(statement)

    def _other(self, statement: ast.stmt) -> None:
        """A statement that binds nothing of interest: its expressions, then its bodies."""
        for value in ast.iter_child_nodes(statement):
            if isinstance(value, ast.expr):
                self.value(value)
        for name in ("body", "orelse", "finalbody"):
            self._run(getattr(statement, name, []))
        for case in getattr(statement, "cases", []):
            for node in ast.walk(case.pattern):
                if isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
                    self.names[node.name] = None
            self._run(case.body)

    def _import(self, statement: ast.Import) -> None:
        for alias in statement.names:
            first = alias.name.partition(".")[0]
            known = self.api.layout.find(alias.name)[0]
            source = self.api.source(alias.name)
            symbol = Symbol(source, alias.name) if source is not None else None
            if self.api.layout.is_own(first):
                self.imported.add(first)
                answer = {Known.HERE: Answer.YES, Known.ABSENT: Answer.NO}.get(known, Answer.UNKNOWN)
                self._use(
                    Import(
                        alias.name, None, self.code.place(alias), self._softened(answer), self.code, symbol
                    )
                )
            if alias.asname:
                self.names[alias.asname] = symbol
            else:
                root = self.api.source(first)
                self.names[first] = Symbol(root, first) if root is not None else None

    def _import_from(self, statement: ast.ImportFrom) -> None:
        module = statement.module or ""
        own = not statement.level and bool(module) and self.api.layout.is_own(module)
        known = self.api.layout.find(module)[0] if own else Known.FOREIGN
        if own:
            self.imported.add(module.partition(".")[0])
        if known is Known.ABSENT:
            place = self._module_place(statement, module)
            self._use(Import(module, None, place, self._softened(Answer.NO), self.code))
        for alias in statement.names:
            if alias.name == "*":
                self._import_all(module)
                continue
            symbol = None
            if known is Known.HERE:
                answer, symbol = self.api.member(module, alias.name)
                place = self.code.place(alias)
                self._use(Import(module, alias.name, place, self._softened(answer), self.code, symbol))
            self.names[alias.asname or alias.name] = self._meant(symbol)

    def _import_all(self, module: str) -> None:
        source = self.api.source(module)
        for name in (source.exported or source.bound) if source is not None else ():
            self.names[name] = self._meant(self.api.member(module, name)[1])

    def _module_place(self, statement: ast.ImportFrom, module: str) -> tuple[int, int]:
        start, end = self.code.place(statement)
        at = self.code.text(statement).find(module, getattr(statement, "col_offset", 0))
        first = start + max(at - statement.col_offset, 0)
        return (first, first + len(module)) if at >= 0 else (start, end)

    def _softened(self, answer: Answer) -> Answer:
        """Inside a `try` that expects an import to fail, a missing name proves nothing."""
        return Answer.UNKNOWN if answer is Answer.NO and self._tolerant else answer

    def _try(self, statement: ast.Try) -> None:
        self._tolerant += bool(statement.handlers)
        self._run(statement.body)
        self._tolerant -= bool(statement.handlers)
        for handler in statement.handlers:
            if handler.name:
                self.names[handler.name] = None
            self._run(handler.body)
        self._run([*statement.orelse, *statement.finalbody])

    def _assign(self, statement: ast.Assign) -> None:
        thing = self.value(statement.value)
        for target in statement.targets:
            self._bind(target, thing)

    def _annotated(self, statement: ast.AnnAssign) -> None:
        self.value(statement.annotation)
        self._bind(statement.target, self.value(statement.value) if statement.value else None)

    def _loop(self, statement: ast.For | ast.AsyncFor) -> None:
        self.value(statement.iter)
        self._bind(statement.target, None)
        self._run([*statement.body, *statement.orelse])

    def _with(self, statement: ast.With | ast.AsyncWith) -> None:
        for item in statement.items:
            thing = self.value(item.context_expr)
            if item.optional_vars is not None:
                self._bind(item.optional_vars, self._entered(thing))
        self._run(statement.body)

    def _entered(self, thing: Thing) -> Thing:
        """What `with ... as` gives: the object itself where its `__enter__` says so."""
        if not isinstance(thing, Instance):
            return None
        found = self._members(thing.cls).found
        method = found.get("__enter__") or found.get("__aenter__")
        node = method.node if method is not None else None
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.args.args:
            return None
        own = node.args.args[0].arg
        gives = [n.value for n in ast.walk(node) if isinstance(n, ast.Return)]
        itself = bool(gives) and all(isinstance(g, ast.Name) and g.id == own for g in gives)
        return thing if itself else None

    def _function(self, statement: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for decorator in statement.decorator_list:
            self.value(decorator)
        outer = dict(self.names)
        taken = statement.args
        for default in (*taken.defaults, *taken.kw_defaults):
            if default is not None:
                self.value(default)
        for argument in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs, taken.vararg, taken.kwarg):
            if argument is not None:
                self.names[argument.arg] = None
        self._run(statement.body)
        self.names = {**outer, statement.name: None}

    def _class(self, statement: ast.ClassDef) -> None:
        for value in (*statement.decorator_list, *statement.bases):
            self.value(value)
        outer = dict(self.names)
        self._run(statement.body)
        self.names = {**outer, statement.name: None}

    def _delete(self, statement: ast.Delete) -> None:
        for target in statement.targets:
            self._bind(target, None)

    def _bind(self, target: ast.expr, thing: Thing) -> None:
        if isinstance(target, ast.Name):
            self.names[target.id] = thing
        elif isinstance(target, ast.Tuple | ast.List):
            for item in target.elts:
                self._bind(item, None)
        elif isinstance(target, ast.Starred):
            self._bind(target.value, None)
        elif isinstance(target, ast.Attribute):
            self.value(target.value)
        elif isinstance(target, ast.Subscript):
            self.value(target.value)
            self.value(target.slice)

    def value(self, node: ast.AST, called: bool = False) -> Thing:
        """What an expression gives, and note what it uses."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id)
        if isinstance(node, ast.Attribute):
            return self._attribute(node, called)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Await):
            thing = self.value(node.value)
            return Instance(thing.cls) if isinstance(thing, _Pending) else None
        if isinstance(node, ast.NamedExpr):
            thing = self.value(node.value)
            self.names[node.target.id] = thing
            return thing
        if isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            self._closed(node)
            return None
        for child in ast.iter_child_nodes(node):
            self.value(child)
        return None

    def _closed(self, node: ast.expr) -> None:
        """An expression with names of its own."""
        outer = dict(self.names)
        for inner in ast.walk(node):
            if isinstance(inner, ast.arg):
                self.names[inner.arg] = None
            elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                self.names[inner.id] = None
        for child in ast.iter_child_nodes(node):
            self.value(child)
        self.names = outer

    def _attribute(self, node: ast.Attribute, called: bool) -> Thing:
        owner = self.value(node.value)
        start, end = self.code.place(node)
        place = (end - len(node.attr), end) if end - start > len(node.attr) else (start, end)
        if isinstance(owner, Instance):
            return self._member_of(owner.cls, node.attr, place, on_instance=True, called=called)
        if not isinstance(owner, Symbol):
            return None
        if owner.is_module:
            answer, symbol = self.api.member(owner.source.place.name, node.attr)
            self._use(Attribute(owner, node.attr, place, answer, self.code, symbol, called=called))
            return self._meant(symbol)
        if isinstance(owner.node, ast.ClassDef):
            return self._member_of(owner, node.attr, place, on_instance=False, called=called)
        return None

    def _member_of(
        self, cls: Symbol, name: str, place: tuple[int, int], *, on_instance: bool, called: bool
    ) -> Thing:
        known = self._members(cls)
        answer = known.has(name)
        if answer is Answer.NO and (name in self.stored or (not on_instance and hasattr(type, name))):
            answer = Answer.UNKNOWN
        found = known.found.get(name)
        self._use(Attribute(cls, name, place, answer, self.code, found, on_instance, called))
        if found is None:
            return None
        if isinstance(found.node, ast.FunctionDef | ast.AsyncFunctionDef):
            if any(d.rpartition(".")[2] in ("property", "cached_property") for d in decorators(found.node)):
                cls_of = returned(self.api, found, cls)
                return Instance(cls_of) if cls_of is not None and on_instance else None
            return Method(found, cls, on_class=not on_instance)
        return found if isinstance(found.node, ast.ClassDef) else None

    def _members(self, cls: Symbol) -> Members:
        return members(self.api, cls)

    def _call(self, node: ast.Call) -> Thing:
        target = self.value(node.func, called=True)
        for argument in node.args:
            self.value(argument)
        for keyword in node.keywords:
            self.value(keyword.value)
        if (isinstance(target, Symbol) and not target.is_module) or isinstance(target, Method):
            self._use(Call(target, node, self.code.place(node), self.code))
        return self._given(target)

    def _given(self, target: Thing) -> Thing:
        if isinstance(target, Method):
            cls = returned(self.api, target.symbol, target.owner)
            node: ast.AST | None = target.symbol.node
        elif isinstance(target, Symbol) and not target.is_module:
            cls, node = returned(self.api, target), target.node
        else:
            return None
        if cls is None:
            return None
        return _Pending(cls) if isinstance(node, ast.AsyncFunctionDef) else Instance(cls)

    def _meant(self, symbol: Symbol | None) -> Thing:
        """A symbol, or what a module's own assignment gives it."""
        node = symbol.node if symbol is not None else None
        if symbol is None or not isinstance(node, ast.Assign):
            return symbol
        if isinstance(node.value, ast.Call) and (name := dotted(node.value.func)):
            cls = symbol_of(self.api, symbol, name)
            return Instance(cls) if cls is not None and isinstance(cls.node, ast.ClassDef) else None
        if isinstance(node.value, ast.Name):
            return symbol_of(self.api, symbol, node.value.id)
        return None

    def _use(self, use: Use) -> None:
        self.uses.append(use)


_STATEMENTS: dict[type[ast.stmt], Callable[[Usage, ast.stmt], None]] = {
    ast.Import: Usage._import,  # type: ignore[dict-item]
    ast.ImportFrom: Usage._import_from,  # type: ignore[dict-item]
    ast.Try: Usage._try,  # type: ignore[dict-item]
    ast.Assign: Usage._assign,  # type: ignore[dict-item]
    ast.AnnAssign: Usage._annotated,  # type: ignore[dict-item]
    ast.For: Usage._loop,  # type: ignore[dict-item]
    ast.AsyncFor: Usage._loop,  # type: ignore[dict-item]
    ast.With: Usage._with,  # type: ignore[dict-item]
    ast.AsyncWith: Usage._with,  # type: ignore[dict-item]
    ast.FunctionDef: Usage._function,  # type: ignore[dict-item]
    ast.AsyncFunctionDef: Usage._function,  # type: ignore[dict-item]
    ast.ClassDef: Usage._class,  # type: ignore[dict-item]
    ast.Delete: Usage._delete,  # type: ignore[dict-item]
}
