"""Where the cursor stands when a round ends."""

from support.builders import TEXT, TickingClock, reader_answer

from workbench.core.marks import Mark
from workbench.core.rows import Group
from workbench.storage.store import SqliteStore

WORDS = ("lid", "spout", "handle", "valve", "gasket", "coil", "sensor", "hinge", "filter", "cable")


def found(quote, problem):
    return {
        "quote": quote,
        "problem": problem,
        "consequence": f"I stop at {quote}.",
        "change": f"Say {quote}.",
    }


async def test_a_cursor_that_was_not_moved_goes_to_the_first_new_row_with_its_heading_in_sight(bench):
    items = "".join(f"\nThe {word} is hot.\n" for word in WORDS)
    said = [found(f"{word} is hot", f"Nobody knows what a {word} is.") for word in WORDS]
    answers = {"skeptic": reader_answer(*said), "engineer": reader_answer()}
    async with bench(text=items + TEXT, answers=answers, size=(80, 24), read=True) as b:
        first = b.here
        b.answers(skeptic=reader_answer("fastest kettle"))
        await b.press("r", "a")
        await b.settle()
        assert b.here.headline == "It says fastest kettle."
        assert b.said.startswith("Round 2 is complete: 1 new, 0 again.")
        top, heading = b.review.row_list.scroll_offset.y, b.review.lines.index(Group.NEW)
        assert top <= heading < b.review.lines.index(first.target)


async def test_a_cursor_that_was_moved_stays_and_the_new_rows_are_counted(bench, gated, a_fault):
    provider = gated()
    async with bench(provider=provider, faults=[a_fault(), a_fault("Limits", "Another.")]) as b:
        await b.press("r", "enter", "down")
        assert b.here.headline == "Another."
        provider.release()
        await b.settle()
        assert b.here.headline == "Another."
        assert b.said.startswith("Round 1 is complete: 3 new, 0 again; N finds them.")


async def test_a_cursor_on_the_first_line_goes_to_the_new_rows_even_if_it_was_moved_there(
    bench, gated, a_fault
):
    provider = gated()
    async with bench(provider=provider, faults=[a_fault()]) as b:
        await b.press("r", "enter", "home")
        provider.release()
        await b.settle()
        assert b.here.group is Group.NEW


async def test_a_note_that_is_being_written_keeps_the_cursor_where_it_is(bench, gated, a_fault):
    provider = gated()
    async with bench(provider=provider, faults=[a_fault()]) as b:
        await b.press("r", "enter", "c")
        provider.release()
        await b.settle()
        assert b.here.headline == "`kettle` has no command `on`."


async def test_a_key_pressed_as_the_cursor_goes_to_a_new_row_marks_nothing_that_was_not_painted(
    bench, gated, monkeypatch
):
    provider = gated()
    async with bench(provider=provider) as b:
        await b.press("r", "enter")
        painted = []
        monkeypatch.setattr(b.review, "call_after_refresh", painted.append)
        provider.release()
        await b.settle()
        await b.press("h")
        assert "look at it, then press again" in b.said
        assert all(row.standing.mark is None for row in b.board.rows)
        for seen in painted:
            seen()
        await b.press("h")
        assert b.row("the fastest").standing.mark is Mark.HIT


async def test_the_marks_that_a_round_has_asked_anew_are_counted_where_it_ends(bench, tmp_path):
    clock = TickingClock()
    store = SqliteStore(tmp_path / "w.db", clock.now)
    async with bench(read=True, size=(100, 24), clock=clock, store=store) as b:
        await b.go("the fastest")
        await b.press("m")
        without = TEXT.partition("## Limits")[0]
        b.review.desk.files.write(without.replace("## Install", "Nothing beats this.\n\n## Install"))
        await b.review.attempt(b.review.do_show_disk())
        problem = "The claim to be the fastest has no support."
        b.answers(skeptic=reader_answer(found("Nothing beats this", problem)), engineer=reader_answer())
        await b.press("r")
        await b.settle()
        assert b.row("the fastest").standing.returned
        assert "again; 1 mark asks anew" in b.said
