"""A run over candidates that is killed outright, and the next one."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from sqlite_utils import Database

SAID = {
    "thought": "Hm.",
    "what": "A kettle.",
    "for_whom": "",
    "quote": "A kettle",
    "reason": "So.",
    "answer": "right",
}
"""What serves a reader and a grader alike."""


@pytest.fixture
def started(tmp_path):
    """Starts `workbench taglines` over a recording that answers slowly."""
    recording, lines = tmp_path / "recording.json", tmp_path / "taglines.txt"
    recording.write_text(json.dumps({"answers": [{"answer": SAID}] * 400, "delay": 0.02}))
    lines.write_text("".join(f"Line {n}\n" for n in range(4)))
    made = []

    def start(*more):
        command = [
            *(sys.executable, "-c", "from workbench.cli import main; main()", "taglines", lines, "--yes"),
            *(
                "--provider",
                f"scripted:{recording}",
                "--intent",
                "A kettle.",
                "--parallel",
                "2",
                "--trials",
                "2",
                *more,
            ),
        ]
        environment = {**os.environ, "WORKBENCH_DB": str(tmp_path / "w.db")}
        made.append(
            subprocess.Popen(
                [*map(str, command)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        )
        return made[-1]

    yield start
    for process in made:
        process.kill()
        process.communicate()


def slots(path):
    """The reads that are stored."""
    with Database(path) as db:
        return db.execute(
            "select tagline_id, source_id, stage, trial from tagline_reads order by id"
        ).fetchall()


def test_a_killed_run_keeps_every_read_that_ended_and_the_next_one_makes_only_the_others(started, tmp_path):
    first, path, until = started(), tmp_path / "w.db", time.monotonic() + 60
    kept = []
    while len(kept) < 5 and time.monotonic() < until:
        try:
            kept = slots(path) if path.exists() else []
        except sqlite3.OperationalError:
            kept = []
        time.sleep(0.05)  # noqa: TID251
        assert first.poll() is None, first.communicate()[1].decode()
    first.send_signal(signal.SIGKILL)
    first.wait()
    kept = slots(path)
    assert len(kept) >= 5
    out, err = started("--format", "json").communicate(timeout=120)
    found = json.loads(out)
    assert found["decided"], err.decode()
    every = slots(path)
    assert every[: len(kept)] == kept
    assert len(set(every)) == len(every) == found["reads"]
