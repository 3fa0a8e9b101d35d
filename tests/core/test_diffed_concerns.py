"""Where concerns stand in two revisions, and what the edit between them did."""

from collections import Counter

import pytest
from support.builders import TEXT, artifact, revision

from workbench.core.board import opened
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.loop.diffed_concerns import Became, diffed_concerns
from workbench.core.loop.edit_effects import edit_effect
from workbench.core.marks import Decision, Target
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState, Span
from workbench.core.seats import Seat
from workbench.core.sources import Source, SourceKind

SKEPTIC = Source(SourceKind.READER, "skeptic", "s")
EDITED = TEXT.replace(
    "boils water from the command line", "boils all the water from the command line"
).replace("It is the fastest kettle in the world.", "It holds one litre.")


def finding(id, words, text=TEXT, revision=1):
    at = text.index(words)
    span = Span(at, at + len(words))
    return Finding(
        SKEPTIC,
        FindingKind.FINDING,
        words,
        f"problem {id}",
        span=span,
        revision=revision,
        reading=revision,
        id=id,
    )


def board(*findings, shown=1, marks=()):
    """Each finding in a concern of its own tenth; the first text was read, and then the edited one."""
    revisions = (revision(), revision(EDITED, 2, 2))
    readings = tuple(
        Reading(
            SKEPTIC,
            1,
            ReadingState.FINISHED,
            r,
            r,
            findings=tuple(f for f in findings if f.revision == r),
            id=r,
        )
        for r in {f.revision for f in findings}
    )
    rounds = tuple(
        Round(reading.revision, reading.revision, (Seat(SKEPTIC),), RoundState.COMPLETE, id=reading.revision)
        for reading in readings
    )
    placed = {f.id: Placement(f.id, f.id // 10, "first of its concern") for f in findings}
    decided = tuple(Decision(Target("concern", c), what, value, id=c) for c, what, value in marks)
    history = History(artifact(), revisions, rounds, readings, (), placed, decided)
    return opened(history, revisions[shown - 1])


def became(shown, old=1, new=2):
    first, second = (shown.history.revision(id) for id in (old, new))
    found = diffed_concerns(shown.history, shown.rows, first, second)
    return [(one.row.target.id, one.became, one.old, one.new) for one in found]


def test_a_concern_says_what_became_of_its_words_and_where_they_are():
    shown = board(
        finding(10, "Kettle boils water from the command line"),
        finding(20, "pip install kettle"),
        finding(30, "fastest kettle in the world"),
        finding(40, "holds one litre", EDITED, 2),
    )
    assert became(shown) == [
        (1, Became.EDITED, 3, 3),
        (2, Became.KEPT, 7, 7),
        (3, Became.GONE, 11, None),
        (4, Became.CAME, None, 11),
    ]


def test_words_that_another_reading_quoted_later_are_no_edit_of_those_quoted_before():
    shown = board(finding(10, "pip install kettle"), finding(11, "kettle on", EDITED, 2))
    assert became(shown) == [(1, Became.KEPT, 7, 7)]


def test_a_concern_of_which_some_words_are_gone_was_edited():
    shown = board(finding(10, "pip install kettle"), finding(11, "fastest kettle in the world"))
    assert became(shown) == [(1, Became.EDITED, 7, 7)]


def test_a_concern_that_was_raised_later_is_not_on_an_earlier_diff():
    shown = board(finding(10, "pip install kettle"), finding(20, "kettle on", EDITED, 2))
    assert became(shown, old=1, new=1) == [(1, Became.KEPT, 7, 7)]


def test_a_concern_whose_words_are_in_neither_revision_is_left_out():
    lost = Finding(SKEPTIC, FindingKind.FINDING, "no such words", "p", revision=1, reading=1, id=10)
    assert became(board(lost)) == []


def effect(*findings, marks=()):
    shown = board(*findings, marks=marks)
    return edit_effect(shown.history, shown.rows, shown.revision, revision(EDITED, 2, 2))


def test_an_edit_counts_its_lines_and_names_the_concerns_whose_words_it_touched():
    told = effect(
        finding(10, "Kettle boils water from the command line"),
        finding(20, "pip install kettle"),
        finding(30, "fastest kettle in the world"),
    )
    assert told.in_lines == "+2 -2 lines"
    assert told.in_concerns == "of 3 concerns 1 edited (L3) and 1 gone (L11)"
    assert told.in_short == "+2 -2 lines, of 3 concerns 1 edited, 1 gone"


@pytest.mark.parametrize(("what", "value"), [("mark", "miss"), ("defer", "yes")])
def test_a_concern_that_is_not_open_counts_and_is_said_to_be_none_of_the_open_ones(what, value):
    told = effect(finding(30, "fastest kettle in the world"), marks=[(3, what, value)])
    assert told.in_concerns == "of 1 concern 1 gone (L11), 0 of them open before"


def test_an_edit_counts_concerns_as_the_diff_does():
    findings = (
        finding(10, "Kettle boils water from the command line"),
        finding(20, "pip install kettle"),
        finding(30, "fastest kettle in the world"),
        finding(31, "pip install kettle"),
    )
    counts = Counter(row[1] for row in became(board(*findings)))
    told = effect(*findings, marks=[(1, "mark", "miss")])
    assert (len(told.edited), len(told.gone)) == (counts[Became.EDITED], counts[Became.GONE])
    assert told.concerns == counts.total()


def test_a_concern_of_which_some_words_stand_is_not_gone():
    told = effect(finding(30, "fastest kettle in the world"), finding(31, "pip install kettle"))
    assert told.gone == ()


def test_an_edit_of_line_ends_alone_changes_no_line():
    shown = board(finding(10, "pip install kettle"))
    told = edit_effect(shown.history, shown.rows, shown.revision, revision(TEXT.rstrip("\n"), 2, 2))
    assert (told.in_lines, told.in_concerns) == ("no line changed", "")
