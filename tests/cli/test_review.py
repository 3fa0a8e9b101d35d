import json
from pathlib import Path

import pytest
from support.builders import JAPANESE

from workbench.cli.exits import Exit


def test_a_publishable_text_ends_fine_and_says_what_was_found(run, text, script):
    ended = run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    assert ended.code == Exit.FINE
    assert ended.out.startswith("Draft ruling: Publishable\n")
    assert "L3" in ended.out and "5/6" in ended.out
    assert "7 calls, about" in ended.err and "nowhere: recorded answers" in ended.err


def test_a_failed_dominant_question_is_below_the_bar(run, text, script):
    provider = script("Fix", ["R1"])
    ended = run("review", text, "--provider", provider, "--yes", "--parallel", 1)
    assert ended.code == Exit.BELOW_BAR
    assert "Draft ruling: Fix" in ended.out


def test_the_bar_can_be_lowered(run, text, script):
    provider = script("Fix", ["R1"])
    assert (
        run("review", text, "--provider", provider, "--yes", "--parallel", 1, "--fail-on", "rewrite").code
        == Exit.FINE
    )


def test_json_holds_every_part_that_is_promised(run, text, script):
    shape = run("review", text, "--provider", script(), "--yes", "--parallel", 1, "--format", "json").json
    assert set(shape) == {
        *("version", "artifact", "revision", "ruling", "verdicts", "round", "readings", "concerns"),
        *("findings", "answers", "questions", "checks", "spend", "stop", "dissent", "own_verdicts"),
        *("panel", "judges_differ"),
    }
    assert len(shape["readings"]) == 7 and len(shape["answers"]) == 14
    finding = shape["findings"][0]
    assert (finding["quote"], finding["span"]["line"]) == ("faster than any other", 3)
    assert finding["concern"] == shape["concerns"][0]["concern"]
    assert shape["spend"]["said"] == "tokens unknown"


def test_a_reading_that_fails_makes_the_round_incomplete_and_is_named(run, text, script):
    ended = run("review", text, "--provider", script(broken=1), "--yes", "--parallel", 1)
    assert ended.code == Exit.INCOMPLETE
    assert "Not read: " in ended.out and "not in the form that was asked for" in ended.out
    assert "Draft ruling: Fix" in ended.out and "the round is incomplete" in ended.out


def test_the_next_review_asks_only_for_what_is_missing(run, text, script, tmp_path):
    run("review", text, "--provider", script(broken=1), "--yes", "--parallel", 1)
    rest = tmp_path / "rest.json"
    from support.builders import reader_answer

    rest.write_text(json.dumps({"answers": [{"answer": json.loads(reader_answer())}]}))
    ended = run("review", text, "--provider", f"scripted:{rest}", "--yes")
    assert "Resuming a round: 1 call" in ended.err
    assert ended.code == Exit.FINE


def test_nothing_is_sent_without_a_yes_where_nobody_can_be_asked(run, text, script):
    ended = run("review", text, "--provider", script())
    assert (ended.code, ended.err.splitlines()[-1]) == (
        Exit.USAGE,
        "Nothing was sent: give --yes to send this text to nowhere: recorded answers.",
    )


def test_a_text_that_was_sent_there_before_is_sent_and_said_so(run, text, script):
    run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    ended = run("review", text, "--provider", script(), "--parallel", 1, "--again")
    assert ended.code == Exit.FINE
    assert "Reading the unchanged text again, trial 2" in ended.err
    assert "You agreed before to send this text there" in ended.err


def test_secrets_are_not_covered_by_yes(run, text, script):
    text.write_text(
        text.read_text() + "\nexport GITHUB_TOKEN=ghp_" + "a8Jk2Lm9Qx4Rt7Vz1Bn5Cd3Fg6Hj0Kp2Ws8Y\n"
    )
    refused = run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    assert refused.code == Exit.USAGE and "Nothing was sent" in refused.err
    sent = run("review", text, "--provider", script(), "--yes", "--parallel", 1, "--send-secrets")
    assert "Draft ruling: Fix" in sent.out


def test_checks_alone_gate_without_a_key(run, text):
    assert run("review", text, "--checks-only").code == Exit.FINE
    text.write_text(text.read_text().replace("docs/manual.md", "docs/gone.md"))
    ended = run("review", text, "--checks-only")
    assert ended.code == Exit.BELOW_BAR
    assert "Ruling: Unjudged" in ended.out and "docs/gone.md" in ended.out


def test_without_a_provider_the_next_step_is_said(run, text):
    ended = run("review", text, "--yes")
    assert ended.code == Exit.USAGE and "workbench doctor" in ended.err


def test_control_characters_of_a_text_never_reach_the_terminal(run, text, script):
    text.write_text(
        "# \x1b]52;c;aGk=\x07Kettle\n\nboils water, faster than any other\n\n[gone](\x1b[2J.md)\n"
    )
    ended = run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    assert "\x1b" not in ended.out + ended.err


def test_a_persona_that_cannot_be_used_is_named_before_the_round(run, text, script):
    path = run("personas", "new", "editor", "--from", "editor").out.strip()
    Path(path).write_text(Path(path).read_text().replace("reads_for:", "read_for:"))
    ended = run("review", text, "--provider", script(readers=4), "--yes", "--parallel", 1)
    assert "Not used: " in ended.err and "read_for" in ended.err


