"""How much memory the workbench holds with 10,000 findings stored, beside what a user would pick instead.

Resident set size of each program once it has stood still on the screen, before any provider is imported;
each is installed as a user has it, for tests bring libraries that others then import.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from large_history import FINDINGS, large_history
from peers import SMALLEST, as_a_user_has_it, installed
from support.terminal import Terminal


def programs(folder: Path) -> Iterator[tuple[str, Sequence[str], str]]:
    """Name, command line and words that show that it is there."""
    yield "smallest Textual app", [sys.executable, "-c", SMALLEST], "first frame"
    workbench = as_a_user_has_it()
    for findings in (100, FINDINGS):
        text, db = folder / str(findings) / "README.md", folder / str(findings) / "w.db"
        large_history(db, text, findings)
        argv = [workbench, "open", str(text), "--db", str(db), "--provider", "none"]
        yield f"workbench open, {findings:,} findings", argv, "ruling"
    log = folder / "long.log"
    log.write_text("".join(f"2026-01-01 line {n} of a log\n" for n in range(10_000)))
    if toolong := installed("toolong", "tl"):
        yield "toolong, 10,000 lines", [toolong, str(log)], "of a log"
    if harlequin := installed("harlequin", "harlequin"):
        yield "harlequin, the same database", [harlequin, "-a", "sqlite", str(db)], "main"


def mebibytes(argv: Sequence[str], words: str) -> float:
    """What a program holds once it has shown these words and come to rest."""
    terminal = Terminal(*argv[1:], columns=160, rows=48, program=argv[0])
    terminal.wait_for(words, 60)
    terminal.settle(6)
    said = subprocess.run(["ps", "-o", "rss=", "-p", str(terminal.pid)], capture_output=True, check=True)
    terminal.kill()
    return int(said.stdout) / 1024


def main() -> None:
    """Print the table."""
    print("resident MiB")
    with tempfile.TemporaryDirectory() as folder:
        for name, argv, words in programs(Path(folder)):
            print(f"  {name:<34} {mebibytes(argv, words):6.1f}", flush=True)


if __name__ == "__main__":
    main()
