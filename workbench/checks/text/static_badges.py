"""Badges whose words stand in their address (shields.io, badgen.net)."""

import re
from typing import NamedTuple
from urllib.parse import parse_qs, unquote

from workbench.checks.regex import regex

_SHIELDS = regex(r"https?://(?:img|raster)\.shields\.io/badge/([^?#]+)")
_QUERY = regex(r"https?://img\.shields\.io/static/v1\?(.+)")
_BADGEN = regex(r"https?://badgen\.net/(?:static|badge)/([^/?#]+)/([^/?#]+)")


class StaticBadge(NamedTuple):
    """What a badge shows."""

    label: str
    message: str


def static_badge(address: str) -> StaticBadge | None:
    """The words of a badge; None where its address holds none.

    Shields parts them by a hyphen, writes two for one, and an underscore for a blank.
    """
    if found := _SHIELDS.match(address):
        path = re.sub(r"\.(?:svg|png|json)$", "", unquote(found[1]))
        parts = [_shown(part) for part in path.replace("--", "\0").split("-")]
        if len(parts) == 2:
            return StaticBadge("", parts[0])
        return StaticBadge(parts[0], "-".join(parts[1:-1])) if len(parts) > 2 else None
    if found := _QUERY.match(address):
        given = parse_qs(found[1])
        return StaticBadge(given.get("label", [""])[0], given.get("message", [""])[0])
    if found := _BADGEN.match(address):
        return StaticBadge(unquote(found[1]), unquote(found[2]))
    return None


def _shown(part: str) -> str:
    return part.replace("__", "\1").replace("_", " ").replace("\0", "-").replace("\1", "_").strip()
