"""The person's own judgement over a real store: kept answer by answer, finished at once."""

from datetime import UTC, datetime, timedelta

import pytest
from support.builders import TEXT, judge_answer, question, reader_answer, rubric

from workbench.core.board import advance, opened
from workbench.core.history import RoundState
from workbench.core.marks import Mark, Target
from workbench.core.own_judgement import OwnRubric, own_judgement
from workbench.core.ports import Library
from workbench.core.readings import Span, Verdict
from workbench.core.rows import Group
from workbench.core.ruling import RulingValue
from workbench.storage.store import SqliteStore

EDITED = TEXT.replace("# Kettle\n", "# Kettle\n\nNew words first.\n")


class LateClock:
    """Time that passes by a minute each time it is looked at."""

    def __init__(self):
        self.at = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self):
        self.at += timedelta(minutes=1)
        return self.at

    async def sleep(self, seconds):
        pass


class Judge:
    """A person who answers the rubric of a session's text."""

    def __init__(self, session):
        self.session = session
        self.own = OwnRubric(session.desk.store, session.desk.clock)

    async def begin(self):
        self.judgement = await own_judgement(self.session.desk, self.session.board)
        return self

    async def answer(self, id, value, quote="boils water", words=""):
        asked = next(asked for asked in self.judgement.asked if asked.question.id == id)
        text = self.judgement.revision.text
        quoted = value in ("meets", "fails")
        span = Span(text.index(quote), text.index(quote) + len(quote)) if quoted else None
        self.judgement = await self.own.answer(self.judgement, asked, value, span, words)

    async def finish(self, verdict=Verdict.FIX):
        event = await self.own.finish(self.session.board.artifact, self.judgement, verdict)
        self.session.board = advance(self.session.board, event)
        return event

    async def judge(self, verdict=Verdict.FIX, **fails):
        """Answer everything: the questions named fail, for the words given."""
        for asked in self.judgement.asked:
            id = asked.question.id
            await self.answer(id, "fails" if id in fails else "meets", words=fails.get(id, ""))
        return await self.finish(verdict)


@pytest.fixture
def judge_of():
    async def begun(session):
        return await Judge(session).begin()

    return begun


@pytest.fixture
def timed(tmp_path):
    """What makes a session whose times differ."""
    clock = LateClock()
    return {"clock": clock, "store": SqliteStore(tmp_path / "w.db", clock.now)}


def rows_of(board, group):
    return [row for row in board.rows if row.group is group]


async def is_as_stored(session):
    """Whether somebody who opens the text now sees what the board shows."""
    board = session.board
    again = opened(await session.desk.store.history(board.artifact), board.revision)
    return (again.history, again.rows, again.ruling) == (board.history, board.rows, board.ruling)


async def test_each_answer_is_there_when_the_program_starts_again(session, judge_of):
    judge = await judge_of(await session())
    await judge.answer("Q2", "fails", words="Not for milk.")
    again = (await judge_of(await session())).judgement
    assert again.progress == "1 of 2 answered"
    assert again.asked[1].given == judge.judgement.asked[1].given
    await judge.answer("Q2", "does not apply")
    assert (await judge_of(await session())).judgement.asked[1].given.value == "does not apply"


async def test_a_finished_rubric_gives_a_ruling_that_is_stored_like_a_judges(session, judge_of):
    s = await session(provider=None)
    judge = await judge_of(s)
    event = await judge.judge(Q1="It does not say which.")
    assert s.board.ruling.value is RulingValue.FIX and s.board.ruling.own == (Verdict.FIX,)
    assert await is_as_stored(s)
    assert s.board.history.readings[-1] == event.reading
    assert (event.reading.provider, event.reading.model, event.reading.round) == ("me", "", 0)
    assert await s.desk.store.own_answers(s.board.artifact) == ()


async def test_what_fails_is_a_hit_from_the_start_whose_undoing_leaves_the_fail(session, judge_of):
    s = await session()
    await (await judge_of(s)).judge(Q1="It does not say which.")
    (row,) = rows_of(s.board, Group.ADDED)
    assert (row.standing.mark, row.headline, row.raised) == (Mark.HIT, "It does not say which.", 0)
    s.board = advance(s.board, await s.desk.undo(s.board.artifact))
    assert s.row("It does not say which.").standing.mark is None
    assert s.board.ruling.value is RulingValue.FIX
    await s.mark(s.row("It does not say which."), Mark.MISS)
    assert s.board.ruling.value is RulingValue.PUBLISHABLE and s.board.ruling.waived


async def test_it_is_in_no_round_and_takes_nothing_back(session, judge_of):
    s = await session({"skeptic": reader_answer("fastest kettle")})
    await s.read()
    await (await judge_of(s)).judge(Verdict.PUBLISHABLE, Q2="Not for milk.")
    assert [(row.raised, row.readings) for row in rows_of(s.board, Group.NEW)] == [(1, 3)]
    assert not rows_of(s.board, Group.NOT_RAISED)
    assert len(s.board.history.rounds) == 1
    assert s.board.spend(s.desk.prices).calls == 3
    await s.read()
    assert {r.trial for r in s.board.history.readings if r.round == s.board.history.last_round.id} == {2}


async def test_it_does_not_complete_an_incomplete_round(session, judge_of):
    s = await session({"engineer": "not an answer"})
    await s.read()
    await (await judge_of(s)).judge(Verdict.PUBLISHABLE)
    assert s.board.history.last_round.state is RoundState.INCOMPLETE
    assert s.board.ruling.value is RulingValue.FIX


