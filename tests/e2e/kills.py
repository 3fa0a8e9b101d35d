"""Kill the workbench a thousand times at random moments, and look after each whether anything was lost.

`make kills`, or `PYTHONPATH=tests .venv/bin/python -m e2e.kills --kills 1000 --seed 1`.
"""

import argparse
import mmap
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from e2e import kill_session, old_database, playing
from e2e.kill_checks import Ledger
from e2e.kill_stage import PHASES, Stage

PROGRAM = Path(sys.executable).with_name("workbench")
_AIMED = {
    "opening": 3,
    "checking": 6,
    "reading": 8,
    "storing": 9,
    "grouping": 9,
    "ruling": 8,
    "marking": 9,
    "committing": 9,
    "checkpointing": 5,
    "copying": 3,
    "closing": 4,
    None: 17,
}
"""What kills are aimed at, and how often; None for any moment."""
_WAYS = {"a session": 80, "one of two sessions": 12, "the installed program": 8}
"""What is killed, and how often."""
_ONCE = ("opening", "migrating", "copying")
"""What a session does once, early."""
_PATIENCE = 2.0
"""Seconds that a phase is waited for before the kill comes anyway."""


@dataclass
class World:
    """A database with the texts that are reviewed over it."""

    folder: Path
    left: int
    """Kills until the next one is made."""
    ledger: Ledger = field(init=False)

    def __post_init__(self):
        self.folder.mkdir()
        self.log = self.folder / "log"
        self.db = self.folder / "data" / "workbench.db"
        self.ledger = Ledger(self.db, self.log)
        self.texts = [self.folder / "README.md", self.folder / "OTHER.md"]
        for text in self.texts:
            text.write_text(playing.text_of(0))


@dataclass
class Killed:
    """What the kills came to."""

    kills: int = 0
    by: Counter = field(default_factory=Counter)
    """Kills by what died: one session, one of two at once, the installed program."""
    moments: Counter = field(default_factory=Counter)
    """Kills by every phase that the session was in."""
    asked: int = 0
    decisions: int = 0
    worlds: int = 0
    faults: list = field(default_factory=list)


