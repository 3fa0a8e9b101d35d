"""An unchanged reading is not paid for twice: what stands of a text that was read before."""

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from support.builders import MODELS, persona, reader_answer, revision, rubric

from workbench.core.artifacts import Artifact, Kind
from workbench.core.filling import finished, missing_seats
from workbench.core.history import History, Round, RoundState
from workbench.core.loop.cells import Stood, stood
from workbench.core.loop.stopping import assess
from workbench.core.plans import Plan
from workbench.core.ports import Library, Settings
from workbench.core.proposals import seating
from workbench.core.readings import Reading, ReadingState, Verdict
from workbench.core.sources import SourceKind

PERSONAS = tuple(persona(name) for name in ("skeptic", "engineer", "newcomer"))
MODEL_NAMES = ("claude-opus-5-5", "claude-sonnet-5-5", "gpt-9")


def panels():
    return st.lists(st.sampled_from(MODEL_NAMES), min_size=1, max_size=3, unique=True).map(tuple)


@st.composite
def plans(draw):
    models = replace(
        MODELS,
        readers=draw(panels()),
        judges=draw(panels()),
        reader_effort=draw(st.sampled_from([None, "low"])),
    )
    readers = tuple(draw(st.lists(st.sampled_from(PERSONAS), min_size=1, unique=True)))
    judge = rubric(wording="other") if draw(st.booleans()) else rubric()
    return Plan(readers, judge, models, draw(st.integers(1, 2)), draw(st.integers(1, 2)))


def read(history, plan, outcomes, again=False, facts=()):
    """The history once a round of a plan is over; `outcomes` says in turn which readings finish."""
    text = history.revisions[0]
    seats = seating(history, text, Kind.README, plan, facts, "scripted", again=again)
    if seats.all_read:
        return seats, history
    number = len(history.rounds) + 1
    round = seats.resumes or Round(text.id, number, seats.planned, id=number)
    if not seats.resumes:
        round = replace(round, reused=tuple(a.seat for a in seats.reused))
    history = history.with_round(round)
    for assignment, ends in zip(seats.assignments, outcomes, strict=False):
        state = ReadingState.FINISHED if ends else ReadingState.FAILED
        judges = assignment.seat.source.kind is SourceKind.RUBRIC
        made = Reading(
            assignment.seat.source,
            assignment.seat.trial,
            state,
            text.id,
            round.id,
            "scripted",
            f"{assignment.request.model}-20260101",
            assignment.request.effort or "",
            assignment.prompt_sha256,
            verdict=Verdict.FIX if judges and ends else None,
            asked=assignment.request.model,
            id=len(history.readings) + 1,
        )
        history = history.with_reading(made)
    state = RoundState.INCOMPLETE if missing_seats(history) else RoundState.COMPLETE
    return seats, history.with_round(replace(round, state=state))


def identity(assignment):
    request = assignment.request
    return (assignment.seat.source, request.model, request.effort or "", assignment.prompt_sha256)


def read_with(reading):
    return (reading.source, reading.asked, reading.effort, reading.prompt_sha256)


ROUNDS = st.lists(
    st.tuples(plans(), st.lists(st.booleans(), min_size=40, max_size=40), st.booleans()),
    min_size=1,
    max_size=5,
)


@given(ROUNDS)
def test_no_finished_reading_is_asked_for_twice_unless_a_further_trial_is(rounds):
    history = History(Artifact("x", "x", Kind.README), (revision(),))
    for plan, outcomes, again in rounds:
        there = Counter(read_with(r) for r in history.readings if r.state is ReadingState.FINISHED)
        seats, after = read(history, plan, outcomes, again)
        wanted = Counter(map(identity, seats.assignments))
        asked = Counter(map(identity, plan.assignments(history.revisions[0], Kind.README, ())))
        further = again or (seats.resumes and any(a.seat.trial > 1 for a in seats.assignments))
        for one, times in wanted.items():
            assert further or (there[one] + times == asked[one]) or (seats.resumes and not there[one])
        if again and not seats.resumes:
            assert wanted == asked and not seats.reused
        made = [(r.source, r.asked, r.trial) for r in after.readings if r.state is ReadingState.FINISHED]
        assert len(set(made)) == len(made)
        history = after


@given(ROUNDS)
def test_a_round_is_complete_exactly_if_every_seat_has_a_finished_reading_of_its_text(rounds):
    history = History(Artifact("x", "x", Kind.README), (revision(),))
    for plan, outcomes, again in rounds:
        _, history = read(history, plan, outcomes, again)
        last = history.last_round
        if last is None:
            continue
        assert len(set(last.planned)) == len(last.planned)
        of = [r for r in history.readings if r.state is ReadingState.FINISHED]
        kept = {
            seat
            for seat in last.planned
            if any(
                (r.source, r.trial) == (seat.source, seat.trial)
                and (r.asked == seat.model or not (seat.called or seat in last.reused))
                and (r.round == last.id or seat in last.reused)
                for r in of
            )
        }
        assert (last.state is RoundState.COMPLETE) == (kept == set(last.planned))
        assert set(finished(history, last)) == kept


