"""Lines that are typed at the bottom."""

import pytest
from textual.widgets import Input

from workbench.core.text.display_text import width
from workbench.tui.widgets.input_bar import InputBar, LastWord


@pytest.mark.parametrize("key", ["c", "slash", "f", "g", "i", "o"])
async def test_what_is_asked_fits_eighty_columns_and_the_footer_shows_the_keys_that_work(bench, key):
    async with bench(size=(80, 24), read=True) as b:
        await b.go("boils water")
        await b.press(key, *(["space", "enter"] if key == "o" else []))
        bar = b.review.query_one(InputBar)
        assert bar.asking and bar.hint
        # What a filter may say is longer: it stands above, in lines of its own.
        assert b.said == bar.hint or (key == "f" and "any of the words above" in b.said)
        assert key != "f" or "cant-tell" in b.text()
        assert width(b.said) <= 78
        assert b.bar("footer").strip().startswith("enter done") and "esc cancel" in b.bar("footer")
        assert " hit " not in b.bar("footer")
        await b.press("escape")
        assert " hit " in b.bar("footer")


async def test_while_words_are_picked_the_footer_shows_the_keys_that_pick(bench):
    async with bench(size=(80, 24), read=True) as b:
        await b.press("o")
        assert b.bar("footer").split("  ")[0].strip() == "← → ↑ ↓ to a word"
        assert all(
            said in b.bar("footer") for said in ("space hold one end", "enter take the words", "esc leave")
        )
        assert " hit " not in b.bar("footer")


async def test_tab_completes_the_last_word_of_a_filter_and_stays_in_the_field(bench):
    async with bench(size=(80, 24), read=True) as b:
        await b.press("f", *"eng", "tab", "space", *"unm", "tab")
        assert b.review.query_one(Input).value == "engineer unmarked"
        assert "tab complete the word" in b.bar("footer")
        await b.press("tab", "enter")
        assert "shown: engineer unmarked" in b.said
        await b.press("c", "tab")
        assert b.review.query_one(Input).has_focus and "tab" not in b.bar("footer")


def test_a_word_is_completed_whatever_its_case_and_nothing_is_made_of_nothing():
    words = LastWord(("hit", "Ed"))
    assert words.completed("x ED") == "x ED"
    assert words.completed("e") == "ed"
    assert words.completed("hit ") is None
    assert words.completed("q") is None
