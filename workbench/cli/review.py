"""`workbench review`: one round, or a loop of them, without a screen."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.cli.exits import Exit
from workbench.cli.heeded import Heeded, missed
from workbench.cli.lines import concern_lines, reading_lines, ruling_lines
from workbench.cli.opening import keep_preview, opened
from workbench.cli.options import (
    flags_of,
    format_option,
    history_option,
    inline_ignores_option,
    kind_option,
    path_argument,
    reading_options,
    trust_project_option,
    written_with_option,
)
from workbench.cli.output import narrate, say, say_json
from workbench.cli.project import used_project, with_project
from workbench.cli.reading import ALL_READ, permit, read_round
from workbench.cli.running import run
from workbench.cli.sarif import Result, sarif_shape
from workbench.cli.shapes import review_shape
from workbench.cli.until import MOST_ROUNDS, Looped, Until, read_until, until_of
from workbench.core.artifacts import Kind
from workbench.core.board import Board, advance
from workbench.core.desk import Desk
from workbench.core.errors import UsageError
from workbench.core.judging import checks_ruling
from workbench.core.loop.stopping import Reason, assess
from workbench.core.offered_rubrics import offered_rubrics
from workbench.core.ports import CheckReport
from workbench.core.ruling import Ruling, RulingValue
from workbench.core.sources import SourceKind
from workbench.core.text.document import Document

_BARS = {
    "fix": {RulingValue.FIX, RulingValue.REWRITE},
    "rewrite": {RulingValue.REWRITE},
    "never": set[RulingValue](),
}


@click.command()
@path_argument
@kind_option
@history_option
@written_with_option
@reading_options
@click.option("--yes", is_flag=True, help="Send without asking; never covers secrets.")
@click.option(
    "--send-secrets", is_flag=True, help="Send although the text holds what looks like a live credential."
)
@click.option(
    "--until",
    type=click.Choice(["quiet"]),
    help="Read the unchanged text round after round until that, or another reason to stop.",
)
@click.option(
    "--max-rounds",
    type=click.IntRange(1, 100),
    help=f"Rounds that --until makes at most; {MOST_ROUNDS} unless said.",
)
@click.option("--again", is_flag=True, help="Read all of it once more: a further trial of every reading.")
@click.option("--freeze", is_flag=True, help="Read with fresh questions and make the ruling bind this text.")
@click.option(
    "--focus",
    type=click.Choice(["changed"]),
    help="Show the judge only what changed since it last judged all of the text; it makes no ruling.",
)
@inline_ignores_option
@trust_project_option
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

    A round of the same text that was stopped or failed in part is resumed with what is missing. Where the
    text was read before, only what is new is read: another persona, wording, question, model or effort.

    With --focus changed the judge sees what was edited since it last judged all of the text: its fails are
    findings, and without a judge that read all of it the text is Unjudged.

    With --until it is read again and again, and --budget is what all these rounds together may cost. The last
    line names the reason for which it stopped.
    """
    flags, others = flags_of(values), values["freeze"] or values["checks_only"]
    focused = values.pop("focus") is not None
    if focused and (others or values["until"]):
        raise UsageError("--focus is of one round: it goes with none of --freeze, --until and --checks-only.")
    until = until_of(values.pop("until"), values.pop("max_rounds"), flags.budget, others)
    return run(_review(path, flags, until, focused=focused, **values))


