"""How long a loop of 20 rounds and 2,000 findings takes to open, beside one of a single round.

Run by itself: `python benchmarks/identity_loop.py`. Each is run in turn, so that the machine's other work
meets both alike.
"""

import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import large_history
from startup import WIDE, command, leave, painted, seconds

RUNS = 7
_A_READING = 16
"""Findings of one reader, so that a round has about a hundred."""


def main() -> int:
    """Print the table."""
    large_history._A_READING = _A_READING
    workbench = str(Path(sys.executable).with_name("workbench"))
    with tempfile.TemporaryDirectory() as folder:
        runs = {}
        # Odd numbers: what is kept of a history is known by its size, and other benchmarks keep even ones.
        for rounds, findings in ((1, 101), (20, 2_001)):
            text, db = Path(folder, str(rounds), "README.md"), Path(folder, f"{rounds}.db")
            large_history.large_history(db, text, findings)
            opens = (workbench, "open", str(text), "--db", str(db), "--provider", "none")
            leave(*opens)
            shown = (large_history.FIRST_LINE, "nothing has changed")
            runs["open, until keys act", rounds] = painted(shown, *opens, **WIDE)
            runs["status", rounds] = command(workbench, "status", str(text), "--db", str(db))
        times = {name: [] for name in runs}
        for _ in range(RUNS):
            for name, run in runs.items():
                times[name].append(seconds(run))
    for what in ("open, until keys act", "status"):
        one, many = (statistics.median(times[what, rounds]) for rounds in (1, 20))
        print(f"{what:24} one round {one:.2f} s, 20 rounds {many:.2f} s: {many / one:.2f} times (target 1.2)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
