from dataclasses import replace

import pytest
from storage import samples

from workbench.core.errors import UsageError
from workbench.core.history import Placement, Round, RoundState
from workbench.core.marks import Decision, Target, standings
from workbench.core.ruling import Ruling, RulingValue


@pytest.fixture
async def findings(store, artifact, revision):
    given = samples.reading(revision.id, findings=tuple(samples.finding(f"{n}") for n in range(4)))
    return [finding.id for finding in (await store.save_reading(artifact, given)).findings]


@pytest.fixture
async def concerns(store, artifact, findings):
    """The first three findings, in a concern each; the fourth is in none."""
    placed = [Placement(id, -id, f"said so {id}") for id in findings[:3]]
    return [placement.concern for placement in await store.place(artifact, placed)]


@pytest.fixture
def merge(store, artifact):
    async def merged(*concerns):
        return await store.merge(artifact, [Target("concern", concern) for concern in concerns])

    return merged


async def where(store, artifact):
    return {id: p.concern for id, p in (await store.history(artifact)).placements.items()}


async def test_a_merge_is_stored_as_decided_and_as_placed(store, artifact, findings, concerns, merge):
    decision, placements = await merge(concerns[2], concerns[0])
    history = await store.history(artifact)
    assert history.decisions == (decision,)
    assert (decision.target, decision.what) == (Target("concern", concerns[0]), "merge")
    assert placements == (Placement(findings[2], concerns[0], "merged by you", "person"),)
    assert history.placements[findings[2]] == placements[0]
    assert history.placements[findings[0]].by == "rules"


async def test_a_split_starts_a_concern(store, artifact, findings, concerns, merge):
    await merge(*concerns[:2])
    decision, placements = await store.split(artifact, [findings[0]])
    assert decision.target.id == placements[0].concern > concerns[2]
    assert (await where(store, artifact))[findings[1]] == concerns[0]


async def test_what_is_refused_stores_nothing(store, artifact, findings, concerns, merge, query):
    before = query("select * from placements"), query("select count(*) from concerns")
    with pytest.raises(UsageError):
        await merge(concerns[0])
    with pytest.raises(UsageError):
        await store.split(artifact, [findings[0]])
    assert (query("select * from placements"), query("select count(*) from concerns")) == before
    assert query("select * from decisions") == []


async def test_undo_and_redo_move_findings_also_after_the_program_was_started_again(
    store, open_store, artifact, findings, concerns, merge
):
    before = (await store.history(artifact)).placements
    await merge(*concerns)
    await store.split(artifact, [findings[1]])
    after = (await store.history(artifact)).placements
    later = open_store()
    assert (await later.undo(artifact)).placements == (
        Placement(findings[1], concerns[0], "merged by you", "person"),
    )
    assert (await later.undo(artifact)).decision.what == "merge"
    assert (await later.history(artifact)).placements == before
    assert (await later.redo(artifact)).decision.what == "merge"
    assert (await later.redo(artifact)).placements == (after[findings[1]],)
    assert (await later.history(artifact)).placements == after


async def test_a_mark_is_undone_without_moving_anything(store, artifact, concerns):
    await store.decide(artifact, Decision(Target("concern", concerns[0]), "mark", "hit"))
    assert (await store.undo(artifact)).placements == ()


async def test_a_mark_made_where_the_merge_was_not_seen_is_about_the_merged_concern(
    store, artifact, concerns, merge
):
    await merge(concerns[1], concerns[2])
    await merge(*concerns[:2])
    decision = await store.decide(artifact, Decision(Target("concern", concerns[2]), "mark", "hit"))
    assert decision.target == Target("concern", concerns[0])
    decided = standings((await store.history(artifact)).decisions)
    assert decided.of(Target("concern", concerns[0])).mark == "hit"


async def test_a_round_that_ends_meanwhile_places_into_the_merged_concern(
    store, artifact, findings, concerns, merge
):
    await merge(concerns[1], concerns[2])
    await merge(*concerns[:2])
    (placed,) = await store.place(artifact, [Placement(findings[3], concerns[2], "alike")])
    assert placed == Placement(findings[3], concerns[0], "alike")
    assert (await where(store, artifact))[findings[3]] == concerns[0]


async def test_once_the_merge_is_taken_back_a_round_places_into_the_concern_itself(
    store, artifact, findings, concerns, merge
):
    await merge(*concerns)
    await store.undo(artifact)
    (placed,) = await store.place(artifact, [Placement(findings[3], concerns[2], "alike")])
    assert placed.concern == concerns[2]


