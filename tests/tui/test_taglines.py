"""The board of candidates: what it shows, what its keys do, and what arrives while it is worked on."""

import asyncio
import json
import re

import pytest
from core.taglines.test_desk import INTENT, is_grading, kettle
from tui.conftest import SetChecks
from tui.tagline_seat import FILE, LARGE, LINES, README, SMALL, tagline_seat

from workbench.core.costs.usage import Usage
from workbench.core.errors import Failure, FailureKind
from workbench.core.marks import Mark
from workbench.core.ports import CheckReport, Reply
from workbench.core.readings import Finding, FindingKind
from workbench.core.taglines.desk import Wish
from workbench.core.text.display_text import width
from workbench.tui.app import WorkbenchApp
from workbench.tui.screens.report import ReportScreen
from workbench.tui.screens.tagline_frame import TaglineGlimpse
from workbench.tui.screens.tagline_help import TaglineHelpScreen
from workbench.tui.screens.tagline_sending import TaglineSendingScreen
from workbench.tui.screens.taglines import TaglinesScreen

BOTH = pytest.mark.parametrize("size", [SMALL, LARGE])
SHELL, TEA, STEAM, FROM_SHELL = LINES


def order(seat):
    """The candidates as they are listed."""
    return [seat.board.rows[id].candidate.text for id in seat.screen._order]


