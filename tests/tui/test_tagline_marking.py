"""What readers said of a candidate, marked one by one, and counted by further questions."""

import json
import re

from core.taglines.desk_stage import INTENT, is_grading, kettle
from tui.tagline_seat import (
    BOTH,
    LARGE,
    SHELL,
    tagline_seat,
)

from workbench.core.costs.usage import Usage
from workbench.core.marks import Mark
from workbench.core.ports import Reply
from workbench.tui.screens.report import ReportScreen


@BOTH
async def test_every_read_of_a_candidate_is_shown_with_its_grade_and_can_be_marked(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.read()
        await seat.go(SHELL)
        await seat.press("enter")
        assert "Reads of  Boils water from the shell" in seat.text
        assert re.search(r"› engineer +1 +right +A kettle for the shell", seat.text)
        assert "for whom  Me." in seat.text and "grader    right, by “kettle for the shell”" in seat.text
        await seat.press("tab", "end")
        assert "thought   Hm." in seat.text
        await seat.press("tab")
        before = seat.board.rows[seat.screen.opened].right
        await seat.press("m")
        same = sum(read.answer == seat.screen.lines[0].read.answer for read in seat.board.reads)
        assert f"{same} reads of 2 candidates now count as wrong" in seat.said and "u undoes" in seat.said
        assert seat.board.rows[seat.screen.opened].right == 0
        assert re.search(r"engineer +1 +m +right", seat.text) and "it counts as wrong" in seat.text
        await seat.press("h")
        assert seat.board.rows[seat.screen.opened].right == before
        await seat.press("t")
        assert seat.board.rows[seat.screen.opened].undecided == before
        await seat.press("u")
        assert {grade.mark for grade in seat.board.grades.values()} == {None, Mark.HIT}
        await seat.press("u", "u", "u")
        assert "There is no mark to take back." in seat.said
        await seat.press("escape")
        assert SHELL in seat.here[1]


async def test_a_mark_goes_on_to_the_next_grade_without_one(tmp_path):
    def script(request):
        if is_grading(request):
            return kettle(request)
        said = {"thought": "Hm.", "what": f"A kettle for the shell, {len(seen)}.", "for_whom": "Me."}
        seen.append(1)
        return Reply(json.dumps(said), request.model, "end_turn", Usage(100, 20))

    seen = []
    async with tagline_seat(tmp_path, script=script) as seat:
        await seat.read()
        await seat.press("enter", "h")
        assert seat.screen.here == 1 and "the grader is right, u undoes." in seat.said
        await seat.press("N")
        assert seat.screen.here == 2
        await seat.press("P", "P")
        assert seat.screen.here == 1 and "No grade above is without a mark." in seat.said
        await seat.press("end", "N")
        assert "No grade below is without a mark." in seat.said
        await seat.press("m", "home", "h")
        assert seat.screen.here == 0
        marks = [line.grade.mark for line in seat.screen.lines]
        assert (marks[0], marks[-1]) == (Mark.HIT, Mark.MISS)


async def test_marks_on_the_graders_answers_stand_in_the_report(tmp_path):
    async with tagline_seat(tmp_path, LARGE) as seat:
        await seat.read()
        await seat.press("enter", "h", "escape", "s")
        assert isinstance(seat.app.screen, ReportScreen)
        assert re.search(r"grader's answers", seat.text)


async def test_without_a_grade_there_is_nothing_to_mark(tmp_path):
    async with tagline_seat(tmp_path) as seat:
        await seat.press("enter")
        assert "Nobody has read it yet" in seat.text
        for key in ("h", "m", "t"):
            await seat.press(key)
            assert "There is no grade here to mark yet" in seat.said
        await seat.press("N", "P", "down", "up", "enter", "tab", "escape")
        assert seat.screen.opened is None


@BOTH
async def test_a_further_question_grades_stored_answers_without_a_new_reading(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.read()
        reads, asked = len(seat.board.reads), len(seat.provider.asked)
        await seat.press("Q")
        await seat.type("it boils")
        # Cheap and agreed to before, so it begins at once.
        await seat.until(lambda: not seat.screen.reading and len(seat.provider.asked) > asked)
        assert "Every stored answer is graded by this." in seat.said
        assert len(seat.board.reads) == reads
        assert all(is_grading(request) for request in seat.provider.asked[asked:])
        assert "Right: yes to “it boils”" in seat.text
        assert seat.bar("tagline-asked").endswith("not compared under this question")
        assert "not compared" in seat.here[1] and "by the intent" in seat.told
        standing = ("can't separate", "left out", "behind", "ahead", "beat it")
        assert not any(word in seat.told for word in standing)
        await seat.press("enter", "m")
        assert re.search(r"engineer +1 +m +yes", seat.text) and "now count as no" in seat.said
        await seat.press("u")
        assert "now count as yes" in seat.said
        await seat.press("escape")
        await seat.press("Q")
        await seat.type("it boils")
        assert "Every stored answer is graded by this already" in seat.said
        await seat.press("c")
        assert f"Intent: {INTENT}" in seat.text
        await seat.press("Q")
        await seat.type("it is hot")
        await seat.until(lambda: not seat.screen.reading and len(seat.provider.asked) > asked + 2)
        await seat.press("c", "c", "c", "Q")
        await seat.type("")
        assert f"Intent: {INTENT}" in seat.text and "Counted by whether readers got it." in seat.said


async def test_a_question_is_proposed_with_its_cost_where_nothing_was_agreed_to(tmp_path):
    async with tagline_seat(tmp_path, script=kettle) as seat:
        await seat.read()
    dear = "x" * 40
    async with tagline_seat(tmp_path, provider=None) as seat:
        await seat.press("Q")
        await seat.type(dear)
        assert "no reader" in seat.said.casefold()
        assert f"“{dear}”" in seat.text and "not graded" in seat.text
        await seat.press("c", "c")
        assert f"{len(seat.board.reads)} reads not graded by this yet; Q has that done." in seat.said


async def test_without_a_further_question_there_is_none_to_count_by(tmp_path):
    async with tagline_seat(tmp_path) as seat:
        await seat.press("c")
        assert "No further question was asked; Q asks one." in seat.said


async def test_the_vim_keys_and_function_keys_mark_too(tmp_path):
    async with tagline_seat(tmp_path, keymap={"preset": "vim"}) as seat:
        await seat.read()
        await seat.press("enter", "y", "u", "f3", "u", "f4", "G", "H", "ctrl+d", "ctrl+u")
        assert Mark.CANT_TELL in {grade.mark for grade in seat.board.grades.values()}
        assert "y the grader is right" in seat.told or seat.screen.lines[0].grade.mark
