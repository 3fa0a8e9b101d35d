"""commander, cac and sade: chains of `.command(..).option(..)`."""

from collections.abc import Sequence

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.javascript_values import (
    Step,
    assigned,
    object_of,
    plain_of,
    steps_at,
    text_of,
    texts_of,
)
from workbench.checks.evidence.options.source_tokens import Source, closing, is_name, is_sign
from workbench.checks.evidence.program import Option
from workbench.checks.regex import regex

_SPELLED = regex(r"(?<![\w-])--?[A-Za-z0-9][\w-]*(?:\.[\w-]+)?")
_TRUTHS = ("True", "False")
_LIBRARIES = ("commander", "@commander-js/extra-typings", "commander/esm.mjs", "cac")


class Commander:
    """The programs that some files build."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.root: Draft | None = None
        self._attached: set[int] = set()
        self._made: list[Draft] = []
        self._stray = False
        self._now: dict[int, Draft] = {}
        """The command of each program of sade that an option would be of."""
        for source in sources:
            self._read(source)

    def draft(self) -> Draft | None:
        """The program that is no command of another; None where there is none."""
        free = [draft for draft in self._made if id(draft) not in self._attached]
        free.sort(key=lambda draft: -len(draft.options) - len(draft.commands))
        if not free or not (free[0].options or free[0].commands):
            return None
        chosen = free[0]
        if self._stray or any(draft.options or draft.commands for draft in free[1:]):
            for draft in self._made:
                draft.whole, draft.open_commands = False, True
        if chosen.commands:
            chosen.commands.setdefault("help", Draft("help", chosen.evidence, whole=False))
        return chosen

    def _read(self, source: Source) -> None:
        known = self._roots(source)
        tokens, at = source.tokens, 0
        while at < len(tokens):
            start = self._start(source, at, known)
            if start is None:
                at += 1
                continue
            draft, begin = start
            steps, _ = steps_at(tokens, begin)
            last = self._walk(source, draft, steps, known)
            if name := assigned(tokens, at):
                known[name] = last
            at = max(begin, at + 1)
        self._strays(source, known)

    def _roots(self, source: Source) -> dict[str, Draft]:
        """Variables that hold the library's own program."""
        tokens, found = source.tokens, dict[str, Draft]()
        for at, token in enumerate(tokens):
            if token.kind != "text" or token.text not in _LIBRARIES[:3]:
                continue
            required = at > 1 and tokens[at - 2].text == "require"
            begin = at - 3 if required else at - 1
            if required and is_sign(tokens, at + 2, ".") and is_name(tokens, at + 3, "program"):
                begin = at - 3
            names = self._names_before(source, begin)
            for name in names & {"program", "commander", "cli", "cmd", "app"}:
                self.root = self.root or self._new("", source, token.line)
                found[name] = self.root
        return found

    def _names_before(self, source: Source, at: int) -> set[str]:
        """The names that an import or `const x = require` binds, at the word before what is imported."""
        tokens, names = source.tokens, set[str]()
        while at >= 0 and tokens[at].text not in ("import", "const", "let", "var", ";"):
            if tokens[at].kind == "name":
                names.add(tokens[at].text)
            at -= 1
        return names

    def _new(self, name: str, source: Source, line: int) -> Draft:
        draft = Draft(name, source.evidence(line), anywhere=True)
        draft.add(Option(("-h", "--help"), draft.evidence, False, by_framework=True, reaches=True))
        self._made.append(draft)
        return draft

    def _start(self, source: Source, at: int, known: dict[str, Draft]) -> tuple[Draft, int] | None:
        """The program that a chain begins with, and where its methods begin."""
        tokens = source.tokens
        if not is_name(tokens, at) or is_sign(tokens, at - 1, "."):
            return None
        word = tokens[at].text
        if word == "new" and (made := self._constructed(source, at + 1)):
            return made
        if word in ("createCommand", "cac", "sade") and is_sign(tokens, at + 1, "("):
            end = closing(tokens, at + 1)
            draft = self._new(text_of(tokens, (at + 2, end)) or "", source, tokens[at].line)
            draft.loose = word != "createCommand"
            if word == "sade":
                self._now[id(draft)] = draft
            return draft, end + 1
        return (known[word], at + 1) if word in known and is_sign(tokens, at + 1, ".") else None

    def _constructed(self, source: Source, at: int) -> tuple[Draft, int] | None:
        tokens = source.tokens
        if is_name(tokens, at) and is_sign(tokens, at + 1, ".") and is_name(tokens, at + 2, "Command"):
            at += 2
        if not is_name(tokens, at, "Command") or not is_sign(tokens, at + 1, "("):
            return None
        end = closing(tokens, at + 1)
        return self._new(text_of(tokens, (at + 2, end)) or "", source, tokens[at].line), end + 1

    def _walk(self, source: Source, draft: Draft, steps: Sequence[Step], known: dict[str, Draft]) -> Draft:
        """Follow a chain; the program that it ends with."""
        root, by_order = draft, id(draft) in self._now
        draft = self._now.get(id(root), root)
        for step in steps:
            if step.name == "command":
                draft = self._command(source, root if by_order else draft, step)
            elif step.name == "addCommand":
                self._add(source, draft, step, known)
            else:
                self._declare(source, draft, step)
        if by_order:
            # A program of sade gives itself, and what follows is of the command that came last.
            self._now[id(root)] = draft
            return root
        return draft

    def _command(self, source: Source, draft: Draft, step: Step) -> Draft:
        text = text_of(source.tokens, step.arguments[0]) if step.arguments else None
        name = text.split()[0] if text and text.split() else ""
        command = self._new(name, source, step.line)
        self._attached.add(id(command))
        command.loose = draft.loose
        if text is None:
            draft.open_commands = True
        elif not name or name[0] in "<[":
            return draft
        else:
            draft.commands[name] = command
            draft.closed = True
            self._settings(source, draft, command, step)
        described = len(step.arguments) > 1 and text_of(source.tokens, step.arguments[1]) is not None
        if described and not draft.loose:
            command.whole, command.open_commands = False, True
            return draft
        return command

    def _settings(self, source: Source, draft: Draft, command: Draft, step: Step) -> None:
        """Whether a command is the default one, and its other names, by the object behind its words."""
        for stretch in step.arguments[1:3]:
            said = object_of(source.tokens, stretch) or {}
            if {"isDefault", "default"} & set(said):
                draft.default_command = command.name
            if "alias" in said:
                names = texts_of(source.tokens, said["alias"]) or []
                draft.commands.update(dict.fromkeys(names, command))

    def _add(self, source: Source, draft: Draft, step: Step, known: dict[str, Draft]) -> None:
        start, end = step.arguments[0] if step.arguments else (0, 0)
        command = known.get(source.tokens[start].text) if end - start == 1 else None
        if command is None and start and (made := self._start(source, start, known)):
            command = made[0]
            self._walk(source, command, steps_at(source.tokens, made[1])[0], known)
        if command is None or not command.name:
            draft.open_commands = True
            return
        self._attached.add(id(command))
        draft.closed = True
        for spelling in (command.name, *command.dests.get("alias", ())):
            draft.commands[spelling] = command

    def _declare(self, source: Source, draft: Draft, step: Step) -> None:
        if step.name in ("option", "requiredOption"):
            self._option(source, draft, step)
        elif step.name == "addOption":
            self._made_option(source, draft, step)
        elif step.name in ("alias", "aliases"):
            self._alias(source, draft, step)
        elif step.name in ("version", "helpOption"):
            self._framework(source, draft, step)
        elif step.name == "name" and step.arguments:
            draft.name = text_of(source.tokens, step.arguments[0]) or draft.name
        else:
            _change(draft, step.name)

    def _framework(self, source: Source, draft: Draft, step: Step) -> None:
        """`version(text, flags)` and `helpOption(flags)`."""
        at = 1 if step.name == "version" else 0
        given = [text_of(source.tokens, a) or "" for a in step.arguments[at : at + 1]]
        usual = () if at == 0 else ("-v", "--version") if draft.loose else ("-V", "--version")
        names = tuple(_SPELLED.findall(given[0])) if given else usual
        if names or usual:
            place = source.evidence(step.line)
            draft.add(Option(names or usual, place, False, by_framework=True, reaches=True))

    def _alias(self, source: Source, draft: Draft, step: Step) -> None:
        names = texts_of(source.tokens, step.arguments[0]) if step.arguments else None
        if names is None:
            for owner in self._made:
                owner.open_commands |= draft in owner.commands.values()
            return
        draft.dests["alias"] = (*draft.dests.get("alias", ()), *names)
        for owner in self._made:
            if draft in owner.commands.values():
                owner.commands.update(dict.fromkeys(names, draft))

    def _option(self, source: Source, draft: Draft, step: Step) -> None:
        flags = text_of(source.tokens, step.arguments[0]) if step.arguments else None
        if flags is None:
            draft.whole = False
            return
        default = None
        if len(step.arguments) > 2:
            given = step.arguments[2]
            settings = object_of(source.tokens, given) if draft.loose else None
            given = settings["default"] if settings and "default" in settings else given
            default = plain_of(source.tokens, given)
            if default is None and len(step.arguments) > 3:
                default = plain_of(source.tokens, step.arguments[3])
        self._take(source, draft, flags, default, (), step.line)

    def _made_option(self, source: Source, draft: Draft, step: Step) -> None:
        """`addOption(new Option('-x, --long <v>').default(1).choices(['a']))`."""
        tokens = source.tokens
        start = step.arguments[0][0] if step.arguments else len(tokens)
        at = next((n for n in range(start, min(start + 4, len(tokens))) if is_sign(tokens, n, "(")), None)
        flags = None
        if at is not None and is_name(tokens, at - 1, "Option"):
            flags = tokens[at + 1].text if tokens[at + 1].kind == "text" and tokens[at + 1].whole else None
        if flags is None or at is None:
            draft.whole = False
            return
        said = {s.name: s for s in steps_at(tokens, closing(tokens, at) + 1)[0]}
        default = said["default"].arguments if "default" in said else ()
        choices = said["choices"].arguments if "choices" in said else ()
        shown = texts_of(tokens, choices[0]) if choices else None
        self._take(
            source, draft, flags, plain_of(tokens, default[0]) if default else None, shown or (), step.line
        )

    def _take(
        self, source: Source, draft: Draft, flags: str, default: str | None, choices: Sequence[str], line: int
    ) -> None:
        names = tuple(_SPELLED.findall(flags))
        if not names:
            draft.whole = False
            return
        untold = "[" in flags or (bool(self._now) and default is None)
        value = True if "<" in flags else None if untold else self._now != {} and default not in _TRUTHS
        place = source.evidence(line)
        reaches = draft.name == "" or draft is self.root or id(draft) not in self._attached
        draft.add(Option(names, place, value, default, tuple(choices), reaches=reaches))

    def _strays(self, source: Source, known: dict[str, Draft]) -> None:
        """Options that are declared on what is not known to be a program."""
        tokens = source.tokens
        for at in range(1, len(tokens) - 2):
            called = tokens[at].text in ("option", "requiredOption", "command", "addCommand")
            if (
                called
                and tokens[at].kind == "name"
                and is_sign(tokens, at + 1, "(")
                and is_sign(tokens, at - 1, ".")
            ):
                owner = tokens[at - 2].text if at > 1 else ""
                self._stray |= is_name(tokens, at - 2) and owner not in known


def _change(draft: Draft, method: str) -> None:
    """What methods without options change of a program."""
    if method in ("allowUnknownOption", "allowUnknownOptions"):
        draft.whole = False
    elif method == "passThroughOptions":
        draft.intermixed = False
    elif method in ("argument", "arguments", "action") and not draft.commands:
        draft.closed = False
    elif method == "executableDir":
        draft.open_commands = True
