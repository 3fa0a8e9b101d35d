"""A person in front of a rubric of four questions."""

from support.builders import question, rubric
from textual.widgets import Input

from workbench.tui.screens.own_rubric import OwnRubricScreen
from workbench.tui.widgets.bar import Bar

LONG = "It says at once what the thing is, for whom it is meant, and what it needs to run. " * 3
FOUR = rubric(
    question("Q1", dominant=True, ask="Can a newcomer tell what it is?"),
    question("Q2", on_fail="note", meets="One line.\n\n    kettle on\n", fails=LONG * 2),
    question("Q3", on_fail="rewrite"),
    question("Q4", ask=LONG),
)


class Seat:
    """A person in front of the rubric."""

    def __init__(self, bench):
        self.bench = bench

    @property
    def screen(self):
        assert isinstance(self.bench.app.screen, OwnRubricScreen), "the rubric is not on screen"
        return self.bench.app.screen

    @property
    def said(self):
        return self.screen.query_one("#status", Bar).render().plain

    def bar(self, id):
        return self.screen.query_one(f"#{id}", Bar).render().plain

    @property
    def picked(self):
        screen = self.screen
        span = screen.words.span(screen.pick)
        return screen.judgement.revision.text[span.start : span.end]

    def answer(self, id):
        """What is answered to a question; None where nothing is."""
        return next(asked.given for asked in self.screen.judgement.asked if asked.question.id == id)

    async def press(self, *keys):
        await self.bench.press(*keys)

    async def type(self, text):
        """Give a line to what asks for one."""
        self.screen.query_one(Input).value = text
        await self.press("enter")

    async def fail(self, words):
        """Answer that it fails, with the words under the caret."""
        await self.press("n", "space", "enter")
        await self.type(words)
