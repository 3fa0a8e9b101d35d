from dataclasses import replace

import pytest
from core.taglines.conftest import INTENT, board, grade, read, readers, slot
from core.taglines.desk_stage import PRICES
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.errors import Failure, FailureKind
from workbench.core.marks import Mark
from workbench.core.taglines.board import advance, opened
from workbench.core.taglines.candidates import Candidate
from workbench.core.taglines.events import (
    Asking,
    CandidatesChanged,
    GradeEnded,
    GradeMarked,
    IntentSaid,
    Moved,
    ReadEnded,
    ReadStarted,
    RunEnded,
    RunStarted,
    Waiting,
)
from workbench.core.taglines.printed import markdown_lines, shape, text_lines
from workbench.core.taglines.racing import Race, standing
from workbench.core.taglines.reads import Stage, Value
from workbench.core.taglines.rows import Sort, State
from workbench.core.taglines.separation import Share
from workbench.core.taglines.words import conclusions

WRONG = "A game about tea."


def seen(*events, of=None):
    found = of or board()
    for event in events:
        found = advance(found, event)
    return found


def test_a_read_counts_once_it_is_graded():
    found = seen(ReadStarted(slot()))
    assert found.under_way == {slot()}
    found = seen(ReadEnded(read()), of=found)
    assert not found.under_way
    assert (found.rows[1].count, found.rows[1].ungraded, found.rows[1].reads) == ("-", 1, 1)
    found = seen(GradeEnded(grade()), of=found)
    assert (found.rows[1].count, found.rows[1].ungraded) == ("1 of 1", 0)
    assert found.rows[2].state is State.UNREAD


def test_the_same_answer_is_graded_once_for_all_who_gave_it():
    found = seen(ReadEnded(read(1, 0)), ReadEnded(read(1, 1)), ReadEnded(read(2, 0)), GradeEnded(grade()))
    assert [found.rows[id].count for id in (1, 2)] == ["2 of 2", "1 of 1"]
    assert found.rows[1].by_reader == (Share(1, 1), Share(1, 1), Share(0, 0))


def test_an_answer_that_cannot_be_told_is_not_right_and_is_counted_as_what_it_is():
    found = board(
        reads=[read(1, 0), read(1, 1, what=WRONG)], grades=[grade(), grade(WRONG, Value.CANNOT_TELL)]
    )
    assert (found.rows[1].count, found.rows[1].undecided) == ("1 of 2", 1)
    assert found.rows[1].groups == ()


def test_what_failed_counts_nowhere():
    failure = Failure(FailureKind.REFUSAL, "It refused.")
    found = seen(ReadEnded(replace(read(), failure=failure)), ReadEnded(read(1, 1)))
    found = seen(GradeEnded(replace(grade(), failure=failure)), of=found)
    assert (found.rows[1].count, found.rows[1].reads, found.rows[1].ungraded) == ("-", 1, 1)


@pytest.mark.parametrize(
    ("mark", "count", "undecided"),
    [(Mark.HIT, "1 of 1", 0), (Mark.MISS, "0 of 1", 0), (Mark.CANT_TELL, "0 of 1", 1)],
)
def test_the_persons_mark_on_a_grade_holds(mark, count, undecided):
    found = seen(ReadEnded(read()), GradeEnded(grade()), GradeMarked(replace(grade(), mark=mark)))
    assert (found.rows[1].count, found.rows[1].undecided) == (count, undecided)


def test_another_question_counts_the_same_reads_anew():
    found = seen(ReadEnded(read()), GradeEnded(grade()), Asking("Is it hot?"))
    assert (found.rows[1].count, found.rows[1].ungraded) == ("-", 1)
    found = seen(GradeEnded(grade(value=Value.WRONG, question="Is it hot?")), of=found)
    assert found.rows[1].count == "0 of 1"
    assert found.questions == ("Is it hot?",)
    assert seen(Asking(""), of=found).rows[1].count == "1 of 1"


def test_a_grade_under_another_question_changes_no_row():
    found = seen(ReadEnded(read()), GradeEnded(grade(question="Is it hot?")))
    assert found.rows[1].count == "-"


def test_another_intent_leaves_every_read_to_be_graded_anew():
    found = seen(ReadEnded(read()), GradeEnded(grade()), IntentSaid("A teapot."))
    assert (found.rows[1].count, found.rows[1].ungraded) == ("-", 1)
    assert seen(IntentSaid(INTENT), of=found).rows[1].count == "1 of 1"


