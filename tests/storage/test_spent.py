"""What calls used, added up in SQL as every reading alone says it."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from storage import samples

from workbench.core.artifacts import Kind
from workbench.core.costs.account import By, Work, account
from workbench.core.costs.prices import Price, PriceTable
from workbench.core.costs.usage import UNASKED, Usage
from workbench.core.history import Placement
from workbench.core.marks import Decision, Mark, Target
from workbench.core.planting.planting import Planted
from workbench.core.planting.store import Planting, PlantReading
from workbench.core.readings import Reading, ReadingState
from workbench.core.replay.store import Replayed
from workbench.core.sources import ME

MILLION = 1_000_000
PRICES = PriceTable(
    date(2026, 1, 1),
    (Price("tiered", 1.0, 1.0, up_to=1000), Price("tiered", 10.0, 10.0), Price("m", 1.0, 1.0)),
)


def read(revision, model="m", source=samples.READER, days=0, trial=1, **changes):
    at = samples.START + timedelta(days=days)
    values = {"usage": Usage(100, 10), "provider": "p", "started_at": at, "ended_at": at, **changes}
    return Reading(source, trial, ReadingState.FINISHED, revision.id, model=model, **values)


async def of(store, since=None, by=By.ARTIFACT):
    return account(await store.used(PRICES.sizes, since), PRICES, by, since=since)


async def test_calls_of_every_kind_count_once(store, artifact, revision):
    await store.save_reading(artifact, read(revision))
    failed = replace(read(revision, trial=2), state=ReadingState.FAILED)
    await store.save_reading(artifact, failed)
    await store.replays.save_replayed(Replayed(read(revision, usage=Usage(1, 2)), "m"))
    planted = Planting("/texts/other.md", "/copies/other.md", Kind.README, Planted(samples.TEXT, (), 1, 1))
    kept = await store.plantings.save_planting(planted)
    await store.plantings.save_reading(kept.id, PlantReading(read(revision, usage=Usage(3, 4)), "m"))
    found = await of(store)
    assert {line.name: (line.spend.calls, line.spend.input, line.spend.output) for line in found.lines} == {
        "/texts/README.md": (3, 201, 22),
        "/texts/other.md": (1, 3, 4),
    }
    assert {work: spent.calls for work, spent in found.works.items()} == {
        Work.ROUNDS: 2,
        Work.REPLAYS: 1,
        Work.PLANTINGS: 1,
    }


async def test_prompts_of_different_tiers_are_priced_apart(store, artifact, revision):
    for trial, used in enumerate((Usage(1000, 0), Usage(1001, 0), Usage(2000, 0, calls=2)), start=1):
        await store.save_reading(artifact, read(revision, "tiered", trial=trial, usage=used))
    assert (await of(store)).total.spend.dollars == pytest.approx((1000 + 10_010 + 2000) / MILLION)


async def test_calls_without_figures_or_price_are_said_and_never_lost(store, artifact, revision):
    for trial, (model, used) in enumerate((("m", Usage(5, 5)), ("m", Usage()), ("odd", Usage(7, 7)))):
        await store.save_reading(artifact, read(revision, model, trial=trial + 1, usage=used))
    spent = (await of(store)).total.spend
    assert (spent.calls, spent.uncounted, spent.unpriced, spent.unpriced_tokens) == (3, 1, 1, 14)
    assert spent.dollars == pytest.approx(10 / MILLION)


async def test_checks_the_person_and_what_was_never_sent_are_no_calls(store, artifact, revision):
    await store.save_checks(artifact, revision, (read(revision, source=samples.CHECK),))
    await store.save_reading(artifact, read(revision, source=samples.RUBRIC, provider="me"))
    await store.save_reading(artifact, read(revision, source=ME))
    await store.save_reading(artifact, replace(read(revision), state=ReadingState.STOPPED, usage=UNASKED))
    assert (await of(store)).lines == ()


async def test_days_and_since_are_by_when_a_reading_began(store, artifact, revision):
    for days in (0, 1, 1):
        await store.save_reading(artifact, read(revision, days=days, trial=days + 1))
    by_day = await of(store, by=By.DAY)
    assert [(line.name, line.spend.calls) for line in by_day.lines] == [("2026-01-01", 1), ("2026-01-02", 2)]
    assert (await of(store, since=date(2026, 1, 2))).total.spend.calls == 2


async def test_cached_tokens_of_both_kinds_come_back_as_they_were_stored(store, artifact, revision):
    used = Usage(1, 2, 30, 400, 5.0, 100, 2, 600)
    await store.save_reading(artifact, read(revision, usage=used))
    (stored,) = (await store.history(artifact)).readings
    assert stored.usage == used
    (kept,) = await store.used((), None)
    assert replace(used, estimated=None) == kept.usage


async def test_earlier_readings_come_newest_first_with_what_was_estimated(store, artifact, revision):
    for trial, estimated in ((1, 80), (2, 90)):
        await store.save_reading(
            artifact, read(revision, trial=trial, usage=Usage(100, 10, estimated=estimated))
        )
    failed = replace(read(revision, trial=3), state=ReadingState.FAILED)
    await store.save_reading(artifact, failed)
    assert [(each.source, each.usage.estimated) for each in await store.earlier()] == [
        (samples.READER, 90),
        (samples.READER, 80),
    ]


async def test_hits_of_a_text_are_its_concerns_that_were_agreed_with(store, artifact, revision):
    raised = tuple(samples.finding(f"Problem {n}.") for n in range(3))
    stored = await store.save_reading(artifact, replace(read(revision), findings=raised))
    first, second, third = (finding.id for finding in stored.findings)
    placed = await store.place(
        artifact, [Placement(first, -1, "x"), Placement(second, -1, "x"), Placement(third, -2, "x")]
    )
    for concern in {each.concern for each in placed}:
        await store.decide(artifact, Decision(Target("concern", concern), "mark", Mark.HIT.value))
    assert await store.hits_by_path() == {"/texts/README.md": 2}


async def test_earlier_readings_are_of_the_model_that_was_asked(store, artifact, revision):
    await store.save_reading(artifact, read(revision, model="as-the-server-names-it", asked="asked"))
    assert [each.model for each in await store.earlier()] == ["asked"]
