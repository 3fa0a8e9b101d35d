"""What a person decides about a text: marks, notes, what was overlooked, what is asked of it."""

from dataclasses import dataclass, replace

from workbench.core.artifacts import Artifact, Revision
from workbench.core.board import Board
from workbench.core.errors import UsageError
from workbench.core.events import (
    ArtifactChanged,
    Decided,
    Overlooked,
    QuestionsChanged,
    Undone,
)
from workbench.core.marks import REASONS, Decision, Mark, Target
from workbench.core.opening import Opening
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.sources import ME
from workbench.core.text_questions import TextQuestion, added_questions, next_number, standing_questions


@dataclass(frozen=True)
class Deciding(Opening):
    """A run in which the person's word is stored as it is said."""

    async def mark(
        self, artifact: Artifact, target: Target, mark: Mark, reason: str | None = None, inside: bool = False
    ) -> Decided:
        """Say hit, miss or can't tell; `inside` for one finding of an opened concern.

        Raises:
            UsageError: the reason is not one of the mark's.
        """
        if reason is not None and reason not in REASONS[mark]:
            raise UsageError(
                f"{reason!r} is no reason for {mark.value}; these are: {', '.join(REASONS[mark])}."
            )
        decision = Decision(target, "mark", mark.value, reason, inside=inside)
        return Decided(await self.store.decide(artifact, decision))

    async def defer(self, artifact: Artifact, target: Target, deferred: bool) -> Decided:
        """Say that a concern is not to be fixed now, or take that back."""
        return Decided(
            await self.store.decide(artifact, Decision(target, "defer", "yes" if deferred else None))
        )

    async def say_fixed(self, board: Board, target: Target, fixed: bool) -> Decided:
        """Say that the text was changed so that a concern is answered, or take that back.

        It is about the text that the file holds now, whether or not that is shown already.
        """
        revision = board.disk or board.revision
        decision = Decision(target, "fixed", str(revision.id) if fixed else None)
        return Decided(await self.store.decide(board.artifact, decision))

    async def note(self, artifact: Artifact, target: Target, text: str) -> Decided:
        """Write a note beside a target; an empty one removes it."""
        return Decided(await self.store.decide(artifact, Decision(target, "note", text.strip() or None)))

    async def overlook(
        self, artifact: Artifact, revision: Revision, span: Span, problem: str, asks: str = "other"
    ) -> Overlooked:
        """Add a problem that no source raised, on these words.

        `asks` is said of an escape: the question that should have caught it, or `freezing.NO_QUESTION`.

        Raises:
            UsageError: the problem is not said.
        """
        if not problem.strip():
            raise UsageError("Say what is wrong there, in a few words.")
        quote = revision.text[span.start : span.end]
        finding = Finding(
            ME,
            FindingKind.OVERLOOKED,
            quote,
            problem.strip(),
            asks=asks,
            span=span,
            revision=revision.id,
        )
        return Overlooked(*await self.store.overlook(artifact, finding))

    async def undo(self, artifact: Artifact) -> Undone | None:
        """Take back the last decision about this artifact; None where there is none."""
        turned = await self.store.undo(artifact)
        return None if turned is None else Undone(turned.decision, turned.placements)

    async def redo(self, artifact: Artifact) -> Undone | None:
        """Restore the decision last taken back; None where there is none."""
        turned = await self.store.redo(artifact)
        return None if turned is None else Undone(turned.decision, turned.placements)

    async def add_question(self, board: Board, ask: str) -> QuestionsChanged:
        """Ask something of this text from the next round on.

        Raises:
            UsageError: nothing is asked, or it is asked already.
        """
        ask = " ".join(ask.split())
        if not ask:
            raise UsageError("Ask something that can be answered with yes or no; yes is good.")
        if any(known.ask.casefold() == ask.casefold() for known in added_questions(board.history)):
            raise UsageError("That is asked of this text already.")
        rubric = self.plan(board.artifact).rubric
        taken = frozenset(question.id for question in rubric.questions) if rubric else frozenset[str]()
        name = f"P{next_number(board.history, 'added', taken)}"
        question = TextQuestion(name, "added", ask, revision=board.revision.id)
        stored = await self.store.add_question(board.artifact, question)
        return QuestionsChanged((*board.history.questions, stored))

    async def withdraw_question(self, board: Board, name: str) -> QuestionsChanged:
        """Ask something of this text no more.

        Raises:
            UsageError: no such question is asked.
        """
        asked = board.history.questions
        found = [q for q in asked if q.name.casefold() == name.strip().casefold() and not q.withdrawn]
        if not found:
            standing = standing_questions(board.history, board.revision.id)
            names = ", ".join(question.name for question in standing) or "none is"
            raise UsageError(f"No question {name.strip()!r} is asked of this text; these are: {names}.")
        await self.store.withdraw_question(found[-1])
        return QuestionsChanged(tuple(replace(q, withdrawn=True) if q == found[-1] else q for q in asked))

    async def set_intent(self, artifact: Artifact, intent: str) -> ArtifactChanged:
        """Keep the author's sentence: what this is, for whom."""
        return ArtifactChanged(await self.store.set_intent(artifact, intent.strip()))

    async def set_written_with(self, artifact: Artifact, model: str) -> ArtifactChanged:
        """Keep which model helped to write a text; with an empty name that none did, or that nobody knows."""
        return ArtifactChanged(await self.store.set_written_with(artifact, model.strip() or None))
