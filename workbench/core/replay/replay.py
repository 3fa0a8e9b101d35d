"""A changed persona, rubric, model or effort on revisions that were read and marked before: what it takes.

Its readings are stored beside the loop: in no round, no concern, no rate and no ruling. What was stored once
is not asked again, so that a replay that was stopped goes on with what is missing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from workbench.core.artifacts import Artifact, Revision
from workbench.core.briefs import Brief, brief_of
from workbench.core.desk import Desk
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.errors import UsageError
from workbench.core.history import History
from workbench.core.instruments import Rubric
from workbench.core.marks import Mark
from workbench.core.plans import Assignment
from workbench.core.ports import CheckReport, Models
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState
from workbench.core.replay.claims import unmarked_on
from workbench.core.replay.rebuilding import Asked, Bodies, MadeOf, made_of_json, parts_at, rebuilt
from workbench.core.replay.sources import Played
from workbench.core.replay.store import Replayed
from workbench.core.replay.units import Name, ReplayProposal, Split, Task, Unit, Wish, half_of, is_like
from workbench.core.seats import Seat
from workbench.core.sources import SourceKind
from workbench.core.text.display_text import counted
from workbench.core.text_questions import TextQuestion


@dataclass(frozen=True, slots=True)
class _Told:
    """What both sides are told of one revision beside its text."""

    brief: Brief
    about: tuple[TextQuestion, ...]
    secrets: tuple[Finding, ...] | None = None
    """None where the checks have not run."""


@dataclass(frozen=True)
class Replay:
    """One comparison, over a desk."""

    desk: Desk
    wish: Wish
    bodies: Bodies

    async def propose(self, paths: Sequence[Path] = ()) -> ReplayProposal:
        """What would be read to compare both sides on every marked revision of some texts, or of all.

        Raises:
            UsageError: a path is of no known text, the sides are no two sides, or nothing can be compared.
        """
        self._refuse_nonsense()
        units: list[Unit] = []
        refused: list[str] = []
        secrets: dict[str, None] = {}
        elsewhere = 0
        for artifact in await self._artifacts(paths):
            history = await self.desk.store.history(artifact)
            if self.wish.split not in (Split.ALL, half_of(history)):
                elsewhere += 1
                continue
            stored = await self.desk.store.replays.asked(artifact.id)
            replayed = await self.desk.store.replays.replayed([r.id for r in history.revisions])
            for revision in history.revisions:
                why = self._why_not(history, revision)
                if why:
                    refused.append(f"{artifact.path} revision {revision.number} {why}")
                elif why is not None:
                    unit, found = await self._unit(history, revision, stored, replayed)
                    units.append(unit)
                    secrets |= dict.fromkeys(found)
        if not units:
            raise UsageError(_nothing(self.wish, refused, elsewhere))
        return await self._proposal(units, refused, tuple(secrets))

    def _refuse_nonsense(self) -> None:
        new, old = self.wish.new, self.wish.old
        if type(new.instrument) is not type(old.instrument):
            raise UsageError("A reader and a rubric cannot be compared: name two wordings of one of them.")
        if (new.instrument.source, new.model, new.effort) == (old.instrument.source, old.model, old.effort):
            raise UsageError(
                "Both sides are the same wording with the same model and effort: name another wording, or "
                "give --model or --effort. `workbench noise` says how much two readings of one differ."
            )

    async def _artifacts(self, paths: Sequence[Path]) -> tuple[Artifact, ...]:
        """The texts that these files are, or all of a kind that both sides read."""
        known = [each.artifact for each in await self.desk.store.known()]
        kinds = set(self.wish.new.instrument.kinds) & set(self.wish.old.instrument.kinds)
        if not paths:
            return tuple(artifact for artifact in known if artifact.kind in kinds)
        found = []
        for path in paths:
            identity = await self.desk.files.identity(path)
            there = [a for a in known if a.identity == identity or a.path == str(path)]
            if not there:
                raise UsageError(f"Nothing is known of {path}: read and mark it first.")
            if there[0].kind not in kinds:
                name = self.wish.new.instrument.name
                raise UsageError(f"{path} is of kind {there[0].kind.value!r}, which {name!r} does not read.")
            found.append(there[0])
        return tuple(dict.fromkeys(found))

    def _why_not(self, history: History, revision: Revision) -> str | None:
        """What a revision lacks to be compared on; empty where nothing, None where nobody has read it."""
        kinds = (SourceKind.READER, SourceKind.RUBRIC)
        finished = [
            r
            for r in history.readings
            if r.revision == revision.id
            and r.state is ReadingState.FINISHED
            and r.source.kind in kinds
            and not r.mine
        ]
        if not finished:
            return None
        if not revision.text:
            return "was imported without its text"
        source = self.wish.old.instrument.source
        own = [r for r in finished if (r.source.kind, r.source.name) == (source.kind, source.name)]
        concerns, unmarked = unmarked_on(history, revision, own or finished)
        whose = f"of {source.name}" if own else "of its readers and judges"
        if concerns and unmarked == concerns:
            return f"is not marked: {counted(concerns, 'concern')} {whose}, none with a mark"
        if unmarked:
            return f"is half-marked: {counted(concerns, 'concern')} {whose}, {unmarked} without a mark"
        return ""

    async def _unit(
        self,
        history: History,
        revision: Revision,
        stored: Sequence[Asked],
        replayed: Sequence[Replayed],
    ) -> tuple[Unit, tuple[str, ...]]:
        """A revision with what is there and what is missing, and the secrets that would be sent."""
        of_text = (each for each in stored if each.reading.revision == revision.id)
        asked = [each for each in of_text if not each.reading.focused]
        usable, unproven = self._usable(history, asked)
        told = await self._told(history, revision, usable[:1] or asked)
        olds = [each.reading for each in usable][: self.wish.trials]
        kept = {reading.id: reading for reading in history.readings}
        old = tuple(kept[reading.id] for reading in olds)
        of_new, new_missing = self._made("new", told, revision, replayed, 0)
        of_old, old_missing = self._made("old", told, revision, replayed, len(old))
        tasks = tuple(
            task for task in (Task("new", new_missing), Task("old", old_missing)) if task.assignments
        )
        unit = Unit(history, revision, of_new, (*old, *of_old), tasks, unproven)
        return unit, await self._secrets(history, told, revision) if tasks else ()

    def _usable(self, history: History, asked: Sequence[Asked]) -> tuple[list[Asked], str]:
        """The stored readings of the old side whose prompt is proven, those of its model first.

        And why there are others that are not used.
        """
        old = self.wish.old
        own = [
            each
            for each in asked
            if each.reading.source == old.instrument.source and each.reading.state is ReadingState.FINISHED
        ]
        built = [rebuilt(each, self.bodies) for each in own]
        proven = [each.asked for each in built if each.matches]
        proven.sort(
            key=lambda each: (
                not is_like(each.reading.model, old.model),
                each.reading.effort != (old.effort or ""),
                each.reading.id,
            )
        )
        if proven:
            first = proven[0].reading
            same = (first.model, first.effort, first.prompt_sha256)
            proven = [
                each
                for each in proven
                if (each.reading.model, each.reading.effort, each.reading.prompt_sha256) == same
            ]
        return proven, next((each.why for each in built if not each.matches), "") if not proven else ""

    async def _told(self, history: History, revision: Revision, basis: Sequence[Asked]) -> _Told:
        """What both sides are told: as the stored reading was, else as a new one would be."""
        models = self.desk.settings.models
        kind = self.wish.old.instrument.source.kind
        alike = [each.reading for each in basis if each.reading.source.kind is kind]
        found = next(filter(None, (made_of_json(reading.made_of) for reading in alike)), None)
        if found is not None:
            about = tuple(each.question for each in found.questions)
            return _Told(self._brief(history, revision, found, models), about)
        if kind is SourceKind.READER:
            whole = Brief(revision, history.artifact.kind, (), models)
            was_whole = any(reading.parts == 1 for reading in alike)
            return _Told(whole if was_whole else brief_of(whole, self._instruments), ())
        report = await self._checked(history, revision)
        whole = Brief(revision, history.artifact.kind, report.facts, models)
        return _Told(brief_of(whole, self._instruments), (), report.secrets)

    def _brief(self, history: History, revision: Revision, made: MadeOf, models: Models) -> Brief:
        kind = made.kind or history.artifact.kind
        return Brief(revision, kind, made.facts, models, parts=parts_at(revision, made.parts))

    @property
    def _instruments(self) -> tuple[Played, ...]:
        return (self.wish.new.instrument, self.wish.old.instrument)

    def _made(
        self, name: Name, told: _Told, revision: Revision, replayed: Sequence[Replayed], have: int
    ) -> tuple[tuple[Reading, ...], tuple[Assignment, ...]]:
        """The readings of a side that earlier replays made, and those that are still missing."""
        side = self.wish.new if name == "new" else self.wish.old
        instrument = side.instrument
        brief = replace(told.brief, models=side.models(told.brief.models))
        about = told.about if isinstance(instrument, Rubric) else ()
        requests = brief.requests(instrument, about)
        first = Assignment(Seat(instrument.source), instrument, brief, requests, about)
        provider = self.desk.provider.name if self.desk.provider else ""
        same = [
            each.reading
            for each in replayed
            if each.reading.revision == revision.id
            and each.reading.source == instrument.source
            and each.reading.prompt_sha256 == first.prompt_sha256
            and (each.model, each.reading.effort) == (side.model, side.effort or "")
            and (not provider or each.reading.provider == provider)
        ]
        there = {reading.trial: reading for reading in reversed(same)}
        wanted = range(1, self.wish.trials - have + 1)
        missing = tuple(
            replace(first, seat=Seat(instrument.source, trial)) for trial in wanted if trial not in there
        )
        return tuple(there[trial] for trial in wanted if trial in there), missing

    async def _checked(self, history: History, revision: Revision) -> CheckReport:
        artifact = history.artifact
        return await self.desk.checks.run(Path(artifact.path), revision, artifact.kind)

    async def _secrets(self, history: History, told: _Told, revision: Revision) -> tuple[str, ...]:
        """What looks like a live credential in a revision and is not marked miss."""
        found = told.secrets
        if found is None:
            found = (await self._checked(history, revision)).secrets
        marks = EffectiveMarks(history)
        missed = {
            (f.source, f.quote)
            for f in history.findings
            if f.kind is FindingKind.FAULT and marks.of_finding(f) is Mark.MISS
        }
        name = f"{history.artifact.path} revision {revision.number}"
        return tuple(f"{name}: {f.problem}" for f in found if (f.source, f.quote) not in missed)

    async def _proposal(
        self, units: list[Unit], refused: list[str], secrets: tuple[str, ...]
    ) -> ReplayProposal:
        assignments = [a for unit in units for task in unit.tasks for a in task.assignments]
        provider = self.desk.provider
        sent = dict.fromkeys(unit.history.artifact for unit in units if unit.tasks)
        destination = provider.destination if provider else ""
        unasked = [a for a in sent if not await self.desk.store.consented(a, destination)]
        return ReplayProposal(
            self.wish,
            tuple(units),
            tuple(refused),
            await self.desk.estimated(assignments),
            destination,
            secrets,
            tuple(unasked),
        )


def _nothing(wish: Wish, refused: Iterable[str], elsewhere: int) -> str:
    why = "; ".join(refused)
    half = "" if wish.split is Split.ALL else f" in the {wish.split.value} half of your texts"
    said = f"There is nothing to compare on{half}"
    others = f" In the other half: {counted(elsewhere, 'text')}." if elsewhere else ""
    if why:
        return f"{said}: {why}. Mark them in `workbench open`.{others}"
    return f"{said}: no text of that kind has been read and marked.{others}"
