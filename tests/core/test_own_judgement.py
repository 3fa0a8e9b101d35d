"""The person as judge: what is asked, what is at hand, which verdicts are left, and what it is ruled."""

from dataclasses import replace
from itertools import product
from typing import get_args

import pytest
from support.builders import TEXT, artifact, question, revision, rubric

from workbench.core.history import History, Round, RoundState
from workbench.core.judging import revision_ruling
from workbench.core.own_answers import OwnAnswer
from workbench.core.own_judgement import QUOTING, begun
from workbench.core.readings import AnswerValue, FindingKind, Span, Verdict
from workbench.core.ruling import MarkedAnswer, RulingValue, settled
from workbench.core.sources import ME
from workbench.core.text_questions import TextQuestion

AT = None
SPAN = Span(TEXT.index("boils water"), TEXT.index("boils water") + 11)
RUBRIC = rubric(
    question("Q1", dominant=True),
    question("Q2", dominant=True, on_fail="rewrite"),
    question("Q3"),
    question("Q4", on_fail="rewrite"),
    question("Q5", on_fail="note"),
)
HISTORY = History(artifact(), (revision(),))


def own(value="meets", id="Q1", of=RUBRIC, on=1, words="", span=SPAN, text=TEXT):
    """An answer of the person's to a question."""
    quoted = span if value in QUOTING else None
    return OwnAnswer(
        of.source_of(of.question(id)), on, value, text[span.start : span.end] if quoted else "", quoted, words
    )


def answered(*values, of=RUBRIC, history=HISTORY):
    """A rubric with its questions answered so, in order."""
    kept = [own(value, q.id, of) for value, q in zip(values, of.questions, strict=False)]
    return begun(history, revision(), of, kept)


def reading(judgement, verdict, **changes):
    """The reading, as if it had been stored."""
    made = judgement.reading(verdict, AT)
    findings = tuple(replace(f, id=n, reading=9) for n, f in enumerate(made.findings, start=1))
    answers = tuple(replace(a, id=n, reading=9) for n, a in enumerate(made.answers, start=1))
    return replace(made, findings=findings, answers=answers, id=9, **changes)


def ruled(*readings, rounds=()):
    return revision_ruling(History(artifact(), (revision(),), rounds, readings), 1)


def offered(judgement):
    return [choice.verdict for choice in judgement.choices if choice.offered]


def test_nothing_is_answered_at_first_and_every_question_is_asked_in_the_rubrics_order():
    judgement = begun(HISTORY, revision(), RUBRIC)
    assert [asked.question.id for asked in judgement.asked] == ["Q1", "Q2", "Q3", "Q4", "Q5"]
    assert judgement.progress == "0 of 5 answered"
    assert not judgement.begun and not judgement.complete and judgement.next_open(4) == 0


def test_questions_about_this_text_alone_come_after_the_rubrics():
    added = TextQuestion("P1", "added", "Is it about water?", revision=1, id=1)
    gone = replace(added, name="P2", withdrawn=True, id=2)
    judgement = begun(replace(HISTORY, questions=(added, gone)), revision(), RUBRIC)
    assert [asked.source for asked in judgement.asked][5:] == [added.source]
    judgement = judgement.with_answer(added.source, OwnAnswer(added.source, 1, "fails", "boils water", SPAN))
    assert judgement.asked[-1].answer.question == "P1"
    assert judgement.next_open(5) == 0


def test_an_answer_kept_is_filled_in_and_the_next_open_question_goes_round():
    judgement = answered("meets", "fails")
    assert judgement.progress == "2 of 5 answered" and judgement.begun
    assert judgement.next_open(0) == 2 and judgement.next_open(4) == 2
    assert answered(*["meets"] * 5).next_open(0) is None


@pytest.mark.parametrize("value", get_args(AnswerValue))
def test_an_answer_counts_as_it_was_given(value):
    answer = answered(value).answers[0]
    assert settled(MarkedAnswer(answer)) == answer
    assert (answer.value, answer.dominant, answer.on_fail) == (value, True, "fix")


