import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from support.builders import TEXT, preview
from textual.geometry import Region

from workbench.core.artifacts import decoded
from workbench.core.errors import StoreError
from workbench.core.marks import Mark
from workbench.core.previews import preview_of, written
from workbench.storage.previews import stored_preview
from workbench.tui.app import WorkbenchApp
from workbench.tui.screens.first_frame import FirstFrame
from workbench.tui.screens.help import HelpScreen

README = Path("/texts/README.md")
OPENING = "The list is as you left it; opening."
LONG = "# Kettle\n\n![A kettle](kettle.png)\n\n" + "".join(
    f"## Part {n}\n\nKettle number {n} boils water, and does so faster than any other kettle that there is, "
    f"was or will be, whatever is said of number {n + 1}.\n\n"
    for n in range(60)
)
SIZES = [(80, 24), (100, 27), (120, 36), (160, 48)]


def looks(char, style):
    """What is seen of a character: the colour of a blank is not."""
    ink, ground = (style.bgcolor, style.color) if style.reverse else (style.color, style.bgcolor)
    return (char, ground, None if char == " " else (ink, bool(style.bold)), bool(style.underline))


class Opening:
    """A program that is opening an artifact, until it is let go on."""

    def __init__(self, first, review):
        self.review = review
        self.app = WorkbenchApp(first, self._made)
        self.failure = None
        self._gate = asyncio.Event()

    async def _made(self):
        await self._gate.wait()
        if self.failure:
            raise self.failure
        await self.review.load()
        return self.review

    async def go_on(self):
        self._gate.set()
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.pilot.pause()

    def painted(self):
        """The screen a row each, as the looks of each cell."""
        return [
            [looks(char, segment.style) for segment in strip for char in segment.text]
            for strip in self.app.screen._compositor.render_strips()
        ]

    @property
    def rows(self):
        """The screen a row each, without colours."""
        return [strip.text.rstrip() for strip in self.app.screen._compositor.render_strips()]

    @property
    def text(self):
        return "\n".join(self.rows)


@pytest.fixture
def opening(tmp_path, unopened):
    """Starts the program on the bench's database: what is kept there is seen first."""

    @asynccontextmanager
    async def start(size=(120, 30), text=TEXT, kept=None, **changes):
        review = unopened(text=text, **changes)
        await review.look_at_age()
        found = kept or stored_preview(tmp_path / "w.db", README)
        first = FirstFrame("README.md", found, decoded(text.encode()) if text else None, review.edited)
        run = Opening(first, review)
        async with run.app.run_test(size=size) as pilot:
            run.pilot = pilot
            await pilot.pause()
            yield run

    return start


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("keys", [(), ("N", "N", "N"), ("home",), ("end",)])
async def test_the_first_frame_looks_as_the_screen_that_takes_its_place(bench, opening, a_fault, size, keys):
    faults = [a_fault(f"Kettle number {n} boils water", f"Nothing proves {n}.") for n in range(0, 60, 2)]
    async with bench(text=LONG, faults=faults, read=True, size=(100, 30)) as b:
        await b.press(*keys, "q")
    async with opening(text=LONG, faults=faults, size=size) as run:
        first = run.painted()
        assert OPENING in run.rows[-2]
        await run.go_on()
        assert run.app.screen is run.review
        now = run.painted()
        # What happened meanwhile is told in the row of what was done, and on the first line in its details.
        told = run.review.query_one("#details").region if keys == ("home",) else Region()
        for n in range(size[1] - 2):
            if not told.y <= n < told.bottom:
                assert now[n] == first[n], run.rows[n]
        assert now[-1] == first[-1]


