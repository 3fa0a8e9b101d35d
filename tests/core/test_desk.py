import asyncio
from dataclasses import replace
from pathlib import PurePath

import pytest
from support.builders import TEXT, judge_answer, persona, question, reader_answer, rubric

from workbench.core.board import advance
from workbench.core.errors import ContentError, Failure, FailureKind, UsageError
from workbench.core.events import ReadingFinished, RoundFinished, Ruled
from workbench.core.history import Round, RoundState
from workbench.core.marks import Mark
from workbench.core.ports import CheckReport
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState, Span
from workbench.core.rows import Group
from workbench.core.ruling import RulingValue
from workbench.providers.scripted import ScriptedProvider

BOASTS = {
    "skeptic": reader_answer("fastest kettle"),
    "engineer": reader_answer("fastest kettle in the world"),
}


def fault(rule, text=TEXT, words="kettle on"):
    start = text.index(words)
    return Finding(
        rule.source,
        FindingKind.FAULT,
        words,
        "There is no `on`.",
        asks=rule.id,
        span=Span(start, start + len(words)),
        on_fail=rule.on_fail,
    )


async def test_a_round_groups_rules_and_ends_complete(session):
    s = await session(BOASTS)
    events = await s.read()
    assert [type(e) for e in events[-2:]] == [Ruled, RoundFinished]
    assert s.board.history.last_round.state is RoundState.COMPLETE
    assert s.board.ruling.value is RulingValue.PUBLISHABLE
    concerns = [row for row in s.board.rows if row.target.kind == "concern"]
    assert [(row.group, row.raised, row.readings) for row in concerns] == [(Group.NEW, 2, 3)]


async def test_nothing_is_asked_twice_after_a_failed_reading(session):
    failing = [Failure(FailureKind.REFUSAL, "It refused."), BOASTS["engineer"]]
    s = await session({**BOASTS, "engineer": failing})
    await s.read()
    assert s.board.history.last_round.state is RoundState.INCOMPLETE
    assert s.board.ruling.value is RulingValue.FIX
    asked = len(s.desk.provider.asked)
    events = await s.read()
    assert len(s.desk.provider.asked) == asked + 1
    assert [e.seat.source.name for e in events if isinstance(e, ReadingFinished)] == ["engineer"]
    assert s.board.history.last_round.state is RoundState.COMPLETE
    assert len(s.board.history.rounds) == 1
    assert s.board.ruling.value is RulingValue.PUBLISHABLE


async def test_reading_a_complete_round_again_makes_new_trials(session):
    s = await session(BOASTS)
    await s.read()
    await s.read()
    assert [r.number for r in s.board.history.rounds] == [1, 2]
    assert {r.trial for r in s.board.history.readings if r.round == s.board.history.last_round.id} == {2}
    assert [row.raised for row in s.board.rows if row.target.kind == "concern"] == [4]


async def test_stopping_closes_the_round_as_incomplete_and_keeps_what_was_read(session):
    class Slow(ScriptedProvider):
        async def ask(self, request):
            if "You are the skeptic." not in request.prompt.task:
                await asyncio.Event().wait()
            async for said in super().ask(request):
                yield said

    stop = asyncio.Event()
    s = await session(provider=Slow([BOASTS["skeptic"]]))
    proposal = await s.desk.propose(s.board, s.report)
    async for event in s.desk.read(s.board.artifact, proposal, stop):
        if isinstance(event, ReadingFinished):
            stop.set()
    again = await session(BOASTS)
    assert again.board.history.last_round.state is RoundState.INCOMPLETE
    states = sorted(r.state for r in again.board.history.readings if r.round)
    assert states == [ReadingState.FINISHED, ReadingState.STOPPED, ReadingState.STOPPED]
    assert any(row.target.kind == "concern" for row in again.board.rows)


async def left_open(s):
    """A round with one reading, as a killed program leaves it: the store is closed, the round is not."""
    round = await s.desk.store.begin_round(s.board.artifact, planned(await s.desk.propose(s.board, s.report)))
    found = Finding(
        persona("skeptic").source,
        FindingKind.FINDING,
        "kettle on",
        "It does nothing.",
        span=Span(TEXT.index("kettle on"), TEXT.index("kettle on") + 9),
        revision=s.board.revision.id,
    )
    reading = Reading(
        persona("skeptic").source,
        1,
        ReadingState.FINISHED,
        s.board.revision.id,
        round.id,
        findings=(found,),
        started_at=s.desk.clock.now(),
        ended_at=s.desk.clock.now(),
    )
    await s.desk.store.save_reading(s.board.artifact, reading)