async def _review(
    path: Path,
    flags: Flags,
    until: Until | None,
    *,
    kind: str | None,
    history_of: Path | None,
    written_with: str | None,
    yes: bool,
    send_secrets: bool,
    again: bool,
    freeze: bool,
    focused: bool,
    checks_only: bool,
    fail_on: str,
    form: str,
) -> int:
    async with open_desk(flags) as made:
        desk = with_project(made, path, flags)
        board, found = await opened(desk, path, Kind(kind) if kind else None, history_of)
        report = used_project(found) if flags.trust_project else found
        if written_with is not None:
            board = advance(board, await desk.set_written_with(board.artifact, written_with))
        killed = await desk.close_killed_round(board)
        board = advance(board, killed) if killed else board
        for notice in _notices(board, report):
            narrate(notice)
        looped: Looped | None = None
        if until:
            looped = await read_until(
                desk, board, report, until, lambda asked: permit(asked, yes, send_secrets)
            )
            board = looped.board
        elif freeze and board.binding:
            narrate(f"Revision {board.revision.number} is frozen already, so nothing was read.")
        elif not checks_only:
            proposal = await desk.propose(board, report, freeze, again, focused)
            if proposal.all_read:
                narrate(f"{ALL_READ}, so nothing was sent: --again makes a further trial of each reading.")
            else:
                for offered in _offered(desk, board):
                    narrate(offered)
                permit(proposal, yes, send_secrets)
                board = await read_round(desk, board, proposal)
        _print(desk, board, report, form, looped)
        await keep_preview(desk, board, report, flags)
        if checks_only:
            ruling = checks_ruling(board.history, board.revision.id, board.marks)
            below = any(cap.value in _BARS[fail_on] for cap in ruling.caps)
            return Exit.BELOW_BAR if below else Exit.FINE
        return _code(board.ruling, fail_on, looped)


def _notices(board: Board, report: CheckReport) -> tuple[str, ...]:
    heeded = Heeded(board.revision.text, board.history.accepted)
    return (*board.revision.notices, *report.notices, *heeded.notices)


def _offered(desk: Desk, board: Board) -> Iterator[str]:
    """The rubrics that are written for such a text; none where the person named one."""
    if not desk.settings.rubric:
        used = desk.plan(board.artifact).rubric
        for each in offered_rubrics(desk.library, board.artifact, board.revision, used):
            yield f"{each.sentence()}: --rubric {each.rubric.name}."


def _print(desk: Desk, board: Board, report: CheckReport, form: str, looped: Looped | None) -> None:
    """Print a review; the reason for which a loop stopped comes last, beside data that is not for people."""
    if form == "sarif":
        say_json(_sarif(desk, board, report, looped))
    elif form == "json":
        caps = desk.loop_budget(board.history).caps
        stop = looped.stop if looped else assess(board.loop, board.disk or board.revision, caps)
        say_json(review_shape(board, report, desk.prices, stop))
    else:
        for line in (*ruling_lines(board), *reading_lines(board), *concern_lines(board, desk.library)):
            say(line)
        if board.seats and board.history.last_round:
            say()
            say(f"Spent: {_spent(desk, board, looped)}")
    if looped:
        (say if form == "text" else narrate)(looped.line)


def _spent(desk: Desk, board: Board, looped: Looped | None) -> str:
    """What the round cost, and in a loop what all its rounds did."""
    last = board.history.last_round
    spent, in_all = board.spend(desk.prices, last.id if last else None), board.spend(desk.prices)
    # Where nothing is known of either, that is said once.
    several = looped and in_all.sentence() != spent.sentence()
    said = (
        f"{spent.sentence()} in the last round, {in_all.sentence()} in all" if several else spent.sentence()
    )
    return f"{said}, {desk.prices.dated_on(desk.clock.now().date())}" if in_all.dollars else said


def _sarif(desk: Desk, board: Board, report: CheckReport, looped: Looped | None) -> dict[str, Any]:
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
    notices = (*_notices(board, report), *([looped.line] if looped else ()))
    return sarif_shape(desk.checks.rules, results, name, document, notices)


def _code(ruling: Ruling, fail_on: str, looped: Looped | None) -> Exit:
    """The exit code: an unfinished round, then an unfinished loop, come before what the text was ruled."""
    if not ruling.complete or ruling.value is RulingValue.UNJUDGED:
        return Exit.INCOMPLETE
    if looped and looped.stop.reason is Reason.INCOMPLETE:
        return Exit.INCOMPLETE
    if looped and not looped.stop.reason.is_finished:
        return Exit.UNFINISHED
    return Exit.BELOW_BAR if ruling.value in _BARS[fail_on] else Exit.FINE
