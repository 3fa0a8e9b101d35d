"""Files that go and databases that cannot be used: said, and nothing is sent that should not be."""

import pytest
from support.builders import TEXT

from workbench.core.errors import ArtifactError, StoreError
from workbench.core.history import RoundState
from workbench.tui.screens.proposal import ProposalScreen

LOCKED = "The database is locked: close what holds it."


async def locked(*args):
    raise StoreError(LOCKED)


async def test_a_locked_database_is_said_once_while_the_file_is_watched_and_the_change_is_seen_later(bench):
    async with bench() as b:
        store = b.review.desk.store
        save, store.save_revision = store.save_revision, locked
        b.review.desk.files.write(TEXT + "\nMore.\n")
        await b.review._watch()
        assert b.said.startswith(LOCKED)
        await b.press("home")
        await b.review._watch()
        assert LOCKED not in b.said
        store.save_revision = save
        await b.review._watch()
        assert "changed on disk: R shows it" in b.bar("artifact")


async def test_a_file_whose_age_cannot_be_learned_is_said(bench):
    async def unknown(path):
        raise ArtifactError(f"{path.name} cannot be reached.")

    async with bench() as b:
        b.review.desk.files.changed_at = unknown
        await b.review._watch()
        assert b.said.startswith("README.md cannot be reached.")


@pytest.mark.parametrize(("key", "text"), [("r", None), ("R", None), ("r", "a\0b")])
async def test_a_file_that_cannot_be_looked_at_is_said_and_neither_shown_nor_sent(bench, key, text):
    async with bench(read=True) as b:
        b.review.desk.files.text = text
        await b.press(key)
        await b.settle()
        assert b.app.screen is b.review
        assert ("is gone" in b.said) if text is None else ("README.md" in b.said)
        assert "on disk" not in b.said
        assert len(b.board.history.rounds) == 1


async def test_a_text_that_changes_while_a_round_is_proposed_is_not_sent(bench):
    async with bench() as b:
        await b.press("r")
        assert isinstance(b.app.screen, ProposalScreen)
        b.review.desk.files.write(TEXT + "\nMore.\n")
        await b.press("enter")
        await b.settle()
        assert b.review.desk.provider.asked == []
        assert b.said.startswith("The file has changed: R shows it") and "nothing was sent" in b.said


@pytest.mark.parametrize("trouble", ["gone", "locked"])
async def test_a_text_that_cannot_be_looked_at_when_a_round_is_agreed_to_is_not_sent(bench, trouble):
    async with bench() as b:
        await b.press("r")
        if trouble == "gone":
            b.review.desk.files.text = None
        else:
            b.review.desk.store.save_revision = locked
        await b.press("enter")
        await b.settle()
        assert b.review.desk.provider.asked == []
        assert "is gone" in b.said or b.said.startswith(LOCKED)


async def test_a_round_that_a_locked_database_broke_is_not_shown_as_going_on_and_can_be_resumed(bench, gated):
    provider = gated()
    async with bench(provider=provider) as b:
        await b.press("r", "enter")
        assert "skeptic reading" in b.bar("seats")
        store = b.review.desk.store
        kept = {name: getattr(store, name) for name in ("save_reading", "end_round", "history")}
        for name in kept:
            setattr(store, name, locked)
        provider.release()
        await b.settle()
        assert b.said.startswith(LOCKED)
        assert not b.board.running
        assert b.bar("seats").startswith("skeptic not read  engineer not read  judge not read")
        for name, method in kept.items():
            setattr(store, name, method)
        await b.press("r")
        await b.settle()
        assert len(b.board.history.rounds) == 1
        assert b.board.history.last_round.state is RoundState.COMPLETE


async def test_what_was_stored_of_a_broken_round_is_shown(bench, gated):
    provider = gated()
    async with bench(provider=provider) as b:
        await b.press("r", "enter")
        provider.release("skeptic")
        await b.pilot.pause()
        save, b.review.desk.store.save_reading = b.review.desk.store.save_reading, locked
        provider.release()
        await b.settle()
        b.review.desk.store.save_reading = save
        assert b.said.startswith(LOCKED)
        assert b.bar("seats").startswith("skeptic 2  engineer not read  judge not read")
        assert b.board.history.last_round.state is RoundState.INCOMPLETE
