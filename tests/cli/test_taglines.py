"""`workbench taglines`: candidates read, counted and printed."""

import pytest
from core.taglines.test_desk import FILE, INTENT, is_grading, kettle

from workbench.core.errors import Failure, FailureKind
from workbench.core.text.display_text import width
from workbench.providers import scripted

SAID = ("--intent", INTENT, "--provider", "scripted:x", "--yes", "--readers", "engineer,researcher,newcomer")


@pytest.fixture
def lines(tmp_path):
    """A file of candidates."""
    path = tmp_path / "taglines.md"
    path.write_text(FILE, encoding="utf-8")
    return path


@pytest.fixture
def model(monkeypatch):
    """A scripted model in the place of any recording; what it says can be changed."""

    class Model:
        says = staticmethod(kettle)
        asked = ()

    def load(cls, path):
        provider = scripted.ScriptedProvider(lambda request: Model.says(request))
        Model.asked = provider.asked
        return provider

    monkeypatch.setattr(scripted.ScriptedProvider, "load", classmethod(load))
    return Model


def test_without_a_provider_candidates_are_printed_with_their_checks(run, lines):
    lines.write_text("- Boils water\n- A blazing fast kettle\n- " + "water " * 25 + "\n")
    ended = run("taglines", lines, "--provider", "none")
    assert ended.code == 0
    assert "Boils water" in ended.out and 'stock phrase: "blazing fast"' in ended.out
    assert "long: 149 cells" in ended.out
    assert "There is no reader" in ended.err


def test_without_a_terminal_nothing_is_sent_unless_it_is_said(run, lines, model):
    ended = run("taglines", lines, "--intent", INTENT, "--provider", "scripted:x")
    assert ended.code == 0 and not model.asked
    assert "Nothing was sent: `workbench taglines" in ended.err


def test_nothing_is_read_without_an_intent(run, lines, model):
    ended = run("taglines", lines, "--provider", "scripted:x", "--yes")
    assert ended.code == 2
    assert "give --intent with one sentence" in ended.err


def test_a_run_says_what_it_costs_then_counts_and_a_second_run_sends_nothing(run, lines, model):
    ended = run("taglines", lines, *SAID)
    assert ended.code == 0, ended.err
    assert "9 reads and 9 gradings" in ended.err and "At most: 36 reads" in ended.err
    assert "Boils water from the shell" in ended.out
    assert "taken 12x for: It is something else. (engineer, newcomer, researcher)" in ended.out
    assert "none of them marked by you" in ended.out
    again = run("taglines", lines, *SAID[2:])
    assert not model.asked
    assert again.out == ended.out


def test_the_shape_for_scripts_says_what_the_table_says(run, lines, model):
    found = run("taglines", lines, *SAID, "--format", "json").json
    best, *others = found["candidates"]
    assert best["text"] == "Boils water from the shell"
    assert best["right"] == best["of"] == 12
    assert [each["right"] for each in others] == [0, 0]
    assert best["interval"]["low"] > 0.7
    assert [each["name"] for each in best["by_reader"]] == ["engineer", "newcomer", "researcher"] or best[
        "by_reader"
    ]
    assert others[0]["taken_for"][0]["words"] == "It is something else."
    assert found["decided"] and best["id"] in found["inseparable"]
    assert found["artifact"]["intent"] == INTENT
    assert found["spend"]["calls"] == found["reads"] + 2


def test_markdown_says_the_same_and_means_nothing_else(run, tmp_path, model):
    path = tmp_path / "taglines.md"
    path.write_text("Boils | water <b>in\nthe shell\n", encoding="utf-8")
    ended = run("taglines", path, *SAID, "--format", "markdown")
    assert "Boils \\| water \\<b\\>in" in ended.out
    assert "| 6 of 6 |" in ended.out


def test_rows_line_up_whatever_script_they_are_in(run, tmp_path, model):
    path = tmp_path / "taglines.md"
    texts = ["Boils water in a shell", "湯を沸かす", "烧水的工具", "👩‍👩‍👧 tea 🇯🇵", "か\u3099く"]
    path.write_text("".join(f"- {text}\n" for text in texts), encoding="utf-8")
    ended = run("taglines", path, *SAID, "--sort", "file")
    rows = [next(line for line in ended.out.splitlines() if line.endswith(text)) for text in texts]
    assert len({width(row[: -len(text)]) for row, text in zip(rows, texts, strict=True)}) == 1


def test_what_would_move_a_terminal_is_shown_and_not_done(run, tmp_path):
    path = tmp_path / "taglines.txt"
    path.write_text("Boils\x1b[2Jwater\nTea\n", encoding="utf-8")
    assert "\x1b" not in run("taglines", path, "--provider", "none").out


def test_a_question_regrades_what_was_read(run, lines, model):
    run("taglines", lines, *SAID)
    ended = run("taglines", lines, *SAID[2:], "--ask", "Is it about the shell?", "--format", "json")
    assert ended.code == 0, ended.err
    assert all(is_grading(request) for request in model.asked) and len(model.asked) == 2
    assert ended.json["question"] == "Is it about the shell?"
    assert ended.json["candidates"][0]["right"] == 12


def test_a_run_that_fails_in_part_is_incomplete_and_the_next_one_reads_what_is_missing(run, lines, model):
    calls = []

    def fails_later(request):
        calls.append(request)
        return Failure(FailureKind.SPENT, "The limit is reached.") if len(calls) > 7 else kettle(request)

    model.says = fails_later
    ended = run("taglines", lines, *SAID, "--parallel", 1)
    assert ended.code == 3
    assert "Not finished: The limit is reached." in ended.out
    model.says = kettle
    again = run("taglines", lines, *SAID[2:], "--format", "json")
    assert again.code == 0
    assert again.json["decided"]
    assert sum(not is_grading(request) for request in model.asked) < again.json["reads"]


