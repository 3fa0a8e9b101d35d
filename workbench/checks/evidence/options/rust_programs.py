"""What a Rust program accepts, from the source of its crate."""

import posixpath
import re
from collections.abc import Sequence

from workbench.checks.evidence.options.clap_builder import built_draft
from workbench.checks.evidence.options.clap_derive import Derived
from workbench.checks.evidence.options.docopt_text import docopt_draft
from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.literal_options import take_literal
from workbench.checks.evidence.options.rust_items import Item, items
from workbench.checks.evidence.options.source_tokens import Source, is_name, is_sign, source_of
from workbench.checks.evidence.program import Program
from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex

_MOST_FILES = 80
_DERIVES = frozenset({"Parser", "StructOpt", "Clap"})
_PARSES = frozenset(
    {"parse", "try_parse", "from_args", "parse_from", "try_parse_from", "command", "into_app", "clap"}
)
_RELEVANT = regex(
    r"clap|structopt|Parser|Args\b|Subcommand|ValueEnum|Arg::|docopt|pico_args|lexopt|getopts|FromArgs|gumdrop"
)
_USAGE = regex(r"^usage:", re.I | re.M)
_BY_HAND = regex(r"\benv::args(?:_os)?\(|pico_args|lexopt|getopts")


def rust_program(repository: Repository, name: str, folder: str, main: str) -> Program | None:
    """What a binary target accepts; None where it declares nothing that is understood.

    `main` is the file that holds its `main`; empty where the manifest does not say.
    """
    main = main or posixpath.join(folder, "src/main.rs")
    paths = _sources(repository, folder, main)
    texts = {path: repository.text(path) or "" for path in paths[:_MOST_FILES]}
    sources = [source_of(p, t, "rust") for p, t in texts.items() if p == main or _RELEVANT.search(t)]
    draft = (
        _derived(sources, main)
        or _smaller(sources, main)
        or built_draft(sources, main)
        or _other(sources, texts)
    )
    if draft is None:
        return None
    if len(paths) > _MOST_FILES:
        draft.whole = False
    draft.name = name
    return draft.program()


def _sources(repository: Repository, folder: str, main: str) -> list[str]:
    """The crate's files, the one with `main` first, and those of its workspace that it may take from."""
    start = f"{folder}/" if folder else ""
    own = [p for p in sorted(repository.files) if p.endswith(".rs") and p.startswith(start)]
    own = [
        p for p in own if not re.search(r"(?:^|/)(?:tests|benches|examples|target)/", p.removeprefix(start))
    ]
    others = [
        p for p in own if "/bin/" in p and p != main and not p.startswith(posixpath.dirname(main) + "/")
    ]
    return [p for p in ([main] if main in own else []) + [p for p in own if p != main and p not in others]]


def _derived(sources: Sequence[Source], main: str) -> Draft | None:
    """The program of the struct that is parsed; None where none is derived."""
    found: dict[str, Item] = {}
    twice: set[str] = set()
    for source in sources:
        for item in items(source):
            if item.name in found:
                twice.add(item.name)
            found.setdefault(item.name, item)
    roots = [item for item in found.values() if item.attributes.derives & _DERIVES]
    called = _called(sources)
    roots = [item for item in roots if item.name in called] or roots
    roots.sort(key=lambda item: item.source.path != main)
    if not roots:
        return None
    draft = Derived(found).draft(roots[0])
    if len(roots) > 1 and roots[1].source.path == roots[0].source.path:
        draft.whole = False
    mixed = any(
        is_name(s.tokens, n, "Arg") and is_sign(s.tokens, n + 1, "::")
        for s in sources
        for n in range(len(s.tokens))
    )
    if twice & set(found) and any(
        found[name].attributes.derives & {"Args", "Subcommand", "Parser"} for name in twice
    ):
        draft.whole = False
    if mixed:
        draft.whole = False
    return draft


def _smaller(sources: Sequence[Source], main: str) -> Draft | None:
    """The program that argh or gumdrop make; None without them."""
    libraries = {"argh", "gumdrop"}
    if not any(token.text in libraries for source in sources for token in source.tokens):
        return None
    from workbench.checks.evidence.options.argh_derive import argh_draft

    found = {item.name: item for source in sources for item in items(source)}
    return argh_draft(sources, found, main)


def _called(sources: Sequence[Source]) -> set[str]:
    """The types on which a parsing function is called."""
    return {
        source.tokens[n].text
        for source in sources
        for n in range(len(source.tokens) - 2)
        if source.tokens[n].kind == "name"
        and is_sign(source.tokens, n + 1, "::")
        and source.tokens[n + 2].text in _PARSES
    }


def _other(sources: Sequence[Source], texts: dict[str, str]) -> Draft | None:
    """A docopt text, else the literals of a program that looks at its words by hand."""
    usages = [
        docopt_draft(token.text, source.evidence(token.line), token.line)
        for source in sources
        for token in source.tokens
        if token.kind == "text" and _USAGE.search(token.text)
    ]
    if usages and any("docopt" in text for text in texts.values()):
        usages[0].whole &= len(usages) == 1
        return usages[0]
    if not any(_BY_HAND.search(text) for text in texts.values()):
        return None
    draft = Draft("", sources[0].evidence(1) if sources else None, whole=False)  # type: ignore[arg-type]
    for source in sources:
        for token in source.tokens:
            if token.kind == "text" and token.whole:
                take_literal(draft, token.text, source.evidence(token.line))
    return draft if draft.options else None
