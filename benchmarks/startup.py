"""How long until something is on the screen: `workbench` beside Textual's smallest app and its peers.

Each is run in turn in a terminal of its own, so that the machine's other work meets all alike. The first
frame of `open` is the artifact's first line and its stored concerns, of a text with 10,000 findings that
was opened and left before. Each is installed as a user has it: from a checkout that may not keep what
Python compiled, importing takes longer.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from large_history import FIRST_LINE, FIRST_PROBLEM, large_history
from peers import SMALLEST, as_a_user_has_it, installed
from support.terminal import Terminal

RUNS = 7
WIDE = {"columns": 160, "rows": 48}
BASE = "smallest Textual app"
BACK = "nothing has changed"
"""What is said once a text is open that was left before."""


def seconds(run):
    """How long one run takes."""
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def command(*words):
    """Run a command to its end."""
    return lambda: subprocess.run(words, check=True, capture_output=True)


def painted(words, *argv, **size):
    """Run a program in a terminal until all of these words are painted."""

    def run():
        terminal = Terminal(*argv[1:], program=argv[0], **size)
        for each in words:
            terminal.wait_for(each, seconds=60)
        terminal.kill()

    return run


def checked(*argv, **size):
    """Open a text until what the checks say of it is painted, not what they said the last time."""

    def run():
        terminal = Terminal(*argv[1:], program=argv[0], **size)
        terminal.wait_for("checks are running", seconds=60)
        terminal.press("")
        terminal.wait_for("checks: ", seconds=60)
        terminal.kill()

    return run


def leave(*argv):
    """Open a text and leave it, as a person did before."""
    terminal = Terminal(*argv[1:], program=argv[0])
    terminal.wait_for("No reader", seconds=60)
    terminal.press("q")
    terminal.wait_for_end(60)


def peers(folder):
    """What a user would pick instead, as far as it can be installed here."""
    log = folder / "some.log"
    log.write_text("first log line\nsecond\n")
    asked = {
        "toolong": ("toolong", "tl", ("first log line",), (log,)),
        "elia": ("elia-chat", "elia", ("History (0)",), ()),
        "harlequin": ("harlequin", "harlequin", ("Query Editor",), ("-a", "sqlite", folder / "some.db")),
    }
    for name, (package, program, words, arguments) in asked.items():
        path = installed(package, program)
        if path is None:
            print(f"{name} cannot be installed here", file=sys.stderr)
        else:
            yield f"{name}, first frame", painted(words, path, *map(str, arguments), **WIDE)


def measured(folder):
    """What is measured, by name; nothing is written yet when it runs the first time."""
    small, small_db = folder / "small" / "README.md", folder / "small.db"
    small.parent.mkdir()
    small.write_text("# Kettle\n\nKettle boils water.\n")
    text, db = folder / "large" / "README.md", folder / "large.db"
    large_history(db, text)
    workbench = as_a_user_has_it()
    python = str(Path(workbench).with_name("python"))
    opens = (workbench, "open", str(text), "--db", str(db), "--provider", "none")
    leave(*opens)
    stored = (FIRST_LINE, FIRST_PROBLEM)
    return {
        BASE: painted(["first frame"], python, "-c", SMALLEST, **WIDE),
        "workbench open, first frame": painted(stored, *opens, **WIDE),
        "workbench open, until keys act": painted((*stored, BACK), *opens, **WIDE),
        "workbench open, until it is checked": checked(*opens, **WIDE),
        **dict(peers(folder)),
        "python -c pass": command(python, "-c", "pass"),
        "workbench --version": command(workbench, "--version"),
        "workbench --help": command(workbench, "--help"),
        "workbench personas list": command(workbench, "personas", "list"),
        "workbench status (checks)": command(workbench, "status", str(small), "--db", str(small_db)),
    }


def main():
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        runs = measured(Path(folder))
        for run in runs.values():
            run()
        times = {name: [] for name in runs}
        for _ in range(RUNS):
            for name, run in runs.items():
                times[name].append(seconds(run))
    base = statistics.median(times[BASE])
    heads = "".join(f"{head:>8}" for head in ("median", "least", "most", "times"))
    print(f"{f'seconds, {RUNS} runs in turn':<40}{heads}")
    for name, taken in times.items():
        median = statistics.median(taken)
        print(f"{name:<40} {median:7.2f} {min(taken):7.2f} {max(taken):7.2f} {median / base:7.2f}")


if __name__ == "__main__":
    main()
