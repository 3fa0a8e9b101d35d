from dataclasses import replace

import pytest
from storage import samples

from workbench.core.history import History, Placement, Round
from workbench.core.marks import Decision, Target
from workbench.core.seats import Seat
from workbench.storage import histories
from workbench.storage.database import DatabaseThread


async def filled(store, name, readings=2):
    """An artifact with something of everything."""
    artifact = await store.open_artifact(f"path:/{name}", f"/{name}", None)
    revision = await store.save_revision(artifact, samples.revision(name))
    round = await store.begin_round(artifact, Round(revision.id, 0, (Seat(samples.RUBRIC, 1),)))
    for _ in range(readings):
        saved = await store.save_reading(artifact, samples.full_reading(revision.id, round.id))
    checked = samples.reading(revision.id, source=samples.CHECK, findings=(samples.fault(),))
    await store.save_checks(artifact, revision, [checked])
    (placement,) = await store.place(artifact, [Placement(saved.findings[0].id, 0, "first of its concern")])
    await store.decide(artifact, Decision(Target("concern", placement.concern), "mark", "hit"))
    await store.decide(artifact, Decision(Target("answer", saved.answers[1].id), "mark", "miss", "wrong"))
    await store.overlook(artifact, samples.overlooked(revision.id))
    return artifact


@pytest.fixture
def statements(path):
    """Every statement that a piece of work sends to the database."""

    async def sent(work):
        thread = DatabaseThread(path, samples.Now())
        found = []

        def traced(db):
            db.conn.set_trace_callback(found.append)
            work(db)
            db.conn.set_trace_callback(None)

        await thread.read(traced)
        await thread.close()
        return found

    return sent


async def test_a_new_artifact_has_an_empty_history(store, artifact):
    assert await store.history(artifact) == History(artifact)


async def test_another_store_on_the_file_finds_the_same(store, open_store):
    artifact = await filled(store, "a.md")
    assert await open_store().history(artifact) == await store.history(artifact)


async def test_a_history_holds_one_artifact_alone(store):
    first = await filled(store, "a.md")
    before = await store.history(first)
    await filled(store, "b.md")
    assert await store.history(first) == before


async def test_everything_is_oldest_first(store):
    history = await store.history(await filled(store, "a.md"))
    for parts in (history.revisions, history.rounds, history.readings, history.decisions):
        assert [part.id for part in parts] == sorted(part.id for part in parts)


def bare(findings):
    """Findings without their words."""
    unsaid = {"quote": "", "problem": "", "consequence": "", "change": "", "evidence": (), "expected": None}
    return tuple(replace(finding, **unsaid) for finding in findings)


async def test_a_history_leaves_raw_answers_in_the_store(store, query):
    history = await store.history(await filled(store, "a.md"))
    assert query("select count(*) from raw_answers where text <> ''") != [(0,)]
    assert not any(reading.raw for reading in history.readings)


async def test_every_history_is_there_without_texts_and_the_words_of_findings(store):
    wholes = [await store.history(await filled(store, name)) for name in ("a.md", "b.md")]
    assert list(await store.histories()) == [
        replace(
            whole,
            revisions=tuple(replace(revision, text="") for revision in whole.revisions),
            readings=tuple(replace(r, findings=bare(r.findings)) for r in whole.readings),
            overlooked=bare(whole.overlooked),
        )
        for whole in wholes
    ]


async def test_an_empty_database_has_no_histories(store):
    assert await store.histories() == ()


async def test_a_history_takes_as_many_queries_however_much_there_is(store, statements):
    small, large = await filled(store, "a.md", 1), await filled(store, "b.md", 20)
    few = await statements(lambda db: histories.history(db, small.id))
    many = await statements(lambda db: histories.history(db, large.id))
    assert len(many) == len(few) < 13


async def test_a_history_never_walks_through_other_artifacts(store, statements, query):
    artifact = await filled(store, "a.md")
    plans = [
        detail
        for statement in await statements(lambda db: histories.history(db, artifact.id))
        for *_, detail in query(f"explain query plan {statement}")
    ]
    assert {detail.split()[1] for detail in plans if detail.startswith("SCAN")} == {"sources"}
