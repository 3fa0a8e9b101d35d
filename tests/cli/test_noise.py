import json
from pathlib import Path


def test_what_was_read_once_is_offered_to_be_read_again(run, text, script):
    assert run("review", text, "--provider", script(), "--yes").code == 0
    ended = run("noise", text, "--provider", script())
    assert ended.code == 2 and "--again reads it, each time with" in ended.err
    assert "set a key or a program" in run("noise", text, "--provider", "none").err


def test_a_second_trial_is_made_and_what_differs_is_said(run, text, script, tmp_path):
    assert run("review", text, "--provider", script(), "--yes").code == 0
    path = tmp_path / "again.json"
    answers = json.loads(Path(script().partition(":")[2]).read_text())["answers"]
    path.write_text(json.dumps({"answers": [*answers[:5], answers[-1]]}))
    ended = run("noise", text, "--provider", f"scripted:{path}", "--again", "--yes")
    assert ended.code == 0, ended.err
    assert "All together, 2 trials: one raises 1.0 concerns, of which 0.0 are new by chance" in ended.out
    assert "Verdict of readme: Publishable 2 of 2." in ended.out
    shape = run("noise", text, "--provider", "none", "--format", "json").json
    assert shape["together"]["trials"] == 2


def test_a_second_trial_that_fails_in_part_says_so(run, text, script):
    assert run("review", text, "--provider", script(), "--yes").code == 0
    ended = run("noise", text, "--provider", script(readers=2, broken=1), "--again", "--yes")
    assert ended.code == 3 and "the same command goes on with it" in ended.err
