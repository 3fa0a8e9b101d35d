"""click and the packages that speak its language: what their decorators and calls declare."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from workbench.checks.evidence.options.argparse_model import choices_of
from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.python_values import (
    UNKNOWN,
    Arguments,
    Class,
    Foreign,
    Function,
    Value,
    items_of,
    written,
)
from workbench.checks.evidence.program import Option

if TYPE_CHECKING:
    from workbench.checks.evidence.options.python_reading import PythonReading

_HARMLESS_MEMBERS = frozenset(
    {"list_commands", "format_help", "format_usage", "format_commands", "format_options", "format_epilog"}
    | {"invoke", "main", "__call__", "get_help", "command_class", "group_class"}
)
_LOOKS_UP = frozenset({"resolve_command", "get_command"})
_SUFFIXES = ("_command", "_cmd", "_group", "_grp")


class Group:
    """A command or a group of commands."""

    def __init__(self, reading: "PythonReading", name: str, arguments: Arguments, is_group: bool) -> None:
        self.reading = reading
        self.draft = Draft(name, arguments.evidence, closed=is_group, intermixed=True)
        self.spelled: tuple[str, ...] = (name,)
        """The names it may be called by, if nobody gives it another."""
        self.is_group = is_group
        self.names: dict[str, Value] = {}
        reading.made.append(self.draft)

    def escaped(self) -> None:
        """Code that is not understood got it, such as the hook of plugins: a group may have more commands."""
        if self.is_group:
            self.draft.open_commands = True
        else:
            self.draft.whole = False

    def take(self, function: Function | None) -> None:
        """Take over the options that decorators put on a function."""
        for mark in reversed(function.marks if function else []):
            mark(self.draft)
        if function is not None and not function.whole:
            self.draft.whole = False

    def settled(self, arguments: Arguments) -> None:
        """Take in how it was made: its class, its settings, the commands it is given."""
        given = arguments.named
        self._of_class(given.get("cls"), given)
        names = _settings(self.draft, given)
        if given.get("add_help_option", True) is not False:
            self.draft.add(Option(names, arguments.evidence, takes_value=False, by_framework=True))
        if given.get("invoke_without_command") is True and not self.is_group:
            self.draft.closed = False
        commands = given.get("commands")
        if isinstance(commands, dict):
            for name, command in commands.items():
                self._attach(command, name)
        elif items_of(commands):
            for command in items_of(commands) or []:
                self._attach(command, None)
        elif commands is UNKNOWN:
            self.draft.open_commands = True
        for option in items_of(given.get("params")) or []:
            if callable(option):
                option(self.draft)
        self.draft.whole &= not arguments.open

    def _of_class(self, kind: Value, given: Mapping[str, Value]) -> None:
        if kind is None:
            return
        if isinstance(kind, Foreign):
            last = kind.name.rpartition(".")[2]
            if last == "DefaultGroup":
                default = given.get("default")
                self.draft.default_command = default if isinstance(default, str) else None
            elif kind.name.partition(".")[0] not in ("click", "cloup", "rich_click", "asyncclick"):
                self.draft.whole &= last in _KNOWN_CLASSES
            self.draft.open_commands |= last not in _KNOWN_CLASSES
            return
        members = _members(kind) if isinstance(kind, Class) else {"?"}
        if members - _HARMLESS_MEMBERS:
            self.draft.open_commands = True
        self.draft.whole &= not members - _HARMLESS_MEMBERS - _LOOKS_UP - {"short", "aliases", "__doc__"}

    def _attach(self, command: Value, name: Value) -> None:
        if not isinstance(command, Group) or name is UNKNOWN:
            self.draft.open_commands = True
            return
        for spelling in [name] if isinstance(name, str) else command.spelled:
            self.draft.commands[spelling] = command.draft

    def call(self, method: str, arguments: Arguments) -> Value:
        """What a method gives; calling it runs it."""
        if method in ("", "main"):
            self.reading.parsed.append(self.draft)
            return UNKNOWN
        if method in ("command", "group"):
            return Maker(self.reading, method == "group", arguments, self)
        if method == "add_command":
            self._attach(arguments.get("cmd", 0), arguments.get("name", 1))
            return None
        if method in ("result_callback", "resultcallback"):
            return Marks([])
        if method in ("add_section", "section"):
            self.draft.open_commands |= method == "add_section"
            return UNKNOWN
        self.draft.open_commands |= method not in ("get_help", "get_command", "list_commands", "callback")
        return UNKNOWN


_KNOWN_CLASSES = frozenset(
    {"Group", "Command", "RichGroup", "RichCommand", "HelpColorsGroup", "HelpColorsCommand"}
    | {"MultiCommand", "OrderedGroup", "NaturalOrderGroup"}
)


class Maker:
    """The decorator that makes a function a command."""

    def __init__(
        self, reading: "PythonReading", is_group: bool, arguments: Arguments, owner: Group | None = None
    ) -> None:
        self._reading, self._is_group, self._owner = reading, is_group, owner
        self._arguments = arguments

    def call(self, method: str, arguments: Arguments) -> Value:
        """The command that it makes."""
        function = arguments.get("", 0)
        if method or not isinstance(function, Function):
            return UNKNOWN
        given = self._arguments.get("name", 0)
        if isinstance(given, Function):
            given = None
        spelled = (given,) if isinstance(given, str) else command_names(function.name)
        command = Group(self._reading, spelled[0], arguments, self._is_group)
        command.spelled = spelled
        command.draft.evidence = function.scope.file.evidence(function.node)
        command.take(function)
        command.settled(self._arguments)
        if self._owner is not None:
            self._owner._attach(command, UNKNOWN if given is UNKNOWN else None)
            for alias in items_of(self._arguments.named.get("aliases")) or []:
                self._owner._attach(command, alias)
        return command


class Marks:
    """A decorator that declares options on what it decorates."""

    def __init__(self, marks: list[Callable[[Draft], None]]) -> None:
        self.marks = marks

    def call(self, method: str, arguments: Arguments) -> Value:
        """What is decorated, with the options on it."""
        target = arguments.get("", 0)
        if method or not isinstance(target, Function | Group):
            return UNKNOWN
        if isinstance(target, Function):
            target.marks += self.marks
        else:
            for mark in self.marks:
                mark(target.draft)
        return target


def click_model(reading: "PythonReading", name: str, arguments: Arguments) -> Value:
    """What a call of click gives."""
    last = name.rpartition(".")[2]
    if last in ("command", "group"):
        maker = Maker(reading, last == "group", arguments)
        first = arguments.get("", 0)
        return maker.call("", arguments) if isinstance(first, Function) else maker
    if last in ("Group", "Command", "MultiCommand", "CommandCollection", "RichGroup", "RichCommand"):
        return _made(reading, last, arguments)
    maker_of = _DECORATORS.get(last)
    if maker_of is not None:
        return maker_of(arguments)
    if last == "option_group":
        return _option_group(arguments)
    if name in ("cloup.constraint", "cloup.constraints.constraint"):
        return Marks([])
    if name == "cloup.Context.settings":
        return dict(arguments.named) if not arguments.open else UNKNOWN
    if last.startswith("pass_") or last in ("argument", "make_pass_decorator"):
        return _passing(last, arguments)
    return UNKNOWN


def _option_group(arguments: Arguments) -> Value:
    """Options of cloup that stand together in the help."""
    options = [value for value in arguments.values if not isinstance(value, str)]
    if arguments.open or not all(isinstance(option, Marks) for option in options):
        return UNKNOWN
    return Marks([mark for option in options for mark in reversed(option.marks)])


def _passing(last: str, arguments: Arguments) -> Value:
    target = arguments.get("", 0)
    if last.startswith("pass_"):
        return target if isinstance(target, Function | Group) else UNKNOWN
    if last == "make_pass_decorator":
        return Marks([])
    kind = arguments.named.get("nargs")
    if arguments.named.get("type") is not None and kind == -1 and _is_unprocessed(arguments):
        return Marks([_stop])
    return Marks([])


def _is_unprocessed(arguments: Arguments) -> bool:
    kind = arguments.named.get("type")
    return isinstance(kind, Foreign) and kind.name.endswith("UNPROCESSED")


def _stop(draft: Draft) -> None:
    draft.intermixed = False


def _made(reading: "PythonReading", last: str, arguments: Arguments) -> Value:
    name = arguments.get("name", 0)
    group = Group(reading, name if isinstance(name, str) else "", arguments, "Command" not in last)
    group.settled(arguments)
    if last in ("MultiCommand", "CommandCollection"):
        group.draft.open_commands = True
    return group


def _settings(draft: Draft, given: Mapping[str, Value]) -> tuple[str, ...]:
    """The names of the help option, after what the context's settings say."""
    settings = given.get("context_settings")
    if settings is None:
        return ("--help",)
    if not isinstance(settings, dict):
        draft.whole = False
        return ("-h", "--help")
    for key in ("ignore_unknown_options", "allow_extra_args", "token_normalize_func"):
        if settings.get(key):
            draft.whole = False
    if settings.get("allow_interspersed_args") is False:
        draft.intermixed = False
    names = [name for name in items_of(settings.get("help_option_names")) or () if isinstance(name, str)]
    return tuple(names) or ("--help",)


