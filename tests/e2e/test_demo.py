"""The recorded loop: it plays through as it was recorded, whatever the readers and the rubric are now."""

from dataclasses import replace

import pytest
from support.terminal import Terminal

from workbench.bootstrap.desks import open_demo
from workbench.content.demonstration import demonstration
from workbench.core.board import advance
from workbench.core.errors import UsageError
from workbench.core.history import RoundState
from workbench.core.readings import ReadingState
from workbench.core.rows import Group
from workbench.providers.recorded import RecordedProvider


@pytest.fixture
async def played(tmp_path):
    """The demo's desk, its board and what plays a round on it at once."""
    recorded = demonstration()
    path = recorded.begin(tmp_path)
    at_once = RecordedProvider.load(recorded.recording, sleep=_at_once)
    async with open_demo(tmp_path, recorded.recording) as desk:
        yield _Play(replace(desk, provider=at_once), path, recorded)


async def _at_once(seconds):
    pass


class _Play:
    def __init__(self, desk, path, recorded):
        self.desk, self.path, self.recorded = desk, path, recorded

    async def round(self, freeze=False):
        board, report = await self.desk.open(self.path)
        proposal = await self.desk.propose(board, report, freeze)
        async for event in self.desk.read(board.artifact, proposal):
            board = advance(board, event)
        return board

    def edit(self):
        self.recorded.edit(self.path, 1)


def new(board):
    return [row for row in board.rows if row.group is Group.NEW]


async def test_three_rounds_play_through_and_bring_less_and_less_that_is_new(played):
    counts = []
    for number in (1, 2, 3):
        if number > 1:
            played.edit()
        board = await played.round()
        assert board.history.rounds[-1].state is RoundState.COMPLETE
        counts.append(len(new(board)))
    readings = [r for r in board.history.readings if r.round]
    assert {r.state for r in readings} == {ReadingState.FINISHED}
    assert all(finding.span for r in readings for finding in r.findings)
    assert len({r.revision for r in readings}) == 3
    assert counts[0] > counts[1] > counts[2] > 0
    with pytest.raises(UsageError, match="recording ends here"):
        played.edit()


async def test_a_version_can_be_read_again_and_the_last_one_frozen(played):
    played.edit()
    played.edit()
    await played.round()
    again = await played.round()
    assert again.history.rounds[-1].state is RoundState.COMPLETE
    frozen = await played.round(freeze=True)
    asked_before = len(again.history.questions)
    assert frozen.binding
    assert len({q.name for q in frozen.history.questions}) == 2 * asked_before > 0


async def test_a_text_that_was_not_recorded_is_not_made_up_for(played):
    played.path.write_text("# Another\n\nNobody read this.\n")
    board = await played.round()
    failed = [r.failure.message for r in board.history.readings if r.failure]
    assert failed and all("This is a recording" in m or "judge was not asked" in m for m in failed)


def test_the_demo_is_played_by_keys_and_leaves_nothing_behind(tmp_path):
    terminal = Terminal("demo", columns=120, environ={"TMPDIR": str(tmp_path)})
    terminal.wait_for("A recording")
    terminal.press("r")
    terminal.wait_for("sent to")
    terminal.wait_for("nowhere: a recording")
    terminal.settle()
    terminal.press("\r")
    terminal.wait_for("Round 1 is complete", seconds=60)
    terminal.settle()
    terminal.press("h")
    terminal.wait_for("hit, u undoes")
    terminal.press("e")
    terminal.wait_for("Revision 2 is shown")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    assert "nothing of it was kept" in terminal.seen
    assert list(tmp_path.iterdir()) == []
