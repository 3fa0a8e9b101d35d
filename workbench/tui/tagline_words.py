"""What the single lines of the board of candidates say."""

from collections.abc import Sequence

from workbench.core.taglines.board import TaglineBoard
from workbench.core.taglines.racing import Phase
from workbench.core.taglines.rows import State
from workbench.core.taglines.words import asked
from workbench.core.text.display_text import counted
from workbench.tui.keymaps import Keys
from workbench.tui.tones import Part, Tone

PHASES = {
    Phase.FIRST: ("each once", "Every candidate is read once by each reader."),
    Phase.RACE: ("telling apart", "Further reads of candidates that can't be told apart yet."),
    Phase.FINAL: ("last reads", "Fresh reads of those left: where some were left out these alone decide."),
}
"""What is being read: in two words, and in a sentence."""


def title_parts(board: TaglineBoard, goal: int, words: str, listed: int) -> tuple[list[Part], list[Part]]:
    """What is listed, and how far it is read.

    `goal` is how many reads there are when this pass is over, 0 where that is not known; `words` are what a
    candidate must say to be among the `listed`.
    """
    hidden = len(board.candidates) - len(board.shown)
    how = f"under “{board.title}”" if board.title else "alone"
    names = ", ".join(reader.name for reader in board.race.readers)
    left = [
        Part(board.artifact.name, Tone.STRONG),
        Part(counted(len(board.shown), "candidate"), Tone.PLAIN),
        Part(f"{hidden} hidden" if hidden else "", Tone.WARNING),
        Part(f"shown: {words}, {listed}" if words else "", Tone.WARNING),
        Part(f"{how}{', in full' if board.race.full else ''}", Tone.MUTED, rank=2),
        Part(f"by {names}", Tone.MUTED, rank=3),
    ]
    saved = f"{board.reads_saved:,} reads saved" if board.reads_saved else ""
    # What is typed to find candidates is not to be cut for what is known anyhow.
    rank = 1 if words and not board.running else 0
    return left, [Part(saved, Tone.MUTED, rank=1), Part(_progress(board, goal), Tone.KEY, rank=rank)]


def _progress(board: TaglineBoard, goal: int) -> str:
    made = len(board.reads)
    if board.running:
        phase = PHASES.get(board.standing.phase)
        return f"{phase[0]}: {made:,} of {goal:,} reads" if goal and phase else "grading"
    if not made:
        return "not read yet"
    if board.question:
        return counted(made, "read")
    if not board.compared.decided:
        return f"{counted(made, 'read')}, not decided yet"
    left = len(board.compared.left)
    if len(board.shown) < 2:
        return counted(made, "read")
    new = f", {len(board.late)} new" if board.late else ""
    return f"one is ahead{new}" if left == 1 else f"can't separate {left}{new}"


def asked_words(board: TaglineBoard, keys: Keys) -> str:
    """By what an answer is right."""
    if board.question:
        return asked(board)
    if board.intent:
        return f"Intent: {board.intent}"
    return f"Not said yet what it is: {keys.shown('intent')} says that, and for whom"


def quiet_words(board: TaglineBoard, keys: Keys, can_read: bool, among_reads: bool) -> Sequence[str]:
    """What can be done next, while there is nothing else to tell; the fullest way first.

    `among_reads` says that the person goes through the reads of one candidate.
    """
    if board.waiting:
        return (board.waiting,)
    if board.running:
        said = f"Reads arrive; rows keep their order until all is read, {keys.shown('tagline_order')} orders."
        _, phase = PHASES.get(board.standing.phase, ("", ""))
        return (f"{phase} {said}", phase or said)
    if board.ended:
        return (board.ended,)
    read = keys.shown("read")
    if not can_read:
        return ("No reader is set up; what is stored is shown. `workbench doctor` says how to set one up.",)
    if not board.reads:
        said = f"{read} has every candidate read; it says first what is sent where and what it costs."
        return (said, f"{read} has every candidate read.")
    if board.late:
        unread = all(board.rows[id].state is State.UNREAD for id in board.late)
        how = "not read yet" if unread else "not read to the end yet"
        return (f"{counted(len(board.late), 'new candidate')} {how}: {read}.",)
    if not board.standing.decided:
        return (f"{read} reads on where it stopped.",)
    hit, miss, cant_tell = board.marked
    marked = hit + miss + cant_tell
    said = f"{counted(len(board.grades), 'answer')} graded, {marked} marked by you"
    if among_reads:
        return (f"{said}.",)
    opens = keys.shown("open")
    return (f"{said}; {opens} shows the answers of a candidate, to be marked.", f"{said}.")