def _members(kind: Class) -> set[str]:
    return {name for known in kind.ancestors() for name in known.scope.names}


def command_names(function: str) -> tuple[str, ...]:
    """The names that click gives a command after its function, older versions' too."""
    name = function.lower().replace("_", "-")
    cut = next((function[: -len(s)] for s in _SUFFIXES if function.endswith(s) and function != s), function)
    return tuple(dict.fromkeys((cut.lower().replace("_", "-"), name)))


def option_of(arguments: Arguments) -> Option | None:
    """What `click.option` declares; None where its names cannot be told."""
    spelled = arguments.values
    if arguments.open or not all(isinstance(name, str) for name in spelled):
        return None
    names = _names([str(name) for name in spelled])
    if not names:
        return None
    given = arguments.named
    has_off = any("/" in name for name in spelled)
    flag = given.get("is_flag") is True or has_off or "flag_value" in given or given.get("count") is True
    default = written(given.get("default"))
    if default is None and given.get("is_flag") is True and "default" not in given:
        default = "False"
    if "flag_value" in given and given.get("is_flag") is not True:
        default = None
    return Option(
        names,
        arguments.evidence,
        takes_value=False if flag else None if given.get("is_flag") is UNKNOWN else True,
        default=default if given.get("multiple") is not True else None,
        choices=given["type"].choices if isinstance(given.get("type"), Choice) else (),
    )


