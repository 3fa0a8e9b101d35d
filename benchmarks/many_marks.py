"""A database of many texts with 100,000 marks and 2,000 blind answers: what the report is measured on.

Written with the store's own functions, in one transaction a text; only the words are made up. It is the
same every time.
"""

import asyncio
import hashlib
import random
import shutil
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from workbench.core.artifacts import Artifact, Kind, Revision, decoded
from workbench.core.costs.usage import Usage
from workbench.core.history import Placement, Round, RoundState
from workbench.core.marks import REASONS, Decision, Mark, Target
from workbench.core.readings import Answer, Finding, FindingKind, Reading, ReadingState, Span, Verdict
from workbench.core.ruling import Ruling, RulingValue
from workbench.core.seats import Seat
from workbench.core.sources import Source, SourceKind, wording_of
from workbench.storage import artifacts, concerns, decisions, readings, rounds
from workbench.storage.database import DatabaseThread

MARKS = 100_000
BLIND = 2_000
_TEXTS = 80
_READERS = ("newcomer", "engineer", "skeptic", "researcher", "maintainer", "translator")
_WORDINGS = 3
"""How many wordings each persona and rubric has had."""
_MODELS = ("claude-opus-4-5", "claude-haiku-4-5")
_FINDINGS = 14
"""Of one reading."""
_QUESTIONS = 12
_TRIALS = 2
"""Of the judge, on each revision."""
_FAILS = 0.35
_NEW = 0.6
"""How many of a reading's findings start a concern."""
_BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class _Clock:
    """Moves on by a second each time it is looked at."""

    at: datetime = _BEGIN

    def __call__(self) -> datetime:
        """The next second."""
        self.at += timedelta(seconds=1)
        return self.at


