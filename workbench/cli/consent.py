"""What is asked before anything is sent from the command line."""

import sys
from collections.abc import Sequence

import click

from workbench.core.errors import UsageError


def refuse_secrets(secrets: Sequence[str], send_secrets: bool, instead: str = "Remove it,") -> None:
    """Send nothing that holds what looks like a live credential, unless that was asked for.

    `secrets` say what was found, a sentence each; `instead` is what else can be done.

    Raises:
        UsageError: it holds one.
    """
    if secrets and not send_secrets:
        raise UsageError(f"Nothing was sent: {'; '.join(secrets)} {instead} or give --send-secrets.")


def have_agreed(what: str, destination: str, question: str = "Send it?") -> None:
    """Have the person agree that something is sent somewhere.

    Raises:
        UsageError: they do not, or nobody is there to ask.
    """
    if not sys.stdin.isatty():
        raise UsageError(f"Nothing was sent: give --yes to send {what} to {destination}.")
    if not click.confirm(question, default=True, err=True):
        raise UsageError("Nothing was sent.")
