"""Rulings that bind, questions about one text, and what is found after all."""

import json

from support.builders import MODELS, judge_answer

from workbench.core.freezing import escapes
from workbench.core.ports import Settings
from workbench.providers.scripted import ScriptedProvider
from workbench.tui.screens.proposal import ProposalScreen

from .conftest import ANSWERS, LinkChecks, asked, played

SETTINGS = Settings(MODELS, budget=1.0)


def model(verdict="Publishable"):
    """Derives one question from the text and finds every question met."""

    def answer(request):
        task = request.prompt.task
        if "# The fixed list" in task:
            question = {"quote": "fastest kettle", "ask": "Is it compared?", "meets": "", "fails": ""}
            return played(json.dumps({"questions": [question]}))
        if "# Questions" in task:
            names = ["Q1", "Q2", *(line[3:] for line in task.splitlines() if line[:4] in ("## D", "## P"))]
            return played(judge_answer(dict.fromkeys(names, "meets"), verdict=verdict))
        return played(ANSWERS[asked(request, ANSWERS)])

    return ScriptedProvider(answer)


async def freeze(b):
    await b.press("z", "enter")
    await b.settle()


async def test_a_freeze_is_proposed_as_one_and_binds(bench):
    async with bench(provider=model(), settings=SETTINGS) as b:
        await b.press("z")
        assert isinstance(b.app.screen, ProposalScreen)
        shown = b.text()
        assert "Freeze revision 1" in shown and "Questions about this text" in shown
        assert "enter freezes" in shown and "enter send" not in shown
        assert "fresh questions" in shown and "whatever ruling comes out" in shown
        await b.press("enter")
        await b.settle()
        assert "Binding: Publishable" in b.bar("artifact")
        await b.press("z")
        assert "frozen already" in b.said


async def test_one_edited_character_voids_a_binding_ruling_on_screen(bench):
    async with bench(provider=model(), settings=SETTINGS) as b:
        await freeze(b)
        b.review.desk.files.write(b.board.revision.text + ".")
        await b.review._watch()
        await b.pilot.pause()
        assert "Ruling: void, was Publishable" in b.bar("artifact")
        await b.press("R")
        assert "Ruling: Unjudged" in b.bar("artifact")


async def test_a_question_is_added_listed_and_taken_away(bench):
    async with bench(provider=model(), settings=SETTINGS, size=(120, 40)) as b:
        await b.press("a")
        await b.answer("Is it about the harness?")
        assert b.said.startswith("P1 is asked from the next round on")
        await b.press("home")
        assert "asked of this text, P1: Is it about the harness?" in b.text()
        await b.read()
        asked_judge = [
            r.prompt.task for r in b.review.desk.provider.asked if "# Questions\n" in r.prompt.task
        ]
        assert "Is it about the harness?" in asked_judge[0] and "Is it compared?" in asked_judge[0]
        await b.press("A")
        await b.answer("P1")
        assert b.said.startswith("P1 is asked no more")
        await b.press("home")
        assert "harness" not in b.text() and "D1: Is it compared?" in b.text()


async def test_a_question_that_a_check_answers_is_asked_only_after_that_was_said(bench):
    async with bench(checks=LinkChecks()) as b:
        await b.press("a")
        await b.answer("Do all links work?")
        assert "The check links answers this already: Is every file that a link names there?" in b.text()
        assert not b.board.history.questions
        await b.press("escape")
        assert not b.board.history.questions
        await b.press("a")
        await b.answer("Do all links work?")
        await b.press("enter")
        assert [question.ask for question in b.board.history.questions] == ["Do all links work?"]


async def test_without_questions_about_the_text_there_is_none_to_take_away(bench):
    async with bench() as b:
        await b.press("A")
        assert b.said.startswith("No question is asked of this text alone; a adds one")
        await b.press("a")
        await b.answer("   ")
        assert not b.board.history.questions


async def test_a_problem_added_to_a_binding_publishable_text_says_who_let_it_through(bench):
    async with bench(provider=model(), settings=SETTINGS) as b:
        await freeze(b)
        await b.press("o", "space", "enter")
        await b.answer("No unit is given.")
        assert "Ruled Publishable: which" in b.text()
        await b.answer("q1")
        assert "as an escape: Q1 let it through" in b.said
        assert [e.question for e in escapes(b.board.history)] == ["Q1"]
        await b.press("o", "space", "enter")
        await b.answer("Nor a price.")
        await b.answer("")
        assert [e.question for e in escapes(b.board.history)] == ["Q1", None]


async def test_a_problem_added_to_a_draft_is_no_escape(bench):
    async with bench(provider=model(), settings=SETTINGS) as b:
        await b.read()
        await b.press("o", "space", "enter")
        await b.answer("No unit is given.")
        assert not list(escapes(b.board.history)) and "added as a hit" in b.said
