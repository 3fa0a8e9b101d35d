"""What a Node program accepts, from its file and those that it takes in."""

from collections.abc import Callable, Mapping, Sequence

from workbench.checks.evidence.options.commander import Commander
from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.javascript_values import (
    imported,
    object_of,
    plain_of,
    sources_from,
    text_of,
    texts_of,
)
from workbench.checks.evidence.options.literal_options import take_literal
from workbench.checks.evidence.options.source_tokens import Source, closing, is_name, is_sign, parts
from workbench.checks.evidence.options.yargs import Yargs, spellings
from workbench.checks.evidence.program import Option, Program
from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex

_ARGV = regex(r"\bargv\b|\bDeno\.args\b")


def javascript_program(repository: Repository, name: str, path: str) -> Program | None:
    """What a script accepts; None where it declares nothing that is understood."""
    sources = sources_from(repository, path)
    libraries = {library for source in sources for library in imported(source)}
    draft = None
    for known, read in _READERS.items():
        if known in libraries:
            draft = read(sources)
            break
    if draft is None and libraries & {"@oclif/core", "@oclif/command", "citty"}:
        from workbench.checks.evidence.options.oclif import citty_draft, oclif_draft

        draft = citty_draft(repository, sources) or oclif_draft(repository, sources)
    if draft is None and any("parseArgs" in (t.text for t in s.tokens) for s in sources):
        draft = _parse_args(sources)
    draft = draft or _by_hand(sources)
    if draft is None:
        return None
    draft.name = name
    return draft.program()


def _commander(sources: Sequence[Source]) -> Draft | None:
    return Commander(sources).draft()


def _yargs(sources: Sequence[Source]) -> Draft | None:
    speaking = [s for s in sources if any("yargs" in library for library in imported(s)) or len(sources) == 1]
    return Yargs(speaking).program()


def _calls(
    sources: Sequence[Source], names: frozenset[str]
) -> list[tuple[Source, list[tuple[int, int]], int]]:
    """Every call of a function by one of some names, with its arguments."""
    found = []
    for source in sources:
        tokens = source.tokens
        for at in range(len(tokens)):
            required = (
                tokens[at].kind == "text" and tokens[at].text in names and is_name(tokens, at - 2, "require")
            )
            begin = at + 2 if required else at + 1
            named = is_name(tokens, at) and tokens[at].text in names
            if (named or required) and is_sign(tokens, begin, "("):
                arguments = parts(tokens, begin + 1, closing(tokens, begin))
                if arguments and not is_name(tokens, at - 1, "function"):
                    found.append((source, arguments, tokens[at].line))
    return found


def _bound(sources: Sequence[Source], library: str, usual: str) -> frozenset[str]:
    """The names that a library's function is called by."""
    found = {usual}
    for source in sources:
        for at, token in enumerate(source.tokens):
            if token.kind == "text" and token.text == library and at > 2:
                back = at - 4 if is_name(source.tokens, at - 2, "require") else at - 2
                if back >= 0 and source.tokens[back].kind == "name":
                    found.add(source.tokens[back].text)
    return frozenset(found)


def _minimist(library: str) -> Callable[[Sequence[Source]], Draft | None]:
    def read(sources: Sequence[Source]) -> Draft | None:
        for source, arguments, line in _calls(sources, _bound(sources, library, library)):
            if text_of(source.tokens, arguments[0]) == library:
                continue
            draft = Draft("", source.evidence(line), loose=True, intermixed=True)
            if len(arguments) > 1:
                _minimist_settings(source, arguments[1], draft)
            else:
                _read_names(sources, draft)
            return draft
        return None

    return read


def _read_names(sources: Sequence[Source], draft: Draft) -> None:
    """Names that the code reads from `argv`, as options."""
    for source in sources:
        tokens = source.tokens
        for at in range(len(tokens) - 2):
            if (
                tokens[at].text in ("argv", "args", "flags")
                and is_sign(tokens, at + 1, ".")
                and is_name(tokens, at + 2)
            ):
                name = tokens[at + 2].text
                draft.add(Option(spellings((name,)), source.evidence(tokens[at].line)))


