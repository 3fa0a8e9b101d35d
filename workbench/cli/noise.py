"""`workbench noise`: how much of what readings say of an unchanged text is chance."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.cli.exits import Exit
from workbench.cli.opening import opened
from workbench.cli.options import (
    flags_of,
    format_option,
    history_option,
    kind_option,
    path_argument,
    reading_options,
    trust_project_option,
)
from workbench.cli.output import narrate, say, say_json
from workbench.cli.project import with_project
from workbench.cli.reading import permit, read_round
from workbench.cli.running import run
from workbench.core.artifacts import Kind
from workbench.core.board import Board
from workbench.core.desk import Desk
from workbench.core.errors import UsageError
from workbench.core.history import RoundState
from workbench.core.ports import CheckReport
from workbench.core.replay.noise import FEWEST, noise_of, repeated_revision
from workbench.core.replay.noise_text import noise_lines, noise_shape


@click.command()
@path_argument
@kind_option
@history_option
@reading_options
@trust_project_option
@click.option("--again", is_flag=True, help="Read the unchanged text until each reader has read it twice.")
@click.option("--yes", is_flag=True, help="Send without asking; never covers secrets.")
@click.option(
    "--send-secrets", is_flag=True, help="Send although the text holds what looks like a live credential."
)
@format_option("text", "json")
def noise(path: Path, **values: Any) -> int:
    """Say how much of what is said of PATH is chance, from trials of one text that did not change."""
    flags = flags_of(values)
    return run(_noise(path, flags, **values))


async def _noise(
    path: Path,
    flags: Flags,
    *,
    kind: str | None,
    history_of: Path | None,
    again: bool,
    yes: bool,
    send_secrets: bool,
    form: str,
) -> int:
    async with open_desk(flags) as made:
        desk = with_project(made, path, flags)
        board, report = await opened(desk, path, Kind(kind) if kind else None, history_of)
        if again:
            board, is_complete = await _read_twice(desk, board, report, yes, send_secrets)
            if not is_complete:
                narrate("A reading is missing: the same command goes on with it.")
                return Exit.INCOMPLETE
        revision = repeated_revision(board.history, board.revision)
        if revision is None:
            raise UsageError(await _offer(desk, board, report))
        if revision.id != board.revision.id:
            narrate(
                f"The text as it is now was not read twice; revision {revision.number} was. --again reads it."
            )
        found = noise_of(board.history, revision)
        if form == "json":
            say_json(noise_shape(found))
        else:
            for line in noise_lines(found):
                say(line)
        return Exit.FINE


async def _read_twice(
    desk: Desk, board: Board, report: CheckReport, yes: bool, send_secrets: bool
) -> tuple[Board, bool]:
    """The board once the text it shows has been read twice, and whether it has."""
    desk = replace(desk, settings=replace(desk.settings, again=True))
    for _ in range(FEWEST):
        if noise_of(board.history, board.revision).sources:
            break
        proposal = await desk.propose(board, report, again=True)
        permit(proposal, yes, send_secrets)
        board = await read_round(desk, board, proposal)
        last = board.history.last_round
        if last is None or last.state is not RoundState.COMPLETE:
            return board, False
    return board, True


async def _offer(desk: Desk, board: Board, report: CheckReport) -> str:
    """That nothing was read twice, and what reading again would take."""
    missing = "No text of this file was read twice unchanged, so nothing is known of chance"
    if desk.provider is None:
        return f"{missing}: set a key or a program, see `workbench doctor`, and give --again."
    proposal = await desk.propose(board, report, again=True)
    return f"{missing}: --again reads it, each time with {proposal.estimate.sentence()}."
