"""How long the report over 100,000 marks and 2,000 blind answers takes: printed, and on the screen.

Each command is run in turn, as a user has it installed, so that the machine's other work meets all alike.
What was counted is kept beside the database; the first report ever, which counts everything, is timed apart.
The screen's first frame is from the byte of `s` to its table. Beside the clock's time stands the processor's,
which other work on the machine does not lengthen.
"""

import asyncio
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from many_marks import BLIND, MARKS, many_marks
from peers import as_a_user_has_it
from startup import command
from support.terminal import Terminal

from workbench.bootstrap.clock import SystemClock
from workbench.core.marks import Decision, Mark, Target
from workbench.storage.kept_counts import kept_file
from workbench.storage.store import SqliteStore

RUNS = 9
BASE = "workbench --version"


async def _mark_one_more(db):
    """Mark the newest concern anew, as a person does between two reports."""
    store = SqliteStore(db, SystemClock().now)
    known = (await store.known())[-1].artifact
    decisions = (await store.history(known)).decisions
    newest = next(d.target for d in reversed(decisions) if d.target.kind == "concern")
    await store.decide(known, Decision(Target("concern", newest.id), "mark", Mark.HIT.value))
    await store.close()


def taken(run):
    """How long one run takes by the clock, and of the processor."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    run()
    passed, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return passed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def shown(workbench, db, columns, rows):
    """Seconds from the key to the table on the screen; a program that was just opened."""

    def run():
        terminal = Terminal(program=workbench, environ={"WORKBENCH_DB": str(db)}, columns=columns, rows=rows)
        terminal.wait_for("README.md", seconds=60)
        terminal.settle(4)
        started = time.perf_counter()
        terminal.press("s")
        terminal.wait_for("reader findings", seconds=60)
        passed = time.perf_counter() - started
        terminal.kill()
        return passed, float("nan")

    return run


def main():
    """Print the table."""
    workbench = as_a_user_has_it()
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder, "w.db")
        many_marks(db)
        asks = (workbench, "report", "--db", str(db))
        version, printed = command(workbench, "--version"), command(*asks)
        # Brings the database up to date, should it be behind.
        printed()
        times = {BASE: [], "report": [], "report --format json": [], "report, one mark later": []}
        first = []
        for _ in range(RUNS):
            times[BASE].append(taken(version))
            times["report"].append(taken(printed))
            times["report --format json"].append(taken(command(*asks, "--format", "json")))
            asyncio.run(_mark_one_more(db))
            times["report, one mark later"].append(taken(printed))
        for _ in range(3):
            kept_file(db).unlink()
            first.append(taken(printed))
        times["report, first ever"] = first
        for columns, rows in ((80, 24), (160, 48)):
            run = shown(workbench, db, columns, rows)
            times[f"s, first frame at {columns} x {rows}"] = [run() for _ in range(3)]
    base = [statistics.median(column) for column in zip(*times[BASE], strict=True)]
    heads = "".join(f"{head:>9}" for head in ("median", "more", "cpu", "more"))
    print(f"{f'{MARKS:,} marks, {BLIND:,} blind':<32}{heads}")
    for name, runs in times.items():
        medians = [statistics.median(column) for column in zip(*runs, strict=True)]
        pairs = zip(medians, base, strict=True)
        print(f"{name:<32}" + "".join(f"{median:9.2f}{median - least:9.2f}" for median, least in pairs))


if __name__ == "__main__":
    main()
