"""urfave/cli: programs, commands and flags from literals of its types."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.go_structs import GoFiles
from workbench.checks.evidence.options.source_tokens import Source, Token, closing, is_name, is_sign, parts
from workbench.checks.evidence.program import Option
from workbench.checks.regex import regex

_DEEPEST = 8
_FLAG = regex(r"([A-Z]\w*?)Flag")
_WITHOUT_VALUE = frozenset({"Bool", "BoolT", "BoolWithInverse"})
_WITH_VALUE = frozenset(
    {"String", "Int", "Int64", "Uint", "Uint64", "Float64", "Float", "Duration", "Path", "Timestamp"}
    | {"StringSlice", "IntSlice", "Int64Slice", "Float64Slice", "StringMap", "Int32", "Uint32", "Uint16"}
)
_CHANGES = frozenset({"SkipFlagParsing", "UseShortOptionHandling", "PrefixMatchCommands"})
_ACTS = ("Action", "DefaultCommand", "CommandNotFound")
_COMMANDS = ("Commands", "Subcommands")


@dataclass(frozen=True)
class _Text:
    """A stretch of a file."""

    source: Source
    begin: int
    end: int

    @property
    def tokens(self) -> Sequence[Token]:
        return self.source.tokens

    def inner(self, begin: int, end: int) -> "_Text":
        return _Text(self.source, begin, end)


def urfave_draft(files: GoFiles, own: Sequence[Source]) -> Draft | None:
    """The program that `main` runs with its arguments; None where none is found."""
    for source in own:
        for at in range(len(source.tokens)):
            if _runs(source.tokens, at) and (draft := _Reader(files).root(source, at - 2)):
                return draft
    return None


def _runs(tokens: Sequence[Token], at: int) -> bool:
    """Whether `.Run(... os.Args` stands at a place."""
    if not (
        is_name(tokens, at) and tokens[at].text in ("Run", "RunContext") and is_sign(tokens, at - 1, ".")
    ):
        return False
    given = tokens[at + 1 : closing(tokens, at + 1)] if is_sign(tokens, at + 1, "(") else ()
    return any(token.text == "Args" for token in given) and at > 1


def _start(tokens: Sequence[Token], last: int) -> int:
    """Where the expression begins that ends at a place: names with dots, and calls of them."""
    at = last
    while at >= 0:
        if is_sign(tokens, at, ")"):
            opens = (n for n in range(at, -1, -1) if is_sign(tokens, n, "(") and closing(tokens, n) == at)
            at = next(opens, 0)
            if not is_name(tokens, at - 1) or tokens[at - 1].line != tokens[at].line:
                return at
            at -= 1
        if not is_sign(tokens, at - 1, "."):
            return at
        at -= 2
    return 0


class _Reader:
    """Follows names and calls from the program that is run to the literals of its flags."""

    def __init__(self, files: GoFiles) -> None:
        self._files = files
        self._known: dict[tuple[str, int], Draft] = {}
        self._reaches = any("urfave/cli/v3" in text for text in files.texts.values())

    def root(self, source: Source, last: int) -> Draft | None:
        """The program of the expression that ends at a place."""
        tokens, begin = source.tokens, _start(source.tokens, last)
        found = self._literals(_Text(source, begin, last + 1), _DEEPEST)
        made = [draft for text in found if (draft := self._command(text, _DEEPEST))]
        if len(made) != 1:
            return None
        draft = made[0]
        self._changed(source, tokens[last].text, draft)
        self._finish(draft)
        if self._files.full:
            draft.whole, draft.open_commands = False, True
        for names in (("-v", "--v", "--version", "-version"), ("--generate-bash-completion",)):
            draft.add(Option(names, draft.evidence, False, by_framework=True))
        draft.add(Option(("--generate-shell-completion",), draft.evidence, False, by_framework=True))
        if draft.commands:
            draft.commands.setdefault("completion", Draft("completion", draft.evidence, whole=False))
        return draft

    def _changed(self, source: Source, variable: str, draft: Draft) -> None:
        """What `app.Flags = ...` and its like say of it after it is made."""
        tokens = source.tokens
        for at in range(len(tokens) - 4):
            if not (is_name(tokens, at, variable) and is_sign(tokens, at + 1, ".")):
                continue
            key, sign = tokens[at + 2].text, tokens[at + 3].text
            if sign != "=" or tokens[at - 1].text == ".":
                continue
            end = at + 4
            while end < len(tokens) and tokens[end].line == tokens[at + 3].line:
                is_open = tokens[end].kind == "sign" and tokens[end].text in "({["
                end = closing(tokens, end) + 1 if is_open else end + 1
            self._key(draft, key, _Text(source, at + 4, end), _DEEPEST)

    def _literals(self, text: _Text, deep: int) -> list[_Text]:
        """The literals that an expression stands for; an empty stretch for one that cannot be told."""
        tokens, at = text.tokens, text.begin
        while at < text.end and tokens[at].text in ("&", "*", "("):
            at += 1
        unknown = [text.inner(at, at)]
        if at >= text.end or not deep:
            return unknown
        if is_sign(tokens, at, "["):
            brace = next((n for n in range(at, text.end) if is_sign(tokens, n, "{")), None)
            return unknown if brace is None else self._parts(text, brace, deep)
        if is_name(tokens, at, "append") and is_sign(tokens, at + 1, "("):
            return self._parts(text, at + 1, deep)
        qualified = at + 2 < text.end and is_sign(tokens, at + 1, ".") and is_name(tokens, at + 2)
        package = tokens[at].text if qualified else ""
        behind = at + 3 if qualified else at + 1
        if is_sign(tokens, behind, "{"):
            return [text.inner(at, closing(tokens, behind) + 1)]
        if is_name(tokens, at, "cli") and is_name(tokens, at + 2, "NewApp"):
            return [text.inner(at, at + 5)]
        name = tokens[behind - 1]
        return self._named(text, package, name.text, deep) if name.kind == "name" else unknown

    def _parts(self, text: _Text, at: int, deep: int) -> list[_Text]:
        """The literals in a list, or in the arguments of a call."""
        stretches = parts(text.tokens, at + 1, closing(text.tokens, at))
        found: list[_Text] = []
        for begin, end in stretches:
            each = text.inner(begin, end)
            # `{Name: ...}` in a list that says the type of all.
            found += [each] if is_sign(text.tokens, begin, "{") else self._literals(each, deep - 1)
        return found

    def _named(self, text: _Text, package: str, name: str, deep: int) -> list[_Text]:
        """What a variable holds or a function returns; nowhere but in one place, else it cannot be told."""
        places = self._files.values(text.source.path, package, name)
        nearer = [(s, at) for s, at in places if s is text.source and text.tokens[at - 1].text != "func"]
        found: list[_Text] = []
        for source, at in nearer or places:
            if source is text.source and text.begin <= at < text.end:
                continue
            found += self._value(source, at, deep)
        return found or [text.inner(text.begin, text.begin)]

    def _value(self, source: Source, at: int, deep: int) -> list[_Text]:
        tokens = source.tokens
        if not is_name(tokens, at - 1, "func"):
            end = at + 2
            while end < len(tokens) and tokens[end].line == tokens[at + 1].line:
                is_open = tokens[end].kind == "sign" and tokens[end].text in "({["
                end = closing(tokens, end) + 1 if is_open else end + 1
            return self._literals(_Text(source, at + 2, end), deep - 1)
        body = closing(tokens, at + 1) + 1
        while body < len(tokens) and not is_sign(tokens, body, "{"):
            body += 1
        found: list[_Text] = []
        end, here = closing(tokens, body), body + 1
        while here < end:
            # What an inner function returns is not the outer one's.
            if is_name(tokens, here, "func"):
                inner = next((n for n in range(here, end) if is_sign(tokens, n, "{")), end)
                here = closing(tokens, inner)
            elif is_name(tokens, here, "return"):
                last = next(
                    (n for n, _ in ((n, 0) for n in range(here, end)) if tokens[n].line > tokens[here].line),
                    end,
                )
                stop = max(last, closing(tokens, here + 1) + 1) if tokens[here + 1].text in "({[" else end
                found += self._literals(_Text(source, here + 1, stop), deep - 1)
            here += 1
        return found

    def _command(self, text: _Text, deep: int) -> Draft | None:
        """The program or command of a literal."""
        tokens = text.tokens
        if text.begin == text.end or not deep:
            return None
        key = (text.source.path, text.begin)
        if key in self._known:
            return self._known[key]
        made = Draft("", text.source.evidence(tokens[text.begin].line), intermixed=self._reaches)
        self._known[key] = made
        made.add(
            Option(("-h", "--help", "--h", "-help"), made.evidence, False, by_framework=True, reaches=True)
        )
        brace = next((n for n in range(text.begin, text.end) if is_sign(tokens, n, "{")), None)
        for begin, end in parts(tokens, brace + 1, closing(tokens, brace)) if brace is not None else ():
            if is_name(tokens, begin) and is_sign(tokens, begin + 1, ":"):
                self._key(made, tokens[begin].text, text.inner(begin + 2, end), deep)
        self._finish(made)
        return made

    def _finish(self, made: Draft) -> None:
        """Add what the library adds to a program with commands."""
        made.closed = bool(made.commands) and "acts" not in made.dests
        for name in ("help", "h") if made.commands else ():
            made.commands.setdefault(name, Draft(name, made.evidence, whole=False))

    def _key(self, made: Draft, key: str, text: _Text, deep: int) -> None:
        """What one key of a literal says."""
        if key == "Name":
            made.name = text.tokens[text.begin].text
        elif key in ("Aliases", "ShortName"):
            made.dests["alias"] = tuple(
                t.text for t in text.tokens[text.begin : text.end] if t.kind == "text"
            )
        elif key in _ACTS:
            made.dests["acts"] = ()
        elif key in _CHANGES:
            made.whole = False
        elif key == "Flags":
            for literal in self._literals(text, deep):
                self._flag(made, literal)
        elif key in _COMMANDS:
            self._commands(made, text, deep)

    def _commands(self, made: Draft, text: _Text, deep: int) -> None:
        for literal in self._literals(text, deep):
            command = self._command(literal, deep - 1)
            if command is None or not command.name:
                made.open_commands = True
                continue
            for name in (command.name, *command.dests.get("alias", ())):
                made.commands[name] = command

    def _flag(self, made: Draft, text: _Text) -> None:
        tokens = text.tokens
        brace = next((n for n in range(text.begin, text.end) if is_sign(tokens, n, "{")), None)
        kind = _FLAG.fullmatch(tokens[brace - 1].text) if brace else None
        if brace is None or kind is None:
            made.whole = False
            return
        keys = {
            tokens[begin].text: (begin + 2, end)
            for begin, end in parts(tokens, brace + 1, closing(tokens, brace))
            if is_sign(tokens, begin + 1, ":")
        }
        said = [tokens[slice(*keys[key])] for key in ("Name", "Aliases") if key in keys]
        spelled = [t.text for stretch in said for t in stretch if t.kind == "text"]
        if not spelled or len(said[0]) != 1 or said[0][0].kind != "text":
            made.whole = False
            return
        names = [part.strip() for text in spelled for part in text.split(",") if part.strip()]
        if kind[1] == "BoolWithInverse":
            names += [f"no-{name}" for name in names]
        made.add(
            Option(
                tuple(form for name in names for form in _spellings(name)),
                text.source.evidence(tokens[keys["Name"][0]].line),
                takes_value=False if kind[1] in _WITHOUT_VALUE else kind[1] in _WITH_VALUE or None,
                default=_default(tokens[slice(*keys["Value"])]) if "Value" in keys else None,
                reaches=self._reaches,
            )
        )


def _spellings(name: str) -> tuple[str, str]:
    """One hyphen and two mean the same; the usual one comes first."""
    return (f"--{name}", f"-{name}") if len(name) > 1 else (f"-{name}", f"--{name}")


def _default(tokens: Sequence[Token]) -> str | None:
    if len(tokens) != 1:
        return None
    if tokens[0].kind in ("text", "number"):
        return tokens[0].text or None
    return tokens[0].text.capitalize() if tokens[0].text in ("true", "false") else None