async def test_it_does_without_colours_too(bench, opening, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with bench(read=True) as b:
        await b.press("h", "m", "q")
    # How often rows were hits is counted when a text is opened.
    async with bench() as b:
        await b.press("q")
    async with opening() as run:
        first = run.painted()
        await run.go_on()
        now = run.painted()
        assert [row for n, row in enumerate(run.rows) if n != len(now) - 2 and now[n] != first[n]] == []


async def test_keys_pressed_meanwhile_are_for_the_screen_that_comes_in_their_order(bench, opening):
    async with bench(read=True) as b:
        rows = b.rows
        await b.press("q")
    async with opening() as run:
        await run.press("j", "h", "question_mark")
        said = "The 3 keys that you pressed are answered as soon as it is open."
        assert run.app.screen is run.app.first and said in run.text
        await run.go_on()
        await run.pilot.pause()
        assert isinstance(run.app.screen, HelpScreen)
        marked = run.review.shown.row(rows[1].target)
        assert marked.standing.mark is Mark.HIT


async def test_nothing_is_marked_where_the_list_is_another_than_the_one_that_was_seen(
    bench, opening, other_window
):
    async with bench(read=True) as b:
        target = b.here.target
        await b.press("q")
    board, _ = await other_window.open(README)
    await other_window.mark(board.artifact, target, Mark.HIT)
    async with opening() as run:
        await run.press("j", "m", "N")
        await run.go_on()
        assert [row for row in run.review.shown.rows if row.standing.mark is Mark.MISS] == []
        assert run.review.cursor == target
        assert "The list has changed since it was shown: the keys that you pressed did nothing." in run.text


async def test_a_key_that_decides_nothing_is_used_though_nothing_was_known(opening):
    async with opening() as run:
        await run.press("slash")
        await run.go_on()
        assert "Find:" in run.text


async def test_the_key_that_leaves_does_so_at_once(bench, opening):
    async with bench() as b:
        await b.press("q")
    async with opening() as run:
        await run.press("q")
        assert run.app._exit and run.app.return_code == 0


async def test_the_keys_are_those_that_the_person_had_last(bench, opening):
    async with bench(keymap={"quit": "W", "defer": "q"}) as b:
        await b.press("W")
    async with opening() as run:
        await run.press("q")
        assert not run.app._exit
        await run.press("W")
        assert run.app._exit


async def test_without_anything_kept_the_text_is_shown_and_what_is_being_done(opening):
    async with opening() as run:
        assert run.rows[0].startswith(" README.md  edited just now")
        assert "Kettle boils water from the command line." in run.text
        assert "Opening; reading what is stored." in run.text
        await run.go_on()
        assert "Nothing has read this text yet" in run.text


async def test_a_text_that_changed_since_is_shown_as_it_is_and_its_ruling_is_not(bench, opening):
    async with bench(read=True) as b:
        await b.press("q")
    async with opening(text=TEXT.replace("boils water from", "makes tea from")) as run:
        assert "makes tea from" in run.text and "fastest kettle has no support" not in run.rows[0]
        assert run.rows[0].endswith("changed since") and "Ruling" not in run.rows[0]
        assert "The text has changed since; the list is as you left it. Opening." in run.text
        assert "The claim to be the fastest has no support." in run.text


async def test_a_text_that_cannot_be_shown_yet_leaves_its_place_empty(opening):
    async with opening(text=None) as run:
        assert "Opening; reading what is stored." in run.text


async def test_why_a_text_cannot_be_opened_is_left_for_who_started_the_program(opening):
    async with opening() as run:
        run.failure = StoreError("It cannot be used.")
        await run.go_on()
        assert run.app.failure is run.failure and run.app._exit


async def test_what_is_kept_is_kept_again_after_a_mark_and_without_leaving(bench, tmp_path):
    async with bench(read=True) as b:
        before = stored_preview(tmp_path / "w.db", README)
        await b.press("h")
        await b.review._watch()
        assert stored_preview(tmp_path / "w.db", README) == before
        await b.review._watch()
        kept = stored_preview(tmp_path / "w.db", README)
        assert kept != before and "1 of 3 marked" in kept.lines[0][0][0]


HOSTILE = "[/x] [@click=app.quit]off[/] \x1b[31m\x07 \u202e"


async def test_nothing_in_it_is_markup_or_reaches_the_terminal_as_a_command(opening):
    words = ((HOSTILE, "tone--plain"),)
    part = ((HOSTILE, "tone--plain", 0),)
    kept = preview(
        artifact=(part, part),
        seats=(part, part, ()),
        lines=(((HOSTILE, "tone--plain", ""),), ((HOSTILE, "tone--plain", "sources"),)),
        brief=(HOSTILE, "tone--plain", words),
        details=words,
        remarks=((1, HOSTILE),),
    )
    async with opening(kept=preview_of(written(kept)), size=(160, 48), text=HOSTILE) as run:
        assert run.text.count("[/x] [@click=app.quit]off[/] ␛[31m␇") >= 6
        assert not set("\x1b\x07\u202e") & set(run.text)
    async with opening(kept=preview_of(written(kept)), size=(80, 24), text=HOSTILE) as run:
        assert not set("\x1b\x07\u202e") & set(run.text)


@pytest.mark.parametrize(
    "changes",
    [
        {"details": (("L3", "bold @click=app.quit"),)},
        {"lines": ((("L3", "tone--plain", "margin"),),), "here": 0},
        {"inks": ((0, 3, 99),)},
        {"brief": ("", "red", ())},
        {"artifact": ((("", "on red", 0),), ())},
    ],
)
def test_names_that_no_screen_knows_are_refused(changes):
    kept = replace(preview(), **changes)
    with pytest.raises(ValueError):
        FirstFrame("README.md", kept, decoded(b"text") if "inks" not in changes else _revision_of(kept))


def _revision_of(kept):
    return replace(decoded(b"text"), sha256=kept.sha256)


def test_keys_of_actions_that_are_no_more_are_left_out():
    first = FirstFrame("README.md", preview(keys=(("fly", ("f",)), ("quit", ()), ("hit", ("y",)))), None)
    assert first.keys.by_action["hit"] == ("y",) and "q" in first.keys.by_action["quit"]
    assert "fly" not in first.keys.by_action
