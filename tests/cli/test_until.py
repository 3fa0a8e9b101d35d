"""A loop without a screen: it reads the unchanged text until there is a named reason to stop."""

import json

import pytest
from support.builders import judge_answer, reader_answer

from workbench.cli.exits import Exit

FASTER = "faster than any other"
MANUAL = {
    "quote": "See [the manual](docs/manual.md)",
    "consequence": "I look for a flag there and find none, so I open an issue.",
    "problem": "Which settings exist stands nowhere on this page.",
    "change": "List the settings here.",
    "fixable_by": "content",
    "asks": "other",
}
QUESTIONS = [f"R{n}" for n in range(1, 15)]
HARD = "Not finished, budget: "


def judged(verdict="Publishable", fails=()):
    """A judge's answer to the README's rubric."""
    values = {
        id: {"answer": "fails", "quote": FASTER}
        if id in fails
        else {"answer": "meets", "quote": "boils water"}
        for id in QUESTIONS
    }
    return {"answer": json.loads(judge_answer(values, verdict=verdict, worst=[]))}


def found(*quotes, **entry):
    """A reader's answer that finds something wrong with these words."""
    return {"answer": json.loads(reader_answer(*quotes)), **entry}


@pytest.fixture
def loop(run, text, script, tmp_path):
    """Reviews until quiet with these answers: of a round's reader, then of its judge."""
    script()

    def review(*answers, options=(), **file):
        path = tmp_path / f"loop-{len(list(tmp_path.glob('loop-*')))}.json"
        path.write_text(json.dumps({"answers": answers, **file}))
        return run(
            *("review", text, "--provider", f"scripted:{path}", "--until", "quiet", "--reader", "skeptic"),
            *("--no-text-questions", "--parallel", 1, "--yes", *options),
        )

    return review


def test_it_reads_until_a_round_brings_nothing_new(loop):
    ended = loop(*[found(FASTER), judged()] * 3)
    assert ended.out.splitlines()[-1].startswith("Finished, quiet: the last round brought nothing new")
    assert ended.code == Exit.FINE
    assert "Until quiet, at most 10 rounds." in ended.err
    assert "Reading the unchanged text again, trial 2" in ended.err
    assert "trial 3" not in ended.err


def test_a_text_in_which_nothing_is_found_is_clean_after_one_round(loop):
    ended = loop(found(), judged())
    assert ended.out.splitlines()[-1] == (
        "Finished, clean: no concern is open and the ruling is Publishable."
    )
    assert ended.code == Exit.FINE


def test_a_finished_loop_still_ends_below_the_bar_where_its_ruling_is(loop):
    ended = loop(*[found(), judged("Fix", ["R1"])] * 3)
    assert ended.out.splitlines()[-1].startswith("Finished, quiet: ")
    assert ended.code == Exit.BELOW_BAR


def test_a_loop_that_has_made_its_rounds_is_not_finished(loop):
    ended = loop(*[found(FASTER), judged()] * 3, options=("--max-rounds", 1))
    assert ended.out.splitlines()[-1].startswith(f"{HARD}the cap of 1 round is reached.")
    assert ended.code == Exit.UNFINISHED


def test_a_loop_with_an_incomplete_round_stops_and_is_not_finished(loop):
    ended = loop(found(FASTER), judged(), {"failure": "refusal", "message": "No."}, judged())
    assert ended.out.splitlines()[-1] == (
        "Not finished, incomplete: round 2 is incomplete, so nothing can be concluded."
    )
    assert ended.code == Exit.INCOMPLETE


def test_a_loop_resumes_an_incomplete_round_first(loop):
    loop(found(FASTER), judged(), {"failure": "refusal", "message": "No."}, judged())
    ended = loop(found(FASTER))
    assert "Resuming a round: 1 call" in ended.err
    assert ended.out.splitlines()[-1].startswith("Finished, quiet: ")


def test_a_loop_that_is_finished_already_asks_nobody(loop):
    loop(found(), judged())
    ended = loop()
    assert "Nothing was read: nothing has changed" in ended.err
    assert (ended.out.splitlines()[-1][:16], ended.code) == ("Finished, clean:", Exit.FINE)


@pytest.fixture
def dear(tmp_path, monkeypatch):
    """A model that costs a dollar a thousand tokens that it says, and what an answer of it used."""
    prices = tmp_path / "prices.toml"
    prices.write_text('as_of = 2026-01-01\n[[model]]\nid = "dear"\ninput = 0\noutput = 1000\n')
    folder = tmp_path / "configuration" / "workbench"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(f'prices = "{prices}"\n')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder.parent))
    return {"model": "dear", "usage": {"input": 10, "output": 1000}}