@given(plans(), st.lists(st.booleans(), min_size=40, max_size=40))
def test_a_round_is_resumed_with_exactly_the_seats_that_are_missing(plan, outcomes):
    history = History(Artifact("x", "x", Kind.README), (revision(),))
    first, history = read(history, plan, outcomes)
    failed = {a.seat for a, ends in zip(first.assignments, outcomes, strict=False) if not ends}
    second, history = read(history, plan, [True] * 40)
    assert {a.seat for a in second.assignments} == failed
    assert all(a.request.model == a.seat.model for a in second.assignments)
    assert history.last_round.state is RoundState.COMPLETE and len(history.rounds) == 1
    assert read(history, plan, ())[0].all_read


def two_readers(**changes):
    models = {**changes}
    return Settings(replace(MODELS, **models), text_questions=False)


async def test_a_persona_that_is_added_is_read_and_the_rest_stands(session):
    s = await session({"skeptic": reader_answer("fastest kettle")})
    await s.read()
    library = Library(
        (*s.desk.library.personas, persona("newcomer", default_for=("readme",))), s.desk.library.rubrics
    )
    s.desk = replace(s.desk, library=library)
    before = len(s.desk.provider.asked)
    await s.read(again=False)
    assert [r.key.partition("@")[0] for r in s.desk.provider.asked[before:]] == ["reader:newcomer"]
    last = s.board.history.last_round
    assert last.state is RoundState.COMPLETE and last.readings == 1 and len(last.reused) == 3
    assert [seat.name for seat in s.board.seats] == ["skeptic", "engineer", "newcomer", "judge"]
    assert s.row("fastest kettle").group.value == "new"


async def test_another_effort_of_the_judge_has_only_the_judge_asked(session):
    s = await session()
    await s.read()
    s.desk = replace(s.desk, settings=two_readers(judge_effort="max"))
    proposal = await s.desk.propose(s.board, s.report)
    assert [a.seat.name for a in proposal.assignments] == ["judge (2)"]
    assert proposal.stands == "2 readings of this text stand as they are"


async def test_another_provider_is_another_reader(session):
    s = await session()
    await s.read()
    s.desk.provider.name = "elsewhere"
    proposal = await s.desk.propose(s.board, s.report)
    assert len(proposal.assignments) == 3 and not proposal.stands


async def test_where_nothing_is_new_only_a_further_trial_is_offered(session):
    s = await session()
    await s.read()
    assert (await s.desk.propose(s.board, s.report)).all_read
    again = await s.desk.propose(s.board, s.report, again=True)
    assert [a.seat.trial for a in again.assignments] == [2, 2, 2] and again.again


async def test_an_edit_is_read_as_a_whole(session):
    s = await session()
    await s.read()
    await s.edit(s.board.revision.text + "\nMore.\n")
    proposal = await s.desk.propose(s.board, s.report)
    assert len(proposal.assignments) == 3 and not proposal.stands


async def test_who_comes_back_to_a_text_that_was_read_before_makes_a_round_without_asking_anybody(session):
    s = await session()
    text = s.board.revision.text
    await s.read()
    await s.edit(text + "\nMore.\n")
    await s.read()
    await s.edit(text)
    before = len(s.desk.provider.asked)
    proposal = await s.desk.propose(s.board, s.report)
    assert not proposal.assignments and not proposal.all_read
    await s.read(again=False)
    assert len(s.desk.provider.asked) == before
    last = s.board.history.last_round
    assert (last.revision, last.state, last.readings) == (s.board.revision.id, RoundState.COMPLETE, 0)
    assert (await s.desk.propose(s.board, s.report)).all_read


async def test_a_reused_reading_neither_raises_a_ruling_nor_is_grouped_twice(session):
    s = await session({"skeptic": reader_answer("fastest kettle")})
    await s.read()
    before = s.board.history.placements
    s.desk = replace(s.desk, settings=two_readers(judge_effort="max"))
    await s.read(again=False)
    assert s.board.history.placements == before
    assert len(s.board.ruling.verdicts) == 2


async def test_few_new_readings_beside_those_taken_over_do_not_make_a_loop_quiet(session):
    s = await session({"skeptic": reader_answer("fastest kettle")})
    await s.read()
    assert assess(s.board.loop).reason.value == "go on"
    s.desk = replace(s.desk, settings=two_readers(judge_effort="max"))
    await s.read(again=False)
    brought = s.board.loop.rounds[-1]
    assert len(brought.readings) == 1 and len(brought.taken_over) == 2
    assert not brought.new and brought.new_by_all
    assert [stood(s.board.loop, s.board.loop.concerns[0], n) for n in (0, 1)] == [Stood.NEW, Stood.STANDS]
    assert assess(s.board.loop).reason.value == "go on"


async def test_a_freeze_judges_anew_and_takes_the_readers_over(session):
    s = await session()
    await s.read()
    proposal = await s.desk.propose(s.board, s.report, freeze=True)
    assert [a.seat.name for a in proposal.assignments] == ["judge (2)"]
    await s.read(again=False, freeze=True)
    assert s.board.binding