@pytest.mark.parametrize(
    "said",
    [
        [
            "A game about brewing tea.",
            "Some game about tea.",
            "A database for logs.",
            "Some database for old logs.",
        ],
        ["お茶を入れるゲーム。", "お茶のゲーム。", "ログのデータベース。", "ログを貯めるデータベース。"],
    ],
)
def test_readers_who_did_not_get_it_are_grouped_by_what_they_took_it_for(said):
    reads = [read(1, n % 3, n, what) for n, what in enumerate(said, 1)]
    grades = [grade(what, Value.WRONG) for what in said]
    groups = board(reads=reads, grades=grades).rows[1].groups
    assert {frozenset(r.what for r in group.reads) for group in groups} == {
        frozenset(said[:2]),
        frozenset(said[2:]),
    }
    again = board(reads=reads[::-1], grades=grades)
    assert [each.words for each in again.rows[1].groups] == [each.words for each in groups]


def test_a_dropped_candidate_keeps_its_count_and_finalists_are_counted_by_fresh_reads():
    race = Race(readers(), 48)
    found = board(tuple(f"line {n}" for n in range(1, 9)), race=race)
    reads, grades = [], [grade(), grade(WRONG, Value.WRONG)]
    while found.standing.wanted:
        reads += [
            read(
                s.candidate,
                int(s.reader.name[-1]),
                s.trial,
                "A kettle." if s.candidate == 1 else WRONG,
                s.stage,
            )
            for s in found.standing.wanted
        ]
        found = board(tuple(f"line {n}" for n in range(1, 9)), reads, grades, race)
    best = found.rows[1]
    assert (best.state, best.fresh) == (State.ALONE, True)
    assert best.of == 3 * race.fresh < best.reads
    dropped = found.rows[max(found.standing.dropped)]
    assert (dropped.state, dropped.fresh) == (State.DROPPED, False)
    assert dropped.of == dropped.reads
    assert found.reads_saved > 0


def test_a_hidden_candidate_is_not_read_and_not_shown_unless_asked_for():
    found = board()
    changed = tuple(replace(each, hidden=each.id == 2) for each in found.candidates)
    found = seen(CandidatesChanged(changed), of=found)
    assert {wanted.candidate for wanted in found.standing.wanted} == {1}
    assert [row.candidate.id for row in found.ordered(Sort.FILE)] == [1]
    assert [row.candidate.id for row in found.ordered(Sort.FILE, hidden=True)] == [1, 2]


def test_an_edited_candidate_is_a_new_one_with_its_parent():
    found = board(reads=[read()], grades=[grade()])
    found = seen(CandidatesChanged((*found.candidates, Candidate("Boils it", parent=1, id=3))), of=found)
    assert found.rows[1].count == "1 of 1"
    assert (found.rows[3].count, found.rows[3].candidate.parent) == ("-", 1)


def test_rows_stand_in_the_order_that_is_asked_for():
    reads = [read(1, what=WRONG), read(2), read(3, what=WRONG)]
    found = board(("bb", "ccc", "A"), reads, [grade(), grade(WRONG, Value.WRONG)])
    orders = {sort: [row.candidate.text for row in found.ordered(sort)] for sort in Sort}
    assert orders == {
        Sort.RIGHT: ["ccc", "bb", "A"],
        Sort.FILE: ["bb", "ccc", "A"],
        Sort.LENGTH: ["A", "bb", "ccc"],
        Sort.TEXT: ["A", "bb", "ccc"],
    }


def test_a_run_begins_waits_moves_and_ends():
    race = Race(readers(2), 8)
    found = seen(RunStarted(race), ReadStarted(slot()), Waiting(slot(), "overloaded, again in 2 s"))
    assert found.running and found.waiting and found.race == race
    found = seen(Moved(standing(race, (1, 2), {})), RunEnded("The budget is spent."), of=found)
    assert not (found.running or found.waiting or found.under_way)
    assert found.ended == "The budget is spent."


