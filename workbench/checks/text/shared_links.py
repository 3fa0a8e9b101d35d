"""Links of two pages that lead to the same thing by addresses that differ in one place."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.markdown import Link

MOST_LINKS = 400
"""Of a page that are compared; a list of links is no page that somebody translates."""
_ALIKE = 0.75
"""From which likeness on two words are one word with a slip, or an older and a newer form of it."""
_SHORTEST = 5
_FORGES = frozenset({"github.com", "gitlab.com", "codeberg.org", "bitbucket.org"})
_ADDRESS = regex(r"https?://(?:www\.)?([\w.-]+(?::\d+)?)(/[^?#\s]*)?")
_LANGUAGE = regex(
    r"(?:^|[._-])(?:[a-z]{2}(?:[-_](?:[a-z]{2}|hans|hant))?|chinese|english|japanese|korean|intl|i18n)(?:[._-]|$)",
    2,  # whatever their letter case
)
_MANY = regex(r"\d")


class _Place(NamedTuple):
    """An address in parts: the host, then each part of its path."""

    link: Link
    parts: tuple[str, ...]


def paired_links(own: Sequence[Link], its: Sequence[Link]) -> Iterator[tuple[Link, Link]]:
    """Links of two pages that are surely meant to be one: the first page's and the second's.

    Both hosts are the same, and so is every part of the path but one. That one is the owner or the name of
    a repository on a forge that goes on to the same place in it, or a long word that is spelled alike. A
    language, and a part with a digit, may differ for good reasons. The pair must be the only one.
    """
    if len(own) > MOST_LINKS or len(its) > MOST_LINKS:
        return
    here, there = _places(own), _places(its)
    left = [place for parts, place in here.items() if parts not in there]
    others: dict[tuple[str, int], list[_Place]] = defaultdict(list)
    for parts, place in there.items():
        if parts not in here:
            others[parts[0], len(parts)].append(place)
    pairs = [
        (place, other)
        for place in left
        for other in others[place.parts[0], len(place.parts)]
        if _is_one(place.parts, other.parts)
    ]
    times = Counter(place.parts for pair in pairs for place in pair)
    for place, other in pairs:
        if times[place.parts] == times[other.parts] == 1 and place.link.figure == other.link.figure:
            yield place.link, other.link


def _places(links: Sequence[Link]) -> dict[tuple[str, ...], _Place]:
    """The addresses that lead out, each once, by their parts."""
    found: dict[tuple[str, ...], _Place] = {}
    for link in links:
        address = _ADDRESS.match(link.target)
        if address is not None:
            path = tuple(part for part in (address[2] or "").split("/") if part)
            parts = (address[1].lower(), *path)
            found.setdefault(parts, _Place(link, parts))
    return found


def _is_one(own: tuple[str, ...], its: tuple[str, ...]) -> bool:
    different = [at for at, (one, other) in enumerate(zip(own, its, strict=True)) if one != other]
    if len(different) != 1 or different[0] == 0:
        return False
    at = different[0]
    one, other = own[at].removesuffix(".git"), its[at].removesuffix(".git")
    if one == other or _LANGUAGE.search(one) or _LANGUAGE.search(other):
        return False
    if own[0] in _FORGES and at in (1, 2):
        # The same place in two repositories, such as their list of releases.
        return len(own) > 3 and (at == 1 or _is_alike(one, other))
    return _is_alike(one, other)


def _is_alike(one: str, other: str) -> bool:
    if min(len(one), len(other)) < _SHORTEST or _MANY.search(one + other) or one.lower() == other.lower():
        return False
    return SequenceMatcher(None, one, other).ratio() >= _ALIKE
