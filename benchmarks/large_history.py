"""A database of a text that was read many times: what the benchmarks open.

Everything in it goes through the store's own methods, as a round and the person's keys store it; only the
readers' words are made up. It is the same every time.
"""

import asyncio
import hashlib
import random
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from workbench.bootstrap.clock import SystemClock
from workbench.bootstrap.disk import disk_and_checks
from workbench.core.artifacts import Artifact, Kind, Revision, decoded
from workbench.core.costs.usage import Usage
from workbench.core.history import Placement, Round, RoundState
from workbench.core.judging import revision_ruling
from workbench.core.marks import REASONS, Decision, Mark, Target
from workbench.core.readings import Answer, Finding, FindingKind, Reading, ReadingState, Span, Verdict
from workbench.core.seats import Seat
from workbench.core.sources import Source, SourceKind, wording_of
from workbench.storage.database import DatabaseThread
from workbench.storage.store import SqliteStore

FINDINGS = 10_000
FIRST_LINE = "# Kettle, a server for boiling water"
"""What the text begins with."""
FIRST_PROBLEM = "The newcomer reads"
"""What some of the stored problems begin with."""

_READERS = ("newcomer", "engineer", "skeptic", "researcher", "maintainer", "translator")
_PERSONAS = [Source(SourceKind.READER, name, wording_of(name)) for name in _READERS]
_JUDGE = Source(SourceKind.RUBRIC, "readme", wording_of("readme"))
_QUESTIONS = [Source(SourceKind.QUESTION, f"readme/R{n}", wording_of(f"R{n}")) for n in range(1, 13)]
_ROUNDS_A_REVISION = 5
_A_READING = 50
"""Findings of one reader."""
_FAILS = 6
"""Questions that the judge says are not met."""
_NEW = 0.25
"""How many of a reading's findings start a concern."""
_WORDS = re.findall(
    r"\w+",
    "kettle water boils server request answers every client port option file starts whole minute cold "
    "configuration reads writes before after without claim measured release Linux build module "
    "table waits second several faster never always because harness reviewer text paragraph",
)


class _Now:
    """A clock that moves on by a second each time it is looked at."""

    def __init__(self) -> None:
        self._at = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._at += timedelta(seconds=1)
        return self._at


@dataclass
class _Text:
    """A Markdown text of which sentences are edited."""

    rng: random.Random
    sentences: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sentences = [self._sentence(number) for number in range(1200)]

    def _sentence(self, number: int) -> str:
        words = " ".join(self.rng.choices(_WORDS, k=self.rng.randint(6, 14)))
        return f"{words.capitalize()} {number}."

    def edit(self) -> None:
        """Rewrite some sentences."""
        for number in self.rng.sample(range(len(self.sentences)), 60):
            self.sentences[number] = self._sentence(number)

    def __str__(self) -> str:
        parts = [FIRST_LINE]
        for start in range(0, len(self.sentences), 3):
            if start % 36 == 0:
                parts.append(f"## Section {start // 36 + 1}")
            parts.append("\n".join(self.sentences[start : start + 3]))
        return "\n\n".join(parts) + "\n"


