"""What is counted in SQL for the report is what the pure core counts."""

import random
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta

import pytest
from storage import samples

from workbench.core.calibration.blind_counts import blind_counts
from workbench.core.calibration.store import OwnSaid
from workbench.core.costs.prices import Price, PriceTable
from workbench.core.costs.usage import Usage
from workbench.core.errors import UsageError
from workbench.core.history import Placement, Round, RoundState
from workbench.core.marks import REASONS, Decision, Mark, Target
from workbench.core.readings import FindingKind, ReadingState, Verdict
from workbench.core.ruling import Ruling, RulingValue
from workbench.core.seats import Seat
from workbench.core.sources import Source, SourceKind, wording_of
from workbench.core.trust.claim_counting import counted
from workbench.core.trust.instruments import Report
from workbench.storage.columns import moment_of
from workbench.storage.kept_counts import kept_file, load_kept
from workbench.storage.report_counts import Kept, counted_at_once

PRICES = PriceTable(date(2026, 1, 1), (Price("large", 3.0, 15.0),))
STEPS = (
    *("read", "read", "read", "judge", "judge", "check", "own", "place", "place", "place", "round"),
    *("overlook", "undo", "undo", "redo", "note", "mark reading", "mark finding", "mark finding"),
    *("mark concern", "mark concern", "mark answer", "mark answer", "mark inside", "mark inside"),
)
BLIND = (
    "judge",
    "own",
    "answer",
    "answer",
    "answer",
    "mark concern",
    "mark concern",
    "place",
    "edit",
    "undo",
)
REGROUPING = ("merge", "split", "freeze")
"""What makes the core count an artifact itself."""


class Life:
    """What happens to a text at random."""

    def __init__(self, store, artifact, revisions, seed):
        self.store, self.artifact, self.revisions = store, artifact, revisions
        self.chance = random.Random(seed)
        self.findings, self.answers, self.readings, self.concerns, self.unplaced = [], [], [], [], []
        self.clock = samples.Now()
        self.clock.at += timedelta(hours=1)

    def now(self):
        """A moment later, or the same."""
        return self.clock() if self.chance.random() < 0.6 else self.clock.at

    async def happen(self, step):
        await getattr(self, step.split()[0])(*step.split()[1:])

    def player(self):
        model = self.chance.choice(["large", "large", "small"])
        state = self.chance.choice([ReadingState.FINISHED] * 5 + [ReadingState.FAILED])
        usage = self.chance.choice([Usage(), Usage(100, 10), Usage(1000, 50, 30)])
        times = {"started_at": self.now(), "ended_at": self.chance.choice([self.now(), None])}
        return {"model": model, "provider": "p", "state": state, "usage": usage, **times}

    async def save(self, reading):
        saved = await self.store.save_reading(self.artifact, reading)
        self.readings.append(saved.id)
        self.findings += [finding.id for finding in saved.findings]
        self.unplaced += [finding.id for finding in saved.findings]
        self.answers += [answer.id for answer in saved.answers if answer.value != "fails"]

    async def read(self):
        name = self.chance.choice(["skeptic", "skeptic", "engineer"])
        source = Source(SourceKind.READER, name, wording_of(self.chance.choice("aab")))
        kinds = [FindingKind.FINDING, FindingKind.LOST_INTEREST, FindingKind.ONE_FIX]
        found = tuple(
            samples.finding(source=source, kind=self.chance.choice(kinds))
            for _ in range(self.chance.randrange(6))
        )
        revision = self.chance.choice(self.revisions)
        await self.save(samples.reading(revision.id, source=source, findings=found, **self.player()))

    async def judge(self, **changes):
        rubric = Source(SourceKind.RUBRIC, "readme", wording_of(self.chance.choice("ab")))
        answers, found = [], []
        for number in (1, 2, 3):
            value = self.chance.choice(["meets", "meets", "fails", "cannot tell", "does not apply"])
            source = Source(SourceKind.QUESTION, f"readme/R{number}", wording_of("q"))
            lost = {"span": None} if self.chance.random() < 0.2 else {}
            unquoted = {"quote": "", "span": None} if self.chance.random() < 0.1 else lost
            asked = {"source": source, "question": f"R{number}", **unquoted}
            answers.append(samples.answer(value, **asked))
            if value == "fails":
                found.append(samples.finding(source=source, kind=FindingKind.FAILS, asks=f"R{number}"))
        revision = self.chance.choice(self.revisions)
        made = samples.reading(
            revision.id,
            source=rubric,
            findings=tuple(found),
            answers=tuple(answers),
            verdict=self.chance.choice(list(Verdict)),
            **self.player(),
        )
        await self.save(replace(made, **changes))

    async def own(self):
        await self.judge(provider="me", model="", state=ReadingState.FINISHED)

    async def check(self):
        faults = tuple(samples.fault(f"fault {n}") for n in range(self.chance.randrange(3)))
        at = self.now()
        made = samples.reading(0, source=samples.CHECK, findings=faults, started_at=at, ended_at=at)
        saved = await self.store.save_checks(self.artifact, self.chance.choice(self.revisions), [made])
        new = [f.id for reading in saved for f in reading.findings if f.id not in self.findings]
        self.findings += new
        self.unplaced += new

    async def place(self):
        wanted = [
            Placement(id, self.chance.choice([0, -id, *self.concerns[-3:], *self.concerns[:3]]), "same words")
            for id in self.unplaced
        ]
        self.unplaced = []
        placed = await self.store.place(self.artifact, wanted)
        self.concerns += [p.concern for p in placed if p.concern not in self.concerns]

    async def overlook(self):
        added = samples.overlooked(self.chance.choice(self.revisions).id)
        finding, placement, _ = await self.store.overlook(self.artifact, added)
        self.findings.append(finding.id)
        self.concerns.append(placement.concern)

    async def undo(self):
        await self.store.undo(self.artifact)

    async def redo(self):
        await self.store.redo(self.artifact)

    async def mark(self, what):
        keys = {"concern": self.concerns, "answer": self.answers, "reading": self.readings}
        chosen = keys.get(what, self.findings)
        if not chosen:
            return
        kind = "finding" if what == "inside" else what
        mark = self.chance.choice([*Mark, None])
        reason = self.chance.choice([None, *REASONS[mark]]) if mark else None
        target = Target(kind, self.chance.choice(chosen))
        made = Decision(target, "mark", mark, reason, inside=what == "inside", at=self.now())
        await self.store.decide(self.artifact, made)

    async def note(self):
        if self.findings:
            target = Target("finding", self.chance.choice(self.findings))
            await self.store.decide(self.artifact, Decision(target, "note", "Ask.", at=self.now()))

    async def round(self, freeze=False):
        seats = (Seat(samples.RUBRIC),)
        planned = Round(self.chance.choice(self.revisions).id, 0, seats, freeze=freeze)
        begun = await self.store.begin_round(self.artifact, planned)
        if begun is not None:
            await self.judge(revision=begun.revision, round=begun.id, source=samples.RUBRIC)
            ended = replace(begun, state=RoundState.COMPLETE)
            await self.store.end_round(ended, Ruling(RulingValue.FIX), ())
            await self.store.release(ended)
            self.unplaced = []

    async def answer(self):
        """All of one judge's answers to a question each, blind; one of them is taken back now and then."""
        for id in self.chance.sample(self.answers, min(3, len(self.answers))):
            value = self.chance.choice(["meets", "meets", "fails", "cannot tell"])
            made = Decision(Target("answer", id), "answered", value, blind=True, at=self.now())
            made = await self.store.decide(self.artifact, made)
            if self.chance.random() < 0.1:
                await self.store.calibrations.take_back(made)

    async def edit(self):
        seen = samples.revision(f"# Edited\n\nWith {len(self.revisions)} words.\n")
        self.revisions.append(await self.store.save_revision(self.artifact, seen))

    async def freeze(self):
        await self.round(freeze=True)

    async def merge(self):
        if len(self.findings) > 1:
            two = self.chance.sample(self.findings, 2)
            with suppress(UsageError):
                await self.store.merge(self.artifact, [Target("finding", id) for id in two])

    async def split(self):
        if self.findings:
            with suppress(UsageError):
                await self.store.split(self.artifact, [self.chance.choice(self.findings)])


