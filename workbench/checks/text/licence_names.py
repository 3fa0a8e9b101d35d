"""Names of licences in words, badges and SPDX expressions."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.regex import regex

_V = r"[ \-,]{0,2}(?:v(?:ersion|\.)?[ ]?)?"
_GNU = r"(?:gnu[ -])?"
_LIC = r"(?:[ -]licen[sc]e)?"
_NAMES: tuple[tuple[str, str], ...] = (
    ("AGPL-3.0", rf"{_GNU}(?:agpl|affero general public licen[sc]e){_V}3(?:\.0)?"),
    ("AGPL", rf"{_GNU}(?:agpl|affero general public licen[sc]e)"),
    ("LGPL-3.0", rf"{_GNU}(?:lgpl|lesser general public licen[sc]e){_V}3(?:\.0)?"),
    ("LGPL-2.1", rf"{_GNU}(?:lgpl|lesser general public licen[sc]e){_V}2\.1"),
    ("LGPL", rf"{_GNU}(?:lgpl|lesser general public licen[sc]e)"),
    ("GPL-3.0", rf"{_GNU}(?:gpl|general public licen[sc]e){_V}3(?:\.0)?"),
    ("GPL-2.0", rf"{_GNU}(?:gpl|general public licen[sc]e){_V}2(?:\.0)?"),
    ("GPL", rf"{_GNU}(?:gpl|general public licen[sc]e)"),
    ("Apache-2.0", rf"apache(?:[ -]software)?{_LIC}{_V}2(?:\.0)?"),
    ("Apache", r"apache(?:[ -]software)?[ -]licen[sc]e"),
    ("MPL-2.0", rf"(?:mpl|mozilla public licen[sc]e){_V}2(?:\.0)?"),
    ("MPL", r"mpl|mozilla public licen[sc]e"),
    ("EPL-2.0", rf"(?:epl|eclipse public licen[sc]e){_V}2(?:\.0)?"),
    ("EPL", r"epl|eclipse public licen[sc]e"),
    ("EUPL-1.2", rf"eupl(?:{_V}1\.2)?"),
    ("BUSL-1.1", rf"busl(?:{_V}1\.1)?|business source licen[sc]e(?:{_V}1\.1)?|bsl{_V}1\.1"),
    ("BSL-1.0", rf"bsl{_V}1\.0|boost(?: software)? licen[sc]e"),
    (
        "BSD-3-Clause",
        r"bsd[ -]?3(?:[ -]clause)?|3[ -]clause bsd|(?:new|modified|revised) bsd|three[ -]clause bsd",
    ),
    (
        "BSD-2-Clause",
        r"bsd[ -]?2(?:[ -]clause)?|2[ -]clause bsd|(?:simplified) bsd|two[ -]clause bsd|freebsd licen[sc]e",
    ),
    ("0BSD", r"0bsd|bsd[ -]zero[ -]clause|zero[ -]clause bsd"),
    ("BSD", r"bsd"),
    ("CC0-1.0", r"cc0(?:[ -]1\.0)?"),
    ("CC-BY", r"cc[ -]by(?:[ -](?:sa|nc|nd))*(?:[ -]\d\.\d)?|creative commons"),
    ("Unlicense", r"unlicense|public domain"),
    ("WTFPL", r"wtfpl"),
    ("ISC", r"isc"),
    ("Zlib", r"zlib licen[sc]e"),
    ("MIT-0", r"mit-0"),
    ("MIT", r"mit|expat licen[sc]e"),
)
_ANY = regex(
    r"(?<![\w.-])(?:"
    + "|".join(f"(?P<n{n}>{words})" for n, (_, words) in enumerate(_NAMES))
    + r")(?![\w])(?!\.\w)",
    re.I,
)
_CAPITAL = regex(r"MIT|ISC|MPL|EPL|GPL|BSD|Unlicense", re.I)
_FAMILIES = ("AGPL", "LGPL", "GPL", "Apache", "MPL", "EPL", "BSD", "CC-BY")
"""Names that a licence of any version has."""


class LicenceName(NamedTuple):
    """A licence that some words name."""

    licence: str
    """An SPDX id without `-only` and `-or-later`, or a name without a version."""
    start: int
    end: int


def licence_names(text: str) -> Iterator[LicenceName]:
    """The licences that a text names, in its order."""
    for found in _ANY.finditer(text):
        words = found[0]
        # Small letters are another word, such as "mit" in German and a part of a file's name.
        if _CAPITAL.fullmatch(words) and words.islower():
            continue
        number = int((found.lastgroup or "n0")[1:])
        yield LicenceName(_NAMES[number][0], *found.span())


def is_same(named: str, held: str) -> bool:
    """Whether a licence's text is of the one that is named, which may leave out the version."""
    if named in _FAMILIES:
        return held == named or held.startswith(f"{named}-") or (named == "BSD" and "BSD" in held)
    if named == "Unlicense":
        return held in ("Unlicense", "CC0-1.0")
    return named == held
