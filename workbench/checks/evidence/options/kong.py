"""kong and go-flags: options and commands from the tags of structs' fields."""

from collections.abc import Sequence

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.go_structs import (
    GoField,
    GoFiles,
    GoStruct,
    dashed,
    inner_struct,
    struct_at,
)
from workbench.checks.evidence.options.source_tokens import Source, Token, closing, is_name, is_sign, parts
from workbench.checks.evidence.program import Option

_DEEPEST = 6
_PLAIN = frozenset({"string", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32"})
_VALUES = _PLAIN | {"uint64", "float32", "float64", "Duration", "byte"}
_CHANGES = frozenset({"DynamicCommand", "Plugins", "FlagNamer", "NoDefaultHelp", "Embed"})
"""Settings of kong by which a program has more, or other names, than its structs say."""


def kong_draft(files: GoFiles, own: Sequence[Source]) -> Draft | None:
    """The program that kong is given; None where none is found."""
    for source in (*own, *files.with_text("alecthomas/kong")):
        for at in range(len(source.tokens)):
            if is_name(source.tokens, at, "kong") and _makes(source.tokens, at, ("Parse", "New", "Must")):
                return _read(files, source, at)
    return None


def go_flags_draft(files: GoFiles, own: Sequence[Source]) -> Draft | None:
    """The program that go-flags is given; None where none is found. Its commands may be added by calls."""
    made = ("Parse", "ParseArgs", "NewParser", "NewNamedParser")
    for source in own:
        for at in range(len(source.tokens)):
            if is_name(source.tokens, at, "flags") and _makes(source.tokens, at, made):
                return _Tags(files).draft(source, at)
    return None


def _makes(tokens: Sequence[Token], at: int, names: tuple[str, ...]) -> bool:
    return (
        is_sign(tokens, at + 1, ".")
        and is_name(tokens, at + 2)
        and tokens[at + 2].text in names
        and is_sign(tokens, at + 3, "(")
    )


def _read(files: GoFiles, source: Source, at: int) -> Draft | None:
    tokens = source.tokens
    end = closing(tokens, at + 3)
    arguments = parts(tokens, at + 4, end)
    struct = _given(files, source, *arguments[0]) if arguments else None
    if struct is None:
        return None
    draft = Draft("", struct.source.evidence(struct.line), intermixed=True)
    reader = _Kong(files)
    reader.framework(draft)
    reader.fill(draft, struct, "", _DEEPEST)
    said = {token.text for token in tokens[at:end] if token.kind == "name"}
    spread = any(is_sign(tokens, n, ".") and is_sign(tokens, n + 1, ".") for n in range(at, end))
    if said & _CHANGES or files.full or spread:
        draft.whole, draft.open_commands = False, True
    return draft


def _given(files: GoFiles, source: Source, begin: int, last: int) -> GoStruct | None:
    """The struct that an argument such as `&cli` or `&app.Cli{}` is of."""
    tokens = source.tokens
    names = [token.text for token in tokens[begin:last] if token.kind == "name"]
    braces = next((n for n in range(begin, last) if is_sign(tokens, n, "{")), None)
    if braces is not None:
        names = [token.text for token in tokens[begin:braces] if token.kind == "name"]
        return _of_type(files, source, names)
    for at in range(len(tokens)) if len(names) == 1 else ():
        if is_name(tokens, at, names[0]) and (found := _declared(files, source, at)):
            return found
    # A variable of another file of its package.
    for path in files.beside(source.path, "") if len(names) == 1 else ():
        other = files.source(path) if names[0] in files.texts[path] else None
        for at in range(len(other.tokens)) if other else ():
            if other and is_name(other.tokens, at, names[0]) and (found := _declared(files, other, at)):
                return found
    return None


def _declared(files: GoFiles, source: Source, at: int) -> GoStruct | None:
    """The struct of the variable whose declaration may stand at a place."""
    tokens = source.tokens
    if is_name(tokens, at + 1, "struct") and is_sign(tokens, at + 2, "{"):
        return struct_at(source, at + 2)
    if at + 1 < len(tokens) and tokens[at + 1].text in ("=", ":="):
        begin = at + 2
        brace = next((n for n in range(begin, min(begin + 8, len(tokens))) if is_sign(tokens, n, "{")), None)
        if brace is not None and is_name(tokens, brace - 1, "struct"):
            return struct_at(source, brace)
        made = tokens[begin : brace or begin]
        if is_name(tokens, begin, "new"):
            made = tokens[begin + 2 : closing(tokens, begin + 1)]
        return _of_type(files, source, [token.text for token in made if token.kind == "name"])
    if is_name(tokens, at - 1, "var"):
        line = [t for t in tokens[at + 1 : at + 6] if t.line == tokens[at].line]
        return _of_type(files, source, [token.text for token in line if token.kind == "name"])
    return None


def _of_type(files: GoFiles, source: Source, names: Sequence[str]) -> GoStruct | None:
    if not names or len(names) > 2:
        return None
    return files.struct(source.path, names[0] if len(names) == 2 else "", names[-1])


class _Kong:
    """Reads commands out of kong's structs."""

    def __init__(self, files: GoFiles) -> None:
        self._files = files

    def framework(self, draft: Draft) -> None:
        """The option that every command has."""
        draft.add(Option(("-h", "--help"), draft.evidence, False, by_framework=True, reaches=True))

    def fill(self, draft: Draft, struct: GoStruct, prefix: str, deep: int) -> None:
        """Take in the fields of a struct."""
        has_arguments = False
        for field in struct.fields:
            tags = field.tags
            if "-" in tags or tags.get("kong") == "-":
                continue
            if "kong" in tags:
                draft.whole, draft.open_commands = False, True
            elif "cmd" in tags:
                self._command(draft, struct, field, deep)
            elif "arg" in tags:
                has_arguments = True
                self._argument(draft, struct, field)
            elif not field.name or "embed" in tags:
                self._embedded(draft, struct, field, prefix + tags.get("prefix", ""), deep)
            elif field.name[0].isupper():
                self._flag(draft, struct, field, prefix)
        draft.closed |= bool(draft.commands) and not has_arguments and draft.default_command is None

    def _struct_of(self, struct: GoStruct, field: GoField) -> GoStruct | None:
        return inner_struct(struct, field) or _of_type(self._files, struct.source, field.names)

    def _embedded(self, draft: Draft, struct: GoStruct, field: GoField, prefix: str, deep: int) -> None:
        inner = self._struct_of(struct, field)
        if inner is None or not deep:
            # What is not the project's own may hold anything.
            draft.whole, draft.open_commands = False, True
            return
        self.fill(draft, inner, prefix, deep - 1)

    def _argument(self, draft: Draft, struct: GoStruct, field: GoField) -> None:
        if "passthrough" in field.tags:
            draft.intermixed = False
        if self._struct_of(struct, field) is not None:
            # An argument with commands behind it.
            draft.whole, draft.open_commands = False, True

    def _command(self, draft: Draft, struct: GoStruct, field: GoField, deep: int) -> None:
        name = field.tags.get("name") or dashed(field.name)
        command = Draft(name, struct.source.evidence(field.line), intermixed="passthrough" not in field.tags)
        inner = self._struct_of(struct, field)
        if inner is None or not deep:
            command.whole = False
        else:
            self.fill(command, inner, field.tags.get("prefix", ""), deep - 1)
        self.framework(command)
        for spelled in (name, *(a for a in field.tags.get("aliases", "").split(",") if a)):
            draft.commands[spelled.strip()] = command
        if field.tags.get("default"):
            draft.default_command = name

    def _flag(self, draft: Draft, struct: GoStruct, field: GoField, prefix: str) -> None:
        tags = field.tags
        name = prefix + (tags.get("name") or dashed(field.name))
        names = [f"--{name}", *(f"--{prefix}{a.strip()}" for a in tags.get("aliases", "").split(",") if a)]
        if "negatable" in tags:
            names.append(f"--{tags['negatable'] or f'no-{name}'}")
        if tags.get("short"):
            names.append(f"-{tags['short']}")
        kind = field.names[-1] if field.names else ""
        default = tags.get("default")
        choices = tuple(choice.strip() for choice in tags.get("enum", "").split(",") if choice.strip())
        draft.add(
            Option(
                tuple(names),
                struct.source.evidence(field.line),
                takes_value=_takes_value(kind, tags.get("type", "")),
                default=_shown(kind, default),
                choices=() if any("${" in choice for choice in choices) else choices,
                reaches=True,
            )
        )


def _takes_value(kind: str, way: str) -> bool | None:
    if kind in ("bool", "VersionFlag") or way == "counter":
        return False
    return True if kind in _VALUES else None


def _shown(kind: str, default: str | None) -> str | None:
    """A default as a text would show it; None where there is none, or a value is put into it."""
    if default is None or "${" in default or not default.isprintable():
        return None
    return default.capitalize() if kind == "bool" else default


class _Tags:
    """Reads go-flags' structs."""

    def __init__(self, files: GoFiles) -> None:
        self._files = files

    def draft(self, source: Source, at: int) -> Draft | None:
        """The program of a call that makes its parser."""
        tokens = source.tokens
        arguments = parts(tokens, at + 4, closing(tokens, at + 3))
        struct = next((s for a in arguments[:2] if (s := _given(self._files, source, *a))), None)
        if struct is None:
            return None
        draft = Draft("", struct.source.evidence(struct.line))
        draft.add(Option(("-h", "--help"), draft.evidence, False, by_framework=True, reaches=True))
        self._fill(draft, struct, _DEEPEST)
        added = {"AddCommand", "AddGroup", "AddOption", "IgnoreUnknown", "UnknownOptionHandler"}
        names = {token.text for s in self._files.with_text("jessevdk/go-flags") for token in s.tokens}
        if names & added or self._files.full:
            draft.whole, draft.open_commands = False, True
        return draft

    def _fill(self, draft: Draft, struct: GoStruct, deep: int) -> None:
        for field in struct.fields:
            tags = field.tags
            inner = inner_struct(struct, field) or _of_type(self._files, struct.source, field.names)
            if "command" in tags:
                command = Draft(tags["command"], struct.source.evidence(field.line))
                draft.commands[tags["command"]] = command
                if inner is None or not deep:
                    command.whole = False
                else:
                    self._fill(command, inner, deep - 1)
            elif "long" in tags or "short" in tags:
                self._option(draft, struct, field)
            elif "namespace" in tags or ("group" in tags and (inner is None or not deep)):
                draft.whole = False
            elif "group" in tags or (not field.name and inner is not None and deep):
                self._fill(draft, inner, deep - 1) if inner else None
            elif not field.name:
                draft.whole = False

    def _option(self, draft: Draft, struct: GoStruct, field: GoField) -> None:
        tags = field.tags
        names = [f"--{tags['long']}"] if tags.get("long") else []
        names += [f"-{tags['short']}"] if tags.get("short") else []
        kind = field.names[-1] if field.names else ""
        repeats = any(token.text == "[" for token in field.kind)
        draft.add(
            Option(
                tuple(names),
                struct.source.evidence(field.line),
                takes_value=None
                if "optional" in tags
                else False
                if kind == "bool"
                else kind in _VALUES or None,
                default=tags.get("default") if not repeats else None,
                reaches=True,
            )
        )