def _minimist_settings(source: Source, stretch: tuple[int, int], draft: Draft) -> None:
    tokens = source.tokens
    settings = object_of(tokens, stretch)
    if settings is None:
        draft.whole = False
        return
    aliases = object_of(tokens, settings["alias"]) if "alias" in settings else {}
    defaults = object_of(tokens, settings["default"]) if "default" in settings else {}
    others = {name: texts_of(tokens, at) or [] for name, at in (aliases or {}).items()}
    kinds: dict[str, bool | None] = dict.fromkeys([*others, *(defaults or {})])
    values: dict[str, bool | None] = {"boolean": False, "string": True}
    for key, kind in values.items():
        for name in texts_of(tokens, settings[key]) or [] if key in settings else []:
            kinds[name] = kind
    for name, value in kinds.items():
        place = (defaults or {}).get(name) or stretch
        default = plain_of(tokens, place) if name in (defaults or {}) else None
        names = spellings((name, *others.get(name, [])))
        draft.replace(Option(names, source.evidence(tokens[place[0]].line), value, default))


def _meow(sources: Sequence[Source]) -> Draft | None:
    for source, arguments, line in _calls(sources, frozenset({"meow"})):
        draft = Draft("", source.evidence(line), loose=True)
        settings = object_of(source.tokens, arguments[-1])
        flags = object_of(source.tokens, settings["flags"]) if settings and "flags" in settings else None
        _described(source, flags, draft, ("shortFlag", "alias", "aliases"))
        for names in (("--help",), ("--version",)):
            draft.add(Option(names, draft.evidence, False, by_framework=True))
        return draft
    return None


def _parse_args(sources: Sequence[Source]) -> Draft | None:
    for source, arguments, line in _calls(sources, frozenset({"parseArgs"})):
        draft = Draft("", source.evidence(line))
        settings = object_of(source.tokens, arguments[0])
        options = (
            object_of(source.tokens, settings["options"]) if settings and "options" in settings else None
        )
        _described(source, options, draft, ("short",), exact=True)
        strict = settings.get("strict") if settings else None
        if strict is not None and plain_of(source.tokens, strict) != "True":
            draft.loose = True
        if settings and "allowNegative" in settings:
            draft.whole = False
        return draft
    return None


def _described(
    source: Source,
    flags: dict[str, tuple[int, int]] | None,
    draft: Draft,
    shorts: tuple[str, ...],
    exact: bool = False,
) -> None:
    """Options that an object describes, one a key."""
    if flags is None:
        draft.whole = False
        return
    tokens = source.tokens
    for name, at in flags.items():
        said = object_of(tokens, at) or {}
        more = [text for key in shorts if key in said for text in texts_of(tokens, said[key]) or []]
        kind = text_of(tokens, said["type"]) if "type" in said else None
        default = plain_of(tokens, said["default"]) if "default" in said else None
        choices = texts_of(tokens, said["choices"]) if "choices" in said else None
        names = (f"--{name}", *(f"-{short}" for short in more)) if exact else spellings((name, *more))
        line = tokens[said["default"][0] if "default" in said else at[0]].line
        value = {"boolean": False, "string": True, "number": True}.get(kind or "")
        draft.replace(Option(names, source.evidence(line), value, default, tuple(choices or ())))


def _arg(sources: Sequence[Source]) -> Draft | None:
    for source, arguments, line in _calls(sources, frozenset({"arg"})):
        keys = object_of(source.tokens, arguments[0])
        draft = Draft("", source.evidence(line), whole=keys is not None and len(arguments) == 1)
        for name, at in (keys or {}).items():
            flag = source.tokens[at[0]].text == "Boolean"
            draft.add(Option((name,), source.evidence(source.tokens[at[0]].line), False if flag else None))
        return draft if draft.options else None
    return None


def _by_hand(sources: Sequence[Source]) -> Draft | None:
    """The literals of a program that looks at its words itself. Never whole."""
    reading = [s for s in sources if any(_ARGV.search(line) for line in s.lines)]
    if not reading:
        return None
    draft = Draft("", sources[0].evidence(1), whole=False)
    for source in reading:
        for token in source.tokens:
            if token.kind == "text" and token.whole:
                take_literal(draft, token.text, source.evidence(token.line))
    return draft if draft.options else None


_READERS: Mapping[str, Callable[[Sequence[Source]], Draft | None]] = {
    "commander": _commander,
    "@commander-js/extra-typings": _commander,
    "cac": _commander,
    "sade": _commander,
    "yargs": _yargs,
    "yargs/yargs": _yargs,
    "meow": _meow,
    "minimist": _minimist("minimist"),
    "mri": _minimist("mri"),
    "yargs-parser": _minimist("yargs-parser"),
    "arg": _arg,
}
