"""The rubric with the person as judge, by keys alone."""

import pytest
from support.builders import TEXT, question, rubric
from tui.rubric_seat import FOUR, LONG, Seat

from workbench.core.marks import Mark
from workbench.core.ports import Library
from workbench.core.rows import Group
from workbench.core.ruling import RulingValue


@pytest.fixture
def judging(bench):
    """Opens a text without any reader and goes to its rubric."""

    class Opened:
        def __init__(self, **changes):
            values = {"provider": None, "library": Library((), (FOUR,)), "size": (80, 24)}
            self._bench = bench(**{**values, **changes})

        async def __aenter__(self):
            opened = await self._bench.__aenter__()
            await opened.press("v")
            return Seat(opened)

        async def __aexit__(self, *raised):
            return await self._bench.__aexit__(*raised)

    return Opened


async def test_v_asks_the_first_question_with_its_examples_and_the_text_below(judging):
    async with judging() as seat:
        shown = seat.bench.text().split("\n")
        assert shown[0].startswith(" You judge  README.md  revision 1") and "0 of 4 answered" in shown[0]
        assert shown[1].split() == ["[Q1·]", "Q2·", "Q3·", "Q4·", "verdict"]
        assert shown[2].rstrip() == " Q1  question 1 of 4, dominant: a fail alone rules Fix"
        assert shown[3].strip() == "Can a newcomer tell what it is?"
        assert [row.split() for row in shown[4:6]] == [
            ["meets", "another", "text:", "yes"],
            ["fails", "another", "text:", "no"],
        ]
        assert "no answer yet: y meets, n fails, t cannot tell, d does not apply" in shown[6]
        assert shown[7].startswith("──") and "# Kettle" in shown[8]
        assert "y meets" in shown[23] and "esc leave" in shown[23]


async def test_the_text_keeps_eight_rows_however_much_the_question_says(judging):
    async with judging() as seat:
        for _ in range(4):
            assert seat.screen.source.scrollable_content_region.height >= 8
            await seat.press("down")
        await seat.press("up")
        shown = " ".join(" ".join(row.split()) for row in seat.bench.text().split("\n"))
        assert LONG.strip() in shown


async def test_folded_examples_are_shown_in_full_when_asked_for(judging):
    async with judging() as seat:
        await seat.press("down")
        rows = seat.bench.text().split("\n")
        assert any(row.rstrip().endswith("…") for row in rows)
        assert not any(row.strip() == "kettle on" for row in rows)
        await seat.press("tab")
        rows = seat.bench.text().split("\n")
        assert any(row.strip() == "kettle on" for row in rows)
        assert not any(row.rstrip().endswith("…") for row in rows)
        await seat.press("tab")
        assert seat.screen.source.scrollable_content_region.height >= 8


async def test_an_answer_is_stored_with_the_words_that_were_moved_to(judging):
    async with judging() as seat:
        await seat.press("y")
        assert seat.said == "Which words show that it is met? Choose them."
        await seat.press("down", "right", "shift+right")
        assert seat.picked == "boils water"
        await seat.press("enter")
        assert (seat.answer("Q1").value, seat.answer("Q1").quote) == ("meets", "boils water")
        assert seat.said == "Q1 meets, kept; u takes it back."
        assert seat.bar("questions").split()[:2] == ["Q1y", "[Q2·]"]
    async with judging() as seat:
        assert seat.answer("Q1").quote == "boils water"
        assert seat.bar("questions").split()[:2] == ["Q1y", "[Q2·]"]


async def test_a_fail_asks_what_goes_wrong_which_may_stay_empty(judging):
    async with judging() as seat:
        await seat.press("n", "space", "enter")
        assert seat.answer("Q1").value == "fails"
        await seat.type("It never says.")
        assert seat.answer("Q1").words == "It never says."
        await seat.press("n", "space", "enter", "escape")
        assert (seat.answer("Q2").value, seat.answer("Q2").words) == ("fails", "")
        assert seat.said == "Q2 fails, kept; c says what goes wrong."
        await seat.press("c")
        await seat.type("Two lines.")
        assert seat.answer("Q2").words == "Two lines."


async def test_cannot_tell_and_does_not_apply_need_no_words_and_may_have_a_note(judging):
    async with judging() as seat:
        await seat.press("c")
        assert seat.said.startswith("Answer it first")
        await seat.press("t", "d")
        assert [seat.answer(id).value for id in ("Q1", "Q2")] == ["cannot tell", "does not apply"]
        await seat.press("up", "c")
        await seat.type("It has no options.")
        assert (seat.answer("Q2").value, seat.answer("Q2").words) == ("does not apply", "It has no options.")


