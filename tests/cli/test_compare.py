"""`workbench compare`: two drafts or revisions, asked in both orders."""

import asyncio
import json
from pathlib import Path

import pytest
from core.comparing.stage import NEW, OLD, always, answer, prefers
from support.builders import FakeClock, artifact

from workbench.core.comparing.asking import asked_wording
from workbench.core.comparing.comparison import QUESTION, ComparedText, Comparison
from workbench.core.errors import Failure, FailureKind
from workbench.providers import scripted
from workbench.storage.store import SqliteStore

WORDS = ("--provider", "scripted:x", "--reader", "skeptic", "--reader", "engineer", "--yes")


@pytest.fixture
def texts(tmp_path):
    """Two drafts of one text in a folder."""
    first, second = tmp_path / "README.md", tmp_path / "draft.md"
    first.write_text(OLD)
    second.write_text(NEW)
    return first, second


@pytest.fixture
def readers(monkeypatch):
    """Has readers answer by a function; gives the provider, which knows what it was asked."""

    def answering(script):
        provider = scripted.ScriptedProvider(script)
        monkeypatch.setattr(scripted.ScriptedProvider, "load", classmethod(lambda cls, path: provider))
        return provider

    return answering


def test_readers_choose_in_both_orders_and_what_they_chose_is_printed(run, texts, readers):
    provider = readers(prefers("boils water"))
    ended = run("compare", *texts, *WORDS)
    assert ended.code == 0, ended.err
    assert len(provider.asked) == 4
    assert "A  README.md revision 1\nB  draft.md revision 1\n" in ended.out
    assert "You have not chosen." in ended.out
    assert "Readers: 0 chose A, 2 chose B, 0 ties." in ended.out
    assert "not separable: below 6" in ended.out and "not independent" in ended.out
    assert "skeptic (" in ended.out and "chose B in both orders" in ended.out
    assert "A L1 “# Kettle”: I read on." in ended.out
    assert "2 readers, both orders of the texts: 4 calls" in ended.err
    assert "a choice of yours would not be blind" in ended.err
    assert "%" not in ended.out


def test_a_choice_that_flips_is_a_tie(run, texts, readers):
    readers(always("text 1"))
    ended = run("compare", *texts, *WORDS)
    assert "Readers: 0 chose A, 0 chose B, 2 ties (2 flipped with the order)." in ended.out
    assert "always for the text that stood first: a tie" in ended.out


def test_swapping_the_texts_swaps_the_result_and_sends_nothing(run, texts, readers):
    provider = readers(prefers("boils water"))
    run("compare", *texts, *WORDS)
    ended = run("compare", *reversed(texts), *WORDS)
    assert "nothing is sent" in ended.err and len(provider.asked) == 4
    assert "Readers: 2 chose A, 0 chose B, 0 ties." in ended.out


def test_the_json_is_the_documented_one(run, texts, readers):
    readers(prefers("boils water"))
    found = run("compare", *texts, *WORDS, "--format", "json").json
    assert list(found) == [
        *("version", "comparison", "a", "b", "question", "asked", "you", "readers", "together", "agreements")
    ]
    assert found["you"] == {"choices": [], "counts": None}
    reader = found["readers"][0]
    assert (reader["outcome"], reader["chosen"]) == ("chose", "B")
    assert [(each["first"], each["chosen"]) for each in reader["answers"]] == [("A", "B"), ("B", "B")]
    assert reader["answers"][0]["quotes"][0] == {
        "text": "A",
        "quote": "# Kettle",
        "line": 1,
        "does": "I read on.",
    }
    assert {key: found["together"][key] for key in ("a", "b", "flipped", "separable")} == {
        "a": 0,
        "b": 2,
        "flipped": 0,
        "separable": False,
    }


def test_markdown_has_no_markup_of_others(run, texts, readers):
    readers(lambda request: answer("no difference", why="**Bold** [x](y) `z`"))
    ended = run("compare", *texts, *WORDS, "--format", "markdown")
    assert ended.out.startswith("# A, README.md revision 1, beside B, draft.md revision 1\n")
    assert "\\*\\*Bold\\*\\* \\[x\\](y)" in ended.out


def test_stored_revisions_are_compared_by_their_numbers(run, texts, readers):
    readers(prefers("boils water"))
    path, other = texts
    run("compare", path, other, *WORDS)
    path.write_text(NEW + "\nNow.\n")
    found = run("compare", f"{path}@1", path, *WORDS, "--format", "json").json
    assert (found["a"]["revision"], found["b"]["revision"]) == (1, 2)
    ended = run("compare", f"{path}@7", path, *WORDS)
    assert ended.code == 2
    assert "There is no revision 7 of README.md: its revisions are 1 to 2" in ended.err


