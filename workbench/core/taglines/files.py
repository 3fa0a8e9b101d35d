"""Candidate files: one a line, a Markdown list, CSV or TOML."""

import csv
import io
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any, NamedTuple

from workbench.core.errors import ArtifactError
from workbench.core.taglines.candidates import Candidate, CandidateFile, Notes, Written
from workbench.core.text.display_text import counted, one_line
from workbench.core.text.document import Document, rendered

MOST_CELLS = 400
"""Cells of the longest candidate that is taken for a line rather than a page."""
_COLUMNS = ("tagline", "text", "candidate")
"""Names of the column, or key, that holds a candidate."""
_TABLES = ("taglines", "tagline", "candidates", "candidate")
"""Names under which a TOML file lists its candidates."""
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,4}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?P<text>\S.*)")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]+|\Z)")
_RULE = re.compile(r"[ \t]*(?:[-*_][ \t]*){3,}")
_NOTE = re.compile(r"(?P<name>[^\W\d_][\w -]{0,30}):[ \t]+(?P<said>\S.*)")
_KIND = re.compile(r"^kind:[ \t]*[\"']?taglines[\"']?[ \t]*$", re.MULTILINE)
_UNCLOSED = re.compile(r"---[ \t]*\n(?:.*\S.*\n)*?(?:kind|title):[ \t]")
_NAMED = re.compile(r"tag-?_?lines?(?![a-z])", re.IGNORECASE)


def is_candidate_file(name: str, text: str) -> bool:
    """Whether a file says that it holds candidates: by its name, its front matter, its header or its keys.

    A list of short lines alone says nothing: it may be anybody's notes.
    """
    path = PurePath(name)
    if path.suffix.lower() == ".csv":
        return _column(next(iter(_csv_rows(text)), (0, []))[1]) is not None
    if path.suffix.lower() == ".toml":
        try:
            return any(key in tomllib.loads(text) for key in _TABLES)
        except (tomllib.TOMLDecodeError, RecursionError):
            return False
    document = Document(text)
    named = bool(_NAMED.search(path.stem)) and path.suffix.lower() in ("", ".md", ".markdown", ".txt")
    return named or bool(_KIND.search(text[: document.body_start]))


def read_candidates(name: str, text: str, written: Written | None = None) -> CandidateFile:
    """The candidates of a file; `written` says how it holds them, None to recognise that.

    Raises:
        ArtifactError: it holds none, or something that is no candidate; names file and line.
    """
    form = written or _written(name, text)
    if form in (Written.LIST, Written.LINES) and _UNCLOSED.match(text) and not Document(text).front_matter:
        raise ArtifactError(f"{name}:1: front matter that is not closed: write `---` on a line after it.")
    reading = {
        Written.CSV: _from_csv,
        Written.TOML: _from_toml,
        Written.LIST: _from_list,
        Written.LINES: _from_lines,
    }
    found, left_out, title = reading[form](name, text)
    candidates, notices = _each_once(name, found)
    if not candidates:
        raise ArtifactError(f"{name} holds no candidate: write one a line, or as a list.")
    if left_out:
        notices.append(
            f"{counted(len(left_out), 'line')} outside the list left out, the first on line {left_out[0]}."
        )
    return CandidateFile(form, candidates, title, tuple(notices))


_Found = tuple[list[Candidate], list[int], str]
"""Candidates, the lines that were left out, and the title."""


def _written(name: str, text: str) -> Written:
    """How a file holds its candidates, by its suffix and by how most of its lines begin."""
    suffix = PurePath(name).suffix.lower()
    if suffix in (".csv", ".tsv"):
        return Written.CSV
    if suffix == ".toml":
        return Written.TOML
    lines = [line for _, line in _lines(text) if not _HEADING.match(line)]
    items = sum(bool(_ITEM.fullmatch(line)) for line in lines)
    return Written.LIST if items * 2 > len(lines) else Written.LINES


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, each with its number: no front matter, comment or rule."""
    document = Document(text)
    body = text[document.body_start :]
    begins = text.count("\n", 0, document.body_start) + 1
    shown = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), body)
    for number, line in enumerate(shown.split("\n"), begins):
        if line.strip() and not _RULE.fullmatch(line):
            yield number, line.rstrip()


def _from_lines(name: str, text: str) -> _Found:
    lines = [(number, line) for number, line in _lines(text) if not _HEADING.match(line)]
    return [_candidate(name, number, line) for number, line in lines], [], Document(text).title or ""


class _Entry(NamedTuple):
    line: int
    words: list[str]
    notes: list[str]


def _from_list(name: str, text: str) -> _Found:
    entries: list[_Entry] = []
    left_out: list[int] = []
    depth = 0
    for number, line in _lines(text):
        item, indent = _ITEM.fullmatch(line), len(line) - len(line.lstrip())
        if item and (not entries or indent <= depth):
            depth = indent
            entries.append(_Entry(number, [item["text"]], []))
        elif item:
            entries[-1].notes.append(item["text"])
        elif entries and indent > depth:
            (entries[-1].notes or entries[-1].words).append(line)
        elif not _HEADING.match(line):
            left_out.append(number)
    found = [
        _candidate(name, line, rendered(" ".join(words)), tuple(map(_note, notes)))
        for line, words, notes in entries
    ]
    return found, left_out, Document(text).title or ""


def _note(said: str) -> tuple[str, str]:
    named = _NOTE.fullmatch(one_line(said))
    return (named["name"], named["said"]) if named else ("note", one_line(said))


def _csv_rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows that hold anything, each with the number of the line that it begins on."""
    first = text.lstrip("\n").split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((begins, [one_line(cell) for cell in cells]))
            begins = reader.line_num + 1
    except csv.Error as error:
        rows.append((begins, [f"\0{error}"]))
    return rows


