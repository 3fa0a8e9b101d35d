"""The board of candidates: what it shows and what its keys do."""

import re

from core.taglines.desk_stage import INTENT, is_grading
from tui.tagline_seat import (
    BOTH,
    FILE,
    FROM_SHELL,
    LARGE,
    LINES,
    README,
    SHELL,
    SMALL,
    STEAM,
    TEA,
    tagline_seat,
)

from workbench.tui.screens.tagline_help import TaglineHelpScreen


@BOTH
async def test_the_board_lists_each_candidate_with_its_length_and_its_checks(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        assert "taglines.md  4 candidates  alone" in seat.text and "not read yet" in seat.text
        assert f"Intent: {INTENT}" in seat.text
        for line in LINES:
            assert f"{len(line)}  !1  {line}" in seat.text
        assert "seen: Boils" in seat.text and "0 of 0" not in seat.text


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


@BOTH
async def test_candidates_are_ordered_by_the_next_thing_with_each_press(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.read()
        assert seat.order[:2] == [SHELL, FROM_SHELL]
        await seat.go(STEAM)
        for expected in (LINES, sorted(LINES, key=len), sorted(LINES), [SHELL, FROM_SHELL, TEA, STEAM]):
            await seat.press("o")
            assert seat.order == list(expected) and "Ordered by" in seat.said
            assert STEAM in seat.here[1]


@BOTH
async def test_only_candidates_that_say_some_words_are_listed_until_escape(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.press("slash")
        await seat.type("shell")
        assert seat.order == [SHELL, FROM_SHELL]
        assert "2 of 4 listed" in seat.said and "shown: shell, 2" in seat.text
        await seat.press("slash")
        await seat.type("seen: steam")
        assert seat.order == [STEAM]
        await seat.press("slash")
        await seat.type("[/x] nothing")
        assert "No candidate says “[/x] nothing”; esc lists all." in seat.told
        for key in ("enter", "d", "e", "h", "down", "end", "o", "tab", "tab"):
            await seat.press(key)
        await seat.press("escape")
        assert seat.order == list(LINES)


@BOTH
async def test_a_hidden_candidate_is_read_no_more_and_can_be_shown_again(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.go(TEA)
        await seat.press("d")
        assert seat.order == [SHELL, STEAM, FROM_SHELL] and "1 hidden" in seat.text
        assert STEAM in seat.here[1]
        await seat.press("u")
        assert seat.order == list(LINES) and TEA in seat.here[1] and "hidden" not in seat.bar("tagline-title")
        await seat.press("u")
        assert "Nothing was hidden here" in seat.said
        await seat.press("d", "a")
        assert seat.order == list(LINES)
        await seat.go(TEA)
        assert "hidden" in seat.here[1]
        await seat.read()
        assert not seat.board.rows[seat.screen.cursor].reads
        await seat.go(TEA)
        await seat.press("d")
        assert "Shown and read again." in seat.said
        await seat.press("d", "a")
    async with tagline_seat(tmp_path, size) as seat:
        assert TEA not in seat.order and "1 hidden" in seat.text


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
async def test_an_edited_candidate_becomes_a_new_one_that_names_its_parent(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.go(TEA)
        await seat.press("e")
        assert "taglines.md is not written" in seat.said
        await seat.press(*["backspace"] * 3, *"boiling", "enter")
        assert "A new candidate; r has it read." in seat.said
        assert "↳ The future of boiling" in seat.here[1] and len(seat.order) == 5
        assert "made of   The future of tea" in seat.text and "seen: The f" in seat.text
        await seat.press("e")
        await seat.type("The future of boiling")
        assert "this one is on the board already" in seat.said
        await seat.press("e")
        await seat.type(STEAM)
        assert STEAM in seat.here[1] and len(seat.order) == 5
    async with tagline_seat(tmp_path, size) as seat:
        assert "↳ The future of boiling" in seat.text


@BOTH
async def test_a_new_candidate_stands_as_unread_and_the_others_as_they_did(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.read()
        before = {row.candidate.text: (row.state, row.count) for row in seat.board.rows.values()}
        await seat.press("e")
        await seat.type("A boiler for your shell")
        assert "not read yet" in seat.here[1] and "may be best" not in seat.text
        assert "can't separate 2, 1 new" in seat.text
        await seat.go(SHELL)
        assert "without the new ones" in seat.told
        after = {row.candidate.text: (row.state, row.count) for row in seat.board.rows.values()}
        assert {text: after[text] for text in before} == before
    async with tagline_seat(tmp_path, size) as seat:
        assert "1 new candidate not read yet: r." in seat.said


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
        assert len(seat.order) == 4
        await seat.press("R")
        assert "5 candidates, 1 of them new" in seat.said and len(seat.order) == 5


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
        assert seat.order == list(LINES)
