"""Ten marked texts, and judges whose skill is known because the texts say what is wrong with them."""

import asyncio
import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from core.conftest import MemoryFiles, SetChecks
from support import databases
from support.builders import MODELS, FakeClock, persona, question, rubric

from workbench.core.board import advance
from workbench.core.costs.prices import Price, PriceTable
from workbench.core.costs.usage import Usage
from workbench.core.desk import Desk
from workbench.core.events import ReadingFinished
from workbench.core.marks import Mark
from workbench.core.ports import CheckReport, Library, Reply, Settings
from workbench.core.replay.replay import Replay
from workbench.core.replay.replaying import read_replay
from workbench.core.replay.result import result_of
from workbench.core.replay.units import Side, Wish
from workbench.core.sources import wording_of
from workbench.providers.scripted import ScriptedProvider
from workbench.storage.store import SqliteStore

PLACES = ["kettle", "spout", "handle", "switch", "lamp", "cord"]
QUESTIONS = tuple(question(f"Q{n}", on_fail="fix") for n in range(1, len(PLACES) + 1))


def text_of(number):
    """A text with a sentence for each question, wrong in some of them."""
    chance = Random(f"text {number}")
    said = [
        f"The {place} of model {number} is {'broken' if chance.random() < 0.5 else 'sound'} in every house."
        for place in PLACES
    ]
    return f"# Model {number}\n\n" + "\n\n".join(said) + "\n"


def wording(body, name="readme"):
    return rubric(*QUESTIONS, name=name, body=body, wording=wording_of(body))


STRONG, WEAK = wording("Skill 0.95."), wording("Skill 0.45.")
TWIN = wording("Skill 0.45. Truly.")


def fails(body, number, sentences):
    """Which sentences of a text a judge calls broken, of the skill that its rubric's body states."""
    skill = float(body.split()[1].rstrip("."))
    chance = Random(f"{body} {number}")
    return [("broken" in sentence) == (chance.random() < skill) for sentence in sentences]


class Judges(ScriptedProvider):
    """Answers a rubric with the skill that its body states; a reader raises every sentence or none."""

    def __init__(self, thorough=True):
        self.thorough, self.broken = thorough, ()
        super().__init__(self.answer)

    def answer(self, request):
        lines = request.prompt.text.splitlines()
        number = next(line for line in lines if line.startswith("# Model")).split()[-1]
        sentences = [line for line in lines if line.startswith("The ") and "of model" in line]
        if number in self.broken:
            return "no JSON at all"
        if "# Questions" not in request.prompt.task:
            return reply(request.model, json.dumps(reader(sentences if self.thorough else [])))
        body = next(line for line in request.prompt.task.splitlines() if line.startswith("Skill"))
        judged = judge(sentences, fails(body, number, sentences))
        if "P1" in request.prompt.task:
            judged["answers"].append({**judged["answers"][0], "question": "P1", "answer": "meets"})
        return reply(request.model, json.dumps(judged))


def reply(model, text):
    return Reply(text, model, "end_turn", Usage(1000, 100, seconds=2.0))


def said_of(sentence):
    return f"It says that {sentence[4:]}"


def reader(sentences):
    found = [
        {
            "quote": sentence,
            "consequence": said_of(sentence),
            "problem": said_of(sentence),
            "change": "Say it right.",
            "fixable_by": "wording",
            "asks": "other",
        }
        for sentence in sentences
    ]
    told = {"walk": [], "about": "A model.", "for_whom": "Homes.", "lost_interest": None, "one_fix": None}
    return {**told, "findings": found}


def judge(sentences, failed):
    answers = [
        {
            "question": question.id,
            "quote": sentence,
            "consequence": said_of(sentence),
            "reason": said_of(sentence),
            "answer": "fails" if fail else "meets",
            "change": "Say it right.",
        }
        for question, sentence, fail in zip(QUESTIONS, sentences, failed, strict=True)
    ]
    return {"answers": answers, "challenges": [], "worst": [], "verdict": "Fix", "why": "So."}


class MovingClock(FakeClock):
    """A second passes each time that it is looked at."""

    at = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self):
        self.at += timedelta(seconds=1)
        return self.at


class Marked:
    """Texts that were read and marked, and replays on them."""

    def __init__(self, path, texts, provider, asks):
        self.asks, self.clock = asks, MovingClock()
        self.path, self.provider, self.checks = path, provider, SetChecks()
        self.checks.report = CheckReport(facts=("6 sentences",))
        self.files = MemoryFiles({f"/texts/{n}/README.md": text_of(n) for n in range(texts)})
        self.stores = []
        self.desk = self.begun()

    def begun(self, judges=WEAK, budget=None):
        """A desk on the same database, as the program started again has it."""
        self.stores.append(SqliteStore(self.path, self.clock.now))
        return Desk(
            self.stores[-1],
            self.files,
            self.checks,
            self.provider,
            self.clock,
            Library((persona("finder", default_for=("readme",)),), (judges,)),
            Settings(MODELS, budget, text_questions=False),
            PriceTable(date(2026, 1, 1), (Price("judge-model", 1, 1),)),
        )

    async def read(self, but=()):
        for path in self.files.contents:
            board, report = await self.desk.open(Path(path))
            if self.asks:
                added = await self.desk.add_question(board, self.asks)
                board = replace(board, history=replace(board.history, questions=added.questions))
            async for event in self.desk.read(board.artifact, await self.desk.propose(board, report)):
                board = advance(board, event)
            for row in board.rows:
                if row.target.kind == "concern" and path not in but:
                    mark = Mark.HIT if "broken" in row.headline else Mark.MISS
                    board = advance(board, await self.desk.mark(board.artifact, row.target, mark))

    async def replay(self, new, old=WEAK, paths=(), desk=None, stop_after=None, model="judge-model", **how):
        """What came of comparing two wordings; `sent` is how many calls that took."""
        desk = desk or self.desk
        wish = Wish(Side(new, model), Side(old, "judge-model"), **how)
        comparison = Replay(desk, wish, await desk.store.replays.bodies())
        self.proposal = await comparison.propose(paths)
        before, ended, stop = len(self.provider.asked), 0, asyncio.Event()
        async for each in read_replay(desk, self.proposal, stop):
            ended += isinstance(each.event, ReadingFinished)
            if ended == stop_after:
                stop.set()
        self.sent = len(self.provider.asked) - before
        return result_of(await comparison.propose(paths), desk.prices)

    async def stored(self):
        """Everything that lists, rulings, stopping and the report are made of."""
        known = [each.artifact for each in await self.desk.store.known()]
        counted = await self.desk.store.counted(self.desk.prices)
        return [await self.desk.store.history(artifact) for artifact in known], counted.book

    async def close(self):
        for store in self.stores:
            await store.close()


@pytest.fixture
async def marked(tmp_path):
    made = []

    async def make(texts=10, thorough=True, but=(), asks=""):
        databases.begin(tmp_path / "w.db")
        made.append(Marked(tmp_path / "w.db", texts, Judges(thorough), asks))
        await made[-1].read(but)
        return made[-1]

    yield make
    for each in made:
        await each.close()
