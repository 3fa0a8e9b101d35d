"""`workbench compare`: two drafts or revisions, which readers choose in both orders, and which you do."""

import asyncio
import secrets
import shlex
import sys
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.bootstrap.desks import open_compare
from workbench.cli.consent import have_agreed, refuse_secrets
from workbench.cli.exits import Exit
from workbench.cli.options import db_option, flags_of, format_option, one_model_option, provider_option
from workbench.cli.output import narrate, say, say_json
from workbench.cli.running import run
from workbench.core.artifacts import Kind
from workbench.core.comparing.comparison import QUESTION
from workbench.core.errors import NO_READER, UsageError
from workbench.core.readings import ReadingState
from workbench.core.text.display_text import one_line

if TYPE_CHECKING:
    from workbench.bootstrap.flags import Flags
    from workbench.core.comparing.askings import AskingEvent
    from workbench.core.comparing.desk import CompareDesk, CompareProposal
    from workbench.core.comparing.standing import Standing


def _absolute(context: click.Context, parameter: click.Parameter, name: str) -> str:
    """Where a text is, from anywhere, with the revision that is named."""
    if not name:
        raise click.BadParameter("it is empty: name a file, such as README.md.", context, parameter)
    return str(Path(name).absolute())


@click.command()
@click.argument("a", callback=_absolute, metavar="A")
@click.argument("b", callback=_absolute, metavar="B")
@click.option("--question", default=QUESTION, show_default=True, help="What you and the readers are asked.")
@click.option(
    "--kind",
    type=click.Choice([Kind.README.value, Kind.ARTICLE.value]),
    help="What both texts are; without it READMEs where one of them is.",
)
@provider_option
@one_model_option("The model that plays the readers.")
@click.option("--reader", "readers", multiple=True, help="A persona to ask; may be given several times.")
@click.option("--parallel", type=click.IntRange(1, 32), help="Calls under way at once.")
@click.option("--budget", type=click.FloatRange(min=0, min_open=True), help="Dollars it may cost in all.")
@click.option("--yes", is_flag=True, help="Ask the readers without a screen and print what came of it.")
@click.option("--send-secrets", is_flag=True, help="Send texts that hold what looks like a live credential.")
@db_option
@format_option("text", "json", "markdown")
def compare(a: str, b: str, **values: Any) -> int:
    """Have readers choose between A and B, each in both orders, and choose yourself, blind.

    A and B are files, or stored revisions as PATH@N: `workbench compare README.md@2 README.md`. In a
    terminal a screen opens, where names, order and the readers' choices stay hidden until you have chosen.
    With --yes, with --format json or markdown, or without a terminal, the result is printed.
    """
    flags = flags_of(values)
    return run(_compare(flags, a, b, **values))


async def _compare(
    flags: "Flags",
    a: str,
    b: str,
    *,
    question: str,
    kind: str | None,
    yes: bool,
    send_secrets: bool,
    form: str,
) -> int:
    streams = (sys.stdin, sys.stdout, sys.stderr)
    on_screen = form == "text" and not yes and all(stream.isatty() for stream in streams)
    async with open_compare(flags, apart=on_screen) as desk:
        seed = secrets.randbits(32)
        standing = await desk.open(a, b, seed, question, Kind(kind) if kind else None)
        if on_screen:
            from workbench.cli.comparing import compared_on_screen

            return await compared_on_screen(desk, standing, flags, send_secrets)
        code, standing = await _asked(desk, standing, yes, send_secrets)
        if standing.readings:
            standing = await desk.show(standing)
        await _print(desk, standing, form)
        if standing.yours is None:
            narrate(_NOT_BLIND if standing.readings else f"In a terminal, {_command(a, b)} has you choose.")
        return code


_NOT_BLIND = (
    "What readers chose is shown now, so a choice of yours would not be blind: another time leave --yes out, "
    "in a terminal, and choose first."
)


def _command(a: str, b: str) -> str:
    return f"`workbench compare {shlex.quote(a)} {shlex.quote(b)}`"


async def _asked(
    desk: "CompareDesk", standing: "Standing", yes: bool, send_secrets: bool
) -> "tuple[Exit, Standing]":
    """Ask what is missing; how far it is then, and whether all was answered.

    Raises:
        UsageError: it may not be sent, or there is nobody to ask and nothing to print.
    """
    from workbench.core.comparing.askings import Ended
    from workbench.core.costs.spending import spend

    if desk.desk.provider is None:
        if not standing.readings:
            raise UsageError(NO_READER)
        return Exit.FINE if standing.complete else Exit.INCOMPLETE, standing
    proposal = await desk.propose(standing)
    for sentence in proposal.left_out:
        narrate(sentence)
    if not proposal.missing:
        narrate("These readers have answered in both orders, so nothing is sent.")
        return Exit.FINE, standing
    _permit(proposal, yes, send_secrets)
    failed, calls = False, []
    async with aclosing(desk.ask(standing, proposal, asyncio.Event())) as events:
        async for standing, event in events:
            failed |= _tell(event, standing)
            calls += [event.reading.call] if isinstance(event, Ended) else []
    narrate(f"Spent: {spend(calls, desk.desk.prices).sentence()}.")
    if failed:
        narrate("The same command asks for what is missing.")
    return Exit.INCOMPLETE if failed else Exit.FINE, standing


def _permit(proposal: "CompareProposal", yes: bool, send_secrets: bool) -> None:
    """Say what would be sent where, and ask unless that was answered.

    Raises:
        UsageError: it may not be sent.
    """
    refuse_secrets(proposal.secrets, send_secrets)
    narrate(f"Asking {proposal.sentence}.")
    if proposal.consented and not yes:
        narrate("You agreed before to send both texts there, so they are sent.")
    if not (yes or proposal.consented):
        have_agreed("both texts", proposal.destination, "Send them?")


def _tell(event: "AskingEvent", standing: "Standing") -> bool:
    """Say what happened; True where a reader failed."""
    from workbench.core.comparing.askings import Ended, Waits

    order = f"{standing.comparison.label(event.asking.first.id)} first"
    who = f"{event.asking.persona.name}, {order}"
    if isinstance(event, Waits) and event.waiting:
        narrate(f"{who}: {event.waiting}")
    if not isinstance(event, Ended):
        return False
    if event.reading.state is ReadingState.FINISHED:
        narrate(f"{who}: answered")
        return False
    failure = event.reading.failure
    narrate(f"{who}: {one_line(failure.message) if failure else 'stopped'}")
    return True


async def _print(desk: "CompareDesk", standing: "Standing", form: str) -> None:
    from workbench.core.comparing.printed import comparison_lines, comparison_markdown, comparison_shape

    agreements = await desk.agreements()
    if form == "json":
        say_json(comparison_shape(standing, agreements))
        return
    if form == "markdown":
        for line in comparison_markdown(standing, agreements):
            click.echo(line)
        return
    for line in comparison_lines(standing, agreements):
        say(line)
