"""The database as the core needs it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from workbench.core.artifacts import Artifact, Kind, Revision
from workbench.core.costs.experience import Earlier
from workbench.core.costs.prices import PriceTable
from workbench.core.history import History, LookedUp, Placement, Round, Turned
from workbench.core.marks import Decision, Target
from workbench.core.own_answers import OwnAnswer
from workbench.core.previews import Preview
from workbench.core.readings import Finding, Reading
from workbench.core.remembered import Known, Remembered
from workbench.core.ruling import Ruling
from workbench.core.sources import Source
from workbench.core.text_questions import TextQuestion

if TYPE_CHECKING:
    from datetime import date

    # Few commands need what was answered blind.
    from workbench.core.calibration.store import Calibrations

    # Only comparing needs what is chosen between two texts.
    from workbench.core.comparing.store import Comparisons

    # Only `spend` adds up what calls used.
    from workbench.core.costs.account import Used

    # Only a replay needs what prompts are built of, and only planting what is planted.
    from workbench.core.planting.store import Plantings
    from workbench.core.replay.store import Replays
    from workbench.core.taglines.store import Taglines

    # Only the report needs what is counted.
    from workbench.core.trust.claim_words import MarkedWords, Wanted
    from workbench.core.trust.claims import Counted


class Store(Protocol):
    """The database. Every method has committed when it returns."""

    @property
    def replays(self) -> "Replays":
        """What is stored of prompts, and of readings that were made to compare two wordings."""
        ...

    @property
    def plantings(self) -> "Plantings":
        """What is stored of copies with planted faults."""
        ...

    @property
    def comparisons(self) -> "Comparisons":
        """What is stored of texts that were held beside each other."""
        ...

    @property
    def taglines(self) -> "Taglines":
        """What is stored of lines that are tried on readers."""
        ...

    @property
    def calibrations(self) -> "Calibrations":
        """What is stored of answers given blind."""
        ...

    async def open_artifact(self, identity: str, path: str, kind: Kind | None) -> Artifact:
        """The artifact of that identity, made if new; its path and, where given, its kind are renewed.

        One that was taken off the list is on it again.
        """
        ...

    async def unlist(self, artifact: Artifact) -> None:
        """Take an artifact off the list of texts until it is opened again; nothing else changes."""
        ...

    async def set_intent(self, artifact: Artifact, intent: str) -> Artifact:
        """The artifact with the author's sentence."""
        ...

    async def set_written_with(self, artifact: Artifact, model: str | None) -> Artifact:
        """The artifact with the model that helped to write it; None where that is not known any more."""
        ...

    async def save_revision(self, artifact: Artifact, revision: Revision) -> Revision:
        """The revision with its key and number, stored once however often it is seen."""
        ...

    async def save_sources(self, bodies: Mapping[Source, str]) -> None:
        """Keep the texts that define sources, so that an old wording can be shown."""
        ...

    async def history(self, artifact: Artifact) -> History:
        """Everything stored about an artifact, which stays at the path that it has here."""
        ...

    async def known(self) -> tuple[Known, ...]:
        """Every artifact, found by a light query."""
        ...

    async def remembered(self) -> tuple[Remembered, ...]:
        """Every artifact with the texts by which it would be recognised."""
        ...

    async def leave(self, artifact: Artifact, revision: Revision, place: Target | None) -> None:
        """Remember that the person left, what was shown and the row they were at."""
        ...

    async def take_over(self, old: Artifact, new: Artifact) -> Artifact:
        """The old artifact under a new one's identity and path, which gets the old one's in exchange.

        Raises:
            UsageError: the new one has a history of its own, or either is no longer what it was.

        """
        ...

    async def begin_round(self, artifact: Artifact, round: Round) -> Round | None:
        """The round with its key and number, claimed by this program.

        None where another program reads the artifact, or has made one of the readings meanwhile.
        """
        ...

    async def reopen_round(self, round: Round) -> Round:
        """A round that ended and is claimed by this program, running again."""
        ...

    async def claim(self, round: Round) -> bool:
        """Take a round to be read by this program; False where another living program reads it."""
        ...

    async def release(self, round: Round) -> None:
        """Let another program take a round."""
        ...

    async def end_round(
        self, round: Round, ruling: Ruling, placements: Sequence[Placement]
    ) -> tuple[Round, tuple[Placement, ...]]:
        """Close a round and place its findings, in one transaction.

        A placement in concern 0 or below starts a new concern; equal numbers start the same one.
        """
        ...

    async def save_reading(self, artifact: Artifact, reading: Reading) -> Reading:
        """The reading with keys for itself, its findings and its answers."""
        ...

    async def save_questioning(
        self, artifact: Artifact, reading: Reading, questions: Sequence[TextQuestion]
    ) -> tuple[Reading, tuple[TextQuestion, ...]]:
        """A reading and the questions that it derived, named and keyed, in one transaction."""
        ...

    async def save_matching(
        self, artifact: Artifact, reading: Reading, placements: Sequence[Placement]
    ) -> tuple[Reading, tuple[Placement, ...]]:
        """The call that matched a round's findings, and what it placed, in one transaction; as in `place`."""
        ...

    async def add_question(self, artifact: Artifact, question: TextQuestion) -> TextQuestion:
        """A question that the person added, with its key."""
        ...

    async def withdraw_question(self, question: TextQuestion) -> None:
        """Ask a question about a text no more; what was answered to it stays."""
        ...

    async def save_checks(
        self, artifact: Artifact, revision: Revision, readings: Sequence[Reading]
    ) -> tuple[Reading, ...]:
        """The checks' readings of a revision; those whose faults are as stored keep their keys."""
        ...

    async def place(self, artifact: Artifact, placements: Sequence[Placement]) -> tuple[Placement, ...]:
        """Placements with real concern keys; numbers as in `end_round`.

        Only the person moves a finding that is in a concern already: for any other its placement comes back.
        """
        ...

    async def own_answers(self, artifact: Artifact) -> tuple[OwnAnswer, ...]:
        """What the person answered about any revision and made no reading of yet, the oldest first."""
        ...

    async def save_own_answer(self, answer: OwnAnswer) -> None:
        """Keep an answer, in place of an earlier one to the same question about the same revision."""
        ...

    async def drop_own_answer(self, source: Source, revision: int) -> None:
        """Keep no answer to a question about a revision any more."""
        ...

    async def save_own_reading(
        self,
        artifact: Artifact,
        reading: Reading,
        placements: Sequence[Placement],
        decisions: Sequence[Decision],
    ) -> tuple[Reading, tuple[Placement, ...], tuple[Decision, ...]]:
        """Make the person's answers a reading, in one transaction.

        Its findings are placed and decided about, its answers are no longer kept one by one, and what
        the person made of the revision with this rubric before is withdrawn. Placements and decisions
        name a finding by its place in the reading: -1 is the first. Concerns are numbered as in `end_round`.
        """
        ...

    async def decide(self, artifact: Artifact, decision: Decision) -> Decision:
        """The decision with its key and time."""
        ...

    async def merge(
        self, artifact: Artifact, targets: Sequence[Target]
    ) -> tuple[Decision, tuple[Placement, ...]]:
        """Make concerns and unplaced findings one, with where it puts the findings that it moves.

        Raises:
            UsageError: they are fewer than two concerns, or one has no finding any more.
        """
        ...

    async def split(
        self, artifact: Artifact, findings: Sequence[int]
    ) -> tuple[Decision, tuple[Placement, ...]]:
        """Take findings out of their concern into a new one, with where they are then.

        Raises:
            UsageError: they are not in one concern, or nothing would stay in it.
        """
        ...

    async def undo(self, artifact: Artifact) -> Turned | None:
        """Take the last standing decision back; None where there is none."""
        ...

    async def redo(self, artifact: Artifact) -> Turned | None:
        """Restore the decision last taken back; None where there is none."""
        ...

    async def overlook(self, artifact: Artifact, finding: Finding) -> tuple[Finding, Placement, Decision]:
        """Store a problem that the person added, as a concern of its own, marked hit."""
        ...

    async def consented(self, artifact: Artifact, destination: str) -> bool:
        """Whether the person agreed to send this artifact there."""
        ...

    async def consent(self, artifact: Artifact, destination: str) -> None:
        """Remember that the person agreed."""
        ...

    async def accept_ignore(self, artifact: Artifact, comment: str) -> None:
        """Remember that the person accepted a comment of the text, exactly as it stands."""
        ...

    async def save_looked_up(self, decision: Decision, looked: LookedUp) -> None:
        """Keep what stood at a place when the person could not tell; in place of what was kept before."""
        ...

    async def save_preview(self, artifact: Artifact, preview: Preview) -> None:
        """Keep what the artifact's screen shows first when it is opened next."""
        ...

    async def histories(self, without: Artifact | None = None) -> tuple[History, ...]:
        """Every artifact's history but one's, with neither its texts nor the words of its findings."""
        ...

    async def counted(self, prices: PriceTable) -> "Counted":
        """What is counted of every artifact for the report."""
        ...

    async def earlier(self) -> tuple[Earlier, ...]:
        """The newest readings, of any text, that a service counted, the newest first."""
        ...

    async def used(self, sizes: Sequence[int], since: "date | None") -> "tuple[Used, ...]":
        """What all calls since a day used, those added up that cost alike.

        `sizes` are the tokens of a prompt at which prices change; None for `since` counts all.
        """
        ...

    async def hits_by_path(self) -> Mapping[str, int]:
        """How many concerns of readers and judges in each text the person agreed with."""
        ...

    async def claim_words(self, wanted: "Wanted") -> "tuple[MarkedWords, ...]":
        """The newest claims that some sources made and that have a mark."""
        ...

    async def close(self) -> None:
        """Finish what is under way and let go of the file."""
        ...