def test_where_nothing_more_was_said_the_questions_own_words_say_what_is_wrong():
    spoken = begun(HISTORY, revision(), RUBRIC, [own("fails", "Q3", words="It boils milk too.")])
    assert spoken.answers[0].reason == "It boils milk too."
    assert answered("fails").answers[0].reason == "Does it meet Q1?"
    assert answered("cannot tell").answers[0].reason == "Does it meet Q1?"
    assert answered("meets").answers[0].reason == ""


def test_each_fail_is_a_finding_of_the_persons_with_what_its_question_says():
    made = answered("meets", "fails", "cannot tell", "does not apply", "fails").reading(Verdict.REWRITE, AT)
    assert [(f.source, f.kind, f.asks, f.on_fail) for f in made.findings] == [
        (ME, FindingKind.FAILS, "Q2", "rewrite"),
        (ME, FindingKind.FAILS, "Q5", "note"),
    ]
    first = made.findings[0]
    assert (first.quote, first.span, first.fixable_by) == ("boils water", SPAN, "wording")
    assert all(finding.mine for finding in made.findings)
    assert (made.mine, made.model, made.round, made.trial) == (True, "", 0, 1)


def test_the_ruling_is_what_the_same_answers_of_a_judge_would_give():
    for *values, verdict in product(*[get_args(AnswerValue)] * 4, Verdict):
        mine = reading(answered(*values, "meets"), verdict)
        judge = replace(mine, provider="scripted", model="m")
        assert mine.mine and not judge.mine
        own_ruling, ruling = ruled(mine), ruled(judge)
        assert own_ruling.value is ruling.value
        assert [cap.value for cap in own_ruling.caps] == [cap.value for cap in ruling.caps]
        assert (own_ruling.own, ruling.verdicts) == ((verdict,), (verdict,))


def test_the_verdicts_offered_are_those_that_the_answers_alone_would_be_ruled():
    for values in product(get_args(AnswerValue), repeat=4):
        judgement = answered(*values, "fails")
        for verdict in Verdict:
            same = ruled(reading(judgement, verdict)).value.value == verdict.value
            assert same == (verdict in offered(judgement))
        lowest = ruled(reading(judgement, Verdict.REWRITE)).value.value
        assert offered(judgement)[0].value == lowest


@pytest.mark.parametrize(
    ("values", "verdicts", "why"),
    [
        ("mmmmm", ["Publishable"], {"Fix": "no question fails whose fail asks for a fix"}),
        ("mmfmm", ["Fix", "Publishable"], {"Rewrite": "asks for a rewrite", "Fix": "Q3 fails"}),
        ("mmmmf", ["Publishable"], {"Publishable": "none of what fails is dominant: Q5"}),
        ("fmmmm", ["Fix"], {"Publishable": "dominant, so it decides alone: Q1 fails"}),
        ("cmmmm", ["Fix"], {"Publishable": "Q1 cannot be told", "Fix": "Q1 cannot be told"}),
        ("mfmmm", ["Rewrite"], {"Fix": "Q2 fails", "Rewrite": "Q2 fails"}),
        ("mmmfm", ["Rewrite", "Fix", "Publishable"], {"Rewrite": "Q4 fails"}),
    ],
)
def test_each_verdict_says_what_it_rests_on_or_why_it_is_not_offered(values, verdicts, why):
    names = {"m": "meets", "f": "fails", "c": "cannot tell"}
    judgement = answered(*(names[value] for value in values))
    assert [verdict.value for verdict in offered(judgement)] == verdicts
    said = {choice.verdict.value: choice.why for choice in judgement.choices}
    assert all(words in said[verdict] for verdict, words in why.items())


def test_an_incomplete_round_stays_incomplete_whatever_the_person_answers():
    cut = Round(1, 1, (), RoundState.INCOMPLETE, id=1)
    ruling = ruled(reading(answered(*["meets"] * 5), Verdict.PUBLISHABLE), rounds=(cut,))
    assert ruling.value is RulingValue.FIX and not ruling.complete


def test_a_finished_judgement_is_filled_in_and_only_a_change_begins_it_anew():
    first = begun(HISTORY, revision(), RUBRIC, [own("fails", q.id, words="no") for q in RUBRIC.questions])
    history = HISTORY.with_reading(reading(first, Verdict.REWRITE))
    again = begun(history, revision(), RUBRIC)
    assert again.complete and not again.begun
    assert [a.given.words for a in again.asked] == ["no"] * 5
    changed = begun(history, revision(), RUBRIC, [own("meets", "Q3")])
    assert changed.begun and changed.complete
    assert changed.reading(Verdict.REWRITE, AT).trial == 2
    assert not begun(history, revision(), RUBRIC, [own("fails", "Q3", words="no")]).begun


