"""What the columns of the board of candidates say, and its keys."""

from workbench.core.taglines.board import TaglineBoard
from workbench.core.taglines.rows import State
from workbench.tui.action_kinds import Group, Where
from workbench.tui.actions import ACTIONS
from workbench.tui.keymaps import Keys
from workbench.tui.screens.page import PageScreen
from workbench.tui.tagline_details import STATES
from workbench.tui.tagline_layout import STATE_WORDS, labels_line
from workbench.tui.tagline_words import PHASES
from workbench.tui.tones import Piece, Tone, hanging

_INDENT = 17
_COLUMNS = (
    ("right", "Answers that are right, of those that are graded. One that cannot be told is not right."),
    (
        "95 %",
        "Between which counts the mean of these readers is, with 95 %. It is of these readers: how others "
        "would read shows in how far their columns differ.",
    ),
    ("cells", "How wide the line is in a terminal; a Japanese, Chinese or emoji character has two."),
    ("!2", "Two checks say something of it: a stock phrase, a name that nothing explains, its length."),
    ("↳", "Made of another candidate by an edit; the file does not hold it."),
    *PHASES.values(),
    (
        "reads saved",
        "Fewer than if every candidate were read as often. Those that others beat are left out on the way, "
        "and those that are left are decided on fresh reads only.",
    ),
)
_MARKS = (
    ("hit", "I agree with what the grader said of the answer."),
    ("miss", "I don't: right counts as wrong then, and wrong as right."),
    ("can't tell", "It cannot be told; the answer counts as such."),
)
_NOTE = (
    "A mark is of an answer, so of all reads that gave exactly this one. The report has how often the grader "
    "is right. No count is a goal: a line that every reader gets may still be dull."
)


class TaglineHelpScreen(PageScreen):
    """The keys as this person has them, the columns, and when a mark is which."""

    def __init__(self, board: TaglineBoard, keys: Keys, place: Where) -> None:
        """Set who reads; `place` is where the person is, whose keys come first."""
        super().__init__()
        self._board, self._keys, self._place = board, keys, place

    def lines(self, room: int) -> list[list[Piece]]:
        """The page at this width."""
        lines: list[list[Piece]] = []
        other = Where.READS if self._place is Where.TAGLINES else Where.TAGLINES
        titles = {Where.TAGLINES: "Among the candidates", Where.READS: "Among the reads of one"}
        for place in (self._place, other):
            lines.append([(titles[place], Tone.HEADING)])
            for action in sorted(ACTIONS, key=lambda action: action.group is not Group.TAGLINES):
                if place & action.where and (place is self._place or not action.where & self._place):
                    shown = (f"  {self._keys.all_shown(action.id)}", Tone.KEY)
                    lines += hanging(shown, (action.help, Tone.PLAIN), _INDENT, room)
            lines.append([])
        lines.append([("What the list says", Tone.HEADING)])
        states = [(STATE_WORDS[state], f"{STATES[state]}.") for state in State if STATE_WORDS[state]]
        for word, said in (*states, *_COLUMNS, ("readers", labels_line(self._board))):
            lines += hanging((f"  {word}", Tone.STRONG), (said, Tone.PLAIN), _INDENT, room)
        lines += [[], [("What each mark means", Tone.HEADING)]]
        for word, said in _MARKS:
            lines += hanging((f"  {word}", Tone.STRONG), (said, Tone.PLAIN), _INDENT, room)
        return [*lines, *hanging(("", Tone.PLAIN), (_NOTE, Tone.MUTED), 0, room)]
