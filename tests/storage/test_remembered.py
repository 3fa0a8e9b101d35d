from dataclasses import replace
from datetime import timedelta

import pytest
from sqlite_utils import Database
from storage import samples

from workbench.core.artifacts import decoded
from workbench.core.errors import UsageError
from workbench.core.history import Round
from workbench.core.marks import Decision, Target
from workbench.core.readings import ReadingState
from workbench.core.remembered import Left
from workbench.storage.known import known_at_once

OTHER = decoded(b"# Another text\n")


@pytest.fixture
async def moved(store):
    """A newly opened artifact at another place."""
    return await store.open_artifact("git:h/kettle#docs/README.md", "/texts/docs/README.md", None)


async def known(store, artifact):
    return next(each for each in await store.known() if each.artifact.id == artifact.id)


async def test_what_was_never_left_has_no_place(store, artifact):
    assert (await store.history(artifact)).left is None
    assert (await known(store, artifact)).left_at is None


@pytest.mark.parametrize("place", [Target("concern", 3), Target("answer", 4), Target("finding", 5), None])
async def test_where_the_person_was_comes_back(store, artifact, revision, place):
    await store.leave(artifact, revision, place)
    left = (await store.history(artifact)).left
    assert (left.revision, left.place) == (revision.id, place)
    assert left == Left((await known(store, artifact)).left_at, revision.id, place)


async def test_leaving_again_is_what_counts(store, artifact, revision):
    await store.leave(artifact, revision, Target("concern", 1))
    first = (await store.history(artifact)).left
    await store.leave(artifact, revision, Target("concern", 2))
    assert (await store.history(artifact)).left.place == Target("concern", 2)
    assert (await store.history(artifact)).left.at > first.at


async def test_every_artifact_is_known_with_when_it_was_first_opened(store, artifact, moved):
    assert [each.artifact for each in await store.known()] == [artifact, moved]
    assert [each.begun_at for each in await store.known()] == [
        samples.START + timedelta(seconds=n) for n in (1, 2)
    ]


async def test_what_was_read_last_is_a_finished_reading_by_a_reader_or_a_judge(store, artifact, revision):
    first, last = samples.START + timedelta(days=1), samples.START + timedelta(days=2)
    await store.save_reading(artifact, samples.reading(revision.id, ended_at=first))
    failed = samples.reading(revision.id, state=ReadingState.FAILED, trial=2, ended_at=last)
    await store.save_reading(artifact, failed)
    await store.save_checks(
        artifact, revision, [samples.reading(revision.id, source=samples.CHECK, ended_at=last)]
    )
    assert (await known(store, artifact)).read_at == first


async def test_what_was_only_checked_has_no_history(store, artifact, revision):
    await store.save_checks(artifact, revision, [samples.reading(revision.id, source=samples.CHECK)])
    assert not (await known(store, artifact)).has_history


async def _read(store, artifact, revision):
    await store.save_reading(artifact, samples.reading(revision.id))


async def _begun(store, artifact, revision):
    await store.begin_round(artifact, Round(revision.id, 0, ()))


async def _meant(store, artifact, revision):
    await store.set_intent(artifact, "For people who boil water.")


async def _added(store, artifact, revision):
    await store.overlook(artifact, samples.overlooked(revision.id))


@pytest.mark.parametrize("made", [_read, _begun, _meant, _added])
async def test_what_was_read_meant_or_decided_is_a_history(store, artifact, revision, made):
    assert not (await known(store, artifact)).has_history
    await made(store, artifact, revision)
    assert (await known(store, artifact)).has_history


async def test_an_artifact_is_remembered_by_its_newest_text_and_the_one_that_was_left(
    store, artifact, revision, moved
):
    await store.save_revision(artifact, OTHER)
    newest = await store.save_revision(artifact, decoded(b"# The newest\n"))
    await store.leave(artifact, revision, None)
    texts = {each.known.artifact.id: each.texts for each in await store.remembered()}
    assert texts == {artifact.id: (newest.text, revision.text), moved.id: ()}


