import random
from contextlib import suppress
from dataclasses import replace

import pytest
from storage import samples

from workbench.core.costs.usage import Usage
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.errors import UsageError
from workbench.core.history import Placement, Round
from workbench.core.marks import Decision, Mark, Target
from workbench.core.readings import FindingKind

STEPS = (
    *("concern", "finding", "finding", "answer", "undo", "redo", "overlook"),
    *("merge", "merge", "split"),
)
REASONS = {Mark.HIT: (None,), Mark.MISS: (None, "wrong", "trivial"), Mark.CANT_TELL: (None, "code")}


async def raised(store, artifact, revision):
    """Two trials of a judge with a fail and a satisfied answer each, and five findings of a reader."""
    other = replace(samples.QUESTION, name="readme/R2", wording="d" * 64)
    fails = samples.full_finding(kind=FindingKind.FAILS, source=samples.QUESTION, asks="R1")
    satisfied = samples.answer("meets", source=other, question="R2")
    answers = (samples.answer("fails"), satisfied)
    readings = [
        samples.full_reading(revision.id, 0, trial=trial, findings=(fails,), answers=answers)
        for trial in (1, 2)
    ]
    readings.append(samples.reading(revision.id, findings=tuple(samples.finding(f"{n}") for n in range(5))))
    return [await store.save_reading(artifact, reading) for reading in readings]


async def decided_at_random(store, artifact, revision, seed):
    chance = random.Random(seed)
    readings = await raised(store, artifact, revision)
    findings = [finding.id for reading in readings for finding in reading.findings]
    answers = [a.id for reading in readings for a in reading.answers if a.value != "fails"]
    placed = await store.place(
        artifact, [Placement(id, -chance.randrange(3), "same words") for id in findings[:-1]]
    )
    concerns = [p.concern for p in placed]
    added = samples.overlooked(revision.id)
    for _ in range(chance.randrange(40)):
        step = chance.choice(STEPS)
        if step == "undo":
            await store.undo(artifact)
        elif step == "redo":
            await store.redo(artifact)
        elif step == "overlook":
            concerns.append((await store.overlook(artifact, added))[1].concern)
        elif step in ("merge", "split"):
            two = chance.sample(findings, 2)
            # What cannot be merged or split is refused, and nothing is stored of it.
            with suppress(UsageError):
                if step == "merge":
                    await store.merge(artifact, [Target("finding", id) for id in two])
                else:
                    _, split = await store.split(artifact, two[: chance.choice((1, 2))])
                    concerns.append(split[0].concern)
        else:
            keys = {"concern": concerns, "finding": findings, "answer": answers}[step]
            mark = chance.choice([*Mark, None])
            reason = chance.choice(REASONS[mark]) if mark else None
            inside = step == "finding" and chance.random() < 0.4
            target = Target(step, chance.choice(keys))
            await store.decide(artifact, Decision(target, "mark", mark, reason, inside=inside))
    return await store.history(artifact)


@pytest.mark.parametrize("seed", range(25))
async def test_the_views_say_the_marks_that_the_program_says(seed, store, artifact, revision, query):
    history = await decided_at_random(store, artifact, revision, seed)
    marks = EffectiveMarks(history)
    shown = dict(query("select finding_id, mark from findings_with_marks"))
    taken_back = {
        finding.id
        for finding in history.overlooked
        if not marks.standings.of(Target("concern", history.placements[finding.id].concern)).overlooked
    }
    assert shown == {f.id: marks.of_finding(f) for f in history.findings if f.id not in taken_back}
    answers = [answer for reading in history.readings for answer in reading.answers]
    assert dict(query("select answer_id, mark from answers_with_marks")) == {
        answer.id: marks.of_answer(answer) for answer in answers
    }
    standing = {p.concern: marks.of_concern(p.concern) for p in history.placements.values()}
    assert set(query("select concern_id, mark, reason from concern_marks")) == {
        (concern, s.mark, s.reason) for concern, s in standing.items() if s.mark
    }


@pytest.mark.parametrize("marks", [(a, b) for a in (None, *Mark) for b in (None, *Mark)])
async def test_a_fail_in_several_parts_is_a_miss_only_where_each_of_them_is(
    marks, store, artifact, revision, query
):
    round = await store.begin_round(artifact, Round(revision.id, 0, ()))
    fails = [
        samples.full_finding(problem=said, kind=FindingKind.FAILS, source=samples.QUESTION, asks="R1")
        for said in ("In the first part.", "In the second part.")
    ]
    read = samples.full_reading(revision.id, round.id, findings=fails, answers=(samples.answer("fails"),))
    stored = await store.save_reading(artifact, read)
    for finding, mark in zip(stored.findings, marks, strict=True):
        if mark:
            await store.decide(artifact, Decision(Target("finding", finding.id), "mark", mark))
    history = await store.history(artifact)
    (answer,) = history.readings[0].answers
    mark = EffectiveMarks(history).of_answer(answer)
    assert (mark is Mark.MISS) is (set(marks) == {Mark.MISS})
    assert query("select answer_id, mark from answers_with_marks") == [(answer.id, mark)]


async def test_a_finding_stands_beside_its_source_and_its_words(store, artifact, revision, query):
    round = await store.begin_round(artifact, Round(revision.id, 0, ()))
    await store.save_reading(artifact, samples.full_reading(revision.id, round.id))
    assert query("select path, revision, round, source, model, quote, mark from findings_with_marks")[0] == (
        "/texts/README.md",
        1,
        1,
        "readme/R1",
        "judge-model",
        "the fastest kettle",
        None,
    )


async def test_costs_count_every_input_token(store, artifact, revision, query):
    await store.save_reading(artifact, samples.reading(revision.id, usage=Usage(100, 20, 3000, 40, 1.5)))
    await store.save_reading(artifact, samples.reading(revision.id, usage=Usage(100, 20)))
    await store.save_reading(artifact, samples.reading(revision.id))
    shown = query("select input_tokens, output_tokens from reading_costs order by reading_id")
    assert shown == [(3140, 20), (100, 20), (None, None)]


async def test_checks_cost_nothing_and_are_not_listed(store, artifact, revision, query):
    await store.save_checks(artifact, revision, [samples.reading(revision.id, source=samples.CHECK)])
    assert query("select * from reading_costs") == []
