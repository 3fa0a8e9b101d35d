"""A line to type into at the bottom of the screen."""

from collections.abc import Awaitable, Callable, Iterable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input, Label

from workbench.core.text.display_text import neutralised

Then = Callable[[str], Awaitable[None]]


class LastWord(Suggester):
    """Completes the last word of a line."""

    def __init__(self, words: Iterable[str]) -> None:
        """Set the words; of several that fit the first is taken."""
        super().__init__(use_cache=False, case_sensitive=True)
        self._words = tuple(map(neutralised, words))

    async def get_suggestion(self, value: str) -> str | None:
        """What is shown behind what was typed."""
        return self.completed(value)

    def completed(self, value: str) -> str | None:
        """The line with its last word whole; None where no word begins so."""
        last = value.rpartition(" ")[2].casefold()
        found = (word for word in self._words if last and word.casefold().startswith(last))
        return next((value + word[len(last) :] for word in found), None)


class Field(Input):
    """A field whose text is drawn as it is typed, so nothing in it may command the terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "complete", "complete", show=False)]

    def action_complete(self) -> None:
        """Make the last word whole, if one of those that are offered begins so."""
        whole = self.suggester.completed(self.value) if isinstance(self.suggester, LastWord) else None
        if whole is not None:
            self.value = whole
            self.action_end()

    def validate_value(self, value: str) -> str:
        """The text with a visible sign for what a terminal would obey."""
        return neutralised(value)


class InputBar(Horizontal):
    """Asks for one line at a time; hidden while nothing is asked."""

    class Answered(Message):
        """The person typed a line."""

        def __init__(self, text: str, then: Then) -> None:
            super().__init__()
            self.text = text
            self.then = then

    class Left(Message):
        """The person left without an answer."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._then: Then | None = None
        self.hint = ""
        """What may be typed, to stand beside it for as long as it is typed."""
        self.display = False

    def compose(self) -> ComposeResult:
        """What is asked, and the field."""
        yield Label(id="input-label", markup=False)
        yield Field(id="input-field", compact=True)

    def ask(
        self,
        label: str,
        then: Then,
        value: str = "",
        hint: str = "",
        words: Iterable[str] = (),
        placeholder: str = "",
    ) -> None:
        """Ask for a line, whose words tab completes; `then` gets it when enter is pressed.

        The placeholder says what an empty line means.
        """
        self._then = then
        self.query_one(Label).update(Content(f"{neutralised(label)}:"))
        field = self.query_one(Field)
        words = tuple(words)
        field.suggester = LastWord(words) if words else None
        field.value, self.hint = value, hint
        field.placeholder = neutralised(placeholder)
        field.cursor_position = len(value)
        self.display = True
        field.focus()

    @property
    def asking(self) -> bool:
        """Whether a line is being typed."""
        return self._then is not None

    @property
    def completes(self) -> bool:
        """Whether tab completes words of the line."""
        return self.query_one(Field).suggester is not None

    def close(self) -> None:
        """Ask nothing any more."""
        self._then = None
        self.display = False

    @on(Input.Submitted)
    def _answer(self, event: Input.Submitted) -> None:
        event.stop()
        then = self._then
        self.close()
        if then is not None:
            self.post_message(self.Answered(event.value, then))

    def key_escape(self, event: events.Key) -> None:
        """Leave without an answer, and nothing else."""
        event.stop()
        self.close()
        self.post_message(self.Left())
