"""The lines of an export, read with distrust: whatever is wrong is said with its line and the next step."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert

from workbench.core.errors import UsageError
from workbench.core.exchange.line_types import LINES
from workbench.core.exchange.lines import (
    DecisionLine,
    EndLine,
    Identified,
    Line,
    OfPerson,
)
from workbench.core.exchange.people import is_personal
from workbench.core.exchange.records import FORMAT, LONGEST_LINE, VERSION, canonical
from workbench.core.exchange.replay_lines import ReplayLine
from workbench.core.exchange.values import Id, Time, Word
from workbench.core.misfits import misfit
from workbench.core.text.display_text import neutralised_line

_TIMES = ("at", "created_at", "started_at", "ended_at", "withdrawn_at", "first_seen_at", "turned_at")
_AGAIN = "export it again, and import that file whole"


class Header(Struct, frozen=True, kw_only=True):
    """The first line: what the file is, and who made it."""

    format: Annotated[str, Meta(max_length=100)]
    version: Annotated[int, Meta(ge=1)]
    program: Word = ""
    at: Time | None = None
    by: Id | None = None
    """The name of the person who exported; None where nothing has one."""
    texts: bool = True
    paths: bool = False


def header_line(program: str, at: str, by: str | None, texts: bool, paths: bool) -> str:
    """The first line of an export."""
    header = {
        "format": FORMAT,
        "version": VERSION,
        "program": program,
        "at": at,
        "texts": texts,
        "paths": paths,
    }
    return json.dumps({**header, **({"by": by} if by else {})}, ensure_ascii=False)


def refused(number: int, what: str, next_step: str = _AGAIN) -> UsageError:
    """That a file is not imported, because of one of its lines."""
    return UsageError(f"Line {number}: {neutralised_line(what)}. Nothing was imported: {next_step}.")


def header_of(text: bytes) -> Header:
    """What the first line says.

    Raises:
        UsageError: it is no export, or a newer workbench made it.
    """
    foreign = (
        "Line 1: this is no export of Workbench. Nothing was imported: for the findings of another reviewer "
        "add `--as NAME`."
    )
    try:
        values = json.loads(text)
        if not isinstance(values, dict) or values.get("format") != FORMAT:
            raise UsageError(foreign)
        version = values.get("version")
        if isinstance(version, int) and version > VERSION:
            raise UsageError(
                f"Line 1: a newer workbench made this export: it has version {version}, and this one reads "
                f"{VERSION}. Nothing was imported: upgrade the workbench."
            )
        return convert(values, Header)
    except ValidationError as error:
        raise refused(1, f"the first line is broken: {_what(error)}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(foreign) from error


def lines_of(texts: Iterator[bytes]) -> Iterator[tuple[int, Line]]:
    """The lines after the first with their numbers, each fit to be stored; the last is not among them.

    Raises:
        UsageError: a line is broken, unknown, or changed since it was exported; the file was cut short.
    """
    number = 1
    for number, text in enumerate(texts, start=2):
        line = line_of(text, number)
        if isinstance(line, EndLine):
            if line.lines != number - 1:
                raise refused(number, f"{line.lines} lines should stand before it, and {number - 1} do")
            if next(texts, None) is not None:
                raise refused(number + 1, "something stands after the end", "import each export by itself")
            return
        yield number, line
    raise refused(number, "the file ends here and was cut short")


def line_of(text: bytes, number: int) -> Line:
    """One line as a value.

    Raises:
        UsageError: it is broken.
    """
    if len(text) > LONGEST_LINE:
        raise refused(number, f"it is longer than {LONGEST_LINE // 1_000_000} MB")
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise refused(number, "it is no JSON value") from error
    kind = values.get("type") if isinstance(values, dict) else None
    made = LINES.get(kind) if isinstance(kind, str) else None
    if made is None:
        raise refused(number, f"its type {_shown(kind)} is not known")
    try:
        _refuse_halves(text, values, number)
        line = convert(values, made)
        _refuse_impossible(line, number)
        _refuse_unfit(line, number)
    except ValidationError as error:
        raise refused(number, _what(error)) from error
    except (UnicodeEncodeError, RecursionError) as error:
        raise refused(number, "it holds half a character, or is nested too deep") from error
    return line


def _shown(kind: Any) -> str:
    return _printed(canonical(kind))


def _printed(text: str) -> str:
    return text[:40].encode("ascii", "replace").decode()


def _what(error: ValidationError) -> str:
    """The first thing that is wrong, with where it stands in the line."""
    first = misfit(error)
    where = ".".join(part[:40] for part in first.place.split("."))
    return f"its {where or 'value'} is wrong ({first.problem.replace('`', '').lower()})"


def _refuse_halves(text: bytes, values: Mapping[str, Any], number: int) -> None:
    """Refuse halves of characters, which nothing can store.

    Raises:
        UsageError: a value holds one.
    """
    # Only so can they be written: by an escape, or by the bytes that only halves have.
    if b"\\u" not in text and b"\xed" not in text:
        return
    for name, value in values.items():
        try:
            canonical(value).encode()
        except UnicodeEncodeError as error:
            raise refused(number, f"its {_printed(name)} is wrong (it holds half a character)") from error


def _refuse_impossible(line: Line, number: int) -> None:
    """Refuse a time that never comes, such as the 30th of February.

    Raises:
        UsageError: one does.
    """
    for name in _TIMES:
        time = getattr(line, name, None)
        try:
            datetime.fromisoformat(time or "2026-01-01")
        except ValueError as error:
            raise refused(number, f"its {name} is wrong ({error})") from error


def _refuse_unfit(line: Line, number: int) -> None:
    """Refuse a line that claims an id which is not its own, or to be nobody's where it is a person's.

    Raises:
        UsageError: it does.
    """
    if isinstance(line, Identified) and line.id != line.proper_id:
        raise refused(number, f"its id {line.id} is not that of its content: it was changed after the export")
    if isinstance(line, DecisionLine) and not line.fits:
        raise refused(number, f"its value is none of a {line.what}")
    if isinstance(line, ReplayLine) and line.reading is None:
        raise refused(number, "its body is no reading that finished")
    if isinstance(line, OfPerson) and line.marker is None and is_personal(line):
        raise refused(number, f"a {line.type} of a person needs a marker")
