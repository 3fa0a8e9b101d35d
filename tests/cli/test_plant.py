"""`workbench plant`: a copy with known faults, its key, and what was found of it."""

import pytest
from core.planting.conftest import ENGLISH, Controls, finding, quoted
from support.builders import judge_answer, reader_answer

from workbench.core.planting.planting import plant
from workbench.providers import scripted


@pytest.fixture
def kettle(tmp_path):
    """A README in a folder of its own."""
    folder = tmp_path / "kettle"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "manual.md").write_text("# Manual\n")
    path = folder / "README.md"
    path.write_bytes(ENGLISH.replace("\n", "\r\n").encode())
    return path


@pytest.fixture
def readers(monkeypatch):
    """Readers who know nothing but the text, and a judge who knows the key of seed 3."""
    made = Controls(plant(ENGLISH, 12, 3), "right")

    def judged(request):
        ids = [line[3:].split()[0] for line in request.prompt.task.splitlines() if line.startswith("## ")]
        given = zip(ids, made.judgement(1)["answers"], strict=False)
        return judge_answer({id: {**each, "question": id} for id, each in given}, worst=[])

    provider = scripted.ScriptedProvider(
        lambda request: judged(request) if "# Questions" in request.prompt.task else made.answer(request)
    )
    provider.asked_of_the_judge = judged
    monkeypatch.setattr(scripted.ScriptedProvider, "load", classmethod(lambda cls, path: provider))
    return provider


def test_the_file_and_its_folder_stay_as_they_are(run, kettle, tmp_path):
    before = kettle.read_bytes()
    ended = run("plant", kettle, "--faults", 12, "--seed", 3)
    assert ended.code == 0
    assert kettle.read_bytes() == before
    assert sorted(path.name for path in kettle.parent.iterdir()) == ["README.md", "docs"]
    [copy] = (tmp_path / "planted").iterdir()
    assert copy.read_bytes() != before
    assert b"\r\n" in copy.read_bytes() and b"\n" not in copy.read_bytes().replace(b"\r\n", b"")
    assert str(copy) in ended.out


def test_fewer_faults_than_were_asked_for_are_said(run, kettle):
    ended = run("plant", kettle, "--faults", 150)
    assert "150 were asked for; with this seed the text honestly allows" in ended.out


def test_the_key_is_printed_only_when_it_is_asked_for(run, kettle):
    planted = plant(ENGLISH, 12, 3)
    assert planted.faults[0].problem not in run("plant", kettle, "--seed", 3).out
    assert planted.faults[0].problem in run("plant", 1, "--key").out
    shown = run("plant", 1, "--key", "--format", "json").json
    assert [each["problem"] for each in shown["planted"]] == [fault.problem for fault in planted.faults]


def test_a_copy_never_overwrites_another_file(run, kettle, tmp_path):
    other = tmp_path / "notes.md"
    other.write_text("Mine.\n")
    for there in (other, kettle, tmp_path):
        ended = run("plant", kettle, "--out", there)
        assert ended.code == 2
        assert "is there already" in ended.err
    assert other.read_text() == "Mine.\n"


def test_a_copy_goes_where_it_is_asked_to_go_and_the_same_again_is_no_second_key(run, kettle, tmp_path):
    out = tmp_path / "deep" / "copy.md"
    for _ in range(2):
        assert run("plant", kettle, "--out", out).code == 0
    assert out.exists()
    assert len(run("plant", "--format", "json").json["plantings"]) == 1


def test_a_text_without_an_honest_fault_is_refused(run, tmp_path):
    path = tmp_path / "README.md"
    path.write_text("| a |\n| - |\n")
    ended = run("plant", path)
    assert ended.code == 2
    assert "allows no honest fault" in ended.err


def test_nothing_is_sent_without_consent(run, kettle, readers):
    ended = run("plant", kettle, "--run", "--provider", "scripted:x", "--seed", 3)
    assert ended.code == 2
    assert "Nothing was sent: give --yes to send the copy to nowhere" in ended.err
    assert readers.asked == []


def test_a_run_says_what_each_source_found_and_is_not_made_twice(run, kettle, readers):
    words = ("--run", "--provider", "scripted:x", "--yes", "--format", "json")
    ended = run("plant", kettle, "--seed", 3, "--reader", "skeptic", *words)
    assert ended.code == 0, ended.err
    assert [each["source"]["name"] for each in ended.json["recall"]] == [
        "checks",
        "skeptic",
        "no-persona",
        "readme",
    ]
    judge = ended.json["recall"][-1]
    assert (judge["found"], judge["of"], judge["to_look_at"]) == (
        ended.json["faults"],
        ended.json["faults"],
        0,
    )
    sent = len(readers.asked)
    again = run("plant", ended.json["key"], "--reader", "skeptic", *words)
    assert "nothing is sent" in again.err
    assert len(readers.asked) == sent
    assert again.json["recall"] == ended.json["recall"]
    pooled = run("plant", "--report", "--format", "json").json["recall"]
    assert pooled == ended.json["recall"]


