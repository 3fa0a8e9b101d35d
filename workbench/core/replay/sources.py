"""Which persona or rubric, at which wording, a replay is asked for."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

import msgspec

from workbench.core.errors import UsageError
from workbench.core.instruments import Persona, Rubric
from workbench.core.ports import Library
from workbench.core.replay.rebuilding import Bodies, instrument_of
from workbench.core.sources import Source, SourceKind

Played = Persona | Rubric
_KINDS = (SourceKind.READER, SourceKind.RUBRIC)
_FEWEST_DIGITS = 4

ReadFile = Callable[[Path, Literal["personas", "rubrics"]], Played]
"""The persona or rubric of a file; raises `ContentError` where it is broken."""


def resolved(asked: str, library: Library, bodies: Bodies, read: ReadFile) -> Played:
    """The instrument that `NAME@WORDING` names.

    WORDING is `current` (what is installed, also where none is said), `previous` (the last other wording that
    read something), at least four digits of a wording's hash, or a file. `reader:NAME` and `rubric:NAME` tell
    apart what has the same name.

    Raises:
        UsageError: there is none, or there are several.
        ContentError: the file is broken.
    """
    named, _, wording = asked.partition("@")
    kind, name = _kind_of(named, library, bodies)
    known = [source for source in bodies if source.kind is kind and source.name == name]
    installed = library.persona(name) if kind is SourceKind.READER else library.rubric(name)
    if wording in ("", "current"):
        if installed is None:
            raise UsageError(f"No {name!r} is installed: name an earlier wording, {_wordings(known)}.")
        return installed
    if wording == "previous":
        earlier = [source for source in known if installed is None or source != installed.source]
        if not earlier:
            raise UsageError(f"No earlier wording of {name!r} has read anything.")
        return _stored(earlier[-1], bodies)
    if "/" in wording or "." in wording:
        made = read(Path(wording), "personas" if kind is SourceKind.READER else "rubrics")
        return msgspec.structs.replace(made, name=name)
    return _by_hash(name, wording, known, installed, bodies)


def _kind_of(named: str, library: Library, bodies: Bodies) -> tuple[SourceKind, str]:
    prefix, _, rest = named.rpartition(":")
    name = rest if prefix else named
    there = {SourceKind.READER for p in library.personas if p.name == name}
    there |= {SourceKind.RUBRIC for r in library.rubrics if r.name == name}
    there |= {source.kind for source in bodies if source.name == name and source.kind in _KINDS}
    if prefix:
        there &= {kind for kind in _KINDS if kind.value == prefix}
    if not there:
        raise UsageError(
            f"There is no reader and no rubric {named!r}: `workbench personas list` and `workbench rubrics "
            "list` show them."
        )
    if len(there) > 1:
        raise UsageError(f"A reader and a rubric are called {name!r}: say reader:{name} or rubric:{name}.")
    return there.pop(), name


def _by_hash(name: str, digits: str, known: list[Source], installed: Played | None, bodies: Bodies) -> Played:
    if len(digits) < _FEWEST_DIGITS or set(digits) - set("0123456789abcdef"):
        raise UsageError(
            f"{digits!r} is no wording of {name!r}: say current, previous, a file such as ./{name}.md, or at "
            f"least {_FEWEST_DIGITS} digits of a hash; {_wordings(known)}."
        )
    if installed is not None and installed.wording.startswith(digits):
        return installed
    fitting = [source for source in known if source.wording.startswith(digits)]
    if len(fitting) != 1:
        many = "several wordings" if fitting else "no wording"
        raise UsageError(f"The digits {digits!r} are of {many} of {name!r}; {_wordings(known)}.")
    return _stored(fitting[0], bodies)


def _stored(source: Source, bodies: Bodies) -> Played:
    try:
        made = instrument_of(source, bodies)
    except msgspec.DecodeError:
        raise UsageError(
            f"The kept words of {source.name} at {source.wording[:8]} are of a form that this version does "
            "not read: replay it from a file."
        ) from None
    assert isinstance(made, Persona | Rubric), "only these are looked up"
    return made


def _wordings(known: Iterable[Source]) -> str:
    found = ", ".join(source.wording[:8] for source in known)
    return f"kept are: {found}" if found else "none is kept"
