"""Two windows on one database."""

from dataclasses import replace

from support.builders import MODELS

from workbench.core.errors import Failure, FailureKind
from workbench.core.history import Round, RoundState
from workbench.core.marks import Mark
from workbench.core.ports import Settings

ANEW = "Another window had changed this; shown anew."
REFUSED = Failure(FailureKind.REFUSED_KEY, "The key was refused: set another one.")


async def test_undo_of_what_another_window_decided_shows_it_and_names_it(bench, other_window):
    async with bench(read=True, size=(160, 30)) as b:
        await other_window.defer(b.board.artifact, b.row("boils water").target, True)
        await other_window.mark(b.board.artifact, b.row("boils water").target, Mark.MISS)
        await b.press("u")
        assert b.said.startswith(f"{ANEW} Taken back: L3 “It never") and "” miss; U restores it" in b.said
        assert b.here.target == b.row("boils water").target
        assert b.row("boils water").standing.deferred
        await b.press("u")
        assert b.said.startswith("Taken back: L3 “It never") and "” deferred" in b.said


async def test_undo_after_another_window_took_back_the_last_mark_shows_both_taken_back(bench, other_window):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("m")
        await b.go("Python version")
        await b.press("h")
        await other_window.undo(b.board.artifact)
        await b.press("u")
        assert b.said.startswith(ANEW) and "Taken back: L3 “It never" in b.said and "” miss" in b.said
        assert all(row.standing.mark is None for row in b.board.rows)


async def test_nothing_left_to_undo_is_shown_as_it_is(bench, other_window):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("m")
        await other_window.undo(b.board.artifact)
        await b.press("u")
        assert b.said.startswith(f"{ANEW} There is nothing to undo.")
        assert b.row("boils water").standing.mark is None


async def test_nothing_left_to_redo_is_shown_as_it_is(bench, other_window):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("m", "u")
        await other_window.redo(b.board.artifact)
        await b.press("U")
        assert b.said.startswith(f"{ANEW} There is nothing to redo.")
        assert b.row("boils water").standing.mark is Mark.MISS


async def test_redo_of_what_another_window_took_back_shows_it_and_names_it(bench, other_window):
    async with bench(read=True, size=(160, 30)) as b:
        await other_window.mark(b.board.artifact, b.row("boils water").target, Mark.MISS)
        await other_window.undo(b.board.artifact)
        await b.press("U")
        assert b.said.startswith(f"{ANEW} Restored: L3 “It never") and "” miss; u undoes" in b.said
        assert b.row("boils water").standing.mark is Mark.MISS


async def test_one_window_alone_is_never_said_to_be_two(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        for keys in (["m", "u"], ["h", "u"], ["U"], ["u"], ["u"], ["U"], ["U"]):
            await b.press(*keys)
            assert "Another window" not in b.said


async def test_a_round_that_another_window_finished_meanwhile_is_shown(bench, other_window, reads_through):
    settings = Settings(MODELS, attempts=1, text_questions=False)
    async with bench(answers={"engineer": REFUSED}, settings=settings, size=(160, 30)) as b:
        await b.read()
        b.review.desk.store.consented = _never
        await b.press("r")
        await reads_through(other_window, b.review.path)
        await b.press("enter")
        await b.settle()
        assert b.said.startswith(ANEW)
        assert b.board.history.last_round.state is RoundState.COMPLETE
        assert b.bar("seats").startswith("skeptic 2  engineer 2  judge 0")


async def test_a_text_that_another_window_reads_cannot_be_read_until_that_is_done(bench, other_window):
    async with bench() as b:
        store, artifact = other_window.store, b.board.artifact
        begun = await store.begin_round(artifact, Round(b.board.revision.id, 0, ()))
        await b.press("r")
        assert "Another workbench is reading this text now" in b.said
        await store.release(begun)
        await b.read()
        assert b.board.history.last_round.state is RoundState.COMPLETE


async def _never(artifact, destination):
    return False


async def test_while_another_window_reads_the_last_own_round_stays_and_its_end_is_seen(bench, other_window):
    async with bench(read=True, size=(160, 30)) as b:
        before = b.bar("seats")
        assert before.startswith("skeptic 2  engineer 2  judge 0")
        store, artifact = other_window.store, b.board.artifact
        begun = await store.begin_round(artifact, Round(b.board.revision.id, 0, ()))
        await b.review.show_stored()
        assert b.bar("seats").startswith("skeptic 2  engineer 2  judge 0")
        assert "another workbench is reading" in b.bar("seats")
        await b.review._watch()
        assert "another workbench is reading" in b.bar("seats")
        await store.end_round(replace(begun, state=RoundState.COMPLETE), b.board.ruling, ())
        await store.release(begun)
        await b.review._watch()
        assert "another workbench is reading" not in b.bar("seats")
        assert b.board.history.last_round.id == begun.id