def planned(proposal):
    return Round(proposal.revision.id, 0, proposal.planned)


async def test_a_round_that_a_killed_run_left_open_is_closed_with_its_findings_placed(session):
    s = await session()
    await left_open(s)
    await s.end()
    again = await session(BOASTS)
    assert again.board.history.last_round.state is RoundState.RUNNING
    finished = await again.desk.close_killed_round(again.board)
    assert finished.round.state is RoundState.INCOMPLETE
    again.board = advance(again.board, finished)
    assert again.row("It does nothing.").target.kind == "concern"
    await again.read()
    assert len(again.desk.provider.asked) == 2


async def test_a_round_that_another_workbench_reads_is_neither_closed_nor_read_twice(session):
    s = await session()
    await left_open(s)
    other = await session(BOASTS)
    assert await other.desk.close_killed_round(other.board) is None
    with pytest.raises(UsageError, match="Another workbench is reading"):
        await other.desk.propose(other.board, other.report)


async def test_a_round_that_another_workbench_resumed_meanwhile_is_not_read_again(session):
    failing = [Failure(FailureKind.REFUSAL, "It refused."), BOASTS["engineer"]]
    s = await session({**BOASTS, "engineer": failing})
    await s.read()
    other = await session(BOASTS)
    proposal = await other.desk.propose(other.board, other.report)
    await s.read()
    with pytest.raises(UsageError, match="has read this text meanwhile"):
        async for _ in other.desk.read(other.board.artifact, proposal):
            pass


async def test_a_resumed_round_shows_every_seat_of_it(session):
    failing = [Failure(FailureKind.REFUSAL, "It refused."), BOASTS["engineer"]]
    s = await session({**BOASTS, "engineer": failing})
    await s.read()
    await s.read()
    assert {seat.source.name: p.phase for seat, p in s.board.seats.items()} == {
        "skeptic": "finished",
        "engineer": "finished",
        "readme": "finished",
    }


async def test_there_is_nothing_to_read_in_a_text_of_front_matter_alone(session):
    s = await session(text="---\ntitle: Tea\n---\n\n")
    with pytest.raises(UsageError, match="nothing to read"):
        await s.desk.propose(s.board, s.report)


async def test_files_that_cannot_be_used_are_named_before_a_round(session):
    s = await session()
    broken = ContentError(PurePath("personas/editor.md"), "is broken", 3)
    s.desk = replace(s.desk, library=replace(s.desk.library, errors=(broken,)))
    assert (await s.desk.propose(s.board, s.report)).unusable == ("personas/editor.md:3: is broken",)


async def test_a_deferral_and_a_note_made_before_grouping_are_kept(session):
    s = await session(BOASTS)
    proposal = await s.desk.propose(s.board, s.report)
    done = set()
    async for event in s.desk.read(s.board.artifact, proposal):
        s.board = advance(s.board, event)
        for row in s.board.rows:
            if row.target.kind == "finding" and row.target not in done:
                done.add(row.target)
                who = row.findings[0].source.name
                s.board = advance(s.board, await s.desk.note(s.board.artifact, row.target, f"by {who}"))
                s.board = advance(s.board, await s.desk.defer(s.board.artifact, row.target, True))
    standing = s.row("fastest kettle").standing
    assert standing.deferred and standing.note == "by skeptic; by engineer"
    await s.mark(s.row("fastest kettle"), Mark.HIT)
    assert s.row("fastest kettle").standing.note == "by skeptic; by engineer"
    taken_back = await s.desk.defer(s.board.artifact, s.row("fastest kettle").target, False)
    s.board = advance(s.board, taken_back)
    assert not s.row("fastest kettle").standing.deferred


async def test_a_round_in_which_nobody_read_says_nothing_of_what_was_raised_before(session):
    refused = Failure(FailureKind.REFUSAL, "It refused.")
    answers = {
        name: [BOASTS.get(name, judge_answer(verdict="Publishable")), refused] for name in (*BOASTS, "judge")
    }
    s = await session(answers)
    await s.read()
    await s.read()
    assert s.board.history.last_round.state is RoundState.INCOMPLETE
    assert s.row("fastest kettle").group is Group.NEW


