"""Everything a person can do with candidates: what the screen and the command call."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from workbench.core.artifacts import Artifact, Kind, Revision, decoded, guessed_kind
from workbench.core.attempts import Attempts
from workbench.core.desk import Desk
from workbench.core.errors import NO_READER, UsageError
from workbench.core.instruments import Persona
from workbench.core.marks import REASONS, Mark
from workbench.core.plans import plan_of
from workbench.core.ports import Provider
from workbench.core.sources import Source
from workbench.core.taglines.board import TaglineBoard, opened
from workbench.core.taglines.candidates import Candidate, CandidateFile, Written
from workbench.core.taglines.checks import LineChecks, length_check
from workbench.core.taglines.events import (
    Asking,
    CandidatesChanged,
    GradeMarked,
    IntentSaid,
    RunEvent,
)
from workbench.core.taglines.files import is_candidate_file, read_candidates
from workbench.core.taglines.page import line_under_title
from workbench.core.taglines.prompts import GRADER_BODY, GRADERS
from workbench.core.taglines.proposal import TaglineProposal, calls
from workbench.core.taglines.racing import Race
from workbench.core.taglines.reading import TaglineReading, ungraded
from workbench.core.taglines.reads import Asked, Grade, Read
from workbench.core.taglines.store import Kept, KeptRace
from workbench.core.text.display_text import one_line

USUAL_TRIALS = 4
"""How often a reader reads a candidate at most, where nothing else was ever said."""
_TRIED_ELSEWHERE = "Another workbench is trying these lines now: wait until it is done."
_TRIED_MEANWHILE = (
    "Another workbench has tried these lines meanwhile: open them again to see what came of it."
)
_NO_INTENT = (
    "Nothing says what it is, so no answer can be called right: give --intent with one sentence, what this "
    "is and for whom."
)


@dataclass(frozen=True, slots=True)
class Wish:
    """How candidates are to be read; None leaves it as they were read last."""

    readers: tuple[str, ...] | None = None
    """Names of personas; None, where nothing was read, for those that read lines."""
    trials: int | None = None
    full: bool | None = None
    seed: int | None = None
    under_title: bool | None = None
    written: Written | None = None
    """How the file holds its candidates; None to recognise that."""


@dataclass(frozen=True)
class TaglineDesk:
    """One run of the workbench, as far as candidates are read."""

    desk: Desk
    checks: LineChecks

    async def is_board(self, path: Path, kind: Kind | None = None) -> bool:
        """Whether opening a file leads to the board: it is said to hold candidates, or says so itself.

        Raises:
            ArtifactError: the file cannot be read.
        """
        if kind is not None:
            return kind is Kind.TAGLINES
        seen = decoded(await self.desk.files.read(path), path.name)
        return is_candidate_file(path.name, seen.text)

    async def open(self, path: Path, kind: Kind | None = None, wish: Wish | None = None) -> TaglineBoard:
        """The board of a file of candidates, or of a page's line under its title.

        `kind` says which it is; None takes a README for a page, everything else for candidates.

        Raises:
            ArtifactError: the file cannot be read, or holds no candidate.
            StoreError: the database cannot be used.
            UsageError: nobody reads lines, or there is no title to show them under.
        """
        wish = wish or Wish()
        seen = decoded(await self.desk.files.read(path), path.name)
        is_page = _is_page(path.name, seen, kind)
        file = _page(path.name, seen) if is_page else read_candidates(path.name, seen.text, wish.written)
        artifact = await self._artifact(path, seen, None if is_page else Kind.TAGLINES)
        kept = await self.desk.store.taglines.kept(artifact, file.candidates)
        return await self._board(artifact, file, kept, _settled(wish, kept.race, artifact))

    async def _artifact(self, path: Path, seen: Revision, kind: Kind | None) -> Artifact:
        identity = await self.desk.files.identity(path)
        artifact = await self.desk.store.open_artifact(identity, str(path), kind)
        await self.desk.store.save_revision(artifact, seen)
        return artifact

    async def _board(
        self, artifact: Artifact, file: CandidateFile, kept: Kept, race: KeptRace
    ) -> TaglineBoard:
        title = file.title if race.under_title else ""
        if race.under_title and not title:
            raise UsageError(
                f"{artifact.name} says no title to show its lines under: begin it with `# Title`, or have "
                "them read alone: --alone."
            )
        readers = tuple(persona.source for persona in self._personas(race.readers))
        reads = self._reads(kept.reads, readers, title)
        others = sum(read.title == title for read in kept.reads) - len(reads)
        notices = list(file.notices)
        if others:
            notices.append(f"{others} earlier reads by other readers, wordings or models are not counted.")
        return opened(
            TaglineBoard(
                artifact,
                kept.candidates,
                Race(readers, race.trials, race.full, race.seed),
                title,
                questions=kept.questions,
                reads=reads,
                grades=self._grades(kept.grades),
                checks=await self.checked(kept.candidates),
                notices=tuple(notices),
            )
        )

    def personas(self, board: TaglineBoard) -> Mapping[Source, Persona]:
        """Who reads on a board, each at its wording.

        Raises:
            UsageError: one of them does not exist any more.
        """
        names = tuple(reader.name for reader in board.race.readers)
        return {persona.source: persona for persona in self._personas(names)}

    def _personas(self, names: tuple[str, ...]) -> tuple[Persona, ...]:
        """The personas of these names; without any, those that read lines.

        Raises:
            UsageError: one of them does not exist, or none reads lines.
        """
        settings = self.desk.settings
        if names:
            settings = replace(settings, readers={Kind.TAGLINES: names})
        return plan_of(Kind.TAGLINES, self.desk.library, settings).readers

    def _reads(self, reads: tuple[Read, ...], readers: tuple[Source, ...], title: str) -> tuple[Read, ...]:
        """The reads that count: by these readers under this title, as the model plays them that is asked now.

        Where nobody can be asked it is the one that was asked last.
        """
        here = [read for read in reads if read.title == title and read.slot.reader in readers]
        models, provider = self.desk.settings.models, self.desk.provider
        asked = _asked(provider, models.reader, models.reader_effort) if provider else None
        played = asked or (_played(here[-1]) if here else None)
        return tuple(read for read in here if _played(read) == played)

    def _grades(self, grades: tuple[Grade, ...]) -> dict[tuple[str, str], Grade]:
        """The last grade of each answer by the grader at its wording, as the model plays it that is asked."""
        here = [grade for grade in grades if grade.source in GRADERS.values()]
        models, provider = self.desk.settings.models, self.desk.provider
        asked = _asked(provider, models.judge, models.judge_effort) if provider else None
        played = asked or (_played(here[-1]) if here else None)
        return {(grade.asked.key, grade.answer): grade for grade in here if _played(grade) == played}

    async def checked(self, candidates: tuple[Candidate, ...]) -> dict[int, tuple[str, ...]]:
        """What the checks say of candidates, by key."""
        said = await self.checks.run([candidate.text for candidate in candidates])
        pairs = zip(candidates, said, strict=True)
        return {candidate.id: (*length_check(candidate), *found) for candidate, found in pairs}

    async def set_intent(self, board: TaglineBoard, intent: str) -> IntentSaid:
        """Keep the author's sentence: what this is, for whom.

        Raises:
            UsageError: it is empty.
        """
        if not intent.strip():
            raise UsageError(_NO_INTENT)
        await self.desk.store.set_intent(board.artifact, one_line(intent))
        return IntentSaid(one_line(intent))

    async def ask(self, board: TaglineBoard, question: str) -> Asking:
        """Count by another question; empty for whether readers got the intent. `grade` answers it.

        Raises:
            UsageError: there is no intent yet, beside which the grader reads.
        """
        if not board.intent:
            raise UsageError(_NO_INTENT)
        if question := one_line(question):
            await self.desk.store.taglines.ask(board.artifact, question)
        return Asking(question)

    async def edit(self, board: TaglineBoard, candidate: Candidate, text: str) -> CandidatesChanged:
        """Make a new candidate of one; what the file holds stays as it is.

        Raises:
            UsageError: it is empty, or the same.
        """
        text = one_line(text)
        if not text or text == candidate.text:
            raise UsageError("Write another line: this one is on the board already.")
        there = next((each for each in board.candidates if each.text == text), None)
        if there is not None:
            return await self.hide(board, there, False)
        made = await self.desk.store.taglines.edit(board.artifact, candidate, text)
        return CandidatesChanged((*board.candidates, made))

    async def hide(self, board: TaglineBoard, candidate: Candidate, hidden: bool) -> CandidatesChanged:
        """Show and read a candidate no more, or again."""
        await self.desk.store.taglines.hide(candidate, hidden)
        return CandidatesChanged(
            tuple(replace(e, hidden=hidden) if e.id == candidate.id else e for e in board.candidates)
        )

    async def mark(self, grade: Grade, mark: Mark | None, reason: str | None = None) -> GradeMarked:
        """Say whether the grader is right of an answer; None takes that back.

        Raises:
            UsageError: the reason is not one of the mark's.
        """
        if reason is not None and (mark is None or reason not in REASONS[mark]):
            raise UsageError(f"{reason!r} is no reason for that mark.")
        return GradeMarked(await self.desk.store.taglines.mark(grade, mark, reason))

    async def undo(self, board: TaglineBoard) -> GradeMarked | None:
        """Take back the last mark on a grade; None where there is none."""
        grade = await self.desk.store.taglines.undo(board.artifact)
        return None if grade is None else GradeMarked(grade)

    async def propose(self, board: TaglineBoard, regrade: bool = False) -> TaglineProposal:
        """What reading on would send where, and what it may cost; with `regrade` only what `grade` asks.

        Raises:
            UsageError: there is nobody to ask, or no intent to grade by.
        """
        provider = self._provider()
        if not board.intent:
            raise UsageError(_NO_INTENT)
        desk, asked = self.desk, board.asked if regrade else Asked(board.intent)
        left = len(ungraded(board.reads, board.grades, asked))
        whole = replace(board, standing=replace(board.standing, wanted=())) if regrade else board
        now, most = calls(whole, self.personas(board), desk.settings.models, desk.prices, left)
        shown = "\n".join((board.title, board.intent, *(candidate.text for candidate in board.shown)))
        revision = decoded(shown.encode("utf-8", "replace"))
        report = await desk.checks.run(Path(board.artifact.path), revision, board.artifact.kind)
        return TaglineProposal(
            now,
            most,
            provider.destination,
            tuple(fault.problem for fault in report.secrets),
            await desk.store.consented(board.artifact, provider.destination),
        )

    async def read(
        self, board: TaglineBoard, stop: asyncio.Event | None = None
    ) -> AsyncGenerator[RunEvent, None]:
        """Read until the race is over and grade every answer; the caller has the person's consent.

        Setting `stop`, or closing the generator, ends it; what was read is kept.

        Raises:
            UsageError: there is nobody to ask, or another program reads them or has read them meanwhile.
        """
        async with self._claimed(board):
            reading = await self._begun(board)
            async with aclosing(reading.run(stop or asyncio.Event())) as events:
                async for event in events:
                    yield event

    async def grade(
        self, board: TaglineBoard, stop: asyncio.Event | None = None
    ) -> AsyncGenerator[RunEvent, None]:
        """Grade what was read by the question that the board shows, without reading anything anew.

        Raises:
            UsageError: as in `read`.
        """
        async with self._claimed(board):
            reading = await self._begun(board)
            async with aclosing(reading.grade(board.asked, stop or asyncio.Event())) as events:
                async for event in events:
                    yield event

    @asynccontextmanager
    async def _claimed(self, board: TaglineBoard) -> AsyncGenerator[None, None]:
        """The time in which no other program reads a board's candidates or grades what was read."""
        stored = self.desk.store.taglines
        if not await stored.claim(board.artifact):
            raise UsageError(_TRIED_ELSEWHERE)
        try:
            kept = await stored.kept(board.artifact, ())
            reads = self._reads(kept.reads, board.race.readers, board.title)
            known = {read.id for read in board.reads}
            if {read.id for read in reads} - known or self._grades(kept.grades).keys() - board.grades.keys():
                raise UsageError(_TRIED_MEANWHILE)
            yield
        finally:
            await stored.release(board.artifact)

    async def _begun(self, board: TaglineBoard) -> TaglineReading:
        desk, provider, personas = self.desk, self._provider(), self.personas(board)
        await desk.store.consent(board.artifact, provider.destination)
        race = board.race
        names = tuple(reader.name for reader in race.readers)
        await desk.store.taglines.save_race(
            board.artifact, KeptRace(names, race.trials, race.full, bool(board.title), race.seed)
        )
        bodies = {source: persona.as_json for source, persona in personas.items()}
        await desk.store.save_sources({**bodies, **dict.fromkeys(GRADERS.values(), GRADER_BODY)})
        meter = await desk.meter()
        return TaglineReading(
            board,
            personas,
            desk.settings.models,
            Attempts(provider, desk.clock, meter, desk.settings.attempts),
            desk.clock,
            desk.store.taglines,
            desk.settings.parallel,
        )

    def _provider(self) -> Provider:
        if self.desk.provider is None:
            raise UsageError(NO_READER)
        return self.desk.provider


def _settled(wish: Wish, last: KeptRace | None, artifact: Artifact) -> KeptRace:
    """How candidates are read: as wished, else as they were last, else as usual."""
    last = last or KeptRace((), USUAL_TRIALS, False, False, artifact.id)
    return KeptRace(
        last.readers if wish.readers is None else wish.readers,
        last.trials if wish.trials is None else wish.trials,
        last.full if wish.full is None else wish.full,
        last.under_title if wish.under_title is None else wish.under_title,
        last.seed if wish.seed is None else wish.seed,
    )


def _is_page(name: str, seen: Revision, kind: Kind | None) -> bool:
    if kind is not None:
        return kind is not Kind.TAGLINES
    return guessed_kind(name) is Kind.README and not is_candidate_file(name, seen.text)


def _page(name: str, seen: Revision) -> CandidateFile:
    found = line_under_title(name, seen.text)
    return CandidateFile(Written.LINES, (found.candidate,), found.title)


_Played = tuple[str, str, str]


def _asked(provider: Provider, model: str, effort: str | None) -> _Played:
    return provider.name, model, effort or ""


def _played(of: Read | Grade) -> _Played:
    return of.provider, of.model, of.effort
