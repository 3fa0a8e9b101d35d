"""Searching, filtering and going to lines."""

from contextlib import nullcontext

import pytest


async def test_search_goes_from_row_to_row_then_into_the_text(bench):
    async with bench(read=True) as b:
        await b.press("slash")
        await b.answer("python VERSION")
        assert "Python version" in b.here.headline
        assert "Row 1 of 1" in b.said
        await b.press("slash")
        await b.answer("## Limits")
        assert "No row says “## Limits”: in the text, line 9." in b.said
        await b.press("slash")
        await b.answer("no such thing")
        assert "Neither a row nor the text" in b.said
        assert "Python version" in b.here.headline


async def test_a_filter_keeps_the_row_under_the_cursor_and_escape_clears_it(bench, a_fault):
    async with bench(faults=[a_fault()], read=True) as b:
        await b.go("boils water")
        await b.press("f")
        await b.answer("checks")
        assert {row.headline for row in b.rows if row.findings} == {
            "It never says which kettle boils water, or how much.",
            "`kettle` has no command `on`.",
        }
        assert "boils water" in b.here.headline
        assert "shown: checks" in b.said
        await b.press("f")
        await b.answer("nobody")
        assert "No row is 'nobody'" in b.said
        await b.press("escape")
        assert len([row for row in b.rows if row.findings]) == 4


async def test_a_filter_takes_the_name_or_label_of_a_source_and_kinds_of_mark(bench):
    async with bench(read=True) as b:
        await b.go("Python version")
        await b.press("h", "f")
        await b.answer("engineer unmarked")
        assert [row.headline for row in b.rows if row.standing.mark is None and row.findings] == [
            "The claim to be the fastest has no support."
        ]
        await b.press("f")
        await b.answer("hit E")
        assert "Python version" in b.text()


async def test_a_line_is_gone_to_by_its_number(bench):
    async with bench(text="one\n" * 300) as b:
        await b.press("g")
        await b.answer("250")
        assert "250› one" in b.text()
        await b.press("g")
        await b.answer("x")
        assert "'x' is not the number of a line" in b.said
        await b.press(
            "pageup", "pageup", "pageup", "pageup", "pageup", "pageup", "pageup", "pageup", "pageup"
        )
        assert "250› one" not in b.text()


async def test_the_line_gone_to_is_marked_until_the_cursor_moves_and_named(bench):
    async with bench(read=True) as b:
        await b.go("Python version")
        await b.press("g")
        await b.answer("3")
        assert "Line 3." in b.said
        assert " 3› Kettle boils water" in b.text()
        await b.press("up")
        assert " 3› Kettle" not in b.text() and " 3  Kettle" in b.text()


async def test_a_line_past_the_end_goes_to_the_last_and_says_so(bench):
    async with bench() as b:
        await b.press("g")
        await b.answer("400")
        assert "The text ends at line 11: this is it." in b.said
        assert "11› It is the fastest" in b.text()
        await b.press("g")
        await b.answer("0")
        assert "'0' is not the number of a line" in b.said


async def test_searching_again_goes_to_the_next_line_of_the_text_and_letters_that_fold_longer_do_no_harm(
    bench,
):
    async with bench(text="# ßßßß\n\nHot.\n\nhot.\n") as b:
        for said in ("line 3 (1 of 2)", "line 5 (2 of 2)", "line 3 (1 of 2)"):
            await b.press("slash")
            await b.answer("HOT")
            assert said in b.said


async def test_an_edit_opens_at_the_line_gone_to_and_otherwise_at_the_words_of_the_row(bench, monkeypatch):
    opened = []
    async with bench(editor=lambda path, line: opened.append(line), read=True) as b:
        monkeypatch.setattr(b.app, "suspend", nullcontext)
        await b.go("Python version")
        await b.press("g")
        await b.answer("5")
        await b.press("e", "down", "up", "e")
        assert opened == [5, 7]


async def test_a_filter_says_what_stays_folded(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        await b.press("f")
        await b.answer("judge")
        assert "0 of 7 rows are shown, 2 more are folded." in b.said


async def test_the_palette_does_what_a_key_does(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        commands = {c.title: c for c in b.app.get_system_commands(b.review)}
        commands["hit (h)"].callback()
        await b.pilot.pause()
        assert b.row("boils water").standing.mark == "hit"
        assert "Theme" in commands


async def test_the_intent_is_kept_and_shown_beside_what_readers_took_it_for(bench):
    async with bench(read=True) as b:
        await b.press("i")
        await b.answer("A kettle for people who live in a terminal")
        await b.press("home")
        shown = b.text()
        assert "meant as: A kettle for people who live in a terminal" in shown
        assert "skeptic took it for: A kettle. for: Tea drinkers." in shown


@pytest.mark.parametrize("opened", ["action_command_palette", "search_themes"])
async def test_keys_pressed_before_the_palette_is_laid_out_do_no_harm(bench, opened):
    async with bench() as b:
        getattr(b.app, opened)()
        keys = ("pagedown", "pageup", "down", "pagedown", "up", "pageup")
        for key in keys:
            b.app.simulate_key(key)
        await b.pilot.pause()
        await b.press(*keys, "escape")
        assert b.app.screen is b.review


async def test_a_filter_that_no_row_meets_says_so_though_the_row_under_the_cursor_stays(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        await b.press("f")
        await b.answer("deferred")
        assert b.said.startswith("No row is so: “deferred”; esc shows every row again.")


@pytest.mark.parametrize(
    ("key", "typed", "said"),
    [
        ("f", "mi", "unmarked hit miss cant-tell deferred noted readers judge checks mine"),
        ("slash", "boils", "words in a row or in the text"),
        ("g", "1", "1 to 11"),
        ("c", "why", "type it"),
        ("i", "A kettle", "what, and for whom, in a sentence; no reader sees it"),
    ],
)
async def test_what_may_be_typed_stays_in_sight_while_it_is_typed(bench, key, typed, said):
    async with bench(read=True, size=(80, 24)) as b:
        await b.go("the fastest")
        await b.press(key)
        assert b.said.startswith(said)
        await b.press(*typed.replace(" ", "_"))
        assert b.said.startswith(said) and said[:40] in b.text()
        await b.press("escape")
        assert not b.said.startswith(said)
