"""Prompts built again from what is stored."""

import json
from dataclasses import replace

import pytest
from sqlite_utils import Database
from support.builders import MODELS, judge_answer, persona, reader_answer, rubric

from workbench.core import prompts
from workbench.core.ports import CheckReport, Settings
from workbench.core.replay import rebuilding
from workbench.core.replay.rebuilding import rebuilt
from workbench.providers.scripted import ScriptedProvider

SKEPTIC = persona("skeptic", default_for=("readme",))
FASTEST = "It is the fastest kettle in the world."
DERIVED = {
    "questions": [
        {"quote": "fastest kettle", "ask": "Is it shown to be the fastest?", "meets": "a test", "fails": ""}
    ]
}


def found(problem, change):
    return reader_answer(
        {
            "quote": FASTEST,
            "consequence": problem,
            "problem": problem,
            "change": change,
            "fixable_by": "wording",
            "asks": "other",
        }
    )


def answer(request):
    """Two readers who disagree on one place, a judge, its questions, and the call that sorts."""
    if request.key.startswith("matcher:"):
        return json.dumps({"placements": [{"finding": "F1", "reason": "first", "same_as": "new"}]})
    if request.key.startswith("questions:"):
        return json.dumps(DERIVED)
    if "# Questions" in request.prompt.task:
        return judge_answer({"Q1": "meets", "Q2": "meets", "P1": "meets", "D1": "meets"})
    if "You are the skeptic." in request.prompt.task:
        return found("Nothing was measured.", "Cite a trial.")
    return found("My own pot may be quicker.", "Compare it to pots.")


FACTS = CheckReport(facts=("3 headings", "湯 1", "===== text"))


@pytest.fixture
def checked(session):
    """What came of building every prompt of a round again, by the kind of its source."""

    async def make(text=None, models=MODELS, change=None):
        settings = Settings(models, match="model")
        given = {} if text is None else {"text": text}
        s = await session(provider=ScriptedProvider(answer), settings=settings, **given)
        s.report = FACTS
        changed = await s.desk.add_question(s.board, "Is it about a kettle?")
        s.board = replace(s.board, history=replace(s.board.history, questions=changed.questions))
        await s.read()
        if change:
            with Database(s.desk.store._path) as db:
                db.execute(change)
                db.conn.commit()
        bodies = await s.desk.store.replays.bodies()
        return {
            (each.reading.source.kind.value, each.reading.source.name): rebuilt(each, bodies)
            for each in await s.desk.store.replays.asked()
        }

    return make


async def test_every_reading_of_a_round_is_built_again_as_it_was_asked(checked):
    made = await checked()
    kinds = {kind for kind, _ in made}
    assert kinds == {"reader", "rubric", "questions", "matcher"} and len(made) == 5
    assert {each.why for each in made.values()} == {""}


async def test_so_is_what_was_read_in_parts(checked):
    text = "# Kettle\n\nKettle boils water. It is the fastest kettle in the world.\n\n" + "".join(
        f"## Chapter {n}\n\n" + "Water boils when it is hot enough. " * 300 + "\n\n" for n in range(6)
    )
    made = await checked(text, replace(MODELS, window=24_000, max_tokens=2_000))
    assert made["rubric", "readme"].asked.reading.parts > 1
    assert {each.why for each in made.values()} == {""}


async def test_of_readings_older_than_this_was_kept_it_is_said_what_is_missing(checked):
    made = await checked(change="delete from made_of")
    why = {kind: (each.why, each.kept) for (kind, _), each in made.items()}
    assert why["reader"] == why["questions"] == ("", True)
    assert why["rubric"] == ("the checks' facts were not kept then", False)
    assert why["matcher"] == ("the findings and concerns that were sent were not kept then", False)


async def test_a_wording_whose_words_are_not_kept_is_named(checked):
    made = await checked(change="update sources set body = null where kind = 'reader' and name = 'skeptic'")
    assert made["reader", "skeptic"].why == "the words of skeptic at that wording are not kept"
    assert made["reader", "engineer"].matches


async def test_a_text_that_was_imported_without_its_words_is_said_to_be(checked):
    made = await checked(change="update revisions set text = ''")
    assert made["reader", "skeptic"].why.startswith("the text of its revision is not here")
    assert not made["reader", "skeptic"].kept


async def test_what_the_program_itself_says_otherwise_since_is_told_from_how_it_puts_it_together(
    checked, monkeypatch
):
    made = await checked()
    judged = made["rubric", "readme"].asked
    bodies = {each.source: each.as_json for each in (rubric(), SKEPTIC)}
    assert rebuilt(judged, bodies).matches
    monkeypatch.setattr(prompts, "JUDGE_INSTRUCTIONS", "Judge.")
    assert rebuilt(judged, bodies).why == "what the program tells every such reader has changed since"
    monkeypatch.undo()
    monkeypatch.setattr(prompts, "_asked", lambda question: question.ask)
    found = rebuilt(judged, bodies)
    assert found.why == "the program puts the same words together in another way since" and found.kept
    monkeypatch.undo()
    monkeypatch.setattr(prompts, "READER_INSTRUCTIONS", "Read.")
    reader = made["reader", "skeptic"].asked
    older = replace(reader, reading=replace(reader.reading, made_of=""))
    assert "or how it puts a prompt together" in rebuilt(older, bodies).why


async def test_a_fact_that_was_changed_in_the_database_is_noticed(checked):
    made = await checked(change="update made_of set body = replace(body, '3 headings', '4 headings')")
    assert not made["rubric", "readme"].matches
    assert made["reader", "skeptic"].matches


async def test_parts_beyond_the_text_are_no_parts_of_it(checked):
    made = await checked(change="update made_of set body = json_set(body, '$.parts', json('[[0, 99999]]'))")
    assert made["rubric", "readme"].why == "the parts that are kept of it are not of this text"


def test_what_another_version_kept_is_read_as_far_as_it_goes():
    assert rebuilding.made_of_json('{"told": "a", "later": 1}') == rebuilding.MadeOf(told="a")
    assert rebuilding.made_of_json('{"facts": 3}') is None
    assert rebuilding.made_of_json("") is None
