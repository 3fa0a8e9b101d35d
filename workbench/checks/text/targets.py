"""Where a link leads, as far as its own words say."""

import posixpath
import re
from typing import NamedTuple
from urllib.parse import unquote

from workbench.checks.regex import regex

_SCHEME = regex(r"(?:[a-z][a-z0-9+.-]*:|//)", re.I)
_TEMPLATE = regex(r"\{\{|\{%|\$\{|\$\(|<[^>]*>|\{[\w.:-]*\}|%7B|\*", re.I)
_WEB_FILE = regex(
    r"https?://(?:www\.)?(?:github\.com/(?P<a>[^/]+/[^/]+)/(?:blob|raw|tree)"
    r"|raw\.githubusercontent\.com/(?P<b>[^/]+/[^/]+)(?:/refs/heads)?)"
    r"/(?:main|master|HEAD)/(?P<path>[^?#]+)(?:\?[^#]*)?(?:#(?P<fragment>.*))?",
    re.I,
)


class Target(NamedTuple):
    """A place in the repository that a link names."""

    path: str | None
    """As written but decoded; None for the page itself."""
    fragment: str
    """Decoded; empty where there is none."""
    from_root: bool = False
    """Whether the path starts at the repository's root instead of the page's folder."""

    def resolved(self, folder: str) -> str | None:
        """The path from the root for a page in a folder; None where it leaves the repository."""
        path = self.path or ""
        joined = path.lstrip("/") if self.from_root else posixpath.join(folder, path)
        normal = posixpath.normpath(joined) if joined else "."
        if normal == ".." or normal.startswith("../"):
            return None
        return "" if normal == "." else normal


def is_empty(written: str) -> bool:
    """Whether a target names nothing at all."""
    return not written.strip()


def is_template(written: str) -> bool:
    """Whether a target has a part that something else is to fill in."""
    return _TEMPLATE.search(written) is not None


def leads_out(written: str) -> bool:
    """Whether a target is an address of its own: another host, a mailbox, a protocol."""
    return _SCHEME.match(written) is not None


def target_of(written: str) -> Target:
    """What a relative target names."""
    before, _, fragment = written.partition("#")
    path = before.partition("?")[0]
    return Target(unquote(path) or None, unquote(fragment).strip(), from_root=path.startswith("/"))


def web_target(written: str, own: str) -> Target | None:
    """What an address on GitHub names if it is a file of a repository's main branch.

    `own` is that repository's `owner/name`. None for every other address, and for other branches.
    """
    found = _WEB_FILE.fullmatch(written)
    if found is None or (found["a"] or found["b"]).lower() != own.lower():
        return None
    return Target(unquote(found["path"]), unquote(found["fragment"] or ""), from_root=True)
