"""`workbench taglines`: which candidates readers get, counted, and which cannot be told apart."""

import shlex
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import click

from workbench.bootstrap.desks import open_taglines
from workbench.bootstrap.flags import Flags
from workbench.cli.consent import refuse_secrets
from workbench.cli.exits import Exit
from workbench.cli.options import (
    db_option,
    format_option,
    number_of,
    one_model_option,
    path_argument,
    provider_option,
)
from workbench.cli.output import narrate, say, say_json, terminal_columns
from workbench.cli.running import run
from workbench.cli.tagline_screen import board_on_screen, is_screen
from workbench.core.artifacts import Kind
from workbench.core.errors import NO_READER, UsageError
from workbench.core.marks import Mark
from workbench.core.taglines.board import TaglineBoard, advance
from workbench.core.taglines.candidates import Candidate, Written
from workbench.core.taglines.desk import USUAL_TRIALS, TaglineDesk, Wish
from workbench.core.taglines.events import GradeEnded, Moved, ReadEnded, RunEvent, Waiting
from workbench.core.taglines.printed import grade_lines, markdown_lines, shape, text_lines
from workbench.core.taglines.proposal import TaglineProposal
from workbench.core.taglines.racing import Phase
from workbench.core.taglines.rows import Sort

_PRINTS = ("yes", "intent", "question", "hide", "show", "hidden", "shows_grades", "marks")
"""Options that say what to do, so that no screen is needed for it."""
_MARKS = {"hit": Mark.HIT, "miss": Mark.MISS, "cant-tell": Mark.CANT_TELL, "none": None}


@click.command()
@path_argument
@click.option(
    "--kind",
    type=click.Choice([Kind.TAGLINES.value, Kind.README.value]),
    help="Whether PATH holds candidates, or is a page whose line under its title is read.",
)
@click.option(
    "--written",
    type=click.Choice([form.value for form in Written]),
    help="How PATH holds its candidates; without it that is recognised.",
)
@click.option("--intent", help="What it is and for whom, in a sentence; asked once and kept.")
@click.option(
    "--reader", "--readers", "readers", multiple=True, help="Personas to read, by name, with commas between."
)
@click.option(
    "--trials",
    type=click.IntRange(1, 1000),
    help=f"How often a reader reads a candidate at most; {USUAL_TRIALS}, or as often as last.",
)
@click.option(
    "--full/--race", default=None, help="Read every candidate that often, or leave some out on the way."
)
@click.option(
    "--under-title/--alone", default=None, help="Show each candidate under the title of the page or file."
)
@click.option("--ask", "question", help="Count by another yes/no question, answered from what was read.")
@click.option("--seed", type=int, help="What decides in which order is read; kept.")
@click.option("--sort", type=click.Choice([sort.value for sort in Sort]), default="right", show_default=True)
@click.option("--hide", multiple=True, metavar="NUMBER", help="Show and read a candidate no more.")
@click.option("--show", multiple=True, metavar="NUMBER", help="Show and read a hidden candidate again.")
@click.option("--hidden", is_flag=True, help="Print hidden candidates too.")
@click.option("--grades", "shows_grades", is_flag=True, help="Print every graded answer, to be marked.")
@click.option(
    "--mark", "marks", multiple=True, metavar="ID=hit|miss|cant-tell|none", help="Say if a grade is right."
)
@provider_option
@one_model_option("One model for readers and grader.")
@click.option("--parallel", type=click.IntRange(1, 32), help="Reads under way at once.")
@click.option("--budget", type=click.FloatRange(min=0, min_open=True), help="Dollars this run may cost.")
@click.option("--yes", is_flag=True, help="Send without asking; never covers secrets.")
@click.option("--send-secrets", is_flag=True, help="Send what looks like a live credential.")
@db_option
@format_option("text", "json", "markdown")
def taglines(path: Path, **values: Any) -> int:
    """Try the candidates of PATH on readers, and count who could say what the thing is.

    PATH holds candidates: one a line, a Markdown list, CSV or TOML; or it is a README, whose line under its
    title is read. Nothing is written to it. In a terminal the board opens, unless an option says what to
    do or how to print. Without a terminal nothing is sent unless --yes is given.
    """
    readers = tuple(name.strip() for given in values["readers"] for name in given.split(",") if name.strip())
    model = values.pop("model")
    flags = Flags(
        db=values.pop("db"),
        provider=values.pop("provider"),
        models=(model,) if model else (),
        parallel=values.pop("parallel"),
        budget=values.pop("budget"),
    )
    kind, written = values.pop("kind"), values.pop("written")
    wish = Wish(
        readers or None,
        values.pop("trials"),
        values.pop("full"),
        values.pop("seed"),
        values.pop("under_title"),
        Written(written) if written else None,
    )
    del values["readers"]
    if is_screen() and not any(values[name] for name in _PRINTS) and values["form"] == "text":
        found = Kind(kind) if kind else None
        return run(board_on_screen(flags, path, found, wish, values["send_secrets"], Sort(values["sort"])))
    return run(_taglines(flags, path, Kind(kind) if kind else None, wish, **values))


def print_board(path: Path, kind: Kind | None, flags: Flags) -> int:
    """Print what is stored of a file of candidates: what `open` does with one where there is no screen."""
    return run(_printed(path, kind, flags))


async def _printed(path: Path, kind: Kind | None, flags: Flags) -> int:
    async with open_taglines(flags) as desk:
        _print(desk, await desk.open(path, kind), Sort.RIGHT, False, "text")
    return Exit.FINE


