"""Two wordings of a rubric on texts that were read and marked before."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest
from core.replay.conftest import STRONG, TWIN, WEAK, text_of, wording
from msgspec import structs
from sqlite_utils import Database
from support.builders import persona

from workbench.core.board import advance
from workbench.core.errors import UsageError
from workbench.core.marks import Mark, Target
from workbench.core.ports import CheckReport
from workbench.core.readings import Finding, FindingKind
from workbench.core.replay.claims import MarksOn
from workbench.core.replay.replay import Replay
from workbench.core.replay.replaying import read_replay
from workbench.core.replay.text import proposal_lines, result_lines, verdict_sentence
from workbench.core.replay.to_mark import put_to_mark
from workbench.core.replay.units import Side, Split, Wish, half_of
from workbench.core.replay.verdict import Outcome
from workbench.core.sources import CheckRule, SourceKind


async def test_a_strong_and_a_weak_judge_are_separated_and_two_of_one_skill_are_not(marked):
    m = await marked()
    strong = await m.replay(STRONG)
    assert strong.verdict.outcome is Outcome.BETTER and not strong.verdict.directional
    assert strong.verdict.unmarked == 0 and m.sent == 10
    assert strong.new.hits > strong.old.hits and strong.new.misses < strong.old.misses
    twin = await m.replay(TWIN)
    assert twin.verdict.outcome is Outcome.NOT_SEPARABLE
    assert f"About {twin.verdict.marked.further:,} further marks would" in verdict_sentence(twin.verdict)
    weak = await m.replay(WEAK, STRONG)
    assert weak.verdict.outcome is Outcome.WORSE
    assert weak.verdict.marked.figure == -strong.verdict.marked.figure


async def test_unmarked_new_findings_withhold_the_verdict_until_they_are_marked(marked):
    m = await marked(thorough=False)
    result = await m.replay(STRONG)
    assert result.verdict.outcome is Outcome.NO_VERDICT and result.to_mark
    assert result.verdict.best.outcome is Outcome.BETTER
    assert not any(each.known for each in result.to_mark)
    assert f":{result.to_mark[0].line} (revision 1) new:" in "\n".join(result_lines(result))
    assert await put_to_mark(m.desk, result) == len(result.to_mark)
    assert (await m.replay(STRONG)).to_mark[0].known
    for path in m.files.contents:
        board, _ = await m.desk.open(Path(path))
        for row in board.rows:
            if row.target.kind == "concern" and row.standing.mark is None:
                mark = Mark.HIT if "broken" in row.headline else Mark.MISS
                board = advance(board, await m.desk.mark(board.artifact, row.target, mark))
    again = await m.replay(STRONG)
    assert m.sent == 0 and again.verdict.outcome is Outcome.BETTER and not again.to_mark


async def test_what_is_put_to_be_marked_is_no_readers_and_nothing_is_put_twice(marked):
    m = await marked(texts=5, thorough=False)
    before, _ = await m.stored()
    await put_to_mark(m.desk, await m.replay(STRONG))
    after, _ = await m.stored()
    added = [r for old, new in zip(before, after, strict=True) for r in new.readings if r not in old.readings]
    assert added and {r.source.kind for r in added} == {SourceKind.OUTSIDE}
    assert {r.source.name for r in added} == {"replay-readme"}
    assert [h.rounds for h in before] == [h.rounds for h in after]
    assert await put_to_mark(m.desk, await m.replay(STRONG)) == 0


async def test_a_replay_changes_no_list_no_ruling_no_round_and_no_rate(marked):
    m = await marked(texts=5)
    before = await m.stored()
    await m.replay(STRONG, trials=2)
    assert m.sent == 15
    assert await m.stored() == before


async def test_a_replay_that_was_stopped_goes_on_with_what_is_missing(marked):
    m = await marked(texts=8)
    one_at_a_time = replace(m.desk, settings=replace(m.desk.settings, parallel=1))
    part = await m.replay(STRONG, desk=one_at_a_time, stop_after=3)
    assert (m.sent, len(part.compared), len(part.incomplete)) == (3, 3, 5)
    whole = await m.replay(STRONG, desk=m.begun())
    assert (m.sent, len(whole.compared), whole.incomplete) == (5, 8, ())
    await m.replay(STRONG)
    assert m.sent == 0 and not m.proposal.missing


async def test_the_budget_is_a_hard_stop_that_keeps_what_was_read(marked):
    m = await marked(texts=8)
    few = await m.replay(STRONG, desk=m.begun(budget=0.006))
    assert 0 < len(few.compared) < 8 and m.sent == len(few.compared)
    whole = await m.replay(STRONG)
    assert m.sent == 8 - len(few.compared) and len(whole.compared) == 8


async def test_a_reading_that_fails_leaves_its_revision_out_by_name(marked):
    m = await marked(texts=6)
    m.provider.broken = ("3",)
    result = await m.replay(STRONG)
    assert result.incomplete == ("/texts/3/README.md revision 1",) and len(result.compared) == 5
    assert "In no figure, for a reading is missing: /texts/3/README.md revision 1." in list(
        result_lines(result)
    )


async def test_fewer_than_ten_texts_are_directional_and_fewer_than_five_separate_nothing(marked):
    m = await marked(texts=7)
    paths = [Path(path) for path in m.files.contents]
    seven = await m.replay(wording("Skill 1.0."))
    assert "Better, directional: under 10 texts." in verdict_sentence(seven.verdict)
    four = await m.replay(wording("Skill 1.0."), paths=paths[:4])
    assert four.verdict.marked.interval.low > 0
    assert four.verdict.outcome is Outcome.NOT_SEPARABLE
    said = verdict_sentence(four.verdict)
    assert "Fewer than 5 texts separate nothing" in said and "95 % interval" not in said


async def test_unmarked_and_half_marked_revisions_are_refused_with_what_is_missing(marked):
    m = await marked(texts=3, but=("/texts/0/README.md", "/texts/1/README.md"))
    board, _ = await m.desk.open(Path("/texts/1/README.md"))
    judged = [row for row in board.rows if row.target.kind == "concern" and len(row.sources) == 2]
    await m.desk.mark(board.artifact, judged[0].target, Mark.HIT)
    await m.replay(STRONG)
    assert len(m.proposal.units) == 1
    none, some = proposal_lines(m.proposal)
    assert none.startswith("Left out: /texts/0/README.md revision 1 is not marked: ")
    left = len(judged) - 1
    assert f"is half-marked: {len(judged)} concerns of readme, {left} without a mark" in some
    with pytest.raises(UsageError, match="nothing to compare on: /texts/0/README"):
        await m.replay(STRONG, paths=[Path("/texts/0/README.md")])


async def test_a_mark_about_words_that_a_revision_lacks_does_not_hold_there(marked):
    m = await marked(texts=1)
    path = Path("/texts/0/README.md")
    board, _ = await m.desk.open(path)
    row = next(row for row in board.rows if "lamp" in row.headline)
    kept = [line for line in text_of(0).splitlines(keepends=True) if "lamp" not in line]
    m.files.contents[str(path)] = "".join(kept) + "\nThe bulb of model 0 flickers, broken by moths.\n"
    second, report = await m.desk.open(path)
    async for _ in m.desk.read(second.artifact, await m.desk.propose(second, report)):
        pass
    history = await m.desk.store.history(second.artifact)
    bulb = next(f for f in history.findings if "bulb" in f.quote)
    if history.placements[bulb.id].concern != row.target.id:
        target = Target("concern", history.placements[bulb.id].concern)
        await m.desk.store.merge(second.artifact, [row.target, target])
    history = await m.desk.store.history(second.artifact)
    marks = [MarksOn(history, revision).of(row.target.id) for revision in history.revisions]
    assert marks[0] is not None and marks[1] is None


async def test_a_side_is_told_the_facts_of_then(marked):
    m = await marked(texts=1)
    m.checks.report = CheckReport(facts=("7 sentences",))
    await m.replay(STRONG, trials=2)
    judged = [request.prompt.task for request in m.provider.asked[-3:]]
    assert m.sent == 3 and all("- 6 sentences" in task for task in judged)


async def test_a_side_is_asked_what_was_asked_of_that_text_then(marked):
    m = await marked(texts=1, asks="Is it about a model?")
    board, _ = await m.desk.open(Path("/texts/0/README.md"))
    await m.desk.withdraw_question(board, "P1")
    result = await m.replay(STRONG)
    assert m.sent == 1 and "Is it about a model?" in m.provider.asked[-1].prompt.task
    assert "P1" in [answer.question for answer in result.compared[0].new[0].answers]


async def test_old_readings_whose_facts_were_not_kept_are_read_again_and_it_is_said(marked):
    m = await marked(texts=2)
    with Database(m.path) as db:
        db.execute("delete from made_of")
        db.conn.commit()
    result = await m.replay(STRONG)
    assert m.sent == 4 and result.old.readings == 2
    (told,) = proposal_lines(m.proposal)
    assert told.startswith(
        "The old side is read again on 2 revisions, to be asked the same: the checks' facts"
    )


async def test_several_changes_at_once_are_said_to_be_bundled(marked):
    m = await marked(texts=2)
    assert any(line.startswith("Changed: the wording (") for line in result_lines(await m.replay(STRONG)))
    result = await m.replay(STRONG, model="other")
    assert [change.partition(" (")[0] for change in result.changed] == ["the wording", "the model"]
    assert any(line.startswith("Bundled: the wording (") for line in result_lines(result))
    alone = await m.replay(WEAK, model="other")
    assert alone.changed == ("the model (judge-model to other)",)


async def test_a_text_is_in_one_half_for_ever_and_looks_at_the_other_are_counted(marked):
    m = await marked(texts=8)
    histories, _ = await m.stored()
    halves = [half_of(history) for history in histories]
    assert {Split.TRAIN, Split.TEST} == set(halves)
    train = await m.replay(STRONG, split=Split.TRAIN)
    assert len(train.compared) == halves.count(Split.TRAIN) and not train.looked
    test = await m.replay(STRONG, split=Split.TEST)
    assert len(test.compared) == halves.count(Split.TEST) and test.looked
    both = {c.history.artifact.id for c in (*train.compared, *test.compared)}
    assert len(both) == 8


async def test_secrets_that_are_not_marked_miss_are_named_before_anything_is_sent(marked):
    m = await marked(texts=1)
    rule = CheckRule("secrets", "live-credential", "A key.", "By its form.", "fix")
    secret = Finding(rule.source, FindingKind.FAULT, "Model 0", "A key stands there.", asks="secrets")
    m.checks.report = CheckReport(faults=(secret,))
    await m.replay(STRONG)
    assert m.proposal.secrets == ("/texts/0/README.md revision 1: A key stands there.",)


async def test_two_sides_that_are_one_are_refused(marked):
    m = await marked(texts=1)
    with pytest.raises(UsageError, match="Both sides are the same wording"):
        await m.replay(WEAK)
    with pytest.raises(UsageError, match="A reader and a rubric cannot be compared"):
        await m.replay(persona("finder"), WEAK)


async def test_a_reader_that_finds_nothing_is_told_from_one_that_finds_everything(marked):
    m = await marked(texts=6)
    m.provider.thorough = False
    finder = persona("finder", default_for=("readme",))
    silent = structs.replace(finder, body="You are the silent finder.", wording="0" * 64)
    result = await m.replay(silent, finder)
    assert result.new.raised == 0 and result.old.raised > 30
    assert result.change.misses_avoided + result.change.hits_lost == result.old.raised
    assert result.verdict.marked.marks == result.old.raised


async def test_two_programs_never_compare_wordings_of_one_source_at_once(marked):
    m = await marked(texts=4)
    other = m.begun()
    wish = Wish(Side(STRONG, "judge-model"), Side(WEAK, "judge-model"))
    proposals = [
        await Replay(desk, wish, await desk.store.replays.bodies()).propose() for desk in (m.desk, other)
    ]
    before = len(m.provider.asked)
    async with aclosing(read_replay(m.desk, proposals[0], asyncio.Event())) as events:
        await anext(events)
        with pytest.raises(UsageError, match=r"is comparing wordings of .* now: wait until it is done"):
            await anext(read_replay(other, proposals[1], asyncio.Event()))
        _ = [event async for event in events]
    with pytest.raises(UsageError, match=r"has read for a comparison of .* meanwhile"):
        await anext(read_replay(other, proposals[1], asyncio.Event()))
    assert len(m.provider.asked) - before == 4
    assert (await m.replay(STRONG, desk=other)).verdict and m.sent == 0
