"""Whether the loop should stop, as the main screen says it: one calm line, and the whole of it on request."""

from dataclasses import dataclass

from workbench.core.board import Board
from workbench.core.loop.dissent import dissent
from workbench.core.loop.stopping import NO_CAPS, Assessment, Caps, Reason, assess
from workbench.core.text.display_text import width
from workbench.tui.tones import Part, Piece, Tone
from workbench.tui.top_lines import Ends


@dataclass(frozen=True, slots=True)
class StopWords:
    """What there is to say of a board's loop."""

    stop: Assessment
    dissent: str = ""
    """That a reader lost interest in a text that is ruled Publishable; empty where that is not so."""

    @property
    def part(self) -> Part:
        """The reason in a word or two.

        Empty for a round that is incomplete, which the header says already.
        """
        said = self.stop.reason not in (Reason.GO_ON, Reason.INCOMPLETE)
        return Part(f"reading may stop: {self.stop.name}" if said else "", Tone.KEY)

    def beside(self, ends: Ends, room: int) -> Ends:
        """The ends of a line with the reason on the right, where that takes nothing else its room."""
        taken = sum(width(part.text) + 2 for part in (*ends.left, *ends.right))
        fits = taken + width(self.part.text) + 2 <= room
        return ends._replace(right=[self.part, *ends.right]) if fits else ends

    @property
    def ways(self) -> tuple[str, ...]:
        """A line for where nothing else is said, the fullest first; an empty one where the loop goes on."""
        if not self.part.text:
            return (self.dissent,)
        short = f"{self.part.text[0].upper()}{self.part.text[1:]}."
        return (self.stop.sentence(), *filter(None, (self.dissent,)), short)

    @property
    def lines(self) -> list[list[Piece]]:
        """All of it, a line each."""
        said: list[list[Piece]] = [[(note, Tone.WARNING)] for note in self.stop.notes]
        said.append([("loop: ", Tone.MUTED), (self.stop.sentence(), Tone.PLAIN)])
        said.append([("  changed by: ", Tone.MUTED), (self.stop.would_change, Tone.PLAIN)])
        return said + ([[(self.dissent, Tone.WARNING)]] if self.dissent else [])


def stop_words(board: Board, caps: Caps = NO_CAPS) -> StopWords | None:
    """What a board's loop says of itself; None before the first round, and while one goes on.

    `caps` say how far it may go.
    """
    if board.running or board.unchecked or board.read_elsewhere or not board.history.rounds:
        return None
    return StopWords(
        assess(board.loop, board.disk or board.revision, caps),
        dissent(board.history, board.revision.id, board.ruling, board.marks),
    )
