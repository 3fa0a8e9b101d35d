"""Python Fire and argh: options from the parameters of functions, commands from functions and methods."""

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.python_values import (
    UNKNOWN,
    Arguments,
    Class,
    Function,
    Instance,
    Value,
    items_of,
    written,
)
from workbench.checks.evidence.program import Option

if TYPE_CHECKING:
    from workbench.checks.evidence.options.python_reading import PythonReading

_FIRE = ("--help", "-h", "--interactive", "--trace", "--separator", "--completion", "--verbose")


def fire_model(reading: "PythonReading", name: str, arguments: Arguments) -> Value:
    """`fire.Fire(component)`: what a function, a class or a mapping of them takes."""
    if name.rpartition(".")[2] != "Fire":
        return UNKNOWN
    component = arguments.get("component", 0)
    draft = Draft("", arguments.evidence, loose=False)
    if isinstance(component, dict):
        for key, value in component.items():
            draft.commands[str(key)] = _component(reading, str(key), value, arguments)
        draft.closed = bool(draft.commands)
    else:
        draft = _component(reading, "", component, arguments)
    for made in (draft, *draft.commands.values()):
        made.add(Option(_FIRE, arguments.evidence, None, by_framework=True, reaches=True))
    reading.parsed.append(draft)
    return UNKNOWN


def _component(reading: "PythonReading", name: str, value: Value, arguments: Arguments) -> Draft:
    draft = Draft(name, arguments.evidence)
    if isinstance(value, Function):
        draft.evidence = value.scope.file.evidence(value.node)
        _parameters(reading, draft, value)
    elif isinstance(value, Class | Instance):
        _members(reading, draft, value.of if isinstance(value, Instance) else value, isinstance(value, Class))
    else:
        draft.whole, draft.open_commands = False, True
    return draft


def _members(reading: "PythonReading", draft: Draft, of: Class, is_made: bool) -> None:
    """The methods of a class as commands, and the parameters of its constructor as options of all."""
    draft.evidence = of.scope.file.evidence(of.node)
    if of.foreign() - {"builtins.object"} or of.node.decorator_list:
        draft.whole, draft.open_commands = False, True
    start = of.find("__init__")
    if is_made and isinstance(start, Function):
        _parameters(reading, draft, start, has_self=True)
        draft.options = [
            Option(o.names, o.evidence, o.takes_value, o.default, reaches=True) for o in draft.options
        ]
    for known in of.ancestors():
        for name, value in known.scope.names.items():
            if isinstance(value, Function) and not name.startswith("_"):
                command = Draft(name, value.scope.file.evidence(value.node))
                _parameters(reading, command, value, has_self=True)
                for spelled in {name, name.replace("_", "-")}:
                    draft.commands.setdefault(spelled, command)
    # Attributes can be asked for too, and what a method gives has members of its own.
    draft.open_commands = True


def _parameters(reading: "PythonReading", draft: Draft, function: Function, has_self: bool = False) -> None:
    """Each parameter as an option: by its whole name, and by its letter where no other begins with it."""
    node = function.node
    draft.whole &= function.whole and node.args.kwarg is None
    found = list(_stated(node))
    decorators = {getattr(d, "id", "") for d in getattr(node, "decorator_list", ())}
    if has_self and "staticmethod" not in decorators:
        found = found[1:]
    letters = [parameter.arg[0] for parameter, _ in found]
    for parameter, default in found:
        value = reading.value(default, function.scope) if default is not None else None
        name = parameter.arg
        spelled = {name, name.replace("_", "-")}
        names = [f"--{n}" for n in sorted(spelled)] + [f"-{n}" for n in sorted(spelled) if len(n) > 1]
        if letters.count(name[0]) == 1:
            names.append(f"-{name[0]}")
        names += [f"--no{n}" for n in sorted(spelled)] if isinstance(value, bool) or value is None else []
        draft.add(
            Option(
                tuple(dict.fromkeys(names)),
                function.scope.file.evidence(parameter),
                takes_value=None if isinstance(value, bool) or value is None else True,
                default=written(value),
            )
        )


def _stated(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    places = (*node.args.posonlyargs, *node.args.args)
    missing = len(places) - len(node.args.defaults)
    for number, parameter in enumerate(places):
        yield parameter, node.args.defaults[number - missing] if number >= missing else None
    yield from zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)


class _Parser:
    """argh's parser, to which functions are added as commands."""

    def __init__(self, reading: "PythonReading", arguments: Arguments) -> None:
        self._reading = reading
        self._draft = Draft("", arguments.evidence, abbreviates=True, closed=True)
        self._draft.add(Option(("-h", "--help"), arguments.evidence, False, by_framework=True))

    def escaped(self) -> None:
        """Code that is not understood got it."""
        self._draft.whole, self._draft.open_commands = False, True

    def call(self, method: str, arguments: Arguments) -> Value:
        """What a method gives."""
        if method == "add_commands" and not set(arguments.named) - {"functions"}:
            self.add(arguments.get("functions", 0))
        elif method == "set_default_command":
            _function(self._reading, self._draft, arguments.get("function", 0))
            self._draft.closed = False
        elif method == "dispatch":
            self._reading.parsed.append(self._draft)
        else:
            self.escaped()
        return UNKNOWN

    def add(self, functions: Value) -> None:
        """Take functions in as commands."""
        listed = items_of(functions)
        self._draft.open_commands |= listed is None
        for function in listed or []:
            if not isinstance(function, Function):
                self._draft.open_commands = True
                continue
            name = function.name.replace("_", "-")
            command = Draft(name, function.scope.file.evidence(function.node), abbreviates=True)
            command.add(Option(("-h", "--help"), command.evidence, False, by_framework=True))
            _function(self._reading, command, function)
            self._draft.commands[name] = command


def argh_model(reading: "PythonReading", name: str, arguments: Arguments) -> Value:
    """What a call of argh gives. Its decorators leave a function not whole: they change names."""
    last = name.rpartition(".")[2]
    if last == "ArghParser":
        return _Parser(reading, arguments)
    if last in ("dispatch_command", "dispatch_commands"):
        parser = _Parser(reading, arguments)
        given = arguments.get("function" if last == "dispatch_command" else "functions", 0)
        if last == "dispatch_command":
            parser.call("set_default_command", Arguments([given], {}, arguments.node, arguments.evidence))
        else:
            parser.add(given)
        parser.call("dispatch", arguments)
    return UNKNOWN


def _function(reading: "PythonReading", draft: Draft, function: Value) -> None:
    """Parameters with a default, and those that only a name can give, as options."""
    if not isinstance(function, Function):
        draft.whole = False
        return
    draft.whole &= function.whole and function.node.args.kwarg is None
    only = {parameter.arg for parameter in function.node.args.kwonlyargs}
    found = [(p, d) for p, d in _stated(function.node) if d is not None or p.arg in only]
    letters = [parameter.arg[0] for parameter, _ in found]
    for parameter, default in found:
        value = reading.value(default, function.scope) if default is not None else None
        name = parameter.arg.replace("_", "-")
        names = [f"--{name}", *([f"-{name[0]}"] if letters.count(parameter.arg[0]) == 1 else [])]
        draft.add(
            Option(
                tuple(names),
                function.scope.file.evidence(parameter),
                takes_value=not isinstance(value, bool),
                default=written(value),
            )
        )
