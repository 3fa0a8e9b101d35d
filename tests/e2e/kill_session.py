"""What is killed: the real desk and store with a scripted reader, doing at random all that a person does."""

import asyncio
import contextlib
import random
import threading
from datetime import date
from pathlib import Path

from e2e.kill_stage import Checks, Clock, Files
from e2e.playing import answer, text_of, write_down
from support.builders import MODELS, persona, rubric

from workbench.core.artifacts import Kind
from workbench.core.board import advance
from workbench.core.costs.prices import PriceTable
from workbench.core.desk import Desk
from workbench.core.errors import Failure, FailureKind, UsageError
from workbench.core.events import ReadingFinished, RoundFinished, RoundStarted
from workbench.core.identity.regrouping import Regrouping
from workbench.core.marks import REASONS, Mark, Target
from workbench.core.own_judgement import QUOTING, OwnRubric, begun
from workbench.core.ports import Library, Settings
from workbench.core.prompts import prompt_sha256
from workbench.core.readings import Span, Verdict
from workbench.providers.scripted import ScriptedProvider
from workbench.storage import artifacts, database, decisions, own_answers, regrouping, rounds, schema, store
from workbench.storage.store import SqliteStore

_KINDS = (Kind.README, Kind.ARTICLE)
RUBRIC = rubric(kinds=_KINDS)
_READERS = ("skeptic", "engineer", "newcomer")
_IN_TRANSACTION = ("migrating", "checking", "storing", "ruling", "marking")
_LONGEST = 0.003
"""Seconds that a statement is held up at most, so that kills land between statements too."""
BUSY = FailureKind.OVERLOADED
_DECISIONS = {
    "mark": 46,
    "note": 10,
    "defer": 6,
    "overlook": 5,
    "undo": 14,
    "redo": 9,
    "merge": 6,
    "split": 4,
    "answer": 10,
}
"""What a person decides, and how often."""


class WritingDown(ScriptedProvider):
    """Scripted answers; each question is written down outside the database before it is answered."""

    def __init__(self, session):
        super().__init__(session.played, delay=session.chance.uniform(0, 0.012), piece=300)
        self._session = session

    async def ask(self, request):
        self._session.note("asked", prompt=prompt_sha256(request.prompt), round=self._session.round)
        async for said in super().ask(request):
            yield said


class KillSession:
    """One run of the workbench, from opening to whenever it is killed."""

    def __init__(self, stage, db, path, log, child, seed):
        self.stage, self.db, self.path, self.log, self.child = stage, db, path, log, child
        self.chance = random.Random(seed)
        self.round = 0

    def note(self, what, **more):
        """Write down something that has happened."""
        write_down(self.log, {"child": self.child, "what": what, **more})

    def played(self, request):
        """The answer to a request; now and then the service is busy first."""
        if self.chance.random() < 0.05:
            return Failure(BUSY, "It is busy.")
        return answer(request.prompt.whole)

    async def run(self):
        """Open, work and close, again and again."""
        watch(self.stage, self.chance)
        # A day passes whenever the store asks.
        database.is_due = lambda path, now: self.chance.random() < 0.3
        while True:
            desk = self._desk()
            with self.stage.inside("opening"):
                await desk.store.open()
            await self._limit_log(desk.store)
            copying = asyncio.create_task(desk.store.keep_copy())
            await self._work(desk)
            await copying
            with self.stage.inside("closing"):
                await desk.store.close()

    def _desk(self):
        readers = tuple(persona(name, kinds=_KINDS, default_for=_KINDS) for name in _READERS)
        return Desk(
            SqliteStore(self.db, Clock().now),
            Files(),
            Checks(),
            WritingDown(self),
            Clock(),
            Library(readers, (RUBRIC,)),
            Settings(
                MODELS,
                parallel=2,
                text_questions=self.chance.random() < 0.5,
                match=self.chance.choice(["model", "rules"]),
            ),
            PriceTable(date(2026, 1, 1), ()),
        )

    async def _limit_log(self, store):
        """Have checkpoints run often, as they do in a long life."""
        pages = self.chance.choice([1, 4, 20, 1000])
        sql = f"pragma wal_autocheckpoint = {pages}"
        await store._db._run(lambda work: work(), lambda: store._db._db.execute(sql))

    async def _work(self, desk):
        board, report = await desk.open(self.path)
        closed = await desk.close_killed_round(board)
        if closed:
            board = advance(board, closed)
        running = [round.id for round in board.history.rounds if round.state == "running"]
        self.note("opened", artifact=board.artifact.id, running=running)
        work = Work(self, desk, board, report)
        checkpointing = asyncio.create_task(work.checkpoint_on())
        for _ in range(self.chance.randint(0, 3)):
            await work.go_on()
        checkpointing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await checkpointing


