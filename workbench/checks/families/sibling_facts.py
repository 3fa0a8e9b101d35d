"""What two pages that say the same should agree on, one by one: commands, rows, versions, ports, links."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.outcome import printable
from workbench.checks.regex import regex
from workbench.checks.text.page import Page, Typed
from workbench.checks.text.runtime_claims import runtime_claims
from workbench.checks.text.shared_links import paired_links
from workbench.checks.text.shell import SURE
from workbench.checks.text.version_claims import version_claims

MOST_COMMANDS = 500
"""Commands of a page that are compared."""
_INSTALLERS = frozenset(
    [
        "pip",
        "pip3",
        "pipx",
        "npm",
        "pnpm",
        "yarn",
        "cargo",
        "go",
        "brew",
        "gem",
        "apt",
        "apt-get",
        "conda",
        "uv",
        "poetry",
        "docker",
        "podman",
        "composer",
        "dotnet",
    ]
)
_VALUE = regex(r"[+-]?\d[\d.,_]*(?:\s?(?:%|ms|s|[kKMG]i?B|MB|px))?|`[^`\s]{1,60}`|true|false|null|none", re.I)
_PORT = regex(r"https?://(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{2,5})\b")
_VERSION = regex(r"v?\d+(?:\.\d+)+")


class Fact(NamedTuple):
    """Something that both pages should say alike."""

    what: str
    """As the beginning of a sentence."""
    value: str
    place: tuple[int, int]


def compared(page: Page, other: Page) -> Iterator[tuple[Fact, Fact]]:
    """What both pages say of the same thing: the first page's, and the second's."""
    yield from _commands(page, other)
    yield from _paired(dict(_rows(page)), dict(_rows(other)))
    yield from _paired(dict(_versions(page)), dict(_versions(other)))
    yield from _links(page, other)


def _links(page: Page, other: Page) -> Iterator[tuple[Fact, Fact]]:
    for pair in paired_links(page.markdown.links, other.markdown.links):
        own, its = (Fact("The address of this link", link.target, (link.start, link.end)) for link in pair)
        yield own, its


def _paired(own: dict[str, Fact], its: dict[str, Fact]) -> Iterator[tuple[Fact, Fact]]:
    for key, fact in own.items():
        if key in its:
            yield fact, its[key]


def _commands(page: Page, other: Page) -> Iterator[tuple[Fact, Fact]]:
    """Commands that only one page has, with the one of the other that differs from it in a single word."""
    here, there = _typed(page), _typed(other)
    mine = [(words, typed) for words, typed in here.items() if words not in there]
    its: dict[tuple[str, int], list[tuple[tuple[str, ...], Typed]]] = defaultdict(list)
    for words, typed in there.items():
        if words not in here:
            its[words[0], len(words)].append((words, typed))
    pairs = [
        (words, typed, theirs, at)
        for words, typed in mine
        for theirs in its[words[0], len(words)]
        if (at := _single(words, theirs[0])) is not None
    ]
    times = Counter(words for words, *_ in pairs) + Counter(theirs[0] for _, _, theirs, _ in pairs)
    for words, typed, theirs, at in pairs:
        one, another = typed.command.words[at], theirs[1].command.words[at]
        if times[words] == times[theirs[0]] == 1 and _tells(words, theirs[0], at):
            what = f"A word of the command `{printable(' '.join(words[:3]))}`"
            yield (
                Fact(what, words[at], (one.start, one.end)),
                Fact(what, theirs[0][at], (another.start, another.end)),
            )


def _typed(page: Page) -> dict[tuple[str, ...], Typed]:
    """The commands of a page's shell blocks, each by its words."""
    found: dict[tuple[str, ...], Typed] = {}
    for typed in page.commands[:MOST_COMMANDS]:
        words = typed.command.words
        sure = typed.block is not None and (typed.block.language in SURE or typed.block.language == "")
        if sure and len(words) > 1 and not any(word.is_open for word in words):
            found.setdefault(tuple(word.text for word in words), typed)
    return found


def _single(words: tuple[str, ...], others: tuple[str, ...]) -> int | None:
    """The index of the only word in which two commands differ; None where they differ in several."""
    different = [at for at, (one, other) in enumerate(zip(words, others, strict=True)) if one != other]
    return different[0] if len(different) == 1 and different[0] > 0 else None


def _tells(words: tuple[str, ...], others: tuple[str, ...], at: int) -> bool:
    """Whether two words at the same place of a command cannot both be meant."""
    one, other = words[at], others[at]
    if not (one.isascii() and other.isascii()):
        return False
    if one.startswith("-") and other.startswith("-"):
        return len(words) > 2 and "=" not in one + other
    if one.partition("@")[0] == other.partition("@")[0] or _VERSION.sub("", one) == _VERSION.sub("", other):
        return bool(_VERSION.search(one) and _VERSION.search(other))
    return words[0] in _INSTALLERS and at == len(words) - 1 and len(words) > 2 and _is_like(one, other)


def _is_like(one: str, other: str) -> bool:
    return one.casefold().replace("_", "-") != other.casefold().replace("_", "-") and one[:3] == other[:3]


def _rows(page: Page) -> Iterator[tuple[str, Fact]]:
    """Cells that hold one plain value, by the code in the first cell of their row and their column."""
    names: dict[tuple[int, int], str] = {}
    columns: Counter[int] = Counter()
    for piece in page.markdown.prose:
        if piece.cell is not None and piece.cell.row == 0:
            columns[piece.cell.table] += 1
    found: dict[str, list[Fact]] = defaultdict(list)
    for piece in page.markdown.prose:
        cell = piece.cell
        if cell is None or cell.row == 0:
            continue
        if cell.column == 0:
            names[cell.table, cell.row] = piece.spans[0].text if len(piece.spans) == 1 else ""
        name = names.get((cell.table, cell.row), "")
        if cell.column and name and _VALUE.fullmatch(piece.text.strip()):
            value = piece.text.strip()
            place = piece.place(piece.text.index(value), piece.text.index(value) + len(value))
            key = f"{name}\0{cell.column}\0{columns[cell.table]}"
            found[key].append(Fact(f"The value of `{printable(name)}`", value.strip("`"), place))
    yield from ((key, facts[0]) for key, facts in found.items() if len(facts) == 1)


def _versions(page: Page) -> Iterator[tuple[str, Fact]]:
    """Minimum versions, the current version and the local port, where a page states one alone."""
    found: dict[str, list[Fact]] = defaultdict(list)
    for claim in runtime_claims(page.markdown):
        if claim.sort == "minimum" and not claim.elsewhere:
            found[claim.runtime].append(
                Fact(f"The oldest {claim.runtime.title()}", claim.version, claim.place)
            )
    for version in version_claims(page.markdown):
        if version.sort == "current":
            found["current"].append(Fact("The current version", version.version.lstrip("v"), version.place))
    for port in _PORT.finditer(page.text):
        found["port"].append(Fact("The local port", port[1], port.span(1)))
    yield from ((key, facts[0]) for key, facts in found.items() if len({fact.value for fact in facts}) == 1)
