"""The board of candidates under text of others, long lines, many rows and keys that come too soon."""

import asyncio
import json
import re

import pytest
from core.taglines.desk_stage import is_grading
from tui.tagline_seat import (
    BOTH,
    LINES,
    SMALL,
    STEAM,
    tagline_seat,
)

from workbench.core.costs.usage import Usage
from workbench.core.ports import Reply
from workbench.core.taglines.desk import Wish
from workbench.core.text.display_text import width
from workbench.tui.app import WorkbenchApp
from workbench.tui.screens.tagline_frame import TaglineGlimpse
from workbench.tui.screens.taglines import TaglinesScreen


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
