"""clap's builder: chains of `Command::new(..).arg(Arg::new(..)..)`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.source_tokens import Source, Token, closing, is_name, is_sign, parts
from workbench.checks.evidence.program import Option

_COMMANDS = frozenset({"Command", "App", "SubCommand"})
_MAKERS = frozenset({"new", "with_name"})
_KEEPS = frozenset(
    {"about", "long_about", "version", "long_version", "author", "name", "bin_name", "display_name", "group"}
    | {"groups", "after_help", "after_long_help", "before_help", "help_template", "template", "usage"}
    | {
        "override_usage",
        "styles",
        "color",
        "max_term_width",
        "term_width",
        "display_order",
        "hide",
        "next_line_help",
    }
    | {
        "subcommand_required",
        "arg_required_else_help",
        "propagate_version",
        "next_help_heading",
        "help_heading",
    }
    | {
        "subcommand_value_name",
        "subcommand_help_heading",
        "get_matches",
        "no_binary_name",
        "dont_collapse_args_in_usage",
    }
    | {
        "alias",
        "visible_alias",
        "aliases",
        "visible_aliases",
        "disable_help_subcommand",
        "flatten_help",
        "unwrap",
    }
    | {
        "try_get_matches",
        "get_matches_from",
        "clone",
        "print_help",
        "get_matches_safe",
        "unwrap_or_else",
        "help_message",
    }
    | {
        "version_message",
        "args_conflicts_with_subcommands",
        "args_override_self",
        "version_short",
        "help_short",
    }
)
_SETTING = frozenset({"setting", "settings", "global_setting", "global_settings"})


@dataclass(frozen=True)
class _Step:
    """One method of a chain."""

    name: str
    start: int
    end: int
    line: int


def built_draft(sources: Sequence[Source], main: str) -> Draft | None:
    """The program of the outermost chain; None where there is none."""
    made: list[Draft] = []
    read = total = 0
    for source in sources:
        reader = _Reader(source)
        made += list(reader.drafts())
        read += reader.read
        total += sum(1 for n in range(len(source.tokens)) if _starts(source.tokens, n, frozenset({"Arg"})))
        total += sum(
            is_name(source.tokens, n, "arg") and is_sign(source.tokens, n + 1, "!")
            for n in range(len(source.tokens))
        )
    made = [draft for draft in made if draft.options or draft.commands]
    if not made:
        return None
    made.sort(key=lambda draft: -len(draft.options) - len(draft.commands))
    if len(made) > 1 or read != total:
        made[0].whole = False
        made[0].open_commands = True
    return made[0]


def _starts(tokens: Sequence[Token], at: int, names: frozenset[str]) -> bool:
    """Whether `Name::new(` stands at a place."""
    return (
        tokens[at].kind == "name"
        and tokens[at].text in names
        and is_sign(tokens, at + 1, "::")
        and at + 2 < len(tokens)
        and tokens[at + 2].text in _MAKERS
        and is_sign(tokens, at + 3, "(")
    )


class _Reader:
    """The chains of one file."""

    def __init__(self, source: Source) -> None:
        self._source, self._tokens = source, source.tokens
        self.read = 0
        """How many options and arguments were understood."""

    def drafts(self) -> Iterator[Draft]:
        """The program of each chain that stands in no other one."""
        at = 0
        while at < len(self._tokens):
            macro = is_name(self._tokens, at, "command") and is_sign(self._tokens, at + 1, "!")
            if _starts(self._tokens, at, _COMMANDS) or (macro and is_sign(self._tokens, at + 2, "(")):
                draft, _, at = self._command(at - 1 if macro else at)
                yield draft
            at += 1

    def _steps(self, at: int) -> tuple[list[_Step], int]:
        """The methods that follow a place, and where the chain ends."""
        found = []
        while (
            is_sign(self._tokens, at, ".")
            and is_name(self._tokens, at + 1)
            and is_sign(self._tokens, at + 2, "(")
        ):
            end = closing(self._tokens, at + 2)
            found.append(_Step(self._tokens[at + 1].text, at + 3, end, self._tokens[at + 1].line))
            at = end + 1
            while is_sign(self._tokens, at, "?"):
                at += 1
        return found, at

    def _command(self, at: int) -> tuple[Draft, list[str], int]:
        """The command of a chain, its other names, and where the chain ends."""
        name = self._text(at + 4, closing(self._tokens, at + 3))
        draft = Draft(name or "", self._source.evidence(self._tokens[at].line), whole=True)
        draft.add(Option(("-h", "--help"), draft.evidence, False, by_framework=True))
        aliases: list[str] = []
        steps, end = self._steps(closing(self._tokens, at + 3) + 1)
        for step in steps:
            self._step(draft, aliases, step)
        if draft.commands:
            draft.closed = True
            draft.commands.setdefault("help", Draft("help", draft.evidence, whole=False))
        return draft, aliases, end

    def _step(self, draft: Draft, aliases: list[str], step: _Step) -> None:
        if step.name == "arg":
            self._argument(draft, step.start, step.end)
        elif step.name == "args":
            self._arguments(draft, step)
        elif step.name in ("subcommand", "subcommands"):
            self._subcommands(draft, step)
        elif step.name == "version":
            draft.add(Option(("-V", "--version"), draft.evidence, False, by_framework=True))
        elif step.name in ("alias", "visible_alias", "aliases", "visible_aliases"):
            aliases += [t.text for t in self._tokens[step.start : step.end] if t.kind == "text"]
        elif step.name in ("allow_external_subcommands", "infer_subcommands"):
            draft.open_commands = True
        elif step.name in _SETTING:
            self._settings(draft, step)
        elif step.name not in _KEEPS:
            draft.whole = False

    def _arguments(self, draft: Draft, step: _Step) -> None:
        inner = step.start + is_sign(self._tokens, step.start, "&")
        listed = is_sign(self._tokens, inner, "[")
        stretches = (inner + 1, closing(self._tokens, inner)) if listed else (step.start, step.end)
        for begin, last in parts(self._tokens, *stretches):
            self._argument(draft, begin, last)

    def _settings(self, draft: Draft, step: _Step) -> None:
        named = {token.text for token in self._tokens[step.start : step.end]}
        if named & {"AllowExternalSubcommands", "InferSubcommands"}:
            draft.open_commands = True
        if named & {"TrailingVarArg", "AllowLeadingHyphen", "AllowHyphenValues", "InferLongArgs"}:
            draft.whole = False

    def _subcommands(self, draft: Draft, step: _Step) -> None:
        inner = step.start + is_sign(self._tokens, step.start, "vec")
        start = inner + 1 if is_sign(self._tokens, inner, "[") else step.start
        end = closing(self._tokens, inner) if is_sign(self._tokens, inner, "[") else step.end
        for begin, last in parts(self._tokens, start, end):
            if not _starts(self._tokens, begin, _COMMANDS):
                draft.open_commands = True
                continue
            command, aliases, after = self._command(begin)
            if not command.name or after < last:
                draft.open_commands = True
            for spelling in (command.name, *aliases):
                draft.commands[spelling] = command

    def _argument(self, draft: Draft, begin: int, last: int) -> None:
        if not _starts(self._tokens, begin, frozenset({"Arg"})):
            draft.whole = False
            return
        steps, end = self._steps(closing(self._tokens, begin + 3) + 1)
        self.read += 1
        option = self._option(draft, steps, self._tokens[begin].line)
        if option is not None:
            draft.add(option)
        if end < last:
            draft.whole = False

    def _option(self, draft: Draft, steps: Sequence[_Step], line: int) -> Option | None:
        said = {step.name: step for step in steps}
        names = []
        for key, hyphens in (("long", "--"), ("short", "-"), ("alias", "--"), ("visible_alias", "--")):
            if key in said:
                text = self._text(said[key].start, said[key].end)
                if text is None:
                    draft.whole = False
                else:
                    names.append(hyphens + text.lstrip("-"))
        for key in ("aliases", "visible_aliases"):
            if key in said:
                inner = self._tokens[said[key].start : said[key].end]
                names += [f"--{token.text}" for token in inner if token.kind == "text"]
        if not names:
            draft.intermixed &= not {"trailing_var_arg", "allow_hyphen_values", "last", "raw"} & set(said)
            return None
        default = said.get("default_value")
        return Option(
            tuple(names),
            self._source.evidence(default.line if default else line),
            self._takes_value(said),
            self._text(default.start, default.end) if default else None,
            self._choices(said),
            reaches="global" in said,
        )

    def _takes_value(self, said: dict[str, _Step]) -> bool | None:
        action = said.get("action")
        named = {t.text for t in self._tokens[action.start : action.end]} if action else set()
        if named & {"SetTrue", "SetFalse", "Count", "Help", "Version"}:
            return False
        certain = {"takes_value", "value_name", "default_value", "value_parser", "possible_values"} & set(
            said
        )
        unsure = {"num_args", "min_values", "default_missing_value", "require_equals"} & set(said)
        return True if certain and not unsure else None

    def _choices(self, said: dict[str, _Step]) -> tuple[str, ...]:
        step = said.get("possible_values") or said.get("value_parser")
        inner = self._tokens[step.start : step.end] if step else ()
        return (
            tuple(t.text for t in inner if t.kind == "text")
            if all(t.kind in ("text", "sign") for t in inner)
            else ()
        )

    def _text(self, start: int, end: int) -> str | None:
        """The string that is all of an argument."""
        return self._tokens[start].text if end - start == 1 and self._tokens[start].kind == "text" else None
