"""What happens, in the order it happens: the only thing screens and commands listen to."""

from collections.abc import Mapping
from dataclasses import dataclass

from workbench.core.artifacts import Artifact, Revision
from workbench.core.costs.usage import UNUSED, Usage
from workbench.core.history import History, LookedUp, Placement, Round
from workbench.core.marks import Decision
from workbench.core.readings import Finding, Reading
from workbench.core.ruling import Ruling
from workbench.core.seats import Seat
from workbench.core.text_questions import TextQuestion


@dataclass(frozen=True, slots=True)
class RevisionSeen:
    """The file holds this content now."""

    revision: Revision


@dataclass(frozen=True, slots=True)
class Checked:
    """The checks ran on a revision; replaces what they said of it before."""

    revision: Revision
    readings: tuple[Reading, ...]
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round set out on a revision."""

    round: Round
    revision: Revision
    seats: tuple[Seat, ...]
    """What is still to be read; fewer than planned when a round is resumed."""


@dataclass(frozen=True, slots=True)
class ReadingStarted:
    """A reading was sent."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReadingProgressed:
    """A reading goes on, or waits before it is sent again."""

    seat: Seat
    tokens: int = 0
    """Output tokens so far, estimated."""
    waiting: str = ""
    """Why it waits and for how long, in words; empty while it is being answered."""
    used: Usage = UNUSED
    """What its calls have used so far, those that failed included, as far as the service has told."""
    model: str = ""
    """Who is asked."""


@dataclass(frozen=True, slots=True)
class ReadingFinished:
    """A reading is stored with all its findings and answers."""

    seat: Seat
    reading: Reading
    questions: tuple[TextQuestion, ...] = ()
    """What it derived from the text to be asked of it."""
    placements: tuple[Placement, ...] = ()
    """Where matching put the findings of its round; empty for any other."""


@dataclass(frozen=True, slots=True)
class ReadingFailed:
    """A reading failed, was refused or was stopped, and is stored as such."""

    seat: Seat
    reading: Reading


@dataclass(frozen=True, slots=True)
class Ruled:
    """The ruling of a round, before the person's later marks."""

    ruling: Ruling


@dataclass(frozen=True, slots=True)
class RoundFinished:
    """A round is over and its findings are placed in concerns."""

    round: Round
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """The person decided something, and it is stored."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class Undone:
    """A decision was taken back, or restored where its `undone` is False."""

    decision: Decision
    placements: tuple[Placement, ...] = ()
    """Where that leaves the findings it had moved; one in concern 0 is in none any more."""


@dataclass(frozen=True, slots=True)
class Regrouped:
    """The person merged or split concerns."""

    decision: Decision
    placements: tuple[Placement, ...]
    """Where the findings are now that it moved."""


@dataclass(frozen=True, slots=True)
class Overlooked:
    """The person added a problem that no source raised."""

    finding: Finding
    placement: Placement
    decision: Decision


@dataclass(frozen=True, slots=True)
class OwnJudged:
    """The person answered a whole rubric themselves; in place of what they answered to it before."""

    reading: Reading
    placements: tuple[Placement, ...]
    decisions: tuple[Decision, ...]
    """That each of its fails is a hit."""


@dataclass(frozen=True, slots=True)
class ArtifactChanged:
    """The artifact's intent or kind was set."""

    artifact: Artifact


@dataclass(frozen=True, slots=True)
class QuestionsChanged:
    """The person added or took away a question about this text."""

    questions: tuple[TextQuestion, ...]
    """Every question about it, asked still or not."""


@dataclass(frozen=True, slots=True)
class IgnoreAccepted:
    """The person accepted a comment by which the text has a check's faults ignored."""

    comment: str
    """Exactly as it stands in the text."""


@dataclass(frozen=True, slots=True)
class LookedUpAt:
    """What stands at a place, and what was looked up of it, was kept with a can't tell."""

    decision: Decision
    looked: LookedUp


@dataclass(frozen=True, slots=True)
class Returned:
    """Can't tells are asked anew, since what they rest on changed."""

    why: Mapping[int, str]
    """By the decision's key, in words; in place of what was said before."""


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What is stored was read anew, since another program changed it."""

    history: History


RoundEvent = (
    RoundStarted
    | ReadingStarted
    | ReadingProgressed
    | ReadingFinished
    | ReadingFailed
    | Ruled
    | RoundFinished
)
Event = (
    RoundEvent
    | RevisionSeen
    | Checked
    | Decided
    | Undone
    | Regrouped
    | Overlooked
    | OwnJudged
    | ArtifactChanged
    | QuestionsChanged
    | IgnoreAccepted
    | LookedUpAt
    | Returned
    | Refreshed
)
