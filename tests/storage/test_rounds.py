import json
import sqlite3
from dataclasses import replace
from datetime import timedelta

import pytest
from storage import samples

from workbench.core.history import Placement, Round, RoundState
from workbench.core.readings import Verdict
from workbench.core.ruling import Cap, Ruling, RulingValue
from workbench.core.seats import Seat

RULING = Ruling(
    RulingValue.FIX, (Cap(RulingValue.FIX, "R1 fails: 遅い"),), (Verdict.PUBLISHABLE,), ("R2: no",), False
)


@pytest.fixture
async def round(store, artifact, revision):
    planned = (
        Seat(samples.READER, 1, "claude-opus-5-5", "opus"),
        Seat(samples.READER, 1, "gpt-5", "gpt"),
        Seat(samples.RUBRIC, 2),
    )
    return await store.begin_round(artifact, Round(revision.id, 0, planned, reused=planned[1:2]))


@pytest.fixture
async def findings(store, artifact, revision, round):
    given = samples.reading(
        revision.id, round=round.id, findings=tuple(samples.finding(f"{n}") for n in range(4))
    )
    return [finding.id for finding in (await store.save_reading(artifact, given)).findings]


def ended(round, state=RoundState.INCOMPLETE):
    return replace(round, state=state)


async def test_a_round_under_way_comes_back_with_its_seats(store, artifact, round):
    assert round.id and round.number == 1 and round.state is RoundState.RUNNING and round.started_at
    assert (await store.history(artifact)).rounds == (round,)


async def test_rounds_are_numbered_by_artifact(store, artifact, revision, round):
    other = await store.open_artifact("path:/b.md", "/b.md", None)
    other_revision = await store.save_revision(other, samples.revision())
    assert (await store.begin_round(artifact, Round(revision.id, 0, ()))).number == 2
    assert (await store.begin_round(other, Round(other_revision.id, 0, ()))).number == 1


async def test_a_round_on_another_artifacts_revision_is_a_bug(store, revision):
    other = await store.open_artifact("path:/b.md", "/b.md", None)
    with pytest.raises(sqlite3.IntegrityError):
        await store.begin_round(other, Round(revision.id, 0, ()))


async def test_an_ended_round_comes_back(store, artifact, round):
    closed, _ = await store.end_round(ended(round), RULING, [])
    assert closed.state is RoundState.INCOMPLETE and closed.ended_at > closed.started_at
    assert (await store.history(artifact)).rounds == (closed,)


async def test_a_round_ends_when_the_caller_says(store, artifact, round):
    at = samples.START + timedelta(hours=1)
    closed, _ = await store.end_round(replace(ended(round), ended_at=at), RULING, [])
    assert closed.ended_at == at


async def test_the_ruling_is_kept_for_people(store, round, query):
    await store.end_round(ended(round), RULING, [])
    ((kept,),) = query("select ruling from rounds")
    assert json.loads(kept) == {
        "value": "Fix",
        "caps": [{"value": "Fix", "why": "R1 fails: 遅い"}],
        "verdicts": ["Publishable"],
        "waived": ["R2: no"],
        "complete": False,
        "own": [],
        "panel": [],
        "of_passages": [],
    }
    assert "遅い" in kept


async def test_a_resumed_round_ends_again(store, artifact, round):
    closed, _ = await store.end_round(ended(round), RULING, [])
    await store.end_round(ended(closed, RoundState.COMPLETE), RULING, [])
    assert [r.state for r in (await store.history(artifact)).rounds] == [RoundState.COMPLETE]


async def test_numbers_of_0_and_below_start_concerns_and_equal_ones_the_same(
    store, artifact, round, findings
):
    given = [Placement(id, number, "why") for id, number in zip(findings, (0, -1, -1, 0), strict=True)]
    _, placed = await store.end_round(ended(round), RULING, given)
    a, b, c, d = (placement.concern for placement in placed)
    assert a == d > 0 and b == c > 0 and a != b


async def test_placements_come_back(store, artifact, round, findings):
    given = [
        Placement(findings[0], 0, "first of its concern"),
        Placement(findings[1], 0, "同じ言葉", "model"),
    ]
    _, placed = await store.end_round(ended(round), RULING, given)
    assert (await store.history(artifact)).placements == {p.finding: p for p in placed}


async def test_findings_join_a_concern_that_is_there(store, artifact, round, findings):
    (first,) = await store.place(artifact, [Placement(findings[0], 0, "first of its concern")])
    (second,) = await store.place(artifact, [Placement(findings[1], first.concern, "same words")])
    assert second.concern == first.concern


async def test_a_finding_that_is_in_no_concern_when_its_round_ends_gets_one_of_its_own(
    store, artifact, round, findings
):
    _, placed = await store.end_round(ended(round), RULING, [Placement(id, 0, "why") for id in findings[:2]])
    history = await store.history(artifact)
    assert history.placements == {p.finding: p for p in placed}
    assert sorted(history.placements) == findings
    assert len({p.concern for p in placed}) == 3


async def test_the_same_number_in_a_later_call_starts_another_concern(store, artifact, findings):
    (first,) = await store.place(artifact, [Placement(findings[0], -1, "first of its concern")])
    (second,) = await store.place(artifact, [Placement(findings[1], -1, "first of its concern")])
    assert first.concern != second.concern


async def test_a_later_placement_replaces_the_earlier_one(store, artifact, findings):
    await store.place(artifact, [Placement(findings[0], 0, "first of its concern")])
    (later,) = await store.place(artifact, [Placement(findings[0], 0, "split off", "person")])
    assert (await store.history(artifact)).placements == {findings[0]: later}


async def test_a_round_that_cannot_be_placed_is_not_ended(store, artifact, round, findings):
    nowhere = Placement(findings[1], 999, "same words")
    with pytest.raises(sqlite3.IntegrityError):
        await store.end_round(ended(round), RULING, [Placement(findings[0], 0, "first"), nowhere])
    history = await store.history(artifact)
    assert history.rounds == (round,)
    assert not history.placements


async def test_a_reading_of_another_revision_than_its_rounds_is_a_bug(store, artifact, round):
    other = await store.save_revision(artifact, samples.revision("another text"))
    with pytest.raises(sqlite3.IntegrityError):
        await store.save_reading(artifact, samples.reading(other.id, round=round.id))
