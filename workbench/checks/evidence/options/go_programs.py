"""What a Go program accepts by flag or pflag; cobra's commands are read in their own module."""

import posixpath
from collections.abc import Mapping, Sequence

from workbench.checks.evidence.options.cobra import cobra_draft
from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.go_flags import call_at, constants_of, flag_of
from workbench.checks.evidence.options.source_tokens import Source, is_name, is_sign, source_of
from workbench.checks.evidence.program import Option, Program
from workbench.checks.evidence.repository import Repository

_MOST_FILES = 150
_LITERAL = ("alecthomas/kong", "urfave/cli", "jessevdk/go-flags")
_OTHERS = (
    "urfave/cli",
    "alecthomas/k",
    "jessevdk/go-flags",
    "docopt",
    "go-arg",
    "mitchellh/cli",
    "spf13/viper",
)


def go_program(repository: Repository, name: str, folder: str) -> Program | None:
    """What the `main` package of a folder accepts; None where it declares nothing that is understood."""
    paths = [p for p in sorted(repository.files) if p.endswith(".go") and not p.endswith("_test.go")]
    texts = {path: repository.text(path) or "" for path in _near_first(paths, folder)[:_MOST_FILES]}
    own = [source_of(p, t, "go") for p, t in texts.items() if posixpath.dirname(p) == folder]
    if not own:
        return None
    draft = _by_literals(texts, own)
    if draft is not None:
        draft.whole &= len(paths) <= _MOST_FILES
        draft.name = name
        return draft.program()
    with_cobra = [p for p, t in texts.items() if "spf13/cobra" in t or ("pflag" in t and "spf13" in t)]
    if any("spf13/cobra" in text for text in texts.values()):
        everything = [source_of(p, texts[p], "go") for p in with_cobra if not _is_vendored(p)]
        draft = cobra_draft(everything, name, folder)
    else:
        draft = _flags(own)
    if draft is None:
        return None
    elsewhere = [t for p, t in texts.items() if posixpath.dirname(p) != folder and not _is_vendored(p)]
    if any(_declares(text) for text in elsewhere) or len(paths) > _MOST_FILES:
        draft.whole = draft.whole and bool(draft.commands) and draft.anywhere
    if any(other in texts[source.path] for source in own for other in _OTHERS[:-1]):
        draft.whole = False
    draft.name = name
    return draft.program()


def _by_literals(texts: Mapping[str, str], own: Sequence[Source]) -> Draft | None:
    """The program that kong, go-flags or urfave/cli make of structs and literals; None without them."""
    said = {library for library in _LITERAL for text in texts.values() if library in text}
    if not said:
        return None
    from workbench.checks.evidence.options.go_structs import GoFiles
    from workbench.checks.evidence.options.kong import go_flags_draft, kong_draft
    from workbench.checks.evidence.options.urfave import urfave_draft

    files = GoFiles(texts)
    readers = zip(_LITERAL, (kong_draft, urfave_draft, go_flags_draft), strict=True)
    found = (read(files, own) for library, read in readers if library in said)
    return next((draft for draft in found if draft is not None), None)


def _near_first(paths: list[str], folder: str) -> list[str]:
    return sorted(paths, key=lambda path: (posixpath.dirname(path) != folder, path.count("/"), path))


def _is_vendored(path: str) -> bool:
    return path.startswith("vendor/") or "/vendor/" in path


def _declares(text: str) -> bool:
    """Whether another package may declare flags of the same program."""
    return '"flag"' in text or "spf13/pflag" in text


def _flags(sources: Sequence[Source]) -> Draft | None:
    """The flags of the common set, with the sets that are made for commands."""
    constants = constants_of(sources)
    draft = Draft("", sources[0].evidence(1), single_hyphen=True, intermixed=False)
    for source in sources:
        imports = {token.text for token in source.tokens[:400] if token.kind == "text"}
        posix = "github.com/spf13/pflag" in imports or "github.com/ogier/pflag" in imports
        if posix:
            draft.single_hyphen, draft.intermixed = False, True
        sets = _sets(source, draft)
        owners = {"flag": draft, "pflag": draft, **sets}
        for at in range(len(source.tokens)):
            call = call_at(source.tokens, at)
            if call is None or call.owner not in owners:
                continue
            line = source.tokens[at].line
            made = flag_of(source, call.method, call.arguments, line, constants, "--" if posix else "-")
            if isinstance(made, Option):
                owners[call.owner].add(made)
            elif made is False:
                owners[call.owner].whole = False
    return _finished(draft, sources)


def _sets(source: Source, draft: Draft) -> dict[str, Draft]:
    """Variables that hold a set of flags, each with the command that it is for."""
    tokens, found = source.tokens, dict[str, Draft]()
    for at in range(len(tokens)):
        if not (
            is_name(tokens, at, "NewFlagSet")
            and is_sign(tokens, at + 1, "(")
            and is_sign(tokens, at - 1, ".")
        ):
            continue
        variable = tokens[at - 4].text if at > 3 and tokens[at - 3].text in (":=", "=") else ""
        named = tokens[at + 2]
        if not variable or named.kind != "text":
            draft.whole = False
            if variable:
                found[variable] = draft
            continue
        command = Draft(named.text, source.evidence(named.line), single_hyphen=True, intermixed=False)
        command.add(Option(("-h", "-help"), command.evidence, False, by_framework=True))
        draft.commands[named.text] = command
        found[variable] = command
    for at in range(len(tokens)):
        passed = is_name(tokens, at) and tokens[at].text in found
        if (
            passed
            and (is_sign(tokens, at - 1, "(") or is_sign(tokens, at - 1, ","))
            and not is_sign(tokens, at + 1, ".")
        ):
            found[tokens[at].text].whole = False
    return found


def _finished(draft: Draft, sources: Sequence[Source]) -> Draft | None:
    if not draft.options and not any(command.options for command in draft.commands.values()):
        return None
    first = draft.options[0].evidence if draft.options else sources[0].evidence(1)
    draft.evidence = first
    names = ("-h", "-help") if draft.single_hyphen else ("-h", "--help")
    draft.add(Option(names, first, False, by_framework=True))
    by_hand = any(
        is_name(s.tokens, n, "Args") and is_sign(s.tokens, n - 1, ".") and is_name(s.tokens, n - 2, "os")
        for s in sources
        for n in range(len(s.tokens))
    )
    if by_hand and not draft.commands:
        draft.whole = False
    draft.open_commands = bool(draft.commands)
    return draft
