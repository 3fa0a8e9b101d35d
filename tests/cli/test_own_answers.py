"""What `status` and `report` say of the person's own answers to a rubric."""

import asyncio
from pathlib import Path

import pytest

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.core.own_judgement import OwnRubric, own_judgement
from workbench.core.readings import Span, Verdict


@pytest.fixture
def answer(run):
    """Answers the rubric's first questions, those named with *fails*, and finishes where all are answered."""

    async def answered(path, count, fails):
        async with open_desk(Flags(provider="none")) as desk:
            board, _ = await desk.open(Path(path))
            own, judgement = OwnRubric(desk.store, desk.clock), await own_judgement(desk, board)
            for asked in judgement.asked[:count]:
                fail = asked.question.id in fails
                span = Span(0, 8) if fail else None
                value = "fails" if fail else "does not apply"
                judgement = await own.answer(judgement, asked, value, span, "Not so.")
            if judgement.complete:
                await own.finish(board.artifact, judgement, Verdict.FIX)

    def answers(path, count=14, fails=()):
        asyncio.run(answered(path, count, fails))

    return answers


def test_status_says_how_far_the_persons_own_answers_are(run, text, answer):
    answer(text, count=5)
    ended = run("status", text)
    assert "Your own answers: 5 of 14 answered; `v` on the screen goes on." in ended.out
    assert "Ruling: Unjudged" in ended.out


def test_status_says_what_an_edit_left_half_done(run, text, answer):
    answer(text, count=5)
    text.write_text(f"{text.read_text()}\nMore.\n")
    said = "Your own answers: 5 of 14 answered on an earlier text; `v` on the screen goes on."
    assert said in run("status", text).out
    answer(text)
    assert "Your own answers" not in run("status", text).out


def test_status_shows_the_persons_own_verdict_as_theirs(run, text, answer):
    answer(text, fails=("R1",))
    out = run("status", text).out
    assert (
        "Draft ruling: Fix\n  Each of these alone rules Fix:\n"
        "    R1 fails: Not so.\n    R1 fails, and your verdict is Fix\n"
    ) in out
    assert "revision 1, rubric readme, Fix: 1 fails, 13 does not apply" in out
    assert "Your own answers" not in out
    shape = run("status", text, "--format", "json").json
    assert (shape["verdicts"], shape["own_verdicts"], shape["round"]) == ([], ["Fix"], None)
    assert [(r["provider"], r["model"], r["verdict"]) for r in shape["readings"]] == [("me", "", "Fix")]
    assert [(f["kind"], f["mark"], f["source"]["name"]) for f in shape["findings"]] == [
        ("fails", "hit", "me")
    ]
    assert shape["spend"]["calls"] == 0


def test_what_the_person_failed_is_in_the_fix_list(run, text, answer):
    answer(text, fails=("R1",))
    (fix,) = run("fixes", text, "--format", "json").json["fixes"]
    assert (fix["problem"], fix["status"], fix["quote"]) == ("Not so.", "added by you", "# Kettle")


def test_the_report_counts_the_persons_own_answers_as_nobodys(run, text, answer):
    answer(text, fails=("R1",))
    assert (
        "You answered the rubric yourself on 1 revision: your own answers are in no rate of the table."
        in " ".join(run("report").out.split())
    )
    assert run("report", "--format", "json").json["own_revisions"] == 1
