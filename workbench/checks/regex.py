"""Regular expressions that are compiled when they are first used."""

import re
from typing import Any, cast

_OFFERED = frozenset(
    {"match", "search", "fullmatch", "finditer", "findall", "sub", "subn", "split"}
    | {"pattern", "flags", "groups", "groupindex"}
)


class _Regex:
    """What stands for a pattern until it is used."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in _OFFERED:
            raise AttributeError(name)
        compiled = re.compile(self._source, self._flags)
        # From here on they are found without asking this method.
        for offered in _OFFERED:
            setattr(self, offered, getattr(compiled, offered))
        return getattr(compiled, name)


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern for the top of a module.

    The checks have some five hundred, of which a text needs half at most: to compile all would take longer
    than to check most texts. A wrong one fails at its first use.
    """
    return cast("re.Pattern[str]", _Regex(source, flags))