class Killer:
    """Starts sessions, kills them and looks at what they leave."""

    def __init__(self, folder, seed):
        self.folder, self.seed = folder, seed
        self.chance = random.Random(seed)
        self.memory = mmap.mmap(-1, mmap.PAGESIZE)
        self.stages = [Stage(self.memory, 0), Stage(self.memory, 100)]
        self.children = 0
        self.killed = Killed()

    def run(self, kills, tell):
        """Kill that often; `tell` is given a line now and then."""
        world = self._new_world()
        while self.killed.kills < kills and not self.killed.faults:
            if world.left <= 0:
                self._leave(world)
                world = self._new_world()
            before = self.killed.kills
            self._kill_once(world)
            world.left -= self.killed.kills - before
            if self.killed.kills // 50 > before // 50:
                tell(f"{self.killed.kills} kills, {len(self.killed.faults)} faults")
        self._leave(world)
        return self.killed

    def _new_world(self):
        self.killed.worlds += 1
        short = self.chance.random() < 0.4
        left = self.chance.randint(1, 3) if short else self.chance.randint(10, 60)
        world = World(self.folder / f"world-{self.killed.worlds}", left)
        if self.chance.random() < 0.4:
            old_database.make(world.db, world.texts[0], world.log)
            world.ledger.faults()
        return world

    def _leave(self, world):
        self.killed.asked += world.ledger.asked
        self.killed.decisions += world.ledger.marks
        if not self.killed.faults:
            shutil.rmtree(world.folder)

    def _kill_once(self, world):
        way = self.chance.choices(["a session", "one of two sessions", "the installed program"], [80, 12, 8])[
            0
        ]
        if way == "a session":
            self._kill_sessions(world, way, 1)
        elif way == "one of two sessions":
            self._kill_sessions(world, way, 2)
        else:
            self._kill_program(world, way)

    def _kill_sessions(self, world, way, number):
        texts = [self.chance.choice(world.texts[: 1 + (self.chance.random() < 0.3)]) for _ in range(number)]
        stages = self.stages[:number]
        live = [(self._started(world, *each), each[0]) for each in zip(stages, texts, strict=True)]
        for pid, stage in live:
            aimed = self.chance.choices(list(_AIMED), _AIMED.values())[0]
            if world.ledger.is_behind:
                aimed = self.chance.choice(["migrating", "migrating", "copying", "opening"])
            self._wait_for(stage, aimed)
            died = self._die(pid)
            self.killed.kills += 1
            self.killed.by[way] += 1
            self.killed.moments.update(stage.phases() or ["between"])
            if died != -signal.SIGKILL:
                stderr = (world.folder / "stderr").read_text()
                self.killed.faults.append(f"a session ended by itself with {died}: {stderr[-3000:]}")
        self._look(world, together=number > 1)

    def _started(self, world, stage, text):
        """A new session in a process group of its own."""
        self.children += 1
        stage.clear()
        pid = os.fork()
        if pid:
            return pid
        try:
            os.setsid()
            error = os.open(world.folder / "stderr", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            os.dup2(error, 2)
            seed = f"{self.seed}-{self.children}"
            kill_session.live(stage, world.db, text, world.log, self.children, seed)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)

    def _wait_for(self, stage, aimed):
        """Wait until the moment of a kill."""
        if aimed is None:
            _wait(self.chance.uniform(0, 1.0))
            return
        place, end = stage.at + PHASES.index(aimed), time.monotonic() + _PATIENCE
        passed = 0 if aimed in _ONCE else self.chance.choice([0, 0, 1, 2, 5, 10])
        while time.monotonic() < end:
            if self.memory[place]:
                if not passed:
                    break
                passed -= 1
                while self.memory[place] and time.monotonic() < end:
                    _wait(0.0001)
            _wait(0.0001)
        _wait(self.chance.choice([0, 0, self.chance.uniform(0, 0.002), self.chance.uniform(0, 0.02)]))

    def _die(self, pid):
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            # It has no group of its own yet.
            os.kill(pid, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def _kill_program(self, world, way):
        """The installed program, reading with a program of its own."""
        text = self.chance.choice(world.texts)
        self.children += 1
        round, missing = world.ledger.unread(text)
        config = world.folder / "config.toml"
        argv = [sys.executable, "-I", "-S", playing.__file__, str(world.log), str(self.children)]
        config.write_text(f'provider = "command"\n[command]\nargv = {argv}\n')
        kept = {**os.environ, "WORKBENCH_CONFIG": str(config), "WORKBENCH_DB": str(world.db)}
        words = [PROGRAM, "review", text, "--yes", "--parallel", "3", "--match", "rules"]
        with (world.folder / "program").open("wb") as said:
            run = subprocess.Popen(words, env=kept, stdout=said, stderr=said, start_new_session=True)
            with suppress(subprocess.TimeoutExpired):
                run.wait(self.chance.uniform(0.3, 3.0))
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            self.killed.kills += 1
            self.killed.by[way] += 1
            self.killed.moments["the installed program"] += 1
        if run.wait() not in (-signal.SIGKILL, 0, 1, 3):
            said = (world.folder / "program").read_text()
            self.killed.faults.append(f"the program ended by itself with {run.returncode}: {said[-3000:]}")
        asked = world.ledger.asked_by(self.children)
        self._look(world)
        if len(set(asked)) < len(asked):
            self.killed.faults.append("the program asked something twice in one run")
        if round is not None and world.ledger.unread(text)[0] == round and len(asked) > missing:
            self.killed.faults.append(f"the program asked {len(asked)} though {missing} were missing")

    def _look(self, world, together=False):
        try:
            faults = world.ledger.faults(together)
        except Exception:
            faults = [traceback.format_exc()]
        where = f"child {self.children} in {world.folder}, {self.killed.moments}"
        self.killed.faults += [f"{fault} (after {where})" for fault in faults]


def _wait(seconds):
    threading.Event().wait(seconds)


def report(killed, seconds, seed):
    """What the kills came to, in lines."""
    moments = ", ".join(f"{name} {count}" for name, count in killed.moments.most_common())
    kinds = ", ".join(f"{name} {count}" for name, count in killed.by.most_common())
    yield f"{killed.kills} kills in {seconds:.0f} s, seed {seed}, {killed.worlds} databases: {kinds}"
    yield f"in the middle of: {moments}"
    yield f"{killed.asked} questions asked, {killed.decisions} decisions told as stored"
    yield f"{len(killed.faults)} faults"
    yield from killed.faults


def main():
    """Kill as often as the command line says; ends with 1 where anything was lost."""
    options = argparse.ArgumentParser()
    options.add_argument("--kills", type=int, default=1000)
    options.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    chosen = options.parse_args()
    folder, began = Path(tempfile.mkdtemp(prefix="kills-")), time.monotonic()
    killed = Killer(folder, chosen.seed).run(chosen.kills, lambda line: print(line, flush=True))  # noqa: T201
    for line in report(killed, time.monotonic() - began, chosen.seed):
        print(line)  # noqa: T201
    if killed.faults:
        print(f"What was left is in {folder}.")  # noqa: T201
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
