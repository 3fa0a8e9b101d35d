import sqlite3
from dataclasses import MISSING, fields, replace

import pytest
from sqlite_utils import Database
from storage import samples

from workbench.core.history import Placement
from workbench.core.marks import Decision, Mark, Target, standings
from workbench.core.readings import FindingKind


@pytest.fixture
async def findings(store, artifact, revision):
    given = samples.full_reading(revision.id, 0, findings=tuple(samples.finding(f"{n}") for n in range(4)))
    return (await store.save_reading(artifact, given)).findings


@pytest.fixture
async def targets(store, artifact, findings):
    placements = await store.place(
        artifact, [Placement(f.id, -f.id, "first of its concern") for f in findings]
    )
    return [Target("concern", placement.concern) for placement in placements]


@pytest.fixture
def mark(store, artifact, targets):
    async def decided(number, value="hit"):
        return await store.decide(artifact, Decision(targets[number], "mark", value))

    return decided


async def standing(store, artifact):
    return [decision.id for decision in (await store.history(artifact)).decisions if not decision.undone]


async def test_a_decision_comes_back_with_every_field(store, artifact, findings):
    target = Target("finding", findings[0].id)
    given = Decision(target, "mark", "miss", "preference", True, True, True, True, samples.START)
    unset = [
        f.name for f in fields(given) if f.default is not MISSING and getattr(given, f.name) == f.default
    ]
    assert unset == ["id"]
    saved = await store.decide(artifact, given)
    assert saved == replace(given, id=saved.id)
    assert (await store.history(artifact)).decisions == (saved,)


async def test_a_decision_is_dated_when_it_is_made(mark):
    assert (await mark(0)).at > samples.START


async def test_decisions_are_about_concerns_findings_and_answers(store, artifact, targets, findings):
    answers = (await store.history(artifact)).readings[0].answers
    about = [targets[0], Target("finding", findings[1].id), Target("answer", answers[0].id)]
    for target in about:
        await store.decide(artifact, Decision(target, "note", "see the code"))
    assert [d.target for d in (await store.history(artifact)).decisions] == about


@pytest.mark.parametrize(
    ("what", "value"),
    [
        *(("mark", mark.value) for mark in Mark),
        *(("mark", None), ("defer", "yes"), ("defer", None), ("fixed", "1"), ("fixed", None), ("note", None)),
    ],
)
async def test_every_value_can_be_decided(what, value, store, artifact, targets):
    saved = await store.decide(artifact, Decision(targets[0], what, value))
    assert (await store.history(artifact)).decisions == (saved,)


@pytest.mark.parametrize(
    "decision",
    [
        Decision(Target("concern", 1), "mark", "perhaps"),
        Decision(Target("concern", 1), "defer", "no"),
        Decision(Target("concern", 1), "fixed", "yes"),
        Decision(Target("answer", 1), "fixed", "1"),
        Decision(Target("concern", 1), "note", "text", reason="wrong"),
        Decision(Target("concern", 999), "mark", "hit"),
    ],
)
async def test_the_database_refuses_what_no_decision_can_be(decision, store, artifact, targets):
    with pytest.raises(sqlite3.IntegrityError):
        await store.decide(artifact, decision)


async def test_undo_takes_back_the_last_and_redo_restores_it(store, artifact, mark):
    first, second = await mark(0), await mark(1)
    assert (await store.undo(artifact)).decision == replace(second, undone=True)
    assert await standing(store, artifact) == [first.id]
    assert (await store.redo(artifact)).decision == second
    assert await standing(store, artifact) == [first.id, second.id]


async def test_undo_and_redo_go_on_where_an_earlier_run_stopped(store, open_store, artifact, mark):
    decisions = [await mark(number) for number in range(3)]
    await store.undo(artifact)
    await store.undo(artifact)
    later = open_store()
    assert (await later.redo(artifact)).decision == decisions[1]
    assert (await later.redo(artifact)).decision == decisions[2]
    assert await later.redo(artifact) is None
    assert (await later.undo(artifact)).decision.id == decisions[2].id


async def test_a_new_decision_drops_what_was_undone(store, artifact, mark):
    first = await mark(0)
    await store.undo(artifact)
    await mark(1)
    assert await store.redo(artifact) is None
    kept = (await store.history(artifact)).decisions[0]
    assert kept == replace(first, undone=True, dropped=True)


async def test_what_was_dropped_stays_so_when_the_new_decision_is_undone_too(
    store, open_store, artifact, mark
):
    await mark(0)
    await store.undo(artifact)
    second = await mark(1)
    await store.undo(artifact)
    later = open_store()
    assert (await later.redo(artifact)).decision == second
    assert await later.redo(artifact) is None


async def test_nothing_is_undone_where_nothing_was_decided(store, artifact):
    assert await store.undo(artifact) is None
    assert await store.redo(artifact) is None


async def test_undo_leaves_other_artifacts_alone(store, artifact, mark):
    decision = await mark(0)
    other = await store.open_artifact("path:/b.md", "/b.md", None)
    assert await store.undo(other) is None
    assert await standing(store, artifact) == [decision.id]


async def test_re_marking_adds_and_never_overwrites(store, artifact, mark):
    first, second = await mark(0, "hit"), await mark(0, "miss")
    assert (await store.history(artifact)).decisions == (first, second)


async def test_the_database_itself_refuses_to_change_a_decision(mark, path):
    await mark(0)
    with Database(path) as db, pytest.raises(sqlite3.IntegrityError, match="never changed, only undone"):
        db.execute("update decisions set value = 'miss'")


async def test_an_overlooked_problem_is_a_concern_of_its_own_marked_hit(store, artifact, revision):
    finding, placement, decision = await store.overlook(artifact, samples.overlooked(revision.id))
    assert finding == samples.overlooked(revision.id, id=finding.id)
    assert (placement.finding, placement.by) == (finding.id, "person")
    history = await store.history(artifact)
    assert history.overlooked == (finding,)
    assert history.placements == {finding.id: placement}
    assert standings(history.decisions).of(Target("concern", placement.concern)).mark is Mark.HIT
    assert history.decisions == (decision,)


async def test_undo_takes_an_overlooked_problem_back_in_one_step(store, artifact, revision):
    _, placement, _ = await store.overlook(artifact, samples.overlooked(revision.id))
    await store.undo(artifact)
    decided = standings((await store.history(artifact)).decisions).of(Target("concern", placement.concern))
    assert (decided.overlooked, decided.mark) == (False, None)


async def test_an_overlooked_problem_is_of_no_reading(store, artifact, revision):
    with pytest.raises(sqlite3.IntegrityError):
        await store.overlook(artifact, samples.overlooked(revision.id, kind=FindingKind.FINDING))
