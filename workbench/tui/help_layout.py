"""The help: every key of the table, and when a mark is which."""

from workbench.core.display_text import width
from workbench.tui.actions import ACTIONS, Group, Keys
from workbench.tui.tones import Piece, Tone, hanging

CODEBOOK = (
    ("hit", "I agree that this is a problem, whether or not I fix it now (deferred says: not now)."),
    (
        "miss",
        "I don't agree, this is not a real problem: it is wrong, a preference, trivial or out of scope.",
    ),
    ("can't tell", "I lack the evidence, in the code or outside, or either view can be defended."),
    ("overlooked", "A problem that no reading raised and that you add yourself."),
)
"""Each mark and when it is the right one."""

_NOTE = (
    "A mark on a concern holds for all its findings; inside an opened one it holds for that finding alone. "
    "Rates are about readers, judges and checks, never about the text."
)


def help_lines(keys: Keys, room: int) -> list[list[Piece]]:
    """The marks first, then every key under its heading, in so many cells."""
    lines: list[list[Piece]] = [[("When a mark is which", Tone.HEADING)]]
    names = [keys.all_shown(action.id) for action in ACTIONS] + [word for word, _ in CODEBOOK]
    indent = max(map(width, names)) + 4
    for word, said in CODEBOOK:
        lines += hanging((f"  {word}", Tone.STRONG), (said, Tone.PLAIN), indent, room)
    lines += hanging(("", Tone.PLAIN), (_NOTE, Tone.MUTED), indent, room)
    for group in Group:
        lines += [[], [(group.value, Tone.HEADING)]]
        for action in ACTIONS:
            if action.group is group:
                shown = (f"  {keys.all_shown(action.id)}", Tone.KEY)
                lines += hanging(shown, (action.help, Tone.PLAIN), indent, room)
    return lines
