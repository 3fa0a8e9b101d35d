"""What a program of the repository accepts, as its declarations say."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.core.readings import Evidence


@dataclass(frozen=True, slots=True)
class Option:
    """One declared option."""

    names: tuple[str, ...]
    """Every spelling with its hyphens: `-o`, `--out`, `--no-colour`."""
    evidence: Evidence
    takes_value: bool | None = None
    """None where the declaration does not say."""
    default: str | None = None
    """As it is written in the code, without quotes; None where none is declared as a plain value."""
    choices: tuple[str, ...] = ()
    passes_on: bool = False
    """Whether the words after it belong to another program."""
    reaches: bool = False
    """Whether it may stand behind the commands of its program too (global flags)."""
    by_framework: bool = False
    """Whether the library makes it, such as --help."""


@dataclass(frozen=True)
class Program:
    """A program, or one of its commands."""

    name: str
    evidence: Evidence
    """Where its parser is made."""
    options: tuple[Option, ...] = ()
    commands: Mapping[str, "Program"] = field(default_factory=dict)
    """By every name that calls them, aliases included."""
    default_command: str | None = None
    """The command that a first word which names none goes to; None where there is no such rule."""
    whole: bool = True
    """Whether every declaration of an option was understood: else what is missing proves nothing."""
    closed: bool = False
    """Whether its first word must be one of its commands, all of which are known."""
    open: bool = False
    """Whether it may have commands that are not known."""
    abbreviates: bool = False
    """Whether an unambiguous beginning of an option is that option (argparse)."""
    single_hyphen: bool = False
    """Whether one hyphen and two mean the same (Go's flag)."""
    loose: bool = False
    """Whether the code may read an option that it does not declare (minimist)."""
    anywhere: bool = False
    """Whether an option of a command may stand in front of the command."""
    intermixed: bool = True
    """Whether options may follow other words."""

    def option(self, name: str) -> Option | None:
        """The option of a spelling, as its parser would find it; None where it has none such."""
        if self.single_hyphen and name.startswith("--"):
            name = name[1:]
        exact = next((option for option in self.options if name in option.names), None)
        if exact is None and self.loose and (plain := re.sub(r"^--no-|\..*", "", name)) != name:
            # Behind a dot stands a key of an object, and `no-` turns an option off (minimist and its like).
            return self.option(plain if plain.startswith("-") else f"--{plain}")
        if exact is not None or not (self.abbreviates and name.startswith("--")):
            return exact
        begun = [o for o in self.options if any(spelled.startswith(name) for spelled in o.names)]
        return begun[0] if len(begun) == 1 and len(name) > 2 else None

    def short(self, letter: str) -> Option | None:
        """The option of one letter; None where it has none such."""
        return next((option for option in self.options if f"-{letter}" in option.names), None)

    def all_commands(self, depth: int = 5) -> tuple["Program", ...]:
        """Its commands and theirs, each once, in their order."""
        found: list[Program] = []
        for command in self.commands.values():
            if not any(command is known for known in found):
                found.append(command)
                if depth:
                    found += command.all_commands(depth - 1)
        return tuple(found)
