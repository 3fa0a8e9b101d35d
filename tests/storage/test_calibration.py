"""What is stored of answers given blind, and when an answer counts as seen."""

from datetime import timedelta
from io import BytesIO
from sqlite3 import IntegrityError

import pytest
from sqlite_utils import Database
from storage import samples

from workbench.core.costs.prices import PriceTable
from workbench.core.history import Placement
from workbench.core.marks import Decision, Mark, Target
from workbench.core.readings import FindingKind, Verdict
from workbench.core.sources import Source, SourceKind, wording_of
from workbench.storage.exchange import Exchange
from workbench.storage.store import SqliteStore

PRICES = PriceTable(samples.START.date(), ())
OTHER = Source(SourceKind.QUESTION, "readme/R2", wording_of("R2"))


def judged(revision, values=("meets", "fails"), **changes):
    """A judge's reading of R1 and R2; what fails has its finding."""
    asked = ((samples.QUESTION, "R1"), (OTHER, "R2"))
    answers = tuple(
        samples.answer(value, source=source, question=id)
        for (source, id), value in zip(asked, values, strict=True)
    )
    fails = tuple(
        samples.finding(f"{id} fails", source=source, kind=FindingKind.FAILS, asks=id)
        for (source, id), value in zip(asked, values, strict=True)
        if value == "fails"
    )
    at = samples.START + timedelta(hours=1)
    values = {"source": samples.RUBRIC, "provider": "scripted", "model": "large", "ended_at": at}
    values["verdict"] = Verdict.FIX
    return samples.reading(revision.id, answers=answers, findings=fails, **{**values, **changes})


@pytest.fixture
async def reading(store, artifact, revision):
    return await store.save_reading(artifact, judged(revision))


def blind(reading, number, value):
    return Decision(Target("answer", reading.answers[number].id), "answered", value, blind=True)


def mark(target, hours, value="hit"):
    """A mark made so many hours after the start; the reading ended after one."""
    return Decision(target, "mark", value, at=samples.START + timedelta(hours=hours))


async def test_an_answer_given_blind_stands_beside_the_judges(store, artifact, reading):
    await store.decide(artifact, blind(reading, 0, "fails"))
    first, second = await store.calibrations.stored()
    assert (first.value, first.given, first.drawn, first.seen) == ("meets", "fails", True, False)
    assert (second.value, second.given, second.drawn) == ("fails", None, False)


async def test_one_that_was_taken_back_is_not_given_and_stays_drawn(store, artifact, reading):
    made = await store.decide(artifact, blind(reading, 0, "fails"))
    taken = await store.calibrations.take_back(made)
    assert taken.undone
    first, _ = await store.calibrations.stored()
    assert (first.given, first.drawn) == (None, True)
    assert await store.redo(artifact) is None


async def test_undo_passes_over_what_was_answered_blind(store, artifact, reading):
    marked = await store.decide(artifact, mark(Target("answer", reading.answers[0].id), 2))
    await store.decide(artifact, blind(reading, 1, "fails"))
    turned = await store.undo(artifact)
    assert turned.decision.id == marked.id
    assert (await store.redo(artifact)).decision.id == marked.id
    assert await store.undo(artifact) is not None
    assert await store.undo(artifact) is None


@pytest.mark.parametrize("how", ["answer", "finding", "concern"])
async def test_what_was_marked_since_the_judge_answered_was_seen(how, store, artifact, reading):
    finding = reading.findings[0].id
    (placed,) = await store.place(artifact, [Placement(finding, 0, "first of its concern")])
    targets = {
        "answer": Target("answer", reading.answers[0].id),
        "finding": Target("finding", finding),
        "concern": Target("concern", placed.concern),
    }
    await store.decide(artifact, mark(targets[how], 2))
    seen = [each.seen for each in await store.calibrations.stored()]
    assert seen == ([True, False] if how == "answer" else [False, True])


async def test_a_concern_that_was_marked_before_the_judge_raised_it_says_nothing_of_its_answer(
    store, artifact, reading
):
    (placed,) = await store.place(artifact, [Placement(reading.findings[0].id, 0, "first of its concern")])
    await store.decide(artifact, mark(Target("concern", placed.concern), 0))
    assert not any(each.seen for each in await store.calibrations.stored())


async def test_a_mark_that_was_made_after_the_blind_answer_leaves_it_blind(store, artifact, reading):
    early = samples.START + timedelta(hours=2)
    given = Decision(Target("answer", reading.answers[0].id), "answered", "meets", blind=True, at=early)
    await store.decide(artifact, given)
    await store.decide(artifact, mark(Target("answer", reading.answers[0].id), 3))
    first, _ = await store.calibrations.stored()
    assert (first.given, first.seen) == ("meets", False)