SAID = {"quote": "boils water", "answer": "fails", "reason": "It never says which kettle boils the water."}


async def test_a_fail_that_a_judge_found_too_is_in_the_judges_concern(session, judge_of):
    s = await session({"judge": judge_answer({"Q1": SAID, "Q2": "meets"}, verdict="Fix")})
    await s.read()
    await (await judge_of(s)).judge(Q1="It never says which kettle boils the water.")
    (row,) = [row for row in s.board.rows if row.findings]
    assert len(row.findings) == 2 and row.standing.mark is Mark.HIT
    assert (row.raised, row.readings) == (1, 3)


@pytest.mark.parametrize(
    ("missed_first", "ruling"), [(True, RulingValue.FIX), (False, RulingValue.PUBLISHABLE)]
)
async def test_of_a_miss_and_a_fail_of_the_persons_the_later_word_holds(
    session, judge_of, timed, missed_first, ruling
):
    s = await session({"judge": judge_answer({"Q1": SAID, "Q2": "meets"}, verdict="Fix")}, **timed)
    await s.read()
    judge = await judge_of(s)
    concern = next(row for row in s.board.rows if row.findings)
    if missed_first:
        await s.mark(concern, Mark.MISS)
    await judge.answer("Q1", "fails", words=SAID["reason"])
    if not missed_first:
        await s.mark(concern, Mark.MISS)
    await judge.answer("Q2", "meets")
    await judge.finish()
    assert s.board.ruling.value is ruling
    row = s.board.row(concern.target)
    assert row.standing.mark is Mark.MISS and len(row.findings) == 2
    assert await is_as_stored(s)


async def test_finishing_again_takes_the_place_of_what_was_said_before(session, judge_of):
    s = await session()
    await (await judge_of(s)).judge(Q1="It does not say which.", Q2="Not for milk.")
    judge = await judge_of(s)
    assert judge.judgement.complete
    await judge.answer("Q1", "meets")
    assert s.board.ruling.value is RulingValue.FIX
    event = await judge.finish(Verdict.PUBLISHABLE)
    assert s.board.ruling.value is RulingValue.PUBLISHABLE
    assert [reading.id for reading in s.board.history.readings if reading.mine] == [event.reading.id]
    assert event.reading.trial == 2
    assert [row.headline for row in rows_of(s.board, Group.ADDED)] == ["Not for milk."]
    assert await is_as_stored(s)


async def test_a_mark_on_what_failed_before_stays_with_it_when_the_rubric_is_finished_again(
    session, judge_of, timed
):
    s = await session(**timed)
    await (await judge_of(s)).judge(Q1="It does not say which.")
    await s.mark(s.row("It does not say which."), Mark.MISS)
    judge = await judge_of(s)
    await judge.answer("Q2", "does not apply")
    await judge.finish()
    assert s.row("It does not say which.").standing.mark is Mark.MISS
    assert s.board.ruling.value is RulingValue.PUBLISHABLE


async def test_a_mark_on_a_judges_answer_is_none_on_the_persons_own(session, judge_of):
    s = await session()
    await s.read()
    await (await judge_of(s)).judge(Verdict.PUBLISHABLE)
    satisfied = rows_of(s.board, Group.SATISFIED)
    judged = {reading.id for reading in s.board.history.readings if not reading.mine}
    assert [row.answer.question for row in satisfied] == ["Q1", "Q2"]
    assert {row.answer.reading for row in satisfied} <= judged
    await s.mark(satisfied[0], Mark.MISS)
    own = s.board.history.readings[-1]
    assert own.mine and [s.board.marks.of_answer(answer) for answer in own.answers] == [None, None]


async def test_what_failed_stands_on_an_edited_text_until_the_person_answers_anew(session, judge_of):
    s = await session()
    await (await judge_of(s)).judge(Q1="It does not say which.", Q2="Not for milk.")
    await s.edit(EDITED)
    assert s.board.ruling.value is RulingValue.UNJUDGED
    assert len(rows_of(s.board, Group.ADDED)) == 1
    judge = await judge_of(s)
    assert judge.judgement.answered == 0
    for asked in judge.judgement.asked:
        before = asked.before
        judge.judgement = await judge.own.answer(
            judge.judgement, asked, before.value, before.span, before.words
        )
    await judge.finish()
    (row,) = rows_of(s.board, Group.ADDED)
    assert len(row.findings) == 4 and row.standing.mark is Mark.HIT
    await s.edit(EDITED + "More.\n")
    await (await judge_of(s)).judge(Verdict.PUBLISHABLE)
    assert not rows_of(s.board, Group.ADDED)
    assert [row.target for row in rows_of(s.board, Group.NOT_RAISED)] == [row.target]


async def test_the_rubric_that_is_asked_is_the_one_of_the_texts_kind(session, judge_of):
    library = Library((), (rubric(question("A1"), name="article", kinds=("article",)), rubric()))
    judge = await judge_of(await session(library=library))
    assert judge.judgement.rubric.name == "readme"


async def test_the_words_of_the_rubric_are_kept_with_it(session, judge_of):
    s = await session()
    event = await (await judge_of(s)).judge(Q1="It does not say which.")
    bodies = await s.desk.store._db.read(
        lambda db: db.execute("select name from sources where body is not null order by name").fetchall()
    )
    assert bodies == [("readme",), ("readme/Q1",), ("readme/Q2",)]
    assert [d.target for d in event.decisions] == [Target("finding", event.reading.findings[0].id)]
