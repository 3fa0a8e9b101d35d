"""The checks in a process of their own."""

import asyncio
import sys

import pytest

from workbench.checks import apart
from workbench.checks.apart import ChecksApart
from workbench.checks.registry import RULES, StandardChecks
from workbench.core.artifacts import Kind, Revision

TEXT = "# Kettle\n\nSee [the manual](docs/manual.md) and [the notes](notes.md).\n"


@pytest.fixture
def asked(tmp_path):
    """A text beside one of the files that it links to."""
    (tmp_path / "notes.md").write_text("# Notes\n")
    path = tmp_path / "README.md"
    path.write_text(TEXT)
    return path, Revision("a" * 64, TEXT, id=1, number=1), Kind.README


async def test_what_they_say_apart_is_what_they_say_here(asked):
    checks = ChecksApart()
    report = await checks.run(*asked)
    assert [fault.asks for fault in report.faults] == ["links"]
    assert report == await StandardChecks().run(*asked)
    assert checks.rules == RULES


async def test_a_process_that_fails_is_a_bug_told_with_what_it_printed(asked, monkeypatch):
    failing = (sys.executable, "-c", "raise SystemExit('no more room')")
    monkeypatch.setattr(apart, "_PROGRAM", failing)
    with pytest.raises(RuntimeError, match="ended with 1:\nno more room"):
        await ChecksApart().run(*asked)


async def test_checks_that_nobody_waits_for_any_more_end_at_once(asked, monkeypatch, tmp_path):
    began = tmp_path / "began"
    waits = f"import pathlib, time; pathlib.Path({str(began)!r}).touch(); time.sleep(600)"
    monkeypatch.setattr(apart, "_PROGRAM", (sys.executable, "-c", waits))
    made = []
    create = asyncio.create_subprocess_exec

    async def noted(*words, **pipes):
        made.append(await create(*words, **pipes))
        return made[0]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    running = asyncio.create_task(ChecksApart().run(*asked))
    while not began.exists():  # noqa: ASYNC110 - another process makes it
        await asyncio.sleep(0.01)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert made[0].returncode is not None and made[0].returncode < 0