class _Writer:
    """Writes one text's readings, concerns and marks after the other."""

    def __init__(self, db: Database, marks: int) -> None:
        self._db, self._left, self._blind_left = db, marks, BLIND
        self._rng = random.Random(11)
        self._now = _Clock()

    def write(self, number: int, texts_left: int) -> None:
        """A text with its share of the marks that are still to be made."""
        path = f"/texts/{number:03}/README.md"
        artifact = artifacts.open_artifact(self._db, f"path:{path}", path, Kind.README, self._now())
        wanted = self._left // texts_left
        made, trial = 0, 0
        known: list[int] = []
        while made < wanted:
            words = " ".join(f"sentence {n} of text {number}." for n in range(200 + trial))
            seen = decoded(f"# Text {number}\n\n{words}\n".encode())
            revision = artifacts.save_revision(self._db, artifact.id, seen, self._now())
            made += self._round(artifact, revision, trial, known, wanted - made)
            trial += 1
        self._left -= made

    def _round(self, artifact: Artifact, revision: Revision, trial: int, known: list[int], room: int) -> int:
        wording = f"wording {min(_WORDINGS - 1, trial // 4)}"
        model = self._rng.choice(_MODELS)
        personas = [Source(SourceKind.READER, n, wording_of(f"{n} {wording}")) for n in _READERS]
        judge = Source(SourceKind.RUBRIC, "readme", wording_of(f"readme {wording}"))
        planned = tuple(map(Seat, personas))
        planned += tuple(Seat(judge, n + 1) for n in range(_TRIALS))
        round = rounds.begin_round(self._db, artifact.id, Round(revision.id, 0, planned), self._now())
        raised: list[Finding] = []
        answers: list[Answer] = []
        judged: list[Answer] = []
        for seat in planned:
            made = self._reading(seat.source, seat.trial, revision, round, model, wording)
            saved = readings.save_reading(self._db, made, self._now())
            raised += saved.findings
            judged += saved.answers
            answers += [each for each in saved.answers if each.value == "meets"]
        if trial < 3:
            self._answer_blind(artifact, judged[:_QUESTIONS])
        before = set(known)
        placed = self._placed(artifact, raised, known)
        state = RoundState.COMPLETE
        ruling = Ruling(RulingValue.FIX)
        rounds.end_round(self._db, _ended(round, state), ruling, (), self._now())
        fresh = [p for p in dict.fromkeys(placed) if p not in before]
        return self._marked(artifact, fresh, answers, room)

    def _reading(
        self, source: Source, trial: int, revision: Revision, round: Round, model: str, wording: str
    ) -> Reading:
        findings: tuple[Finding, ...] = ()
        answers: tuple[Answer, ...] = ()
        if source.kind is SourceKind.READER:
            findings = tuple(self._finding(source, FindingKind.FINDING) for _ in range(_FINDINGS))
        else:
            answers = tuple(self._answer(n + 1, wording) for n in range(_QUESTIONS))
            failed = [each for each in answers if each.value == "fails"]
            findings = tuple(self._finding(each.source, FindingKind.FAILS, each.question) for each in failed)
        return Reading(
            source,
            trial,
            ReadingState.FINISHED,
            revision.id,
            round.id,
            provider="anthropic",
            model=model,
            verdict=Verdict.FIX if answers else None,
            findings=findings,
            answers=answers,
            usage=Usage(9_000, 1_500, 3_000),
            started_at=self._now(),
            ended_at=self._now(),
        )

    def _finding(self, source: Source, kind: FindingKind, asks: str = "clarity") -> Finding:
        start = self._rng.randrange(4000)
        return Finding(
            source,
            kind,
            "sentence 7 of this text, as it stands there",
            "The sentence names two things and says of neither which of them is meant by it here.",
            consequence="They would type the command as it stands, see it fail, and give up on the program.",
            change="Say which of the two is meant, and where it is set.",
            fixable_by="wording",
            asks=asks,
            span=Span(start, start + 40),
            on_fail="fix" if kind is FindingKind.FAILS else None,
        )

    def _answer(self, number: int, wording: str) -> Answer:
        name = f"R{number}"
        # Only some of a rubric's questions are reworded with it.
        said = wording if number % 3 else "wording 0"
        return Answer(
            Source(SourceKind.QUESTION, f"readme/{name}", wording_of(f"{name} {said}")),
            name,
            "fails" if self._rng.random() < _FAILS else "meets",
            "sentence 7 of this text, as it stands there",
            "The sentence is what decides it, since nothing else in the text says so.",
            span=Span(10, 50),
            dominant=number == 1,
            on_fail="fix",
        )

    def _placed(self, artifact: Artifact, raised: list[Finding], known: list[int]) -> list[int]:
        wanted: list[Placement] = []
        for number, finding in enumerate(raised):
            concern = -number if not known or self._rng.random() < _NEW else self._rng.choice(known[-300:])
            wanted.append(Placement(finding.id, concern, "same words, same change asked for"))
        placed = concerns.place(self._db, artifact.id, wanted, self._now())
        known += dict.fromkeys(p.concern for p in placed if p.concern not in known[-2000:])
        return [p.concern for p in placed]

    def _answer_blind(self, artifact: Artifact, judged: list[Answer]) -> None:
        """The person answers all that one judge did before they see it; mostly the same."""
        for each in judged[: self._blind_left]:
            self._blind_left -= 1
            said = each.value if self._rng.random() < 0.9 else self._rng.choice(["meets", "fails"])
            made = Decision(Target("answer", each.id), "answered", said, blind=True)
            decisions.decide(self._db, artifact.id, made, self._now())

    def _marked(self, artifact: Artifact, fresh: list[int], answers: list[Answer], room: int) -> int:
        """How many marks were made: on nine of ten new concerns and on each third satisfied answer."""
        targets = [Target("concern", id) for id in fresh if self._rng.random() < 0.9]
        targets += [Target("answer", each.id) for each in answers if self._rng.random() < 0.33]
        for target in targets[:room]:
            mark = self._rng.choice([Mark.HIT, Mark.HIT, Mark.MISS, Mark.CANT_TELL])
            reason = self._rng.choice([None, *REASONS[mark]])
            made = Decision(target, "mark", mark.value, reason)
            decisions.decide(self._db, artifact.id, made, self._now())
        return len(targets[:room])


def _ended(round: Round, state: RoundState) -> Round:
    return Round(
        round.revision, round.number, round.planned, state, round.started_at, round.ended_at, id=round.id
    )


def many_marks(db: Path, marks: int = MARKS) -> None:
    """Write a database with so many marks; it may not be there yet.

    It is built once in a folder of the system's temporary ones, and copied from there.
    """
    root = Path(__file__).parents[1]
    made_of = [Path(__file__), *sorted((root / "store" / "migrations").glob("*.sql"))]
    version = hashlib.sha256(b"".join(path.read_bytes() for path in made_of)).hexdigest()[:12]
    built = Path(tempfile.gettempdir(), f"workbench-marks-{marks}-{version}.db")
    if not built.exists():
        made = built.with_suffix(f".{random.randrange(1 << 30)}")
        asyncio.run(_build(made, marks))
        made.rename(built)
    db.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(built, db)


async def _build(path: Path, marks: int) -> None:
    thread = DatabaseThread(path, lambda: _BEGIN)

    def everything(db: Database) -> None:
        writer = _Writer(db, marks)
        for number in range(_TEXTS):
            writer.write(number, _TEXTS - number)

    await thread.write(everything)
    await thread.close()


if __name__ == "__main__":
    many_marks(Path(sys.argv[1]))