async def test_leaving_the_choice_of_words_answers_nothing_and_escape_leaves_with_everything_kept(judging):
    async with judging() as seat:
        await seat.press("y", "escape")
        assert seat.answer("Q1") is None and seat.bar("questions").split()[0] == "[Q1·]"
        await seat.press("t", "escape")
        assert seat.bench.app.screen is seat.bench.review
        assert seat.bench.said == "v goes on: 1 of 4 answered"
        assert seat.bench.board.ruling.value is RulingValue.UNJUDGED


async def test_a_rubric_that_was_begun_is_said_when_the_text_is_opened_again(judging, bench):
    async with judging() as seat:
        await seat.press("t", "t")
    async with bench(provider=None, library=Library((), (FOUR,)), size=(80, 24)) as b:
        assert b.said.startswith("v goes on: 2 of 4 answered")


async def test_words_are_found_and_picked_with_what_stands_around_them(judging):
    async with judging() as seat:
        await seat.press("y", "slash")
        await seat.type("FASTEST kettle")
        assert seat.picked == "fastest kettle"
        await seat.press("slash")
        await seat.type("tea")
        assert seat.said == "The text does not say “tea”."
        await seat.press("enter")
        assert seat.answer("Q1").quote == "fastest kettle"


async def test_page_keys_move_the_choice_through_a_long_text(judging):
    text = TEXT + "\nAgain and again it boils.\n" * 60
    async with judging(text=text) as seat:
        await seat.press("y", "pagedown", "pagedown")
        assert seat.screen.words.span(seat.screen.pick).start > text.index("Again")
        await seat.press("pageup", "pageup", "enter")
        assert seat.answer("Q1").quote == "Kettle"


async def test_all_answered_leads_to_the_verdict_which_names_what_it_rests_on(judging):
    async with judging() as seat:
        await seat.press("t", "d", "d")
        await seat.press("down")
        assert "Not answered yet: Q4. N goes to the next of them." in seat.bench.text()
        await seat.press("N", "d")
        shown = seat.bench.text()
        assert "Your verdict  1 cannot tell, 3 does not apply" in shown
        assert "› Fix          Q1 cannot be told" in shown
        assert "Rewrite      not offered: no question fails whose fail asks for a rewrite" in shown
        assert "Publishable  not offered: dominant, so it decides alone: Q1 cannot be told" in shown
        assert seat.bar("footer").startswith(" ↑ ↓ choose  enter give the verdict  home to the questions")


async def test_a_finished_rubric_rules_and_its_fails_are_hits_that_can_be_undone(judging):
    async with judging() as seat:
        await seat.fail("It never says.")
        await seat.press("d", "d", "d", "enter")
        b = seat.bench
        assert b.app.screen is b.review
        assert b.said == "You judged it Fix: what fails is a hit; v changes your answers"
        assert b.board.ruling.value is RulingValue.FIX
        assert "Draft ruling: Fix" in b.bar("artifact")
        assert b.bar("seats").startswith("you said Fix")
        assert (b.here.group, b.here.standing.mark, b.here.headline) == (
            Group.ADDED,
            Mark.HIT,
            "It never says.",
        )
        await b.press("u")
        assert b.here.standing.mark is None and b.board.ruling.value is RulingValue.FIX
        await b.press("m")
        assert b.board.ruling.value is RulingValue.PUBLISHABLE


async def test_another_verdict_that_the_answers_leave_can_be_chosen(judging):
    async with judging() as seat:
        await seat.press("d", "d")
        await seat.fail("It cannot stay.")
        await seat.press("d")
        assert "› Rewrite" in seat.bench.text()
        await seat.press("right")
        assert "› Fix" in seat.bench.text()
        await seat.press("up")
        assert "› Rewrite" in seat.bench.text()
        await seat.press("down", "down", "down")
        assert "› Publishable" in seat.bench.text()
        await seat.press("enter")
        b = seat.bench
        assert b.board.ruling.value is RulingValue.PUBLISHABLE
        assert b.said.startswith("You judged it Publishable")


async def test_up_from_the_first_verdict_and_home_lead_back_to_the_questions(judging):
    async with judging() as seat:
        await seat.press("d", "d", "d", "d", "up")
        assert seat.bar("questions").split()[-2:] == ["[Q4d]", "verdict"]
        await seat.press("down", "home")
        assert seat.bar("questions").split()[0] == "[Q1d]"


