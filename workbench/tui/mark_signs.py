"""What the person decided about a row, in a sign or in words."""

from collections.abc import Sequence

from workbench.core.marks import Mark, Standing, Target
from workbench.core.rows import Row
from workbench.core.text.display_text import one_line
from workbench.tui.list_lines import FindingLine, RowLine
from workbench.tui.tones import Piece, Tone

MARK_TONES = {Mark.HIT: Tone.HIT, Mark.MISS: Tone.MISS, Mark.CANT_TELL: Tone.CANT_TELL}
MARK_LETTERS = {Mark.HIT: "h", Mark.MISS: "m", Mark.CANT_TELL: "t"}


_OF_A_READING = {Mark.HIT: "is right", Mark.MISS: "is wrong", Mark.CANT_TELL: "cannot be told"}


def mark_word(mark: Mark, target: Target) -> str:
    """A mark in words; of a reading it says whether the reader took the text for what it is."""
    return _OF_A_READING[mark] if target.kind == "reading" else mark.value


def mark_words(standing: Standing, target: Target) -> list[Piece]:
    """What the person said of a target, in words; empty where nothing was."""
    pieces: list[Piece] = []
    if standing.mark:
        reason = f", {standing.reason}" if standing.reason else ""
        more = "," if standing.returned else ""
        pieces.append((f"{mark_word(standing.mark, target)}{reason}{more}", MARK_TONES[standing.mark]))
    if standing.returned:
        pieces.append((f" {standing.returned}" if pieces else standing.returned, Tone.WARNING))
    if standing.deferred:
        pieces.append((" deferred" if pieces else "deferred", Tone.MUTED))
    if standing.ignored:
        said = f"ignored by a comment in the text: {one_line(standing.ignored)}"
        pieces.append((f" {said}" if pieces else said, Tone.MUTED))
    return pieces


def kept_words(row: Row) -> str:
    """How many of a row's findings have marks of their own that are not the row's; empty where none has."""
    kept = row.kept_apart
    if not kept:
        return ""
    if row.standing.mark is None:
        return f"{len(kept)} of {len(row.findings)} findings marked"
    return f"{len(kept)} of {len(row.findings)} findings {_listed(kept)}"


def keeping_words(row: Row) -> str:
    """That single findings of a marked row keep the mark made on them; empty where none does."""
    kept = row.kept_apart
    if not kept or row.standing.mark is None:
        return ""
    if len(kept) == 1:
        return f"but one finding keeps your {kept[0].value}"
    return f"but {len(kept)} findings keep your {_listed(kept)}"


def _listed(marks: Sequence[Mark]) -> str:
    return " and ".join(mark.value for mark in dict.fromkeys(marks))


def decided_words(line: RowLine | FindingLine, standing: Standing) -> list[Piece]:
    """What the person said of a row or of one of its findings, in words; empty where nothing was."""
    row, said = line.row, mark_words(standing, line.row.target)
    more = [(row.said_fixed, Tone.WARNING if row.reopened else Tone.GOOD)]
    more += [(kept_words(row), Tone.WARNING)] if isinstance(line, RowLine) else []
    for words, tone in more:
        if words and said:
            said[-1] = (f"{said[-1][0]},", said[-1][1])
        if words:
            said.append((f" {words}" if said else words, tone))
    return said
