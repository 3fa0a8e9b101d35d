"""The rubrics and their questions, gone through with keys."""

import pytest
from support.builders import judge_answer, question, rubric
from tui.conftest import LinkChecks
from tui.content_seat import DOOR, is_written, seat_at

from workbench.core.ports import Library
from workbench.tui.screens.rubric_questions import QuestionsScreen
from workbench.tui.screens.rubrics import RubricsScreen

MINE = {"rubrics/door.md": DOOR}


@pytest.fixture
def rubrics(bench, tmp_path):
    """Opens the rubrics of a text."""

    def open_rubrics(files=MINE, **changes):
        return seat_at(bench, tmp_path, "b", files, **changes)

    return open_rubrics


@pytest.fixture
def questions(rubrics):
    """Opens the questions of the person's own rubric."""

    class Opened:
        def __init__(self, **changes):
            self._opening = rubrics(**changes)

        async def __aenter__(self):
            seat = await self._opening.__aenter__()
            await seat.to("door")
            await seat.press("enter")
            await seat.settle()
            return seat

        async def __aexit__(self, *raised):
            return await self._opening.__aexit__(*raised)

    return Opened


def ids(seat):
    return [question.id for question in seat.screen.questions]


async def test_a_question_without_both_anchors_is_said_in_the_list_and_among_the_questions(rubrics):
    async with rubrics() as seat:
        assert isinstance(seat.screen, RubricsScreen)
        await seat.to("door")
        assert "R2 has not both its anchors" in seat.below and "dominant: R1" in seat.below
        await seat.press("enter", "down")
        assert "not both" in seat.row("R2") and "both" in seat.row("R1")
        assert "meets no example" in seat.below and "it cannot be tried on them" in seat.below


async def test_questions_are_asked_in_another_order_and_only_saving_writes_it(questions):
    async with questions() as seat:
        await seat.press("J")
        assert ids(seat) == ["R2", "R1"] and seat.screen.here == 1
        assert "not saved" in seat.bar("content-title") and seat.file("rubrics/door.md") == DOOR
        await seat.press("J")
        assert ids(seat) == ["R2", "R1"]
        await seat.press("ctrl+s")
        await seat.settle()
        assert seat.file("rubrics/door.md").index("id: R2") < seat.file("rubrics/door.md").index("id: R1")
        assert "saved" in seat.bar("content-title")


async def test_what_a_fail_does_goes_round_and_a_dominant_one_is_never_a_note(questions):
    async with questions() as seat:
        await seat.press("f")
        assert seat.screen.questions[0].on_fail == "rewrite"
        await seat.press("f")
        assert seat.screen.questions[0].on_fail == "fix"
        await seat.press("down", "d")
        assert "A dominant question needs fix or rewrite" in seat.said
        await seat.press("f", "d")
        assert seat.screen.questions[1].dominant and "decides alone" in seat.said
        await seat.press("d")
        assert not seat.screen.questions[1].dominant


async def test_an_added_question_is_written_at_once_and_asked_once_it_is_whole(questions):
    async with questions() as seat:
        await seat.press("a")
        await seat.settle()
        assert is_written(seat) and "questions.R3.ask: is empty" in seat.below
        await seat.press("ctrl+s")
        assert "Not saved" in seat.said
        await seat.press("escape")
        assert isinstance(seat.screen, QuestionsScreen) and "R3" in seat.below
        await seat.press("f")
        assert "Something is wrong with the text" in seat.said
        await seat.press("enter")
        await seat.type("ask:\n", "ask: Does it say what it costs?\n")
        await seat.type("owns: own-\n", "owns: own-cost\n")
        await seat.press("escape")
        assert ids(seat) == ["R1", "R3", "R2"]


async def test_a_question_that_a_check_answers_is_said_to_be_one(questions):
    said = "The check links answers this already: Is every file that a link names there?"
    async with questions(checks=LinkChecks()) as seat:
        await seat.press("down", "enter")
        await seat.settle()
        assert said not in seat.below
        await seat.type("Does it name its limits?", "Do all the links work?")
        assert said in seat.below
        await seat.press("escape")
        assert said in seat.below
        await seat.press("up")
        assert said not in seat.below


async def test_a_question_that_is_only_begun_is_already_said_to_be_a_checks(questions):
    async with questions(checks=LinkChecks()) as seat:
        await seat.press("a")
        await seat.settle()
        await seat.type("ask:\n", "ask: >-\n      Are there any\n      dead links?\n")
        assert "The check links answers this already" in seat.below
        assert "questions.R3.owns" in seat.below


async def test_leaving_asks_where_something_is_not_saved(questions):
    async with questions() as seat:
        await seat.press("f", "escape", "n")
        assert isinstance(seat.screen, QuestionsScreen)
        await seat.press("q", "y")
        await seat.settle()
        assert isinstance(seat.screen, RubricsScreen) and seat.file("rubrics/door.md") == DOOR


async def test_u_has_a_rubric_judge_the_open_text_with_its_readers_until_it_is_left(rubrics):
    files = {"rubrics/door.md": DOOR.replace("questions:", "readers: [engineer]\nquestions:", 1)}
    async with rubrics(files=files) as seat:
        await seat.to("door")
        assert "read by engineer, unless others are asked for" in seat.below
        await seat.press("u")
        assert "README.md is read by engineer and judged by door" in seat.said
        assert "It judges README.md in the next round." in seat.below
        plan = seat.bench.review.desk.plan(seat.bench.board.artifact)
        assert plan.rubric.name == "door" and [reader.name for reader in plan.readers] == ["engineer"]
        await seat.press("u")
        assert "judged by readme" in seat.said and "in the next round" not in seat.below
        assert "article when asked" in seat.row("essay") and "when asked" not in seat.row("article")
        await seat.to("readme-ja")
        assert "offered for texts in Japanese" in seat.below
        await seat.to("docs-page")
        assert "offered for files named docs/*" in seat.below
        await seat.to("essay")
        assert "offered" not in seat.below
        await seat.press("u")
        assert "essay is not for a text of kind 'readme'" in seat.said


async def test_every_key_among_the_questions_leads_somewhere_without_an_error(questions):
    async with questions() as seat:
        keys = (
            "down",
            "up",
            "pagedown",
            "pageup",
            "end",
            "home",
            "shift+down",
            "shift+up",
            "K",
            "ctrl+s",
            "ctrl+g",
        )
        for key in keys:
            await seat.press(key)
            await seat.settle()
        await seat.press("question_mark")
        assert "What a fail does" in seat.shown
        await seat.press("escape", "e")
        await seat.settle()
        assert is_written(seat)


async def test_a_question_without_both_anchors_is_said_where_its_answer_stands(bench):
    bare = rubric(question("Q1", dominant=True), question("Q2", fails=None))
    fails = {
        "Q1": _fails("boils water", "Nobody knows how much."),
        "Q2": _fails("fastest kettle", "The claim has no support."),
    }
    answers = {"judge": judge_answer(fails)}
    changes = {"library": Library((), (bare,)), "read": True, "size": (120, 40)}
    async with bench(answers, **changes) as b:
        for words, said in (("how much", False), ("no support", True)):
            await b.go(words)
            assert ("Q2 has not both its anchors" in " ".join(b.text().split())) is said


def _fails(quote, reason):
    return {"answer": "fails", "quote": quote, "reason": reason, "consequence": "They stop."}
