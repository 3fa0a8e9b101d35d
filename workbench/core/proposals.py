"""A round that could be read, before the person agrees to it."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from workbench.core.artifacts import Kind, Revision
from workbench.core.costs.estimates import Estimate
from workbench.core.costs.spending import in_dollars
from workbench.core.errors import UsageError
from workbench.core.focusing import Focus, focus_on
from workbench.core.freezing import binding_round
from workbench.core.history import History, Round, RoundState
from workbench.core.instruments import Questioner, Rubric
from workbench.core.loop.budget import LoopBudget
from workbench.core.plans import Assignment, Plan, resumed, unfinished
from workbench.core.readings import Finding, Reading, ReadingState
from workbench.core.seats import Seat
from workbench.core.sources import Source, SourceKind
from workbench.core.text.display_text import counted
from workbench.core.text_questions import added_questions, derived_questions


@dataclass(frozen=True, slots=True)
class Seating:
    """Who would read in a round, and what of an unfinished one that resumes."""

    assignments: tuple[Assignment, ...]
    planned: tuple[Seat, ...]
    """Every seat of the round, read already or not."""
    resumes: Round | None = None
    """The unfinished round whose missing readings these are; None for a new round."""
    reused: tuple[Assignment, ...] = ()
    """The readings that stand as they were made of this text before, for the seats that they fill."""
    all_read: bool = False
    """Whether the last round read all that this one would: only further trials would be new."""
    again: bool = False
    """Whether these are further trials, since they were asked for, of what was read before."""
    focus: str = ""
    """What the judge is shown and since when, where only changed passages were asked for; else empty."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round that could be read now, and what it would take."""

    revision: Revision
    seating: Seating
    estimate: Estimate
    saved: Estimate
    """What the readings that stand would have taken anew."""
    destination: str
    secrets: tuple[Finding, ...]
    """What looks like a live credential in the text and is not marked miss."""
    consented: bool
    """Whether the person agreed before to send this artifact there."""
    unusable: tuple[str, ...] = ()
    """Persona and rubric files that cannot be used, each a sentence: their readers do not read."""
    freeze: bool = False
    """Whether its ruling will bind."""
    loop: LoopBudget = LoopBudget()  # noqa: RUF009
    """What all rounds of its loop may cost, and have cost."""

    @property
    def assignments(self) -> tuple[Assignment, ...]:
        """The readings to be made; none where all of them stand."""
        return self.seating.assignments

    @property
    def planned(self) -> tuple[Seat, ...]:
        """Every seat of the round, read already or not."""
        return self.seating.planned

    @property
    def resumes(self) -> Round | None:
        """The unfinished round whose missing readings these are; None for a new round."""
        return self.seating.resumes

    @property
    def all_read(self) -> bool:
        """Whether the last round read all that this one would: only further trials would be new."""
        return self.seating.all_read

    @property
    def again(self) -> bool:
        """Whether these are further trials, since they were asked for, of what was read before."""
        return self.seating.again

    @property
    def focus(self) -> str:
        """What the judge is shown, where only changed passages were asked for, in words; else empty."""
        return self.seating.focus

    @property
    def stands(self) -> str:
        """Which readings stand as they are and what that saves, in words; empty where none does."""
        if not self.seating.reused:
            return ""
        readings = counted(sum(each.seat.reads for each in self.seating.reused), "reading")
        one = readings == "1 reading"
        saved = None if self.saved.dollars is None else in_dollars(self.saved.dollars)
        about = "" if saved is None or saved.startswith("under") else "about "
        saves = "" if saved is None else f", which saves {about}{saved}"
        return f"{readings} of this text {'stands as it is' if one else 'stand as they are'}{saves}"

    @property
    def parts(self) -> int:
        """In how many parts the text is read; 1 where it is read whole."""
        return max((len(assignment.requests) for assignment in self.assignments), default=1)

    @property
    def round(self) -> Round:
        """The round as it is begun."""
        reused = tuple(assignment.seat for assignment in self.seating.reused)
        return Round(self.revision.id, 0, self.planned, freeze=self.freeze, reused=reused)