class Work:
    """What is done with an open text."""

    def __init__(self, session, desk, board, report):
        self.session, self.desk, self.board, self.report = session, desk, board, report
        self.chance, self.stage, self.note = session.chance, session.stage, session.note

    async def go_on(self):
        """Perhaps edit, then read while marking, then mark."""
        if self.chance.random() < 0.3:
            await self._edit()
        read = asyncio.Event()
        marking = asyncio.create_task(self._mark_until(read))
        await self._read()
        read.set()
        await marking
        for _ in range(self.chance.randint(0, 6)):
            await self._decide()

    async def checkpoint_on(self):
        """Write the log back now and then, as any connection may."""
        while True:
            await asyncio.sleep(self.chance.uniform(0, 0.5))
            await asyncio.to_thread(self._checkpoint)

    async def _edit(self):
        new = self.session.path.with_suffix(f".{self.session.child}")
        new.write_text(text_of(self.chance.randrange(1000)))
        new.rename(self.session.path)
        seen = await self.desk.look(self.board.artifact)
        self.board = advance(self.board, seen)
        shown, self.report = await self.desk.show(self.board.artifact, seen.revision)
        self.board = advance(self.board, shown)

    async def _read(self):
        freeze = self.chance.random() < 0.15
        stop = asyncio.Event()
        if self.chance.random() < 0.15:
            asyncio.get_running_loop().call_later(self.chance.uniform(0, 0.3), stop.set)
        try:
            proposal = await self.desk.propose(self.board, self.report, freeze=freeze)
            with self.stage.inside("reading"):
                async with contextlib.aclosing(self.desk.read(self.board.artifact, proposal, stop)) as events:
                    async for event in events:
                        self._take(event)
        except UsageError as error:
            self.note("refused", said=str(error))
            self.board = advance(self.board, await self.desk.refresh(self.board.artifact))

    def _take(self, event):
        self.board = advance(self.board, event)
        if isinstance(event, RoundStarted):
            self.session.round = event.round.id
            self.note("began", round=event.round.id)
        elif isinstance(event, ReadingFinished):
            reading = event.reading
            self.note("stored", reading=reading.id, prompt=reading.prompt_sha256, round=reading.round)
        elif isinstance(event, RoundFinished):
            self.note("ended", round=event.round.id)

    async def _mark_until(self, read):
        while not read.is_set():
            await asyncio.sleep(self.chance.uniform(0, 0.05))
            await self._decide()

    async def _decide(self):
        """One decision, written down once it is stored."""
        kind = self.chance.choices(list(_DECISIONS), _DECISIONS.values())[0]
        row = self.chance.choice(self.board.rows) if self.board.rows else None
        if row is None and kind in ("mark", "note", "defer"):
            return
        if kind == "answer":
            await self._answer()
            return
        self.note("will", kind=kind)
        try:
            event = await getattr(self, f"_{kind}")(self.board.artifact, row)
        except UsageError:
            # Two windows, or an answer that cannot be deferred: nothing was stored.
            self.note("did", kind=kind, decision=None)
            self.board = advance(self.board, await self.desk.refresh(self.board.artifact))
            return
        self.note("did", kind=kind, decision=event and written(event.decision))
        if event:
            self.board = advance(self.board, event)

    async def _mark(self, artifact, row):
        mark = self.chance.choice(list(Mark))
        reason = self.chance.choice([None, *REASONS[mark]])
        target, inside = self._target_in(row)
        return await self.desk.mark(artifact, target, mark, reason, inside)

    async def _note(self, artifact, row):
        return await self.desk.note(artifact, row.target, self.chance.choice(["", "later", "湯を沸かす"]))

    async def _defer(self, artifact, row):
        if row.answer:
            raise UsageError("An answer cannot be deferred.")
        return await self.desk.defer(artifact, row.target, not row.standing.deferred)

    async def _overlook(self, artifact, row):
        start = self.chance.randrange(len(self.board.revision.text) - 5)
        return await self.desk.overlook(artifact, self.board.revision, Span(start, start + 4), "Unsaid.")

    async def _undo(self, artifact, row):
        return await self.desk.undo(artifact)

    async def _redo(self, artifact, row):
        return await self.desk.redo(artifact)

    async def _merge(self, artifact, row):
        raised = [each.target for each in self.board.rows if each.target.kind in ("concern", "finding")]
        some = self.chance.sample(raised, min(len(raised), 2))
        return await Regrouping(self.desk.store).merge(artifact, some)

    async def _split(self, artifact, row):
        placed = list(self.board.history.placements.values())
        if not placed:
            raise UsageError("Nothing is placed.")
        return await Regrouping(self.desk.store).split(artifact, [self.chance.choice(placed).finding])

    async def _answer(self):
        """Answer a question of the rubric oneself; all answers together are a reading."""
        own = OwnRubric(self.desk.store, self.desk.clock)
        board = self.board
        answers = await self.desk.store.own_answers(board.artifact)
        judgement = begun(board.history, board.revision, RUBRIC, answers)
        asked = self.chance.choice(judgement.asked)
        value = self.chance.choice(["meets", "fails", "cannot tell"])
        span = Span(2, 8) if value in QUOTING else None
        judgement = await own.answer(judgement, asked, value, span)
        self.note("answered", revision=board.revision.id, question=asked.source.wording, value=value)
        if judgement.complete and self.chance.random() < 0.7:
            self.note("will", kind="finish")
            event = await own.finish(board.artifact, judgement, Verdict.FIX)
            for decision in event.decisions:
                self.note("did", kind="finish", decision=written(decision))
            if not event.decisions:
                self.note("did", kind="finish", decision=None)
            self.board = advance(self.board, event)

    def _target_in(self, row):
        """The row, or one of its findings alone."""
        if row.raised and self.chance.random() < 0.2:
            placements = self.board.history.placements.values()
            inside = [p.finding for p in placements if Target("concern", p.concern) == row.target]
            if inside:
                return Target("finding", self.chance.choice(inside)), True
        return row.target, False

    def _checkpoint(self):
        with self.stage.inside("checkpointing"), database.Database(self.session.db) as db:
            db.execute("pragma wal_checkpoint(truncate)")


