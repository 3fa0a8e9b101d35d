"""What is told on coming back."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from support.builders import TEXT, artifact, revision

from workbench.core.board import opened
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.marks import Decision, Target
from workbench.core.readings import Answer, Finding, FindingKind, Reading, ReadingState, Span, Verdict
from workbench.core.remembered import Left
from workbench.core.returned import Change, changes, place_again, since
from workbench.core.seats import Seat
from workbench.core.sources import Source, SourceKind

LEFT_AT = datetime(2026, 1, 1, tzinfo=UTC)
NOW = LEFT_AT + timedelta(days=8)
SKEPTIC = Source(SourceKind.READER, "skeptic", "s")
JUDGE = Source(SourceKind.RUBRIC, "readme", "j")
QUESTION = Source(SourceKind.QUESTION, "readme/R1", "q")
EDITED = TEXT.replace("## Limits\n\nIt is the fastest kettle in the world.\n", "## Use\n\nPour.\nWait.\n")


def span(words, text=TEXT):
    return Span(text.index(words), text.index(words) + len(words))


def finding(id, words):
    values = {"problem": f"problem {id}", "span": span(words), "revision": 1, "reading": 1, "id": id}
    return Finding(SKEPTIC, FindingKind.FINDING, words, **values)


def board(text=TEXT, left=None, marks=(), judged=True, rounds=(), freeze=False):
    """Three concerns, 1 on line 3, 2 on line 7, 3 on line 11, read and judged on the first revision."""
    findings = (finding(10, "boils water"), finding(20, "`kettle on`"), finding(30, "fastest kettle"))
    answer = Answer(
        QUESTION, "R1", "meets", "boils", "It does.", span=span("boils"), id=40, revision=1, reading=2
    )
    readings = [Reading(SKEPTIC, 1, ReadingState.FINISHED, 1, 1, findings=findings, id=1)]
    if judged:
        verdict = {"verdict": Verdict.PUBLISHABLE, "answers": (answer,)}
        readings.append(Reading(JUDGE, 1, ReadingState.FINISHED, 1, 1, id=2, **verdict))
    first = Round(1, 1, (Seat(SKEPTIC), Seat(JUDGE)), RoundState.COMPLETE, LEFT_AT, freeze=freeze, id=1)
    history = History(
        artifact(),
        (revision(),),
        (first, *rounds),
        tuple(readings),
        (),
        {f.id: Placement(f.id, f.id // 10, "first of its concern") for f in findings},
        tuple(Decision(Target("concern", c), "mark", mark, id=c) for c, mark in marks),
        left=left,
    )
    shown = revision() if text == TEXT else revision(text, 2, 2)
    return opened(history, shown)


def left(place=None):
    return Left(LEFT_AT, 1, place)


def test_what_was_never_left_has_nothing_to_come_back_to():
    assert since(board()) is None


def test_an_unchanged_text_is_said_to_be_so():
    told = since(board(left=left(), marks=[(1, "hit"), (2, "miss")]))
    assert told.sentence(NOW) == "Left 8 days ago; nothing has changed; 1 to fix; 1 unmarked."
    assert told.lines(NOW) == [
        "You left 8 days ago, at revision 1.",
        "On disk since then: nothing has changed.",
        "To fix, marked hit and still there: 1; `workbench fixes` lists them.",
        "Unmarked: 1.",
    ]


def test_an_edit_is_told_by_section_with_the_ruling_that_it_voids():
    told = since(board(EDITED, left(), marks=[(1, "hit"), (2, "hit")]))
    assert told.void.revision.number == 1
    assert told.sentence(NOW) == (
        "Left 8 days ago; +3 -2 lines in Use, Limits; the ruling Publishable of revision 1 is void; "
        "2 to fix; nothing unmarked."
    )
    assert told.lines(NOW)[1:5] == [
        "On disk since then: +3 -2 lines.",
        "  Use: +3",
        "  Limits: -2",
        "The ruling Publishable of revision 1 is void.",
    ]


def test_a_hit_whose_words_are_gone_is_not_said_to_be_left_to_fix():
    assert since(board(EDITED, left(), marks=[(3, "hit")])).waits.agreed == 0


def test_a_ruling_that_bound_is_told_as_such():
    told = since(board(EDITED, left(), freeze=True))
    assert "the binding ruling Publishable of revision 1 is void" in told.sentence(NOW)


def test_where_nothing_was_judged_no_ruling_is_void():
    assert since(board(EDITED, left(), judged=False)).void is None


def test_rounds_that_were_read_meanwhile_are_counted():
    later = Round(1, 2, (), RoundState.COMPLETE, LEFT_AT + timedelta(days=1), id=2)
    assert "read once meanwhile" in since(board(left=left(), rounds=[later])).sentence(NOW)
    more = replace(later, number=3, id=3)
    assert "read 2 times meanwhile" in since(board(left=left(), rounds=[later, more])).sentence(NOW)


def test_the_short_sentence_fits_a_narrow_terminal():
    told = since(board(EDITED, left(), marks=[(1, "hit")]))
    assert told.short_sentence(NOW) == (
        "Left 8 days ago; +3 -2 lines; Publishable is void; 1 to fix, 1 unmarked."
    )
    assert len(told.short_sentence(NOW)) < 78


@pytest.mark.parametrize("text", ["", "one\n", TEXT, "a\n\n\nb"])
def test_a_text_that_stayed_has_no_changes(text):
    assert changes(text, text) == ()


def test_lines_before_the_first_heading_have_a_section_of_their_own():
    assert changes("old\n\n# A\n", "new\nlines\n\n# A\n") == (Change((), 2, 1),)
    assert changes("old\n# A\n", "# A\n")[0].name == "the beginning"


def test_a_text_that_was_empty_has_lost_nothing():
    assert changes("", "one\ntwo\n") == (Change((), 2, 0),)


def test_sections_of_one_title_under_different_headings_are_told_apart():
    text = "# A\n\n## Use\n\nx\n\n# B\n\n## Use\n\ny\n"
    assert changes(text, text.replace("y", "z")) == (Change(("B", "Use"), 1, 1),)


def test_a_moved_section_is_counted_as_gained_and_lost():
    text = "# A\n\n## One\n\n1\n\n## Two\n\n2\n2\n2\n"
    moved = "# A\n\n## Two\n\n2\n2\n2\n\n## One\n\n1\n"
    assert [(change.name, change.counts) for change in changes(text, moved)] == [("One", "+2 -2")]


def test_the_row_that_was_left_is_found_again():
    assert place_again(left(Target("concern", 2)), board()) == Target("concern", 2)


def test_a_finding_that_was_placed_meanwhile_is_found_in_its_concern():
    assert place_again(left(Target("finding", 20)), board()) == Target("concern", 2)


def test_the_line_of_the_whole_text_is_where_it_was():
    assert place_again(left(), board()) is None


def test_an_answer_to_a_text_that_changed_gives_the_row_nearest_to_its_words():
    assert place_again(left(Target("answer", 40)), board(EDITED)) == Target("concern", 1)


def test_what_nothing_is_known_of_any_more_is_no_place():
    assert place_again(left(Target("concern", 99)), board()) is None


def test_white_space_alone_is_said_to_be_all_that_changed():
    told = since(board(TEXT.replace("\n\n", "\n\n\n"), left()))
    assert told.changes == () and "only white space has changed" in told.sentence(NOW)


def test_the_nearest_row_is_a_concern_even_beside_an_answer():
    edited = TEXT.replace("boils water from the command line", "boils")
    one, found = board(edited), span("boils", edited)
    answer = Answer(QUESTION, "R1", "meets", "boils", "So.", span=found, id=41, revision=2, reading=3)
    again = Reading(JUDGE, 1, ReadingState.FINISHED, 2, verdict=Verdict.PUBLISHABLE, answers=(answer,), id=3)
    judged = opened(one.history.with_reading(again), one.revision)
    assert any(row.target == Target("answer", 41) for row in judged.rows)
    assert place_again(left(Target("answer", 40)), judged) == Target("concern", 2)
