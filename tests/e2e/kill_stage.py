"""Where a session is killed: the phases that the killer sees, and the disk, check and clock of a session."""

import asyncio
import contextlib
import mmap
from dataclasses import dataclass
from datetime import UTC, datetime

from e2e.playing import FAULTY

from workbench.core.ports import CheckReport
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.sources import CheckRule

PHASES = (
    "opening",
    "migrating",
    "checking",
    "reading",
    "storing",
    "grouping",
    "ruling",
    "marking",
    "committing",
    "checkpointing",
    "copying",
    "closing",
)
"""What a session may be in the middle of, several at once, where a kill can be aimed at."""
RULE = CheckRule("links", "links", "A link leads nowhere.", "By looking.", "fix")


@dataclass
class Stage:
    """Bytes that the killer shares with a session: which phases it is in, and was in when it died."""

    memory: mmap.mmap
    at: int = 0

    def phases(self):
        """The phases that the session is in."""
        return [name for n, name in enumerate(PHASES) if self.memory[self.at + n]]

    def clear(self):
        """Forget everything, before the next session."""
        self.memory[self.at : self.at + len(PHASES)] = bytes(len(PHASES))

    @contextlib.contextmanager
    def inside(self, phase):
        """Be in a phase."""
        place = self.at + PHASES.index(phase)
        self.memory[place] += 1
        try:
            yield
        finally:
            self.memory[place] -= 1

    def within(self, phase, work):
        """A function that is in a phase while it runs."""

        def watched(*words, **options):
            with self.inside(phase):
                return work(*words, **options)

        return watched


class Files:
    """The disk, without git."""

    async def read(self, path):
        return path.read_bytes()

    async def identity(self, path):
        return f"path:{path}"

    async def changed_at(self, path):
        return None


class Checks:
    """One check, which the text fails in every other edition."""

    rules = (RULE,)

    async def run(self, path, revision, kind):
        start = revision.text.find(FAULTY)
        if start < 0:
            return CheckReport()
        span = Span(start, start + len(FAULTY))
        said = {"asks": RULE.id, "on_fail": "fix", "span": span}
        fault = Finding(RULE.source, FindingKind.FAULT, FAULTY, "It leads nowhere.", **said)
        return CheckReport((fault,))


class Clock:
    """The machine's time; nobody waits long."""

    def now(self):
        return datetime.now(UTC)  # noqa: TID251

    async def sleep(self, seconds):
        await asyncio.sleep(min(seconds, 0.01))