class _Writer:
    """Writes rounds into a store until there are enough findings."""

    def __init__(self, store: SqliteStore, artifact: Artifact) -> None:
        self._store, self._artifact = store, artifact
        self._rng = random.Random(3)
        self._about: dict[int, int] = {}
        """By concern: the number of the sentence that it is about."""
        self.text = _Text(random.Random(5))

    async def write(self, findings: int) -> None:
        """Rounds of six readers and a judge, an edit after every fifth, and the person's marks."""
        written = 0
        number = 0
        while written < findings:
            if number and number % _ROUNDS_A_REVISION == 0:
                self.text.edit()
            seen = decoded(str(self.text).encode())
            revision = await self._store.save_revision(self._artifact, seen)
            written += await self._round(revision, number % _ROUNDS_A_REVISION + 1, findings - written)
            number += 1

    async def _round(self, revision: Revision, trial: int, room: int) -> int:
        planned = tuple(Seat(source, trial) for source in (*_PERSONAS, _JUDGE))
        round = await self._store.begin_round(self._artifact, Round(revision.id, 0, planned))
        assert round is not None, "nothing else reads it"
        starts: dict[int, int] = {}
        known = dict(self._about)
        placements: list[Placement] = []
        for source in (seat.source for seat in planned):
            most = _A_READING if source.kind is SourceKind.READER else _FAILS
            wanted = min(most, room - len(placements))
            concerns = [self._concern(known, starts) for _ in range(max(0, wanted))]
            reading = await self._store.save_reading(
                self._artifact, self._reading((source, trial), revision, round, concerns, {**known, **starts})
            )
            placements += [
                Placement(f.id, concern, "same words, same change asked for")
                for f, concern in zip(reading.findings, concerns, strict=False)
            ]
        ended = replace(round, state=RoundState.COMPLETE)
        history = (await self._store.history(self._artifact)).with_round(ended)
        ruling = revision_ruling(history, revision.id)
        _, placed = await self._store.end_round(ended, ruling, placements)
        keys = {given.concern: real.concern for given, real in zip(placements, placed, strict=True)}
        new = [keys[number] for number in starts if number in keys]
        self._about |= {keys[number]: sentence for number, sentence in starts.items() if number in keys}
        await self._mark(new)
        return len(placements)

    def _concern(self, known: dict[int, int], starts: dict[int, int]) -> int:
        """A known concern, or the number of a new one, which is 0 or below."""
        if not known or self._rng.random() < _NEW:
            number = -len(starts)
            starts[number] = self._rng.randrange(len(self.text.sentences))
            return number
        return self._rng.choice(list(known)[-1000:])

    def _reading(
        self,
        seat: tuple[Source, int],
        revision: Revision,
        round: Round,
        concerns: list[int],
        about: dict[int, int],
    ) -> Reading:
        source, trial = seat
        reading = Reading(
            source,
            trial,
            ReadingState.FINISHED,
            revision.id,
            round.id,
            provider="scripted",
            model="made-up",
            usage=Usage(20_000, 3_000),
            raw="{" + "x" * 6000 + "}",
        )
        if source.kind is SourceKind.READER:
            found = tuple(self._finding(source, concern, about[concern], revision) for concern in concerns)
            return replace(reading, about="A server that boils water.", findings=found)
        failed = _QUESTIONS[: len(concerns)]
        found = tuple(
            self._finding(question, concern, about[concern], revision, FindingKind.FAILS)
            for question, concern in zip(failed, concerns, strict=True)
        )
        answers = tuple(self._answer(question, revision) for question in _QUESTIONS)
        return replace(reading, verdict=Verdict.FIX, why="So.", findings=found, answers=answers)

    def _finding(
        self,
        source: Source,
        concern: int,
        sentence: int,
        revision: Revision,
        kind: FindingKind = FindingKind.FINDING,
    ) -> Finding:
        quote = self.text.sentences[sentence]
        start = revision.text.find(quote)
        who = source.name.rpartition("/")[2]
        return Finding(
            source,
            kind,
            quote,
            f"The {who} reads “{quote[:40]}” and cannot tell what is meant by it here.",
            consequence="They would type the command as it stands, see it fail, and give up on the program.",
            change="Say which of the two is meant, and where it is set.",
            fixable_by="wording",
            asks=who if kind is FindingKind.FAILS else "clarity",
            span=Span(start, start + len(quote)),
            on_fail="note" if kind is FindingKind.FAILS else None,
        )

    def _answer(self, question: Source, revision: Revision) -> Answer:
        id = question.name.rpartition("/")[2]
        number = self._rng.randrange(len(self.text.sentences))
        quote = self.text.sentences[number]
        start = revision.text.find(quote)
        fails = question in _QUESTIONS[:_FAILS]
        return Answer(
            question,
            id,
            "fails" if fails else "meets",
            quote,
            f"The sentence {number} is what decides it.",
            span=Span(start, start + len(quote)),
        )

    async def _mark(self, concerns: list[int]) -> None:
        """Mark half of them, with reasons and notes on some; take a few marks back."""
        for concern in concerns:
            chance, target = self._rng.random(), Target("concern", concern)
            if chance < 0.5:
                mark = self._rng.choice([Mark.HIT, Mark.HIT, Mark.MISS, Mark.CANT_TELL])
                reason = self._rng.choice([None, *REASONS[mark]])
                await self._decide(Decision(target, "mark", mark.value, reason))
            elif chance < 0.55:
                await self._decide(Decision(target, "defer", "yes"))
            if chance < 0.05:
                await self._decide(Decision(target, "note", "Ask what was meant."))
            if chance < 0.01:
                await self._store.undo(self._artifact)

    async def _decide(self, decision: Decision) -> None:
        await self._store.decide(self._artifact, decision)


def large_history(db: Path, text: Path, findings: int = FINDINGS) -> None:
    """Write the text and a database with so many findings about it; neither may be there yet.

    It is built once in a folder of the system's temporary ones, and copied from there.
    """
    built = _built(findings)
    text.parent.mkdir(parents=True, exist_ok=True)
    db.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(built / "README.md", text)
    shutil.copy(built / "history.db", db)
    asyncio.run(_move(db, text))


async def _move(db: Path, text: Path) -> None:
    """Say that the artifact is where the text was copied to."""
    files, _ = disk_and_checks()
    moved = [await files.identity(text), str(text)]
    thread = DatabaseThread(db, SystemClock().now)
    await thread.write(lambda db: db.execute("update artifacts set identity = ?, path = ?", moved))
    await thread.close()


def _built(findings: int) -> Path:
    """The folder that holds the text and the database as they were built."""
    root = Path(__file__).parents[1]
    made_of = [Path(__file__), *sorted((root / "store").rglob("*.sql"))]
    version = hashlib.sha256(b"".join(path.read_bytes() for path in made_of)).hexdigest()[:12]
    folder = Path(tempfile.gettempdir(), f"workbench-benchmark-{findings}-{version}")
    if not folder.exists():
        made = Path(tempfile.mkdtemp(prefix=folder.name, dir=folder.parent))
        asyncio.run(_build(made, findings))
        made.rename(folder)
    return folder


async def _build(folder: Path, findings: int) -> None:
    store = SqliteStore(folder / "history.db", _Now())
    artifact = await store.open_artifact("built", str(folder / "README.md"), Kind.README)
    writer = _Writer(store, artifact)
    await writer.write(findings)
    (folder / "README.md").write_text(str(writer.text))
    await store.close()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    large_history(folder / "w.db", folder / "README.md")
    print(folder)
