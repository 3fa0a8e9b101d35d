"""How long a key takes on the board of 500 candidates while reads arrive, and how soon the board is there.

Measured outside, through a terminal: from the key's byte to the frame whose cursor stands on the next
candidate. A recording answers in a reader's place, each answer another one, so that each is graded, stored
and counted as a model's would be. Beside it: the same keys while nothing arrives, and the time from starting
the program to the first frame with a candidate, and to the one with what is stored.
"""

import json
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from support.terminal import Terminal

CANDIDATES = 500
KEYS = 150
"""How often the cursor goes down."""
PAUSE = 0.03
"""Seconds between two keys: a key that is held down."""
SIZES = ((80, 24), (160, 48))
DOWN = "j"


def recording(folder: Path, delay: float) -> Path:
    """Answers that serve a reader and a grader alike, no two the same."""
    chance = random.Random(1)
    things = ("shop", "kettle", "program for the shell", "school", "book about tea", "bus line")

    def answer(number: int) -> dict[str, str]:
        return {
            "thought": "I know the words.",
            "what": f"It is a {chance.choice(things)} with {number} parts.",
            "for_whom": "People who wait.",
            "quote": "It is a",
            "reason": "So it says.",
            "answer": chance.choice(("right", "wrong", "wrong")),
        }

    path = folder / "recording.json"
    answers = [{"answer": answer(number)} for number in range(20_000)]
    path.write_text(json.dumps({"answers": answers, "delay": delay}), encoding="utf-8")
    return path


def candidates(folder: Path) -> Path:
    """As many lines, some of them wide."""
    path = folder / "taglines.md"
    words = ("for the shell", "お茶を沸かす", "在终端里", "🫖 by the clock")
    path.write_text(
        "".join(f"- Candidate {n:03} {words[n % 4]}\n" for n in range(CANDIDATES)), encoding="utf-8"
    )
    return path


def milliseconds(terminal: Terminal, number: int) -> float:
    """From a key to the frame whose cursor is on the candidate of this number."""
    wanted = re.compile(rf"›(?:(?!Candidate)[^\n])*Candidate {number:03}")
    started = time.perf_counter()
    terminal.press(DOWN)
    while time.perf_counter() - started < 20:
        terminal.read(0.01)
        if wanted.search(terminal.seen):
            return (time.perf_counter() - started) * 1000
    raise AssertionError(terminal.seen[-2000:])


def keys(terminal: Terminal) -> list[float]:
    """The cursor down through the list."""
    taken = []
    for number in range(1, KEYS + 1):
        taken.append(milliseconds(terminal, number))
        terminal.settle(PAUSE)
    return taken


def line(name: str, taken: Sequence[float]) -> str:
    """A row of the table."""
    p95 = statistics.quantiles(taken, n=20, method="inclusive")[-1]
    return f"  {name:<44} {len(taken):5} {statistics.median(taken):8.1f} {p95:8.1f} {max(taken):8.1f}"


def measured(folder: Path, columns: int, rows: int) -> None:
    """Print what one size of terminal takes."""
    argv = ["open", candidates(folder), "--db", folder / f"{columns}.db", "--parallel", "8"]
    argv += ["--provider", f"scripted:{recording(folder, 0.01)}"]
    started = time.perf_counter()
    terminal = Terminal(*argv, columns=columns, rows=rows)
    terminal.wait_for("Candidate 001", 60)
    first = time.perf_counter() - started
    terminal.wait_for("not read yet", 60)
    opened = time.perf_counter() - started
    print(f"{columns} by {rows}: first frame {first * 1000:.0f} ms, opened {opened * 1000:.0f} ms")
    terminal.settle(1)
    print(line("down, nothing arrives", keys(terminal)), flush=True)
    terminal.press("\x1b[H")
    terminal.settle(0.5)
    terminal.press("i")
    terminal.wait_for("for whom")
    terminal.press("A kettle for the shell.\r")
    terminal.wait_for("Kept")
    terminal.press("r")
    terminal.wait_for("sends")
    terminal.settle(0.5)
    terminal.press("\r")
    terminal.wait_for("first pass")
    began = time.perf_counter()
    print(line("down, reads arrive", keys(terminal)), flush=True)
    seconds = time.perf_counter() - began
    terminal.press("x")
    terminal.wait_for("Stopped", 30)
    found = re.findall(r"Stopped: ([\d,]+) reads?", terminal.seen)
    made = int(found[-1].replace(",", "")) if found else 0
    print(f"  {made:,} reads stored, graded and counted in {seconds:.1f} s, {made / seconds:.0f} a second")
    terminal.press("q")
    terminal.wait_for_end()


def main() -> None:
    """Print the table."""
    print(f"{'milliseconds, 500 candidates':<46} {'keys':>5} {'median':>8} {'p95':>8} {'most':>8}")
    for columns, rows in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            measured(Path(folder), columns, rows)


if __name__ == "__main__":
    main()
