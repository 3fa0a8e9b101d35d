"""The list of every artifact, laid out for the width there is."""

from collections.abc import Iterable, Mapping, Sequence

from workbench.core.entries import HEADINGS, Entry
from workbench.core.text.display_text import fitted, neutralised_line, width
from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS
from workbench.tui.keymaps import Keys
from workbench.tui.tones import Piece, Tone, hanging

_GAP = 2
_NAME, _PLACE, _KIND, _RULING, _UNMARKED, _TO_FIX, _READ = range(len(HEADINGS))
_FIGURES = (_UNMARKED, _TO_FIX)
_ENOUGH = {_PLACE: 16, _NAME: 16}
"""Cells to which a column is narrowed before another is left out; the one that is narrowed first."""
_LEAST = {_PLACE: 12, _NAME: 12, _RULING: 13}
"""Cells to which it is narrowed before any but the kind is left out."""
_LAST = {_PLACE: 6, _NAME: 8, _RULING: 6}
"""Cells to which it is narrowed at most."""
_LEFT_OUT = (_KIND, _READ, _PLACE, _TO_FIX)
"""Columns that are left out where there is no room, the first one first."""
_INDENT = 16
_MEANINGS = (
    ("text, where", "The file, and the repository and folders, or the folder, that it is in."),
    (
        "ruling",
        "As it stands with your marks; a draft until the text is frozen. Void: the file is no longer the "
        "text that was ruled. Gone: no file is where it was opened last; open it where it is now, and you "
        "are asked whether it is the same.",
    ),
    ("unmarked", "Concerns that ask for a mark: not deferred, not fixed, their words not gone."),
    ("to fix", "Those that you marked hit and that are still there: `workbench fixes` lists them."),
    ("last read", "When a reader or a judge last finished reading it."),
)
_ORDER = "What you left or had read last comes first. The checks run once a text is opened, not here."

Cells = Sequence[str]
Widths = tuple[int, ...]
"""Cells of each column; 0 for one that is left out."""


def widths_of(rows: Iterable[Cells], room: int) -> Widths:
    """Columns as wide as what is in them, narrowed or left out where there is less room."""
    columns = zip(HEADINGS, *rows, strict=True)
    widths = [max(width(_shown(cell)) for cell in column) for column in columns]
    narrowed = _narrowed(widths, _ENOUGH, room)
    for column in _LEFT_OUT:
        if _taken(narrowed) <= room:
            break
        widths[column] = 0
        narrowed = _narrowed(widths, _LEAST, room)
    return tuple(_narrowed(narrowed, _LAST, room))


def _narrowed(widths: Sequence[int], least: Mapping[int, int], room: int) -> list[int]:
    narrowed = list(widths)
    for column, enough in least.items():
        too_much = max(0, _taken(narrowed) - room)
        if narrowed[column]:
            narrowed[column] = max(min(enough, narrowed[column]), narrowed[column] - too_much)
    return narrowed


def _taken(widths: Iterable[int]) -> int:
    kept = [cells for cells in widths if cells]
    return sum(kept) + _GAP * (len(kept) - 1)


def headings(widths: Widths) -> list[Piece]:
    """What each column is."""
    return _laid_out(HEADINGS, widths, [Tone.MUTED] * len(HEADINGS))


def entry_pieces(entry: Entry, cells: Cells, widths: Widths) -> list[Piece]:
    """One artifact in its columns."""
    return _laid_out(cells, widths, _tones(entry))


def _tones(entry: Entry) -> list[Tone]:
    line = entry.line
    ruling = unmarked = to_fix = Tone.MUTED
    if line:
        # It is there by the time that it is known how anything stands; before, it would only take time.
        from workbench.tui.header import RULING_TONES

        ruling = RULING_TONES[line.ruling] if line.is_current else Tone.WARNING
        unmarked = Tone.PLAIN if line.waits.unmarked else Tone.MUTED
        to_fix = Tone.HIT if line.waits.agreed else Tone.MUTED
    return [Tone.STRONG, Tone.MUTED, Tone.MUTED, ruling, unmarked, to_fix, Tone.MUTED]


def _laid_out(cells: Cells, widths: Widths, tones: Sequence[Tone]) -> list[Piece]:
    pieces: list[Piece] = []
    for column, (cell, room, tone) in enumerate(zip(cells, widths, tones, strict=True)):
        if not room:
            continue
        shown = fitted(_shown(cell), room)
        if column in _FIGURES:
            shown = f"{shown.rstrip():>{room}}"
        pieces += [(" " * _GAP, Tone.PLAIN)] if pieces else []
        pieces.append((shown, tone))
    return pieces


def _shown(cell: str) -> str:
    return neutralised_line(cell).replace("\t", " ")


def home_help_lines(keys: Keys, room: int) -> list[list[Piece]]:
    """The keys that can be used here, and what the columns say."""
    lines: list[list[Piece]] = [[("Every text that was opened", Tone.HEADING)]]
    for action in ACTIONS:
        if Where.HOME in action.where:
            shown = (f"  {keys.all_shown(action.id)}", Tone.KEY)
            lines += hanging(shown, (action.help, Tone.PLAIN), _INDENT, room)
    lines += [[], [("What the list says", Tone.HEADING)]]
    for word, said in _MEANINGS:
        lines += hanging((f"  {word}", Tone.STRONG), (said, Tone.PLAIN), _INDENT, room)
    return [*lines, *hanging(("", Tone.PLAIN), (_ORDER, Tone.MUTED), _INDENT, room)]