async def lives(store, seed):
    """Two texts of two revisions each."""
    made = []
    for name in ("one", "other"):
        artifact = await store.open_artifact(f"path:/{name}.md", f"/{name}.md", None)
        revisions = [
            await store.save_revision(
                artifact, samples.revision(f"# {name} {number}\n\nIt is the fastest.\n")
            )
            for number in (1, 2)
        ]
        made.append(Life(store, artifact, revisions, f"{seed} {name}"))
    return made


def plain(counted):
    """What is counted, without the order of the book."""
    return [
        replace(each, claims={counted.book[place]: count for place, count in each.claims.items()})
        for each in counted.artifacts
    ]


def own_answers(query):
    """What the person answered to rubrics as a whole."""
    found = query("""
        select kind, name, sources.wording, revision_id, value, ended_at
        from answers join sources on sources.id = answers.source_id join readings on readings.id = reading_id
        where provider = 'me'
    """)
    return [
        OwnSaid(Source(SourceKind(kind), name, wording), revision, value, moment_of(at))
        for kind, name, wording, revision, value, at in found
    ]


async def by_the_core(store):
    return plain(counted(await store.histories(), PRICES))


@pytest.mark.parametrize("regroups", [False, True])
@pytest.mark.parametrize("seed", range(4))
async def test_it_counts_what_the_core_counts_at_every_step_of_a_life(seed, regroups, store):
    two = await lives(store, seed)
    chance = random.Random(seed)
    steps = (*STEPS, *REGROUPING) if regroups else STEPS
    for _ in range(50):
        await chance.choice(two).happen(chance.choice(steps))
        assert plain(await store.counted(PRICES)) == await by_the_core(store)


