"""The help: every key of the table, what each mark means, and what the list says."""

from collections.abc import Mapping

from workbench.core.display_text import neutralised, width
from workbench.core.sources import Source, SourceKind
from workbench.tui.action_kinds import Group
from workbench.tui.actions import ACTIONS
from workbench.tui.keymaps import Keys
from workbench.tui.legend import SIGNS
from workbench.tui.tones import Piece, Tone, hanging

CODEBOOK = (
    ("hit", "I agree that this is a problem, whether or not I fix it now (deferred says: not now)."),
    (
        "miss",
        "I don't agree, this is not a real problem: it is wrong, a preference, trivial or out of scope.",
    ),
    ("can't tell", "I lack the evidence, in the code or outside, or either view can be defended."),
    ("overlooked", "A problem that no reading raised and that you add yourself."),
    (
        "answers",
        "Under satisfied: hit says that the judge is right and all is well there, miss that it is not. "
        "Marking answers is for you to choose; it shows how far to trust the judge.",
    ),
)
"""Each mark and when it is the right one."""

_NOTE = (
    "After a mark the cursor goes on to the next row without one. A mark on a concern holds for all its "
    "findings; inside an opened one it holds for that finding alone. "
    "Rates are about readers, judges and checks, never about the text."
)
_INDENT = 20
"""Cells before what is said of a mark or a sign."""


def help_lines(keys: Keys, labels: Mapping[Source, str], room: int) -> list[list[Piece]]:
    """Every key under its heading, then the marks and the signs of the list, in so many cells.

    `labels` are the sources as the list shows them.
    """
    indent = max(_INDENT, max(width(keys.all_shown(action.id)) for action in ACTIONS) + 4)
    lines: list[list[Piece]] = []
    for group in Group:
        lines += [[(group.value, Tone.HEADING)]]
        for action in ACTIONS:
            if action.group is group:
                shown = (f"  {keys.all_shown(action.id)}", Tone.KEY)
                lines += hanging(shown, (action.help, Tone.PLAIN), indent, room)
        lines.append([])
    lines += [[("What each mark means", Tone.HEADING)]]
    for word, said in CODEBOOK:
        lines += hanging((f"  {word}", Tone.STRONG), (said, Tone.PLAIN), indent, room)
    lines += hanging(("", Tone.PLAIN), (_NOTE, Tone.MUTED), indent, room)
    lines += [[], [("What the list says", Tone.HEADING)]]
    for sign, said in SIGNS:
        lines += hanging((f"  {sign}", Tone.STRONG), (said, Tone.PLAIN), indent, room)
    if readers := _readers(labels):
        lines += hanging(("  readers", Tone.STRONG), (readers, Tone.PLAIN), indent, room)
    return lines


def _readers(labels: Mapping[Source, str]) -> str:
    """Every reader with its letters."""
    named = {source.name: label for source, label in labels.items() if source.kind is SourceKind.READER}
    return neutralised(", ".join(f"{label} {name}" for name, label in sorted(named.items())))
