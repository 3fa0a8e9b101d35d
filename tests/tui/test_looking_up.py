"""What the repository says of a row whose code the person would have to see."""

import asyncio

import pytest
from support.builders import TEXT

from workbench.core.marks import Mark
from workbench.core.ports import Mention
from workbench.tui.list_lines import asks_for_mark
from workbench.tui.screens.looking_up import EvidenceScreen
from workbench.tui.widgets.details_pane import DetailsPane

LINE = Mention(
    "src/kettle.py", 12, 'add_argument("--fast")', "--fast", ("a = 1", 'add_argument("--fast")'), 11
)


class Lookup:
    """A repository that says what it is told to."""

    def __init__(self, *mentions):
        self.mentions_found, self.asked, self.cancelled = mentions, [], 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def mentions(self, path, words, most=12):
        self.asked.append(words)
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return self.mentions_found


def details(app):
    return "".join(text for text, _ in app.review.query_one(DetailsPane)._said)


async def test_cannot_tell_code_lists_the_lines_of_the_repository_and_a_mark_decides(bench):
    lookup = Lookup(LINE)
    async with bench(read=True, lookup=lookup) as app:
        await app.go("has no support")
        row = app.here.target
        lookup.gate.clear()
        await app.press("t", "1")
        assert app.here.target != row and "1 again shows what the repository says" in app.said
        lookup.gate.set()
        await app.settle()
        assert "the repository names it on 1 line" in app.said
        await app.press("1")
        assert app.here.target == row
        assert "src/kettle.py:12  add_argument" in details(app)
        assert lookup.asked[0].startswith("fastest kettle")
        await app.press("enter")
        assert isinstance(app.app.screen, EvidenceScreen)
        assert "11 a = 1" in app.text()
        await app.press("escape", "m")
        assert app.board.row(row).standing.mark is Mark.MISS
        assert "src/kettle.py" not in details(app) or app.here.target != row


async def test_nothing_is_looked_up_for_another_reason(bench):
    lookup = Lookup(LINE)
    async with bench(read=True, lookup=lookup) as app:
        await app.go("has no support")
        await app.press("t", "2")
        await app.settle()
        assert lookup.asked == []


async def test_a_repository_that_names_nothing_says_so(bench):
    async with bench(read=True, lookup=Lookup()) as app:
        await app.go("has no support")
        await app.press("t", "1", "1")
        await app.settle()
        assert "Nothing in the repository names" in details(app)


async def test_a_search_ends_when_the_person_moves_on_and_begins_again_when_they_come_back(bench):
    lookup = Lookup(LINE)
    async with bench(read=True, lookup=lookup) as app:
        lookup.gate.clear()
        await app.go("has no support")
        await app.press("t", "2")
        await app.go("has no support")
        await app.press("t", "1")
        await app.pilot.pause()
        assert "Looking up" in details(app)
        await app.press("home")
        await app.pilot.pause()
        assert lookup.cancelled == 1
        lookup.gate.set()
        await app.go("has no support")
        await app.settle()
        assert "src/kettle.py:12" in details(app)


@pytest.mark.parametrize(("keys", "told"), [("t", "can't tell, u undoes"), ("t3", "can't tell: either view")])
async def test_a_cannot_tell_is_told_before_what_it_rests_on_is_kept(bench, monkeypatch, keys, told):
    async with bench(read=True, lookup=Lookup()) as app:
        *before, last = keys
        await app.go("has no support")
        await app.press(*before)
        store, said = app.review.desk.store, []
        keep = store.save_looked_up

        async def noticed(*what):
            said.append(app.said)
            await keep(*what)

        monkeypatch.setattr(store, "save_looked_up", noticed)
        await app.press(last)
        assert told in said[0]


async def asked_anew(bench, text, lookup):
    async with bench(read=False, lookup=lookup, text=text) as again:
        if again.board.disk is not None:
            await again.press("R")
        await again.settle()
        row = again.row("has no support")
        return row.standing.returned, row.standing.mark


async def test_a_cannot_tell_is_asked_anew_once_its_text_or_its_evidence_changed(bench):
    async with bench(read=True, lookup=Lookup(LINE)) as app:
        await app.go("has no support")
        await app.press("t", "1")
        await app.settle()
    assert await asked_anew(bench, TEXT, Lookup(LINE)) == ("", Mark.CANT_TELL)
    moved = Mention(LINE.path, 99, LINE.text, LINE.name)
    assert (await asked_anew(bench, TEXT, Lookup(moved)))[0] == ""
    other = Mention(LINE.path, 12, "something else", LINE.name)
    assert "what the repository says changed" in (await asked_anew(bench, TEXT, Lookup(other)))[0]
    elsewhere = TEXT.replace("Kettle boils", "The kettle boils")
    assert (await asked_anew(bench, elsewhere, Lookup(LINE)))[0] == ""
    there = TEXT.replace("in the world.", "in the world, by far.")
    assert "the text there changed" in (await asked_anew(bench, there, Lookup(LINE)))[0]


async def test_what_is_asked_anew_waits_for_a_mark_again_and_cannot_be_told_again(bench):
    async with bench(read=True, lookup=Lookup(LINE)) as app:
        await app.go("has no support")
        await app.press("t", "1")
        await app.settle()
    other = Lookup(Mention(LINE.path, 12, "something else", LINE.name))
    async with bench(lookup=other) as app:
        await app.settle()
        unmarked = sum(asks_for_mark(row.standing) for row in app.rows if row.findings)
        assert f"{unmarked} unmarked" in app.said
        row = app.row("has no support").target
        await app.press("home", "N")
        await app.go("has no support")
        assert "asked anew" in details(app)
        await app.press("t")
        assert app.board.row(row).standing.returned == ""