def _column(header: Iterable[str]) -> int | None:
    """Which column holds the candidates; None where none is named so."""
    names = [name.casefold() for name in header]
    return next((names.index(name) for name in _COLUMNS if name in names), None)


def _from_csv(name: str, text: str) -> _Found:
    rows = _csv_rows(text)
    if not rows:
        return [], [], ""
    (_, header), *others = rows
    at = _column(header)
    if at is None:
        raise ArtifactError(f"{name}:1: no column is named {', '.join(_COLUMNS[:-1])} or {_COLUMNS[-1]}.")
    found = []
    for number, cells in others:
        if cells[0].startswith("\0"):
            raise ArtifactError(f"{name}:{number}: broken CSV: {cells[0][1:]}.")
        if len(cells) > len(header):
            raise ArtifactError(
                f"{name}:{number}: {len(cells)} cells under {len(header)} columns: put quotes round a text "
                "that holds the separator."
            )
        notes = tuple(
            (column, cell)
            for place, (column, cell) in enumerate(zip(header, cells, strict=False))
            if cell and place != at
        )
        found.append(_candidate(name, number, cells[at] if at < len(cells) else "", notes))
    return found, [], ""


def _from_toml(name: str, text: str) -> _Found:
    try:
        value = tomllib.loads(text)
    except RecursionError as error:
        raise ArtifactError(f"{name}: nested too deeply: list texts, or tables with a text.") from error
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        line = f":{place[1]}" if place else ""
        problem = str(error)[: place.start()] if place else str(error)
        raise ArtifactError(f"{name}{line}: broken TOML: {problem}.") from error
    key = next((key for key in _TABLES if key in value), None)
    if key is None:
        raise ArtifactError(f"{name}: no key `taglines`: a list of texts, or tables with a text and notes.")
    entries = value[key] if isinstance(value[key], list) else [value[key]]
    found: list[Candidate] = []
    for entry in entries:
        said, notes = _toml_entry(entry)
        number = _toml_line(text, said)
        found.append(_candidate(name, number, said, notes, f"{key} {len(found) + 1}"))
    title = value.get("title", "")
    return found, [], one_line(title) if isinstance(title, str) else ""


def _toml_entry(entry: Any) -> tuple[str, Notes]:
    if isinstance(entry, str):
        return entry, ()
    if not isinstance(entry, dict):
        return "", ()
    named = next((name for name in _COLUMNS if isinstance(entry.get(name), str)), "")
    notes = tuple((key, one_line(str(said))) for key, said in entry.items() if key != named)
    return entry.get(named, ""), notes


def _toml_line(text: str, said: str) -> int:
    """The line on which a text begins as it stands; 0 where it is written with escapes."""
    first = said.strip().split("\n", 1)[0]
    at = text.find(first) if first else -1
    return text.count("\n", 0, at) + 1 if at >= 0 else 0


def _candidate(name: str, line: int, text: str, notes: Notes = (), entry: str = "") -> Candidate:
    """A candidate of a file.

    Raises:
        ArtifactError: nothing is there, or too much for a line.
    """
    found = Candidate(one_line(text), notes, line)
    place = f"{name}:{line}" if line else f"{name}, {entry}"
    if not found.text:
        raise ArtifactError(f"{place}: a candidate without a text: write one, or remove the entry.")
    if found.cells > MOST_CELLS:
        raise ArtifactError(
            f"{place}: {found.cells} cells are no line but a paragraph. Of a page, give --kind readme: then "
            "the line under its title is read."
        )
    return found


def _each_once(name: str, found: Iterable[Candidate]) -> tuple[tuple[Candidate, ...], list[str]]:
    kept: dict[str, Candidate] = {}
    notices = []
    for candidate in found:
        first = kept.setdefault(candidate.text, candidate)
        if first is not candidate:
            notices.append(
                f"{name}:{candidate.line}: the same candidate as on line {first.line}, read once: "
                f"{candidate.text}"
            )
    return tuple(kept.values()), notices
