"""Small values that tests of taglines are made of."""

from support.builders import artifact

from workbench.core.artifacts import Kind
from workbench.core.sources import Source, SourceKind, wording_of
from workbench.core.taglines.board import TaglineBoard, opened
from workbench.core.taglines.candidates import Candidate
from workbench.core.taglines.prompts import GRADERS
from workbench.core.taglines.racing import Race
from workbench.core.taglines.reads import Asked, Grade, Read, Slot, Stage, Value

INTENT = "A command-line kettle, for people who drink tea at their desk."


def readers(count=3):
    return tuple(Source(SourceKind.READER, f"reader{n}", wording_of(f"reader{n}")) for n in range(count))


def slot(candidate=1, reader=0, trial=1, stage=Stage.RACE):
    return Slot(candidate, readers(reader + 1)[reader], stage, trial)


def read(candidate=1, reader=0, trial=1, what="A kettle.", stage=Stage.RACE):
    return Read(slot(candidate, reader, trial, stage), what)


def grade(answer="A kettle.", value=Value.RIGHT, question="", mark=None):
    return Grade(GRADERS[not question], Asked(INTENT, question), answer, value, answer, mark=mark)


def board(texts=("Boils water", "Kettles for everyone"), reads=(), grades=(), race=None, **changes):
    """A board of some candidates, worked out."""
    candidates = tuple(Candidate(text, line=n, id=n) for n, text in enumerate(texts, 1))
    known = {(each.asked.key, each.answer): each for each in grades}
    made = TaglineBoard(
        artifact(kind=Kind.TAGLINES, intent=INTENT),
        candidates,
        race or Race(readers(), 4),
        reads=tuple(reads),
        grades=known,
        **changes,
    )
    return opened(made)
