"""What a text says that a setting is where nobody gives it a value."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import CodeBlock, CodeSpan, Prose
from workbench.checks.text.page import Page

LONGEST_PIECE = 20_000
"""Characters of a paragraph; a longer one is not searched."""
LONGEST_SENTENCE = 3_000
"""Characters; a longer one is a list of something, and says nothing of one setting."""

_HEADER = regex(
    r"^[\s*_`]*(?:the )?(?:default(?:s| value| setting)?|if (?:unset|missing|absent|not set|not given)"
    r"|when (?:unset|not set)|"
    r"fallback|unset|initial(?: value)?|standard(?:wert)?|vorgabe|défaut|valeur par défaut|por defecto"
    r"|predeterminado|"
    r"padrão|默认值?|默認值?|デフォルト(?:値)?|既定値)\b[\s*_`]*$",
    re.I,
)
_NAME = regex(r"(?:\$\{?)?(-{0,2}[A-Za-z_][\w.-]*)\}?(?:=\S*|\s+<?\w+>?|:|\(\))?\Z")
_LEAD = regex(r"\s*(?:\*\*|__)?`?(-{0,2}[A-Za-z_][\w.-]*)`?(?:\*\*|__)?")
_WORD_VALUE = (
    r"(?:[+-]?\d[\d,_]*(?:\.\d+)?\s?(?:%|ms|s|sec|seconds?|minutes?|min|hours?|h|days?|percent"
    r"|[kKMG]i?B)?(?![\w.]*\w)|"
    r"true|false|True|False|on|off|enabled|disabled|yes|no|empty|none|null|zero|one|two|three|four|five|six"
    r"|seven|eight|nine|ten|"
    r"twelve|twenty|thirty)"
)
_V = rf"(?P<value>`+[^`\n]+`+|\"[^\"\n]{{1,60}}\"|“[^”\n]{{1,60}}”|{_WORD_VALUE})"
_IF_UNSET = (
    r"(?:unless|if|when|where|while)\s+(?:it (?:is|was) )?(?:not |un|nothing|none|no |absent|missing"
    r"|omitted|left|otherwise|you |"
    r"given|set|specified|said|told|another|else|they)"
)
_FORMS = (
    regex(
        rf"\bdefaults?\s*(?:(?:value|setting)\s*)?(?:to|is|are|of|at|:|=|,|being|used is)?\s*(?:to\s+"
        rf"|the\s+)?{_V}",
        re.I,
    ),
    regex(rf"\((?:\s*default(?:s to|:|\s)?|Vorgabe:?|défaut\s?:?|standard:?)\s*{_V}", re.I),
    regex(
        rf"{_V}\s*(?:(?!and\b|or\b|is\b|are\b)\w+\s+){{0,4}}?(?:by default|per default|\(the default\)"
        rf"|\(default\)|is the default|als Vorgabe)",
        re.I,
    ),
    regex(rf"\b(?:is|are|at|to|uses|of)\s+{_V}(?:\s+[\w/]+){{0,5}}?,?\s+{_IF_UNSET}", re.I),
    regex(rf"(?:^|[(;,]\s*){_V}(?:\s+\w+){{0,3}}?\s+{_IF_UNSET}", re.I),
    regex(
        rf"\b(?:without (?:it|that|one|this)|if (?:it is )?(?:not set|unset|absent|missing|not given"
        rf"|omitted)|otherwise)\s*,?\s*(?:it is\s+|is\s+)?{_V}",
        re.I,
    ),
    regex(rf"{_V}(?:\s+[\w/]+){{0,5}}?,?\s+unless\b", re.I),
    regex(rf"{_V}\s*\([^()]{{1,60}}\b(?:changes|overrides|sets)\b", re.I),
    regex(rf"\bor\s+{_V}\s+(?:when|if|where)\s+it\s+is\s+(?:not set|unset|missing|absent)", re.I),
)
"""Ways to say a default; the first three say the word."""
_UNSET = ("unless", "if", "when", "where", "while")
_SIGNS = (
    ("default",),
    ("(",),
    ("default", "vorgabe"),
    _UNSET,
    _UNSET,
    ("without", "if ", "otherwise"),
    ("unless",),
    ("changes", "overrides", "sets"),
    ("or",),
)
"""For each of these ways, words one of which it needs: a sentence without them is spared the pattern."""
_WORD_IF_UNSET = regex(rf"(?P<value>[\w./~-]+)\s+{_IF_UNSET}", re.I)
_EXPLICIT = 4
_SPEAKS = regex(
    r"default|unless|without|otherwise|not|miss|absent|unset|omit|Vorgabe|défaut|give|set|none|change|\(",
    re.I,
)
_BARE = regex(r"\A[\s:–—-]*\((?:[\w /|]{1,30}, )?(`[^`\n]+`|[^()`\n]{1,30}?)(?: by default)?\)")
_LOOSE = regex(r"(?P<value>`+[^`\n]+`+|\"[^\"\n]{1,60}\"|(?<![\w.-])[+-]?\d[\d,_]*(?:\.\d+)?(?:\s?%|\s\w+)?)")
_HINT = regex(r"\b(?:unless|otherwise|default|overrid\w+|if not|when not|instead)\b", re.I)
_SEVERAL = regex(r"`(\$?\{?[A-Z][A-Z0-9_]+\}?)`\s*\((?:[\w /]{1,30}, )?(?P<value>`[^`\n]+`)\)")
_COMMENTED = regex(r"""^\s*["']?([A-Za-z_][\w.-]*)["']?\s*[:=].*?\s(?:#|//|;)\s?(.*)$""")
_SETTINGS_FILES = frozenset(
    [
        "toml",
        "yaml",
        "yml",
        "ini",
        "conf",
        "cfg",
        "json5",
        "jsonc",
        "env",
        "dotenv",
        "properties",
        "hcl",
        "js",
        "javascript",
        "ts",
    ]
)
_ELSEWHERE = regex(
    r"`?\s+(?:in|of|from|on)\s+(?:the|your|its|each|this|a|an)\b|`?\s*,?\s+(?:or|then)\s", re.I
)
"""What makes a default one place's or one case's: "defaults to `x` in your `file`, or `y`"."""
_SENTENCE_END = regex(r"(?<=[.!?])\s+(?=[A-Z`*\[(])|(?<=;)\s+")


class DefaultClaim(NamedTuple):
    """A default that a text states."""

    names: tuple[str, ...]
    """What it may be the default of, the likeliest first: as it is written, without marks of code."""
    value: str
    place: tuple[int, int]
    """Of the value."""
    around: tuple[int, int]
    """Of the name and the value together, on one line where they stand on one."""
    prose: Prose | None
    """None in a block."""
    sure: bool
    """Whether the text surely says that this is a default, and of what."""
    group: tuple[str, int] | None = None
    """The table or list that it stands in."""
    bare: bool = False
    """Whether only its place behind a name says so: `name (value)`."""


@lru_cache(maxsize=2)
def default_claims(page: Page) -> tuple[DefaultClaim, ...]:
    """Every default that a text states, in the order of the text."""
    prose = page.markdown.prose
    found = [*_of_tables(prose)]
    for piece in prose:
        if piece.role not in ("heading",) and piece.cell is None and len(piece.text) <= LONGEST_PIECE:
            found += _of_sentences(piece)
            if piece.item is not None:
                found += _of_item(piece)
        elif piece.cell is not None and len(piece.text) <= LONGEST_PIECE:
            found += _of_sentences(piece)
    found += [
        claim for number, block in enumerate(page.markdown.blocks) for claim in _of_block(block, number)
    ]
    return tuple(sorted(found, key=lambda claim: claim.place))


def _of_block(block: CodeBlock, number: int) -> Iterator[DefaultClaim]:
    """`key = value  # default: 3` of a sample of a settings file."""
    if block.language not in _SETTINGS_FILES:
        return
    for line in block.lines[:2_000]:
        found = _COMMENTED.match(line.text) if len(line.text) < 500 else None
        if found is None:
            continue
        for index, form in enumerate((*_FORMS, _WORD_IF_UNSET)):
            stated = form.search(found[2])
            if stated is None:
                continue
            start, end = (line.start + found.start(2) + offset for offset in stated.span("value"))
            around = (line.start + found.start(1), end)
            sure = index < 3
            yield DefaultClaim(
                (found[1],), stated["value"], (start, end), around, None, sure, ("block", number)
            )
            break


def _of_tables(prose: tuple[Prose, ...]) -> Iterator[DefaultClaim]:
    columns: dict[int, int] = {}
    first: dict[tuple[int, int], Prose] = {}
    for cell in prose:
        at = cell.cell
        if at is None:
            continue
        if at.row == 0:
            if _HEADER.match(cell.text):
                columns[at.table] = at.column
        elif at.column == 0:
            first[at.table, at.row] = cell
        elif columns.get(at.table) == at.column and (at.table, at.row) in first:
            yield from _of_row(first[at.table, at.row], cell, at.table)


def _of_row(subject: Prose, cell: Prose, table: int) -> Iterator[DefaultClaim]:
    names = tuple(name for span in subject.spans if (name := named(span.text)))
    if not names and (lead := _LEAD.fullmatch(subject.text.strip())):
        names = (lead[1],)
    value = _cell_value(cell)
    if names and value is not None:
        place = cell.place(*value)
        yield DefaultClaim(
            names, cell.text[slice(*value)], place, (subject.start, place[1]), cell, True, ("table", table)
        )


def _cell_value(cell: Prose) -> tuple[int, int] | None:
    """Where the value stands in its cell; None where there are several, or words besides."""
    text = cell.text
    if len(cell.spans) == 1 and re.fullmatch(r"[\s\w().,/%-]{0,40}", cell.masked()):
        return cell.spans[0].opens, cell.spans[0].closes
    if not cell.spans and (found := re.fullmatch(rf"\s*(?:{_WORD_VALUE}|\S+)(?:\s+\w+)?\s*", text)):
        start, end = found.span()
        return start + len(text) - len(text.lstrip()), end - (len(text) - len(text.rstrip()))
    return None


def named(text: str) -> str | None:
    """The name that a code span gives a setting; None where it gives none."""
    found = _NAME.match(text.strip())
    return found[1].rstrip(".") if found else None


def _of_item(piece: Prose) -> Iterator[DefaultClaim]:
    """`- **speed** (`200`): ...`."""
    lead = _LEAD.match(piece.text)
    if lead is None or not re.match(r"\s*(?:\*\*|__|`)", piece.text):
        return
    found = _BARE.match(piece.text[lead.end() :])
    if found is None:
        return
    start, end = (lead.end() + offset for offset in found.span(1))
    place = piece.place(start, end)
    group = ("list", piece.item.list) if piece.item else None
    yield DefaultClaim(
        (lead[1],), found[1], place, (piece.at(lead.start(1)), place[1]), piece, False, group, bare=True
    )


def _of_sentences(piece: Prose) -> Iterator[DefaultClaim]:
    starts = [0, *(found.end() for found in _SENTENCE_END.finditer(piece.text)), len(piece.text)]
    for start, end in pairwise(starts):
        sentence = piece.text[start:end]
        if 3 < len(sentence) <= LONGEST_SENTENCE and _SPEAKS.search(sentence):
            yield from _of_sentence(piece, start, end)


def _of_sentence(piece: Prose, start: int, end: int) -> Iterator[DefaultClaim]:
    spans = [span for span in piece.spans if start <= span.opens < end]
    taken: list[tuple[int, int]] = []
    low = piece.text[start:end].casefold()
    for number, (form, signs) in enumerate(zip(_FORMS, _SIGNS, strict=True)):
        for found in form.finditer(piece.text, start, end) if any(sign in low for sign in signs) else ():
            value = found.span("value")
            if any(value[0] < last and first < value[1] for first, last in taken):
                continue
            taken.append(value)
            names, direct = _subjects(piece, spans, start, found.start(), value)
            place = piece.place(*value)
            first = piece.at(names[1]) if names[1] is not None else piece.at(found.start())
            yield DefaultClaim(
                names[0],
                found["value"],
                place,
                (min(first, place[0]), place[1]),
                piece,
                direct and number < _EXPLICIT and not _is_qualified(piece, found),
            )
    yield from _of_hints(piece, spans, start, end, taken)


def _is_qualified(piece: Prose, found: re.Match[str]) -> bool:
    """Whether a value goes with a noun ("the default `x` limit"), or is of one place or case."""
    if _ELSEWHERE.match(piece.text, found.end()):
        return True
    if not re.match(r"defaults?\s+(?:the\s+)?\Z", piece.text[found.start() : found.start("value")], re.I):
        return False
    before = piece.text[max(0, found.start() - 12) : found.start()]
    return bool(
        re.match(r"\s+\w", piece.text[found.end() :]) or re.search(r"\b(?:the|a|this|any)\s+\Z", before, re.I)
    )


def _of_hints(
    piece: Prose, spans: list[CodeSpan], start: int, end: int, taken: list[tuple[int, int]]
) -> Iterator[DefaultClaim]:
    """Values that may be defaults, and are where the code has one of that name and value."""
    patterns = [_SEVERAL, *([_LOOSE] if _HINT.search(piece.text, start, end) else [])]
    for pattern in patterns:
        for found in pattern.finditer(piece.text, start, end):
            value = found.span("value")
            if any(value[0] < last and first < value[1] for first, last in taken):
                continue
            taken.append(value)
            (names, _), _ = _subjects(piece, spans, start, found.start(), value)
            words = re.findall(r"[A-Za-z_][\w-]*", piece.text[value[1] : min(end, value[1] + 40)])
            place = piece.place(*value)
            yield DefaultClaim(
                (*names, *words[:4]), found["value"], place, (piece.at(found.start()), place[1]), piece, False
            )


def _subjects(
    piece: Prose, spans: list[CodeSpan], start: int, form: int, value: tuple[int, int]
) -> tuple[tuple[tuple[str, ...], int | None], bool]:
    """What a value may be the default of, with the offset of the likeliest, and whether it surely is of"""
    """that."""
    before = [span for span in spans if span.closes <= value[0] and named(span.text)]
    after = [span for span in spans if span.opens >= value[1] and named(span.text)]
    near = sorted(before, key=lambda span: -span.opens)
    names = [name for span in (*near, *after) if (name := named(span.text))]
    if piece.item is not None and (lead := _LEAD.match(piece.text)) and lead.end() <= value[0]:
        names.append(lead[1])
    words = re.findall(r"[A-Za-z_][\w-]*", piece.text[start : value[0]])
    opens = near[0].opens if near else None
    direct = (
        bool(near) and form - near[0].closes < 60 and not _other_clause(piece.text[near[0].closes : form])
    )
    return (tuple(dict.fromkeys((*names, *reversed(words)))), opens), direct


def _other_clause(between: str) -> bool:
    """Whether what stands between a name and its default speaks of something else meanwhile."""
    return bool(re.search(r"[.;:]\s|,\s+(?:the|its|which|and|but)\b|\b(?:and|but|or)\b", between))
