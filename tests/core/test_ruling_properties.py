from dataclasses import replace
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from workbench.core.marks import Mark
from workbench.core.readings import Answer, AnswerValue, Finding, FindingKind, Span, Verdict
from workbench.core.ruling import MarkedAnswer, MarkedFault, MarkedJudgement, RulingValue, rule
from workbench.core.sources import OnFail, Source, SourceKind

LOWEST_FIRST = (RulingValue.REWRITE, RulingValue.FIX, RulingValue.PUBLISHABLE)
SPAN = Span(0, 5)
on_fails = st.sampled_from(get_args(OnFail))
marks = st.sampled_from((None, *Mark))
answers = st.builds(
    MarkedAnswer,
    st.builds(
        Answer,
        st.just(Source(SourceKind.QUESTION, "readme/R1", "q")),
        st.sampled_from(("R1", "R2")),
        st.sampled_from(get_args(AnswerValue)),
        st.just("words"),
        st.just("so it reads"),
        span=st.sampled_from((SPAN, None)),
        dominant=st.booleans(),
        on_fail=on_fails,
    ),
    marks,
)
faults = st.builds(
    MarkedFault,
    st.builds(
        Finding,
        st.just(Source(SourceKind.CHECK, "links", "c")),
        st.just(FindingKind.FAULT),
        st.just("words"),
        st.sampled_from(("a dead link", "another one")),
        asks=st.just("links"),
        on_fail=st.one_of(st.none(), on_fails),
    ),
    marks,
)
judgements = st.builds(MarkedJudgement, st.sampled_from(Verdict), st.lists(answers, max_size=4).map(tuple))
panels = st.lists(judgements, min_size=1, max_size=3)
many_faults = st.lists(faults, max_size=3)


def height(judgements, faults, complete):
    return LOWEST_FIRST.index(rule(judgements, faults, complete).value)


@given(panels, many_faults, faults, st.booleans())
def test_another_fault_never_raises_a_ruling(panel, given_faults, another, complete):
    assert height(panel, [*given_faults, another], complete) <= height(panel, given_faults, complete)


@given(panels, judgements, many_faults, st.booleans())
def test_another_trial_never_raises_a_ruling(panel, another, given_faults, complete):
    assert height([*panel, another], given_faults, complete) <= height(panel, given_faults, complete)


@given(panels, answers, many_faults, st.booleans())
def test_another_answer_of_a_trial_never_raises_a_ruling(panel, another, given_faults, complete):
    first, *others = panel
    more = [replace(first, answers=(*first.answers, another)), *others]
    assert height(more, given_faults, complete) <= height(panel, given_faults, complete)


@given(panels, answers, many_faults, st.booleans())
def test_what_passes_never_makes_up_for_what_fails(panel, passing, given_faults, complete):
    met = MarkedAnswer(replace(passing.answer, value="meets", span=SPAN))
    first, *others = panel
    more = [replace(first, answers=(*first.answers, met)), *others]
    assert height(more, given_faults, complete) == height(panel, given_faults, complete)


@given(panels, faults, st.booleans())
def test_no_judge_overrides_a_check(panel, fault, complete):
    unmarked = replace(fault, mark=None)
    cap = {"fix": RulingValue.FIX, "rewrite": RulingValue.REWRITE}.get(fault.fault.on_fail)
    if cap:
        assert height(panel, [unmarked], complete) <= LOWEST_FIRST.index(cap)


@given(panels, many_faults, faults, st.booleans())
def test_a_missed_fault_counts_as_if_it_were_not_there(panel, given_faults, fault, complete):
    missed = replace(fault, mark=Mark.MISS)
    assert height(panel, [*given_faults, missed], complete) == height(panel, given_faults, complete)


@given(panels, answers, many_faults, st.booleans())
def test_a_missed_fail_counts_as_if_it_were_not_there(panel, failing, given_faults, complete):
    missed = MarkedAnswer(replace(failing.answer, value="fails"), Mark.MISS)
    first, *others = panel
    more = [replace(first, answers=(*first.answers, missed)), *others]
    assert height(more, given_faults, complete) == height(panel, given_faults, complete)


@given(panels, many_faults)
def test_an_incomplete_round_is_never_publishable(panel, given_faults):
    assert rule(panel, given_faults, complete=False).value is not RulingValue.PUBLISHABLE


@given(panels, many_faults, st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_trials_and_faults_does_not_matter(panel, given_faults, complete, random):
    shuffled, shuffled_faults = list(panel), list(given_faults)
    random.shuffle(shuffled)
    random.shuffle(shuffled_faults)
    assert height(shuffled, shuffled_faults, complete) == height(panel, given_faults, complete)


@given(st.lists(judgements, max_size=3), many_faults, st.booleans())
def test_a_ruling_below_publishable_always_names_what_decides_it(panel, given_faults, complete):
    ruling = rule(panel, given_faults, complete)
    lowered = ruling.value in (RulingValue.FIX, RulingValue.REWRITE)
    assert bool(ruling.deciding) is lowered
    assert ruling.deciding == ruling.caps[: len(ruling.deciding)]
