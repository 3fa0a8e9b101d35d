"""A text that is ruled Publishable though a reader lost interest."""

from support.loops import LoopStory

from workbench.core.effective_marks import EffectiveMarks
from workbench.core.judging import revision_ruling
from workbench.core.loop.dissent import dissent
from workbench.core.marks import Mark
from workbench.core.readings import FindingKind, Verdict

LOST = FindingKind.LOST_INTEREST


def said(story: LoopStory) -> str:
    marks = EffectiveMarks(story.history)
    ruling = revision_ruling(story.history, story.revision.id, marks)
    return dissent(story.history, story.revision.id, ruling, marks)


def test_a_reader_who_lost_interest_in_a_publishable_text_is_named_with_the_line() -> None:
    story = LoopStory().read([3], [], [4], judged=[], kind=LOST)
    assert said(story) == (
        "The ruling is Publishable, yet baker lost interest at line 3 and waiter lost interest at line 4: "
        "that is yours to weigh."
    )


def test_a_reader_of_several_trials_is_named_once() -> None:
    assert said(LoopStory().read([3], judged=[], kind=LOST).read([5], kind=LOST)).count("baker") == 1


def test_a_text_that_is_not_publishable_is_at_odds_with_nobody() -> None:
    assert said(LoopStory().read([3], judged=[], verdict=Verdict.FIX, kind=LOST)) == ""
    assert said(LoopStory().read([3], kind=LOST)) == ""


def test_other_findings_are_no_lost_interest() -> None:
    assert said(LoopStory().read([3], judged=[])) == ""


def test_what_the_person_marked_a_miss_or_said_to_be_fixed_is_settled() -> None:
    assert said(LoopStory().read([3], judged=[], kind=LOST).mark(Mark.MISS, 3)) == ""
    assert said(LoopStory().read([3], judged=[], kind=LOST).fix(3)) == ""
    assert said(LoopStory().read([3], judged=[], kind=LOST).mark(Mark.HIT, 3)) != ""


def test_a_reader_of_an_earlier_text_says_nothing_of_this_one() -> None:
    assert said(LoopStory().read([3], judged=[], kind=LOST).edit(9).read([], judged=[])) == ""