def test_the_budget_holds(run, lines, model, monkeypatch):
    ended = run("taglines", lines, *SAID, "--model", "claude-haiku-4-5", "--budget", "0.003", "--parallel", 1)
    assert ended.code == 3
    assert "budget" in ended.out


def test_a_candidate_is_hidden_and_shown_by_its_number(run, lines):
    ended = run("taglines", lines, "--provider", "none", "--hide", 2)
    assert "The future of tea" not in ended.out
    assert "The future of tea" in run("taglines", lines, "--provider", "none", "--hidden").out
    assert "The future of tea" in run("taglines", lines, "--provider", "none", "--show", 2).out
    assert run("taglines", lines, "--provider", "none", "--hide", 9).code == 2


def test_grades_are_listed_and_marked(run, lines, model):
    run("taglines", lines, *SAID)
    listed = run("taglines", lines, "--provider", "none", "--grades").out
    id = next(line.split()[0] for line in listed.splitlines() if "kettle for the shell" in line)
    marked = run("taglines", lines, "--provider", "none", "--mark", f"{id}=miss", "--format", "json")
    assert marked.json["candidates"][0]["right"] == 0
    assert "1 marked by you: 0 hit, 1 miss" in run("taglines", lines, "--provider", "none").out
    assert run("taglines", lines, "--provider", "none", "--mark", f"{id}=good").code == 2
    assert run("taglines", lines, "--provider", "none", "--mark", "999=hit").code == 2


def test_the_line_under_a_readmes_title_is_read_and_the_file_stays_as_it_is(run, text, model):
    before = text.read_bytes()
    ended = run("taglines", text, *SAID, "--under-title", "--format", "json")
    assert ended.json["candidates"][0]["text"].startswith("Kettle boils water from the command line")
    assert ended.json["title"] == "Kettle"
    assert text.read_bytes() == before
    assert run("status", text, "--format", "json").json["artifact"]["kind"] == "readme"


def test_a_broken_file_is_said_with_its_line(run, tmp_path):
    path = tmp_path / "lines.csv"
    path.write_text("tagline,by\n,Ann\n")
    ended = run("taglines", path, "--provider", "none")
    assert ended.code == 2
    assert "lines.csv:2:" in ended.err


def test_opening_a_file_of_candidates_leads_to_the_board(run, lines, text):
    ended = run("open", lines, "--provider", "none")
    assert ended.code == 0
    assert "3 candidates, each read alone" in ended.out
    assert "candidates" not in run("open", text, "--provider", "none").out
    ideas = lines.rename(lines.with_name("ideas.md"))
    assert "3 candidates" not in run("open", ideas).out
    assert "3 candidates" in run("open", ideas, "--kind", "taglines").out
    assert "3 candidates" in run("open", ideas).out
    assert "3 candidates" not in run("open", ideas, "--kind", "article").out


def test_five_hundred_candidates_are_printed(run, tmp_path):
    path = tmp_path / "taglines.txt"
    path.write_text("".join(f"Line number {n}\n" for n in range(500)))
    ended = run("taglines", path, "--provider", "none", "--format", "json")
    assert len(ended.json["candidates"]) == 500


@pytest.mark.parametrize("number", ["²", "٣", "9" * 5000, "-1", ""])
def test_what_is_no_number_of_a_candidate_or_grade_is_refused(run, lines, number):
    for words in (("--mark", f"{number}=hit"), (f"--hide={number}",), (f"--show={number}",)):
        ended = run("taglines", lines, "--provider", "none", *words)
        assert (ended.code, ended.out) == (2, "") and (
            "is no mark" in ended.err or "no candidate" in ended.err
        )


def test_refused_gradings_are_told_while_they_fail_and_in_the_end(run, lines, model):
    model.says = lambda request: (
        Failure(FailureKind.REFUSAL, "It refused. Choose another model.")
        if is_grading(request)
        else kettle(request)
    )
    ended = run("taglines", lines, *SAID)
    assert ended.code == 3
    assert ended.err.count("grading failed: It refused. Choose another model.") == 2
    why = "Not finished: 2 gradings failed, so what was asked is missing. It refused. Choose another model."
    assert why in ended.out and "With 0" not in ended.out
    regraded = run("taglines", lines, *SAID[2:], "--ask", "Is it about the shell?")
    assert regraded.code == 3 and regraded.err.count("grading failed:") == 4


def test_reads_that_all_fail_say_why(run, lines, model):
    model.says = lambda request: Failure(FailureKind.REFUSAL, "It refused. Choose another model.")
    ended = run("taglines", lines, *SAID)
    assert ended.code == 3
    assert "Not finished: 9 reads failed, so what was asked is missing. It refused." in ended.out


@pytest.mark.parametrize("command", ["taglines", "compare", "replay"])
def test_a_second_model_is_refused_where_one_is_asked(run, lines, command):
    paths = [lines, lines] if command == "compare" else [lines]
    ended = run(command, *paths, "--model", "a", "--model", "b")
    assert ended.code == 2 and "one model is asked here: name one." in ended.err


@pytest.mark.parametrize("command", ["review", "open", "taglines", "compare"])
def test_every_way_to_reach_a_model_is_named_in_the_help(run, command):
    said = " ".join(run(command, "--help").out.split())
    assert "anthropic, bedrock, command, scripted:FILE or none;" in said
