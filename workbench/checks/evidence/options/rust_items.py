"""Structs and enums of Rust source with their attributes, as far as clap's derive reads them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from workbench.checks.evidence.options.source_tokens import Source, Token, closing, is_name, is_sign, parts
from workbench.checks.regex import regex

_OF_CLAP = frozenset({"arg", "clap", "command", "structopt", "value", "group", "argh", "options"})


@dataclass
class Attributes:
    """What `#[arg(...)]` and its like say of one thing."""

    given: dict[str, list[Token]] = field(default_factory=dict)
    """Each key with the tokens of its value; empty where it has none."""
    derives: set[str] = field(default_factory=set)
    hidden: bool = False
    """Whether some are behind a condition (`cfg_attr`), so that they may not hold."""

    def text(self, key: str) -> str | None:
        """The string that a key has; None where it has none, or something else."""
        tokens = self.given.get(key, [])
        if len(tokens) == 1 and tokens[0].kind == "text":
            return tokens[0].text
        return None

    def texts(self, *keys: str) -> list[str]:
        """Every string in the values of some keys."""
        return [t.text for key in keys for t in self.given.get(key, []) if t.kind == "text"]

    def is_true(self, key: str) -> bool:
        """Whether a key is there without a value, or with `true`."""
        tokens = self.given.get(key)
        return tokens is not None and (not tokens or tokens[0].text == "true")


@dataclass
class Field:
    """A field of a struct or of a variant."""

    name: str
    """Empty in a tuple."""
    kind: list[Token]
    """Its type."""
    attributes: Attributes
    line: int


@dataclass
class Variant:
    """A variant of an enum."""

    name: str
    fields: list[Field]
    attributes: Attributes
    line: int


@dataclass
class Item:
    """A struct or an enum."""

    name: str
    is_enum: bool
    attributes: Attributes
    fields: list[Field]
    variants: list[Variant]
    source: Source
    line: int


def items(source: Source) -> Iterator[Item]:
    """Every struct and enum that has attributes."""
    tokens, at = source.tokens, 0
    while at < len(tokens):
        if not is_sign(tokens, at, "#"):
            at += 1
            continue
        attributes, after = attributes_at(tokens, at)
        after = _after_visibility(tokens, after)
        if after < len(tokens) and tokens[after].text in ("struct", "enum") and is_name(tokens, after + 1):
            yield _item(source, after, attributes)
        at = max(after, at + 1)


def attributes_at(tokens: Sequence[Token], at: int) -> tuple[Attributes, int]:
    """The attributes that begin at a place, and where they end."""
    found = Attributes()
    while is_sign(tokens, at, "#"):
        start = at + 2 if is_sign(tokens, at + 1, "!") else at + 1
        if not is_sign(tokens, start, "["):
            return found, at + 1
        end = closing(tokens, start)
        _take(found, tokens, start + 1, end)
        at = end + 1
    return found, at


def _take(found: Attributes, tokens: Sequence[Token], start: int, end: int) -> None:
    if not is_name(tokens, start):
        return
    name = tokens[start].text
    if name == "derive":
        found.derives.update(token.text for token in tokens[start + 1 : end] if token.kind == "name")
    elif name == "cfg_attr":
        inner = [token.text for token in tokens[start:end]]
        found.hidden |= bool(_OF_CLAP & set(inner)) or bool({"Parser", "Args", "Subcommand"} & set(inner))
    elif name in _OF_CLAP and is_sign(tokens, start + 1, "("):
        for begin, last in parts(tokens, start + 2, min(end - 1, len(tokens))):
            _take_key(found, tokens, begin, last)


def _take_key(found: Attributes, tokens: Sequence[Token], begin: int, last: int) -> None:
    key = tokens[begin].text
    if is_sign(tokens, begin + 1, "=") and begin + 1 < last:
        found.given[key] = list(tokens[begin + 2 : last])
    elif is_sign(tokens, begin + 1, "("):
        found.given[key] = list(tokens[begin + 2 : last - 1])
    else:
        found.given[key] = []


def _after_visibility(tokens: Sequence[Token], at: int) -> int:
    if is_name(tokens, at, "pub"):
        at += 1
        if is_sign(tokens, at, "("):
            at = closing(tokens, at) + 1
    return at


def _item(source: Source, at: int, attributes: Attributes) -> Item:
    tokens = source.tokens
    item = Item(
        tokens[at + 1].text, tokens[at].text == "enum", attributes, [], [], source, tokens[at + 1].line
    )
    body = at + 2
    while body < len(tokens) and tokens[body].text not in ("{", "(", ";"):
        body += 1
    if body < len(tokens) and tokens[body].text != ";":
        for begin, last in parts(tokens, body + 1, closing(tokens, body)):
            if item.is_enum:
                item.variants += _variant(tokens, begin, last)
            else:
                item.fields += _field(tokens, begin, last)
    return item


def _field(tokens: Sequence[Token], begin: int, last: int) -> list[Field]:
    attributes, at = attributes_at(tokens, begin)
    at = _after_visibility(tokens, at)
    if at < last and is_sign(tokens, at + 1, ":") and is_name(tokens, at):
        return [Field(tokens[at].text, list(tokens[at + 2 : last]), attributes, tokens[at].line)]
    if is_name(tokens, at, "r") and is_sign(tokens, at + 1, "#"):
        return [Field(tokens[at + 2].text, list(tokens[at + 4 : last]), attributes, tokens[at].line)]
    return [Field("", list(tokens[at:last]), attributes, tokens[begin].line)]


def _variant(tokens: Sequence[Token], begin: int, last: int) -> list[Variant]:
    attributes, at = attributes_at(tokens, begin)
    if at >= last or not is_name(tokens, at):
        return []
    made = Variant(tokens[at].text, [], attributes, tokens[at].line)
    if at + 1 < last and tokens[at + 1].text in ("{", "("):
        for first, end in parts(tokens, at + 2, closing(tokens, at + 1)):
            made.fields += _field(tokens, first, end)
    return [made]


_WORDS = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|\d+|[A-Z]")


def cased(name: str, way: str | None) -> str | None:
    """A name as clap's `rename_all` writes it, kebab-case if it is not given; None for a way not known."""
    words = [word.lower() for part in name.split("_") for word in _parts_of(part)]
    joins = {None: "-", "kebab-case": "-", "kebab": "-", "snake_case": "_", "snake": "_", "lower": ""}
    joins |= {"lowercase": "", "lower_case": ""}
    if way == "verbatim":
        return name
    return joins[way].join(words) if way in joins else None


def _parts_of(part: str) -> list[str]:
    return [part] if part.islower() or part.isdigit() else _WORDS.findall(part)
