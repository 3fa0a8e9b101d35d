"""The help: who is who, every key of the table, what each mark means, and what the list says."""

from collections.abc import Mapping, Sequence

from workbench.core.sources import Source, SourceKind
from workbench.core.text.display_text import neutralised, width
from workbench.tui.action_kinds import ROWS, Action, Group, Where
from workbench.tui.actions import ACTIONS
from workbench.tui.keymaps import Keys
from workbench.tui.legend import RAISED_BY, SIGNS
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


def help_lines(
    keys: Keys, labels: Mapping[Source, str], room: int, place: Where = Where.LIST
) -> list[list[Piece]]:
    """Who is who, every key with those that act here first, and what the marks and signs of the list mean.

    `labels` are the sources as the list shows them; `place` is where the person is.
    """
    indent = max(_INDENT, max(width(keys.all_shown(action.id)) for action in ACTIONS) + 4)
    readers = _readers(labels)
    lines: list[list[Piece]] = []
    if readers:
        who = neutralised(", ".join(f"{label} {name}" for label, name in readers))
        lines += [[("Who is who in the list", Tone.HEADING)]]
        lines += [*hanging(("  readers", Tone.STRONG), (who, Tone.PLAIN), indent, room), []]
    for heading, actions in _sections(place):
        lines += [[(heading, Tone.HEADING)]]
        for action in actions:
            shown = (f"  {keys.all_shown(action.id)}", Tone.KEY)
            lines += hanging(shown, (action.help, Tone.PLAIN), indent, room)
        lines.append([])
    lines += [[("What each mark means", Tone.HEADING)]]
    for word, said in CODEBOOK:
        lines += hanging((f"  {word}", Tone.STRONG), (said, Tone.PLAIN), indent, room)
    lines += hanging(("", Tone.PLAIN), (_NOTE, Tone.MUTED), indent, room)
    lines += [[], [("What the list says", Tone.HEADING)]]
    for sign, said in SIGNS:
        shown_sign = _raised_by([label for label, _ in readers]) if sign == RAISED_BY else sign
        lines += hanging((f"  {shown_sign}", Tone.STRONG), (said, Tone.PLAIN), indent, room)
    return lines


def _sections(place: Where) -> list[tuple[str, list[Action]]]:
    """The actions under their headings; away from the list those that act here come first, together."""
    here = [] if place in ROWS else [action for action in ACTIONS if action.where & place]
    others = [(group.value, [a for a in ACTIONS if a.group is group and a not in here]) for group in Group]
    return [(heading, actions) for heading, actions in (("Keys that act here", here), *others) if actions]


def _readers(labels: Mapping[Source, str]) -> list[tuple[str, str]]:
    """The letters of every reader with its name, in the order of the letters."""
    named = {source.name: label for source, label in labels.items() if source.kind is SourceKind.READER}
    return sorted((label, name) for name, label in named.items())


def _raised_by(letters: Sequence[str]) -> str:
    """Whom a row may name, with letters of readers that there are."""
    return neutralised(" ".join((*letters[:2], "R5", "check"))) if letters else RAISED_BY
