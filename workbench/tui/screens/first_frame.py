"""What is seen of an artifact while it is being opened: its text, and the list as it was left.

Nothing here may import what opening it needs: that is what takes the time.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from workbench.core.artifacts import Revision
from workbench.core.previews import Part as StoredPart
from workbench.core.previews import Preview, Words
from workbench.core.text.graphemes import widened
from workbench.tui.action_kinds import Group, Where
from workbench.tui.actions import ACTIONS
from workbench.tui.footer import footer_line
from workbench.tui.keymaps import Keys
from workbench.tui.list_columns import Column, Columns
from workbench.tui.screens.action_screen import ActionScreen
from workbench.tui.screens.review_layout import ReviewLayout
from workbench.tui.source_layout import Highlight, Ink
from workbench.tui.text_window import GlimpsedText
from workbench.tui.tones import Part, Piece, Tone, filled, line_of_parts
from workbench.tui.top_lines import Ends, edited_part
from workbench.tui.widgets.glimpse import DetailsGlimpse, LineGlimpse, ListGlimpse, TextGlimpse


class FirstFrame(ReviewLayout):
    """Looks as the artifact's screen will, and says that it is not that yet; nothing can be done on it."""

    def __init__(self, name: str, preview: Preview | None, text: Revision | None, edited: str = "") -> None:
        """Set what is known: None for what nothing is known of.

        Raises:
            ValueError: the preview names a tone, a column or an ink that there is not.
        """
        super().__init__()
        self._file, self._preview, self._edited = name, preview, edited
        self._changed = preview is not None and text is not None and text.sha256 != preview.sha256
        self._text = _glimpsed(None if self._changed else preview, text)
        self.keys = _keys(preview)
        self._artifact = self._artifact_ends()
        self._seats = Ends(*map(_parts, preview.seats)) if preview else Ends((), ())
        self._brief = _brief(preview)
        self._list = _list_glimpse(preview)
        self._details = DetailsGlimpse(_pieces(preview.details) if preview else ())

    def _artifact_ends(self) -> Ends:
        if self._preview is None:
            return Ends((Part(self._file, Tone.STRONG), edited_part(self._edited)), ())
        left, ruled = map(_parts, self._preview.artifact)
        # What was ruled is not this text.
        right = (Part("changed since", Tone.WARNING),) if self._changed else ruled
        return Ends((*left, edited_part(self._edited)), right)

    def compose(self) -> ComposeResult:
        """Everything where it will be."""
        self.choose_form(self.app.size)
        yield LineGlimpse(self._artifact.line, id="artifact")
        yield LineGlimpse(self._seats.line, id="seats")
        with Horizontal(id="panes"):
            yield self._list
            yield TextGlimpse(self._text)
        yield LineGlimpse(self._brief_line, id="brief")
        yield self._details
        yield LineGlimpse(self._status_line, id="status")
        yield LineGlimpse(lambda room: footer_line(self.keys, Where.LIST, room), id="footer")

    def on_mount(self) -> None:
        """Give the row under the cursor as many lines as it will have."""
        if self._brief is not None:
            self.fit_brief(*self._brief)

    def tell_kept(self, count: int) -> None:
        """Say that so many keys wait for the screen that takes this one's place."""
        for status in self.query("#status").results(LineGlimpse):
            status.forget()
        super().tell_kept(count)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No key of the table does anything yet."""
        return action != "act"

    def usable(self, kept: Sequence[events.Key], screen: ActionScreen) -> Sequence[events.Key]:
        """All keys, but none where one of them would decide about another list than the one that was seen."""
        if _seen(self._preview) == _seen(screen.preview) is not None:
            return kept
        deciding = [action.id for action in ACTIONS if action.group is Group.MARK]
        keys = {key for id in deciding for key in screen.keys.by_action[id]}
        if all(keys.isdisjoint((event.key, *event.aliases)) for event in kept):
            return kept
        said = "The list has changed since it was shown: the keys that you pressed did nothing."
        screen.say(said, Tone.WARNING, ("The list has changed: your keys did nothing.",))
        return ()

    def _brief_line(self, room: int) -> list[Piece]:
        if self._brief is None:
            return []
        return filled(*self._brief, room, max(1, self.query_one("#brief").size.height))

    def _status_line(self, room: int) -> list[Piece]:
        if self.kept:
            said = self.kept_words
        elif self._preview is None:
            said = "Opening; reading what is stored."
        elif self._changed:
            said = "The text has changed since; the list is as you left it. Opening."
        else:
            said = "The list is as you left it; opening."
        return line_of_parts([Part(said, Tone.MUTED)], [], room)


def _seen(preview: Preview | None) -> tuple[object, ...] | None:
    """What of a preview decides which row a key is about."""
    return (preview.lines, preview.first, preview.here, preview.place) if preview else None


def _keys(preview: Preview | None) -> Keys:
    """The keys as they were, for actions that are still in the table."""
    by_action = {action.id: action.keys for action in ACTIONS}
    known = preview.keys if preview else ()
    return Keys({**by_action, **{id: keys for id, keys in known if keys and id in by_action}})


def _glimpsed(preview: Preview | None, text: Revision | None) -> GlimpsedText:
    if text is None or preview is None:
        return GlimpsedText(text.text if text else "")
    start, end = preview.words
    highlights = [Highlight(first, last, Ink(ink)) for first, last, ink in preview.inks]
    if start < end <= len(text.text):
        highlights.append(Highlight(*widened(text.text, start, end), Ink.CURRENT))
    remarks: dict[int, list[str]] = defaultdict(list)
    for line, said in preview.remarks:
        remarks[line].append(said)
    return GlimpsedText(text.text, highlights, remarks, preview.words)


def _list_glimpse(preview: Preview | None) -> ListGlimpse:
    if preview is None:
        return ListGlimpse((), (), 0, 0, 0, Columns(2, 1, 0))
    head, *lines = (
        [(text, Tone(tone), Column(column)) for text, tone, column in line]
        for line in (preview.head, *preview.lines)
    )
    return ListGlimpse(head, lines, preview.first, preview.here, preview.count, Columns(*preview.columns))


def _brief(preview: Preview | None) -> tuple[str, Tone, list[Piece]] | None:
    if preview is None:
        return None
    words, tone, decided = preview.brief
    return words, Tone(tone), _pieces(decided)


def _parts(parts: Iterable[StoredPart]) -> tuple[Part, ...]:
    return tuple(Part(text, Tone(tone), rank) for text, tone, rank in parts)


def _pieces(words: Iterable[Words]) -> list[Piece]:
    return [(text, Tone(tone)) for text, tone in words]