def test_words_that_an_edit_took_away_are_gone_and_not_said_to_be_misquoted(run, text, script):
    run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    text.write_text(text.read_text().replace(", faster than any other", ""))
    out = run("review", text, "--checks-only").out
    assert "Text gone: 1" in out and "gone" in out and "quote not found" not in out


def test_a_freeze_asks_fresh_questions_and_binds_until_the_text_is_edited(run, text, script):
    provider = script(questions=["Is it compared with any other?"])
    ended = run("review", text, "--provider", provider, "--yes", "--parallel", 1, "--freeze")
    assert ended.code == Exit.FINE and ended.out.startswith("Binding: Publishable\n")
    assert "Freezing: 7 calls" in ended.err and "questions: 1 about this text" in ended.err
    status = run("status", text, "--format", "json").json
    assert status["ruling"]["binding"] is True
    assert [q["ask"] for q in status["questions"]] == ["Is it compared with any other?"]
    again = run("review", text, "--provider", "none", "--freeze")
    assert again.code == Exit.FINE and "frozen already, so nothing was read" in again.err
    text.write_text(text.read_text() + "\nMore.\n")
    assert run("status", text, "--format", "json").json["ruling"]["binding"] is False


def test_the_call_for_questions_can_be_done_without(run, text, script):
    ended = run("review", text, "--provider", script(), "--yes", "--parallel", 1, "--no-text-questions")
    assert "6 calls, about" in ended.err


def test_json_holds_every_finding_that_a_concern_names_also_of_an_earlier_text(run, text, script):
    run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    text.write_text(text.read_text().replace("faster than any other", "quickly"))
    shape = run("status", text, "--format", "json").json
    named = {finding for concern in shape["concerns"] for finding in concern["findings"]}
    found = {finding["id"]: finding["revision"] for finding in shape["findings"]}
    assert named and named <= set(found) and set(found.values()) == {1}


def test_what_is_written_for_a_japanese_text_is_offered_and_not_used_unasked(run, text, script):
    text.write_text(JAPANESE, encoding="utf-8")
    ended = run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    said = "readme-ja, written for texts in Japanese, read with newcomer-ja"
    assert said in ended.err and "--rubric readme-ja." in ended.err
    readings = run("status", text, "--format", "json").json["readings"]
    read = {reading["source"]["name"] for reading in readings}
    assert "second-language" in read and "newcomer-ja" not in read


def test_an_offered_rubric_that_is_asked_for_brings_its_readers(run, text, script):
    text.write_text(JAPANESE, encoding="utf-8")
    provider = script(readers=4)
    ended = run("review", text, "--provider", provider, "--rubric", "readme-ja", "--yes", "--parallel", 1)
    assert "written for texts in Japanese" not in ended.err
    assert "newcomer-ja" in ended.err and "second-language" not in ended.err


def test_a_model_that_reads_text_of_its_own_family_is_said_to_wherever_its_ruling_is(run, text, script):
    by = ("--provider", script(), "--model", "us.anthropic.claude-opus-4-5-v1:0")
    read = ("review", text, *by, "--yes", "--parallel", 1)
    ended = run(*read, "--written-with", "Claude")
    said = "helped to write it, you said: models tend to favour their own family."
    assert said in ended.out and said in run("status", text).out
    assert "that you said a model of its family helped to write" in " ".join(run("report").out.split())
    assert run("report", "--format", "json").json["own_family"][0]["written_with"] == "Claude"
    assert (
        run("review", text, "--checks-only", "--format", "json").json["artifact"]["written_with"] == "Claude"
    )
    assert said not in run("review", text, "--checks-only", "--written-with", "").out
    assert "own family" not in run("report").out


def test_a_focused_review_says_what_the_judge_is_shown_and_ends_unjudged(run, text, script):
    run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    text.write_text(text.read_text().replace("from the command line", "from any shell"))
    ended = run("review", text, "--provider", script(), "--yes", "--parallel", 1, "--focus", "changed")
    shown = "The judge is shown 1 changed passage only (since revision 1, the last that was judged in full)"
    assert shown in ended.err and "judge: 0 findings, Publishable on the changed passages only" in ended.err
    assert ended.code == Exit.INCOMPLETE
    assert ended.out.startswith("Ruling: Unjudged\n")
    assert "  Judged on its changed passages only: the judge said Publishable of them" in ended.out
    said = run("status", text).out
    assert "1 concern, Publishable on the changed passages only\n" in said
    readings = run("status", text, "--format", "json").json["readings"]
    assert sorted(reading["passages"] for reading in readings) == [0, 0, 0, 0, 0, 1]


def test_a_review_that_has_nothing_to_focus_on_judges_all_and_says_so(run, text, script):
    ended = run("review", text, "--provider", script(), "--yes", "--parallel", 1, "--focus", "changed")
    assert "No revision of this text was judged in full yet, so the judge is shown all of it." in ended.err
    assert ended.code == Exit.FINE and "Draft ruling: Publishable" in ended.out


@pytest.mark.parametrize("other", ["--freeze", "--checks-only", "--until=quiet"])
def test_focus_goes_with_nothing_that_would_rule_or_not_read(run, text, script, other):
    ended = run("review", text, "--provider", script(), "--yes", "--focus", "changed", other)
    assert ended.code == Exit.USAGE and "--focus is of one round" in ended.err
