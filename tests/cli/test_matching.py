"""What is printed of the call that settles which findings are the same concern."""

import json
from pathlib import Path

import pytest
from support.builders import reader_answer

from workbench.cli.exits import Exit

QUOTE = "faster than any other"


def remark(problem, change):
    finding = {
        "quote": QUOTE,
        "consequence": problem,
        "problem": problem,
        "change": change,
        "fixable_by": "wording",
        "asks": "other",
    }
    return {"answer": json.loads(reader_answer(finding))}


@pytest.fixture
def recorded(script, tmp_path):
    """A file of recorded answers: two readers say different things of the same words, then what is given."""

    def write(*matching):
        file = json.loads(Path(script().removeprefix("scripted:")).read_text())
        said = [
            remark("Nothing was measured.", "Cite a trial."),
            remark("Mine may be quicker.", "Compare it."),
        ]
        silent = {"answer": json.loads(reader_answer())}
        answers = [*said, *[silent] * 3, *file["answers"][5:], *matching]
        path = tmp_path / f"recorded-{len(matching)}.json"
        path.write_text(json.dumps({"answers": answers}))
        return f"scripted:{path}"

    return write


def test_where_it_is_asked_for_one_call_more_is_announced_and_made(run, text, recorded):
    same = [{"finding": f"F{n}", "reason": "one", "same_as": "new" if n == 1 else "F1"} for n in (1, 2)]
    words = ("--provider", recorded({"answer": {"placements": same}}), "--yes", "--parallel", 1)
    ended = run("review", text, *words, "--match", "model", "--format", "json")
    assert ended.code == Exit.FINE and "8 calls, about" in ended.err
    assert "matching: which findings are the same concern\nmatching: done\n" in ended.err
    assert len(ended.json["concerns"]) == 1


def test_where_it_fails_that_is_one_line_and_the_round_is_complete(run, text, recorded):
    refused = {"failure": "refusal", "message": "It refused."}
    words = ("--provider", recorded(refused), "--yes", "--parallel", 1)
    ended = run("review", text, *words, "--match", "model", "--format", "json")
    assert ended.code == Exit.FINE and ended.json["round"]["state"] == "complete"
    assert "matching failed: It refused. Rules matched the findings instead." in ended.err.splitlines()
    assert len(ended.json["concerns"]) == 2


def test_recorded_answers_are_not_asked_for_it_unless_told_to(run, text, recorded):
    ended = run("review", text, "--provider", recorded(), "--yes", "--parallel", 1)
    assert ended.code == Exit.FINE and "matching" not in ended.err
