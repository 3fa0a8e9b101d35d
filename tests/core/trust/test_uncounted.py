"""Marks that are in no rate are said all the same."""

from support.reports import report

from workbench.core.marks import Mark, Target
from workbench.core.trust.report_text import text_lines
from workbench.core.trust.report_words import besides
from workbench.core.trust.tallies import Tally


def test_marks_on_answers_that_cannot_be_told_and_on_what_readers_took_it_for_are_said(past):
    past.read(1, by="skeptic")
    reader = past.history.readings[-1]
    lost = past.judge(meets=["R1", "R2"], span=None)
    past.mark(lost["R1"], Mark.HIT)
    past.mark(Target("reading", reader.id), Mark.MISS)
    made = report([past.history])
    assert (made.unsure, made.taken_for) == (Tally(hit=1), Tally(miss=1))
    assert "1 answer under CANNOT TELL (1 hit, 0 miss, 0 can't tell)" in besides(made)
    assert "1 under TAKEN FOR (0 right, 1 wrong, 0 can't tell)" in besides(made)
    assert besides(made) in text_lines(made)


def test_nothing_is_said_where_nothing_of_the_kind_was_marked(past):
    past.read(1)
    assert besides(report([past.history])) == ""
