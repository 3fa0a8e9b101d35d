"""How long a key takes: until what it decided is saved, and until its effect is on the screen.

`saved` is measured inside the program, from the key's event to the end of the transaction, with SQLite's own
commit apart. `painted` is measured outside, through a terminal of 160 by 48: from the key's byte to the last
byte of the frame that shows its effect. Peers are measured in the same run; `--own` leaves them out.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from large_history import FINDINGS, large_history
from peers import TABLE, as_a_user_has_it, installed
from sqlite_utils import Database
from support.terminal import Terminal
from textual import events

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.cli.editor import edit
from workbench.storage.store import SqliteStore
from workbench.tui.app import WorkbenchApp
from workbench.tui.keymaps import keys_of
from workbench.tui.screens.review import ReviewScreen

COLUMNS, ROWS = 160, 48
TIMES = 20
"""How often the sequence of keys is pressed."""
QUIET = 0.01
"""Seconds without output after which a frame is whole."""
UP, DOWN = "\x1b[A", "\x1b[B"
UNDO = ("undo", "u", "Taken back")
SEQUENCE = (
    ("down", DOWN, "›"),
    ("next unmarked", "N", "›"),
    ("hit", "h", "hit, u undoes"),
    UNDO,
    ("miss", "m", "miss, u undoes"),
    UNDO,
    ("can't tell", "t", "can't tell, u undoes"),
    UNDO,
)
"""Each key with the words that show its effect; what is marked is taken back, so that rows to mark stay."""
SAVING = ("h", "u", "m", "u", "t", "u")


class Pressed:
    """Milliseconds of one key, by what was waited for."""

    def __init__(self) -> None:
        self.taken: dict[str, list[float]] = {}

    def add(self, name: str, seconds: float) -> None:
        """Count one more."""
        self.taken.setdefault(name, []).append(seconds * 1000)

    def lines(self) -> Iterator[str]:
        """A line for each kind of key, and one for all."""
        for name, taken in self.taken.items():
            yield _line(name, taken)
        if len(self.taken) > 1:
            yield _line("all keys", [each for taken in self.taken.values() for each in taken])


def _line(name: str, taken: Sequence[float]) -> str:
    p95 = statistics.quantiles(taken, n=20, method="inclusive")[-1]
    return f"  {name:<34} {len(taken):5} {statistics.median(taken):8.1f} {p95:8.1f} {max(taken):8.1f}"


def painted(terminal: Terminal, keys: str, words: str) -> float:
    """Seconds from a key's byte to the last byte of the frame that shows these words."""
    terminal.settle(0.05)
    started = last = time.perf_counter()
    terminal.press(keys)
    end = started + 20
    shown = False
    while (now := time.perf_counter()) < end:
        before = len(terminal.raw)
        terminal.read(QUIET)
        if len(terminal.raw) > before:
            last = time.perf_counter()
            shown = shown or words in terminal.seen
        elif shown and now - last > QUIET:
            return last - started
    raise AssertionError(f"{words!r} never appeared in: {terminal.seen[-2000:]}")


def keys_through_a_terminal(program: str, folder: Path) -> Pressed:
    """The keys of the sequence, one after the other, on a database in a folder."""
    text, db = folder / "README.md", folder / "w.db"
    argv = ("open", text, "--db", db, "--provider", "none")
    terminal = Terminal(*argv, columns=COLUMNS, rows=ROWS, program=program)
    terminal.wait_for("ruling", 60)
    terminal.settle(3)
    pressed = Pressed()
    for _, keys, words in SEQUENCE:
        painted(terminal, keys, words)
    for _ in range(TIMES):
        for name, keys, words in SEQUENCE:
            pressed.add(name, painted(terminal, keys, words))
    terminal.kill()
    return pressed


def peer_through_a_terminal(argv: Sequence[str], words: str, key: str) -> list[float]:
    """One key again and again in another program, once it has shown these words."""
    terminal = Terminal(*argv[1:], columns=COLUMNS, rows=ROWS, program=argv[0])
    terminal.wait_for(words, 60)
    terminal.settle(3)
    painted(terminal, key, "")
    taken = [painted(terminal, key, "") * 1000 for _ in range(TIMES * len(SEQUENCE))]
    terminal.kill()
    return taken


