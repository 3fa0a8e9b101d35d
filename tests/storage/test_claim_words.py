"""The words behind a figure of the report."""

from dataclasses import replace

import pytest
from storage import samples

from workbench.core.history import Placement
from workbench.core.marks import Decision, Mark, Target
from workbench.core.readings import FindingKind
from workbench.core.trust.claim_words import MarkedWords, Wanted
from workbench.core.trust.tallies import Heading


@pytest.fixture
async def marked(store, artifact, revision):
    """A problem that a reader raised twice, a fail and a satisfied answer, each a miss."""
    again = replace(samples.reading(revision.id), findings=(samples.full_finding(problem="Once."),))
    first = await store.save_reading(artifact, again)
    second = await store.save_reading(
        artifact, replace(again, trial=2, findings=(samples.full_finding(problem="Again."),))
    )
    fails = samples.full_finding(problem="It fails.", kind=FindingKind.FAILS, source=samples.QUESTION)
    other = replace(samples.QUESTION, name="readme/R2")
    answers = (samples.answer("fails"), samples.answer("meets", source=other, question="R2"))
    judged = await store.save_reading(
        artifact, samples.full_reading(revision.id, 0, findings=(fails,), answers=answers)
    )
    keys = [first.findings[0].id, second.findings[0].id, judged.findings[0].id]
    placed = await store.place(
        artifact, [Placement(keys[0], 0, "same"), Placement(keys[1], 0, "same"), Placement(keys[2], -1, "it")]
    )
    concerns = {p.concern for p in placed}
    targets = [*(Target("concern", id) for id in sorted(concerns)), Target("answer", judged.answers[1].id)]
    for target in targets:
        await store.decide(artifact, Decision(target, "mark", Mark.MISS, "preference"))
    return store


async def test_a_claim_stands_once_with_its_newest_words_and_why(marked):
    found = await marked.claim_words(Wanted(Heading.READERS, ("skeptic",), Mark.MISS))
    path = "/texts/README.md"
    words = ("the fastest kettle", "Again.", "preference")
    assert found == (MarkedWords(path, 1, "skeptic", *words, target=found[0].target),)
    assert found[0].target is not None and found[0].target.kind == "concern"


@pytest.mark.parametrize(
    ("heading", "name", "problem"),
    [(Heading.SHOULD_FIX, "readme/R1", "It fails."), (Heading.SATISFIED, "readme/R2", "It says so.")],
)
async def test_a_question_has_its_fails_apart_from_what_it_is_satisfied_with(marked, heading, name, problem):
    names = ("readme/R1", "readme/R2")
    (found,) = await marked.claim_words(Wanted(heading, names, Mark.MISS))
    assert (found.source, found.problem) == (name, problem)
    kind = "answer" if heading is Heading.SATISFIED else "concern"
    assert found.target is not None and found.target.kind == kind


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted(Heading.READERS, ("skeptic",), Mark.HIT),
        Wanted(Heading.READERS, ("engineer",), Mark.MISS),
        Wanted(Heading.CHECKS, ("skeptic",), Mark.MISS),
        Wanted(Heading.READERS, (), Mark.MISS),
    ],
)
async def test_what_was_not_asked_for_is_not_found(marked, wanted):
    assert await marked.claim_words(wanted) == ()
