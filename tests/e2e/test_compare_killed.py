"""`workbench compare` killed in the middle: what was answered is there, and only the rest is asked for."""

import json
import os
import signal
import subprocess
import sys

import pytest
from core.comparing.stage import NEW, OLD, answer
from sqlite_utils import Database

WORDS = ("--reader", "skeptic", "--reader", "engineer", "--yes", "--parallel", "1")
_LONGEST = 60.0
"""Seconds after which a program that has not ended fails the test."""


@pytest.fixture
def texts(tmp_path):
    paths = tmp_path / "README.md", tmp_path / "draft.md"
    for path, text in zip(paths, (OLD, NEW), strict=True):
        path.write_text(text)
    return [str(path) for path in paths]


@pytest.fixture
def started(tmp_path, texts):
    """Starts the program with so many recorded answers, each after some seconds; the last is ended."""
    running = []

    def start(answers, delay):
        script = tmp_path / f"script-{answers}.json"
        entries = [{"answer": json.loads(answer("no difference"))}] * answers
        script.write_text(json.dumps({"answers": entries, "delay": delay, "piece": 10_000}))
        words = ["compare", *texts, *WORDS, "--provider", f"scripted:{script}", "--format", "json"]
        environment = {**os.environ, "WORKBENCH_DB": str(tmp_path / "w.db")}
        command = [sys.executable, "-m", "workbench", *words]
        running.append(
            subprocess.Popen(
                command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
        )
        return running[-1]

    yield start
    for program in running:
        if program.poll() is None:
            program.kill()
        program.communicate()


def _answered(path):
    with Database(path) as db:
        return db["comparison_readings"].count


def test_a_killed_run_keeps_what_was_answered_and_the_next_asks_for_the_rest_alone(started, tmp_path):
    database = tmp_path / "w.db"
    killed = started(4, delay=0.5)
    assert any(": answered" in line for line in killed.stderr)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    kept = _answered(database)
    assert 0 < kept < 4
    # It has no answer to give to a question that was answered before.
    again = started(4 - kept, delay=0)
    said, told = again.communicate(timeout=_LONGEST)
    assert again.returncode == 0, told
    assert told.count(": answered") == 4 - kept
    assert [each["outcome"] for each in json.loads(said)["readers"]] == ["no difference"] * 2
