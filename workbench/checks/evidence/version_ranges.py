"""Which versions of a runtime a manifest asks for."""

import re
from typing import NamedTuple

from workbench.checks.regex import regex

Version = tuple[int, ...]

_PART = regex(
    r"(>=|<=|==|!=|~=|\^|~>|~|>|<|=)?\s*v?(\d+(?:\.(?:\d+|[xX*]))*)(?:[-+][\w.]+|\.dev\d*|[abr]c?\d*)?"
)
_HYPHEN = regex(r"v?(\d+(?:\.\d+)*)\s+-\s+v?(\d+(?:\.\d+)*)")


class VersionRange(NamedTuple):
    """Versions from a lowest to a highest one."""

    lower: Version
    """The lowest; empty where there is none."""
    upper: Version | None
    """The first that is too high; None where there is none."""

    def reaches(self, version: Version) -> int:
        """Where a version stands, as far as its own parts tell: -1 below, 0 within, 1 above."""
        if self.lower and version < self.lower[: len(version)]:
            return -1
        if self.upper is not None and _filled(version) >= _filled(self.upper):
            return 1
        return 0


def version_of(written: str) -> Version:
    """The numbers of a version, without what follows them."""
    found = re.match(r"v?(\d+(?:\.\d+)*)", written.strip())
    return tuple(int(part[:9]) for part in found[1].split(".")) if found else ()


def version_range(written: str) -> VersionRange | None:
    """The range of a requirement of Python, npm, Cargo or Go; None where it is not understood.

    Of alternatives (`||`) it is the range from the lowest of all to the highest.
    """
    found = []
    for alternative in written.split("||"):
        one = _alternative(alternative.strip())
        if one is None:
            return None
        found.append(one)
    uppers = [one.upper for one in found if one.upper is not None]
    upper = max(uppers) if len(uppers) == len(found) else None
    return VersionRange(min(one.lower for one in found), upper)


def _alternative(written: str) -> VersionRange | None:
    if written in ("*", "x", "", "latest"):
        return VersionRange((), None)
    if hyphen := _HYPHEN.fullmatch(written):
        return VersionRange(version_of(hyphen[1]), _next(version_of(hyphen[2])))
    lower: Version = ()
    upper: Version | None = None
    rest = _PART.sub("", written)
    if rest.strip(" ,"):
        return None
    for sign, number in _PART.findall(written):
        low, high = _bounds(sign, number)
        lower = max(lower, low)
        upper = high if upper is None or (high is not None and high < upper) else upper
    return VersionRange(lower, upper)


def _bounds(sign: str, number: str) -> tuple[Version, Version | None]:
    """The lowest version of one comparison, and the first that is too high."""
    version = version_of(re.sub(r"\.[xX*].*", "", number))
    if sign == ">=":
        return version, None
    if sign == ">":
        return _next(version), None
    if sign in ("<", "<="):
        return (), version if sign == "<" else _next(version)
    if sign == "!=":
        return (), None
    if sign == "^":
        return version, _next(version[:1] if version[:1] != (0,) else version[:2])
    if sign in ("~=", "~>"):
        return version, _next(version[:-1] or version)
    if sign == "~":
        return version, _next(version[:2])
    return version, _next(version)


def _next(version: Version) -> Version:
    return (*version[:-1], version[-1] + 1) if version else ()


def _filled(version: Version) -> Version:
    return (*version, 0, 0, 0)[:3]
