"""Whether the loop should stop, and for which named reason: a pure function of what was read and decided.

It proposes; the person decides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise

from workbench.core.artifacts import Revision
from workbench.core.costs.spending import about_dollars, in_dollars
from workbench.core.history import Round, RoundState
from workbench.core.judging import held_by
from workbench.core.loop.loop import Loop, RoundBrought
from workbench.core.marks import Mark
from workbench.core.outstanding import is_over, is_to_fix, outstanding
from workbench.core.panels import judgements
from workbench.core.rows import Row
from workbench.core.ruling import RulingValue
from workbench.core.text.display_text import counted

QUIET_AT = 0.5
"""New concerns that one more round is expected to bring, up to which the loop is quiet."""
UNMARKED_COUNTS = 3 / 4
"""How much of a concern that nobody marked counts as one that an edit would answer.

On the corpus an author would act on 39 of 51 that one or two of eight readings raised, and markers called 12
of 15 of these no miss where readers were asked for consequences.
"""
_PULLED_FROM = 4
"""Read revisions from which readers' taste shapes a text: the original and three edits of it."""
_FOCUSED = (
    "Focused: the judge was shown only the changed passages of this text, and says nothing of the rest."
)
_VOICE = "Voice: from the third edited revision on, more rounds pull the text toward the readers' taste."


class Reason(StrEnum):
    """Why a loop should stop, in the order in which they are asked; the last says that it should not."""

    INCOMPLETE = "incomplete"
    CLEAN = "clean"
    STALLED = "stalled"
    CHURN = "churn"
    QUIET = "quiet"
    BUDGET = "budget"
    GO_ON = "go on"

    @property
    def is_finished(self) -> bool:
        """Whether reading has nothing more to say; any other reason is one to stop all the same, or none."""
        return self in (Reason.CLEAN, Reason.QUIET)


@dataclass(frozen=True, slots=True)
class Caps:
    """How far a loop may go."""

    rounds: int | None = None
    """Rounds it may make; None for any number."""
    made: int = 0
    """Rounds it has made."""
    dollars: float | None = None
    """What it may cost; None for no cap."""
    spent: float = 0.0
    """What it has cost."""
    next: float | None = None
    """What another round is expected to cost at most; None where that is not known."""
    called: str = "budget"
    """What the dollars are called."""

    def reached(self) -> str:
        """Which cap leaves no room for another round, a sentence; empty where none does."""
        if self.rounds is not None and self.made >= self.rounds:
            return f"The cap of {counted(self.rounds, 'round')} is reached"
        if self.dollars is None:
            return ""
        left = self.dollars - self.spent
        if left <= 0:
            return f"The {self.called} of {in_dollars(self.dollars)} is spent"
        if self.next is not None and self.next > left:
            return (
                f"What is left of the {self.called} of {in_dollars(self.dollars)}, {in_dollars(left)}, "
                f"does not cover another round, of at most {about_dollars(self.next)}"
            )
        return ""


NO_CAPS = Caps()
"""A loop that may go on as long as the person likes."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """What is proposed, and why."""

    reason: Reason
    because: str
    """One sentence: what it rests on."""
    would_change: str
    """One sentence: what would change it."""
    notes: tuple[str, ...] = ()
    """What holds beside any reason, a sentence each."""
    expected: float | None = None
    """New concerns that an edit would answer, expected of one more round on this text; None if not known."""
    hits: tuple[int, ...] = ()
    """The concerns marked hit that are still there and not put off, by key."""
    undecided: int = 0
    """Open concerns marked can't tell."""
    deferred: int = 0
    """Concerns that were put off and are still there."""

    @property
    def name(self) -> str:
        """The reason in few words; of a clean text also what is undecided and deferred."""
        if self.reason is not Reason.CLEAN:
            return self.reason.value
        parts = [
            f"{n} {what}" for n, what in ((self.undecided, "undecided"), (self.deferred, "deferred")) if n
        ]
        return ", ".join([self.reason.value, *parts])

    def sentence(self) -> str:
        """The reason with what it rests on."""
        name = self.name
        return f"{name[0].upper()}{name[1:]}: {self.because[0].lower()}{self.because[1:]}"


