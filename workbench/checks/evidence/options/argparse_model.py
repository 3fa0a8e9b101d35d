"""argparse and optparse: what their calls declare."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.python_values import (
    UNKNOWN,
    Arguments,
    Class,
    Foreign,
    Member,
    Value,
    items_of,
    plain,
    written,
)
from workbench.checks.evidence.program import Option

if TYPE_CHECKING:
    from workbench.checks.evidence.options.python_reading import PythonReading

_VALUELESS = frozenset(
    {"store_true", "store_false", "store_const", "append_const", "count", "help", "version", "callback"}
)
_OWN_PARSING = frozenset({"parse_args", "parse_known_args", "parse_intermixed_args", "_parse_known_args"})
_READS = frozenset(
    {"print_help", "print_usage", "format_help", "format_usage", "error", "exit", "get_default", "register"}
    | {
        "get_prog_name",
        "get_usage",
        "print_version",
        "set_usage",
        "set_description",
        "convert_arg_line_to_args",
    }
    | {"get_option", "has_option", "format_epilog", "get_version", "destroy"}
)
"""Methods that declare nothing; others are the project's own or another version's."""
_FORMATTERS = (
    "HelpFormatter",
    "Namespace",
    "FileType",
    "Error",
    "Action",
    "Values",
    "SUPPRESS",
    "REMAINDER",
)


class Parser:
    """A parser of argparse, or a group of its arguments, or one of optparse."""

    def __init__(self, reading: "PythonReading", name: str, arguments: Arguments, is_command: bool = False):
        self.reading = reading
        self.draft = Draft(name, arguments.evidence)
        self.names: dict[str, Value] = {}
        self.klass: Class | None = None
        self.positionals = 0
        if not is_command:
            reading.made.append(self.draft)

    def subclass(self, of: Class) -> None:
        """It is an object of a class of the project."""
        self.klass = of
        members = {name for known in of.ancestors() for name in known.scope.names}
        if members & _OWN_PARSING:
            self.draft.whole = False

    def escaped(self) -> None:
        """Code that is not understood may have added to it."""
        self.draft.whole = False

    def started(self, arguments: Arguments) -> None:
        """Take in what its constructor is given."""
        given = arguments.named
        self.draft.abbreviates = given.get("allow_abbrev", True) is not False
        if given.get("add_help", True) is not False and given.get("add_help_option", True) is not False:
            names = ("-h", "--help")
            self.draft.add(Option(names, arguments.evidence, takes_value=False, by_framework=True))
        if arguments.open:
            self.draft.whole = False
        if isinstance(given.get("version"), str):
            self.draft.add(Option(("--version",), arguments.evidence, takes_value=False, by_framework=True))
        self._parents(given.get("parents"))
        for option in items_of(given.get("option_list")) or []:
            self._made(option)
        if given.get("option_list") is UNKNOWN:
            self.draft.whole = False

    def _parents(self, parents: Value) -> None:
        if parents is None:
            return
        for parent in items_of(parents) or [UNKNOWN]:
            if isinstance(parent, Parser):
                self.draft.inherit(parent.draft.options)
                self.draft.dests |= parent.draft.dests
                self.draft.whole &= parent.draft.whole
                self.positionals += parent.positionals
            else:
                self.draft.whole = False

    def call(self, method: str, arguments: Arguments) -> Value:
        """What a method gives; those that only read or print declare nothing."""
        handler = _METHODS.get(method)
        if handler is None and method not in _READS:
            self.draft.whole = False
        return handler(self, arguments) if handler else UNKNOWN

    def _init(self, arguments: Arguments) -> Value:
        self.draft.options.clear()
        self.started(arguments)
        return None

    def _add_argument(self, arguments: Arguments) -> Value:
        names = arguments.values
        if len(names) == 1 and isinstance(names[0], MadeOption):
            return self._made(names[0])
        if not all(isinstance(name, str) for name in names) or (arguments.open and not names):
            self.draft.whole = False
            return UNKNOWN
        given = tuple(str(name) for name in names)
        if not given or not given[0].startswith("-"):
            self.positionals += 1
            if _is_remainder(arguments.named.get("nargs")):
                self.draft.intermixed = False
            return UNKNOWN
        self.draft.add(_option(given, arguments), _dest(given, arguments.named.get("dest")))
        return UNKNOWN

    def _made(self, option: Value) -> Value:
        if isinstance(option, MadeOption):
            return self._add_argument(option.arguments)
        self.draft.whole = False
        return UNKNOWN

    def _group(self, arguments: Arguments) -> Value:
        return arguments.values[0] if arguments.values and isinstance(arguments.values[0], Parser) else self

    def _subparsers(self, arguments: Arguments) -> Value:
        self.draft.closed = not self.positionals
        return Subparsers(self, arguments)

    def _parse(self, arguments: Arguments) -> Value:
        self.reading.parsed.append(self.draft)
        return UNKNOWN

    def _parse_known(self, arguments: Arguments) -> Value:
        self.draft.whole = False
        self.reading.parsed.append(self.draft)
        return [UNKNOWN, UNKNOWN]

    def _parse_two(self, arguments: Arguments) -> Value:
        self._parse(arguments)
        return [UNKNOWN, UNKNOWN] if self.draft.name == "optparse" else UNKNOWN

    def _set_defaults(self, arguments: Arguments) -> Value:
        if arguments.open:
            self.draft.forget_defaults()
        for dest, value in arguments.named.items():
            self.draft.set_default(dest, written(value))
        return None

    def _no_intermixed(self, arguments: Arguments) -> Value:
        self.draft.intermixed = False
        return None


_METHODS: Mapping[str, Callable[[Parser, Arguments], Value]] = {
    "__init__": Parser._init,
    "add_argument": Parser._add_argument,
    "add": Parser._add_argument,
    "add_arg": Parser._add_argument,
    "add_option": Parser._add_argument,
    "add_argument_group": Parser._group,
    "add_mutually_exclusive_group": Parser._group,
    "add_option_group": Parser._group,
    "add_subparsers": Parser._subparsers,
    "parse_args": Parser._parse_two,
    "parse_intermixed_args": Parser._parse,
    "parse_known_args": Parser._parse_known,
    "parse_known_intermixed_args": Parser._parse_known,
    "set_defaults": Parser._set_defaults,
    "disable_interspersed_args": Parser._no_intermixed,
}


class Subparsers:
    """What `add_subparsers` gives."""

    def __init__(self, parser: Parser, arguments: Arguments) -> None:
        self.parser = parser
        self.names: dict[str, Value] = {}
        made = arguments.get("parser_class")
        self._made = made if isinstance(made, Class) else parser.klass

    def escaped(self) -> None:
        """Code that is not understood may have added commands."""
        self.parser.draft.open_commands = True

    def call(self, method: str, arguments: Arguments) -> Value:
        """`add_parser` gives the parser of a command."""
        if method != "add_parser":
            return UNKNOWN
        name = arguments.get("name", 0)
        command = Parser(
            self.parser.reading, name if isinstance(name, str) else "", arguments, is_command=True
        )
        if self._made is not None:
            command.subclass(self._made)
        command.started(arguments)
        aliases = arguments.get("aliases")
        spelled = [name, *(items_of(aliases) or ([UNKNOWN] if aliases is UNKNOWN else []))]
        for spelling in spelled:
            if isinstance(spelling, str):
                self.parser.draft.commands[spelling] = command.draft
            else:
                self.escaped()
        return command


class MadeOption:
    """What optparse's `make_option` gives."""

    def __init__(self, arguments: Arguments) -> None:
        self.arguments = arguments