async def test_a_board_that_another_program_left_behind_is_refreshed(session):
    s = await session(BOASTS)
    await s.read()
    other = await session(BOASTS)
    await other.mark(other.row("fastest kettle"), Mark.MISS)
    s.board = advance(s.board, await s.desk.refresh(s.board.artifact))
    assert s.row("fastest kettle").standing.mark is Mark.MISS


async def test_marks_survive_a_restart_and_are_undone_after_it(session):
    s = await session(BOASTS)
    await s.read()
    await s.mark(s.row("fastest kettle"), Mark.MISS, "preference")
    again = await session(BOASTS)
    standing = again.row("fastest kettle").standing
    assert (standing.mark, standing.reason) == (Mark.MISS, "preference")
    await again.desk.undo(again.board.artifact)
    assert (await session(BOASTS)).row("fastest kettle").standing.mark is None


async def test_undone_marks_are_redone_until_something_new_is_decided(session):
    s = await session(BOASTS)
    await s.read()
    row = s.row("fastest kettle")
    await s.mark(row, Mark.HIT)
    await s.desk.undo(s.board.artifact)
    assert (await s.desk.redo(s.board.artifact)).decision.value == "hit"
    await s.desk.undo(s.board.artifact)
    await s.mark(row, Mark.MISS)
    assert await s.desk.redo(s.board.artifact) is None


async def test_a_mark_on_a_finding_becomes_its_concerns_when_the_round_ends(session):
    s = await session(BOASTS)
    proposal = await s.desk.propose(s.board, s.report)
    marked = False
    async for event in s.desk.read(s.board.artifact, proposal):
        s.board = advance(s.board, event)
        unplaced = [row for row in s.board.rows if row.target.kind == "finding"]
        if unplaced and not marked:
            await s.mark(unplaced[0], Mark.HIT)
            marked = True
    row = s.row("fastest kettle")
    assert (row.target.kind, row.standing.mark, row.disagree) == ("concern", Mark.HIT, False)


async def test_marks_that_disagree_stay_with_their_findings_and_the_person_is_asked(session):
    s = await session(BOASTS)
    proposal = await s.desk.propose(s.board, s.report)
    async for event in s.desk.read(s.board.artifact, proposal):
        s.board = advance(s.board, event)
        for row in s.board.rows:
            if row.target.kind == "finding" and row.standing.mark is None:
                hit = row.findings[0].source.name == "skeptic"
                await s.mark(row, Mark.HIT if hit else Mark.MISS)
    row = s.row("fastest kettle")
    assert row.disagree and row.standing.mark is None
    assert {s.board.marks.of_finding(f) for f in row.findings} == {Mark.HIT, Mark.MISS}
    await s.mark(row, Mark.HIT)
    row = s.row("fastest kettle")
    assert not row.disagree and {s.board.marks.of_finding(f) for f in row.findings} == {Mark.HIT}


async def test_a_mark_survives_an_edit_that_leaves_its_words_findable(session):
    s = await session(BOASTS)
    await s.read()
    await s.mark(s.row("fastest kettle"), Mark.MISS, "wrong")
    await s.edit(TEXT.replace("# Kettle\n", "# Kettle\n\nA new paragraph.\n"))
    row = s.row("fastest kettle")
    assert row.standing.mark is Mark.MISS
    assert s.board.revision.text[row.span.start : row.span.end].startswith("fastest kettle")


async def test_a_concern_raised_again_on_the_edited_text_is_known(session):
    s = await session(BOASTS)
    await s.read()
    await s.edit(TEXT.replace("boils water", "heats water"))
    await s.read()
    assert s.row("fastest kettle").group is Group.AGAIN
    assert len([row for row in s.board.rows if row.target.kind == "concern"]) == 1


async def test_a_concern_whose_words_are_gone_says_so(session):
    s = await session(BOASTS)
    await s.read()
    await s.edit(TEXT.replace("It is the fastest kettle in the world.", "Nothing more."))
    assert s.row("fastest kettle").group is Group.GONE


async def test_a_fault_of_a_check_caps_the_ruling_until_the_person_waives_it(session):
    s = await session()
    rule = s.desk.checks.rules[0]
    s.desk.checks.report = CheckReport(faults=(fault(rule),))
    s = await session(checks=s.desk.checks)
    await s.read()
    assert (s.board.ruling.value, s.board.ruling.caps[0].why) == (
        RulingValue.FIX,
        "fences: There is no `on`.",
    )
    await s.mark(s.row("There is no `on`."), Mark.MISS, "wrong")
    assert s.board.ruling.value is RulingValue.PUBLISHABLE
    assert s.board.ruling.waived == ("fences: There is no `on`.",)