async def _taglines(
    flags: Flags,
    path: Path,
    kind: Kind | None,
    wish: Wish,
    *,
    intent: str | None,
    question: str | None,
    sort: str,
    hide: tuple[str, ...],
    show: tuple[str, ...],
    hidden: bool,
    shows_grades: bool,
    marks: tuple[str, ...],
    yes: bool,
    send_secrets: bool,
    form: str,
) -> int:
    async with open_taglines(flags) as desk:
        board = await desk.open(path, kind, wish)
        board = await _changed(desk, board, hide, show, marks)
        if not (marks or shows_grades):
            board = await _with_intent(desk, board, intent)
            board = await _read(desk, board, path, yes, send_secrets)
        ended = board.ended
        if question:
            board = await _asked(desk, board, question, yes, send_secrets)
        if shows_grades and form == "text":
            for line in grade_lines(board):
                say(line)
        else:
            _print(desk, board, Sort(sort), hidden, form)
        return Exit.INCOMPLETE if ended or board.ended else Exit.FINE


async def _changed(
    desk: TaglineDesk,
    board: TaglineBoard,
    hide: tuple[str, ...],
    show: tuple[str, ...],
    marks: tuple[str, ...],
) -> TaglineBoard:
    """The board with what the person said of candidates and grades.

    Raises:
        UsageError: there is no such candidate or grade, or a mark is none.
    """
    for numbers, hidden in ((hide, True), (show, False)):
        for number in numbers:
            board = advance(board, await desk.hide(board, _numbered(board, number), hidden))
    known = {grade.id: grade for grade in board.grades.values()}
    for given in marks:
        id, _, said = given.partition("=")
        key = number_of(id)
        if said not in _MARKS or key is None:
            raise UsageError(f"{given!r} is no mark: say ID=hit, ID=miss, ID=cant-tell or ID=none.")
        if key not in known:
            raise UsageError(f"There is no grade {id} here: --grades lists them.")
        board = advance(board, await desk.mark(known[key], _MARKS[said]))
    return board


def _numbered(board: TaglineBoard, number: str) -> Candidate:
    place = number_of(number)
    if place is None or not 1 <= place <= len(board.candidates):
        raise UsageError(f"There is no candidate {number}: the number is the one in the printed table.")
    return board.candidates[place - 1]


async def _with_intent(desk: TaglineDesk, board: TaglineBoard, intent: str | None) -> TaglineBoard:
    """The board with the author's sentence: as given, or asked for where it was never said."""
    if intent is None and not board.intent and desk.desk.provider is not None and sys.stdin.isatty():
        intent = click.prompt("What is it, and for whom? One sentence", err=True)
    return board if intent is None else advance(board, await desk.set_intent(board, intent))


async def _read(
    desk: TaglineDesk, board: TaglineBoard, path: Path, yes: bool, send_secrets: bool
) -> TaglineBoard:
    """The board once everything is read that may be sent."""
    if desk.desk.provider is None:
        narrate(f"Nothing was sent. {NO_READER}")
        return board
    if not (yes or sys.stdin.isatty()):
        if not board.standing.decided:
            reads = f"workbench taglines {shlex.quote(str(path))} --yes"
            narrate(f"Nothing was sent: `{reads}` reads what is missing.")
        return board
    proposal = await desk.propose(board)
    if not (proposal.most.reads or proposal.most.grades):
        return board
    if not _permitted(proposal, yes, send_secrets):
        return board
    return await _followed(board, desk.read(board))


async def _asked(
    desk: TaglineDesk, board: TaglineBoard, question: str, yes: bool, send_secrets: bool
) -> TaglineBoard:
    """The board counted by a question, with what was read graded by it."""
    board = advance(board, await desk.ask(board, question))
    if desk.desk.provider is None or not (yes or sys.stdin.isatty()):
        return board
    proposal = await desk.propose(board, regrade=True)
    if not proposal.now.grades or not _permitted(proposal, yes, send_secrets):
        return board
    return await _followed(board, desk.grade(board))


async def _followed(board: TaglineBoard, run: AsyncGenerator[RunEvent, None]) -> TaglineBoard:
    """The board once a run is over; what happens meanwhile is told."""
    async with aclosing(run) as events:
        async for event in events:
            board = advance(board, event)
            _tell(board, event)
    return board


def _permitted(proposal: TaglineProposal, yes: bool, send_secrets: bool) -> bool:
    """Say what would be sent where, and ask unless that was answered.

    Raises:
        UsageError: it may not be sent.
    """
    refuse_secrets(proposal.secrets, send_secrets)
    for sentence in proposal.sentences():
        narrate(f"{sentence[:-1]}, to {proposal.destination}.")
    return yes or click.confirm("Send it?", default=True, err=True)


def _tell(board: TaglineBoard, event: RunEvent) -> None:
    """Tell somebody who watches how far it is."""
    match event:
        case Moved(where) if where.phase is Phase.DONE:
            narrate("All is read.")
        case Moved(where):
            narrate(f"{where.phase.value}: {len(where.wanted)} reads, {len(where.left)} candidates left")
        case Waiting(slot, why):
            narrate(f"{slot.reader.name}: {why}")
        case ReadEnded(read) if read.failure:
            narrate(f"{read.slot.reader.name} failed: {read.failure.message}")
        case GradeEnded(grade) if grade.failure:
            narrate(f"grading failed: {grade.failure.message}")
        case ReadEnded() if len(board.reads) % 50 == 0:
            narrate(f"{len(board.reads)} reads")
        case _:
            pass


def _print(desk: TaglineDesk, board: TaglineBoard, sort: Sort, hidden: bool, form: str) -> None:
    if form == "json":
        say_json(shape(board, sort, desk.desk.prices, hidden))
        return
    lines = (
        markdown_lines(board, sort, hidden)
        if form == "markdown"
        else text_lines(board, sort, hidden, terminal_columns())
    )
    for line in lines:
        say(line)
