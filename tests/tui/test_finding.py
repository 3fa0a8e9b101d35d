"""Searching, filtering and going to lines."""

from contextlib import nullcontext

import pytest
from textual.widgets import Input

from workbench.core.fixes import fixes_of
from workbench.core.marks import Mark, Standing, Target
from workbench.core.rows import Group, Row
from workbench.tui.filters import Found, row_filter
from workbench.tui.list_lines import RowLine


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


async def test_a_filter_goes_from_a_row_that_it_hides_to_one_that_it_shows_and_escape_clears_it(
    bench, a_fault
):
    async with bench(faults=[a_fault()], read=True) as b:
        await b.go("boils water")
        await b.press("f")
        await b.answer("checks")
        assert [row.headline for row in b.rows if row.findings] == ["`kettle` has no command `on`."]
        assert b.here.headline == "`kettle` has no command `on`."
        assert "shown: checks" in b.said
        await b.press("f")
        await b.answer("nobody")
        assert "No row is “nobody”" in b.said
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


async def test_the_filter_for_what_is_to_fix_shows_what_the_list_of_fixes_prints(bench):
    async with bench(read=True) as b:
        for words, key in (("the fastest", "h"), ("Python version", "h"), ("boils water", "d")):
            await b.go(words)
            await b.press(key)
        await b.go("boils water")
        await b.press("h")
        await b.press("f")
        await b.answer("to fix")
        listed = fixes_of(b.board.history, b.board.revision)
        shown = {row.headline for row in b.board.rows if b.review.row_filter(row)}
        assert shown == {fix.problem for fix in listed} and "boils water" not in " ".join(shown)
        assert f"{len(listed)} to fix" in b.text()


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_every_word_of_a_filter_is_seen_while_it_is_typed(bench, size):
    async with bench(read=True, size=size) as b:
        await b.press("f")
        shown = " ".join(b.text().split())
        assert all(f" {word} " in shown for word in ("fix", "open", "new", "again", "fixed", "mine"))
        assert "who raised it, as the list names them: S" in shown
        await b.press("escape")
        assert "who raised it, as the list names them" not in b.text()


async def test_a_filter_for_rows_that_all_are_folded_unfolds_them(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        await b.press("f")
        await b.answer("judge")
        assert "2 of 7 rows are shown." in b.said


async def test_a_filter_hides_the_row_that_the_cursor_was_on_and_says_how_many_rows_are_concerns(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("h")
        await b.go("the fastest")
        await b.press("f")
        await b.answer("marked")
        shown = [line.row for line in b.review.lines.all if isinstance(line, RowLine)]
        assert shown == [b.row("boils water")] == [b.here]
        concerns = sum(row.is_concern for row in b.board.rows)
        assert f"1 of 7 rows are shown. {concerns} of the 7 are concerns." in b.said
        await b.press("f")
        await b.answer("noted")
        assert "No row is so" in b.said and b.here == b.row("boils water")


async def test_a_mark_that_asks_anew_is_unmarked_in_a_filter_as_it_is_in_the_count():
    asked = Row(Target("concern", 1), Group.NEW, standing=Standing(Mark.HIT, returned="edited"))
    assert row_filter("unmarked", {})(asked)
    assert not any(row_filter(word, {})(asked) for word in ("marked", "hit"))


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
        assert "skeptic took it for: A kettle. Readers: Tea drinkers." in shown


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
        ("f", "mi", "any of the words above; of several all must hold"),
        ("slash", "boils", "words in a row or in the text"),
        ("g", "1", "1 to 11"),
        ("c", "why", "for yourself, kept beside the row"),
        ("i", "A kettle", "what, for whom: to mark whether readers got it; no reader sees it"),
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


async def test_a_search_says_where_a_row_says_it_and_an_empty_line_searches_again(bench):
    async with bench(read=True, size=(80, 24)) as b:
        await b.go("Python version")
        await b.press("c")
        await b.answer("we said so in the manual")
        await b.press("slash")
        await b.answer("manual")
        assert b.said == "Row 1 of 1, in your note: “we said so in the manual”"
        await b.press("slash")
        field = b.review.query_one(Input)
        assert (field.value, field.placeholder) == ("", "enter again: manual")
        await b.press("enter")
        assert "“we said so in the manual”" in b.said
        await b.press("slash")
        await b.answer("wrong one")
        assert b.said == "Row 1 of 1, in what follows: “I install it on the wrong one.”"


async def test_what_begins_a_word_is_found_before_what_stands_within_one(bench):
    async with bench(read=True, size=(80, 24)) as b:
        await b.go("Python version")
        await b.press("c")
        await b.answer("ask Ever about it")
        await b.press("slash")
        await b.answer("ever")
        assert b.said == "Row 1 of 1, in your note: “ask Ever about it”"
        await b.press("slash")
        await b.answer("astest")
        assert "Neither" not in b.said


async def test_the_key_for_the_next_row_is_said_where_several_say_it(bench):
    async with bench(read=True, size=(80, 24)) as b:
        await b.press("slash")
        await b.answer("t")
        assert b.said.rstrip(".").endswith("; / and enter: the next")
        first = b.here
        await b.press("slash", "enter")
        assert b.here != first


def test_an_excerpt_begins_between_words_and_has_the_words_in_it():
    said = "It goes on and on about kettles before it says what the budget of the whole thing is."
    excerpt = Found("in what follows", said).excerpt("Budget", 30)
    assert excerpt.startswith("… ") and "budget" in excerpt and len(excerpt) <= 30
    assert Found("", said).excerpt("goes", 20) == "It goes on and on a…"


@pytest.mark.parametrize(
    ("read", "said"), [(False, "how the text is ruled."), (True, "what its readers took it for")]
)
async def test_what_readers_took_it_for_is_offered_once_something_read_it(bench, read, said):
    async with bench(read=read, size=(80, 24)) as b:
        await b.press("home")
        assert said in b.bar("brief") and ("took it for" in b.bar("brief")) is read
