"""What the person says is fixed: it ends, until a reading that was made after that raises it again."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from support.builders import TEXT, artifact, revision
from support.reports import report

from workbench.core.board import advance, opened
from workbench.core.events import Decided, Regrouped, Undone
from workbench.core.fixes import as_markdown, fixes_of
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.home import home_line
from workbench.core.identity.regrouping import merge, moved, put_back, split
from workbench.core.marks import Decision, Mark, Target
from workbench.core.outstanding import Outstanding, counts_of
from workbench.core.readings import OWN_PROVIDER, Finding, FindingKind, Reading, ReadingState, Span, Verdict
from workbench.core.rows import Group, rows_of
from workbench.core.sources import Source, SourceKind

SKEPTIC = Source(SourceKind.READER, "skeptic", "s")
JUDGE = Source(SourceKind.RUBRIC, "readme", "j")
CHECK = Source(SourceKind.CHECK, "links", "c")
START = datetime(2026, 1, 1, tzinfo=UTC)
OLD = revision(id=1, number=1)
NEW = revision(TEXT.replace("boils water", "boils tap water"), id=2, number=2)


class Story:
    """A history told an event at a time, a minute apart."""

    def __init__(self):
        self.history = History(artifact(), (OLD, NEW))
        self._keys = 0
        self._at = START

    def key(self):
        self._keys += 1
        return self._keys

    def now(self):
        self._at += timedelta(minutes=1)
        return self._at

    def round(self, revision=OLD):
        made = Round(revision.id, 0, (), RoundState.COMPLETE, self.now(), id=self.key())
        self.history = self.history.with_round(replace(made, number=made.id))
        return made.id

    def read(self, *concerns, revision=OLD, round=None, source=SKEPTIC, **changes):
        """A reading that raised these concerns, in a round of its own unless one is given."""
        round = (0 if source is CHECK else self.round(revision)) if round is None else round
        began, id = self.now(), self.key()
        kind = FindingKind.FAULT if source is CHECK else FindingKind.FINDING
        found = [
            Finding(source, kind, "fastest", f"problem {c}", span=Span(70, 77), id=self.key(), reading=id)
            for c in concerns
        ]
        found = tuple(replace(f, revision=revision.id, on_fail="note") for f in found)
        verdict = Verdict.FIX if source is JUDGE else None
        values = {
            "findings": found,
            "verdict": verdict,
            "started_at": began,
            "ended_at": self.now(),
            "id": id,
            **changes,
        }
        reading = Reading(source, 1, ReadingState.FINISHED, revision.id, round, **values)
        placed = [Placement(f.id, c, "same") for f, c in zip(found, concerns, strict=True)]
        self.history = self.history.with_reading(reading).with_placements(placed)
        return self

    def decide(self, concern, what, value):
        made = Decision(Target("concern", concern), what, value, at=self.now(), id=self.key())
        self.history = replace(self.history, decisions=(*self.history.decisions, made))
        return self

    def say_fixed(self, concern=1, revision=NEW):
        return self.decide(concern, "fixed", str(revision.id))

    def board(self, revision=NEW):
        return opened(self.history, revision)

    def row(self, concern=1, revision=NEW):
        return self.board(revision).row(Target("concern", concern))


def test_what_the_person_says_is_fixed_stands_with_the_fixed_and_says_who_said_so():
    row = Story().read(1, 2).say_fixed().row()
    assert (row.group, row.said_fixed) == (Group.FIXED, "fixed, you said")
    rows = Story().read(1, 2).say_fixed().board().rows
    assert [(row.target.id, row.group) for row in rows] == [(2, Group.NEW), (1, Group.FIXED)]


@pytest.mark.parametrize("mark", [None, *Mark])
def test_it_keeps_its_mark_and_no_rate_changes(mark):
    story = Story().read(1)
    if mark:
        story.decide(1, "mark", mark.value)
    before = report([story.history])
    story.say_fixed()
    assert report([story.history]) == before
    assert story.row().standing.mark is mark


def test_it_is_open_nowhere():
    story = Story().read(1, 2).decide(1, "mark", "hit").decide(2, "mark", "hit")
    assert [fix.concern for fix in fixes_of(story.history, NEW)] == [1, 2]
    story.say_fixed()
    assert [fix.concern for fix in fixes_of(story.history, NEW)] == [2]
    assert home_line(story.history, NEW).waits == Outstanding(0, 1)
    counts = counts_of(story.board().rows)
    assert (counts.open, counts.fixed, counts.new, counts.hit) == (1, 1, 1, 2)
    assert counts_of(Story().read(1).say_fixed().board().rows).waits == Outstanding(0, 0)


def test_a_reading_made_after_that_which_raises_it_opens_it_again():
    story = Story().read(1).decide(1, "mark", "hit").say_fixed().read(1, revision=NEW)
    row = story.row()
    assert (row.group, row.reopened, row.said_fixed) == (Group.AGAIN, True, "said fixed, raised again")
    (fix,) = fixes_of(story.history, NEW)
    assert fix.reopened and "raised again by a later reading" in as_markdown(artifact(), [fix])
    assert counts_of(story.board().rows).open == 1


def test_saying_it_once_more_after_that_ends_it_again():
    story = Story().read(1).say_fixed().read(1, revision=NEW).say_fixed()
    assert story.row().said_fixed == "fixed, you said"


def test_a_reading_that_raises_something_else_opens_nothing():
    assert Story().read(1).say_fixed().read(2, revision=NEW).row().group is Group.FIXED


def test_a_reading_of_the_earlier_text_in_a_round_that_was_under_way_opens_nothing():
    story = Story()
    round = story.round(OLD)
    story.read(1, round=round).say_fixed().read(1, round=round, source=JUDGE)
    assert story.row().group is Group.FIXED


def test_a_reading_of_the_mended_text_in_a_round_that_goes_on_later_opens_it():
    story = Story().read(1)
    round = story.round(NEW)
    story.say_fixed().read(1, round=round, revision=NEW)
    assert story.row().reopened


def test_a_text_that_was_put_back_and_read_again_opens_it():
    assert Story().read(1).say_fixed().read(1, revision=OLD).row(revision=OLD).reopened


def test_a_check_that_runs_after_that_and_still_finds_it_opens_it():
    story = Story().read(1, source=CHECK).say_fixed()
    assert story.row(revision=OLD).group is Group.FIXED
    assert story.read(1, source=CHECK, revision=NEW).row().reopened


def test_what_the_person_fails_themselves_after_that_opens_it():
    began = {"started_at": START, "provider": OWN_PROVIDER}
    story = Story().read(1).say_fixed().read(1, revision=NEW, source=JUDGE, round=0, **began)
    assert story.row().reopened


def test_taken_back_it_is_where_it_was():
    story = Story().read(1)
    before = story.row()
    assert story.say_fixed().decide(1, "fixed", None).row() == replace(
        before, standing=replace(before.standing, decided=frozenset({"fixed"}))
    )


def test_undo_and_redo_move_the_row_as_opening_anew_would():
    story = Story().read(1, 2, 3).decide(2, "mark", "miss")
    board = story.board()
    said = Decision(Target("concern", 1), "fixed", "2", at=story.now(), id=story.key())
    for event in (Decided(said), Undone(replace(said, undone=True), ()), Undone(said, ())):
        board = advance(board, event)
        anew = opened(board.history, NEW)
        assert (board.rows, board.elsewhere) == (anew.rows, anew.elsewhere)
        assert board.rows == rows_of(board.history, NEW, anew.marks)


def test_what_is_said_of_a_finding_is_its_concerns_once_it_is_grouped():
    story = Story().read(1)
    (finding,) = story.history.readings[0].findings
    ungrouped = replace(story.history, placements={})
    said = Decision(Target("finding", finding.id), "fixed", "2", at=story.now(), id=story.key())
    assert opened(replace(ungrouped, decisions=(said,)), OLD).rows[0].group is Group.FIXED
    assert opened(replace(story.history, decisions=(said,)), OLD).rows[0].group is Group.FIXED


def test_a_merge_with_what_is_said_to_be_fixed_is_fixed_until_a_split_gives_each_part_back_what_it_had():
    story = Story().read(1, 2).say_fixed(2)
    board = story.board()
    joined = replace(merge(story.history, [Target("concern", 1), Target("concern", 2)], 1), id=story.key())
    board = advance(board, Regrouped(joined, moved(joined)))
    assert [(row.target.id, row.said_fixed) for row in board.rows] == [(1, "fixed, you said")]
    assert board.rows == opened(board.history, NEW).rows
    finding = story.history.findings[0].id
    parted = replace(split(board.history, [finding], 9), id=story.key())
    apart = advance(board, Regrouped(parted, moved(parted)))
    assert {row.target.id: row.group for row in apart.rows} == {1: Group.FIXED, 9: Group.NEW}
    back = advance(board, Undone(replace(joined, undone=True), put_back(joined)))
    assert {row.target.id: row.group for row in back.rows} == {1: Group.NEW, 2: Group.FIXED}


def test_a_merge_brings_in_a_reading_that_raised_it_after_that():
    story = Story().read(1).say_fixed().read(2, revision=NEW)
    joined = replace(merge(story.history, [Target("concern", 1), Target("concern", 2)], 1), id=story.key())
    board = advance(story.board(), Regrouped(joined, moved(joined)))
    assert board.rows[0].reopened and board.rows == opened(board.history, NEW).rows
