"""`workbench review`: one round without a screen."""

import sys
from contextlib import aclosing
from pathlib import Path
from typing import Any

import click

from workbench.bootstrap import Flags, open_desk
from workbench.cli.exits import Exit
from workbench.cli.heeded import Heeded, missed
from workbench.cli.lines import concern_lines, event_line, reading_lines, ruling_lines
from workbench.cli.opening import keep_preview, opened
from workbench.cli.options import (
    flags_of,
    format_option,
    history_option,
    inline_ignores_option,
    kind_option,
    path_argument,
    reading_options,
)
from workbench.cli.output import narrate, say, say_json
from workbench.cli.running import run
from workbench.cli.sarif import Result, sarif_shape
from workbench.cli.shapes import review_shape
from workbench.core.artifacts import Kind
from workbench.core.board import Board, advance
from workbench.core.desk import Desk
from workbench.core.document import Document
from workbench.core.errors import UsageError
from workbench.core.judging import checks_ruling
from workbench.core.ports import CheckReport
from workbench.core.proposals import Proposal
from workbench.core.ruling import Ruling, RulingValue
from workbench.core.sources import SourceKind

_BARS = {
    "fix": {RulingValue.FIX, RulingValue.REWRITE},
    "rewrite": {RulingValue.REWRITE},
    "never": set[RulingValue](),
}


@click.command()
@path_argument
@kind_option
@history_option
@reading_options
@click.option("--yes", is_flag=True, help="Send without asking; never covers secrets.")
@click.option(
    "--send-secrets", is_flag=True, help="Send although the text holds what looks like a live credential."
)
@click.option("--freeze", is_flag=True, help="Read with fresh questions and make the ruling bind this text.")
@inline_ignores_option
@click.option("--checks-only", is_flag=True, help="Run the checks and send nothing.")
@click.option(
    "--fail-on",
    type=click.Choice(list(_BARS)),
    default="fix",
    show_default=True,
    help="The ruling from which the exit code is 1.",
)
@format_option("text", "json", "sarif")
def review(path: Path, **values: Any) -> int:
    """Read PATH once with its readers and its judge, and print what they found.

    A round of the same text that was stopped or failed in part is resumed with what is missing.
    """
    return run(_review(path, flags_of(values), **values))


async def _review(
    path: Path,
    flags: Flags,
    *,
    kind: str | None,
    history_of: Path | None,
    yes: bool,
    send_secrets: bool,
    freeze: bool,
    checks_only: bool,
    fail_on: str,
    form: str,
) -> int:
    async with open_desk(flags) as desk:
        board, report = await opened(desk, path, Kind(kind) if kind else None, history_of)
        killed = await desk.close_killed_round(board)
        board = advance(board, killed) if killed else board
        for notice in _notices(board, report):
            narrate(notice)
        if freeze and board.binding:
            narrate(f"Revision {board.revision.number} is frozen already, so nothing was read.")
        elif not checks_only:
            proposal = await desk.propose(board, report, freeze)
            _permit(proposal, yes, send_secrets)
            board = await _read(desk, board, proposal)
        _print(desk, board, report, form)
        await keep_preview(desk, board, report, flags)
        if checks_only:
            ruling = checks_ruling(board.history, board.revision.id, board.marks)
            below = any(cap.value in _BARS[fail_on] for cap in ruling.caps)
            return Exit.BELOW_BAR if below else Exit.FINE
        return _code(board.ruling, fail_on)


def _permit(proposal: Proposal, yes: bool, send_secrets: bool) -> None:
    """Say what would be sent where, and ask unless that was answered.

    Raises:
        UsageError: it may not be sent.
    """
    for sentence in proposal.unusable:
        narrate(f"Not used: {sentence}")
    if proposal.secrets and not send_secrets:
        found = "; ".join(secret.problem for secret in proposal.secrets)
        raise UsageError(
            f"Nothing was sent: {found} Remove it, mark it miss in `workbench open`, or give --send-secrets."
        )
    parts = max(len(assignment.requests) for assignment in proposal.assignments)
    if parts > 1:
        narrate(f"The text is too long to be read at once: it is read in {parts} parts.")
    narrate(f"{_doing(proposal)}: {proposal.estimate.sentence()}, to {proposal.destination}.")
    if proposal.consented and not yes:
        narrate("You agreed before to send this text there, so it is sent.")
    if yes or proposal.consented:
        return
    if not sys.stdin.isatty():
        raise UsageError(f"Nothing was sent: give --yes to send this text to {proposal.destination}.")
    if not click.confirm("Send it?", default=True, err=True):
        raise UsageError("Nothing was sent.")


def _doing(proposal: Proposal) -> str:
    """What a round does, so that paying twice for one text is never a surprise."""
    if proposal.resumes:
        return "Resuming a freeze" if proposal.freeze else "Resuming a round"
    if proposal.freeze:
        return "Freezing"
    trial = min(assignment.seat.trial for assignment in proposal.assignments)
    return "Reading" if trial == 1 else f"Reading the unchanged text again, trial {trial}"


async def _read(desk: Desk, board: Board, proposal: Proposal) -> Board:
    async with aclosing(desk.read(board.artifact, proposal)) as events:
        async for event in events:
            board = advance(board, event)
            line = event_line(event)
            if line:
                narrate(line)
    return board


def _notices(board: Board, report: CheckReport) -> tuple[str, ...]:
    heeded = Heeded(board.revision.text, board.history.accepted)
    return (*board.revision.notices, *report.notices, *heeded.notices)


def _print(desk: Desk, board: Board, report: CheckReport, form: str) -> None:
    if form == "sarif":
        say_json(_sarif(desk, board, report))
        return
    if form == "json":
        say_json(review_shape(board, report, desk.prices))
        return
    for line in (*ruling_lines(board), *reading_lines(board), *concern_lines(board, desk.library)):
        say(line)
    if board.seats and board.history.last_round:
        say()
        say(f"Spent: {board.spend(desk.prices, board.history.last_round.id).sentence()}")


def _sarif(desk: Desk, board: Board, report: CheckReport) -> dict[str, Any]:
    """The checks' faults with what the person and the text say against them; readers' findings are none."""
    from workbench.checks.evidence.repository import Repository

    heeded = Heeded(board.revision.text, board.history.accepted)
    faults = [
        fault
        for reading in board.history.readings
        if reading.revision == board.revision.id and reading.source.kind is SourceKind.CHECK
        for fault in reading.findings
    ]
    results = [Result(fault, (*missed(fault, board.marks), *heeded.suppressions(fault))) for fault in faults]
    results.sort(key=lambda result: result.fault.span.start if result.fault.span else 0)
    path = Path(board.artifact.path)
    name = Repository.around(path).path_of(path)
    document = Document(board.revision.text)
    return sarif_shape(desk.checks.rules, results, name, document, _notices(board, report))


def _code(ruling: Ruling, fail_on: str) -> Exit:
    """The exit code: an unfinished round comes before what it was ruled."""
    if not ruling.complete or ruling.value is RulingValue.UNJUDGED:
        return Exit.INCOMPLETE
    return Exit.BELOW_BAR if ruling.value in _BARS[fail_on] else Exit.FINE
