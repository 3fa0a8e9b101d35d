"""What the person answered to a rubric themselves is in no rate of anybody's."""

from dataclasses import replace

from support.builders import artifact, question, revision, rubric
from support.reports import report

from workbench.core.history import History, Placement
from workbench.core.marks import Decision, Mark, Target
from workbench.core.own_answers import OwnAnswer
from workbench.core.own_judgement import begun
from workbench.core.readings import Span, Verdict
from workbench.core.trust.odds import like_these
from workbench.core.trust.report_shape import report_shape
from workbench.core.trust.report_text import text_lines
from workbench.core.trust.tallies import Heading

RUBRIC = rubric(question("Q1"), question("Q2"))


def own(history, key=100, revision_id=1):
    """A history to which the person's own reading was added: Q1 fails, a hit in concern 1, and Q2 meets."""
    text = revision(id=revision_id)
    kept = [
        OwnAnswer(RUBRIC.source_of(q), revision_id, value, "boils water", Span(10, 21))
        for q, value in zip(RUBRIC.questions, ("fails", "meets"), strict=True)
    ]
    made = begun(History(artifact(), (text,)), text, RUBRIC, kept).reading(Verdict.FIX, None)
    findings = tuple(replace(finding, id=key, reading=key) for finding in made.findings)
    answers = tuple(replace(answer, id=key + n, reading=key) for n, answer in enumerate(made.answers))
    hit = Decision(Target("finding", key), "mark", Mark.HIT.value, id=key)
    with_reading = history.with_reading(replace(made, findings=findings, answers=answers, id=key))
    placed = with_reading.with_placements([Placement(key, 1, "same words")])
    return replace(placed, decisions=(*history.decisions, hit))


def raised(history):
    return {row.heading: (row.raised, row.tally.hit) for row in report([history]).table}


def test_it_is_under_no_heading_and_no_instruments(past):
    history = own(past.history)
    assert set(raised(history).values()) == {(0, 0)}
    assert report([history]).instruments == ()


def test_a_judge_that_raised_the_same_is_right_by_the_persons_word_once(past):
    past.judge(fails={"Q1": 1}, meets=["Q2"])
    counted = raised(own(past.history))
    assert counted[Heading.SHOULD_FIX] == (1, 1)
    assert counted[Heading.SATISFIED] == (1, 0)


def test_the_report_says_on_how_many_revisions_the_person_answered(past, past_of):
    once, twice = own(past.history), own(own(past_of("b.md").history), key=200, revision_id=2)
    said = "You answered the rubric yourself on 3 revisions: your own answers are in no rate of the table."
    made = report([once, twice])
    assert said in text_lines(made) and report_shape(made)["own_revisions"] == 3
    assert any("on 1 revision:" in line for line in text_lines(report([once])))
    assert not any("yourself" in line for line in text_lines(report([past.history])))


def test_what_it_raised_does_not_change_the_odds_of_what_readers_raise(past):
    past.read(1, 2)
    past.read(1)
    past.mark(2, Mark.MISS)
    without = like_these([past.history])
    assert like_these([own(past.history)]).strata[0] == without.strata[0]
    assert like_these([own(past.history)]).of(2, 2).rate.of == 1
