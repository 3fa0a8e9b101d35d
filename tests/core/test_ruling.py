from itertools import product
from typing import get_args

import pytest

from workbench.core.marks import Mark
from workbench.core.readings import Answer, AnswerValue, Finding, FindingKind, Span, Verdict
from workbench.core.ruling import Cap, MarkedAnswer, MarkedFault, MarkedJudgement, RulingValue, rule, settled
from workbench.core.sources import OnFail, Source, SourceKind

QUESTION = Source(SourceKind.QUESTION, "readme/R1", "q")
CHECK = Source(SourceKind.CHECK, "links", "c")
RANK = {"Publishable": 0, "Fix": 1, "Rewrite": 2}
LOWERS = {"note": 0, "fix": 1, "rewrite": 2}
MARKS = (None, *Mark)
FAULTS = (None, *product((None, *get_args(OnFail)), (None, Mark.MISS)))


def answer(value, on_fail="fix", dominant=False, lost=False, mark=None, reason="so it reads"):
    span = None if lost else Span(0, 5)
    said = Answer(QUESTION, "R1", value, "words", reason, span=span, dominant=dominant, on_fail=on_fail)
    return MarkedAnswer(said, mark)


def judgement(verdict, *answers):
    return MarkedJudgement(verdict, answers)


def fault(on_fail, mark=None, problem="a dead link"):
    found = Finding(CHECK, FindingKind.FAULT, "words", problem, asks="links", on_fail=on_fail)
    return MarkedFault(found, mark)


def expected_rank(verdict, value, on_fail, dominant, lost, mark, fault, complete):
    """The ruling of one trial with one answer and at most one fault, from the rules in words."""
    if value == "fails" and mark is Mark.MISS:
        value = "meets"
    elif lost:
        value = "cannot tell"
    elif value == "meets" and mark is Mark.MISS:
        value = "fails"
    fails_by = LOWERS[on_fail] if value == "fails" else 0
    unsure = dominant and value == "cannot tell"
    supported = max(fails_by, int(unsure))
    of_fault = LOWERS[fault[0] or "note"] if fault and fault[1] is not Mark.MISS else 0
    return max(
        fails_by if dominant else 0,
        int(unsure),
        min(RANK[verdict], supported),
        of_fault,
        int(not complete),
    )


def test_every_combination_of_one_answer_and_one_fault_is_ruled_by_the_rules():
    combinations = product(
        Verdict,
        get_args(AnswerValue),
        get_args(OnFail),
        (True, False),
        (True, False),
        MARKS,
        FAULTS,
        (True, False),
    )
    for verdict, value, on_fail, dominant, lost, mark, given, complete in combinations:
        faults = [fault(*given)] if given else []
        ruling = rule([judgement(verdict, answer(value, on_fail, dominant, lost, mark))], faults, complete)
        want = expected_rank(verdict, value, on_fail, dominant, lost, mark, given, complete)
        case = (verdict, value, on_fail, dominant, lost, mark, given, complete)
        assert RANK[ruling.value] == want, case
        assert bool(ruling.deciding) is bool(want), case


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("given", FAULTS)
def test_without_a_complete_judgement_a_revision_is_unjudged_with_its_caps_listed(given, complete):
    faults = [fault(*given)] if given else []
    ruling = rule([], faults, complete)
    caps = {0: [], 1: [RulingValue.FIX], 2: [RulingValue.REWRITE]}[
        LOWERS[given[0] or "note"] if given and given[1] is None else 0
    ]
    assert ruling.value is RulingValue.UNJUDGED
    assert [cap.value for cap in ruling.caps] == caps + ([] if complete else [RulingValue.FIX])
    assert ruling.deciding == ()


def test_nothing_against_it_is_publishable():
    ruling = rule([judgement(Verdict.PUBLISHABLE, answer("meets", dominant=True))], [], complete=True)
    assert (ruling.value, ruling.caps, ruling.waived) == (RulingValue.PUBLISHABLE, (), ())


def test_an_incomplete_round_caps_at_fix_and_says_so():
    ruling = rule([judgement(Verdict.PUBLISHABLE)], [], complete=False)
    assert (ruling.value, ruling.complete) == (RulingValue.FIX, False)
    assert ruling.caps == (Cap(RulingValue.FIX, "the round is incomplete"),)


def test_caps_are_listed_the_strongest_first_and_each_once():
    trial = judgement(Verdict.PUBLISHABLE, answer("fails", "fix", dominant=True, reason="no usage"))
    ruling = rule([trial, trial], [fault("fix"), fault("rewrite", problem="no licence")], complete=True)
    assert ruling.caps == (
        Cap(RulingValue.REWRITE, "links: no licence"),
        Cap(RulingValue.FIX, "links: a dead link"),
        Cap(RulingValue.FIX, "R1 fails: no usage"),
    )
    assert ruling.deciding == ruling.caps[:1]