def argparse_model(reading: "PythonReading", name: str, arguments: Arguments) -> Value:
    """What a call of argparse, optparse or a package built on argparse gives."""
    last = name.rpartition(".")[2]
    if last in ("ArgumentParser", "ArgParser", "OptionParser", "RawConfigArgumentParser"):
        parser = Parser(reading, "optparse" if last == "OptionParser" else "argparse", arguments)
        parser.started(arguments)
        return parser
    if last in ("make_option", "Option"):
        return MadeOption(arguments)
    if last == "OptionGroup" and arguments.values:
        return arguments.values[0]
    if not last.endswith(_FORMATTERS):
        _escape(arguments)
    return UNKNOWN


def _escape(arguments: Arguments) -> None:
    for value in (*arguments.values, *arguments.named.values()):
        if isinstance(value, Parser | Subparsers):
            value.escaped()


def _is_remainder(nargs: Value) -> bool:
    return nargs == "..." or (isinstance(nargs, Foreign) and nargs.name.endswith((".REMAINDER", ".PARSER")))


def _option(names: tuple[str, ...], arguments: Arguments) -> Option:
    given = arguments.named
    action = given.get("action")
    if isinstance(action, Foreign) and action.name.endswith("BooleanOptionalAction"):
        off = tuple(f"--no-{name[2:]}" for name in names if name.startswith("--"))
        return Option(
            names + off, arguments.evidence, takes_value=False, default=written(given.get("default"))
        )
    return Option(
        names,
        arguments.evidence,
        takes_value=_takes_value(action, given),
        default=_default(action, given, arguments.open),
        choices=choices_of(given.get("choices")),
        passes_on=_is_remainder(given.get("nargs")),
        by_framework=action in ("help", "version"),
    )


def _takes_value(action: Value, given: Mapping[str, Value]) -> bool | None:
    if action in _VALUELESS:
        return None if action == "callback" else False
    if action not in (None, "store", "append", "extend") or given.get("nargs") in ("?", "*", UNKNOWN, 0):
        return None
    return True


def _default(action: Value, given: Mapping[str, Value], is_open: bool) -> str | None:
    if "default" in given:
        return written(given["default"])
    implied = {"store_true": "False", "store_false": "True"}.get(action if isinstance(action, str) else "")
    return None if is_open else implied


def choices_of(value: Value) -> tuple[str, ...]:
    """The values that an option may take; nothing where they are not all told."""
    items = items_of(value) if not isinstance(value, str) else None
    if items is None:
        return ()
    shown = [item.value if isinstance(item, Member) else item for item in items]
    return tuple(str(item) for item in shown) if plain(shown) and all(_is_word(i) for i in shown) else ()


def _is_word(item: Any) -> bool:
    return isinstance(item, str | int | float) and not isinstance(item, bool)


def _dest(names: tuple[str, ...], dest: Value) -> str:
    if isinstance(dest, str):
        return dest
    long = next((name for name in names if name.startswith("--")), names[0])
    return long.lstrip("-").replace("-", "_")
