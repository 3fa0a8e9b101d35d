"""What is known of each wording of a persona or rubric."""

import hashlib

import pytest
from support.builders import artifact, persona, question, revision, rubric

from workbench.core.history import History
from workbench.core.replay.rebuilding import Bodies
from workbench.core.trust.wordings import claiming, earlier_of, in_words, to_edit_by, without_anchors


def test_a_question_that_lacks_an_anchor_on_either_side_is_named():
    made = rubric(
        question("Q1"), question("Q2", meets=None), question("Q3", fails=None), question("Q4", fails="")
    )
    assert [q.id for q in without_anchors(made)] == ["Q2", "Q3", "Q4"]


def test_a_readers_claims_are_its_own_and_a_rubrics_are_its_questions():
    assert claiming(persona()) == (persona().source,)
    assert [source.name for source in claiming(rubric())] == ["readme/Q1", "readme/Q2"]


def test_other_wordings_come_newest_first_without_the_one_in_use_and_without_what_cannot_be_read():
    now, before, first = persona(), persona(wording="b" * 64), persona(wording="a" * 64)
    broken = persona(wording="c" * 64)
    bodies: Bodies = {
        first.source: first.as_json,
        persona("other").source: persona("other").as_json,
        broken.source: "{}",
        before.source: before.as_json,
        now.source: now.as_json,
    }
    assert earlier_of(now, bodies) == (before, first)


@pytest.mark.parametrize(
    "change", [{"sees": "first-screen"}, {"reads_for": ("x",)}, {"title": "T"}, {"body": "B"}]
)
def test_whatever_a_persona_says_is_seen_in_words(change):
    assert in_words(persona(**change)) != in_words(persona())


@pytest.mark.parametrize(
    "change", [{"on_fail": "note"}, {"dominant": True}, {"meets": None}, {"ask": "Is it?"}]
)
def test_whatever_a_question_says_is_seen_in_words(change):
    assert in_words(rubric(question("Q1", **change))) != in_words(rubric(question("Q1")))


def test_who_edits_sees_one_half_of_the_texts_for_ever():
    histories = [
        History(artifact(path=f"/texts/{n}.md", id=n), (revision(f"Text {n}."), revision("Edited.")))
        for n in range(40)
    ]
    seen = to_edit_by(histories)
    halves = [
        hashlib.sha256(f"half:{h.revisions[0].sha256}".encode()).digest()[0] % 2 == 0 for h in histories
    ]
    assert [h.artifact.path in seen for h in histories] == halves and 0 < sum(halves) < 40
