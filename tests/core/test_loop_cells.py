"""How a concern stood after each round of the loop."""

from datetime import UTC, datetime, timedelta

from support.builders import TEXT, artifact, revision

from workbench.core.board import opened
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.loop.cells import Stood, others, raisers, stood
from workbench.core.marks import Decision, Target
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState, Span
from workbench.core.seats import Seat
from workbench.core.sources import ME, Source, SourceKind

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
READERS = [Source(SourceKind.READER, name, name) for name in ("engineer", "skeptic")]
CHECK = Source(SourceKind.CHECK, "options", "c")
EDITED = TEXT.replace("It is the fastest kettle in the world.", "It holds one litre.")
TEXTS = {1: TEXT, 2: EDITED}


def finding(id, words, revision, source=READERS[0], **changes):
    text = TEXTS[revision]
    at = text.find(words)
    span = Span(at, at + len(words)) if at >= 0 else None
    kind = FindingKind.FAULT if source is CHECK else FindingKind.FINDING
    asks = "options" if source is CHECK else "other"
    return Finding(
        source, kind, words, f"problem {id}", span=span, revision=revision, id=id, asks=asks, **changes
    )


def loop(*rounds, checks=(), overlooked=(), decisions=()):
    """Rounds of a revision and what each of two readers raised: `(words, concern)`; then what checks did."""
    readings, made, placed = [], [], {}

    def placing(found, concern):
        placed[found.id] = Placement(found.id, concern, "first of its concern")
        return found

    keys = iter(range(1, 1000))
    for number, (on, *raised) in enumerate(rounds, 1):
        planned = tuple(Seat(source, number) for source in READERS)
        began = BEGAN + timedelta(days=number)
        made.append(Round(on, number, planned, RoundState.COMPLETE, began, id=number))
        for source, said in zip(READERS, (*raised, (), ())[:2], strict=True):
            id = next(keys)
            found = tuple(
                placing(finding(next(keys), words, on, source, reading=id), concern)
                for words, concern in said
            )
            readings.append(
                Reading(
                    source, number, ReadingState.FINISHED, on, number, findings=found, started_at=began, id=id
                )
            )
    for on, said in checks:
        id = next(keys)
        found = tuple(
            placing(finding(next(keys), words, on, CHECK, reading=id), concern) for words, concern in said
        )
        readings.append(Reading(CHECK, 1, ReadingState.FINISHED, on, findings=found, id=id))
    added = tuple(placing(finding(next(keys), words, on, ME), concern) for on, words, concern in overlooked)
    revisions = (revision(), revision(EDITED, 2, 2))
    history = History(artifact(), revisions, tuple(made), tuple(readings), added, placed, tuple(decisions))
    return opened(history, revisions[made[-1].revision - 1]).loop


def course(loop, concern):
    """How it stood after every round."""
    row = next(row for row in (*loop.concerns, *others(loop)) if row.concern == concern)
    return [stood(loop, row, index) for index in range(len(loop.rounds))]


def test_a_concern_is_new_then_again_then_not_raised_while_its_words_stand():
    seen = loop((1, [("boils water", 1)]), (1, [("boils water", 1)]), (2, []))
    assert course(seen, 1) == [Stood.NEW, Stood.AGAIN, Stood.NOT_RAISED]


def test_before_it_was_raised_a_concern_was_not_raised_yet():
    seen = loop((1, []), (1, [("boils water", 1)]))
    assert course(seen, 1) == [Stood.NOT_YET, Stood.NEW]


def test_a_concern_whose_words_an_edit_removed_is_gone_and_not_fixed():
    seen = loop((1, [("fastest kettle", 1)]), (2, []))
    assert course(seen, 1) == [Stood.NEW, Stood.GONE]


def test_words_that_were_not_found_are_never_new():
    seen = loop((1, [("no such words", 1)]))
    assert course(seen, 1) == [Stood.AGAIN]


def said_fixed(revision, days):
    return Decision(Target("concern", 1), "fixed", str(revision), at=BEGAN + timedelta(days=days), id=1)


def test_what_the_person_said_is_fixed_is_so_from_the_text_on_that_they_said_it_of():
    decisions = [said_fixed(revision=2, days=1.5)]
    seen = loop((1, [("boils water", 1)]), (2, []), decisions=decisions)
    assert course(seen, 1) == [Stood.NEW, Stood.FIXED]


def test_a_later_round_that_raises_it_again_ends_that():
    decisions = [said_fixed(revision=2, days=1.5)]
    seen = loop((1, [("boils water", 1)]), (2, []), (2, [("boils water", 1)]), (2, []), decisions=decisions)
    assert course(seen, 1) == [Stood.NEW, Stood.FIXED, Stood.AGAIN, Stood.NOT_RAISED]


def test_a_fault_stands_until_its_check_no_longer_finds_it():
    seen = loop((1, []), (2, []), checks=[(1, [("fastest kettle", 1)]), (2, [])])
    assert [row.concern for row in others(seen)] == [1]
    assert course(seen, 1) == [Stood.NOT_RAISED, Stood.FIXED]


def test_a_problem_that_the_person_added_later_was_not_there_before():
    seen = loop((1, []), (2, []), overlooked=[(2, "holds one litre", 1)])
    assert course(seen, 1) == [Stood.NOT_YET, Stood.NOT_RAISED]


def test_a_problem_whose_adding_was_taken_back_is_left_out():
    undone = Decision(Target("concern", 1), "overlooked", undone=True, id=1)
    seen = loop((1, []), overlooked=[(1, "boils water", 1)], decisions=[undone])
    assert others(seen) == ()


def test_who_raised_a_concern_in_a_round_is_named():
    seen = loop((1, [("boils water", 1)], [("kettle on", 2), ("boils", 1)]))
    assert [reading.source.name for reading in raisers(seen, 1, 0)] == ["engineer", "skeptic"]
    assert [reading.source.name for reading in raisers(seen, 2, 0)] == ["skeptic"]
