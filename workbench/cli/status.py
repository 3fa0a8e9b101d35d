"""`workbench status`: where a text stands, from what is stored and its checks."""

from pathlib import Path

import click

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.cli.exits import Exit
from workbench.cli.lines import status_lines
from workbench.cli.opening import opened
from workbench.cli.options import db_option, format_option, history_option, kind_option, path_argument
from workbench.cli.output import say, say_json
from workbench.cli.running import run
from workbench.cli.shapes import review_shape, since_shape
from workbench.core.artifacts import Kind
from workbench.core.board import Board
from workbench.core.desk import Desk
from workbench.core.errors import UsageError
from workbench.core.loop.stopping import assess
from workbench.core.own_judgement import own_judgement
from workbench.core.returned import since


@click.command()
@path_argument
@kind_option
@history_option
@db_option
@format_option("text", "json")
def status(path: Path, kind: str | None, history_of: Path | None, db: Path | None, form: str) -> int:
    """Say where PATH stands: its ruling, rounds, concerns and marks. Sends nothing."""
    run(print_status(path, kind, history_of, Flags(db=db, provider="none"), form))
    return Exit.FINE


async def print_status(
    path: Path, kind: str | None, history_of: Path | None, flags: Flags, form: str
) -> None:
    """Print where an artifact stands, after running its checks."""
    async with open_desk(flags) as desk:
        board, report = await opened(desk, path, Kind(kind) if kind else None, history_of)
        came_back, caps = since(board), desk.loop_budget(board.history).caps
        if form == "json":
            stop = assess(board.loop, board.disk or board.revision, caps)
            shape = review_shape(board, report, desk.prices, stop)
            say_json({**shape, "since": since_shape(came_back) if came_back else None})
            return
        for line in status_lines(board, report, caps):
            say(line)
        if line := await _own_answers(desk, board):
            say(line)
        for line in came_back.lines(desk.clock.now()) if came_back else ():
            say(line)


async def _own_answers(desk: Desk, board: Board) -> str:
    """How far the person's own answers are; empty where none wait to become a reading."""
    try:
        judgement = await own_judgement(desk, board)
    except UsageError:
        return ""
    left = judgement.unfinished
    return f"Your own answers: {left}; `v` on the screen goes on." if left else ""
