"""The anchors that GitHub gives to headings."""

import unicodedata
from collections.abc import Iterable

_KEPT = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"})
_ENCLOSED_LETTERS = ((0x24B6, 0x24E9), (0x1F130, 0x1F149), (0x1F150, 0x1F169), (0x1F170, 0x1F189))
"""Symbols that Unicode counts as alphabetic, so that GitHub keeps them."""


def slug(text: str) -> str:
    """The anchor of a heading's plain text, before repeats are told apart.

    Lower case; letters, marks, decimal and letter numbers, connectors, hyphens and blanks stay, each
    blank becomes a hyphen, everything else goes (github.com/Flet/github-slugger, whose tables were
    taken from GitHub's own pages).
    """
    return "".join(_kept(char) for char in text.lower())


def slugs(headings: Iterable[str]) -> list[str]:
    """The anchors of a page's headings in their order, repeats numbered as GitHub numbers them.

    A repeat gets the next number that no earlier anchor of the page has, whichever heading took it.
    """
    repeats: dict[str, int] = {}
    anchors: list[str] = []
    for text in headings:
        plain = anchor = slug(text)
        while anchor in repeats:
            repeats[plain] += 1
            anchor = f"{plain}-{repeats[plain]}"
        repeats[anchor] = 0
        anchors.append(anchor)
    return anchors


def _kept(char: str) -> str:
    if char in "- ":
        return "-"
    if unicodedata.category(char) in _KEPT:
        return char
    return char if any(first <= ord(char) <= last for first, last in _ENCLOSED_LETTERS) else ""