@pytest.mark.parametrize("seed", range(4))
async def test_blind_answers_and_habits_come_to_the_same_kept_or_counted_at_once(seed, store, path, query):
    two = await lives(store, seed)
    chance = random.Random(seed)
    hits = 0
    steps = [*("read", "place") * 4, *["mark concern"] * 12, *(chance.choice(BLIND) for _ in range(25))]
    for step in steps:
        await chance.choice(two).happen(step)
        kept, at_once = await store.counted(PRICES), counted_at_once(path, Kept(), PRICES)
        again = counted_at_once(path, load_kept(path, PRICES), PRICES)
        whole = blind_counts(await store.calibrations.stored(), own_answers(query))
        assert set(kept.blind) == set(at_once.blind) == set(again.blind) == set(whole)
        assert kept.you == at_once.you == again.you
        hits = max(hits, kept.you.hits)
    assert kept.blind and hits


@pytest.mark.parametrize("models", [("large", "large"), ("large", "small")])
@pytest.mark.parametrize("inside", [0, 1])
async def test_a_mark_inside_a_concern_counts_before_the_concerns_for_one_source(
    models, inside, store, artifact, revision
):
    keys = []
    for model in models:
        made = samples.reading(revision.id, findings=(samples.finding(),), model=model)
        keys.append((await store.save_reading(artifact, made)).findings[0].id)
    placed = await store.place(artifact, [Placement(id, 0, "same words") for id in keys])
    for target, mark, alone in (
        (Target("finding", keys[inside]), Mark.MISS, True),
        (Target("concern", placed[0].concern), Mark.HIT, False),
    ):
        await store.decide(artifact, Decision(target, "mark", mark, inside=alone))
    found = await store.counted(PRICES)
    assert plain(found) == await by_the_core(store)
    assert Report(found).instruments[0].row.tally.miss == 1


@pytest.mark.parametrize(
    "change",
    [
        "update placements set concern_id = (select max(id) from concerns)",
        "update decisions set decided_at = '2027-01-01T00:00:00.000000+00:00', value = 'hit'",
    ],
)
async def test_what_another_program_moved_or_put_in_place_of_a_decision_is_counted_anew(
    change, store, open_store, artifact, revision, query
):
    made = samples.reading(revision.id, findings=(samples.finding(), samples.finding("b")))
    saved = await store.save_reading(artifact, made)
    placed = await store.place(artifact, [Placement(f.id, -f.id, "first") for f in saved.findings])
    await store.decide(artifact, Decision(Target("concern", placed[1].concern), "mark", Mark.MISS))
    before = plain(await store.counted(PRICES))
    query("drop trigger decisions_are_only_undone")
    query(change)
    after = plain(await open_store().counted(PRICES))
    assert after == await by_the_core(store) and after != before


async def test_another_program_goes_on_from_what_was_kept(store, open_store, path):
    two = await lives(store, 3)
    for step in ("read", "judge", "place", "mark concern", "mark answer"):
        for life in two:
            await life.happen(step)
    first = plain(await store.counted(PRICES))
    kept = load_kept(path, PRICES)
    assert {len(kept.artifacts), kept_file(path).stat().st_mode & 0o777} == {2, 0o600}
    assert plain(counted_at_once(path, kept, PRICES)) == first and not kept.changed
    await two[0].happen("mark concern")
    assert plain(await open_store().counted(PRICES)) == await by_the_core(store)


async def test_other_prices_count_what_was_spent_anew(store, path):
    (life, _) = await lives(store, 1)
    await life.save(samples.reading(life.revisions[0].id, model="large", usage=Usage(1_000_000, 0)))
    dearer = PriceTable(date(2026, 2, 1), (Price("large", 7.0, 15.0),))
    spent = []
    for prices in (PRICES, dearer):
        (cost,) = Report(await store.counted(prices)).costs
        spent.append(cost.spend.dollars)
    assert spent == [3.0, 7.0]
    assert load_kept(path, PRICES).artifacts == {}


@pytest.mark.parametrize(
    "words", ["", "{}", "[1]", '{"form": 1, "prices": 3}', "\0", '{"form":1,"prices":"%s"}']
)
async def test_a_file_that_cannot_be_used_is_no_loss(words, store, path):
    life, _ = await lives(store, 5)
    await life.happen("read")
    await store.counted(PRICES)
    kept_file(path).write_text(words)
    assert load_kept(path, PRICES).artifacts == {}
    assert plain(counted_at_once(path, Kept(), PRICES)) == await by_the_core(store)


async def test_a_database_that_is_behind_or_none_is_left_to_those_who_open_it(tmp_path, store, path, query):
    assert counted_at_once(tmp_path / "none.db", Kept(), PRICES) is None
    (tmp_path / "text.db").write_text("no database")
    assert counted_at_once(tmp_path / "text.db", Kept(), PRICES) is None
    await store.open()
    query("delete from _sqlite_migrations where id = (select max(id) from _sqlite_migrations)")
    assert counted_at_once(path, Kept(), PRICES) is None