async def test_another_worktree_that_was_opened_since_leaves_this_one_where_it_is(store, artifact):
    await store.open_artifact(artifact.identity, "/elsewhere/README.md", None)
    assert (await store.history(artifact)).artifact.path == artifact.path
    assert (await known(store, artifact)).artifact.path == "/elsewhere/README.md"


async def test_an_artifact_takes_over_the_identity_and_path_of_a_new_one_with_all_it_has(
    store, artifact, revision, moved
):
    await _added(store, artifact, revision)
    before = await store.history(artifact)
    taken = await store.take_over(artifact, moved)
    assert taken == replace(artifact, identity=moved.identity, path=moved.path)
    assert await store.open_artifact(moved.identity, moved.path, None) == taken
    assert await store.history(taken) == replace(before, artifact=taken)


async def test_what_the_checks_said_of_the_new_one_is_kept_under_the_old_identity(
    store, artifact, revision, moved
):
    fresh = await store.save_revision(moved, OTHER)
    await store.save_checks(moved, fresh, [samples.reading(fresh.id, source=samples.CHECK)])
    await store.take_over(artifact, moved)
    exchanged = await known(store, moved)
    assert exchanged.artifact == replace(moved, identity=artifact.identity, path=artifact.path)
    assert len((await store.history(exchanged.artifact)).readings) == 1


@pytest.mark.parametrize("made", [_read, _begun, _meant, _added])
async def test_a_new_one_with_a_history_keeps_it(store, artifact, moved, made):
    await made(store, moved, await store.save_revision(moved, OTHER))
    with pytest.raises(UsageError, match="has a history of its own by now, which stays"):
        await store.take_over(artifact, moved)
    assert [each.artifact.identity for each in await store.known()] == [artifact.identity, moved.identity]


async def test_a_history_is_taken_over_once(store, artifact, moved):
    third = await store.open_artifact("path:/third.md", "/third.md", None)
    await store.take_over(artifact, moved)
    for new in (moved, third):
        with pytest.raises(UsageError, match="Another workbench has taken over"):
            await store.take_over(artifact, new)


async def test_a_new_one_that_was_left_may_still_take_over(store, artifact, moved):
    await store.leave(moved, await store.save_revision(moved, OTHER), None)
    assert (await store.take_over(artifact, moved)).path == moved.path


async def test_a_mark_that_was_taken_back_is_history_too(store, artifact, revision):
    await store.save_checks(
        artifact, revision, [samples.reading(revision.id, source=samples.CHECK, findings=(samples.fault(),))]
    )
    fault = (await store.history(artifact)).findings[0]
    await store.decide(artifact, Decision(Target("finding", fault.id), "mark", "miss"))
    await store.undo(artifact)
    assert (await known(store, artifact)).has_history


async def test_artifacts_are_known_before_anything_opens_the_database(store, artifact, revision, moved, path):
    await store.leave(artifact, revision, None)
    await _read(store, artifact, revision)
    assert known_at_once(path) == await store.known() and len(known_at_once(path)) == 2


async def test_what_cannot_be_read_at_once_is_left_to_those_who_open_it(path, tmp_path):
    assert known_at_once(path) == ()
    path.parent.mkdir()
    path.touch()
    assert known_at_once(path) == () and path.stat().st_size == 0
    path.write_text("# A README, given by mistake\n" * 100)
    assert known_at_once(path) == ()
    assert known_at_once(tmp_path) == ()


async def test_a_database_of_an_older_program_is_known_once_it_is_brought_up_to_date(store, artifact, path):
    with Database(path) as db:
        db.execute("drop table text_questions")
    assert known_at_once(path) == ()


async def test_a_text_off_the_list_keeps_everything_and_opening_it_lists_it_again(store, artifact, revision):
    await store.save_reading(artifact, samples.reading(revision.id))
    before = await store.history(artifact)
    await store.unlist(artifact)
    assert not (await known(store, artifact)).is_listed
    assert await store.history(artifact) == before
    await store.open_artifact(artifact.identity, artifact.path, None)
    assert (await known(store, artifact)).is_listed


async def test_what_is_off_the_list_is_known_to_be_before_the_database_is_opened(store, artifact, path):
    await store.unlist(artifact)
    await store.close()
    assert [each.is_listed for each in known_at_once(path)] == [False]