def _names(spelled: list[str]) -> tuple[str, ...]:
    """Every spelling; a slash parts the on and the off form."""
    found: list[str] = []
    for name in spelled:
        found += [part.strip() for part in name.split("/") if part.strip().startswith("-")]
    return tuple(found)


class Choice:
    """The type of an option that takes one of some values."""

    def __init__(self, choices: tuple[str, ...]) -> None:
        self.choices = choices


def _choice(arguments: Arguments) -> Value:
    return Choice(choices_of(arguments.get("choices", 0)))


def _option(arguments: Arguments) -> Value:
    option = option_of(arguments)
    if arguments.values and option is None and all(isinstance(n, str) for n in arguments.values):
        named = f"--{str(arguments.values[0]).replace('_', '-')}"
        option = Option((named,), arguments.evidence)
    return Marks([_unknown if option is None else lambda draft: draft.add(option)])


def _unknown(draft: Draft) -> None:
    draft.whole = False


def _framework(*usual: str) -> Callable[[Arguments], Value]:
    """A maker of the decorator of an option that click itself declares."""

    def make(arguments: Arguments) -> Value:
        names = tuple(n for n in arguments.values if isinstance(n, str) and n.startswith("-")) or usual
        option = Option(names, arguments.evidence, takes_value=None, by_framework=True)
        marks = Marks([lambda draft: draft.add(replace(option))])
        first = arguments.get("", 0)
        return marks.call("", arguments) if isinstance(first, Function | Group) else marks

    return make


_DECORATORS: Mapping[str, Callable[[Arguments], Any]] = {
    "option": _option,
    "Option": lambda arguments: _raw_option(arguments),
    "Choice": _choice,
    "EnumChoice": _choice,
    "version_option": _framework("--version"),
    "help_option": _framework("--help"),
    "password_option": _framework("--password"),
    "confirmation_option": _framework("--yes"),
}


def _raw_option(arguments: Arguments) -> Value:
    names = items_of(arguments.get("param_decls", 0))
    option = None
    if names is not None:
        given = Arguments(names, arguments.named, arguments.node, arguments.evidence)
        option = option_of(given)
    return _unknown if option is None else lambda draft: draft.add(option)
