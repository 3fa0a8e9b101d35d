import json

import pytest
from support.builders import MODELS, judge_answer, persona, reader_answer

from workbench.core.board import opened
from workbench.core.errors import Failure, FailureKind, UsageError
from workbench.core.events import ReadingFailed, ReadingFinished
from workbench.core.freezing import NO_QUESTION, binding_round, escaped, escapes, frozen_revisions
from workbench.core.history import RoundState
from workbench.core.marks import Mark, Target
from workbench.core.own_judgement import OwnRubric, own_judgement
from workbench.core.ports import Library, Settings
from workbench.core.readings import ReadingState, Span, Verdict
from workbench.core.ruling import RulingValue
from workbench.core.sources import SourceKind
from workbench.core.text_questions import standing_questions
from workbench.providers.scripted import ScriptedProvider

SETTINGS = Settings(MODELS)
FAST = "fastest kettle in the world"


def question(ask, quote=FAST):
    return {"quote": quote, "ask": ask, "meets": "It is.", "fails": "It is not."}


class Model:
    """Answers as a model would, and remembers what it was asked; each set of questions is another."""

    def __init__(self, verdict="Publishable", fails=(), broken=()):
        self.tasks, self.sets, self.fails, self.broken, self.verdict = [], 0, fails, broken, verdict

    def __call__(self, request):
        task = request.prompt.task
        self.tasks.append(task)
        if "# The fixed list" in task:
            if "questions" in self.broken:
                return Failure(FailureKind.REFUSAL, "The model refused.")
            self.sets += 1
            return json.dumps({"questions": [question(f"Is promise {self.sets} kept?")]})
        if "# Questions" in task:
            names = ["Q1", "Q2", *(line[3:] for line in task.splitlines() if line[:4] in ("## D", "## P"))]
            given = {name: "fails" if name in self.fails else "meets" for name in names}
            return judge_answer(given, verdict=self.verdict)
        name = task.split("You are the ")[1].split(".")[0]
        return Failure(FailureKind.REFUSAL, "No.") if name in self.broken else reader_answer()

    @property
    def judged(self):
        return [task for task in self.tasks if "# Questions\n" in task]


@pytest.fixture
async def start(session):
    async def make(model, **changes):
        return await session(provider=ScriptedProvider(model), settings=SETTINGS, **changes)

    return make


async def freeze(session):
    proposal = await session.desk.propose(session.board, session.report, freeze=True)
    events = []
    async for event in session.desk.read(session.board.artifact, proposal):
        events.append(event)
    await session.open()
    return proposal, events


def names(session):
    return [q.name for q in standing_questions(session.board.history, session.board.revision.id)]


async def test_the_judge_is_asked_what_was_derived_from_the_text(start):
    model = Model(fails=("D1",), verdict="Fix")
    session = await start(model)
    await session.read()
    (judged,) = model.judged
    assert "## D1" in judged and "Is promise 1 kept?" in judged and f"It is about the words: {FAST}" in judged
    row = session.row("D1 for a reason")
    assert [source.name for source in row.sources] == ["derived/D1"]
    assert session.board.ruling.value is RulingValue.FIX


async def test_what_is_derived_is_fenced_for_the_judge(start):
    model = Model()
    session = await start(model)
    await session.read()
    sha = session.board.revision.sha256[:16]
    assert f"===== questions about this text {sha} begins =====\n## D1" in model.judged[0]


async def test_trials_and_the_next_revision_are_asked_the_same_and_the_one_after_fresh_ones(start):
    model = Model()
    session = await start(model)
    await session.read()
    await session.read()
    assert names(session) == ["D1"] and model.sets == 1
    await session.edit(session.board.revision.text + "\nMore.\n")
    await session.read()
    assert names(session) == ["D1"] and model.sets == 1
    await session.edit(session.board.revision.text + "\nStill more.\n")
    await session.read()
    assert names(session) == ["D2"] and model.sets == 2


async def test_without_its_questions_a_judge_is_not_asked_and_both_are_asked_later(start):
    model = Model(broken=("questions",))
    session = await start(model)
    events = await session.read()
    failed = {e.seat.source.kind: e.reading.failure.kind for e in events if isinstance(e, ReadingFailed)}
    assert failed == {SourceKind.QUESTIONS: FailureKind.REFUSAL, SourceKind.RUBRIC: FailureKind.NOT_ASKED}
    assert not model.judged and session.board.ruling.value is RulingValue.UNJUDGED
    model.broken = ()
    again = [e.seat.source.kind for e in await session.read() if isinstance(e, ReadingFinished)]
    assert again == [SourceKind.QUESTIONS, SourceKind.RUBRIC]
    assert session.board.history.rounds[-1].state is RoundState.COMPLETE
    assert "## D1" in model.judged[0]


