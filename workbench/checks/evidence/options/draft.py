"""A program in the making, while its declarations are read."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from workbench.checks.evidence.program import Option, Program
from workbench.core.readings import Evidence

_DEEPEST = 6


@dataclass(eq=False)
class Draft:
    """What is known of a program so far."""

    name: str
    evidence: Evidence
    options: list[Option] = field(default_factory=list)
    commands: dict[str, "Draft"] = field(default_factory=dict)
    default_command: str | None = None
    whole: bool = True
    closed: bool = False
    open_commands: bool = False
    """Whether it may have commands that are not known."""
    abbreviates: bool = False
    single_hyphen: bool = False
    loose: bool = False
    anywhere: bool = False
    intermixed: bool = True
    dests: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The spellings of each option by the name that the code knows it by."""

    def add(self, option: Option, dest: str = "") -> None:
        """Take an option in; one that is declared twice with two defaults has none that is sure.

        A spelling that the library would use is the project's where it declares it itself.
        """
        if not option.by_framework:
            self._make_room(option)
        for number, known in enumerate(self.options):
            if set(known.names) & set(option.names):
                merged = tuple(dict.fromkeys((*known.names, *option.names)))
                same = known.default == option.default
                self.options[number] = replace(
                    known,
                    names=merged,
                    default=known.default if same else None,
                    choices=known.choices if known.choices == option.choices else (),
                    takes_value=known.takes_value if known.takes_value == option.takes_value else None,
                    by_framework=known.by_framework and option.by_framework,
                )
                self.dests[dest] = merged
                return
        self.options.append(option)
        self.dests[dest] = option.names

    def _make_room(self, option: Option) -> None:
        taken = set(option.names)
        kept = [
            replace(o, names=tuple(n for n in o.names if n not in taken)) if o.by_framework else o
            for o in self.options
        ]
        self.options = [known for known in kept if known.names]

    def option(self, names: tuple[str, ...]) -> Option | None:
        """The option that has one of some spellings; None where there is none."""
        return next((known for known in self.options if set(known.names) & set(names)), None)

    def replace(self, option: Option) -> None:
        """Take an option in that says more of one that is known, or a new one."""
        known = self.option(option.names)
        if known is None:
            self.options.append(option)
            return
        merged = replace(
            option,
            names=tuple(dict.fromkeys((*known.names, *option.names))),
            evidence=option.evidence if option.default is not None else known.evidence,
            takes_value=known.takes_value if option.takes_value is None else option.takes_value,
            choices=option.choices or known.choices,
        )
        self.options = [merged if each is known else each for each in self.options]

    def set_default(self, dest: str, default: str | None) -> None:
        """Change the default of the option that the code knows by a name."""
        names = self.dests.get(dest)
        self.options = [
            replace(option, default=default) if option.names == names else option for option in self.options
        ]

    def forget_defaults(self) -> None:
        """Let no default be sure, as where a file of settings replaces them."""
        self.options = [replace(option, default=None) for option in self.options]

    def inherit(self, options: Iterable[Option]) -> None:
        """Take over options of another program."""
        for option in options:
            self.add(option)

    def program(self, depth: int = _DEEPEST) -> Program:
        """What was found. A tree that is deeper than any real one is cut, and not whole there."""
        made: dict[int, Program] = {}
        for command in self.commands.values():
            if depth and id(command) not in made:
                made[id(command)] = command.program(depth - 1)
        return Program(
            name=self.name,
            evidence=self.evidence,
            options=tuple(self.options),
            commands={name: made[id(c)] for name, c in self.commands.items() if id(c) in made},
            default_command=self.default_command,
            whole=self.whole and (depth > 0 or not self.commands),
            closed=self.closed and not self.open_commands and self.whole and depth > 0,
            open=self.open_commands,
            abbreviates=self.abbreviates,
            single_hyphen=self.single_hyphen,
            loose=self.loose,
            anywhere=self.anywhere,
            intermixed=self.intermixed,
        )