def test_nothing_is_sent_without_consent(run, texts, readers):
    provider = readers(prefers("boils water"))
    ended = run("compare", *texts, *WORDS[:-1])
    assert ended.code == 2 and provider.asked == []
    assert "Nothing was sent: give --yes to send both texts to nowhere" in ended.err


def test_secrets_are_not_covered_by_yes(run, texts, readers):
    provider = readers(prefers("boils water"))
    texts[1].write_text(
        f"{NEW}\nexport AWS_SECRET_ACCESS_KEY={'wJalrXUtnFEMI/K7MDENG/bPxRfiCY' + 'zLq8Tg2Wd1'}\n"
    )
    ended = run("compare", *texts, *WORDS)
    assert ended.code == 2 and provider.asked == []
    assert "give --send-secrets" in ended.err
    assert run("compare", *texts, *WORDS, "--send-secrets").code == 0


def test_a_reader_that_fails_leaves_it_incomplete_and_the_same_command_asks_the_rest(run, texts, readers):
    calls = []

    def once(request):
        calls.append(request)
        failed = Failure(FailureKind.REFUSAL, "The model refused.")
        return failed if len(calls) == 1 else prefers("boils water")(request)

    readers(once)
    ended = run("compare", *texts, *WORDS)
    assert ended.code == 3
    assert "The model refused." in ended.err and "1 reader without an answer in both orders" in ended.out
    provider = readers(prefers("boils water"))
    assert run("compare", *texts, *WORDS).code == 0
    assert len(provider.asked) == 1


def test_the_budget_is_a_hard_stop(run, texts, readers, monkeypatch):
    monkeypatch.setenv("WORKBENCH_MODEL", "claude-haiku-5-5")
    provider = readers(prefers("boils water"))
    ended = run("compare", *texts, *WORDS, "--budget", "0.0000001")
    assert ended.code == 3 and provider.asked == []
    assert "does not cover this reader" in ended.err


def test_without_a_reader_what_is_stored_is_printed_and_else_nothing_is_there(run, texts, readers):
    ended = run("compare", *texts, "--provider", "none")
    assert ended.code == 2 and "There is no reader" in ended.err
    readers(prefers("boils water"))
    run("compare", *texts, *WORDS)
    ended = run("compare", *texts, "--provider", "none")
    assert ended.code == 0 and "Readers: 0 chose A, 2 chose B" in ended.out


def test_another_question_is_asked_anew(run, texts, readers):
    provider = readers(prefers("boils water"))
    run("compare", *texts, *WORDS)
    ended = run("compare", *texts, *WORDS, "--question", "Which says sooner what it is?")
    assert "Asked: Which says sooner what it is?" in ended.out
    assert len(provider.asked) == 8
    assert "Which says sooner what it is?" in provider.asked[-1].prompt.task


def test_words_of_a_model_command_no_terminal(run, texts, readers):
    readers(lambda request: answer("no difference", why="\x1b[2Jgone\nand on"))
    ended = run("compare", *texts, *WORDS)
    assert "\x1b" not in ended.out and "gone and on" in ended.out
    json.loads(run("compare", *texts, *WORDS, "--format", "json").out)


@pytest.fixture
def chosen(run, texts, readers, tmp_path):
    """The person chooses a text blind and readers choose B: gives what `compare` prints of it."""

    async def choose(place):
        store = SqliteStore(tmp_path / "w.db", FakeClock().now)
        found = [
            (await store.comparisons.revisions(f"path:{path.resolve()}"))[1][-1] for path in map(Path, texts)
        ]
        both = [ComparedText(artifact(id=each.id), each) for each in found]
        wish = Comparison(*both, QUESTION, asked_wording(QUESTION), 0)
        await store.comparisons.choose(await store.comparisons.begin(wish), found[place].id)
        await store.close()

    def make(place):
        assert run("compare", *texts, "--provider", "none").code == 2
        asyncio.run(choose(place))
        readers(prefers("boils water"))
        return run("compare", *texts, *WORDS)

    return make


def test_readers_are_held_against_a_blind_choice_here_and_in_the_report(run, chosen):
    ended = chosen(0)
    assert "You chose A, blind." in ended.out
    assert "chose as you 0 of 1 time (0.00 to 0.79, directional): not told apart from a coin." in ended.out
    report = run("report").out
    assert "Drafts compared" in report
    assert "You chose between two texts before you saw what any reader chose" in report
    assert report.count("chose as you 0 of 1 time") == 2
    assert run("report", "--source", "skeptic").out.count("chose as you 0 of 1 time") == 1
    found = run("report", "--format", "json").json["compared"]
    assert [(each["source"]["name"], each["opposite"]) for each in found] == [("skeptic", 1), ("engineer", 1)]


def test_a_report_without_comparisons_has_no_words_about_them(run, text):
    run("open", text)
    assert "Drafts compared" not in run("report").out
    assert run("report", "--format", "json").json["compared"] == []
