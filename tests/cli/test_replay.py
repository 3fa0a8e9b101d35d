"""`workbench replay` as it is typed."""

import asyncio
import json
from pathlib import Path

import pytest
from sqlite_utils import Database
from support.builders import FakeClock, reader_answer

from workbench.core.history import RoundState
from workbench.core.marks import Decision, Target
from workbench.storage.store import SqliteStore

EDITOR = Path(__file__).parents[2] / "personas" / "editor.md"


@pytest.fixture
def reviewed(run, text, script):
    """A text that was read once."""
    assert run("review", text, "--provider", script(), "--yes").code == 0
    return text


@pytest.fixture
def mark(tmp_path):
    """Marks everything that was found hit."""

    async def mark_all():
        store = SqliteStore(tmp_path / "w.db", FakeClock().now)
        (known,) = await store.known()
        history = await store.history(known.artifact)
        assert history.last_round.state is RoundState.COMPLETE
        for concern in {placement.concern for placement in history.placements.values()}:
            await store.decide(history.artifact, Decision(Target("concern", concern), "mark", "hit"))
        await store.close()

    return lambda: asyncio.run(mark_all())


@pytest.fixture
def marked(reviewed, mark):
    """A text that was read once, everything in it marked hit."""
    mark()
    return reviewed


@pytest.fixture
def draft(tmp_path):
    """The editor, reworded."""
    path = tmp_path / "drafts" / "editor.md"
    path.parent.mkdir()
    path.write_text(EDITOR.read_text(encoding="utf-8") + "\nDoubt twice.\n", encoding="utf-8")
    return path


@pytest.fixture
def answers(tmp_path):
    """A file of recorded answers of a reader who finds something on other words."""
    path = tmp_path / "other.json"
    problem = {
        "quote": "pip install kettle",
        "consequence": "My shell knows no pip.",
        "problem": "Python is needed and never named.",
        "change": "Name the version of Python.",
        "fixable_by": "content",
        "asks": "other",
    }
    found = json.loads(reader_answer(problem))
    path.write_text(json.dumps({"answers": [{"answer": found}] * 2}))
    return f"scripted:{path}"


def test_every_prompt_of_a_review_is_built_again(run, reviewed):
    ended = run("replay", "--check")
    assert (ended.code, ended.out) == (0, "7 readings: all match.\n")
    assert run("replay", "--check", reviewed, "--format", "json").json == {
        "version": 1,
        "readings": 7,
        "match": 7,
        "differ": [],
    }


def test_the_prompts_of_an_imported_text_are_built_again_too(run, reviewed, tmp_path, monkeypatch):
    assert run("export", "--out", tmp_path / "all.jsonl").code == 0
    monkeypatch.setenv("WORKBENCH_DB", str(tmp_path / "other.db"))
    assert run("import", tmp_path / "all.jsonl").code == 0
    assert run("replay", "--check").out == "7 readings: all match.\n"


def test_what_does_not_match_is_named_with_why_and_ends_with_1(run, reviewed, tmp_path):
    with Database(tmp_path / "w.db") as db:
        db.execute("delete from made_of")
        db.execute(
            "update readings set prompt_sha256 = 'x'"
            " where id = (select min(id) from readings where prompt_sha256 <> '')"
        )
        db.conn.commit()
    ended = run("replay", "--check")
    assert ended.code == 1
    first, *others = ended.out.splitlines()
    assert first == "7 readings: 5 match, 1 differ, 1 cannot be built again."
    assert any(line.endswith("the checks' facts were not kept then") for line in others)
    differ = run("replay", "--check", "--format", "json").json["differ"]
    assert [each["kept"] for each in differ] == [True, False]


def test_an_empty_database_and_an_unknown_text_say_so(run, text, script):
    assert run("replay", "--check").out == "No reading is stored.\n"
    ended = run("replay", "--check", text)
    assert ended.code == 2 and "Nothing is known of" in ended.err