def test_the_lowest_of_all_trials_and_judges_holds_and_every_verdict_is_kept():
    fails = answer("fails", "rewrite")
    ruling = rule(
        [
            judgement(Verdict.PUBLISHABLE, fails),
            judgement(Verdict.REWRITE, fails),
            judgement(Verdict.FIX, fails),
        ],
        [],
        complete=True,
    )
    assert ruling.value is RulingValue.REWRITE
    assert ruling.verdicts == (Verdict.PUBLISHABLE, Verdict.REWRITE, Verdict.FIX)


def test_a_verdict_that_its_own_answers_do_not_support_does_not_lower_the_ruling():
    ruling = rule([judgement(Verdict.REWRITE, answer("meets"), answer("fails", "note"))], [], complete=True)
    assert (ruling.value, ruling.verdicts) == (RulingValue.PUBLISHABLE, (Verdict.REWRITE,))


def test_a_rewrite_without_a_fail_that_asks_for_one_is_a_fix():
    ruling = rule([judgement(Verdict.REWRITE, answer("fails", "fix"))], [], complete=True)
    assert ruling.caps == (
        Cap(RulingValue.FIX, "R1 fails, and the judge's verdict is Rewrite, which counts as Fix"),
    )


def test_an_answer_supports_the_verdict_of_its_own_trial_only():
    ruling = rule(
        [
            judgement(Verdict.REWRITE, answer("meets")),
            judgement(Verdict.PUBLISHABLE, answer("fails", "rewrite")),
        ],
        [],
        complete=True,
    )
    assert ruling.value is RulingValue.PUBLISHABLE


def test_a_missed_fault_is_waived_by_name():
    ruling = rule([judgement(Verdict.PUBLISHABLE)], [fault("rewrite", Mark.MISS)], complete=True)
    assert (ruling.value, ruling.waived) == (RulingValue.PUBLISHABLE, ("links: a dead link",))


def test_a_missed_fail_is_waived_by_name_and_no_longer_supports_the_verdict():
    trial = judgement(Verdict.REWRITE, answer("fails", "rewrite", dominant=True, mark=Mark.MISS))
    ruling = rule([trial], [], complete=True)
    assert (ruling.value, ruling.waived) == (RulingValue.PUBLISHABLE, ("R1: so it reads",))


def test_a_missed_fail_is_waived_though_its_quote_is_lost():
    trial = judgement(Verdict.FIX, answer("fails", "fix", dominant=True, lost=True, mark=Mark.MISS))
    ruling = rule([trial], [], complete=True)
    assert (ruling.value, ruling.waived) == (RulingValue.PUBLISHABLE, ("R1: so it reads",))


def test_what_could_not_lower_a_ruling_is_not_called_waived():
    trial = judgement(Verdict.FIX, answer("fails", "note", mark=Mark.MISS))
    assert rule([trial], [fault("note", Mark.MISS), fault(None, Mark.MISS)], complete=True).waived == ()


def test_a_missed_meets_fails_in_the_persons_name_and_not_by_the_judges_reason():
    trial = judgement(Verdict.PUBLISHABLE, answer("meets", "rewrite", dominant=True, mark=Mark.MISS))
    ruling = rule([trial], [], complete=True)
    assert ruling.caps == (Cap(RulingValue.REWRITE, "R1 fails: you do not agree that it is met"),)


@pytest.mark.parametrize("value", get_args(AnswerValue))
def test_a_lost_quote_makes_any_answer_cannot_tell(value):
    assert settled(answer(value, lost=True)).value == "cannot tell"


@pytest.mark.parametrize(
    ("value", "counts"),
    [("meets", "cannot tell"), ("fails", "cannot tell"), ("does not apply", "does not apply")],
)
def test_an_answer_that_needs_words_and_quotes_none_cannot_be_told(value, counts):
    said = MarkedAnswer(Answer(QUESTION, "R1", value, "", "so it reads"))
    assert settled(said).value == counts


def test_a_judgement_of_changed_passages_never_makes_a_ruling_nor_raises_one():
    order = list(RulingValue)
    answers = [
        answer(value, on_fail, dominant, lost, mark)
        for value, on_fail, dominant, lost, mark in product(
            get_args(AnswerValue), get_args(OnFail), (True, False), (True, False), MARKS
        )
    ]
    for verdict, said in product(Verdict, answers):
        focused = MarkedJudgement(verdict, (said,), focused=True)
        alone = rule([focused], [], complete=True)
        assert (alone.value, alone.verdicts, alone.of_passages) == (RulingValue.UNJUDGED, (), (verdict,))
        fails = settled(said).value == "fails"
        assert fails or not alone.caps
        for other in Verdict:
            whole = judgement(other, answer("fails", "rewrite"))
            before, after = (rule(given, [], complete=True) for given in ([whole], [whole, focused]))
            assert order.index(after.value) >= order.index(before.value)
            assert fails or after.value == before.value
