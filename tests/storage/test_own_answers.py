"""What the person answers to a rubric: kept one by one, and made a reading at one moment."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from storage import samples

from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import Placement
from workbench.core.marks import Decision, Target
from workbench.core.own_answers import OwnAnswer
from workbench.core.readings import OWN_PROVIDER, FindingKind, Span, Verdict
from workbench.core.sources import ME, Source
from workbench.storage.store import SqliteStore

OTHER = replace(samples.QUESTION, name="readme/R2", wording="d" * 64)
TESTS = Path(__file__).parents[1]


def own_answer(revision_id, value="fails", **changes):
    values = {
        "source": samples.QUESTION,
        "revision": revision_id,
        "value": value,
        "quote": "It is",
        "span": Span(10, 15),
        "words": "遅い",
        "at": samples.START,
    }
    return OwnAnswer(**{**values, **changes})


def own_reading(revision_id, *problems, **changes):
    """A reading of the person's that fails its first question once for each problem."""
    fails = tuple(
        samples.full_finding(problem=problem, source=ME, kind=FindingKind.FAILS, asks="R1")
        for problem in problems
    )
    answers = tuple(
        samples.answer(value, source=source, question=source.name[-2:], revision=revision_id)
        for value, source in (("fails" if problems else "meets", samples.QUESTION), ("meets", OTHER))
    )
    values = {"source": samples.RUBRIC, "provider": OWN_PROVIDER, "verdict": Verdict.FIX}
    return samples.reading(revision_id, findings=fails, answers=answers, **{**values, **changes})


PLACED = (Placement(-1, 0, "first of its concern"), Placement(-2, 0, "same words"))
HITS = tuple(Decision(Target("finding", place), "mark", "hit") for place in (-1, -2))


@pytest.fixture
def finish(store, artifact, revision):
    async def finished(*problems, **changes):
        given = own_reading(revision.id, *problems, **changes)
        count = len(problems)
        return await store.save_own_reading(artifact, given, PLACED[:count], HITS[:count])

    return finished


async def test_answers_come_back_as_they_were_given_the_oldest_first(store, open_store, artifact, revision):
    later = samples.START.replace(hour=1)
    bare = own_answer(revision.id, "cannot tell", source=OTHER, quote="", span=None, words="", at=later)
    for answer in (bare, own_answer(revision.id)):
        await store.save_own_answer(answer)
    assert await open_store().own_answers(artifact) == (own_answer(revision.id), bare)


async def test_an_answer_takes_the_place_of_the_one_before_to_the_same_question_of_the_same_revision(
    store, artifact, revision
):
    other = await store.save_revision(artifact, samples.revision("another text"))
    await store.save_own_answer(own_answer(revision.id))
    await store.save_own_answer(own_answer(other.id))
    changed = own_answer(revision.id, "meets", at=samples.START.replace(hour=1))
    await store.save_own_answer(changed)
    assert await store.own_answers(artifact) == (own_answer(other.id), changed)


async def test_answers_about_another_text_are_another_artifacts(store, artifact, revision):
    await store.save_own_answer(own_answer(revision.id))
    elsewhere = await store.open_artifact("path:/b.md", "/b.md", None)
    assert await store.own_answers(elsewhere) == ()


async def test_a_finished_rubric_is_a_reading_with_its_findings_placed_and_marked(
    store, artifact, revision, finish
):
    await store.save_own_answer(own_answer(revision.id))
    reading, placements, decisions = await finish("遅い", "More.")
    keys = [finding.id for finding in reading.findings]
    assert [p.finding for p in placements] == keys and len({p.concern for p in placements}) == 1
    assert [d.target for d in decisions] == [Target("finding", key) for key in keys]
    history = await store.history(artifact)
    assert history.readings == (reading,)
    assert history.placements == {p.finding: p for p in placements}
    assert history.decisions == decisions
    assert EffectiveMarks(history).of_concern(placements[0].concern).mark == "hit"


async def test_answers_to_other_questions_and_revisions_stay_when_a_rubric_is_finished(
    store, artifact, revision, finish
):
    other = await store.save_revision(artifact, samples.revision("another text"))
    elsewhere = Source(samples.QUESTION.kind, "article/R1", "e" * 64)
    kept = (own_answer(revision.id, source=elsewhere), own_answer(other.id))
    for answer in (own_answer(revision.id), *kept):
        await store.save_own_answer(answer)
    await finish("遅い")
    assert set(await store.own_answers(artifact)) == set(kept)


async def test_a_rubric_finished_again_withdraws_what_was_said_before_at_whatever_wording(
    store, artifact, revision, finish, query
):
    await finish("遅い", source=replace(samples.RUBRIC, wording="f" * 64))
    (second, placements, _) = await finish("Slow.")
    history = await store.history(artifact)
    assert history.readings == (second,)
    assert list(history.placements) == [placement.finding for placement in placements]
    assert query("select problem from findings where withdrawn_at is not null") == [("遅い",)]
    assert len(history.decisions) == 2


