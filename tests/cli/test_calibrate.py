"""`calibrate`, `open --blind` and what they leave in `report`, `status` and `review`."""

import asyncio
from pathlib import Path

import pytest

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.core.marks import Decision, Mark, Target


@pytest.fixture
def answers(run, text, script):
    """A text that a judge read, failing R1; the person answers as told, blind, and as the judge otherwise."""
    assert run("review", text, "--provider", script(judge="Fix", fails=["R1"]), "--yes").code == 1

    async def given(differing, count):
        async with open_desk(Flags(provider="none")) as desk:
            board, _ = await desk.open(Path(text))
            for each in (await desk.store.calibrations.stored())[:count]:
                id = each.question.name.rpartition("/")[2]
                value = differing.get(id, each.value)
                made = Decision(Target("answer", each.answer), "answered", value, blind=True)
                await desk.store.decide(board.artifact, made)

    def answer(differing=None, count=100):
        asyncio.run(given(differing or {}, count))

    return answer


def words(ended):
    return " ".join(ended.out.split())


def test_without_a_terminal_it_says_what_stands_and_what_is_missing(run, answers):
    ended = run("calibrate")
    assert ended.code == 0
    assert "scripted: not calibrated yet, 0 of 0 examples agreed on." in words(ended)
    assert "Not covered yet: R1, R2," in ended.out
    assert "14 answers can be drawn." in words(ended)
    assert "`workbench calibrate readme` draws up to five more." in ended.err


def test_once_all_is_covered_in_agreement_the_rubric_is_ready(run, answers):
    answers()
    ended = run("calibrate", "readme")
    assert (ended.code, ended.err) == (0, "")
    assert "scripted: ready, 14 of 14 examples agreed on." in words(ended)


def test_one_disagreement_is_said_wherever_a_ruling_of_that_wording_stands(run, answers, text):
    answers({"R4": "fails"})
    ended = run("calibrate")
    assert (ended.code, "not ready, 13 of 14" in words(ended)) == (1, True)
    assert "You differ on R4" in ended.out
    status = run("status", text)
    assert "the rubric is not ready: you differ from the judge on R4" in status.out
    assert run("status", text, "--format", "json").json["ruling"]["not_ready"] == ["R4"]


def test_a_slip_is_taken_out_of_every_figure_and_that_is_said(run, answers, text):
    answers({"R4": "fails"})
    ended = run("calibrate", "--take-back", "R4")
    assert (ended.code, "1 answer taken back." in ended.out) == (0, True)
    assert "not ready" not in run("status", text).out
    (blind,) = run("report", "--format", "json").json["blind"]
    assert (blind["whole"], blind["elsewhere"]) == (0, 13)
    again = run("calibrate", "--take-back", "R4")
    assert (again.code, "You do not differ from this judge on 'R4'" in again.err) == (2, True)


def test_json_says_the_same(run, answers):
    answers({"R4": "fails"}, count=5)
    shape = run("calibrate", "--format", "json").json
    assert (shape["state"], shape["disagreed"], shape["can_be_drawn"]) == ("not ready", ["R4"], 9)
    assert shape["examples"][3] == {"question": "R4", "judge": "meets", "you": "fails"}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["nosuch"], "There is no rubric 'nosuch'"),
        (["article"], "Nothing was judged by 'article' yet"),
        (["--model", "other"], "No model 'other' has judged by 'readme'; these have: scripted."),
        (["--me", "readme"], "--me is about your own marks"),
    ],
)
def test_what_cannot_be_calibrated_is_refused_with_what_there_is(run, answers, asked, said):
    ended = run("calibrate", *asked)
    assert (ended.code, said in ended.err) == (2, True)


def test_nothing_judged_says_how_to_begin(run):
    ended = run("calibrate")
    assert (ended.code, "`workbench review PATH` has one judge" in ended.err) == (2, True)


def test_the_report_has_the_figures_of_blind_answers_in_every_form(run, answers, tmp_path):
    answers({"R4": "fails"})
    said = "you say meets: it says meets 12, fails 0; you say fails: it says meets 1, fails 1."
    assert "Answered blind" in run("report").out
    assert said in words(run("report"))
    assert said in words(run("report", "--format", "markdown")).replace("\\", "")
    page = tmp_path / "report.html"
    run("report", "--html", page)
    assert said in page.read_text()
    (blind,) = run("report", "--format", "json").json["blind"]
    assert (blind["whole"], blind["tpr"]["rate"], blind["tnr"]["rate"]) == (1, 1.0, 0.5)
    # Observed 13/14, by chance 12/14 x 13/14 + 2/14 x 1/14: (13/14 - 158/196) / (1 - 158/196).
    assert blind["kappa"]["value"] == pytest.approx(24 / 38, abs=1e-9)


def test_the_report_on_one_model_or_text_leaves_the_blind_answers_of_others_out(run, answers, text):
    answers()
    assert len(run("report", "--artifact", text, "--format", "json").json["blind"]) == 1
    shape = run("report", "--source", "editor", "--format", "json").json
    assert (shape["blind"], shape["you"]) == ([], None)


def test_blind_needs_a_terminal_and_reveals_nothing_without_one(run, answers, text):
    ended = run("open", text, "--blind")
    assert (ended.code, ended.out) == (2, "")
    assert "--blind asks you on a screen" in ended.err


def test_no_mark_is_asked_for_again_that_is_not_a_day_old(run, answers, text):
    async def mark():
        async with open_desk(Flags(provider="none")) as desk:
            board, _ = await desk.open(Path(text))
            await desk.mark(board.artifact, board.rows[0].target, Mark.HIT)

    asyncio.run(mark())
    ended = run("calibrate", "--me")
    assert (ended.code, ended.out) == (0, "No mark was asked for again yet.\n")
    assert "No mark of yours is a day old" in ended.err
    assert run("calibrate", "--me", "--format", "json").json["can_be_drawn"] == 0