@BOTH
async def test_the_board_lists_each_candidate_with_its_length_and_its_checks(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        assert "taglines.md  4 candidates  alone" in seat.text and "not read yet" in seat.text
        assert f"Right: {INTENT}" in seat.text
        for line in LINES:
            assert f"{len(line)}  !1  {line}" in seat.text
        assert "seen: Boils" in seat.text and "0 of 0" not in seat.text


@BOTH
async def test_reading_is_proposed_with_its_cost_and_nothing_is_sent_before_enter(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.press("r")
        assert isinstance(seat.app.screen, TaglineSendingScreen)
        told = seat.told
        assert "Try 4 candidates on readers" in told and "12 reads and 12 gradings" in told
        assert "about $0." in told and "nowhere: recorded answers" in told
        await seat.press("escape")
        assert not seat.provider.asked
        await seat.read()
        assert seat.provider.asked and "All is read" in seat.said


@BOTH
async def test_what_was_read_is_counted_by_reader_with_an_interval_in_counts_and_no_percentage(
    tmp_path, size
):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.read()
        row = seat.board.rows[seat.screen.cursor]
        assert re.search(rf"can't separate +{row.of} of {row.of} +\d+ to {row.of} ", seat.text)
        assert re.search(r"behind|left out", seat.text)
        assert "by        engineer" in seat.text and seat.text.replace("95 %", "").count("%") == 0
        assert "can't separate 2" in seat.text
        if size == LARGE:
            assert re.search(r"95 % +E +R +S +cells", seat.text)


async def test_the_intent_is_asked_for_once_before_anything_is_proposed(tmp_path):
    async with tagline_seat(tmp_path, intent="") as seat:
        assert "Not said yet what it is: i says that" in seat.text
        await seat.press("r")
        assert "What is it, and for whom:" in seat.text
        await seat.type("")
        assert "Left as it was." in seat.said and not seat.board.intent
        await seat.press("r")
        await seat.type(INTENT)
        assert isinstance(seat.app.screen, TaglineSendingScreen)
        await seat.press("escape")
        assert f"Right: {INTENT}" in seat.text
    async with tagline_seat(tmp_path, intent="") as seat:
        await seat.press("r")
        assert isinstance(seat.app.screen, TaglineSendingScreen)


async def test_another_intent_has_the_stored_answers_graded_anew(tmp_path):
    async with tagline_seat(tmp_path) as seat:
        await seat.read()
        reads = len(seat.board.reads)
        await seat.press("i")
        await seat.type("A kettle, for people in a hurry.")
        assert "what was read is graded anew" in seat.said
        assert all(row.of == 0 for row in seat.board.rows.values())
        await seat.press("r", "enter")
        await seat.until(lambda: not seat.screen.reading and seat.board.standing.decided)
        assert len(seat.board.reads) == reads and seat.board.rows[seat.screen.cursor].of


async def test_rows_that_arrive_never_move_the_one_under_the_cursor(tmp_path):
    text = "".join(f"- Line {n} of tea\n" for n in range(60)) + "- Boils water from the shell\n"
    async with tagline_seat(tmp_path, text=text, gated=True) as seat:
        await seat.press(*["down"] * 30)
        y, _ = seat.here
        await seat.press("r", "enter")
        seat.let(120)
        await seat.until(lambda: len(seat.board.reads) >= 50)
        await seat.until(lambda: "of 183 reads" in seat.text)
        assert seat.here[0] == y and "Line 30 of tea" in seat.here[1]
        await seat.press("up")
        seat.let(2000)
        await seat.until(lambda: not seat.screen.reading)
        assert seat.here[0] == y - 1 and "Line 29 of tea" in seat.here[1]
        assert order(seat)[0] == SHELL


async def test_a_run_is_stopped_and_goes_on_where_it_was_also_in_another_session(tmp_path):
    async with tagline_seat(tmp_path, gated=True) as seat:
        await seat.press("x")
        assert "Nothing is being read." in seat.said
        await seat.press("r", "enter")
        assert "x stops it" in seat.said
        seat.let(6)
        await seat.until(lambda: seat.board.reads)
        await seat.press("r")
        assert "Reads are being made" in seat.said
        await seat.press("x")
        await seat.until(lambda: not seat.screen.reading)
        assert f"Stopped: {len(seat.board.reads)} read" in seat.said and "r goes on" in seat.said
        made = len(seat.board.reads)
    async with tagline_seat(tmp_path) as seat:
        assert len(seat.board.reads) == made > 0
        assert "r reads on where it stopped" in seat.said
        # Agreed to before and cheap, so that it begins at once.
        await seat.press("r")
        await seat.until(lambda: seat.board.standing.decided and not seat.screen.reading)
        asked = [request for request in seat.provider.asked if not is_grading(request)]
        assert len(asked) == len(seat.board.reads) - made


async def test_leaving_while_reading_stops_it_first_and_keeps_what_was_read(tmp_path):
    async with tagline_seat(tmp_path, gated=True) as seat:
        await seat.press("r", "enter")
        seat.let(4)
        await seat.until(lambda: seat.board.reads)
        await seat.press("q")
        await seat.until(lambda: not seat.screen.reading)
        made = len(seat.board.reads)
    async with tagline_seat(tmp_path) as seat:
        assert len(seat.board.reads) == made


async def test_a_spent_budget_stops_the_run_and_says_so(tmp_path):
    async with tagline_seat(tmp_path, budget=0.01) as seat:
        await seat.press("r")
        assert "$0.01 a run; it stops there" in seat.told
        await seat.press("enter")
        await seat.until(lambda: not seat.screen.reading and seat.board.ended)
        assert "budget" in seat.said and 0 < len(seat.board.reads) < 48


async def test_a_failure_is_told_and_what_came_stays(tmp_path):
    def script(request):
        if "Steam" in request.prompt.text and not is_grading(request):
            return Failure(FailureKind.REFUSAL, "The model declined to answer.")
        return kettle(request)

    async with tagline_seat(tmp_path, script=script) as seat:
        await seat.press("r", "enter")
        await seat.until(lambda: not seat.screen.reading and seat.board.ended)
        assert "failed, so what was asked is missing: read again" in seat.said
        assert {read.slot.candidate for read in seat.board.reads} == {
            each.id for each in seat.board.candidates if each.text != STEAM
        }


async def test_what_looks_like_a_credential_is_sent_only_once_that_is_typed(tmp_path):
    class Secrets(SetChecks):
        async def run(self, path, revision, kind):
            secret = Finding(
                self.rules[0].source, FindingKind.FAULT, "", "This looks like a live key.", asks="secrets"
            )
            return type("Report", (CheckReport,), {"secrets": (secret,)})()

    async with tagline_seat(tmp_path, checks=Secrets()) as seat:
        await seat.press("r", "enter")
        assert not seat.provider.asked and "This looks like a live key." in seat.text
        seat.app.screen.query_one("#confirm").value = "send secrets"
        await seat.press("enter")
        await seat.until(lambda: seat.board.reads and not seat.screen.reading)


@BOTH
async def test_candidates_are_ordered_by_the_next_thing_with_each_press(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.read()
        assert order(seat)[:2] == [SHELL, FROM_SHELL]
        await seat.go(STEAM)
        for expected in (LINES, sorted(LINES, key=len), sorted(LINES), [SHELL, FROM_SHELL, TEA, STEAM]):
            await seat.press("o")
            assert order(seat) == list(expected) and "Ordered by" in seat.said
            assert STEAM in seat.here[1]


@BOTH
async def test_only_candidates_that_say_some_words_are_listed_until_escape(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.press("slash")
        await seat.type("shell")
        assert order(seat) == [SHELL, FROM_SHELL]
        assert "2 of 4 listed" in seat.said and "shown: shell, 2" in seat.text
        await seat.press("slash")
        await seat.type("seen: steam")
        assert order(seat) == [STEAM]
        await seat.press("slash")
        await seat.type("[/x] nothing")
        assert "No candidate says “[/x] nothing”; esc lists all." in seat.told
        for key in ("enter", "d", "e", "h", "down", "end", "o", "tab", "tab"):
            await seat.press(key)
        await seat.press("escape")
        assert order(seat) == list(LINES)


@BOTH
async def test_a_hidden_candidate_is_read_no_more_and_can_be_shown_again(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.go(TEA)
        await seat.press("d")
        assert order(seat) == [SHELL, STEAM, FROM_SHELL] and "1 hidden" in seat.text
        assert STEAM in seat.here[1]
        await seat.press("u")
        assert (
            order(seat) == list(LINES) and TEA in seat.here[1] and "hidden" not in seat.bar("tagline-title")
        )
        await seat.press("u")
        assert "Nothing was hidden here" in seat.said
        await seat.press("d", "a")
        assert order(seat) == list(LINES)
        await seat.go(TEA)
        assert "hidden" in seat.here[1]
        await seat.read()
        assert not seat.board.rows[seat.screen.cursor].reads
        await seat.go(TEA)
        await seat.press("d")
        assert "Shown and read again." in seat.said
        await seat.press("d", "a")
    async with tagline_seat(tmp_path, size) as seat:
        assert TEA not in order(seat) and "1 hidden" in seat.text


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
        assert "the grader is wrong, u undoes; all here are marked" in seat.said
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
async def test_what_readers_took_a_candidate_for_is_grouped_with_counts(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.read()
        await seat.go(TEA)
        await seat.press("tab", "end")
        if size == SMALL:
            await seat.press("home", "down", "down", "down", "down")
        wrong = seat.board.rows[seat.screen.cursor].of
        told = seat.told
        assert "TAKEN FOR, BY WHO DID NOT GET IT" in told
        assert f"{wrong}x It is something else." in told
        await seat.press("tab")
        await seat.go(SHELL)
        await seat.press("tab", "pagedown")
        assert "WORDS OF WHO GOT IT" in seat.text


@BOTH
async def test_a_further_question_grades_stored_answers_without_a_new_reading(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.read()
        reads, asked = len(seat.board.reads), len(seat.provider.asked)
        await seat.press("Q")
        await seat.type("it boils")
        # Cheap and agreed to before, so it begins at once.
        await seat.until(lambda: not seat.screen.reading and len(seat.provider.asked) > asked)
        assert len(seat.board.reads) == reads
        assert all(is_grading(request) for request in seat.provider.asked[asked:])
        assert "Right: yes to “it boils”" in seat.text
        await seat.press("Q")
        await seat.type("it boils")
        assert "Every stored answer is graded by this already" in seat.said
        await seat.press("c")
        assert f"Right: {INTENT}" in seat.text
        await seat.press("Q")
        await seat.type("it is hot")
        await seat.until(lambda: not seat.screen.reading and len(seat.provider.asked) > asked + 2)
        await seat.press("c", "c", "c", "Q")
        await seat.type("")
        assert f"Right: {INTENT}" in seat.text and "Counted by whether readers got it." in seat.said


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


@BOTH
async def test_an_edited_candidate_becomes_a_new_one_that_names_its_parent(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.go(TEA)
        await seat.press("e")
        assert "taglines.md is not written" in seat.said
        await seat.press(*["backspace"] * 3, *"boiling", "enter")
        assert "A new candidate; r has it read." in seat.said
        assert "↳ The future of boiling" in seat.here[1] and len(order(seat)) == 5
        assert "made of   The future of tea" in seat.text and "seen: The f" in seat.text
        await seat.press("e")
        await seat.type("The future of boiling")
        assert "this one is on the board already" in seat.said
        await seat.press("e")
        await seat.type(STEAM)
        assert STEAM in seat.here[1] and len(order(seat)) == 5
    async with tagline_seat(tmp_path, size) as seat:
        assert "↳ The future of boiling" in seat.text


@BOTH
async def test_full_reads_every_candidate_as_often_and_the_race_says_what_it_saved(tmp_path, size):
    async with tagline_seat(tmp_path, size, wish=Wish(trials=6)) as seat:
        await seat.read()
        saved = seat.board.reads_saved
        assert saved and f"{saved} fewer than in full" in seat.said and f"{saved} reads saved" in seat.text
        await seat.press("f")
        assert "In full: every candidate is read 6 times" in seat.said and "in full" in seat.text
        await seat.press("r")
        await seat.until(lambda: not seat.screen.reading and len(seat.board.reads) >= 4 * 3 * 6)
        assert "reads saved" not in seat.text
        await seat.press("f")
        assert "A race" in seat.said


@BOTH
async def test_the_line_of_a_page_is_read_alone_or_under_its_title(tmp_path, size):
    async with tagline_seat(tmp_path, size, path=README) as seat:
        assert "README.md  1 candidate  alone" in seat.text and "Boils water from the shell." in seat.text
        await seat.press("T")
        assert "under “Kettle”" in seat.text
        await seat.read()
        assert all(
            "Kettle" in request.prompt.text for request in seat.provider.asked if not is_grading(request)
        )
        made = len(seat.board.reads)
        await seat.press("T")
        assert "Read alone: only reads made so are counted." in seat.said and not seat.board.reads
        await seat.press("T")
        assert len(seat.board.reads) == made


async def test_a_file_without_a_title_says_that_its_lines_cannot_be_shown_under_one(tmp_path):
    async with tagline_seat(tmp_path, text="- One line of tea\n- Another line\n") as seat:
        await seat.press("T")
        assert "says no title" in seat.said and not seat.board.title


async def test_a_file_that_changed_is_told_of_and_shown_when_asked(tmp_path):
    async with tagline_seat(tmp_path) as seat:
        files = seat.screen.desk.desk.files
        files.texts[seat.screen.path] = FILE + "- Kettle as a service\n"
        files.written = files.written.replace(year=2027)
        await seat.until(lambda: "The file has changed: R shows it." in seat.said)
        assert len(order(seat)) == 4
        await seat.press("R")
        assert "5 candidates, 1 of them new" in seat.said and len(order(seat)) == 5


@BOTH
async def test_the_keys_that_move_go_over_candidates_reads_and_details(tmp_path, size):
    text = "".join(f"- Line {n} of tea from the shell\n" for n in range(100))
    async with tagline_seat(tmp_path, size, text=text) as seat:
        await seat.press("j", "j", "k")
        assert "Line 1 of" in seat.here[1]
        await seat.press("end")
        assert "Line 99 of" in seat.here[1]
        await seat.press("pageup")
        assert "Line 99 of" not in seat.here[1]
        await seat.press("pagedown", "home", "down", "up")
        assert "Line 0 of" in seat.here[1]
        await seat.press("tab", "down", "pagedown", "pageup", "end", "home", "escape")
        assert "Line 0 of" in seat.here[1]
        await seat.press("escape")
        assert "q leaves" in seat.said


@BOTH
async def test_the_page_of_keys_says_what_every_key_and_word_of_the_board_means(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.press("question_mark")
        assert isinstance(seat.app.screen, TaglineHelpScreen)
        assert "Among the candidates" in seat.text
        await seat.press("escape", "enter", "question_mark")
        assert "Among the reads of one" in seat.text
        page = seat.app.screen.lines(78)
        told = " ".join("".join(text for text, _ in line) for line in page)
        for word in ("can't separate", "may be best", "left out", "reads saved", "↳", "researcher"):
            assert word in told


async def test_every_action_of_the_board_is_in_the_palette(tmp_path):
    async with tagline_seat(tmp_path) as seat:
        titles = {command.title for command in seat.app.get_system_commands(seat.screen)}
        assert {"full (f)", "title (T)", "question (Q)", "hide (d)", "order (o)", "read (r)"} <= titles
        await seat.press("ctrl+p")
        assert seat.app.screen is not seat.screen
        await seat.press("escape")
        assert seat.app.screen is seat.screen


async def test_keys_do_nothing_while_a_line_is_typed(tmp_path):
    async with tagline_seat(tmp_path) as seat:
        await seat.press("slash", *"dhmtrqfT", "f2")
        assert seat.screen.is_current and not seat.board.race.full
        assert all(not each.hidden for each in seat.board.candidates)
        await seat.press("escape")
        assert order(seat) == list(LINES)


async def test_the_vim_keys_and_function_keys_mark_too(tmp_path):
    async with tagline_seat(tmp_path, keymap={"preset": "vim"}) as seat:
        await seat.read()
        await seat.press("enter", "y", "u", "f3", "u", "f4", "G", "H", "ctrl+d", "ctrl+u")
        assert Mark.CANT_TELL in {grade.mark for grade in seat.board.grades.values()}
        assert "y the grader is right" in seat.told or seat.screen.lines[0].grade.mark


async def test_a_candidate_is_edited_and_one_hidden_while_reads_arrive(tmp_path):
    async with tagline_seat(tmp_path, gated=True) as seat:
        await seat.press("r", "enter")
        seat.let(4)
        await seat.until(lambda: seat.board.reads)
        await seat.press("e")
        seat.let(4)
        await seat.type("The future of boiling")
        await seat.go(STEAM)
        await seat.press("d")
        seat.let(200)
        await seat.until(lambda: not seat.screen.reading)
        assert len(seat.board.reads) > 8 and seat.board.ended == ""
        assert STEAM not in order(seat) and "The future of boiling" in order(seat)
        assert sum(row.reads for row in seat.board.rows.values()) == len(seat.board.reads)


@pytest.mark.parametrize(("keys", "opened"), [(("down", "down"), True), (("down", "d"), False)])
async def test_keys_of_the_first_frame_hold_on_the_board_but_none_that_decides_about_a_row(
    tmp_path, keys, opened
):
    async with tagline_seat(tmp_path) as seat:
        board, go_on = seat.screen, asyncio.Event()

        async def then():
            await go_on.wait()
            later = TaglinesScreen(board.desk, board.path, None, Wish(), board.keys)
            await later.load()
            return later

        app = WorkbenchApp(TaglineGlimpse("taglines.md", LINES), then)
        async with app.run_test(size=SMALL) as pilot:
            seat.app = app
            assert "Opening; reading what is stored." in seat.text and "The future of tea" in seat.text
            await pilot.press(*keys)
            assert f"The {len(keys)} keys that you pressed are answered" in seat.text
            go_on.set()
            await seat.until(lambda: isinstance(app.screen, TaglinesScreen))
            await pilot.pause()
            await pilot.pause()
            assert (STEAM in seat.here[1]) is opened
            assert ("The board was not open yet" in seat.text) is not opened
            assert all(not each.hidden for each in app.screen.board.candidates)


HOSTILE = (
    "[/x] [bold]not markup[/bold] [@click=app.quit]go[/]",
    "An escape \x1b[2J\x1b]0;title\x07 and a bell",
    "一つの文章を読者に読ませる道具",
    "在终端里审阅一篇文章",
    "👩‍💻 Readers 🇯🇵 on demand",
    "Right \u202eto left\u202c and a\u200bb",
)


@BOTH
async def test_text_of_others_is_shown_as_it_is_and_columns_stand_below_each_other(tmp_path, size):
    text = (
        'text,note\n"'
        + '"\n"'.join(f'{line}","[/x] of \x1b[31m{n}' for n, line in enumerate(HOSTILE))
        + '"\n'
    )

    def script(request):
        if is_grading(request):
            said = {"quote": "[/x]", "reason": "[/nope] \x1b[2J", "answer": "wrong"}
        else:
            said = {"thought": "[/y]", "what": "[/x] \x1b[31mred\x1b[0m 読者", "for_whom": "\x07"}
        return Reply(json.dumps(said), request.model, "end_turn", Usage(1, 1))

    async with tagline_seat(tmp_path, size, text=text) as seat:
        seat.provider._script = script
        await seat.read()
        assert "\x1b" not in seat.text.replace("\n", "") and "\x07" not in seat.text
        assert "[/x] [bold]not" in seat.text
        lines = [row for row in seat.rows if re.search(r"\d+ of \d+ ", row) and "right " not in row]
        starts = {width(row[: row.index("!1")]) for row in lines if "!1" in row}
        assert len(starts) == 1
        for _ in HOSTILE:
            await seat.press("enter", "h", "t", "tab", "down", "escape", "escape", "down")
        await seat.press("e")
        assert seat.screen.query_one("#ask").display


@BOTH
async def test_a_line_of_two_thousand_characters_is_cut_in_the_list_and_whole_in_the_details(tmp_path, size):
    long = "一" * 190 + " tail"
    text = f"- {long}\n- Short\n- A shell\n"
    async with tagline_seat(tmp_path, size, text=text) as seat:
        assert "…" in seat.here[1] and max(map(width, seat.rows)) <= size[0]
        await seat.press("tab", "end", "tab")
        await seat.press("e")
        await seat.type("word " * 400)
        await seat.press("enter", "escape")
        assert max(map(width, seat.rows)) <= size[0]


@BOTH
async def test_five_hundred_candidates_are_laid_out_only_where_they_are_seen(tmp_path, size, monkeypatch):
    from workbench.tui.tagline_layout import CandidateLines

    text = "".join(f"- Candidate number {n}\n" for n in range(500))
    async with tagline_seat(tmp_path, size, text=text) as seat:
        laid = []
        line = CandidateLines._line
        monkeypatch.setattr(CandidateLines, "_line", lambda self, at: laid.append(at) or line(self, at))
        await seat.press("end")
        assert "number 499" in seat.here[1]
        assert 0 < len(laid) <= 3 * size[1]
