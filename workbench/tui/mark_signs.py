"""What the person decided about a row, in a sign or in words."""

from workbench.core.marks import Mark, Standing
from workbench.tui.tones import Piece, Tone

MARK_TONES = {Mark.HIT: Tone.HIT, Mark.MISS: Tone.MISS, Mark.CANT_TELL: Tone.CANT_TELL}
MARK_LETTERS = {Mark.HIT: "h", Mark.MISS: "m", Mark.CANT_TELL: "t"}


def mark_words(standing: Standing) -> list[Piece]:
    """What the person said, in words; empty where nothing was."""
    pieces: list[Piece] = []
    if standing.mark:
        reason = f", {standing.reason}" if standing.reason else ""
        pieces.append((f"{standing.mark.value}{reason}", MARK_TONES[standing.mark]))
    if standing.deferred:
        pieces.append((" deferred" if pieces else "deferred", Tone.MUTED))
    return pieces
