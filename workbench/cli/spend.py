"""`workbench spend`: what was spent, and on what."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import click

from workbench.bootstrap.clock import SystemClock
from workbench.bootstrap.databases import account_of
from workbench.bootstrap.flags import Flags
from workbench.cli.exits import Exit
from workbench.cli.options import db_option, format_option
from workbench.cli.output import say, say_json, terminal_columns
from workbench.cli.running import run
from workbench.core.costs.account import Account, By
from workbench.core.costs.account_text import account_lines, account_markdown, account_shape
from workbench.core.errors import UsageError


@click.command()
@click.option(
    "--by",
    type=click.Choice([by.value for by in By]),
    default=By.ARTIFACT.value,
    show_default=True,
    help="What the rows are.",
)
@click.option(
    "--since", type=click.DateTime(["%Y-%m-%d"]), metavar="YYYY-MM-DD", help="Only from this day on, in UTC."
)
@click.option("--days", type=click.IntRange(1, 36_500), help="Only the last so many days, today among them.")
@db_option
@format_option("text", "json", "markdown")
def spend(by: str, since: datetime | None, days: int | None, db: Path | None, form: str) -> int:
    """Say what was spent on what, and what a problem cost that you agreed with.

    Every call that is stored counts: readings, those that failed or were stopped among them, questions about
    a text, matching, and what replays, planted copies, comparisons and taglines read.
    """
    if since is not None and days is not None:
        raise UsageError("Give --since or --days, not both.")
    today = SystemClock().now().astimezone(UTC).date()
    first = since.date() if since else today - timedelta(days=days - 1) if days else None
    _print(run(account_of(Flags(db=db, provider="none"), By(by), first)), today, form)
    return Exit.FINE


def _print(account: Account, today: date, form: str) -> None:
    if form == "json":
        say_json({"spend": account_shape(account, today)})
        return
    if form == "markdown":
        for line in account_markdown(account, today):
            click.echo(line)
        return
    for line in account_lines(account, today, terminal_columns()):
        say(line)