def assess(loop: Loop, shown: Revision | None = None, caps: Caps = NO_CAPS) -> Assessment:
    """What is proposed for a loop; `shown` is the text as it is now, where that may not be the one read last.

    The first reason that holds decides, in the order of `Reason`. A concern is open unless it is marked a
    miss, fixed, gone or deferred; an unmarked one is open. "Mostly" is over half.
    """
    return _Assessor(loop, caps).assessment(shown)


@dataclass(frozen=True)
class _Assessor:
    loop: Loop
    caps: Caps

    def assessment(self, shown: Revision | None) -> Assessment:
        last = max(self.loop.history.rounds, key=lambda round: round.number, default=None)
        if last is None:
            return self._said(Reason.GO_ON, "Nothing has been read yet.", "Reading it.")
        if last.state is not RoundState.COMPLETE:
            return self._incomplete(last)
        if shown is not None and shown.id != last.revision:
            edited, reached = f"The text was edited since round {last.number} read it.", self.caps.reached()
            if reached:
                return self._said(Reason.BUDGET, f"{reached}. {edited}", "A higher cap, and reading on.")
            return self._said(Reason.GO_ON, edited, "Reading it again.")
        if held := held_by(self.loop.history, last.revision):
            return self._said(
                Reason.INCOMPLETE,
                f"{held[0].upper()}{held[1:]}, so nothing can be concluded.",
                "An answer of who did not, a new judgement of all of the text, or an edit.",
            )
        return self._clean() or self._stalled() or self._churn() or self._quiet() or self._otherwise()

    def _notes(self) -> Iterator[str]:
        if len(self.loop.course.revisions) >= _PULLED_FROM:
            yield _VOICE
        history = self.loop.history
        last = history.last_round
        focused = last and any(r.focused and r.revision == last.revision for r in history.readings)
        if last and focused and not judgements(history, last.revision):
            yield _FOCUSED

    def _said(self, reason: Reason, because: str, would_change: str) -> Assessment:
        return Assessment(
            reason,
            because,
            would_change,
            tuple(self._notes()),
            self.expected,
            tuple(sorted(row.target.id for row in self._concerns if is_to_fix(row))),
            len(self._undecided),
            sum(row.standing.deferred and not is_over(row) for row in self._concerns),
        )

    def _incomplete(self, last: Round) -> Assessment:
        stands = "is still being read" if last.state is RoundState.RUNNING else "is incomplete"
        return self._said(
            Reason.INCOMPLETE,
            f"Round {last.number} {stands}, so nothing can be concluded.",
            "Reading again: only what is missing is asked for.",
        )

    @cached_property
    def _concerns(self) -> Sequence[Row]:
        """The list's concerns, without problems whose adding was taken back."""
        return [row for row in self.loop.rows if row.target.kind == "concern" and row.standing.overlooked]

    @property
    def _last(self) -> RoundBrought | None:
        return self.loop.rounds[-1] if self.loop.rounds else None

    @property
    def _complete(self) -> Sequence[RoundBrought]:
        """The complete rounds; others say nothing."""
        return [brought for brought in self.loop.rounds if brought.round.state is RoundState.COMPLETE]

    @cached_property
    def _whole(self) -> Sequence[Sequence[RoundBrought]]:
        """The complete rounds in turn, one that took readings over together with those that made them.

        Else few readings of an unchanged text would count as much as a round of all readers.
        """
        whole: list[list[RoundBrought]] = []
        for brought in self._complete:
            if brought.taken_over and whole and whole[-1][-1].revision.id == brought.revision.id:
                whole[-1].append(brought)
            else:
                whole.append([brought])
        return whole

    @cached_property
    def _undecided(self) -> list[int]:
        """The open concerns that are marked can't tell."""
        last = self._last
        return [c for c in last.open if self.loop.mark(c) is Mark.CANT_TELL] if last else []

    def _clean(self) -> Assessment | None:
        last = self._last
        if last is None or len(last.open) > len(self._undecided):
            return None
        if last.ruling.value is not RulingValue.PUBLISHABLE:
            return None
        return self._said(
            Reason.CLEAN,
            "No concern is open and the ruling is Publishable.",
            "An edit, a mark, or a round that raises something new.",
        )

    def _stalled(self) -> Assessment | None:
        rounds = [together[-1] for together in self._whole[-3:]]
        if len(rounds) < 3 or any(
            before.revision.id == after.revision.id for before, after in pairwise(rounds)
        ):
            return None
        open_after = [set(brought.open) for brought in rounds]
        for before, after in pairwise(open_after):
            if len(after) < len(before) or not _mostly(len(after & before), len(after)):
                return None
        counts = " then ".join(str(len(concerns)) for concerns in open_after)
        return self._said(
            Reason.STALLED,
            "Two rounds in a row on changed text left as many concerns open as before, mostly the same: "
            f"{counts}.",
            "An edit that answers some of them, or marks: a miss and a deferred one are not open.",
        )

    def _churn(self) -> Assessment | None:
        rounds = [[c for r in together for c in r.new_on_unchanged] for together in self._whole[-2:]]
        if len(rounds) < 2:
            return None
        misses = [sum(self.loop.mark(c) is Mark.MISS for c in new) for new in rounds]
        counts = list(map(len, rounds))
        if not all(map(_mostly, misses, counts)):
            return None
        of = " and ".join(f"{missed} of {count}" for missed, count in zip(misses, counts, strict=True))
        return self._said(
            Reason.CHURN,
            "Two rounds in a row, what was new on unchanged passages was mostly marked miss "
            f"({of}): that is the reader, not the text.",
            "Another reader or wording, or a round whose new concerns are hits.",
        )

    @cached_property
    def expected(self) -> float | None:
        """New concerns that an edit would answer, expected of one more round like the last on its text.

        A reading brings about as many new concerns as were raised once in each reading so far (Good, "The
        population frequencies of species and the estimation of population parameters", Biometrika 40,
        1953), those of the coming round counted along, since each finds some of what is left for the next.
        A round that took readings over is like one that makes them all. Each passage counts the readings that
        have read it. A concern marked a miss does not count, and one
        without a mark in part, since an edit would answer only some of these.
        """
        last = self._last
        coming = len(last.readings) + len(last.taken_over) if last else 0
        if not coming:
            return None
        once = self.loop.course.raised_once.items()
        return sum(self._counts(c) * coming * sign.counts / (sign.readings + coming) for c, sign in once)

    def _counts(self, concern: int) -> float:
        mark = self.loop.mark(concern)
        return UNMARKED_COUNTS if mark is None else 0.0 if mark is Mark.MISS else 1.0

    @cached_property
    def _new(self) -> list[int]:
        """What the last round raised first and an edit would answer, by what the person has said.

        The readings that it took over count as if it had made them: few readings are soon without news.
        """
        only_code, last = self.loop.course.only_code, self._last
        new = last.new_by_all if last else ()
        return [c for c in new if c not in only_code and self.loop.mark(c) is not Mark.MISS]

    def _quiet(self) -> Assessment | None:
        expected = self.expected
        if expected is None or expected > QUIET_AT or self._new:
            return None
        return self._said(
            Reason.QUIET,
            "The last round brought nothing new that an edit would answer, and one more is expected to bring "
            f"{_few(expected)}{self._waiting()}.",
            "An edit, or a round that raises something new.",
        )

    def _waiting(self) -> str:
        """How many hits are not fixed, and how many concerns not marked yet, in words; may be empty."""
        waits = outstanding(self._concerns)
        parts = [
            f"{counted(n, what)} {'is' if n == 1 else 'are'} not {done} yet"
            for n, what, done in (
                (waits.agreed, "hit", "fixed"),
                (waits.unmarked, "open concern", "marked"),
            )
            if n
        ]
        return f"; {' and '.join(parts)}" if parts else ""

    def _otherwise(self) -> Assessment:
        reached, expected, new = self.caps.reached(), self.expected, len(self._new)
        if expected is None:
            rests = "No reader and no judge has read it"
        else:
            brought = f"The last round brought {counted(new, 'new concern')} that an edit would answer"
            rests = f"{brought}, and one more is expected to bring {_few(expected)}"
        if reached:
            because = f"{reached}. {rests}."
            return self._said(Reason.BUDGET, because, "A higher cap, and reading on.")
        return self._said(
            Reason.GO_ON,
            f"{rests}.",
            "A round that brings nothing new, or your marks: what you mark a miss does not count as new.",
        )


def _mostly(part: int, whole: int) -> bool:
    return 2 * part > whole


def _few(expected: float) -> str:
    if expected == 0:
        return "no new concern"
    return "under 0.1 new concerns" if expected < 0.1 else f"about {expected:.1f} new concerns"
