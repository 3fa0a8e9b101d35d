"""yargs: options and commands by the stretch of source that they stand in."""

from collections.abc import Sequence

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.javascript_values import (
    camel,
    kebab,
    object_of,
    plain_of,
    text_of,
    texts_of,
)
from workbench.checks.evidence.options.source_tokens import Source, closing, is_name, is_sign, parts
from workbench.checks.evidence.program import Option

_TYPES = {"boolean": False, "count": False, "string": True, "number": True, "array": None}
_NAMES = frozenset({"describe", "nargs", "demandOption", "choices", "coerce", "normalize", "config"})
"""Methods whose first argument names options, and whose others say nothing that matters here."""


class Yargs:
    """The program that some files build with yargs."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._draft: Draft | None = None
        self._strict = False
        for source in sources:
            self.source = source
            self.draft = self._draft or Draft("", source.evidence(1), loose=True, anywhere=True)
            self._read(0, len(source.tokens), self.draft)
            self._draft = self.draft

    def program(self) -> Draft | None:
        """What was found; None where there is nothing."""
        draft = self._draft
        if draft is None or not (draft.options or draft.commands):
            return None
        for names in (("--help",), ("--version",)):
            draft.add(Option(names, draft.evidence, False, by_framework=True, reaches=True))
        if draft.commands:
            draft.closed = self._strict and "$0" not in draft.commands
            draft.commands.setdefault("completion", Draft("completion", draft.evidence, whole=False))
            draft.open_commands |= not self._strict
        return draft

    def _read(self, start: int, end: int, draft: Draft) -> None:
        tokens, at = self.source.tokens, start
        while at < end:
            called = is_name(tokens, at) and is_sign(tokens, at - 1, ".") and is_sign(tokens, at + 1, "(")
            if not called:
                at += 1
                continue
            last = closing(tokens, at + 1)
            arguments = parts(tokens, at + 2, last)
            inner = self._call(tokens[at].text, arguments, draft, tokens[at].line)
            at = last if inner else at + 1

    def _call(self, name: str, arguments: list[tuple[int, int]], draft: Draft, line: int) -> bool:
        """Take a call in; whether all that stands in it was taken in too."""
        if name == "command":
            return self._command(arguments, draft, line)
        if name == "commandDir":
            draft.open_commands, draft.whole = True, False
        elif name in ("strict", "strictOptions"):
            self._strict = True
        elif arguments and name in ("option", "options"):
            self._options(arguments, draft)
        elif arguments and (name in _TYPES or name in _NAMES):
            for each in texts_of(self.source.tokens, arguments[0]) or ():
                self._take(each, draft, arguments[0][0], value=_TYPES.get(name))
        elif len(arguments) > 1 and name == "alias":
            self._alias(arguments, draft)
        elif len(arguments) > 1 and name == "default":
            self._default(arguments, draft)
        return False

    def _default(self, arguments: list[tuple[int, int]], draft: Draft) -> None:
        named = text_of(self.source.tokens, arguments[0])
        if named is not None:
            default = plain_of(self.source.tokens, arguments[1])
            self._take(named, draft, arguments[0][0], default=default)

    def _command(self, arguments: list[tuple[int, int]], draft: Draft, line: int) -> bool:
        tokens = self.source.tokens
        spelled = texts_of(tokens, arguments[0]) if arguments else None
        settings = object_of(tokens, arguments[0]) if arguments and spelled is None else None
        if settings is not None and "command" in settings:
            spelled = texts_of(tokens, settings["command"])
            more = texts_of(tokens, settings["aliases"]) if "aliases" in settings else []
            spelled = None if spelled is None or more is None else spelled + more
        if spelled is None:
            draft.open_commands, draft.whole = True, False
            return False
        names = [text.split()[0] for text in spelled if text.split()]
        command = draft if names[:1] in (["$0"], ["*"]) else Draft(names[0], self.source.evidence(line))
        command.loose, command.anywhere = True, True
        for begin, last in arguments[0 if settings else 1 :]:
            whole = last - begin > 1 or tokens[begin].kind == "text"
            if not whole:
                command.whole = False
            if is_sign(tokens, begin, "{"):
                self._settings((begin, last), command)
            self._read(begin, last, command)
        for name in names:
            draft.commands[name] = command
        if command is draft:
            draft.commands.pop(names[0])
            draft.open_commands = True
        return True

    def _settings(self, stretch: tuple[int, int], command: Draft) -> None:
        """A builder that is an object: each key is an option."""
        tokens = self.source.tokens
        found = object_of(tokens, stretch)
        builder = found.get("builder") if found and "command" in found else stretch
        if builder is not None and is_sign(tokens, builder[0], "{"):
            self._listed(builder, command)

    def _options(self, arguments: list[tuple[int, int]], draft: Draft) -> None:
        tokens = self.source.tokens
        names = texts_of(tokens, arguments[0])
        if names is not None:
            settings = object_of(tokens, arguments[1]) if len(arguments) > 1 else {}
            for name in names:
                self._from(name, settings, draft, arguments[0][0])
        else:
            self._listed(arguments[0], draft)

    def _listed(self, stretch: tuple[int, int], draft: Draft) -> None:
        listed = object_of(self.source.tokens, stretch)
        if listed is None:
            draft.whole = False
            return
        for name, inner in listed.items():
            self._from(name, object_of(self.source.tokens, inner), draft, inner[0])

    def _from(self, name: str, settings: dict[str, tuple[int, int]] | None, draft: Draft, at: int) -> None:
        tokens = self.source.tokens
        if settings is None:
            self._take(name, draft, at)
            return
        kind = text_of(tokens, settings["type"]) if "type" in settings else None
        aliases = texts_of(tokens, settings["alias"]) if "alias" in settings else []
        choices = texts_of(tokens, settings["choices"]) if "choices" in settings else []
        default = plain_of(tokens, settings["default"]) if "default" in settings else None
        line = settings["default"][0] if "default" in settings else at
        value = _TYPES.get(kind or "")
        self._take(name, draft, line, value, default, tuple(aliases or ()), tuple(choices or ()))
        if aliases is None:
            draft.whole = False

    def _alias(self, arguments: list[tuple[int, int]], draft: Draft) -> None:
        first, second = (texts_of(self.source.tokens, a) for a in arguments[:2])
        if first and second:
            self._take(first[0], draft, arguments[0][0], aliases=(*first[1:], *second))
        else:
            draft.whole = False

    def _take(
        self,
        name: str,
        draft: Draft,
        at: int,
        value: bool | None = None,
        default: str | None = None,
        aliases: tuple[str, ...] = (),
        choices: tuple[str, ...] = (),
    ) -> None:
        names = spellings((name, *aliases))
        place = self.source.evidence(self.source.tokens[at].line)
        reaches = draft is self.draft
        known = draft.option(names)
        if known is not None and default is None:
            default = known.default
        draft.replace(Option(names, place, value, default, choices, reaches=reaches))


def spellings(names: tuple[str, ...]) -> tuple[str, ...]:
    """Every form in which yargs and its like take some names: kebab, camel and with `no-`."""
    found: list[str] = []
    for name in dict.fromkeys(n.lstrip("-") for n in names):
        if len(name) == 1:
            found.append(f"-{name}")
            continue
        forms = dict.fromkeys((name, kebab(name), camel(name)))
        found += [f"--{form}" for form in forms] + [f"--no-{form}" for form in forms]
    return tuple(dict.fromkeys(found))
