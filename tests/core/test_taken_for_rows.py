"""Which of the readers' sentences on what the text is are rows to be marked."""

from dataclasses import replace

from support.builders import artifact, revision

from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History
from workbench.core.marks import Decision, Mark, Target
from workbench.core.readings import Reading, ReadingState
from workbench.core.rows import Group, rows_of
from workbench.core.sources import Source, SourceKind

TEXT = revision()
OTHER = revision("another", id=2, number=2)
SKEPTIC = Source(SourceKind.READER, "skeptic", "w")
ENGINEER = Source(SourceKind.READER, "engineer", "w")


def reading(id, source=SKEPTIC, **changes):
    made = Reading(source, 1, ReadingState.FINISHED, TEXT.id, about=f"Sentence {id}.", id=id)
    return replace(made, **changes)


def rows(*readings, decisions=()):
    history = History(artifact(), (TEXT, OTHER), readings=readings, decisions=decisions)
    return rows_of(history, TEXT, EffectiveMarks(history))


def test_each_reader_has_a_row_for_what_it_said_last():
    made = rows(reading(1), reading(2, ENGINEER), reading(3, trial=2))
    assert [(row.target, row.group) for row in made] == [
        (Target("reading", 2), Group.ABOUT),
        (Target("reading", 3), Group.ABOUT),
    ]
    assert [row.sources for row in made] == [(ENGINEER,), (SKEPTIC,)]


def test_an_edited_persona_is_another_reader():
    edited = replace(SKEPTIC, wording="w2")
    assert len(rows(reading(1), reading(2, edited))) == 2


def test_only_readers_that_finished_reading_this_revision_and_said_something_have_one():
    judge = Source(SourceKind.RUBRIC, "readme", "w")
    assert not rows(
        reading(1, state=ReadingState.FAILED),
        reading(2, revision=OTHER.id),
        reading(3, about=""),
        reading(4, judge),
    )


def test_a_row_says_for_whom_and_how_it_is_marked():
    decisions = (Decision(Target("reading", 1), "mark", "miss", id=1),)
    (row,) = rows(reading(1, for_whom="Tea drinkers."), decisions=decisions)
    assert row.headline == "Sentence 1.  (readers: Tea drinkers.)"
    assert (row.standing.mark, row.is_concern, row.span, row.line) == (Mark.MISS, False, None, None)
