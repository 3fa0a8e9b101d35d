from support.reports import report

from workbench.core.marks import Mark
from workbench.core.trust.tallies import Heading, Tally

HIT, MISS = Mark.HIT, Mark.MISS


def instrument(past, name, heading=Heading.READERS):
    instruments = report([past.history]).instruments
    return next(i for i in instruments if i.name == name and i.row.heading is heading)


def test_an_edited_persona_starts_a_new_row_and_the_old_one_stays(past):
    past.read(1, 2, wording="old")
    past.mark(1, MISS)
    past.read(3, wording="new")
    past.mark(3, HIT)
    engineer = instrument(past, "engineer")
    assert [(w.source.wording, w.row.raised, w.row.tally) for w in engineer.wordings] == [
        ("old", 2, Tally(miss=1)),
        ("new", 1, Tally(hit=1)),
    ]
    assert (engineer.row.raised, engineer.row.tally) == (3, Tally(hit=1, miss=1))


def test_a_mark_is_carried_to_a_new_wording_that_raises_the_concern_again(past):
    past.read(1, wording="old")
    past.mark(1, HIT)
    past.read(1, wording="new")
    new = instrument(past, "engineer").wordings[1]
    assert (new.row.raised, new.row.tally, new.row.carried) == (1, Tally(), Tally(hit=1))


def test_wordings_are_told_apart_by_model_and_provider(past):
    past.read(1, model="large", provider="one")
    past.read(1, model="small", provider="one")
    past.read(1, model="small", provider="other")
    past.mark(1, HIT)
    engineer = instrument(past, "engineer")
    assert [(w.provider, w.model, w.row.tally) for w in engineer.wordings] == [
        ("one", "large", Tally(hit=1)),
        ("one", "small", Tally(hit=1)),
        ("other", "small", Tally(hit=1)),
    ]


def test_a_roll_up_counts_a_wording_and_a_concern_once_over_models(past):
    past.read(1, model="large")
    past.read(1, model="small")
    past.mark(1, HIT)
    assert instrument(past, "engineer").row.raised == 1


def test_wordings_stand_from_the_oldest_to_the_newest(past):
    past.read(1, wording="z")
    past.read(1, wording="a")
    wordings = instrument(past, "engineer").wordings
    assert [w.source.wording for w in wordings] == ["z", "a"]
    assert wordings[0].since < wordings[1].since


def test_instruments_stand_by_name_and_not_by_rate(past):
    past.read(1, by="skeptic")
    past.read(2, by="engineer")
    past.mark(1, HIT)
    past.mark(2, MISS)
    assert [i.name for i in report([past.history]).instruments] == ["engineer", "skeptic"]


def test_instruments_stand_under_the_headings_of_the_table_and_the_person_is_none(past):
    past.overlook(9)
    past.check(8)
    past.read(7)
    past.judge(fails={"R1": 6}, meets=["R2"])
    assert [(i.row.heading, i.name) for i in report([past.history]).instruments] == [
        (Heading.SHOULD_FIX, "readme"),
        (Heading.SHOULD_FIX, "readme/R1"),
        (Heading.SATISFIED, "readme"),
        (Heading.SATISFIED, "readme/R2"),
        (Heading.READERS, "engineer"),
        (Heading.CHECKS, "links"),
    ]


def test_a_judge_counts_all_its_questions_and_each_question_its_own(past):
    past.judge(fails={"R1": 1, "R2": 2})
    past.mark(1, HIT)
    past.mark(2, MISS)
    assert instrument(past, "readme", Heading.SHOULD_FIX).row.tally == Tally(hit=1, miss=1)
    assert instrument(past, "readme/R1", Heading.SHOULD_FIX).row.tally == Tally(hit=1)


def test_two_questions_that_fail_for_one_concern_are_two_claims_of_the_judge(past):
    past.judge(fails={"R1": 1, "R2": 1})
    assert instrument(past, "readme", Heading.SHOULD_FIX).row.raised == 2


def test_an_edited_rubric_leaves_the_row_of_an_unchanged_question_whole(past):
    past.judge(fails={"R1": 1}, rubric="old")
    past.judge(fails={"R1": 2}, rubric="new")
    past.mark(1, HIT)
    past.mark(2, HIT)
    assert len(instrument(past, "readme", Heading.SHOULD_FIX).wordings) == 2
    (question,) = instrument(past, "readme/R1", Heading.SHOULD_FIX).wordings
    assert question.row.tally == Tally(hit=2)