async def test_home_and_end_go_to_the_first_and_last_question_and_end_again_to_the_verdict(judging):
    async with judging() as seat:
        await seat.press("down", "end")
        assert seat.bar("questions").split()[3] == "[Q4·]"
        await seat.press("end")
        assert seat.bar("questions").split()[4] == "[verdict]"
        await seat.press("end", "home")
        assert seat.bar("questions").split()[0] == "[Q1·]"


async def test_questions_that_have_no_room_are_signed_on_the_side_where_they_are(judging):
    many = rubric(*(question(f"Q{n}") for n in range(1, 10)))
    async with judging(library=Library((), (many,)), size=(40, 24)) as seat:
        assert seat.bar("questions") == " [Q1·] Q2· Q3· Q4· Q5· Q6· … verdict"
        await seat.press(*["down"] * 4)
        assert seat.bar("questions") == " … Q2· Q3· Q4· [Q5·] Q6· Q7· … verdict"
        await seat.press("end")
        assert seat.bar("questions") == " … Q4· Q5· Q6· Q7· Q8· [Q9·] verdict"
        await seat.press("end")
        assert seat.bar("questions") == " … Q4· Q5· Q6· Q7· Q8· Q9· [verdict]"


async def test_a_rubric_left_half_done_by_an_edit_is_said_until_it_is_gone_on_with(judging, bench):
    left = "2 of 4 answered on an earlier text"
    async with judging() as seat:
        await seat.press("t", "d", "escape")
        b = seat.bench
        assert b.said == "v goes on: 2 of 4 answered"
        assert "checks" in b.bar("seats") and "answered" not in b.bar("seats")
        b.review.desk.files.write(f"Look:\n\n{TEXT}")
        await b.review._watch()
        await b.press("R")
        assert b.said == f"Revision 2 is shown: +2 lines; v goes on: {left}."
    async with bench(
        provider=None, library=Library((), (FOUR,)), size=(80, 24), text=f"Look:\n\n{TEXT}"
    ) as b:
        assert b.said.startswith(f"v goes on: {left}")
        await b.press("v", "enter", "escape")
        assert b.said == "v goes on: 1 of 4 answered"


async def test_a_finished_rubric_is_filled_in_and_changing_it_takes_its_place(judging):
    async with judging() as seat:
        await seat.fail("It never says.")
        await seat.press("d", "d", "d", "enter", "v")
        assert seat.answer("Q1").words == "It never says."
        assert seat.bar("judged").endswith("4 of 4 answered")
        await seat.press("y", "space", "enter")
        assert seat.said == "Q1 meets, kept; N goes to the verdict."
        await seat.press("escape")
        assert seat.bench.said == "v goes on: 4 of 4 answered, the verdict is left"
        assert seat.bench.board.ruling.value is RulingValue.FIX
        await seat.press("v")
        assert "› Publishable" in seat.bench.text()
        await seat.press("enter")
        b = seat.bench
        assert b.board.ruling.value is RulingValue.PUBLISHABLE
        assert [row for row in b.board.rows if row.findings] == []


async def test_leaving_a_finished_rubric_unchanged_says_nothing_is_left(judging):
    async with judging() as seat:
        await seat.press("d", "d", "d", "d", "enter", "v", "escape")
        assert seat.bench.said == ""


async def test_on_an_edited_text_an_answer_is_kept_with_enter_where_its_words_stand(judging):
    async with judging() as seat:
        await seat.press("y", "slash")
        await seat.type("boils water")
        await seat.press("enter")
        await seat.fail("Two lines.")
        b = seat.bench
        await b.press("escape")
        b.review.desk.files.write(f"Look:\n\n{TEXT}")
        await b.review._watch()
        await b.press("v")
        assert b.said == "The file has changed: R shows it, then you can judge it."
        await b.press("R", "v")
        assert seat.answer("Q1") is None
        shown = b.text()
        assert "before meets  enter keeps it  “boils water”" in shown
        await seat.press("enter")
        assert (seat.answer("Q1").value, seat.answer("Q1").quote) == ("meets", "boils water")
        assert seat.bar("questions").split()[:2] == ["Q1y", "[Q2·]"]
        assert "before fails  enter keeps it  “Kettle”" in b.text()
        await seat.press("d", "enter")
        assert seat.said.startswith("Answer it first")


