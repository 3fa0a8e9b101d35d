"""Home as it is seen at once: every artifact by name. Nothing here imports what takes long."""

from collections.abc import Iterable
from datetime import UTC, datetime

from textual import on
from textual.app import ComposeResult

from workbench.core.entries import Entry
from workbench.tui.action_kinds import Where
from workbench.tui.footer import footer_line
from workbench.tui.home_layout import headings
from workbench.tui.keymaps import Keys, keys_of
from workbench.tui.screens.action_screen import ActionScreen
from workbench.tui.tones import Part, Piece, Tone, line_of_parts
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.home_list import INSET, HomeList


class HomeFrame(ActionScreen):
    """A title, the list under its headings, where the artifact under the cursor is, what was done, keys."""

    def __init__(self, entries: Iterable[Entry], keys: Keys | None = None) -> None:
        """Set what is listed; keys are the table's own where the person's are not known yet."""
        super().__init__()
        self.keys = keys or keys_of({})
        self.entries = {entry.known.artifact.id: entry for entry in entries}
        """By key of the artifact, in the order listed."""
        self.cursor = next(iter(self.entries), 0)
        """Key of the artifact under the cursor."""

    def compose(self) -> ComposeResult:
        """The list between what is said above it and below."""
        yield Bar(self._title_line, id="home-title")
        yield Bar(self._headings_line, id="home-headings")
        yield from self.compose_list()
        yield Bar(self._place_line, id="home-place")
        yield Bar(self._status_line, id="status")
        yield from self.compose_more()
        yield Bar(self._footer_line, id="footer")

    def compose_list(self) -> ComposeResult:
        """The list."""
        yield HomeList(id="home-list")

    def compose_more(self) -> ComposeResult:
        """What is of use only once the database is open."""
        yield from ()

    def on_mount(self) -> None:
        """List what there is."""
        self.query_one(HomeList).focus()
        self.paint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys are kept for the screen that takes this one's place."""
        return action != "act"

    @property
    def shown(self) -> list[Entry]:
        """What is listed."""
        return list(self.entries.values())

    @property
    def here(self) -> Entry | None:
        """The entry under the cursor."""
        return self.entries.get(self.cursor)

    @property
    def now(self) -> datetime:
        """The time."""
        return datetime.now(UTC)  # noqa: TID251

    def paint(self) -> None:
        """Draw everything."""
        shown = self.shown
        ids = [entry.known.artifact.id for entry in shown]
        if self.cursor not in ids:
            self.cursor = ids[0] if ids else 0
        here = ids.index(self.cursor) if ids else 0
        self.query_one(HomeList).show(shown, here, self.now)
        self.paint_bars()

    @on(HomeList.Laid)
    def _laid(self) -> None:
        self.query_one("#home-headings", Bar).refresh()

    def _title_line(self, room: int) -> list[Piece]:
        count = len(self.entries)
        texts = "" if not count else "1 text" if count == 1 else f"{count} texts"
        left = [Part("Workbench", Tone.STRONG), Part(texts, Tone.MUTED)]
        return line_of_parts(left, [self._shown_part()], room)

    def _shown_part(self) -> Part:
        return Part("")

    def _headings_line(self, room: int) -> list[Piece]:
        widths = self.query_one(HomeList).widths
        return [(" " * (INSET - 1), Tone.PLAIN), *headings(widths)] if widths and self.entries else []

    def _place_line(self, room: int) -> list[Piece]:
        artifact = self.here.known.artifact if self.here else None
        if artifact is None:
            return []
        remote = artifact.identity.partition(":")[2] if artifact.identity.startswith("git:") else ""
        return line_of_parts([Part(artifact.path, Tone.MUTED), Part(remote, Tone.MUTED, rank=1)], [], room)

    def _status_line(self, room: int) -> list[Piece]:
        counts = "Opening; how each text stands comes in a moment."
        said = self.kept_words or (counts if self.entries else "Reading the database.")
        return line_of_parts([Part(said, Tone.MUTED)], [], room)

    def _footer_line(self, room: int) -> list[Piece]:
        return footer_line(self.keys, Where.HOME, room)