async def test_a_finding_merged_while_its_round_is_read_stays_where_the_person_put_it(
    store, artifact, findings, concerns
):
    await store.merge(artifact, [Target("finding", findings[3]), Target("concern", concerns[0])])
    (placed,) = await store.place(artifact, [Placement(findings[3], concerns[1], "alike")])
    assert placed == Placement(findings[3], concerns[0], "merged by you", "person")


@pytest.mark.parametrize("over", [False, True])
async def test_a_finding_in_no_concern_goes_back_to_none_while_its_round_is_read(
    over, store, artifact, revision, concerns
):
    round = await store.begin_round(artifact, Round(revision.id, 0, ()))
    given = samples.reading(revision.id, round=round.id, findings=(samples.finding(), samples.finding()))
    reading = await store.save_reading(artifact, given)
    loose = [finding.id for finding in reading.findings]
    await store.merge(artifact, [Target("finding", id) for id in loose])
    if over:
        await store.end_round(replace(round, state=RoundState.COMPLETE), Ruling(RulingValue.FIX), ())
    placements = (await store.undo(artifact)).placements
    history = await store.history(artifact)
    if over:
        homes = [history.placements[id].concern for id in loose]
        assert [placement.concern for placement in placements] == homes
        assert len({*homes, *concerns}) == 5
    else:
        assert [placement.concern for placement in placements] == [0, 0]
        assert not set(loose) & set(history.placements)


async def test_a_fault_that_is_gone_moves_along_and_comes_back_where_it_was_merged(
    store, artifact, revision, concerns, query
):
    checked = [samples.reading(revision.id, source=samples.CHECK, findings=(samples.fault(),))]
    silent = [samples.reading(revision.id, source=samples.CHECK)]
    ((fault,),) = [reading.findings for reading in await store.save_checks(artifact, revision, checked)]
    read = samples.reading(revision.id, findings=(samples.finding(),))
    ((beside,),) = [(await store.save_reading(artifact, read)).findings]
    home, _ = await store.place(artifact, [Placement(f.id, 0, "alike") for f in (fault, beside)])
    await store.save_checks(artifact, revision, silent)
    _, placements = await store.merge(
        artifact, [Target("concern", concerns[0]), Target("concern", home.concern)]
    )
    assert [placement.finding for placement in placements] == [beside.id]
    await store.save_checks(artifact, revision, checked)
    assert (await where(store, artifact))[fault.id] == concerns[0]
    await store.undo(artifact)
    assert (await where(store, artifact))[fault.id] == home.concern


async def test_a_problem_that_the_person_added_is_not_lost_when_it_is_merged(
    store, artifact, revision, concerns, merge, query
):
    _, placement, _ = await store.overlook(artifact, samples.overlooked(revision.id))
    await merge(concerns[0], placement.concern)
    shown = "select mark from findings_with_marks where source_kind = 'person'"
    assert query(shown) == [("hit",)]
    await store.undo(artifact)
    await store.undo(artifact)
    assert query(shown) == []
    with pytest.raises(UsageError, match="taken it back"):
        await merge(concerns[0], placement.concern)


async def test_decisions_on_other_artifacts_are_left_alone(store, artifact, concerns, merge):
    await merge(*concerns)
    other = await store.open_artifact("path:/b.md", "/b.md", None)
    assert await store.undo(other) is None
    assert set((await where(store, artifact)).values()) == {concerns[0]}


async def test_what_is_said_to_be_fixed_is_handed_on_from_merge_to_merge_and_back_by_a_split(
    store, artifact, findings, concerns, merge
):
    said = await store.decide(artifact, Decision(Target("concern", concerns[2]), "fixed", "1"))
    await merge(concerns[1], concerns[2])
    await merge(concerns[0], concerns[1])
    whole = Target("concern", concerns[0])
    assert standings((await store.history(artifact)).decisions).of(whole).fixed.id == said.id
    part, _ = await store.split(artifact, [findings[2]])
    found = standings((await store.history(artifact)).decisions)
    fixed = found.of(part.target).fixed
    assert (fixed.id, fixed.value, fixed.at) == (said.id, "1", said.at)
    assert found.of(whole).fixed is None


async def test_a_split_gives_back_what_a_concern_had_that_was_merged_away(
    store, artifact, findings, concerns, merge
):
    away = Target("concern", concerns[2])
    await store.decide(artifact, Decision(away, "mark", "miss", "trivial"))
    await store.decide(artifact, Decision(away, "note", "not now"))
    await merge(concerns[0], concerns[2])
    part, _ = await store.split(artifact, [findings[2]])
    found = standings((await store.history(artifact)).decisions)
    assert (found.of(part.target).reason, found.of(part.target).note) == ("trivial", "not now")
    stays = found.of(Target("concern", concerns[0]))
    assert (stays.mark, stays.note) == (None, "")
