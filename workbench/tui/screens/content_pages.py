"""Pages about one persona or rubric: its file, what would be sent, what a wording was right about."""

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from workbench.core.board import Board
from workbench.core.briefs import Brief, brief_of
from workbench.core.errors import UsageError
from workbench.core.instruments import Persona, Rubric
from workbench.core.ports import CheckReport, Models, Prompt
from workbench.core.shelf import Shelved
from workbench.core.text_questions import standing_questions
from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS
from workbench.tui.footer import keys_line
from workbench.tui.keymaps import Keys
from workbench.tui.screens.page import PageScreen
from workbench.tui.shelf_layout import MEANINGS, WHY
from workbench.tui.tones import Piece, Tone, hanging
from workbench.tui.widgets.bar import Bar
from workbench.tui.wording_layout import Wording, wording_lines

Lines = list[list[Piece]]
_INDENT = 18


class FileScreen(PageScreen):
    """A file in full."""

    def __init__(self, file: Shelved) -> None:
        super().__init__()
        self.file = file

    def lines(self, room: int) -> Lines:
        """The file with the number of each line."""
        file = self.file
        heading: Lines = [
            [(file.name, Tone.STRONG), (f"  {file.origin}, {WHY[file.stand]}", Tone.MUTED)],
            *hanging(("", Tone.MUTED), (str(file.path), Tone.MUTED), 0, room),
            [],
        ]
        digits = len(str(file.text.count("\n") + 1))
        return [
            *heading,
            *(
                row
                for number, line in enumerate(file.text.rstrip("\n").split("\n"), 1)
                for row in hanging((f"{number:>{digits}} ", Tone.MUTED), (line, Tone.PLAIN), digits + 2, room)
            ),
        ]


class TrustScreen(FileScreen):
    """A project's file in full; one key trusts it, once its end was seen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("y", "trust", "trust", show=False)]

    def __init__(self, file: Shelved, then: Callable[[], Awaitable[None]]) -> None:
        """Set what is shown, and what is done once it is trusted."""
        super().__init__(file)
        self._then = then
        self._early = False

    @property
    def _end_seen(self) -> bool:
        page = self.query_one("#page")
        return page.scroll_offset.y >= page.max_scroll_y

    async def action_trust(self) -> None:
        """Trust it, or show more of it first."""
        if not self._end_seen:
            self._early = True
            self.query_one("#page").scroll_page_down(animate=False)
            self.query_one("#footer", Bar).refresh()
            return
        self.app.pop_screen()
        await self._then()

    def _footer(self, room: int) -> list[Piece]:
        trusts = "trust exactly these words"
        if self._early and not self._end_seen:
            trusts = "goes on: it is trusted at its end"
        items = (("↑ ↓ pgup pgdn end", "read it"), ("y", trusts), ("esc", "leave it unused"))
        return keys_line(items, room)


class PromptScreen(PageScreen):
    """What is sent for the open text, in the order in which it is sent."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f", "fold", "fold", show=False)]

    def __init__(
        self, item: Persona | Rubric, board: Board, checked: CheckReport | None, models: Models
    ) -> None:
        """Set who is asked about which text; without a report the checks' facts are not known yet."""
        super().__init__()
        self._item, self._board, self._checked, self._models = item, board, checked, models
        self._folded = True

    def action_fold(self) -> None:
        """Show the text too, or fold it again."""
        self._folded = not self._folded
        self.on_resize()

    def lines(self, room: int) -> Lines:
        """The prompt, piece by piece."""
        board, item = self._board, self._item
        facts = self._checked.facts if self._checked else ()
        about = standing_questions(board.history, board.revision.id) if isinstance(item, Rubric) else ()
        whole = Brief(board.revision, board.artifact.kind, facts, self._models)
        try:
            requests = brief_of(whole, (item,)).requests(item, about)
        except UsageError as error:
            return hanging(("", Tone.PLAIN), (str(error), Tone.ERROR), 0, room)
        prompt, request = requests[0].prompt, requests[0]
        effort = f", effort {request.effort}" if request.effort else ""
        said = f"What {item.name} is sent about {board.artifact.name}, revision {board.revision.number}"
        lines: Lines = [[(said, Tone.STRONG)], [(f"to {request.model}{effort}", Tone.MUTED)]]
        lines += [[(note, Tone.WARNING)] for note in self._notes(len(requests))]
        for title, text in (
            ("What all of its sort are told", prompt.instructions),
            ("The text", self._text(prompt)),
            ("What it alone is told", prompt.task),
        ):
            lines += [[], [(title, Tone.HEADING)], *_paragraphs(text, room)]
        return lines

    def _notes(self, parts: int) -> list[str]:
        notes = []
        if self._board.artifact.kind not in self._item.kinds:
            notes.append(f"It does not read a text of kind {self._board.artifact.kind.value}.")
        if parts > 1:
            notes.append(f"The text is too long to be read at once: this is the first of {parts} parts.")
        if isinstance(self._item, Rubric) and self._checked is None:
            notes.append("The checks are still running: their facts are not here yet.")
        return notes

    def _text(self, prompt: Prompt) -> str:
        rows = prompt.text.split("\n")
        if not self._folded or len(rows) < 4:
            return prompt.text
        return "\n".join((rows[0], f"    ({len(rows) - 2} lines, folded)", rows[-1]))

    def _footer(self, room: int) -> list[Piece]:
        return keys_line((("↑ ↓ pgup pgdn", "scroll"), ("f", "fold the text"), ("esc", "back")), room)


class WordingsScreen(PageScreen):
    """The wording in use beside another one that has read something."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "older(1)", "older", show=False),
        Binding("right,l", "older(-1)", "newer", show=False),
    ]

    def __init__(self, wordings: Sequence[Wording]) -> None:
        """Set the wordings, the one in use first; there are two at least."""
        super().__init__()
        self._wordings = wordings
        self._older = 1

    def action_older(self, by: int) -> None:
        """Compare with the wording before, or with the one after."""
        self._older = max(1, min(len(self._wordings) - 1, self._older + by))
        self.on_resize()

    def lines(self, room: int) -> Lines:
        """What changed, and what each was right and wrong about."""
        which = f"other wording {self._older} of {len(self._wordings) - 1}"
        return wording_lines(self._wordings[0], self._wordings[self._older], which, room)

    def _footer(self, room: int) -> list[Piece]:
        return keys_line((("↑ ↓ pgup pgdn", "scroll"), ("← →", "another wording"), ("esc", "back")), room)


class ContentHelpScreen(PageScreen):
    """The keys that can be used here, and what the columns say."""

    def __init__(self, keys: Keys, place: Where) -> None:
        super().__init__()
        self._keys, self._place = keys, place

    def lines(self, room: int) -> Lines:
        """The page at this width."""
        lines: Lines = [[("Keys", Tone.HEADING)]]
        for action in ACTIONS:
            if self._place in action.where:
                shown = (f"  {self._keys.all_shown(action.id)}", Tone.KEY)
                lines += hanging(shown, (action.help, Tone.PLAIN), _INDENT, room)
        lines += [[], [("What is shown", Tone.HEADING)]]
        for word, said in MEANINGS:
            lines += hanging((f"  {word}", Tone.STRONG), (said, Tone.PLAIN), _INDENT, room)
        return lines


def _paragraphs(text: str, room: int) -> Lines:
    return [
        row for line in text.split("\n") for row in hanging(("", Tone.PLAIN), (line, Tone.PLAIN), 0, room)
    ]
