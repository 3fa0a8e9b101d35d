"""What the main screen says of whether to stop."""

from dataclasses import replace

import pytest
from support.builders import judge_answer, reader_answer

NOTHING = {
    "skeptic": reader_answer(),
    "engineer": reader_answer(),
    "judge": judge_answer(verdict="Publishable"),
}
LOST = reader_answer(lost_interest={"quote": "fastest kettle", "why": "An advertisement."})
WIDE, NARROW = (160, 48), (80, 24)


async def test_a_loop_that_goes_on_says_nothing_of_it(bench):
    async with bench(size=WIDE, read=True) as b:
        await b.press("down", "up")
        assert "may stop" not in b.bar("seats")
        assert b.said.strip() == ""


async def test_a_clean_text_is_said_to_be_with_its_reason(bench):
    async with bench(NOTHING, size=WIDE) as b:
        await b.read()
        assert "may stop: clean" in b.bar("seats")
        await b.press("down", "home")
        await b.settle()
        assert b.said.strip() == "Clean: no concern is open and the ruling is Publishable."
        assert "changed by: An edit, a mark, or a round that raises something new." in b.text()


async def test_what_was_done_is_said_before_whether_to_stop(bench):
    async with bench(NOTHING, size=WIDE) as b:
        await b.read()
        assert b.said.strip() != "" and "Clean: " not in b.said


async def test_a_mark_changes_what_is_proposed_and_taking_it_back_does_too(bench):
    async with bench({**NOTHING, "skeptic": reader_answer("fastest kettle")}, size=WIDE) as b:
        await b.read()
        assert "may stop" not in b.bar("seats")
        await b.go("fastest kettle")
        await b.press("m")
        await b.settle()
        assert "may stop: clean" in b.bar("seats")
        await b.press("u")
        await b.settle()
        assert "may stop" not in b.bar("seats")


async def test_an_edited_text_is_not_said_to_be_finished(bench):
    async with bench(NOTHING, size=WIDE) as b:
        await b.read()
        b.review.desk.files.write("# Kettle\n\nAnother text.\n")
        await b.press("R")
        await b.settle()
        assert b.board.revision.number == 2
        assert "may stop" not in b.bar("seats")


async def test_nothing_is_proposed_while_a_round_goes_on(bench):
    async with bench(NOTHING, size=WIDE) as b:
        await b.read()
        assert "may stop" in b.bar("seats")
        b.review.board = replace(b.board, running=True)
        b.review.paint()
        await b.settle()
        assert "may stop" not in b.bar("seats")


@pytest.mark.parametrize("size", [NARROW, (40, 12)])
async def test_where_there_is_no_room_beside_the_seats_nothing_of_them_makes_room(bench, size):
    async with bench(NOTHING, size=size) as b:
        await b.read()
        words = b.review.stops
        assert words is not None and words.part.text == "reading may stop: clean"
        with_it = b.bar("seats")
        b.review.stops = None
        b.review.paint_bars("seats")
        rest = [word for word in with_it.split() if word not in "reading may stop: clean"]
        assert b.bar("seats").split() == rest


async def test_a_narrow_screen_says_it_in_the_status_line(bench):
    async with bench(NOTHING, size=NARROW) as b:
        await b.read()
        await b.press("down", "home")
        await b.settle()
        assert b.said.strip() == "Clean: no concern is open and the ruling is Publishable."


async def test_a_publishable_text_in_which_a_reader_lost_interest_is_left_to_the_person(bench):
    async with bench({**NOTHING, "skeptic": LOST}, size=WIDE) as b:
        await b.read()
        await b.press("down", "home")
        await b.settle()
        said = "The ruling is Publishable, yet skeptic lost interest at line 11: that is yours to weigh."
        assert said in b.said
        assert b.review.stops.lines[-1][0][0] == said
