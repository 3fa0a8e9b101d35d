"""Several models in one role: each its own reading, their disagreement shown, the lowest ruling."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.builders import MODELS, judge_answer, reader_answer

from workbench.core.artifacts import Artifact, Kind
from workbench.core.errors import Failure, FailureKind
from workbench.core.filling import finished
from workbench.core.history import History, Round, RoundState
from workbench.core.loop.stopping import assess
from workbench.core.panels import differences
from workbench.core.ports import Settings
from workbench.core.readings import Reading, ReadingState
from workbench.core.ruling import RulingValue
from workbench.core.seats import Seat, short_names
from workbench.core.sources import Source, SourceKind
from workbench.providers.scripted import ScriptedProvider

OPUS, SONNET = "claude-opus-5-5", "claude-sonnet-5-5"
JUDGES = Settings(replace(MODELS, judges=(OPUS, SONNET)), text_questions=False)


class Family:
    """Answers by model; those in `broken` refuse."""

    def __init__(self, **verdicts):
        self.verdicts, self.asked, self.broken = verdicts, [], set()

    def __call__(self, request):
        self.asked.append((request.key.split(":")[0], request.model))
        if request.model in self.broken:
            return Failure(FailureKind.REFUSAL, "No.")
        if not request.key.startswith("rubric"):
            return reader_answer("fastest kettle")
        name = next(name for name in self.verdicts if name in request.model)
        fails = self.verdicts[name] == "Fix"
        return judge_answer({"Q1": "fails" if fails else "meets", "Q2": "meets"}, verdict=self.verdicts[name])


@pytest.fixture
async def start(session):
    async def make(family, settings=JUDGES):
        return await session(provider=ScriptedProvider(family), settings=settings)

    return make


@pytest.mark.parametrize(
    ("models", "names"),
    [
        ((OPUS, SONNET), ("opus", "sonnet")),
        (("claude-opus-5-5", "claude-opus-5-4"), ("opus-5-5", "opus-5-4")),
        ((OPUS, "gpt-5"), ("claude", "gpt")),
        (
            ("eu.anthropic.claude-opus-5-5-v1:0", "mistral.mistral-large-2407-v1:0", "meta/llama3-70b"),
            ("claude", "mistral", "llama3"),
        ),
        ((OPUS,), ("",)),
        ((OPUS, "/data/llama/"), (OPUS, "/data/llama/")),
        ((OPUS, "---"), (OPUS, "---")),
        ((OPUS, "[bold red]m[/]"), (OPUS, "[bold red]m[/]")),
    ],
)
def test_a_panel_calls_its_models_by_what_tells_them_apart(models, names):
    assert tuple(short_names(models).values()) == names


@given(st.lists(st.text("abc5-./: ", max_size=8), unique=True, min_size=2))
def test_no_two_models_of_a_panel_are_called_the_same(models):
    called = short_names(models)
    assert list(called) == models and len(set(called.values())) == len(models)
    assert "" in models or all(called.values())


@pytest.mark.parametrize(
    "models",
    [
        ("a" * 3_000, "b" * 3_000),
        ("a" * 3_000, "a" * 2_999),
        ("a" * 3_000, "a" * 2_999, "2: aaa", f"1: {'a' * 99}…"),
    ],
)
def test_a_panel_calls_no_model_by_an_endless_name(models):
    called = short_names(models)
    assert len(set(called.values())) == len(models)
    assert all(len(name) <= 110 for name in called.values())


async def test_each_model_of_a_panel_judges_by_itself_and_the_lowest_rules(start):
    family = Family(opus="Fix", sonnet="Publishable")
    s = await start(family)
    await s.read()
    assert sorted(family.asked) == [
        ("reader", "reader-model"),
        ("reader", "reader-model"),
        ("rubric", OPUS),
        ("rubric", SONNET),
    ]
    assert [seat.name for seat in s.board.seats][-2:] == ["judge opus", "judge sonnet"]
    assert s.board.ruling.value is RulingValue.FIX
    assert s.board.ruling.differing == "opus said Fix, sonnet said Publishable"
    assert s.board.ruling.caps[0].why.startswith("Q1 fails (opus): ")
    assert "the judge" not in " ".join(cap.why for cap in s.board.ruling.caps)


async def test_where_the_models_differ_on_a_question_each_is_told(start):
    s = await start(Family(opus="Fix", sonnet="Publishable"))
    await s.read()
    told = differences(s.board.history, s.board.revision.id).values()
    assert [(each.question, each.in_words) for each in told] == [("Q1", "opus fails, sonnet meets")]


async def test_a_panel_that_agrees_is_said_to_differ_on_nothing(start):
    s = await start(Family(opus="Publishable", sonnet="Publishable"))
    await s.read()
    assert not differences(s.board.history, s.board.revision.id)
    assert s.board.ruling.differing == "" and s.board.ruling.value is RulingValue.PUBLISHABLE


async def test_only_the_model_that_is_missing_is_asked_when_a_round_is_resumed(start):
    family = Family(opus="Fix", sonnet="Publishable")
    family.broken = {SONNET}
    s = await start(family)
    await s.read()
    assert s.board.history.last_round.state is RoundState.INCOMPLETE
    family.broken, family.asked = set(), []
    await s.read(again=False)
    assert family.asked == [("rubric", SONNET)]
    assert s.board.history.last_round.state is RoundState.COMPLETE


async def test_another_model_steps_in_for_one_that_failed_alone(start):
    family = Family(opus="Publishable", sonnet="Fix")
    family.broken = {OPUS}
    s = await start(family, Settings(replace(MODELS, judges=(OPUS,)), text_questions=False))
    await s.read()
    settings = Settings(replace(MODELS, judges=(SONNET,)), text_questions=False)
    s.desk, family.asked = replace(s.desk, settings=settings), []
    await s.read(again=False)
    assert family.asked == [("rubric", SONNET)] and len(s.board.history.rounds) == 1
    assert s.board.history.last_round.state is RoundState.COMPLETE


@pytest.mark.parametrize("freeze", [False, True])
async def test_a_judge_of_a_panel_that_failed_is_missing_whatever_it_is_called(start, freeze):
    family = Family(opus="Publishable", llama="Publishable")
    family.broken = {"/data/llama/"}
    models = replace(MODELS, judges=(OPUS, "/data/llama/"))
    s = await start(family, Settings(models, text_questions=False))
    await s.read(freeze=freeze)
    assert s.board.history.last_round.state is RoundState.INCOMPLETE and not s.board.binding
    assert s.board.ruling.value is RulingValue.FIX
    family.broken, family.asked = set(), []
    await s.read(again=False)
    assert family.asked == [("rubric", "/data/llama/")]
    assert s.board.history.last_round.state is RoundState.COMPLETE


def test_which_judge_of_a_panel_answered_does_not_hang_on_what_the_models_are_called():
    source = Source(SourceKind.RUBRIC, "r", "w")
    seats = (Seat(source, 1, OPUS), Seat(source, 1, "/data/llama/"))
    made = Reading(source, 1, ReadingState.FINISHED, 1, 1, asked=OPUS, id=1)
    history = History(Artifact("x", "x", Kind.README), readings=(made,))
    assert list(finished(history, Round(1, 1, seats, id=1))) == [seats[0]]


async def test_who_goes_back_to_a_model_that_has_read_already_pays_nothing_for_it(start):
    only = {
        name: Settings(replace(MODELS, readers=(name,), judges=(name,)), text_questions=False)
        for name in (SONNET, OPUS)
    }
    family = Family(opus="Publishable", sonnet="Publishable")
    s = await start(family, only[SONNET])
    await s.read()
    family.broken = {OPUS}
    s.desk = replace(s.desk, settings=only[OPUS])
    await s.read(again=False)
    assert s.board.history.last_round.state is RoundState.INCOMPLETE
    s.desk, family.asked = replace(s.desk, settings=only[SONNET]), []
    await s.read(again=False)
    assert family.asked == [] and s.board.history.last_round.state is RoundState.COMPLETE


async def test_a_model_that_is_asked_again_after_another_failed_makes_its_own_next_trial(start):
    only = {name: Settings(replace(MODELS, judges=(name,)), text_questions=False) for name in (SONNET, OPUS)}
    family = Family(opus="Publishable", sonnet="Publishable")
    s = await start(family, only[SONNET])
    await s.read()
    family.broken = {OPUS}
    s.desk = replace(s.desk, settings=only[OPUS])
    await s.read(again=False)
    s.desk = replace(s.desk, settings=only[SONNET])
    await s.read(again=True)
    judged = [r.trial for r in s.board.history.readings if r.asked == SONNET]
    assert judged == [1, 2]


async def test_a_model_that_joins_a_panel_is_asked_alone(start):
    family = Family(opus="Publishable", sonnet="Fix")
    s = await start(family, Settings(replace(MODELS, judges=(OPUS,)), text_questions=False))
    await s.read()
    assert [seat.name for seat in s.board.seats][-1] == "judge"
    s.desk, family.asked = replace(s.desk, settings=JUDGES), []
    await s.read(again=False)
    assert family.asked == [("rubric", SONNET)]
    assert [seat.name for seat in s.board.seats][-2:] == ["judge opus", "judge sonnet"]
    assert s.board.ruling.value is RulingValue.FIX


def judged_by(*judges, **changes):
    return Settings(replace(MODELS, judges=judges, **changes), text_questions=False)


async def test_leaving_out_a_judge_that_did_not_answer_raises_no_ruling(start):
    family = Family(opus="Publishable", sonnet="Publishable")
    family.broken = {OPUS}
    s = await start(family)
    await s.read()
    s.desk, family.asked = replace(s.desk, settings=judged_by(SONNET)), []
    await s.read(again=False)
    assert family.asked == [] and s.board.history.last_round.state is RoundState.COMPLETE
    assert s.board.ruling.value is RulingValue.FIX and not s.board.ruling.complete
    assert [cap.why for cap in s.board.ruling.caps] == [
        "round 1 is incomplete: the judge opus did not answer, and nothing was read instead"
    ]
    assert assess(s.board.loop).sentence() == (
        "Incomplete: round 1 is incomplete: the judge opus did not answer, and nothing was read instead, "
        "so nothing can be concluded."
    )
    s.desk = replace(s.desk, settings=judged_by(SONNET, reader_effort="max"))
    await s.read(again=False)
    assert family.asked and s.board.ruling.value is RulingValue.FIX, "a reader stands in for no judge"


@pytest.mark.parametrize("by", ["the judge itself", "a further judgement", "an edit"])
async def test_a_judge_that_did_not_answer_holds_until(start, by):
    family = Family(opus="Publishable", sonnet="Publishable")
    family.broken = {OPUS}
    s = await start(family)
    await s.read()
    s.desk = replace(s.desk, settings=judged_by(SONNET))
    await s.read(again=False)
    family.broken = set()
    if by == "the judge itself":
        s.desk = replace(s.desk, settings=JUDGES)
    if by == "an edit":
        await s.edit(s.board.revision.text + "\nMore.\n")
    await s.read(again=by == "a further judgement")
    assert s.board.ruling.value is RulingValue.PUBLISHABLE and s.board.ruling.complete


async def test_a_judge_that_joins_and_does_not_answer_takes_nothing_from_what_was_ruled_before(start):
    family = Family(opus="Publishable", sonnet="Publishable")
    family.broken = {OPUS}
    s = await start(family, judged_by(SONNET))
    await s.read()
    s.desk = replace(s.desk, settings=JUDGES)
    await s.read(again=False)
    s.desk = replace(s.desk, settings=judged_by(SONNET))
    await s.read(again=False)
    assert s.board.ruling.value is RulingValue.PUBLISHABLE and s.board.ruling.complete


async def test_a_reader_that_did_not_answer_is_made_up_for_by_another_that_reads_anew(start):
    family = Family(opus="Publishable", sonnet="Publishable")
    family.broken = {"reader-model"}
    s = await start(family, judged_by(SONNET))
    await s.read()
    assert s.board.ruling.value is RulingValue.FIX
    s.desk = replace(s.desk, settings=judged_by(SONNET, readers=(OPUS, SONNET)))
    await s.read(again=False)
    assert s.board.ruling.value is RulingValue.PUBLISHABLE


async def test_a_freeze_binds_only_once_every_model_has_judged(start):
    family = Family(opus="Publishable", sonnet="Publishable")
    family.broken = {SONNET}
    s = await start(family)
    await s.read(freeze=True)
    assert not s.board.binding
    family.broken = set()
    await s.read(again=False)
    assert s.board.binding


async def test_what_two_models_find_as_one_persona_are_two_readings_of_one_concern(start):
    models = replace(MODELS, readers=(OPUS, SONNET), judges=(OPUS,))
    s = await start(Family(opus="Publishable"), Settings(models, text_questions=False))
    await s.read()
    row = s.row("fastest kettle")
    assert (row.raised, row.readings) == (4, 5)
    assert [seat.name for seat in s.board.seats] == [
        "skeptic opus",
        "skeptic sonnet",
        "engineer opus",
        "engineer sonnet",
        "judge",
    ]


async def test_each_model_is_counted_by_itself(start):
    s = await start(Family(opus="Fix", sonnet="Publishable"))
    await s.read()
    counted = await s.desk.store.counted(s.desk.prices)
    played = [cell.played for claim in counted.book for cell in claim.cells]
    assert {each.model for each in played if each.source.kind is SourceKind.RUBRIC} == {OPUS, SONNET}
