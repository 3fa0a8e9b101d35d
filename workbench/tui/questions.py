"""The questions of a rubric by their words."""

from workbench.core.board import Board
from workbench.core.ports import Library
from workbench.core.sources import Source

JUDGE_IS_RIGHT = ("the judge is right", "it is not")
"""What a hit on a judge's answer says, and what a miss does."""


def own_question(source: Source, board: Board) -> tuple[str, str]:
    """Who asked a question of this text alone, and its words; empty where it is no such question."""
    own = next((q for q in board.history.questions if q.source == source), None)
    return (own.origin, own.ask.strip()) if own else ("", "")


def words_of_question(source: Source, board: Board, library: Library) -> str:
    """What a question asks; empty where no rubric has it any more."""
    _, asked = own_question(source, board)
    if asked:
        return asked
    rubric, _, id = source.name.partition("/")
    found = library.rubric(rubric)
    question = found.question(id) if found else None
    return question.ask.strip() if question else ""


def anchors_lacking(source: Source, library: Library) -> str:
    """That a rubric's question lacks an example on either side; empty where it has both, or is none."""
    rubric, _, id = source.name.partition("/")
    found = library.rubric(rubric)
    question = found.question(id) if found else None
    if question is None or (question.meets and question.fails):
        return ""
    return f"{question.id} has not both its anchors: nothing shows where its border is."
