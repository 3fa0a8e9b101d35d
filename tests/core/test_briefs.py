import json
from dataclasses import replace

import pytest
from support.builders import MODELS, judge_answer, persona, reader_answer, revision, rubric

from workbench.core.artifacts import Kind
from workbench.core.briefs import Brief, brief_of
from workbench.core.costs.tokens import estimated_tokens
from workbench.core.errors import UsageError
from workbench.core.ports import Settings
from workbench.core.questioning import QUESTIONER
from workbench.core.readings import ReadingState
from workbench.core.ruling import RulingValue
from workbench.providers.scripted import ScriptedProvider

SECTION = (
    "## Chapter {n}\n\n" + "Water boils when it is hot enough. " * 300 + "\n\nThe word here is {word}.\n\n"
)
LONG = "# Kettle\n\n" + "".join(SECTION.format(n=n, word=f"number-{n}") for n in range(1, 7))
SMALL = replace(MODELS, window=24_000, max_tokens=2_000)
INSTRUMENTS = (persona(), rubric(), QUESTIONER)


def brief(text=LONG, models=SMALL, instruments=INSTRUMENTS):
    return brief_of(Brief(revision(text), Kind.README, (), models, rubric()), instruments)


def test_a_text_that_fits_is_read_whole_and_its_prompt_says_nothing_of_parts():
    whole = brief(models=MODELS)
    assert whole.parts == (None,)
    (request,) = whole.requests(persona())
    assert LONG in request.prompt.text and "part 1" not in request.prompt.whole


def test_a_text_that_is_too_long_is_read_in_parts_that_fit():
    made = brief()
    assert len(made.parts) > 1
    for instrument in INSTRUMENTS:
        for part, request in zip(made.parts, made.requests(instrument), strict=True):
            assert LONG[part.start : part.end] in request.prompt.text
            assert f"This is {part.name}" in request.prompt.text
            assert "outline" in request.prompt.text and "Chapter 6" in request.prompt.text
            sent = estimated_tokens(request.prompt.whole) + request.max_tokens
            assert sent < SMALL.window


def test_readers_of_a_part_share_the_beginning_of_their_prompts():
    requests = [brief().requests(persona(name))[1].prompt for name in ("skeptic", "engineer")]
    assert requests[0].text == requests[1].text


def test_who_sees_the_first_screen_only_reads_no_parts():
    (request,) = brief().requests(persona(sees="first-screen"))
    assert "part 1" not in request.prompt.whole and "Chapter 2" not in request.prompt.text


def test_a_window_without_room_for_a_text_is_said():
    with pytest.raises(UsageError, match="leaves no room"):
        brief(models=replace(SMALL, window=4_000))


def test_questions_about_the_text_do_not_overfill_a_part():
    made = brief()
    full = made.requests(rubric())[0].prompt
    assert estimated_tokens(full.whole) + 3_000 + SMALL.max_tokens < SMALL.window


@pytest.fixture
async def read_in_parts(session):
    """A round over a long text; a reader finds the word of each part, the judge fails one of them."""

    def answer(request):
        task, text = request.prompt.task, request.prompt.text
        words = [f"The word here is number-{n}" for n in range(1, 7) if f"here is number-{n}." in text]
        if "# Questions" in task:
            failing = any("number-3" in word for word in words)
            answers = {"Q1": {"answer": "fails" if failing else "meets", "quote": words[0]}, "Q2": "meets"}
            verdict = "Fix" if failing else "Publishable"
            return judge_answer(answers, verdict=verdict, worst=[]).replace("Kettle boils water", words[0])
        return reader_answer(*words[:1])

    settings = Settings(SMALL, text_questions=False)
    s = await session(text=LONG, provider=ScriptedProvider(answer), settings=settings)
    await s.read()
    return s


async def test_findings_of_parts_stand_at_their_words_in_the_whole_text(read_in_parts):
    board = read_in_parts.board
    found = [f for r in board.history.readings for f in r.findings if r.source.name == "skeptic"]
    assert len(found) > 1
    assert all(LONG[f.span.start : f.span.end] == f.quote for f in found)


async def test_a_reading_in_parts_says_so_and_one_failing_part_fails_the_text(read_in_parts):
    history = read_in_parts.board.history
    readings = [r for r in history.readings if r.round]
    assert {r.state for r in readings} == {ReadingState.FINISHED}
    assert len({r.parts for r in readings}) == 1 and readings[0].parts > 1
    assert all(r.notes[0].startswith(f"read in {r.parts} parts") for r in readings)
    assert all(len(json.loads(r.raw)) == r.parts for r in readings)
    assert read_in_parts.board.ruling.value is RulingValue.FIX


async def test_the_estimate_counts_every_part(session):
    s = await session(text=LONG, settings=Settings(SMALL, text_questions=False))
    proposal = await s.desk.propose(s.board, s.report)
    parts = len(proposal.assignments[0].requests)
    assert parts > 1 and proposal.estimate.calls == 3 * parts