async def test_a_proven_fault_stands_before_what_readers_think(session):
    s = await session()
    rule = s.desk.checks.rules[0]
    s.desk.checks.report = CheckReport(faults=(fault(rule),))
    s = await session(BOASTS, checks=s.desk.checks)
    await s.read()
    assert [row.headline for row in s.board.rows[:2]] == ["There is no `on`.", s.row("fastest").headline]


async def test_a_marked_fault_keeps_its_mark_when_the_checks_run_again(session):
    s = await session()
    rule = s.desk.checks.rules[0]
    s.desk.checks.report = CheckReport(faults=(fault(rule),))
    s = await session(checks=s.desk.checks)
    await s.mark(s.row("There is no `on`."), Mark.HIT)
    again = await session(checks=s.desk.checks)
    assert again.row("There is no `on`.").standing.mark is Mark.HIT
    assert len([r for r in again.board.rows if r.lead and r.lead.kind is FindingKind.FAULT]) == 1


async def test_secrets_are_named_until_they_are_marked_miss(session):
    s = await session()
    rule = replace(s.desk.checks.rules[0], id="secrets")
    s.desk.checks.rules = (rule,)
    s.desk.checks.report = CheckReport(faults=(fault(rule),))
    s = await session(checks=s.desk.checks)
    assert [f.quote for f in (await s.desk.propose(s.board, s.report)).secrets] == ["kettle on"]
    await s.mark(s.row("There is no `on`."), Mark.MISS, "wrong")
    assert (await s.desk.propose(s.board, s.report)).secrets == ()


async def test_consent_is_remembered_for_the_artifact_and_destination(session):
    s = await session(BOASTS)
    assert not (await s.desk.propose(s.board, s.report)).consented
    await s.read()
    assert (await (await session(BOASTS)).desk.propose(s.board, s.report)).consented


async def test_an_overlooked_problem_is_a_concern_of_its_own_marked_hit(session):
    s = await session()
    added = await s.desk.overlook(s.board.artifact, s.board.revision, Span(0, 8), "The title says nothing.")
    s.board = advance(s.board, added)
    row = s.row("The title says nothing.")
    assert (row.standing.mark, row.group) == (Mark.HIT, Group.ADDED)
    s.board = advance(s.board, await s.desk.undo(s.board.artifact))
    assert not [row for row in s.board.rows if row.headline == "The title says nothing."]


async def test_an_overlooked_problem_wants_words(session):
    s = await session()
    with pytest.raises(UsageError, match="Say what is wrong"):
        await s.desk.overlook(s.board.artifact, s.board.revision, Span(0, 8), "  ")


async def test_a_persona_that_does_not_exist_is_named(session):
    s = await session()
    s.desk = replace(s.desk, settings=replace(s.desk.settings, readers={s.board.artifact.kind: ("nobody",)}))
    with pytest.raises(UsageError, match="no persona 'nobody'"):
        await s.desk.propose(s.board, s.report)


async def test_reading_again_never_raises_a_ruling(session):
    answers = {"judge": [judge_answer({"Q1": {"answer": "fails", "quote": "kettle on"}, "Q2": "meets"})]}
    answers["judge"].append(judge_answer(verdict="Publishable"))
    s = await session(answers)
    await s.read()
    assert s.board.ruling.value is RulingValue.FIX
    await s.read()
    assert s.board.ruling.value is RulingValue.FIX


async def test_the_report_counts_what_was_marked(session):
    s = await session(BOASTS)
    await s.read()
    await s.mark(s.row("fastest kettle"), Mark.HIT)
    report = await s.desk.report()
    readers = next(row for row in report.table if row.heading.value == "reader findings")
    assert (readers.raised, readers.tally.marked) == (2, 2)


async def test_an_answer_whose_quote_is_lost_is_listed_as_it_counts(session):
    met = {"answer": "meets", "quote": "words that nobody wrote here"}
    answers = {"Q1": met, "Q2": "meets", "Q3": "meets", "Q4": "meets"}
    several = rubric(*(question(f"Q{n}") for n in range(1, 5)))
    s = await session({"judge": judge_answer(answers, verdict="Publishable")})
    s.desk = replace(s.desk, library=replace(s.desk.library, rubrics=(several,)))
    await s.read()
    groups = {row.answer.question: row.group for row in s.board.rows if row.answer}
    assert (groups["Q1"], groups["Q2"]) == (Group.UNDECIDED, Group.SATISFIED)