def test_what_rules_cannot_tell_is_answered_by_its_name(run, kettle, readers, monkeypatch):
    planted = plant(ENGLISH, 12, 3)
    fault = next(each for each in planted.faults if each.family == "absolute" or each.family == "number")
    vague = reader_answer(finding(quoted(planted, fault), "I would put this in another way.", "Nothing."))
    judged = readers.asked_of_the_judge
    provider = scripted.ScriptedProvider(lambda r: judged(r) if "# Questions" in r.prompt.task else vague)
    monkeypatch.setattr(scripted.ScriptedProvider, "load", classmethod(lambda cls, path: provider))
    words = ("--run", "--provider", "scripted:x", "--yes", "--format", "json", "--reader", "skeptic")
    found = run("plant", kettle, "--seed", 3, *words).json["recall"]
    skeptic = next(each for each in found if each["source"]["name"] == "skeptic")
    assert (skeptic["found"], skeptic["to_look_at"]) == (0, 1)
    name = skeptic["questions"][0]["name"]
    assert run("plant", "--say", f"{name}=perhaps").code == 2
    assert run("plant", "--say", f"{name}9=yes").code == 2
    assert run("plant", "--say", f"{name}=yes").code == 0
    found = run("plant", 1, "--report", "--format", "json").json["recall"]
    skeptic = next(each for each in found if each["source"]["name"] == "skeptic")
    assert (skeptic["found"], skeptic["to_look_at"]) == (1, 0)


@pytest.fixture
def two_questions(run, kettle, readers, monkeypatch):
    """A reader who says two vague things at one fault's place; gives the names of both questions."""
    planted = plant(ENGLISH, 12, 3)
    fault = next(each for each in planted.faults if each.family in ("absolute", "number"))
    vague = reader_answer(
        finding(quoted(planted, fault), "I would put this in another way.", "Nothing."),
        finding(quoted(planted, fault), "It reads oddly.", "Nothing."),
    )
    judged = readers.asked_of_the_judge
    provider = scripted.ScriptedProvider(lambda r: judged(r) if "# Questions" in r.prompt.task else vague)
    monkeypatch.setattr(scripted.ScriptedProvider, "load", classmethod(lambda cls, path: provider))
    words = ("--run", "--provider", "scripted:x", "--yes", "--format", "json", "--reader", "skeptic")
    found = run("plant", kettle, "--seed", 3, *words).json["recall"]
    return [q["name"] for q in next(r for r in found if r["source"]["name"] == "skeptic")["questions"]]


def skeptic(run):
    found = run("plant", 1, "--report", "--format", "json").json["recall"]
    return next(each for each in found if each["source"]["name"] == "skeptic")


def test_answers_to_what_one_report_asks_are_kept_together(run, two_questions):
    first, second = two_questions
    ended = run("plant", "--say", f"{first}=yes", "--say", f"{second}=yes")
    assert (ended.code, ended.err) == (0, "")
    assert skeptic(run)["questions"] == []
    assert run("plant", "--say", f"{second}=no", "--say", f"{first}=no").code == 0
    assert skeptic(run)["found"] == 0


def test_an_answer_that_another_one_made_needless_is_taken(run, two_questions):
    first, second = two_questions
    assert run("plant", "--say", f"{first}=yes").code == 0
    assert run("plant", "--say", f"{second}=yes").code == 0


def test_no_answer_is_kept_where_one_of_them_is_to_nothing(run, two_questions):
    first, _ = two_questions
    assert run("plant", "--say", f"{first}=yes", "--say", "1:99.9.9=yes").code == 2
    assert skeptic(run)["found"] == 0


@pytest.mark.parametrize(("said", "asked"), [("y", 1), ("n", 2), ("", 2)])
def test_looking_goes_on_about_a_fault_until_it_is_found(run, two_questions, monkeypatch, said, asked):
    prompts = []
    monkeypatch.setattr("sys.stdin", type("Terminal", (), {"isatty": lambda self: True})())
    monkeypatch.setattr("click.prompt", lambda *words, **options: prompts.append(words) or said)
    ended = run("plant", 1, "--look")
    assert ended.code == 0
    asks = [line for line in ended.err.splitlines() if line.startswith("reader skeptic")]
    assert (len(two_questions), len(asks)) == (2, asked)


def test_looking_needs_a_terminal_and_says_what_does_not(run, kettle):
    run("plant", kettle)
    ended = run("plant", 1, "--look")
    assert ended.code == 2
    assert "--say NAME=yes" in ended.err


def test_a_key_alone_says_what_it_is_the_key_of(run, kettle):
    planted = run("plant", kettle).out
    assert run("plant", 1).out == run("plant").out == planted


def test_the_checks_find_a_link_that_was_broken_and_are_not_blamed_for_others(run, kettle):
    text = "# A\n\nSee [docs/manual.md](docs/manual.md) and [docs/none.md](docs/none.md).\n"
    kettle.write_text(text)
    wanted = ["the path manual.md changed to manuals.md"]
    seed = next(n for n in range(99) if [fault.what for fault in plant(text, 1, n).faults] == wanted)
    words = ("--faults", 1, "--seed", seed, "--report", "--format", "json")
    [checks] = run("plant", kettle, *words).json["recall"]
    assert (checks["found"], checks["of"]) == (1, 1)
    assert [each["quote"] for each in checks["others"]] == ["[docs/none.md](docs/none.md)"]


def test_a_key_that_does_not_exist_is_refused(run):
    ended = run("plant", 7, "--report")
    assert ended.code == 2
    assert "There is no key 7" in ended.err


def test_what_is_no_number_of_a_key_is_refused(run, kettle):
    run("plant", kettle)
    for number in ("²", "9" * 5000):
        ended = run("plant", "--say", f"{number}:2.14.1=yes")
        assert ended.code == 2 and "is no answer: say NAME=yes or NAME=no" in ended.err
        assert run("plant", number).code == 2
