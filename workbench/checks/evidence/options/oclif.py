"""oclif and citty: options and commands from objects that describe them, one command a file."""

import json
import posixpath
import re
from collections.abc import Mapping, Sequence

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.javascript_values import (
    imported,
    imported_from,
    kebab,
    object_of,
    plain_of,
    source_at,
    text_of,
    texts_of,
)
from workbench.checks.evidence.options.source_tokens import Source, closing, is_name, is_sign, parts
from workbench.checks.evidence.program import Option
from workbench.checks.evidence.repository import Repository

_DEEPEST = 5
_MOST_COMMANDS = 200
_CODE = (".ts", ".js", ".mjs", ".mts")
_KINDS = frozenset(
    {
        "boolean",
        "string",
        "integer",
        "file",
        "directory",
        "url",
        "help",
        "version",
        "option",
        "custom",
        "enum",
    }
)
"""oclif's own makers of flags; what another makes may have a letter of its own."""
_Stretch = tuple[int, int]


def oclif_draft(repository: Repository, sources: Sequence[Source]) -> Draft | None:
    """The program whose commands are the files of the folder that its package.json names."""
    found = _settings(repository, sources[0].path)
    if found is None:
        return None
    folder, settings = found
    commands = settings.get("commands")
    if not isinstance(commands, str):
        return None
    place = _commands_folder(repository, folder, commands)
    paths = [p for p in sorted(repository.files) if place and p.startswith(f"{place}/") and _is_command(p)]
    if not paths:
        return None
    # Hooks and plugins may give the program itself more than its files say.
    draft = Draft("", sources[0].evidence(1), whole=False)
    draft.open_commands = bool(settings.get("plugins")) or len(paths) > _MOST_COMMANDS
    draft.add(Option(("--help", "-h", "--version", "-v"), draft.evidence, False, by_framework=True))
    separator = str(settings.get("topicSeparator", ":"))
    for path in paths[:_MOST_COMMANDS]:
        way = re.sub(r"(?:/index)?\.\w+$", "", path.removeprefix(f"{place}/")).split("/")
        command = _oclif_command(repository, path)
        if command is not None:
            _attach(draft, way, command, separator)
    for name in ("help", "plugins", "autocomplete", "update", "version"):
        draft.commands.setdefault(name, Draft(name, draft.evidence, whole=False))
    return draft


def _settings(repository: Repository, path: str) -> tuple[str, Mapping[str, object]] | None:
    """The folder of the nearest package.json with settings of oclif, and these."""
    folder = posixpath.dirname(path)
    while True:
        manifest = posixpath.join(folder, "package.json")
        try:
            said = json.loads(repository.text(manifest) or "{}")
        except (ValueError, RecursionError):
            said = {}
        settings = said.get("oclif") if isinstance(said, dict) else None
        if isinstance(settings, dict):
            return folder, settings
        if not folder:
            return None
        folder = posixpath.dirname(folder)


def _commands_folder(repository: Repository, folder: str, written: str) -> str | None:
    place = posixpath.normpath(posixpath.join(folder, written))
    source = re.sub(r"(^|/)(?:dist|lib|build|out)/", r"\1src/", f"{place}/").rstrip("/")
    return next((found for found in (place, source) if found in repository.folders), None)


def _is_command(path: str) -> bool:
    return path.endswith(_CODE) and not path.endswith(".d.ts") and ".test." not in path


def _attach(draft: Draft, way: Sequence[str], command: Draft, separator: str) -> None:
    if separator == " ":
        holder = draft
        for topic in way[:-1]:
            holder = holder.commands.setdefault(topic, Draft(topic, command.evidence))
        known = holder.commands.get(way[-1])
        command.commands.update(known.commands if known is not None else {})
        holder.commands[way[-1]] = command
    # Colons part the words of a command whatever the setting says.
    draft.commands[":".join(way)] = command
    for alias in command.dests.get("alias", ()):
        draft.commands[alias] = command


def _oclif_command(repository: Repository, path: str) -> Draft | None:
    source = source_at(repository, path)
    if source is None:
        return None
    name = re.sub(r"(?:/index)?\.\w+$", "", path).rpartition("/")[2]
    draft = Draft(name, source.evidence(1), loose=False)
    draft.add(Option(("--help", "-h"), draft.evidence, False, by_framework=True))
    tokens, described = source.tokens, False
    for at in range(1, len(tokens) - 2):
        if not is_name(tokens, at - 1, "static") or not is_name(tokens, at):
            continue
        begin = next((n + 1 for n in range(at, min(at + 30, len(tokens))) if is_sign(tokens, n, "=")), None)
        if tokens[at].text in ("flags", "baseFlags") and begin is not None:
            described = True
            _flags(draft, source, begin)
        elif tokens[at].text == "strict" and begin is not None:
            draft.intermixed = tokens[begin].text == "true"
        elif tokens[at].text in ("aliases", "hiddenAliases") and begin is not None:
            found = texts_of(tokens, (begin, closing(tokens, begin) + 1)) or []
            draft.dests["alias"] = (*draft.dests.get("alias", ()), *found)
    base = next((tokens[n + 1].text for n in range(len(tokens) - 1) if is_name(tokens, n, "extends")), "")
    # A class of the project may bring flags of its own; a class without flags may be no command.
    draft.whole &= base == "Command" and bool({"@oclif/core", "@oclif/command"} & set(imported(source)))
    draft.whole &= described or "run" in {token.text for token in tokens}
    return draft


