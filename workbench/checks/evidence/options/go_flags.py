"""Calls of Go's flag and of pflag, as options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.checks.evidence.options.source_tokens import Source, Token, closing, is_name, is_sign, parts
from workbench.checks.evidence.program import Option
from workbench.checks.regex import regex

_KINDS = (
    "String|Bool|Int|Int8|Int16|Int32|Int64|Uint|Uint8|Uint16|Uint32|Uint64|Float32|Float64|Duration|Count|IP|IPNet|"
    "IPMask|Text|StringSlice|StringArray|IntSlice|BoolSlice|DurationSlice|StringToString|StringToInt|Func|BoolFunc|"
    "UintSlice|Int32Slice|Int64Slice|Float32Slice|Float64Slice|IPSlice|BytesHex|BytesBase64"
)
DECLARES = regex(rf"(?P<kind>{_KINDS})?(?P<var>Var)?(?P<short>P|PF)?(?:F)?")
"""The methods that declare a flag."""
_UNITS = {
    "Nanosecond": "ns",
    "Microsecond": "us",
    "Millisecond": "ms",
    "Second": "s",
    "Minute": "m",
    "Hour": "h",
}


@dataclass(frozen=True)
class GoCall:
    """A call `owner.method(...)` with the stretches of its arguments."""

    owner: str
    method: str
    at: int
    end: int
    arguments: tuple[tuple[int, int], ...]


def call_at(tokens: Sequence[Token], at: int) -> GoCall | None:
    """The call `name.method(` that begins at a place; None where there is none."""
    if not (is_name(tokens, at) and is_sign(tokens, at + 1, ".") and is_name(tokens, at + 2)):
        return None
    if not is_sign(tokens, at + 3, "(") or is_sign(tokens, at - 1, "."):
        return None
    end = closing(tokens, at + 3)
    return GoCall(tokens[at].text, tokens[at + 2].text, at, end, tuple(parts(tokens, at + 4, end)))


def flag_of(
    source: Source,
    method: str,
    arguments: Sequence[tuple[int, int]],
    line: int,
    constants: Mapping[str, Sequence[Token]],
    long: str,
    reaches: bool = False,
) -> Option | bool | None:
    """The option that a method declares; None where it declares none, False where it cannot be told.

    `long` is what stands before a name: one hyphen for flag, two for pflag.
    """
    found = DECLARES.fullmatch(method)
    if found is None or not (found["kind"] or found["var"]) or not arguments:
        return None
    kind = found["kind"] or ""
    at = 1 if found["var"] else 0
    name = _text(source, arguments, at, constants)
    if name is None:
        return False
    names = [long + name]
    at += 1
    if found["short"]:
        short = _text(source, arguments, at, constants)
        if short is None:
            return False
        names += [f"-{short}"] if short else []
        at += 1
    has_default = kind not in ("Func", "BoolFunc", "Count", "") and len(arguments) > at
    default = _default(source.tokens, arguments[at], constants) if has_default else None
    plain = kind in ("Bool", "BoolFunc", "Count")
    return Option(
        tuple(names),
        source.evidence(line),
        takes_value=False if plain else None if not kind else True,
        default=default,
        reaches=reaches,
    )


def _text(
    source: Source,
    arguments: Sequence[tuple[int, int]],
    number: int,
    constants: Mapping[str, Sequence[Token]],
) -> str | None:
    """The string that an argument is; None where it is something else."""
    if number >= len(arguments):
        return None
    start, end = arguments[number]
    tokens = source.tokens[start:end]
    if len(tokens) == 1 and tokens[0].kind == "name":
        tokens = constants.get(tokens[0].text, ())
    return tokens[0].text if len(tokens) == 1 and tokens[0].kind == "text" else None


def _default(
    tokens: Sequence[Token], stretch: tuple[int, int], constants: Mapping[str, Sequence[Token]]
) -> str | None:
    said = list(tokens[slice(*stretch)])
    if len(said) == 1 and said[0].kind == "name":
        if said[0].text in ("true", "false"):
            return said[0].text.capitalize()
        said = list(constants.get(said[0].text, ()))
    texts = [token.text for token in said]
    if len(said) == 1 and said[0].kind in ("text", "number"):
        return texts[0]
    if len(said) == 2 and texts[0] == "-" and said[1].kind == "number":
        return f"-{texts[1]}"
    return _duration(texts)


def _duration(texts: Sequence[str]) -> str | None:
    """`10 * time.Second` as Go prints it in short: 10s."""
    unit = _UNITS.get(texts[-1]) if texts else None
    if unit is None:
        return None
    if list(texts[:-1]) == ["time", "."]:
        return f"1{unit}"
    fitting = len(texts) == 5 and texts[0].isdigit() and list(texts[1:4]) == ["*", "time", "."]
    return f"{texts[0]}{unit}" if fitting else None


def constants_of(sources: Sequence[Source]) -> dict[str, list[Token]]:
    """Names that a `const` or a top `var` gives one literal, each with its tokens."""
    found: dict[str, list[Token]] = {}
    for source in sources:
        tokens, depth, block = source.tokens, 0, False
        for at, token in enumerate(tokens):
            if token.kind == "sign" and token.text in "{}":
                depth += 1 if token.text == "{" else -1
            if depth or not is_name(tokens, at):
                continue
            declared = tokens[at - 1].text in ("const", "var") if at else False
            block = block or (token.text in ("const", "var") and is_sign(tokens, at + 1, "("))
            if (declared or block) and is_sign(tokens, at + 1, "="):
                end = at + 2
                while end < len(tokens) and tokens[end].line == token.line:
                    end += 1
                found[token.text] = [t for t in tokens[at + 2 : end] if t.text != ")"]
    return found