async def test_a_text_without_words_can_be_told_nothing_of(judging):
    async with judging(text="\n") as seat:
        await seat.press("y")
        assert seat.said == "The text is empty: there are no words to choose."
        await seat.press("t")
        assert seat.answer("Q1").value == "cannot tell"


async def test_a_wide_screen_shows_question_and_text_side_by_side(judging):
    async with judging(size=(160, 48)) as seat:
        row = seat.bench.text().split("\n")[2]
        assert row.startswith(" Q1  question 1 of 4") and "# Kettle" in row
        await seat.press("down")
        assert any(row.strip().startswith("kettle on") for row in seat.bench.text().split("\n"))


async def test_nothing_that_a_text_or_a_rubric_says_commands_the_terminal(judging):
    wild = question("Q1", ask="Is [b]it[/b] \x1b[2J?", meets="[/x] \u202e")
    async with judging(text="# \x1b[31mKettle [/x]\n", library=Library((), (rubric(wild),))) as seat:
        await seat.press("y", "shift+right", "enter", "up", "c")
        await seat.type("[/x] \x9b2J")
        shown = seat.bench.text()
        assert "\x1b[31m" not in shown and "\x9b" not in shown and "[/x]" in shown
        assert "Is [b]it[/b] ␛[2J?" in shown


async def test_without_a_rubric_that_fits_the_person_is_told(bench):
    async with bench(provider=None, library=Library()) as b:
        await b.press("v")
        assert b.app.screen is b.review and "No persona and no rubric fits" in b.said


async def test_help_and_the_palette_are_there_on_the_rubric_too(judging):
    async with judging() as seat:
        labels = [command.title for command in seat.bench.app.get_system_commands(seat.screen)]
        assert "meets (y)" in labels and "hit (h)" not in labels
        await seat.press("question_mark")
        assert "Answer the rubric yourself" in seat.bench.app.screen.query_one("#page-text").render().plain
        await seat.press("escape")
        assert seat.answer("Q1") is None


@pytest.mark.parametrize("size", [(20, 6), (1, 1), (300, 100)])
async def test_any_size_can_be_drawn(judging, size):
    async with judging(size=size) as seat:
        await seat.press("down", "tab", "y", "down", "enter", "down", "down", "enter")
        assert seat.bench.app.is_running


async def test_the_details_say_what_the_person_said_and_which_question_failed(judging):
    async with judging(size=(160, 48)) as seat:
        await seat.fail("It never says.")
        await seat.press("d", "t", "d", "enter")
        b = seat.bench
        shown = b.text()
        assert "question: Can a newcomer tell what it is?" in shown and "Q1 fails" in shown
        assert "ruling: dominant: a fail alone rules Fix" in shown
        assert "raised by: you" in shown
        await b.press("home")
        assert "you said: Fix. 1 fails, 1 cannot tell, 2 does not apply" in b.text()


async def test_enter_takes_no_word_that_the_person_did_not_move_to_or_hold(judging):
    async with judging() as seat:
        await seat.press("y", "enter")
        assert seat.answer("Q1") is None and seat.said.startswith("No words are chosen yet")
        await seat.press("space", "enter")
        assert seat.answer("Q1").quote == "Kettle"


async def test_the_last_answer_is_taken_back_with_the_words_that_were_added_to_it(judging):
    async with judging() as seat:
        await seat.press("u")
        assert seat.said.startswith("No answer was given here")
        await seat.press("t", "up")
        await seat.fail("It never says.")
        await seat.press("d", "u")
        assert seat.answer("Q2") is None
        assert seat.said == "Taken back: Q2 does not apply; it is open again."
        await seat.press("u")
        assert seat.said == "Taken back: Q1 fails; it is cannot tell again."
        assert seat.answer("Q1").value == "cannot tell" and seat.screen.place == 0
        await seat.press("u", "escape", "v")
        assert seat.answer("Q1") is None and seat.bar("judged").endswith("0 of 4 answered")


async def test_an_answer_of_a_finished_rubric_is_taken_back_to_what_the_reading_says(judging):
    async with judging() as seat:
        await seat.press("d", "d", "d", "d", "enter", "v", "t", "u", "escape")
        assert seat.bench.said == ""


async def test_examples_keep_their_lines_and_leave_the_question_two_thirds(judging):
    async with judging() as seat:
        await seat.press("down")
        rows = [row.rstrip() for row in seat.bench.text().split("\n")]
        first = next(number for number, row in enumerate(rows) if "another text: One line." in row)
        assert rows[first + 1].strip() in ("", "…")
        assert sum("another text" in row for row in rows) == 2