def _flags(draft: Draft, source: Source, begin: int) -> None:
    """`{ name: Flags.string({char: 'n', ...}), ...}`."""
    tokens = source.tokens
    flags = object_of(tokens, (begin, closing(tokens, begin) + 1)) if is_sign(tokens, begin, "{") else None
    if flags is None:
        draft.whole = False
        return
    for name, (start, end) in flags.items():
        opened = next((n for n in range(start, end) if is_sign(tokens, n, "(")), None)
        kind = tokens[opened - 1].text if opened is not None else ""
        given = parts(tokens, opened + 1, closing(tokens, opened)) if opened is not None else []
        said = object_of(tokens, given[0]) if given else {}
        if said is None or opened is None:
            draft.add(Option((f"--{name}",), source.evidence(tokens[start].line)))
            draft.whole = False
            continue
        names = [f"--{name}", *_texts(source, said, "aliases", "--"), *_texts(source, said, "char", "-")]
        names += [f"--no-{name}"] if "allowNo" in said else []
        names += _texts(source, said, "charAliases", "-")
        default = plain_of(tokens, said["default"]) if "default" in said else None
        choices = texts_of(tokens, said["options"]) if "options" in said else None
        draft.whole &= kind in _KINDS
        value = kind not in ("boolean", "help", "version")
        place = source.evidence(tokens[said["default"][0] if default is not None else start].line)
        draft.add(Option(tuple(names), place, value, default, tuple(choices or ())))


def _texts(source: Source, said: Mapping[str, _Stretch], key: str, hyphens: str) -> list[str]:
    found = texts_of(source.tokens, said[key]) if key in said else []
    return [f"{hyphens}{text}" for text in found or ()]


def citty_draft(repository: Repository, sources: Sequence[Source]) -> Draft | None:
    """The program that `runMain` is given."""
    for source in sources:
        tokens = source.tokens
        for at in range(len(tokens) - 2):
            if is_name(tokens, at, "runMain") and is_sign(tokens, at + 1, "("):
                draft = _Citty(repository).found(source, (at + 2, closing(tokens, at + 1)), _DEEPEST)
                if draft is not None:
                    return draft
    return None


class _Citty:
    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def found(self, source: Source, stretch: _Stretch, deep: int) -> Draft | None:
        """The command that an expression is: a definition, a variable, what another file exports."""
        tokens, (begin, end) = source.tokens, stretch
        if not deep or begin >= end:
            return None
        for at in range(begin, end):
            if is_name(tokens, at, "defineCommand") and is_sign(tokens, at + 1, "("):
                return self._defined(source, at + 2, deep)
            if is_name(tokens, at, "import") and is_sign(tokens, at + 1, "("):
                return self._exported(source, text_of(tokens, (at + 2, closing(tokens, at + 1))), deep)
        if end - begin == 1 and is_name(tokens, begin):
            return self._named(source, tokens[begin].text, deep)
        return None

    def _named(self, source: Source, name: str, deep: int) -> Draft | None:
        tokens = source.tokens
        for at in range(1, len(tokens) - 3):
            if is_name(tokens, at, name) and is_sign(tokens, at + 1, "=") and is_name(tokens, at + 2):
                return self.found(source, (at + 2, at + 4), deep)
        written = imported_from(source, name)
        return self._exported(source, written, deep) if written else None

    def _exported(self, source: Source, written: str | None, deep: int) -> Draft | None:
        other = source_at(self._repository, source.path, written) if written else None
        for at in range(len(other.tokens) - 1) if other else ():
            if other and is_name(other.tokens, at, "default") and is_name(other.tokens, at - 1, "export"):
                end = min(at + 3, len(other.tokens))
                if is_name(other.tokens, at + 1, "defineCommand"):
                    return self._defined(other, at + 3, deep - 1)
                return self.found(other, (at + 1, min(at + 2, end)), deep - 1)
        return None

    def _defined(self, source: Source, begin: int, deep: int) -> Draft:
        tokens = source.tokens
        draft = Draft("", source.evidence(tokens[begin].line), loose=True, intermixed=True)
        for names in (("--help", "-h"), ("--version", "-v")):
            draft.add(Option(names, draft.evidence, False, by_framework=True))
        said = object_of(tokens, (begin, closing(tokens, begin) + 1)) if is_sign(tokens, begin, "{") else None
        if said is None:
            draft.whole, draft.open_commands = False, True
            return draft
        if "args" in said:
            self._arguments(draft, source, said["args"])
        if "subCommands" in said:
            self._commands(draft, source, said["subCommands"], deep)
            draft.closed = "run" not in said
        return draft

    def _arguments(self, draft: Draft, source: Source, stretch: _Stretch) -> None:
        tokens = source.tokens
        listed = object_of(tokens, stretch)
        if listed is None:
            draft.whole = False
        for name, at in (listed or {}).items():
            said = object_of(tokens, at)
            kind = text_of(tokens, said["type"]) if said and "type" in said else None
            if said is None or kind is None:
                draft.whole = False
            elif kind != "positional":
                more = texts_of(tokens, said["alias"]) if "alias" in said else []
                spelled = dict.fromkeys((name, kebab(name), *(more or ())))
                names = [f"--{n}" if len(n) > 1 else f"-{n}" for n in spelled]
                names += [f"--no-{n}" for n in spelled if len(n) > 1] if kind == "boolean" else []
                default = plain_of(tokens, said["default"]) if "default" in said else None
                place = source.evidence(tokens[said["default"][0] if default else at[0]].line)
                draft.add(Option(tuple(names), place, kind != "boolean", default))

    def _commands(self, draft: Draft, source: Source, stretch: _Stretch, deep: int) -> None:
        listed = object_of(source.tokens, stretch)
        if listed is None:
            draft.open_commands = True
        for name, at in (listed or {}).items():
            made = self.found(source, at, deep - 1)
            if made is None:
                made = Draft(name, source.evidence(source.tokens[at[0]].line), whole=False)
                made.open_commands = True
            made.name = name
            draft.commands[name] = made
