"""A desk that tries lines on readers who get what has the shell in it."""

import json
from contextlib import aclosing
from datetime import date
from pathlib import Path

from workbench.core.costs.prices import Price, PriceTable
from workbench.core.costs.usage import Usage
from workbench.core.ports import Reply
from workbench.core.taglines.board import advance

INTENT = "A command-line kettle."
FILE = "# Kettle\n\n- Boils water from the shell\n- The future of tea\n- Steam as a service\n"
PATH = Path("/texts/taglines.md")
README = Path("/texts/README.md")
NAMES = ("engineer", "researcher", "skeptic")
PRICES = PriceTable(date(2026, 1, 1), (Price("reader-model", 1, 5), Price("judge-model", 1, 5)))


class NoLineChecks:
    async def run(self, lines):
        return tuple((f"seen: {line[:5]}",) for line in lines)


def is_grading(request):
    return "# What the reader said" in request.prompt.task


def kettle(request):
    """Readers who get what has the shell in it, and a grader who sees that."""
    if is_grading(request):
        right = "kettle for the shell" in request.prompt.task
        quote = "kettle for the shell" if right else "something else"
        return Reply(
            json.dumps({"quote": quote, "reason": "So.", "answer": "right" if right else "wrong"}),
            request.model,
            "end_turn",
            Usage(100, 20),
        )
    what = "A kettle for the shell." if "shell" in request.prompt.text else "It is something else."
    said = {"thought": "Hm.", "what": what, "for_whom": "Me."}
    return Reply(json.dumps(said), request.model, "end_turn", Usage(100, 20))


class Session:
    def __init__(self, desk):
        self.desk = desk

    @property
    def asked(self):
        return self.desk.desk.provider.asked

    async def open(self, path=PATH, kind=None, wish=None, intent=INTENT):
        self.board = await self.desk.open(path, kind, wish)
        if intent and not self.board.intent:
            self.board = advance(self.board, await self.desk.set_intent(self.board, intent))
        return self

    async def read(self, stop=None, until=None):
        return await self._listened(self.desk.read(self.board, stop), until)

    async def grade(self):
        return await self._listened(self.desk.grade(self.board), None)

    async def _listened(self, events, until):
        seen = []
        async with aclosing(events):
            async for event in events:
                seen.append(event)
                self.board = advance(self.board, event)
                if until and until(event):
                    break
        return seen