def test_a_question_that_is_asked_only_since_is_open_but_begins_nothing_anew():
    history = HISTORY.with_reading(reading(answered(*["meets"] * 5), Verdict.PUBLISHABLE))
    added = TextQuestion("P1", "added", "Is it about water?", revision=1, id=1)
    judgement = begun(replace(history, questions=(added,)), revision(), RUBRIC)
    assert judgement.progress == "5 of 6 answered" and not judgement.begun
    assert judgement.with_answer(added.source, OwnAnswer(added.source, 1, "cannot tell")).begun


def test_the_questions_own_words_are_not_taken_for_the_persons():
    history = HISTORY.with_reading(reading(answered(*["fails"] * 5), Verdict.REWRITE))
    assert begun(history, revision(), RUBRIC).asked[0].given.words == ""


EDITED = TEXT.replace("# Kettle\n", "# Kettle\n\nNew words first.\n")


def edited(history, text=EDITED):
    later = revision(text, id=2, number=2)
    return replace(history, revisions=(*history.revisions, later)), later


@pytest.mark.parametrize("made", [True, False])
def test_on_an_edited_text_an_earlier_answer_is_at_hand_where_its_words_stand_and_counts_for_nothing(made):
    earlier = answered(*["fails"] * 5)
    history, later = edited(HISTORY.with_reading(reading(earlier, Verdict.REWRITE)) if made else HISTORY)
    kept = () if made else [asked.given for asked in earlier.asked]
    judgement = begun(history, later, RUBRIC, kept)
    assert judgement.answered == 0 and not judgement.begun
    before = judgement.asked[0].before
    assert (before.value, before.quote, before.revision) == ("fails", "boils water", 2)
    assert EDITED[before.span.start : before.span.end] == "boils water"


def test_an_earlier_answer_is_not_at_hand_where_its_words_are_gone_but_one_without_words_is():
    history, later = edited(HISTORY, TEXT.replace("boils water", "makes tea"))
    judgement = begun(history, later, RUBRIC, [own("meets", "Q1"), own("cannot tell", "Q2")])
    assert judgement.asked[0].before is None
    assert judgement.asked[1].before.value == "cannot tell"


def test_the_answer_of_the_last_revision_is_the_one_at_hand():
    history, later = edited(HISTORY)
    kept = [own("does not apply", "Q1", on=2), own("meets", "Q1")]
    third = revision(EDITED + "More.\n", id=3, number=3)
    judgement = begun(replace(history, revisions=(*history.revisions, third)), third, RUBRIC, kept)
    assert judgement.asked[0].before.value == "does not apply"
    assert begun(history, later, RUBRIC, kept).asked[0].given.value == "does not apply"


def test_an_answer_to_another_wording_of_a_question_is_none_to_this_one():
    reworded = rubric(question("Q1", dominant=True, ask="Does it really?"), *RUBRIC.questions[1:])
    judgement = begun(HISTORY, revision(), reworded, [own("meets", "Q1"), own("meets", "Q2")])
    assert judgement.asked[0].given is None and judgement.asked[1].given is not None


def test_what_was_answered_about_an_earlier_text_is_left_until_it_is_in_a_reading_or_answered_anew():
    later = replace(revision(TEXT + "More.", id=2, number=2), sha256="b" * 64)
    history = replace(HISTORY, revisions=(revision(), later))
    kept = [own("cannot tell"), own("meets", "Q2", span=Span(0, 8))]
    judgement = begun(history, later, RUBRIC, kept)
    assert (judgement.left, judgement.unfinished) == (2, "2 of 5 answered on an earlier text")
    again = begun(history, later, RUBRIC, [*kept, own("meets", on=2)])
    assert (again.left, again.unfinished) == (1, "1 of 5 answered")
    whole = answered(*["does not apply"] * 5, of=RUBRIC)
    read = history.with_reading(reading(whole, Verdict.PUBLISHABLE))
    assert begun(read, later, RUBRIC).unfinished == ""
