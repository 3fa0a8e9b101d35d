from datetime import date
from pathlib import Path

import pytest
from support import databases
from support.builders import MODELS, TEXT, FakeClock, judge_answer, persona, reader_answer, rubric

from workbench.core.board import advance
from workbench.core.costs.prices import Price, PriceTable
from workbench.core.desk import Desk
from workbench.core.ports import CheckReport, Library, Settings
from workbench.core.sources import CheckRule
from workbench.providers.scripted import ScriptedProvider
from workbench.storage.store import SqliteStore

RULE = CheckRule("fences", "fence-closed", "A fence is not closed.", "By counting.", "fix")


class MemoryFiles:
    """Files by path, all in memory."""

    def __init__(self, contents):
        self.contents = contents

    async def read(self, path):
        return self.contents[str(path)].encode()

    async def identity(self, path):
        return f"path:{path}"

    async def changed_at(self, path):
        return None


class SetChecks:
    """Checks that say what a test sets."""

    rules = (RULE,)

    def __init__(self):
        self.report = CheckReport()

    async def run(self, path, revision, kind):
        return self.report


def answers_by_task(answers):
    """A script: the answer for the first key that stands in a request's task; `judge` for questions."""

    def answer(request):
        for key, text in answers.items():
            if f"You are the {key}." in request.prompt.task or (
                key == "judge" and "# Questions" in request.prompt.task
            ):
                return text.pop(0) if isinstance(text, list) else text
        return reader_answer()

    return answer


class Session:
    """A desk with its board, as a screen holds them."""

    def __init__(self, desk, path):
        self.desk, self.path, self.ended = desk, path, False

    async def open(self):
        self.board, self.report = await self.desk.open(self.path)
        return self

    async def read(self, stop=None, again=True, freeze=False):
        """Make a round; of a text that was read before, a further trial of everything unless not `again`."""
        proposal = await self.desk.propose(self.board, self.report, freeze, again)
        events = []
        async for event in self.desk.read(self.board.artifact, proposal, stop):
            events.append(event)
            self.board = advance(self.board, event)
        return events

    async def end(self):
        self.ended = True
        await self.desk.store.close()

    async def edit(self, text):
        self.desk.files.contents[str(self.path)] = text
        seen = await self.desk.look(self.board.artifact)
        self.board = advance(self.board, seen)
        shown, self.report = await self.desk.show(self.board.artifact, seen.revision)
        self.board = advance(self.board, shown)

    async def mark(self, row, mark, reason=None):
        self.board = advance(self.board, await self.desk.mark(self.board.artifact, row.target, mark, reason))

    def row(self, headline):
        return next(row for row in self.board.rows if headline in row.headline)


@pytest.fixture
async def session(tmp_path):
    """Makes sessions over one database; a second one is the program started again."""
    sessions = []

    async def make(answers=None, text=TEXT, provider=None, **changes):
        clock = FakeClock()
        databases.begin(tmp_path / "w.db")
        store = SqliteStore(tmp_path / "w.db", clock.now)
        script = {"judge": judge_answer(verdict="Publishable"), **(answers or {})}
        values = {
            "store": store,
            "files": MemoryFiles({"/texts/README.md": text}),
            "checks": SetChecks(),
            "provider": provider or ScriptedProvider(answers_by_task(script)),
            "clock": clock,
            "library": Library(
                (persona("skeptic", default_for=("readme",)), persona("engineer", default_for=("readme",))),
                (rubric(),),
            ),
            "settings": Settings(MODELS, text_questions=False),
            "prices": PriceTable(date(2026, 1, 1), (Price("scripted", 1, 1),)),
        }
        sessions.append(Session(Desk(**{**values, **changes}), Path("/texts/README.md")))
        return await sessions[-1].open()

    yield make
    for each in sessions:
        if not each.ended:
            await each.end()
