"""The keys of settings that a text lists: in tables, in lists, in samples of a settings file."""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import CodeBlock, Prose
from workbench.checks.text.page import Page

LONGEST_BLOCK = 400
"""Lines; a longer block is not read."""
_LEAD = regex(r"\s*(?:\*\*|__)?(`?)([A-Za-z_][\w.-]*)\1(?:\*\*|__)?(?=\s*(?:[:(,–—]|-\s|$|\bis\b|\bsets\b))")
_HEADER = regex(
    r"^[\s*_`]*(?:keys?|options?|settings?|param(?:eter)?s?|fields?|propert(?:y|ies)|props?|names?"
    r"|config(?:uration)?(?: key| option)?|"
    r"variables?|attributes?|arguments?|args?)\b",
    re.I,
)
_ASSIGNED = {
    "toml": regex(r"^(\s*)([A-Za-z_][\w-]*)\s*=\s*\S"),
    "ini": regex(r"^(\s*)([A-Za-z_][\w.-]*)\s*[=:]\s*"),
    "json": regex(r"""^([\s{,]*)["']([A-Za-z_][\w.-]*)["']\s*:"""),
    "yaml": regex(r"^(\s*)([A-Za-z_][\w-]*)\s*:(?:\s|$)"),
}
_LANGUAGES = {
    "conf": "ini",
    "cfg": "ini",
    "properties": "ini",
    "json5": "json",
    "jsonc": "json",
    "yml": "yaml",
}
_FOREIGN = regex(
    r"""(?m)^\s*\[(?:tool|build-system|project|dependencies|package|workspace|bin|lib|profile|features|\[)|"""
    r"""^\s*["']?(?:services|jobs|on|runs-on|repos|scripts|dependencies|devDependencies|compilerOptions"""
    r"""|mcpServers|apiVersion|kind|"""
    r"""extends|plugins|version|image|steps|uses|\$schema|editor\.\w+|stages|include|packages"""
    r"""|presets)["']?\s*:"""
)


class Key(NamedTuple):
    """One key of a list of settings."""

    name: str
    place: tuple[int, int]
    prose: Prose | None = None


class KeyGroup(NamedTuple):
    """Keys that a text lists together."""

    keys: tuple[Key, ...]
    block: CodeBlock | None = None
    heading: str = ""
    """Of the table's first column, or of the section."""
    named: bool = False
    """Whether the text calls them keys, options or the like."""


def key_groups(page: Page) -> Iterator[KeyGroup]:
    """The groups of keys of a text."""
    yield from _tables(page)
    yield from _lists(page)
    for block in page.markdown.blocks:
        if (group := _sample(block)) is not None:
            yield group


def _tables(page: Page) -> Iterator[KeyGroup]:
    headers: dict[int, str] = {}
    keys: dict[int, list[Key]] = {}
    for cell in page.markdown.prose:
        at = cell.cell
        if at is None or at.column != 0:
            continue
        if at.row == 0:
            headers[at.table] = cell.text
        elif (key := _leading(cell, whole=True)) is not None:
            keys.setdefault(at.table, []).append(key)
    for table, found in keys.items():
        yield KeyGroup(
            tuple(found), heading=headers.get(table, ""), named=bool(_HEADER.match(headers.get(table, "")))
        )


def _lists(page: Page) -> Iterator[KeyGroup]:
    keys: dict[int, list[Key]] = {}
    for piece in page.markdown.prose:
        if (
            piece.item is not None
            and piece.cell is None
            and (key := _leading(piece, whole=False)) is not None
        ):
            keys.setdefault(piece.item.list, []).append(key)
    for found in keys.values():
        sections = page.document.section_at(found[0].place[0])
        title = sections[-1].title if sections else ""
        named = (
            re.search(r"\b(?:option|setting|config|param|propert|prop|field|key|argument)", title, re.I)
            is not None
        )
        yield KeyGroup(tuple(found), heading=title, named=named)


def _leading(piece: Prose, *, whole: bool) -> Key | None:
    """The key that a cell or an item begins with; None where it begins with anything else."""
    found = _LEAD.match(piece.text)
    if found is None or (not whole and not found[1] and not re.match(r"\s*(?:\*\*|__)", piece.text)):
        return None
    if whole and found.end() < len(piece.text.rstrip()) - 25:
        return None
    return Key(found[2], piece.place(*found.span(2)), piece)


def _sample(block: CodeBlock) -> KeyGroup | None:
    """The keys of the top level of a sample; None where it is a file of another program."""
    kind = _LANGUAGES.get(block.language, block.language)
    pattern = _ASSIGNED.get(kind)
    if pattern is None or len(block.lines) > LONGEST_BLOCK or _FOREIGN.search(block.text):
        return None
    found = []
    for line in block.lines:
        key = pattern.match(line.text)
        if key and not (kind == "yaml" and key[1]):
            found.append(Key(key[2], (line.start + key.start(2), line.start + key.end(2))))
    if kind == "json":
        top = _top_level(block.text)
        found = [key for key in found if top is not None and key.name in top]
    return KeyGroup(tuple(found), block=block, named=True) if found else None


def _top_level(text: str) -> frozenset[str] | None:
    """The keys of a JSON object; None where it does not parse."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return frozenset(data) if isinstance(data, dict) else None
