"""Rust's argh and gumdrop: options from the fields of structs, commands from the variants of enums."""

from collections.abc import Mapping, Sequence

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.rust_items import Field, Item, cased
from workbench.checks.evidence.options.source_tokens import Source, is_name
from workbench.checks.evidence.program import Option
from workbench.checks.regex import regex

_DEEPEST = 6
_PLAIN = regex(
    r'-?\d[\d_.]*|true|false|"[^"\\]*"|(?:String::from|PathBuf::from)\("[^"\\]*"\)|"[^"\\]*"\.\w+\(\)'
)
_WRAPPERS = frozenset({"Option", "Vec", "Box"})
_PARSES = frozenset({"from_env", "cargo_from_env", "parse_args_default_or_exit", "parse_args_or_exit"})
_MORE = frozenset({"from_args", "parse_args_default", "parse_args", "parse_args_default_or_exit_with"})


def argh_draft(sources: Sequence[Source], items: Mapping[str, Item], main: str) -> Draft | None:
    """The program of the struct that is parsed from the words; None where none is, or several may be."""
    roots = [item for item in items.values() if item.attributes.derives & {"FromArgs", "Options"}]
    called = _called(sources)
    roots = [item for item in roots if item.name in called] or [i for i in roots if i.source.path == main]
    if not roots or len({item.name for item in roots}) > 1:
        return None
    root = roots[0]
    reader = _Gumdrop(items) if "Options" in root.attributes.derives else _Argh(items)
    return reader.draft(root, _DEEPEST)


def _called(sources: Sequence[Source]) -> set[str]:
    """The types that are parsed, named near the call: `from_env::<T>()`, `let t: T = from_env()`."""
    found: set[str] = set()
    for source in sources:
        tokens = source.tokens
        for at in range(len(tokens) - 1):
            if not is_name(tokens, at) or tokens[at].text not in _PARSES | _MORE:
                continue
            around = tokens[max(0, at - 8) : at + 5]
            found.update(token.text for token in around if token.kind == "name" and token.text[:1].isupper())
    return found


class _Argh:
    """Reads structs with `#[argh(...)]`."""

    def __init__(self, items: Mapping[str, Item]) -> None:
        self._items = items

    def draft(self, item: Item, deep: int) -> Draft:
        """What a struct describes."""
        made = Draft(item.attributes.text("name") or item.name, item.source.evidence(item.line))
        made.whole = not item.attributes.hidden
        made.add(Option(("--help",), made.evidence, False, by_framework=True))
        for field in item.fields:
            self._field(made, item, field, deep)
        made.closed = bool(made.commands)
        if made.commands:
            made.commands.setdefault("help", Draft("help", made.evidence, whole=False))
        return made

    def _field(self, made: Draft, item: Item, field: Field, deep: int) -> None:
        said = field.attributes.given
        made.whole &= not field.attributes.hidden
        if "subcommand" in said:
            self._commands(made, self._item_of(field), deep)
        elif "option" in said or "switch" in said:
            self._add(made, item, field)
        elif "positional" in said:
            made.intermixed &= "greedy" not in said
        elif "description" not in said:
            made.whole = False

    def _add(self, made: Draft, item: Item, field: Field) -> None:
        said = field.attributes
        written = said.text("long") if "long" in said.given else None
        long = written or cased(field.name, None)
        short = said.text("short")
        if long is None or ("short" in said.given and not short):
            made.whole = False
            return
        names = [f"--{long}"] if written != "none" else []
        names += [f"-{short}"] if short else []
        default = said.text("default")
        plain = _PLAIN.fullmatch(default.strip()) if default else None
        made.add(
            Option(
                tuple(names),
                item.source.evidence(field.line),
                takes_value="switch" not in said.given,
                default=_shown(default) if default and plain else None,
            )
        )

    def _item_of(self, field: Field) -> Item | None:
        names = [token.text for token in field.kind if token.kind == "name" and token.text not in _WRAPPERS]
        return self._items.get(names[-1]) if names else None

    def _commands(self, made: Draft, enum: Item | None, deep: int) -> None:
        if enum is None or not enum.is_enum or not deep:
            made.open_commands, made.whole = True, False
            return
        for variant in enum.variants:
            inner = self._item_of(variant.fields[0]) if variant.fields else None
            name = inner.attributes.text("name") if inner is not None else None
            if inner is None or name is None:
                made.open_commands = True
                continue
            made.commands[name] = self.draft(inner, deep - 1)


class _Gumdrop(_Argh):
    """Reads structs with `#[options(...)]`, where a field has both names unless it says otherwise."""

    def draft(self, item: Item, deep: int) -> Draft:
        """What a struct describes; letters are given in the order of the fields."""
        made = Draft(item.name, item.source.evidence(item.line), whole=not item.attributes.hidden)
        self._taken = {f.attributes.text("short") for f in item.fields}
        for field in item.fields:
            self._field(made, item, field, deep)
        made.closed = bool(made.commands)
        return made

    def _field(self, made: Draft, item: Item, field: Field, deep: int) -> None:
        said = field.attributes
        made.whole &= not said.hidden
        if "command" in said.given:
            self._commands(made, self._item_of(field), deep)
        elif "free" not in said.given:
            names = self._names(field)
            kinds = [token.text for token in field.kind if token.kind == "name"]
            value = kinds != ["bool"] and "count" not in said.given
            default = said.text("default")
            made.add(Option(names, item.source.evidence(field.line), value, default))

    def _names(self, field: Field) -> tuple[str, ...]:
        said = field.attributes
        names = [] if "no_long" in said.given else [f"--{said.text('long') or cased(field.name, None)}"]
        short = said.text("short")
        free = (
            field.name[:1] not in self._taken and "no_short" not in said.given and "short" not in said.given
        )
        if free:
            self._taken.add(field.name[:1])
        letter = short or (field.name[:1] if free else "")
        return (*names, *([f"-{letter}"] if letter else []))

    def _commands(self, made: Draft, enum: Item | None, deep: int) -> None:
        taken = self._taken
        for variant in enum.variants if enum is not None and deep else ():
            inner = self._item_of(variant.fields[0]) if variant.fields else None
            name = variant.attributes.text("name") or cased(variant.name, None) or ""
            made.commands[name] = (
                self.draft(inner, deep - 1)
                if inner is not None
                else Draft(name, made.evidence, whole=not variant.fields)
            )
        self._taken = taken
        made.open_commands |= not made.commands


def _shown(default: str) -> str:
    """`String::from("x")` and `"x".into()` as their string."""
    text = default.strip()
    if '"' in text:
        return text.split('"')[1]
    return text.capitalize() if text in ("true", "false") else text
