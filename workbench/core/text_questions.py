"""Questions about one text only: those that a model derived from it, and those that the person added."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from workbench.core.readings import Reading, ReadingState
from workbench.core.sources import OnFail, Source, SourceKind, wording_of

if TYPE_CHECKING:
    from workbench.core.history import History


@dataclass(frozen=True, slots=True)
class TextQuestion:
    """A yes/no question about one artifact, asked beside its rubric's."""

    name: str
    """`D1` and on for derived ones, `P1` and on for those that the person added."""
    origin: Literal["derived", "added"]
    ask: str
    quote: str = ""
    """The words of the text that gave rise to it; empty for one that the person added."""
    meets: str | None = None
    """What would meet it; None where that was not said."""
    fails: str | None = None
    on_fail: OnFail = "fix"
    revision: int = 0
    """Key of the first revision that it was asked of."""
    reading: int = 0
    """Key of the reading that made it; 0 for one that the person added."""
    withdrawn: bool = False
    """Whether the person took it away."""
    id: int = 0
    """The store's key; 0 until stored."""

    @property
    def source(self) -> Source:
        """The question at its exact wording; all of one origin are pooled in the report."""
        wording = wording_of("\n".join([self.ask, self.meets or "", self.fails or ""]))
        return Source(SourceKind.QUESTION, f"{self.origin}/{self.name}", wording)


def added_questions(history: "History") -> tuple[TextQuestion, ...]:
    """Those that the person added and has not taken away."""
    return tuple(q for q in history.questions if q.origin == "added" and not q.withdrawn)


def derived_questions(history: "History", revision: int) -> tuple[TextQuestion, ...] | None:
    """Those derived from the text that are asked of a revision; None where new ones are to be made.

    A set, which may be empty, stands for the revision it was made for and for the next one that is judged,
    so that it shows whether the fix worked or the bar moved. Of several made for one revision the last
    stands.
    """
    makers = [
        reading
        for reading in history.readings
        if reading.source.kind is SourceKind.QUESTIONS and reading.state is ReadingState.FINISHED
    ]
    own = [reading for reading in makers if reading.revision == revision]
    if not own and makers and _is_next(history, makers[-1], revision):
        own = makers
    if not own:
        return None
    return tuple(q for q in history.questions if q.reading == own[-1].id and not q.withdrawn)


def _is_next(history: "History", maker: Reading, revision: int) -> bool:
    """Whether no other revision was judged since a set was made."""
    since = {
        reading.revision
        for reading in history.readings
        if reading.source.kind is SourceKind.RUBRIC and reading.id > maker.id and not reading.mine
    }
    return since <= {maker.revision, revision}


def standing_questions(history: "History", revision: int) -> tuple[TextQuestion, ...]:
    """Every question about this text that is asked of a revision as it stands: added ones, then derived."""
    return (*added_questions(history), *(derived_questions(history, revision) or ()))


def next_number(history: "History", origin: Literal["derived", "added"], taken: frozenset[str]) -> int:
    """The number of the next question of an origin, so that its name is no other question's."""
    letter = "D" if origin == "derived" else "P"
    used = {q.name for q in history.questions} | taken
    numbers = [int(name[1:]) for name in used if name[:1] == letter and name[1:].isdecimal()]
    return max(numbers, default=0) + 1