class TimedStore(SqliteStore):
    """A store that knows when it was asked and when it had saved."""

    asked = saved = 0.0

    async def decide(self, *args):
        """Save a decision."""
        self.asked = time.perf_counter()
        decision = await super().decide(*args)
        self.saved = time.perf_counter()
        return decision

    async def undo(self, *args):
        """Take a decision back."""
        self.asked = time.perf_counter()
        decision = await super().undo(*args)
        self.saved = time.perf_counter()
        return decision


class TimedApp(WorkbenchApp):
    """An app that knows when a key came."""

    pressed = 0.0

    async def on_event(self, event: events.Event) -> None:
        """Note when a key is first seen."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            self.pressed = time.perf_counter()
        await super().on_event(event)


@contextmanager
def timed_commits() -> Iterator[list[float]]:
    """Seconds of each commit made meanwhile."""
    taken: list[float] = []
    commit = Database.commit

    def timed(self: Database) -> None:
        started = time.perf_counter()
        commit(self)
        taken.append(time.perf_counter() - started)

    with patch.object(Database, "commit", timed):
        yield taken


async def keys_to_saved(folder: Path) -> Pressed:
    """Until marks and undoing are saved, inside the program."""
    pressed = Pressed()
    flags = Flags(db=folder / "w.db", provider="none")
    with patch("workbench.storage.store.SqliteStore", TimedStore), timed_commits() as commits:
        async with open_desk(flags) as desk:
            app = TimedApp(ReviewScreen(desk, folder / "README.md", None, keys_of({}), edit))
            async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
                while app.first.checked is None:
                    await pilot.pause(QUIET)
                await pilot.press("N")
                for key in SAVING * (TIMES + 1):
                    await pilot.pause()
                    commits.clear()
                    await pilot.press(key)
                    await pilot.pause()
                    store = desk.store
                    pressed.add("key to saved", store.saved - app.pressed)
                    pressed.add("  of it before the store is asked", store.asked - app.pressed)
                    pressed.add("  of it SQLite's own commit", sum(commits))
                    pressed.add("  our own work", store.saved - app.pressed - sum(commits))
    return pressed


def peers(folder: Path) -> Iterator[tuple[str, Sequence[str], str, str]]:
    """Name, command line, words that show that it is there, and a key: what is measured beside."""
    yield "Textual's table, 10,000 rows: down", [sys.executable, "-c", TABLE], "problem 10,", DOWN
    log = folder / "long.log"
    log.write_text("".join(f"2026-01-01 line {n} of a log\n" for n in range(10_000)))
    if toolong := installed("toolong", "tl"):
        yield "toolong, 10,000 lines: up", [toolong, str(log)], "of a log", UP
    if harlequin := installed("harlequin", "harlequin"):
        yield (
            "harlequin, its editor: a letter",
            [harlequin, "-a", "sqlite", str(folder / "w.db")],
            "main",
            "a",
        )


def main() -> None:
    """Print the table."""
    header = f"{'milliseconds':<36} {'keys':>5} {'median':>8} {'p95':>8} {'most':>8}"
    workbench = as_a_user_has_it()
    print(header)
    with tempfile.TemporaryDirectory() as made:
        root = Path(made)
        for findings in (FINDINGS, 100):
            folder = root / str(findings)
            large_history(folder / "w.db", folder / "README.md", findings)
            print(f"key to paint, {findings:,} findings stored")
            print("\n".join(keys_through_a_terminal(workbench, folder).lines()))
            print(f"key to saved, {findings:,} findings stored")
            *lines, _ = asyncio.run(keys_to_saved(folder)).lines()
            print("\n".join(lines))
        if "--own" in sys.argv:
            return
        print("key to paint elsewhere")
        for name, argv, words, key in peers(root / str(FINDINGS)):
            print(_line(name, peer_through_a_terminal(argv, words, key)), flush=True)


if __name__ == "__main__":
    main()
