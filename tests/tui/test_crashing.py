"""A bug ends the program, and says so."""

import pytest


async def opened(pilot):
    while pilot.app.first.board is None:
        await pilot.pause()
    await pilot.app.workers.wait_for_complete()


@pytest.mark.parametrize("where", ["look_at_age", "do_last"])
async def test_a_bug_while_opening_or_in_a_key_ends_with_code_1(unrun, monkeypatch, where):
    async def broken():
        raise RuntimeError("a bug")

    monkeypatch.setattr(unrun.first, where, broken)

    async def press_end(pilot):
        await opened(pilot)
        pilot.app.simulate_key("end")

    await unrun.run_async(headless=True, auto_pilot=None if where == "look_at_age" else press_end)
    assert unrun.return_code == 1


async def test_leaving_ends_with_code_0(unrun):
    async def leave(pilot):
        await opened(pilot)
        await pilot.press("q")

    await unrun.run_async(headless=True, auto_pilot=leave)
    assert unrun.return_code == 0