async def test_a_judge_that_failed_is_asked_the_same_questions_again(start):
    model = Model()
    session = await start(model)
    working, model.verdict = model.verdict, "nonsense"
    await session.read()
    model.verdict = working
    events = await session.read()
    assert [e.seat.source.kind for e in events if isinstance(e, ReadingFinished)] == [SourceKind.RUBRIC]
    assert model.sets == 1 and model.judged[0] == model.judged[-1]


async def test_freezing_asks_fresh_questions_and_binds_exactly_these_bytes(start):
    model = Model()
    session = await start(model)
    await session.read()
    assert binding_round(session.board.history, session.board.revision.id) is None
    await freeze(session)
    assert model.sets == 2 and names(session) == ["D2"]
    assert session.board.binding
    frozen = session.board.revision
    await session.edit(frozen.text + ".")
    assert not session.board.binding
    assert binding_round(session.board.history, frozen.id)


async def test_a_freeze_that_is_incomplete_binds_nothing_until_it_is_resumed(start):
    model = Model(broken=("engineer",))
    session = await start(model)
    await freeze(session)
    assert not session.board.binding and session.board.ruling.value is RulingValue.FIX
    model.broken = ()
    proposal, events = await freeze(session)
    assert proposal.resumes and proposal.freeze
    finished = [e.seat.source.name for e in events if isinstance(e, ReadingFinished)]
    assert finished == ["engineer"] and session.board.binding and model.sets == 1


async def test_a_freeze_that_is_incomplete_leaves_the_ruling_of_the_complete_round_before_it(start):
    model = Model()
    session = await start(model)
    await session.read()
    draft = session.board.ruling
    model.broken = ("questions",)
    await freeze(session)
    ruling = session.board.ruling
    assert (ruling.value, ruling.caps, ruling.complete) == (draft.value, draft.caps, False)
    assert not session.board.binding


async def test_an_ordinary_round_resumes_an_incomplete_freeze_as_one(start):
    model = Model(broken=("engineer",))
    session = await start(model)
    await freeze(session)
    model.broken = ()
    await session.read()
    assert session.board.binding


async def test_freezing_never_resumes_a_draft(start):
    model = Model(broken=("engineer",))
    session = await start(model)
    await session.read()
    model.broken = ()
    proposal, _ = await freeze(session)
    assert proposal.resumes is None and len(proposal.planned) == 4
    assert [each.seat.name for each in proposal.assignments] == ["engineer (2)", "questions (2)", "judge (2)"]
    assert [each.seat.name for each in proposal.seating.reused] == ["skeptic"]
    assert session.board.binding


async def test_a_frozen_revision_is_not_frozen_twice(start):
    session = await start(Model())
    await freeze(session)
    with pytest.raises(UsageError, match="frozen already"):
        await session.desk.propose(session.board, session.report, freeze=True)


async def test_a_later_reading_can_lower_a_binding_ruling(start):
    model = Model()
    session = await start(model)
    await freeze(session)
    model.verdict, model.fails = "Fix", ("Q1",)
    await session.read()
    assert session.board.binding and session.board.ruling.value is RulingValue.FIX


async def test_an_added_question_is_asked_from_the_next_round_on(start):
    model = Model()
    session = await start(model)
    changed = await session.desk.add_question(session.board, "  Is it about\nthe harness? ")
    assert [q.ask for q in changed.questions] == ["Is it about the harness?"]
    await session.open()
    await session.read()
    assert "## P1\n\nIs it about the harness?" in model.judged[0] and "## D1" in model.judged[0]
    await session.desk.withdraw_question(session.board, "p1")
    await session.open()
    await session.read()
    assert "## P1" not in model.judged[-1] and "## D1" in model.judged[-1]


async def test_a_question_needs_words_and_is_asked_once(start):
    session = await start(Model())
    with pytest.raises(UsageError, match="yes or no"):
        await session.desk.add_question(session.board, " ")
    await session.desk.add_question(session.board, "Is it so?")
    await session.open()
    with pytest.raises(UsageError, match="already"):
        await session.desk.add_question(session.board, "is IT so?")
    with pytest.raises(UsageError, match="these are: P1"):
        await session.desk.withdraw_question(session.board, "P2")


