"""What reading candidates would take, before the person agrees to it."""

from collections.abc import Mapping
from dataclasses import dataclass

from workbench.core.costs.prices import PriceTable
from workbench.core.costs.spending import about_dollars
from workbench.core.costs.tokens import estimated_tokens
from workbench.core.costs.usage import Usage
from workbench.core.instruments import Persona
from workbench.core.ports import Models, Request
from workbench.core.sources import Source, wording_of
from workbench.core.taglines.board import TaglineBoard
from workbench.core.taglines.prompts import GRADERS, grade_prompt, read_prompt
from workbench.core.taglines.racing import most_reads
from workbench.core.taglines.reads import Asked, Slot
from workbench.core.text.display_text import counted

READ_TOKENS = 250
"""Output that a read is expected to take."""
GRADE_TOKENS = 120
"""Output that a grading is expected to take."""
_ANSWER = "word " * 45
"""As long as an answer is expected to be."""


@dataclass(frozen=True, slots=True)
class Calls:
    """What some reads and gradings are expected to take."""

    reads: int
    grades: int
    tokens: int
    """Input, about, as if nothing were cached."""
    dollars: float | None
    """None where a price is unknown."""

    @property
    def money(self) -> str:
        """About what they cost, in words."""
        return "price unknown" if self.dollars is None else about_dollars(self.dollars)

    def sentence(self) -> str:
        """The estimate in words."""
        reads = f"{counted(self.reads, 'read')} and " if self.reads else ""
        return f"{reads}{counted(self.grades, 'grading')}, {self.tokens:,} tokens to send, {self.money}"


@dataclass(frozen=True, slots=True)
class TaglineProposal:
    """What would be sent where."""

    now: Calls
    """What is asked next: of a new set every reader once, and what was read and not graded."""
    most: Calls
    """What all of it may take where no candidate can be told from another."""
    destination: str
    secrets: tuple[str, ...]
    """What looks like a live credential in the file, a sentence each."""
    consented: bool
    """Whether the person agreed before to send this artifact there."""

    def sentences(self) -> tuple[str, ...]:
        """The cost in words: what comes next, and where it ends at the latest."""
        if not self.most.reads or self.most == self.now:
            return (f"{self.now.sentence()}.",)
        return (
            f"Next: {self.now.sentence()}.",
            f"At most: {self.most.sentence()}; fewer where candidates are told apart.",
        )


def read_request(persona: Persona, text: str, title: str, slot: Slot, models: Models) -> Request:
    """The call for one read."""
    key = f"{persona.source.kind.value}:{persona.name}@{wording_of(text)}#{slot.stage.value}{slot.trial}"
    prompt = read_prompt(persona, text, title)
    return Request(prompt, models.reader, models.reader_effort, _room(models), key, "nothing")


def grade_request(asked: Asked, answer: str, source: Source, models: Models) -> Request:
    """The call for one grading."""
    key = f"{source.kind.value}:{source.name}@{wording_of(answer)}"
    prompt = grade_prompt(asked, answer)
    return Request(prompt, models.judge, models.judge_effort, _room(models), key, "nothing")


def _room(models: Models) -> int:
    return min(models.max_tokens, models.window // 4)


def likely(request: Request, output: int) -> Usage:
    """About what one call will use."""
    return Usage(estimated_tokens(request.prompt.whole), output)


def calls(
    board: TaglineBoard,
    personas: Mapping[Source, Persona],
    models: Models,
    prices: PriceTable,
    ungraded: int,
) -> tuple[Calls, Calls]:
    """What comes next, and all that may come, with so many answers that are still to be graded.

    A prompt is taken to be as long as that of the middle candidate.
    """
    wanted, left = board.standing.wanted, 0
    if wanted:
        left = max(0, most_reads(board.race, len(board.shown)) - len(board.told) - ungraded)
    texts = sorted((candidate.text for candidate in board.shown), key=len)
    reads = [
        read_request(each, texts[len(texts) // 2], board.title, wanted[0], models)
        for each in personas.values()
        if wanted
    ]
    grade = grade_request(board.asked, _ANSWER, GRADERS[not board.question], models)

    def together(count: int, gradings: int) -> Calls:
        used = [(request, likely(request, READ_TOKENS), count / len(reads)) for request in reads]
        used.append((grade, likely(grade, GRADE_TOKENS), gradings))
        dollars = [(prices.dollars(request.model, usage), times) for request, usage, times in used]
        known = [price * times for price, times in dollars if price is not None]
        tokens = sum((usage.input or 0) * times for _, usage, times in used)
        return Calls(count, gradings, round(tokens), sum(known) if len(known) == len(used) else None)

    return together(len(wanted), len(wanted) + ungraded), together(left, left + ungraded)
