"""How long an export and an import of 100,000 marks take, and how much memory: printed.

Each is a command as a user calls it, in a process of its own: exported, imported into an empty database,
imported again, and exported from there, which must give the same lines.
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path

from many_marks import MARKS, many_marks

WORKBENCH = Path(sys.executable).with_name("workbench")


def called(*words: str, db: Path) -> tuple[float, float]:
    """Seconds that a command took, and the most memory that it had, in MB.

    Raises:
        RuntimeError: it failed.
    """
    begun = time.perf_counter()
    child = os.posix_spawn(WORKBENCH, [str(WORKBENCH), *words], {**os.environ, "WORKBENCH_DB": str(db)})
    _, status, used = os.wait4(child, 0)
    if status:
        raise RuntimeError(f"workbench {' '.join(words)} ended with {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - begun, used.ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)


def main() -> None:
    """Print a line for each step."""
    marks = int(sys.argv[1]) if len(sys.argv) > 1 else MARKS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first, other = folder / "first.db", folder / "other.db"
        many_marks(first, marks)
        out, again = folder / "export.jsonl", folder / "again.jsonl"
        _, least = called("--version", db=first)
        steps = (
            ("export", ("export", "--out", str(out)), first),
            ("import", ("import", str(out)), other),
            ("import again", ("import", str(out)), other),
            ("export there", ("export", "--out", str(again)), other),
        )
        for label, words, db in steps:
            seconds, most = called(*words, db=db)
            print(f"{label:13} {seconds:6.1f} s  {most:5.0f} MB, {most - least:.0f} MB over `--version`")
        with out.open() as one, again.open() as two:
            lines = same = size = 0
            for line, told in zip(one, two, strict=True):
                lines, size = lines + 1, size + len(line.encode())
                same += line == told or "format" in json.loads(line)
        print(f"{lines:,} lines, {size / 1e6:.0f} MB; {same:,} of them the same from there")


if __name__ == "__main__":
    main()