def written(decision):
    """A decision as it is written down."""
    return {
        "id": decision.id,
        "on": [decision.target.kind, decision.target.id],
        "what": decision.what,
        "value": decision.value,
        "reason": decision.reason,
        "undone": decision.undone,
    }


def watch(stage, chance):
    """Let every phase be seen by the killer, and hold transactions up at random."""
    places = {
        "migrating": [(schema.Migrations, "apply")],
        "checking": [(store, "save_checks"), (artifacts, "save_revision")],
        "storing": [(store, "save_reading")],
        "ruling": [(rounds, "end_round"), (rounds, "begin_round"), (rounds, "reopen_round")],
        "marking": [
            *((decisions, name) for name in ("decide", "overlook")),
            *((regrouping, name) for name in ("merge", "split", "undo", "redo")),
            *((own_answers, name) for name in ("save_own_answer", "save_own_reading")),
        ],
        "committing": [(database.Database, "commit")],
        "copying": [(database, "keep_copy")],
    }
    for phase, found in places.items():
        for home, name in found:
            if hasattr(home, name):
                setattr(home, name, stage.within(phase, getattr(home, name)))
    end = Desk._end

    async def grouping(*words):
        with stage.inside("grouping"):
            return await end(*words)

    Desk._end = grouping
    execute = database.Database.execute

    def slowly(db, *words):
        if chance.random() < 0.3 and any(phase in _IN_TRANSACTION for phase in stage.phases()):
            threading.Event().wait(chance.uniform(0, _LONGEST))
        return execute(db, *words)

    database.Database.execute = slowly


def live(stage, db, path, log, child, seed):
    """Be a session until killed."""
    asyncio.run(KillSession(stage, Path(db), Path(path), log, child, seed).run())