def test_the_budget_is_of_all_rounds_together(loop, dear):
    # A round costs 2 dollars, which is expected of the next one once it is known: a third one does not fit.
    answers = [
        {**each, **dear} for quotes in ((FASTER,), (MANUAL,), ()) for each in (found(*quotes), judged())
    ]
    ended = loop(*answers, options=("--budget", 5.5, "--model", "dear"))
    assert "at most 10 rounds and $5.50." in ended.err
    assert "trial 2" in ended.err and "trial 3" not in ended.err
    assert ended.out.splitlines()[-1].startswith(
        f"{HARD}what is left of the budget of $5.50, $1.50, does not cover another round, of at most about "
        "$2.00."
    )
    assert "Spent: $2.00 in the last round, $4.00 in all" in ended.out
    assert ended.code == Exit.UNFINISHED


def test_a_round_of_the_loop_gets_no_more_than_what_is_left(loop, dear):
    ended = loop(
        {**found(FASTER), **dear}, {**judged(), **dear}, options=("--budget", 3.5, "--model", "dear")
    )
    assert "does not cover this reading" in ended.out
    assert (ended.out.splitlines()[-1][:25], ended.code) == ("Not finished, incomplete:", Exit.INCOMPLETE)


def test_json_says_the_same_as_the_last_line(loop):
    ended = loop(*[found(FASTER), judged()] * 3, options=("--max-rounds", 1, "--format", "json"))
    stop = ended.json["stop"]
    assert (stop["reason"], stop["finished"], stop["hits_not_fixed"]) == ("budget", False, [])
    assert stop["because"].startswith("The cap of 1 round is reached.")
    assert ended.err.splitlines()[-1].startswith(f"{HARD}the cap of 1 round is reached.")
    assert ended.code == Exit.UNFINISHED


def test_sarif_says_the_same_as_the_last_line(loop):
    ended = loop(*[found(FASTER), judged()] * 3, options=("--max-rounds", 1, "--format", "sarif"))
    notes = ended.json["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    assert notes[-1]["message"]["text"] == ended.err.splitlines()[-1]
    assert ended.code == Exit.UNFINISHED


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--max-rounds", "3"], "give --until quiet as well"),
        (["--until", "quiet", "--freeze"], "it goes with neither --freeze nor --checks-only"),
        (["--until", "quiet", "--checks-only"], "it goes with neither --freeze nor --checks-only"),
        (["--until", "quiet", "--max-rounds", "0"], "0 is not in the range"),
    ],
)
def test_what_does_not_go_together_is_refused(run, text, words, said):
    ended = run("review", text, *words)
    assert (ended.code, said in ended.err) == (Exit.USAGE, True)


def test_status_names_the_reason_and_what_would_change_it(loop, run, text):
    loop(*[found(FASTER), judged()] * 3)
    ended = run("status", text)
    assert "\nLoop: Quiet: the last round brought nothing new" in ended.out
    assert "\n  Changed by: An edit, or a round that raises something new." in ended.out
    assert run("status", text, "--format", "json").json["stop"]["reason"] == "quiet"


def test_an_edited_text_goes_on(loop, run, text):
    loop(*[found(FASTER), judged()] * 3)
    text.write_text(text.read_text() + "\nMore.\n")
    assert "Loop: Go on: the text was edited since round 2 read it." in run("status", text).out


def test_a_publishable_text_in_which_a_reader_lost_interest_is_left_to_the_person(loop, run, text):
    lost = json.loads(reader_answer(lost_interest={"quote": FASTER, "why": "An advertisement."}))
    loop(*[{"answer": lost}, judged()] * 3)
    said = "The ruling is Publishable, yet skeptic lost interest at line 3: that is yours to weigh."
    assert said in run("status", text).out
    assert run("status", text, "--format", "json").json["dissent"] == said


@pytest.fixture
def capped(dear, tmp_path):
    """The same where all rounds on a text may cost five dollars and a half."""
    file = tmp_path / "configuration" / "workbench" / "config.toml"
    file.write_text(f"{file.read_text()}budget = 100\nloop_budget = 5.5\n")
    return dear


def test_the_budget_of_a_text_stops_its_loop_and_keeps_what_was_read(loop, run, text, capped):
    answers = [{**each, **capped} for each in (found(FASTER), judged(), found(MANUAL), judged())]
    ended = loop(*answers, options=("--model", "dear"))
    assert "$5.50 is left of the $5.50 for this loop." in ended.err
    assert ended.out.splitlines()[-1].startswith(f"{HARD}what is left of the loop budget of $5.50, $1.50, ")
    assert ended.code == Exit.UNFINISHED
    assert "Loop: Budget: " not in run("status", text).out


def test_a_text_whose_budget_is_spent_is_not_read_again(loop, run, text, capped, tmp_path):
    wordy = {**capped, "usage": {"input": 10, "output": 5000}}
    loop({**found(FASTER), **capped}, {**judged(), **wordy}, options=("--model", "dear"))
    ended = loop(options=("--model", "dear"))
    assert "Nothing was read: set a higher `loop_budget`" in ended.err
    assert ended.out.splitlines()[-1].startswith(f"{HARD}the loop budget of $5.50 is spent.")
    assert "Loop: Budget: the loop budget of $5.50 is spent." in run("status", text).out
    refused = run("review", text, "--yes", "--provider", f"scripted:{tmp_path / 'loop-0.json'}")
    assert "The loop budget of $5.50 is spent: nothing more is read" in refused.err
