"""typer: options from the parameters of functions."""

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from workbench.checks.evidence.options.click_model import Group, Marks
from workbench.checks.evidence.options.python_values import (
    UNKNOWN,
    Arguments,
    Class,
    Foreign,
    Function,
    Member,
    Value,
    is_enumeration,
    items_of,
    written,
)
from workbench.checks.evidence.program import Option

if TYPE_CHECKING:
    from workbench.checks.evidence.options.python_reading import PythonReading

_COMPLETION = ("--install-completion", "--show-completion")


class Typer:
    """An application of typer."""

    def __init__(self, reading: "PythonReading", arguments: Arguments) -> None:
        self.reading = reading
        self.names: dict[str, Value] = {}
        self.root = Group(reading, "", arguments, is_group=True)
        self._arguments = arguments
        self._has_callback = False
        self._groups = 0
        self._alone: Group | None = None
        self.root.settled(arguments)
        self._completes = arguments.named.get("add_completion", True) is not False
        if self._completes:
            self.root.draft.add(Option(_COMPLETION, arguments.evidence, takes_value=None, by_framework=True))
        self.root.draft.whole &= not arguments.open
        if isinstance(made := arguments.named.get("callback"), Function):
            self._callback(made)

    def escaped(self) -> None:
        """Code that is not understood may have added commands."""
        self.root.escaped()

    def call(self, method: str, arguments: Arguments) -> Value:
        """What a method gives; calling it runs it."""
        if method == "":
            self.reading.parsed.append(self.root.draft)
            return UNKNOWN
        if method in ("command", "callback"):
            return Declares(self, method, arguments)
        if method == "add_typer":
            self._add(arguments)
            return None
        self.root.draft.open_commands = True
        return UNKNOWN

    def _add(self, arguments: Arguments) -> None:
        other, name = arguments.get("typer_instance", 0), arguments.get("name")
        name = (
            name if name is not None or not isinstance(other, Typer) else other._arguments.named.get("name")
        )
        self._groups += 1
        self._spread()
        if not isinstance(other, Typer):
            self.root.draft.open_commands = True
        elif isinstance(name, str):
            other.root.draft.options = [o for o in other.root.draft.options if o.names != _COMPLETION]
            other._has_callback = True
            other._spread()
            self.root.draft.commands[name] = other.root.draft
        elif name is None:
            self.root.draft.commands.update(other.root.draft.commands)
            self.root.draft.open_commands = True
        else:
            self.root.draft.open_commands = True

    def _callback(self, function: Function) -> None:
        self._has_callback = True
        self._spread()
        declare(self.reading, self.root, function)

    def add(self, function: Function, arguments: Arguments) -> None:
        """Take a function as a command. A single one without a callback is the program itself."""
        name = arguments.get("name", 0)
        command = Group(self.reading, name if isinstance(name, str) else "", arguments, is_group=False)
        command.draft.evidence = function.scope.file.evidence(function.node)
        command.settled(arguments)
        declare(self.reading, command, function)
        spelled = name if isinstance(name, str) else function.name.lower().replace("_", "-")
        command.draft.name = command.draft.name or spelled
        if name is UNKNOWN:
            self.root.draft.open_commands = True
        alone = not self.root.draft.commands and not self._has_callback and not self._groups
        self._spread()
        self.root.draft.commands[spelled] = command.draft
        if alone:
            self._fold(command)

    def _fold(self, command: Group) -> None:
        self._alone = command
        self._kept = list(self.root.draft.options)
        self.root.draft.inherit(command.draft.options)
        self.root.draft.closed = False
        self._was_whole = self.root.draft.whole
        self.root.draft.whole &= command.draft.whole

    def _spread(self) -> None:
        """Undo what a single command brought."""
        if self._alone is not None:
            self._alone = None
            self.root.draft.options = self._kept
            self.root.draft.closed = True
            self.root.draft.whole = self._was_whole


class Declares:
    """The decorator of a command or of the callback."""

    def __init__(self, app: Typer, method: str, arguments: Arguments) -> None:
        self._app, self._method, self._arguments = app, method, arguments

    def call(self, method: str, arguments: Arguments) -> Value:
        """The function, as it was."""
        function = arguments.get("", 0)
        if not isinstance(function, Function):
            return UNKNOWN
        if self._method == "command":
            self._app.add(function, self._arguments)
        else:
            self._app._callback(function)
            self._app.root.settled(self._arguments)
        return function


