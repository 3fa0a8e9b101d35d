"""Keys that move through a rubric and its text, and that choose the words an answer rests on."""

from dataclasses import replace

from textual import on

from workbench.core.readings import AnswerValue, Span
from workbench.tui.picking import Direction, Pick, toggled
from workbench.tui.screens.judging_screen import JudgingScreen
from workbench.tui.screens.pick_keys import PickKeys
from workbench.tui.tones import Tone
from workbench.tui.widgets.details_pane import DetailsPane
from workbench.tui.widgets.source_view import SourceView


class QuotingKeys(PickKeys, JudgingScreen):
    """Nothing here answers anything."""

    answering: AnswerValue = "meets"
    """What the words being picked are for."""
    sought = ""
    """The words last searched for."""
    _looked_at = 0
    """Where the words that were found last end."""

    async def do_up(self) -> None:
        """To the question before, or a row of words up."""
        self._vertically(-1)

    async def do_down(self) -> None:
        """To the question after, or a row of words down."""
        self._vertically(1)

    def _vertically(self, by: int) -> None:
        if self.pick is not None:
            self.move_pick("down" if by > 0 else "up")
        elif self.asked is None and (by > 0 or self.chosen):
            self.chosen = max(0, min(self._offered - 1, self.chosen + by))
            self.paint()
        else:
            self.go_to(self.place + by)

    @property
    def _offered(self) -> int:
        """How many verdicts there are to choose from."""
        complete = self.judgement.complete
        return sum(choice.offered for choice in self.judgement.choices) if complete else 0

    async def do_first(self) -> None:
        """To the first question."""
        self.go_to(0)

    async def do_last(self) -> None:
        """To the last question, from there to the verdict."""
        last = len(self.judgement.asked) - 1
        self.go_to(last + (self.place >= last))

    async def do_left(self) -> None:
        """To the word or the verdict before."""
        self._aside("left")

    async def do_right(self) -> None:
        """To the word or the verdict after."""
        self._aside("right")

    def _aside(self, direction: Direction) -> None:
        if self.pick is not None:
            self.move_pick(direction)
            return
        self.chosen = (self.chosen + (1 if direction == "right" else -1)) % max(1, self._offered)
        self.paint()

    def move_pick(self, direction: Direction, extend: bool = False, times: int = 1) -> None:
        """Move the caret of the pick, so many times."""
        for _ in range(times if self.pick else 0):
            assert self.pick is not None
            self.pick = self.words.moved(self.pick, direction, self.source.wrapped, extend)
        self.paint_words()

    def hold_pick(self) -> None:
        """Hold one end of the pick, or let it go."""
        if self.pick is not None:
            self.pick = toggled(self.pick)
            self.paint_words()

    async def do_page_down(self) -> None:
        """A page on, in what is moved in."""
        self._page(1)

    async def do_page_up(self) -> None:
        """A page back."""
        self._page(-1)

    def _page(self, by: int) -> None:
        if self.pick is not None:
            self.move_pick("down" if by > 0 else "up", times=self.source.page)
        elif self.whole:
            details = self.query_one(DetailsPane)
            details.scroll_relative(y=by * max(1, details.size.height - 1), animate=False)
        else:
            self.source.scroll_rows(by * self.source.page)

    async def do_next_unmarked(self) -> None:
        """To the next question without an answer."""
        following = self.judgement.next_open(self.place)
        self.go_to(len(self.judgement.asked) if following is None else following)
        if following is None:
            self.say("Every question has an answer.")

    async def do_examples(self) -> None:
        """Show the examples in full, or the text at its height again."""
        self.whole = not self.whole
        self.paint()

    async def do_search(self) -> None:
        """Ask for words to find in the text."""
        again = f"enter again: {self.sought}" if self.sought else ""
        self.ask("Find", self._search, "", "words of the text", again)

    async def _search(self, words: str) -> None:
        words = words if words.strip() else self.sought
        if not words:
            return
        self.sought = words
        after = self.words.span(self.pick).end if self.pick else self._looked_at
        start = _found(self.judgement.revision.text, words, after)
        if start is None:
            self.say(f"The text does not say “{words}”.")
            return
        self._looked_at = start + len(words)
        if self.pick is None:
            self.source.go_to_line(self.source.document.line_of(start))
        else:
            self.pick = self._picked(Span(start, start + len(words)))
            self.paint_words()

    def begin_pick(self, value: AnswerValue) -> None:
        """Begin to choose words for an answer, at those of the answer there is."""
        known = self.asked and (self.asked.given or self.asked.before)
        span = known.span if known else None
        start = None if span else self.words.at(self._where_to_begin())
        self.pick = self._picked(span) if span else start and replace(start, proposed=True)
        if self.pick is None:
            self.say("The text is empty: there are no words to choose.")
            return
        self.answering = value
        which = "show that it is met" if value == "meets" else "fail it"
        self.say(f"Which words {which}? Choose them.", Tone.KEY)
        self.paint()

    def _where_to_begin(self) -> int:
        """The line that the person went to, else the first that is seen."""
        line = self.source.marked_line
        self.source.unmark_line()
        return self.source.document.line_starts[line - 1] if line else self.source.top

    def _picked(self, span: Span) -> Pick | None:
        """The words of a stretch, its end the one that moves."""
        first, last = self.words.at(span.start), self.words.at(max(span.start, span.end - 1))
        if first is None or last is None:
            return None
        return Pick(first.held, last.caret, extending=first.held != last.caret)

    def leave_pick(self) -> None:
        """Choose no words any more."""
        self.pick = None
        self.say("")

    @on(SourceView.Pointed)
    def _point(self, message: SourceView.Pointed) -> None:
        if self.pick is not None:
            self.pick = self.words.at(message.offset)
            self.paint_words()


def _found(text: str, words: str, after: int) -> int | None:
    """Where words stand next after an offset, going round at the end; None where they do not."""
    folded, sought = text.casefold(), words.casefold()
    if len(folded) != len(text):
        folded, sought = text, words
    at = folded.find(sought, after)
    at = folded.find(sought) if at < 0 else at
    return None if at < 0 else at
