"""What is shown of concerns once the text was edited after it was read, and of marks that come along."""

from dataclasses import replace
from datetime import datetime, timedelta

from workbench.core.artifacts import Artifact, Kind, Revision
from workbench.core.board import opened
from workbench.core.fixes import fixes_of
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.marks import Decision, Mark, Target
from workbench.core.outstanding import outstanding
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState, Span
from workbench.core.rows import Group
from workbench.core.sources import Source, SourceKind

OLD = Revision(
    "a", "# Oven\n\nIt bakes anything at all, everywhere.\n\nPreheat before use.\n", id=1, number=1
)
EDITED = "# Oven\n\nIt bakes anything at all, nearly everywhere.\n\nPreheat before use.\n"
NEW = Revision("b", "# Oven\n\nSee the loaves.\n\nPreheat before use.\n", id=2, number=2)
CLAIM, KEPT = "It bakes anything at all, everywhere.", "Preheat before use."
BAKER = Source(SourceKind.READER, "baker", "w")
START = datetime(2025, 3, 1)


def finding(id, quote, revision, problem="a problem"):
    start = revision.text.index(quote)
    span = Span(start, start + len(quote))
    return Finding(
        BAKER,
        FindingKind.FINDING,
        quote,
        problem,
        span=span,
        id=id,
        reading=revision.id,
        revision=revision.id,
    )


def reading(revision, *findings):
    ended = START + timedelta(hours=revision.id)
    return Reading(
        BAKER,
        1,
        ReadingState.FINISHED,
        revision.id,
        revision.id,
        findings=findings,
        ended_at=ended,
        id=revision.id,
    )


def history(*readings, marked_after=None, second=NEW):
    """Every finding is in one concern, which is marked hit half an hour after that reading."""
    at = START + timedelta(hours=marked_after or 0, minutes=30)
    decisions = (Decision(Target("concern", 1), "mark", "hit", at=at, id=1),) if marked_after else ()
    rounds = tuple(Round(r.revision, r.revision, (), RoundState.COMPLETE, id=r.revision) for r in readings)
    placed = {f.id: Placement(f.id, 1, "same") for r in readings for f in r.findings}
    artifact = Artifact("path:/oven.md", "/oven.md", Kind.README, id=1)
    return History(artifact, (OLD, second), rounds, readings, placements=placed, decisions=decisions)


def first_read():
    return reading(OLD, finding(1, CLAIM, OLD))


def test_a_mark_whose_words_are_gone_is_asked_anew_where_other_words_joined_the_concern():
    known = history(first_read(), reading(NEW, finding(2, KEPT, NEW)), marked_after=1)
    board = opened(known, NEW)
    (row,) = board.rows
    assert row.standing.mark is Mark.HIT and "of an earlier form of it" in row.standing.returned
    assert (outstanding(board.rows).unmarked, outstanding(board.rows).agreed) == (1, 0)
    assert fixes_of(known, NEW) == ()


def test_a_mark_made_since_the_other_words_were_raised_holds():
    known = history(first_read(), reading(NEW, finding(2, KEPT, NEW)), marked_after=2)
    (row,) = opened(known, NEW).rows
    assert not row.standing.returned and len(fixes_of(known, NEW)) == 1


def test_a_mark_whose_words_still_stand_is_not_asked_anew():
    first = reading(OLD, finding(1, KEPT, OLD))
    (row,) = opened(
        history(first, reading(NEW, finding(2, "See the loaves.", NEW)), marked_after=1), NEW
    ).rows
    assert not row.standing.returned


def test_a_mark_whose_words_are_gone_is_left_alone_while_nothing_else_was_raised():
    (row,) = opened(history(first_read(), marked_after=1), NEW).rows
    assert row.group is Group.GONE and not row.standing.returned


def test_the_same_finding_speaks_for_a_row_after_its_words_were_edited_away():
    first = reading(OLD, finding(1, CLAIM, OLD, "too much"), finding(2, KEPT, OLD, "how hot"))
    known = history(first)
    assert [opened(known, revision).rows[0].headline for revision in (OLD, NEW)] == ["too much", "too much"]


def test_words_that_an_edit_changed_are_not_said_to_be_the_quoted_ones():
    second = Revision("c", EDITED, id=2, number=2)
    (row,) = opened(history(first_read(), second=second), second).rows
    assert row.span and row.span.how == "edited"


def test_a_heading_says_of_which_revision_it_is_until_the_text_shown_is_read():
    unread = opened(history(first_read()), NEW)
    assert unread.named(Group.NEW) == "new on revision 1" and unread.named(Group.GONE) == "text gone"
    read = opened(history(first_read(), reading(NEW)), NEW)
    assert read.named(Group.NEW) == "new"


def test_a_row_names_those_who_raised_it_on_the_revision_that_its_count_is_of():
    guest = Source(SourceKind.READER, "guest", "g")
    earlier = reading(OLD, replace(finding(1, KEPT, OLD), source=guest), finding(2, KEPT, OLD))
    (row,) = opened(history(earlier, reading(NEW, finding(3, KEPT, NEW))), NEW).rows
    assert set(row.sources) == {BAKER, guest}
    assert (row.raised_on, row.raisers) == (NEW.id, (BAKER,))
