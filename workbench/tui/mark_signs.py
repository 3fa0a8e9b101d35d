"""What the person decided about a row, in a sign or in words."""

from workbench.core.marks import Mark, Standing, Target
from workbench.core.rows import Row
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
        pieces.append((f"{mark_word(standing.mark, target)}{reason}", MARK_TONES[standing.mark]))
    if standing.deferred:
        pieces.append((" deferred" if pieces else "deferred", Tone.MUTED))
    return pieces


def decided_words(row: Row, standing: Standing) -> list[Piece]:
    """What the person said of a row or of one of its findings, in words; empty where nothing was."""
    said, fixed = mark_words(standing, row.target), row.said_fixed
    if fixed:
        said.append((f" {fixed}" if said else fixed, Tone.WARNING if row.reopened else Tone.GOOD))
    return said