@given(st.data())
def test_folding_events_gives_what_opening_gives(data):
    chosen = data.draw(
        st.lists(st.tuples(st.integers(1, 2), st.integers(0, 2), st.integers(1, 3)), unique=True)
    )
    said = [data.draw(st.sampled_from(["A kettle.", WRONG])) for _ in chosen]
    reads = [read(*at, what) for at, what in zip(chosen, said, strict=True)]
    grades = [grade(what, Value.RIGHT if what != WRONG else Value.WRONG) for what in dict.fromkeys(said)]
    events = data.draw(st.permutations([*map(ReadEnded, reads), *map(GradeEnded, grades)]))
    found, whole = opened(seen(*events)), board(reads=reads, grades=grades)
    for id in (1, 2):
        assert found.rows[id].by_reader == whole.rows[id].by_reader
        assert [g.words for g in found.rows[id].groups] == [g.words for g in whole.rows[id].groups]
    assert found.standing == whole.standing


def test_stages_are_told_apart_in_reads():
    assert read(stage=Stage.FINAL).slot != read().slot


def decided(race=None, count=8, rights=(1,)):
    """A board that is read to the end: readers got only some of its candidates."""
    race = race or Race(readers(), 48)
    texts = tuple(f"line {n}" for n in range(1, count + 1))
    reads, grades = [], [grade(), grade(WRONG, Value.WRONG)]
    found = board(texts, race=race)
    while wanted := found.standing.wanted:
        for at in wanted:
            what = "A kettle." if at.candidate in rights else WRONG
            reads.append(read(at.candidate, int(at.reader.name[-1]), at.trial, what, at.stage))
        found = board(texts, reads, grades, race)
    return found


def hidden(of, *ids):
    changed = tuple(replace(each, hidden=each.id in ids) for each in of.candidates)
    return seen(CandidatesChanged(changed), of=of)


@pytest.mark.parametrize("full", [True, False])
def test_a_candidate_that_comes_late_leaves_the_others_where_they_stand_until_it_is_read(full):
    found = decided(Race(readers(), 12, full), rights=(1, 2))
    later = seen(CandidatesChanged((*found.candidates, Candidate("line 9", parent=1, id=9))), of=found)
    assert [(r.state, r.count) for r in later.rows.values()][:-1] == [
        (r.state, r.count) for r in found.rows.values()
    ]
    assert later.rows[9].state is State.UNREAD
    assert {wanted.candidate for wanted in later.standing.wanted} == later.late == {9}
    begun = seen(RunStarted(later.race), ReadEnded(read(9)), of=later)
    assert [r.count for r in begun.rows.values()][:-1] == [r.count for r in found.rows.values()]
    assert begun.rows[9].state is State.LEFT
    assert any("1 new candidate is not compared yet" in said for said in conclusions(later))


def test_what_was_begun_and_stopped_is_not_taken_for_decided():
    race = Race(readers(1), 1)
    found = board(("a", "b", "c"), [read(1), read(2, what=WRONG)], [grade(), grade(WRONG, Value.WRONG)], race)
    assert found.late == {3} and found.rows[3].state is State.UNREAD
    race = Race(readers(2), 1)
    reads = [read(n, who) for n in (1, 2) for who in (0, 1)]
    found = board(("a", "b", "c"), [*reads, read(3)], [grade()], race)
    assert not found.late and {row.state for row in found.rows.values()} == {State.LEFT}


def test_under_a_further_question_no_row_stands_anywhere_and_all_its_reads_count():
    found = decided()
    by_question = [grade(answer, Value.RIGHT, "Is it hot?") for answer in ("A kettle.", WRONG)]
    found = seen(Asking("Is it hot?"), *map(GradeEnded, by_question), of=found)
    assert {row.state for row in found.rows.values()} == {State.UNCOMPARED}
    assert all(row.of == row.right == row.reads for row in found.rows.values())
    said = " ".join(text_lines(found, Sort.RIGHT))
    assert "Not compared under this question" in said
    assert not any(word in said for word in ("left out", "Ahead", "ahead", "separate", "told apart"))
    assert "left out" not in " ".join(markdown_lines(found, Sort.RIGHT))
    assert shape(found, Sort.RIGHT, PRICES)["inseparable"] is None
    assert seen(Asking(""), of=found).rows[1].state is State.ALONE


def test_hiding_a_candidate_saves_no_reads_and_leaves_its_count():
    found = decided()
    dropped = max(found.standing.dropped)
    after = hidden(found, dropped)
    assert after.reads_saved == found.reads_saved > 0
    assert after.rows[dropped].count == found.rows[dropped].count
    assert after.rows[dropped].state is State.UNCOMPARED
    assert hidden(found, 1).reads_saved in (0, found.reads_saved)
