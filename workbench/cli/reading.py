"""Reading without a screen: what is sent where, whether it may be, and what a round says while it goes on."""

from contextlib import aclosing

from workbench.cli.consent import have_agreed, refuse_secrets
from workbench.cli.lines import event_line
from workbench.cli.output import narrate
from workbench.core.board import Board, advance
from workbench.core.desk import Desk
from workbench.core.proposals import Proposal

ALL_READ = "Everything was read already"
"""What is said where a round would read nothing that the last one has not."""


def permit(proposal: Proposal, yes: bool, send_secrets: bool) -> None:
    """Say what would be sent where, and ask unless that was answered.

    Raises:
        UsageError: it may not be sent.
    """
    for sentence in proposal.unusable:
        narrate(f"Not used: {sentence}")
    if proposal.focus:
        narrate(f"{proposal.focus[0].upper()}{proposal.focus[1:]}.")
    if not proposal.assignments:
        narrate(f"Nothing is sent: {proposal.stands}.")
        return
    found = [secret.problem for secret in proposal.secrets]
    refuse_secrets(found, send_secrets, "Remove it, mark it miss in `workbench open`,")
    if proposal.parts > 1:
        narrate(f"The text is too long to be read at once: it is read in {proposal.parts} parts.")
    say_what_is_read(proposal)
    if proposal.consented and not yes:
        narrate("You agreed before to send this text there, so it is sent.")
    if not (yes or proposal.consented):
        have_agreed("this text", proposal.destination)


def say_what_is_read(proposal: Proposal) -> None:
    """Say what a round does, what it may cost and where it goes."""
    narrate(f"{_doing(proposal)}: {proposal.estimate.sentence()}, to {proposal.destination}.")
    if proposal.stands:
        narrate(f"{proposal.stands}.")
    if left := proposal.loop.sentence():
        narrate(f"{left}.")


def _doing(proposal: Proposal) -> str:
    """What a round does, so that paying twice for one text is never a surprise."""
    if proposal.resumes:
        return "Resuming a freeze" if proposal.freeze else "Resuming a round"
    if proposal.freeze:
        return "Freezing"
    if proposal.seating.reused:
        return "Reading what is new"
    trial = max(assignment.seat.trial for assignment in proposal.assignments)
    return f"Reading the unchanged text again, trial {trial}" if proposal.again else "Reading"


async def read_round(desk: Desk, board: Board, proposal: Proposal) -> Board:
    """The board once a proposed round is over; what happens meanwhile is told."""
    async with aclosing(desk.read(board.artifact, proposal)) as events:
        async for event in events:
            board = advance(board, event)
            line = event_line(event)
            if line:
                narrate(line)
    return board