def test_a_draft_is_compared_with_what_is_stored_and_asked_for_once(run, marked, draft, answers):
    words = ("replay", "--source", f"editor@{draft}", "--against", "editor", "--provider", answers)
    unsent = run(*words)
    assert unsent.code == 2 and "1 call, about" in unsent.err and "give --yes" in unsent.err
    first = run(*words, "--yes", marked)
    assert first.code == 0 and "new: editor: 1 finding" in first.err
    assert first.out.splitlines()[0] == "Compared on 1 revision of 1 text."
    assert "Hits: 0 kept, 1 lost, 0 gained." in first.out
    assert f'{marked}:7 (revision 1) new: "pip install kettle" Python is needed and never named.' in first.out
    again = run(*words, "--to-mark", "--format", "json")
    assert again.code == 0 and "1 new finding to be marked" in again.err
    shape = again.json
    assert (shape["new"]["readings"], shape["old"]["readings"], shape["new"]["unmarked"]) == (1, 1, 1)
    assert shape["verdict"]["outcome"] == "not separable" and shape["changed"][0].startswith("the wording")
    assert "replay-editor" in run("status", marked, "--format", "json").out
    assert run(*words, "--format", "json").json["to_mark"][0]["known"]


def test_looks_at_the_test_half_are_counted(run, marked, draft, answers):
    words = ("replay", "--source", f"editor@{draft}", "--against", "editor", "--provider", answers, "--yes")
    looks = [run(*words, "--format", "json").json["test_looks"] for _ in range(2)]
    assert looks in ([0, 0], [1, 2])
    for half, seen in (("train", looks[0] == 0), ("test", looks[0] > 0)):
        ended = run(*words, "--split", half)
        assert (ended.code == 0) is seen
        assert seen or f"nothing to compare on in the {half} half" in ended.err


def test_what_is_missing_is_said_before_anything_is_asked(run, reviewed, draft, answers):
    against = ("--source", f"editor@{draft}", "--against", "editor@current", "--provider", answers, "--yes")
    ended = run("replay", *against)
    assert ended.code == 2 and "is not marked: 1 concern of editor, none with a mark" in ended.err
    assert run("replay").code == run("replay", "--check", "--source", "editor").code == 2
    assert "No earlier wording of 'editor'" in run("replay", "--source", "editor").err


def test_a_text_with_a_credential_is_sent_only_where_that_is_said(run, text, script, mark, draft, answers):
    text.write_text(text.read_text() + "\nThe key is AKIA" + "Z7QX3M5TPL2WKJHD" + " here.\n")
    assert run("review", text, "--provider", script(), "--yes", "--send-secrets").code in (0, 1)
    mark()
    words = ("replay", "--source", f"editor@{draft}", "--against", "editor", "--provider", answers, "--yes")
    refused = run(*words)
    assert refused.code == 2 and "Nothing was sent" in refused.err and "--send-secrets" in refused.err
    assert run(*words, "--send-secrets").code == 0


def test_a_reading_that_fails_ends_with_3_and_says_how_to_go_on(run, marked, draft, tmp_path, answers):
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps({"answers": [{"text": "no JSON at all"}] * 2}))
    words = ("replay", "--source", f"editor@{draft}", "--against", "editor", "--yes", "--provider")
    ended = run(*words, f"scripted:{broken}")
    assert ended.code == 3 and "The same command goes on" in ended.err
    assert ended.out.splitlines()[1:] == [
        f"In no figure, for a reading is missing: {marked} revision 1.",
    ]
    assert run(*words, answers).code == 0


def test_a_broken_draft_is_named_with_its_line(run, marked, draft):
    draft.write_text("---\ntitle: 3\n---\n")
    ended = run("replay", "--source", f"editor@{draft}", "--against", "editor", "--yes")
    assert ended.code == 2 and str(draft) in ended.err


def test_without_anybody_to_ask_nothing_is_compared(run, marked, draft):
    words = ("replay", "--source", f"editor@{draft}", "--against", "editor")
    assert "There is no reader" in run(*words, "--provider", "none", "--yes").err
