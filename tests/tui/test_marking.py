"""Marks, as a person makes them."""

from workbench.core.marks import Mark, Target


async def test_a_hit_is_named_and_the_cursor_goes_to_the_next_unmarked_row(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        await b.press("h")
        assert b.row("the fastest").standing.mark is Mark.HIT
        assert b.said.startswith("L11 “The claim to be the fastest has no support.” hit, u undoes")
        assert b.here.standing.mark is None
        assert b.here.target != b.row("the fastest").target


async def test_remarking_stays_on_the_row(bench):
    async with bench(read=True) as b:
        row = b.row("boils water")
        await b.go("boils water")
        await b.press("m")
        await b.go("boils water")
        await b.press("f4")
        assert b.here.target == row.target
        assert b.here.standing.mark is Mark.CANT_TELL


async def test_digits_say_why_for_the_row_just_marked_until_another_key(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("m")
        assert "1 wrong · 2 preference · 3 trivial · 4 out of scope" in b.said
        await b.press("3")
        assert b.row("boils water").standing.reason == "trivial"
        assert "L3 “It never says" in b.said and "miss: trivial, u undoes" in b.said
        await b.press("down", "1")
        assert b.row("boils water").standing.reason == "trivial"
        assert "right after a miss" in b.said


async def test_undo_and_redo_go_back_and_forth_also_after_the_program_was_started_again(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("m")
        await b.go("Python version")
        await b.press("h")
    async with bench() as b:
        assert b.row("Python version").standing.mark is Mark.HIT
        await b.press("u")
        assert b.row("Python version").standing.mark is None
        assert b.here.target == b.row("Python version").target
        assert b.said.startswith("Taken back: L7 “No Python version is named.” hit")
        await b.press("u")
        assert b.row("boils water").standing.mark is None
        await b.press("u")
        assert b.said.startswith("There is nothing to undo")
        await b.press("U", "U")
        assert b.row("Python version").standing.mark is Mark.HIT
        await b.press("U")
        assert b.said.startswith("There is nothing to redo")


async def test_deferring_and_notes_stay_with_the_row(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("d", "c")
        await b.answer("ask Hm q")
        standing = b.row("boils water").standing
        assert (standing.deferred, standing.note) == (True, "ask Hm q")
        assert "note: ask Hm q" in b.text()
        await b.press("d")
        assert not b.row("boils water").standing.deferred


async def test_keys_are_inert_in_text_fields_and_escape_leaves_without_an_answer(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("c", "h", "m", "f2", "f3", "tab", "down", "escape")
        assert all(row.standing.mark is None for row in b.board.rows)
        assert b.row("boils water").standing.note == ""
        assert b.here.target == b.row("boils water").target
        await b.press("h")
        assert b.row("boils water").standing.mark is Mark.HIT


async def test_a_finding_inside_an_opened_concern_is_marked_for_itself(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        await b.press("enter", "down", "m")
        row = b.row("the fastest")
        assert row.standing.mark is None
        assert b.board.marks.of_finding(row.findings[0]) is Mark.MISS
        assert b.board.marks.of_finding(row.findings[1]) is None
        assert b.said.startswith("finding at L11 “The claim") and "” miss" in b.said
        await b.press("escape")
        assert b.here.target == row.target
        assert b.review.opened is None


async def test_an_overlooked_problem_is_added_on_picked_words_and_undone(bench):
    async with bench() as b:
        await b.press("o")
        assert "Choose its words" in b.said
        await b.press("down", "right", "space", "right", "h", "enter")
        await b.answer("which water")
        row = b.row("which water")
        assert row.findings[0].quote == "boils water"
        assert row.standing.mark is Mark.HIT
        assert b.here.target == row.target
        await b.press("u")
        assert not b.board.rows


async def test_a_satisfied_answer_can_be_unfolded_and_marked(bench):
    async with bench(read=True) as b:
        await b.press("end", "up", "enter", "down", "m")
        marked = [row for row in b.board.rows if row.standing.mark]
        assert [row.answer.value for row in marked] == ["meets"]


async def test_a_heading_cannot_be_marked(bench):
    async with bench(read=True) as b:
        await b.press("home", "h")
        assert "This is about the whole text: N goes to the next row to mark." in b.said
        await b.press("down", "m")
        assert "This is a heading: N goes to the next row to mark." in b.said
        assert all(row.standing.mark is None for row in b.board.rows)


async def test_the_vim_preset_marks_a_hit_with_y(bench):
    async with bench(keymap={"preset": "vim"}, read=True) as b:
        await b.go("boils water")
        await b.press("h")
        assert b.row("boils water").standing.mark is None
        await b.press("y")
        assert b.row("boils water").standing.mark is Mark.HIT
        assert " y hit " in b.bar("footer")


async def test_a_mark_that_the_row_has_already_stores_nothing_and_stays(bench):
    async with bench(read=True) as b:
        row = b.row("the fastest")
        await b.go("the fastest")
        await b.press("h")
        await b.go("the fastest")
        await b.press("h")
        assert b.said.rstrip() == "L11 “The claim to be the fastest has no support.” is a hit already"
        assert b.here.target == row.target
        assert len(b.board.history.decisions) == 1
        await b.press("u")
        assert b.row("the fastest").standing.mark is None


async def test_a_reason_that_the_row_has_already_stores_nothing(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("m", "3", "3")
        assert b.said.startswith("L3 “It never") and "is a miss already: trivial; press 1 wrong" in b.said
        assert len(b.board.history.decisions) == 2
        await b.go("boils water")
        await b.press("m", "3")
        assert len(b.board.history.decisions) == 2
        await b.press("2", "u")
        assert b.row("boils water").standing.reason == "trivial"


async def test_a_finding_gets_a_mark_of_its_own_though_its_concern_has_the_same(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        await b.press("h")
        await b.go("the fastest")
        await b.press("enter", "down", "h", "up", "up", "down", "down", "h")
        assert b.said.startswith("finding at L11 “The claim") and b.said.rstrip().endswith("is a hit already")
        assert [decision.inside for decision in b.board.history.decisions] == [False, True]


async def test_taking_back_a_reason_says_that_the_mark_stays(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        await b.press("m", "2", "u")
        assert "the reason 'preference' at L11 “The claim" in b.said and "”, which stays miss" in b.said


async def test_a_digit_that_is_no_reason_names_those_that_are(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        await b.press("t", "4")
        assert b.said.startswith("After can't tell there are: 1 code")


async def test_what_is_said_of_a_mark_fits_a_narrow_screen_with_words_of_the_row_and_every_reason(bench):
    async with bench(read=True, size=(80, 24)) as b:
        await b.go("boils water")
        await b.press("m")
        assert b.said.startswith("L3 “It never")
        assert b.said.rstrip().endswith("1 wrong · 2 preference · 3 trivial · 4 out of scope")
        assert len(b.said) <= 80


async def test_a_miss_on_a_satisfied_answer_says_what_it_makes_of_the_ruling(bench):
    async with bench(read=True, size=(80, 24)) as b:
        answered = {row.answer.question: row.target for row in b.board.rows if row.answer}
        b.review.move(answered["Q1"])
        await b.press("m")
        assert "counts as fails, the ruling is now Fix" in b.said and b.said.startswith("L3 “")
        assert "Draft ruling: Fix" in b.bar("artifact")
        await b.press("u")
        assert "the ruling is now Publishable" in b.said
        b.review.move(answered["Q2"])
        await b.press("m")
        assert "counts as fails, the ruling stays Publishable" in b.said


async def test_where_nothing_is_left_to_mark_the_keys_for_what_comes_next_are_named(bench):
    async with bench(read=True, size=(80, 24)) as b:
        for words in ("the fastest", "boils water", "Python version"):
            await b.go(words)
            await b.press("m")
        assert "nothing left to mark" in b.said and "r reads again, z freezes" in b.said
        await b.press("N")
        assert "enter on a ▸ unfolds" in b.said and "r reads again, z freezes" in b.said
        await b.go("the fastest")
        await b.press("h", "N")
        assert "1 to fix: e edits" in b.said


async def test_how_often_rows_like_it_were_hits_counts_the_marks_made_since_the_text_was_opened(bench):
    async with bench(read=True, size=(160, 48)) as b:
        await b.go("boils water")
        await b.press("h")
        await b.go("Python version")
        assert "1 of the 1 you marked hit or miss were hits" in b.text()


async def test_inside_an_opened_concern_the_cursor_goes_from_finding_to_finding_then_to_the_row(bench):
    async with bench(read=True, size=(160, 30)) as b:
        await b.go("the fastest")
        row = b.here
        await b.press("enter", "end")
        b.review.move(Target("finding", row.findings[1].id))
        await b.press("h")
        assert b.review.cursor == Target("finding", row.findings[0].id)
        assert b.said.endswith("u undoes; next: another finding of this concern")
        await b.press("m")
        assert b.review.cursor == row.target and b.review.opened == row.target
        assert b.said.endswith("4 out of scope; every finding of this concern is marked")


async def test_the_details_of_an_opened_concern_do_not_ask_to_open_it(bench):
    async with bench(read=True, size=(160, 48)) as b:
        await b.go("the fastest")
        assert "2 findings; open the row to see each" in b.text()
        await b.press("enter")
        assert "2 findings; each is below the row" in b.text()


async def test_reasons_are_offered_where_a_miss_waives_something_and_the_ruling_stays(bench, a_fault):
    faults = [a_fault(), a_fault("pip install kettle", "Another option is not there.")]
    async with bench(read=True, size=(80, 24), faults=faults) as b:
        await b.go("Another option")
        await b.press("m")
        assert "waived" in b.said and len(b.said) <= 80
        assert b.said.rstrip().endswith("1 wrong · 2 preference · 3 trivial · 4 out of scope")


async def test_the_reason_for_a_miss_is_offered_on_a_finding_at_eighty_columns_too(bench):
    async with bench(read=True, size=(80, 24)) as b:
        await b.go("the fastest")
        await b.press("enter", "down", "m")
        assert b.said.strip() == ("finding at L11 miss: 1 wrong · 2 preference · 3 trivial · 4 out of scope")
        await b.press("2")
        assert b.said.startswith("finding at L11 “The") and "miss: preference" in b.said


async def test_a_row_of_which_single_findings_are_marked_says_so_and_that_they_keep_their_mark(bench):
    async with bench(read=True, size=(120, 24)) as b:
        await b.go("the fastest")
        await b.press("enter", "down", "m", "escape")
        assert "1 of 2 findings marked" in b.bar("brief")
        assert "L11 ~" in b.text()
        await b.press("h")
        assert "hit, u undoes; but one finding keeps your miss" in b.said
        await b.go("the fastest")
        assert "hit,  1 of 2 findings miss" in b.bar("brief") and "L11 h~" in b.text()
        assert [b.board.marks.of_finding(f) for f in b.here.findings] == [Mark.MISS, Mark.HIT]


async def test_a_judges_answer_shows_its_question_and_what_a_mark_on_it_says(bench):
    async with bench(read=True, size=(80, 24)) as b:
        await b.press("end", "up", "enter", "down")
        asked = b.here.answer.question
        question = b.review.desk.library.rubrics[0].question(asked)
        assert b.bar("brief").startswith(" ".join(question.ask.split())[:40])
        assert "h: the judge is right, m: it is not" in b.bar("brief")
