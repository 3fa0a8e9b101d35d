import json
import sys
from functools import cache
from pathlib import Path

import pytest
from support import databases
from support.builders import judge_answer, reader_answer

from workbench.cli import main
from workbench.content import front_matter

TEXT = """\
# Kettle

Kettle boils water from the command line, faster than any other.

## Install

Run `pip install kettle`, then `kettle on`. See [the manual](docs/manual.md).
"""
_split_once = cache(front_matter.split)
"""Every command reads all personas and rubrics, which takes longer than what it does with them."""
README_QUESTIONS = [f"R{n}" for n in range(1, 15)]


class Ended:
    """What a command printed and how it ended."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Runs the command line in this process, over a database of its own."""
    monkeypatch.setenv("WORKBENCH_DB", str(tmp_path / "w.db"))
    monkeypatch.setattr(front_matter, "split", _split_once)

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["workbench", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        return Ended(ended.value.code, printed.out, printed.err)

    return call


@pytest.fixture
def text(tmp_path):
    """A README whose link leads somewhere."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "manual.md").write_text("# Manual\n")
    path = tmp_path / "README.md"
    path.write_text(TEXT)
    return path


@pytest.fixture
def script(tmp_path):
    """A file of recorded answers: one finding from each reader, and a judge with nothing to say."""
    databases.begin(tmp_path / "w.db")

    def write(judge="Publishable", fails=(), readers=5, broken=0, questions=()):
        good = json.loads(reader_answer("faster than any other"))
        answers = [{"answer": good}] * (readers - broken) + [{"text": "no JSON at all"}] * broken * 2
        asked = [
            {"quote": "faster than any other", "ask": ask, "meets": "", "fails": ""} for ask in questions
        ]
        answers.append({"answer": {"questions": asked}})
        values = {
            id: {"answer": "fails", "quote": "faster than any other"} if id in fails else "meets"
            for id in [*README_QUESTIONS, *(f"D{n}" for n, _ in enumerate(questions, start=1))]
        }
        quoted = json.loads(judge_answer(values, verdict=judge).replace("Kettle boils water", "boils water"))
        quoted["worst"] = []
        path = tmp_path / f"script-{judge}-{len(fails)}-{readers}-{broken}-{len(questions)}.json"
        path.write_text(json.dumps({"answers": [*answers, {"answer": quoted}]}))
        return f"scripted:{path}"

    return write


@pytest.fixture
def exits_in_docs():
    return Path(__file__).parents[2] / "docs" / "commands.md"