async def test_only_the_persons_reading_of_that_rubric_and_revision_is_withdrawn(
    store, artifact, revision, finish
):
    other = await store.save_revision(artifact, samples.revision("another text"))
    judged = await store.save_reading(artifact, samples.full_reading(revision.id, 0))
    second = replace(samples.RUBRIC, name="article")
    kept = [judged]
    for given in (own_reading(other.id, "遅い"), own_reading(revision.id, "遅い", source=second)):
        kept.append((await store.save_own_reading(artifact, given, PLACED[:1], HITS[:1]))[0])
    kept.append((await finish("遅い"))[0])
    assert (await store.history(artifact)).readings == tuple(kept)


async def test_nothing_is_written_where_it_cannot_all_be(store, artifact, revision, finish):
    await store.save_own_answer(own_answer(revision.id))
    await finish("遅い")
    await store.save_own_answer(own_answer(revision.id))
    before = await store.history(artifact)
    with pytest.raises(KeyError):
        await store.save_own_reading(artifact, own_reading(revision.id), PLACED[:1], ())
    assert await store.history(artifact) == before
    assert await store.own_answers(artifact) == (own_answer(revision.id),)


async def test_the_views_know_the_persons_own_answers(store, artifact, revision, finish, query):
    judged = await store.save_reading(
        artifact, samples.reading(revision.id, source=samples.RUBRIC, answers=(samples.answer(source=OTHER),))
    )
    await store.decide(artifact, Decision(Target("answer", judged.answers[0].id), "mark", "miss"))
    await finish("遅い")
    answers = query("select provider, value, mark from answers_with_marks order by answer_id")
    assert answers == [("", "meets", "miss"), ("me", "fails", "hit"), ("me", "meets", None)]
    assert query("select source_kind, mark from findings_with_marks") == [("person", "hit")]
    assert query("select count(*) from reading_costs") == [(1,)]


KILLED_ON_THE_WAY = """
import asyncio, os, shutil, sys
from pathlib import Path
sys.path[:0] = [{root!r}, {tests!r}]
from storage import samples
from storage.test_own_answers import HITS, PLACED, own_answer, own_reading
from workbench.storage import own_answers
from workbench.storage.database import DatabaseThread
from workbench.storage.store import SqliteStore

FOLDER = Path({folder!r})

async def begun():
    store = SqliteStore(FOLDER / "begun.db", samples.Now())
    artifact = await store.open_artifact("path:/a.md", "/a.md", None)
    revision = await store.save_revision(artifact, samples.revision())
    await store.save_own_reading(artifact, own_reading(revision.id, "earlier"), PLACED[:1], HITS[:1])
    await store.save_own_answer(own_answer(revision.id))
    await store.close()
    return artifact.id, revision.id

def killed_at(path, statement, artifact_id, revision_id):
    def work(db):
        left = [statement]
        def count(sql):
            left[0] -= 1
            if not left[0]:
                os._exit(9)
        db.conn.set_trace_callback(count)
        given = own_reading(revision_id, "later", "more")
        return own_answers.save_own_reading(db, artifact_id, given, PLACED, HITS, samples.START)
    asyncio.run(DatabaseThread(path, samples.Now()).write(work))
    os._exit(0)

keys = asyncio.run(begun())
for statement in range(1, 200, 3):
    path = FOLDER / f"{{statement}}.db"
    shutil.copy(FOLDER / "begun.db", path)
    child = os.fork()
    if not child:
        killed_at(path, statement, *keys)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
        break
"""


def killed_on_the_way(folder):
    """Databases whose programs were killed while they finished a rubric, then one that was not."""
    script = KILLED_ON_THE_WAY.format(root=str(TESTS.parent), tests=str(TESTS), folder=str(folder))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    made = (path for path in folder.glob("*.db") if path.stem.isdecimal())
    return sorted(made, key=lambda path: int(path.stem))


async def seen(path):
    store = SqliteStore(path, samples.Now())
    artifact = await store.open_artifact("path:/a.md", "/a.md", None)
    history, kept = await store.history(artifact), await store.own_answers(artifact)
    await store.close()
    return history, kept


async def test_a_program_killed_while_it_finishes_leaves_the_answers_or_the_reading(tmp_path):
    *killed, finished = killed_on_the_way(tmp_path)
    before = await seen(tmp_path / "begun.db")
    assert len(before[1]) == 1 and len(before[0].findings) == 1
    assert len(killed) > 5
    for path in killed:
        assert await seen(path) == before, path.name
    history, kept = await seen(finished)
    assert kept == () and [finding.problem for finding in history.findings] == ["later", "more"]
    assert len(history.decisions) == 3 and len(history.placements) == 2