class Parameter:
    """What `typer.Option` or `typer.Argument` says of a parameter."""

    def __init__(self, is_option: bool, arguments: Arguments) -> None:
        self.is_option, self.arguments = is_option, arguments


def typer_model(reading: "PythonReading", name: str, arguments: Arguments) -> Value:
    """What a call of typer gives."""
    last = name.rpartition(".")[2]
    if last == "Typer":
        return Typer(reading, arguments)
    if last in ("Option", "Argument"):
        return Parameter(last == "Option", arguments)
    if last == "run" and isinstance(function := arguments.get("", 0), Function):
        app = Typer(reading, Arguments([], {"add_completion": False}, arguments.node, arguments.evidence))
        app.add(function, Arguments([], {}, arguments.node, arguments.evidence))
        reading.parsed.append(app.root.draft)
    return Marks([]) if last in ("pass_context",) else UNKNOWN


def declare(reading: "PythonReading", group: Group, function: Function) -> None:
    """Give a command the options that the parameters of a function say."""
    if not function.whole:
        group.draft.whole = False
    for parameter, default in _parameters(function.node):
        value = reading.value(default, function.scope) if default is not None else None
        said, kind = _annotated(reading, parameter.annotation, function)
        if isinstance(value, Parameter):
            said, value = value, value.arguments.get("default", 0)
        elif default is None and (said is None or not said.is_option):
            continue
        if said is None and (default is None or _is_context(parameter.annotation)):
            continue
        if said is not None and not said.is_option:
            continue
        _add(group, parameter.arg, said, kind, value, function.scope.file.evidence(parameter))


def _parameters(node: Any) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    places = (*node.args.posonlyargs, *node.args.args)
    missing = len(places) - len(node.args.defaults)
    for number, parameter in enumerate(places):
        yield parameter, node.args.defaults[number - missing] if number >= missing else None
    yield from zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)


def _annotated(
    reading: "PythonReading", annotation: ast.expr | None, function: Function
) -> tuple[Parameter | None, Value]:
    """What an annotation says of the option, and its type."""
    if isinstance(annotation, ast.Name):
        alias = function.scope.file.scope.names.get(annotation.id) if function.scope.file.scope else None
        node = _assigned(function, annotation.id)
        if node is not None and not isinstance(alias, Class):
            annotation = node
    if isinstance(annotation, ast.Subscript) and _last(annotation.value) == "Annotated":
        parts = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
        said = [reading.value(part, function.scope) for part in parts[1:]]
        return next((p for p in said if isinstance(p, Parameter)), None), _kind(reading, parts[0], function)
    return None, _kind(reading, annotation, function)


def _assigned(function: Function, name: str) -> ast.expr | None:
    """What the file assigns to a name, such as an alias of a type."""
    for node in function.scope.file.tree.body:
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == name for t in node.targets
        ):
            return node.value if isinstance(node.value, ast.Subscript) else None
    return None


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _kind(reading: "PythonReading", node: ast.expr | None, function: Function) -> Value:
    if isinstance(node, ast.Subscript) and _last(node.value) == "Optional":
        node = node.slice
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        node = node.left
    return reading.value(node, function.scope) if isinstance(node, ast.Name | ast.Attribute) else UNKNOWN


def _is_context(annotation: ast.expr | None) -> bool:
    return annotation is not None and _last(annotation) in ("Context", "CallbackParam")


def _add(group: Group, name: str, said: Parameter | None, kind: Value, default: Value, evidence: Any) -> None:
    given = said.arguments if said is not None else None
    spelled = [v for v in given.values if isinstance(v, str) and v.startswith("-")] if given else []
    if given is not None and given.open:
        group.draft.whole = False
    is_flag = kind == Foreign("builtins.bool") or isinstance(default, bool)
    long = f"--{name.replace('_', '-')}"
    names = [part.strip() for each in spelled for part in each.split("/") if part.strip()] or [long]
    if is_flag and not spelled:
        names.append(f"--no-{long[2:]}")
    choices: tuple[str, ...] = ()
    if isinstance(kind, Class) and is_enumeration(kind):
        choices = tuple(str(m.value) for m in items_of(kind) or () if isinstance(m, Member))
    by_count = given is not None and given.named.get("count") is True
    group.draft.add(
        Option(
            tuple(names),
            evidence,
            takes_value=not (is_flag or by_count),
            default=written(default),
            choices=choices,
        )
    )