async def test_what_is_found_after_a_binding_publishable_is_an_escape(start):
    session = await start(Model())
    await freeze(session)
    board, span = session.board, Span(10, 16)
    await session.desk.overlook(board.artifact, board.revision, span, "No unit.", "Q2")
    await session.desk.overlook(board.artifact, board.revision, span, "No price.", NO_QUESTION)
    await session.desk.overlook(board.artifact, board.revision, span, "Ordinary.")
    await session.open()
    found = list(escapes(session.board.history))
    assert [(e.finding.problem, e.question) for e in found] == [("No unit.", "Q2"), ("No price.", None)]
    assert {e.rubric for e in found} == {session.desk.library.rubrics[0].source}
    assert frozen_revisions(session.board.history) == {session.desk.library.rubrics[0].source: 1}
    await session.desk.undo(board.artifact)
    await session.desk.undo(board.artifact)
    await session.open()
    assert [e.question for e in escapes(session.board.history)] == ["Q2"]


async def judge_oneself(session, verdict, fails=()):
    """Answer the rubric on the text that is shown; what is not failed does not apply."""
    own = OwnRubric(session.desk.store, session.desk.clock)
    judgement = await own_judgement(session.desk, session.board)
    for asked in judgement.asked:
        failed = asked.question.id in fails
        value, span = ("fails", Span(10, 16)) if failed else ("does not apply", None)
        judgement = await own.answer(judgement, asked, value, span, f"{asked.question.id} is not so.")
    made = await own.finish(session.board.artifact, judgement, verdict)
    await session.open()
    return made


async def test_what_ones_own_rubric_fails_after_a_binding_publishable_is_an_escape_of_its_question(start):
    session = await start(Model())
    await freeze(session)
    await judge_oneself(session, Verdict.FIX, fails=("Q1", "D1"))
    found = list(escapes(session.board.history))
    assert [(e.finding.problem, e.question) for e in found] == [
        ("Q1 is not so.", "Q1"),
        ("D1 is not so.", "D1"),
    ]
    rubric = session.desk.library.rubrics[0].source
    assert {e.rubric for e in found} == {rubric}
    (counted,) = escaped([session.board.history])
    named = f"{rubric.name} {rubric.wording[:8]}"
    assert counted.sentence == f"{named}: 2 escapes from 1 frozen revision (Q1 1, D1 1)"
    assert counted.shape()["questions"] == [{"question": q, "escapes": 1} for q in ("Q1", "D1")]


async def test_a_fail_that_no_question_of_the_frozen_round_asked_about_is_no_questions_escape(start):
    session = await start(Model())
    await freeze(session)
    await session.desk.add_question(session.board, "Is a price named?")
    await session.open()
    await judge_oneself(session, Verdict.FIX, fails=("P1",))
    assert [e.question for e in escapes(session.board.history)] == [None]


async def test_a_fail_that_was_marked_a_miss_since_or_answered_anew_is_no_escape(start):
    session = await start(Model())
    await freeze(session)
    made = await judge_oneself(session, Verdict.FIX, fails=("Q1",))
    target = Target("concern", made.placements[0].concern)
    await session.desk.mark(session.board.artifact, target, Mark.MISS)
    await session.open()
    assert not list(escapes(session.board.history))
    await judge_oneself(session, Verdict.PUBLISHABLE)
    assert not list(escapes(session.board.history))


@pytest.mark.parametrize("verdict", ["Fix", "Publishable"])
async def test_what_is_failed_before_the_freeze_or_after_another_ruling_is_no_escape(start, verdict):
    model = Model(verdict=verdict, fails=("Q1",) if verdict == "Fix" else ())
    session = await start(model)
    if verdict == "Publishable":
        await judge_oneself(session, Verdict.PUBLISHABLE, fails=("Q2",))
    await freeze(session)
    if verdict == "Fix":
        await judge_oneself(session, Verdict.FIX, fails=("Q2", "Q1"))
    assert session.board.binding and not list(escapes(session.board.history))
    assert "no escape from 1 frozen revision" in escaped([session.board.history])[0].sentence


async def test_a_text_without_escapes_or_freezes_has_nothing_counted(start):
    session = await start(Model())
    await session.read()
    await judge_oneself(session, Verdict.FIX, fails=("Q1",))
    assert not list(escapes(session.board.history)) and not escaped([session.board.history])


async def test_a_board_of_a_frozen_revision_says_so_when_opened_again(start):
    session = await start(Model())
    await freeze(session)
    history = await session.desk.store.history(session.board.artifact)
    assert opened(history, session.board.revision).binding
    assert {r.state for r in history.readings if r.round} == {ReadingState.FINISHED}


async def test_without_a_judge_no_questions_are_made_and_nothing_can_bind(session):
    library = Library((persona("skeptic", default_for=("readme",)),))
    s = await session(settings=SETTINGS, library=library)
    events = await s.read()
    assert [e.seat.source.name for e in events if isinstance(e, ReadingFinished)] == ["skeptic"]
    with pytest.raises(UsageError, match="needs a judge"):
        await s.desk.propose(s.board, s.report, freeze=True)
