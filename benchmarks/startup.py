"""How long until something is on the screen: `workbench` beside Python and Textual's smallest app.

Each is run in turn in a terminal of its own, so that the machine's other work meets all alike.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from support.terminal import PROGRAM, Terminal

RUNS = 7
SMALLEST = """
from textual.app import App
from textual.widgets import Static
class Smallest(App):
    def compose(self):
        yield Static("first frame")
Smallest().run()
"""


def seconds(run):
    """How long one run takes."""
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def command(*words):
    """Run a command to its end."""
    return lambda: subprocess.run(words, check=True, capture_output=True)


def first_frame(words, *argv):
    """Run a program in a terminal until these words are painted."""

    def run():
        terminal = Terminal(*argv[1:], program=argv[0])
        terminal.wait_for(words)
        terminal.kill()

    return run


def main():
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        text, db = Path(folder, "README.md"), Path(folder, "w.db")
        text.write_text("# Kettle\n\nKettle boils water.\n")
        measured = {
            "python -c pass": command(sys.executable, "-c", "pass"),
            "workbench --version": command(PROGRAM, "--version"),
            "workbench personas list": command(PROGRAM, "personas", "list"),
            "workbench status (checks)": command(PROGRAM, "status", str(text), "--db", str(db)),
            "smallest Textual app, first frame": first_frame("first frame", sys.executable, "-c", SMALLEST),
            "workbench open, first frame": first_frame(
                "Kettle boils", PROGRAM, "open", str(text), "--db", str(db), "--provider", "none"
            ),
        }
        for run in measured.values():
            run()
        times = {name: [] for name in measured}
        for _ in range(RUNS):
            for name, run in measured.items():
                times[name].append(seconds(run))
    print(f"{'seconds, ' + str(RUNS) + ' runs in turn':<36} {'median':>7} {'least':>7} {'most':>7}")
    for name, taken in times.items():
        print(f"{name:<36} {statistics.median(taken):7.2f} {min(taken):7.2f} {max(taken):7.2f}")


if __name__ == "__main__":
    main()