def seating(
    history: History,
    revision: Revision,
    kind: Kind,
    plan: Plan,
    facts: Sequence[str],
    provider: str,
    freeze: bool = False,
    again: bool = False,
    focused: bool = False,
) -> Seating:
    """The round that reading a revision now would make.

    A round of this revision that was stopped or failed in part is resumed with what is missing. Otherwise a
    reading of it that would be made exactly so again stands, unless a further trial of each is asked for
    (`again`). Freezing resumes only a round that was begun to freeze; else the judges are asked anew, with
    fresh questions. With `focused` judges are shown only what was changed since all was judged; a freeze,
    also one that is resumed, takes no notice of it.

    Raises:
        UsageError: the revision is frozen already, or nobody would judge it.
    """
    if freeze:
        _refuse_freezing(history, revision, plan)
    last = history.last_round
    missing = () if last is None or (freeze and not last.freeze) else unfinished(history, revision.id, plan)
    binds = freeze or bool(missing and last and last.freeze)
    focus = focus_on(history, revision) if focused and not binds else Focus()
    about = added_questions(history)
    derived = derived_questions(history, revision.id)
    if missing and last:
        fresh = any(seat.source.kind is SourceKind.QUESTIONS for seat in missing)
        about = about if fresh else (*about, *(derived or ()))
        made = plan.assignments(revision, kind, facts, about, fresh, focus.passages)
        resuming = resumed(made, missing, last)
        return Seating(resuming, last.planned, last, focus=focus.said_of(resuming))
    fresh = freeze or derived is None
    about = about if fresh else (*about, *(derived or ()))
    standing = _Standing(history, revision, provider)
    made = plan.assignments(revision, kind, facts, about, fresh, focus.passages)

    def may_stand(assignment: Assignment) -> bool:
        instrument = assignment.instrument
        anew = isinstance(instrument, Questioner) or (freeze and isinstance(instrument, Rubric))
        return not (again or anew)

    seated = standing.seated(made, may_stand)
    reused = tuple(assignment for assignment, stands in seated if stands)
    wanted = tuple(assignment for assignment, stands in seated if not stands)
    read = last is not None and last.revision == revision.id and last.state is RoundState.COMPLETE
    planned = tuple(assignment.seat for assignment, _ in seated)
    further = again and any(assignment.seat.trial > 1 for assignment in wanted)
    all_read = read and not wanted
    return Seating(wanted, planned, None, reused, all_read, further, focus.said_of(wanted))


@dataclass(frozen=True)
class _Standing:
    """The readings that were made of a revision before, through whatever provider asks now."""

    history: History
    revision: Revision
    provider: str

    def seated(
        self, assignments: Sequence[Assignment], may_stand: Callable[[Assignment], bool]
    ) -> tuple[tuple[Assignment, bool], ...]:
        """Each assignment with the trial that it is, and whether that was read before and stands.

        `assignments` are numbered as if nothing had been read. Of several readings that could stand it is
        the last ones that do.
        """
        left: dict[tuple[Source, str], list[int]] = {}
        last: dict[tuple[Source, str], int] = {}
        times = Counter((a.seat.source, a.seat.model) for a in assignments)
        seated: list[tuple[Assignment, bool]] = []
        for assignment in assignments:
            seat = assignment.seat
            played = (seat.source, seat.model)
            if played not in left:
                alike = self._alike(assignment) if may_stand(assignment) else []
                left[played] = alike[-times[played] :]
                last[played] = max((reading.trial for reading in self._by(seat)), default=0)
            stands = bool(left[played])
            if stands:
                trial = left[played].pop(0)
            else:
                trial = last[played] = last[played] + 1
            seated.append((replace(assignment, seat=replace(seat, trial=trial)), stands))
        return tuple(seated)

    def _by(self, seat: Seat) -> list[Reading]:
        """What a source has read of the revision with a model, or tried to."""
        return [
            reading
            for reading in self.history.readings
            if reading.revision == self.revision.id
            and reading.source == seat.source
            and not reading.mine
            and reading.is_by(seat.model)
        ]

    def _alike(self, assignment: Assignment) -> list[int]:
        """The trials that were finished and would be asked the very same in the same way."""
        if assignment.waits:
            return []
        asked = (self.provider, assignment.request.effort or "", assignment.prompt_sha256)
        return sorted(
            reading.trial
            for reading in self._by(assignment.seat)
            if reading.state is ReadingState.FINISHED
            and (reading.provider, reading.effort, reading.prompt_sha256) == asked
        )


def _refuse_freezing(history: History, revision: Revision, plan: Plan) -> None:
    if binding_round(history, revision.id):
        raise UsageError(f"Revision {revision.number} is frozen already: its ruling binds until you edit it.")
    if plan.rubric is None:
        raise UsageError("A binding ruling needs a judge, and no rubric fits a text of this kind.")
    if not plan.readers:
        raise UsageError("A binding ruling needs readers, and no persona fits a text of this kind.")


def bodies(assignments: Sequence[Assignment]) -> dict[Source, str]:
    """What defines each instrument of a round, as JSON from which its prompt can be built again."""
    found: dict[Source, str] = {}
    for assignment in assignments:
        instrument = assignment.instrument
        found[assignment.seat.source] = instrument.as_json
        if isinstance(instrument, Rubric):
            found.update({instrument.source_of(q): q.as_json for q in instrument.questions})
    return found