async def test_stored_answers_can_be_those_of_one_revision_or_rubric(store, artifact, reading):
    later = await store.save_revision(artifact, samples.revision("# Other\n"))
    await store.save_reading(artifact, judged(later))
    stored = store.calibrations.stored
    assert {each.revision for each in await stored(revision=later.id)} == {later.id}
    assert len(await stored("readme")) == 4
    assert await stored("article") == ()


async def test_the_persons_own_rubric_and_what_was_imported_are_no_judges(store, artifact, revision):
    await store.save_reading(artifact, judged(revision, provider="me", model=""))
    await store.save_reading(artifact, judged(revision, provider="import"))
    assert await store.calibrations.stored() == ()


@pytest.mark.parametrize(("hours", "whole"), [(0, 1), (2, 0)])
async def test_a_rubric_of_ones_own_is_blind_for_a_judge_that_answered_later(
    hours, whole, store, artifact, revision, reading
):
    at = samples.START + timedelta(hours=hours)
    await store.save_reading(artifact, judged(revision, provider="me", model="", ended_at=at))
    (found,) = (await store.counted(PRICES)).blind
    assert (found.figures.whole, found.figures.seen) == (whole, 2 * (1 - whole))


async def test_coverage_counts_every_revision_that_the_judge_read(store, artifact, reading):
    later = await store.save_revision(artifact, samples.revision("# Other\n"))
    await store.save_reading(artifact, judged(later))
    for number, value in enumerate(("meets", "meets")):
        await store.decide(artifact, blind(reading, number, value))
    (found,) = (await store.counted(PRICES)).blind
    assert (found.figures.whole, found.figures.readings) == (1, 2)
    assert found.differing == (("readme/R2", 1),)


async def test_a_disagreement_is_known_to_every_text_and_gone_once_taken_back(store, artifact, reading):
    other = await store.open_artifact("path:/other.md", "/other.md", None)
    made = await store.decide(artifact, blind(reading, 1, "meets"))
    assert (await store.history(other)).unready == {OTHER: ("large",)}
    await store.calibrations.take_back(made)
    assert (await store.history(other)).unready == {}


async def test_a_mark_made_again_is_counted_with_the_mark_of_before(store, artifact, reading, revision):
    (placed,) = await store.place(artifact, [Placement(reading.findings[0].id, 0, "first of its concern")])
    concern, answer = Target("concern", placed.concern), Target("answer", reading.answers[0].id)
    await store.decide(artifact, mark(concern, 2, "hit"))
    await store.decide(artifact, mark(answer, 2, "miss"))
    old = await store.calibrations.old_marks()
    assert [(each.target, each.mark, each.drawn) for each in old] == [
        (concern, Mark.HIT, False),
        (answer, Mark.MISS, False),
    ]
    for target in (concern, answer):
        await store.decide(artifact, Decision(target, "again", "hit", blind=True))
    assert [each.again for each in await store.calibrations.old_marks()] == [Mark.HIT, Mark.HIT]
    you = (await store.counted(PRICES)).you
    assert (you.same, you.again, you.hits, you.idle) == (1, 2, 1, 1)
    await store.decide(artifact, mark(concern, 9, "miss"))
    assert (await store.counted(PRICES)).you.same == 1


async def test_a_hit_that_was_put_off_or_whose_text_was_edited_is_not_idle(store, artifact, reading):
    (placed,) = await store.place(artifact, [Placement(reading.findings[0].id, 0, "first of its concern")])
    concern = Target("concern", placed.concern)
    await store.decide(artifact, mark(concern, 2))
    await store.decide(artifact, Decision(concern, "defer", "yes"))
    assert (await store.counted(PRICES)).you.idle == 0
    await store.decide(artifact, Decision(concern, "defer", None))
    assert (await store.counted(PRICES)).you.idle == 1


async def test_blind_answers_come_along_to_another_machine_of_the_same_person(
    store, artifact, reading, path, tmp_path
):
    await store.decide(artifact, blind(reading, 1, "meets"))
    await store.close()
    lines = []
    exporting = Exchange(path, samples.Now(), "1")
    await exporting.export(lines.append)
    await exporting.close()
    importing = Exchange(tmp_path / "other.db", samples.Now(), "1")
    await importing.take(BytesIO("".join(f"{line}\n" for line in lines).encode()), mine=True)
    await importing.close()
    there = SqliteStore(tmp_path / "other.db", samples.Now())
    given = [each.given for each in await there.calibrations.stored()]
    await there.close()
    assert given == [None, "meets"]


async def test_no_answer_but_a_judges_four_can_be_stored(path, artifact, reading):
    with Database(path) as db, pytest.raises(IntegrityError, match="CHECK"):
        db.execute(
            "insert into decisions (artifact_id, answer_id, what, value, blind, inside, undone, dropped, "
            "decided_at) values (1, 1, 'answered', 'hit', 1, 0, 0, 0, '')"
        )
