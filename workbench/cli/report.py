"""`workbench report`: how often each judge, reader and check is right."""

from collections.abc import Iterable
from pathlib import Path

import click

from workbench.bootstrap.databases import report_at_once, report_once_open
from workbench.bootstrap.flags import Flags
from workbench.cli.exits import Exit
from workbench.cli.options import db_option, format_option
from workbench.cli.output import narrate, say, say_json, terminal_columns
from workbench.core.artifacts import Artifact
from workbench.core.errors import UsageError
from workbench.core.sources import Source
from workbench.core.trust.claims import Played
from workbench.core.trust.instruments import By, Report


@click.command()
@click.option(
    "--by",
    type=click.Choice([by.value for by in By]),
    help="What the rows are by; without it sources and questions, each with its wordings.",
)
@click.option("--source", "sources", multiple=True, help="Only this reader, rubric, question or check.")
@click.option("--model", "models", multiple=True, help="Only what this model played.")
@click.option("--artifact", "artifacts", multiple=True, help="Only this text: its path, or how that ends.")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the report to this file, as one page that opens in a browser from disk.",
)
@db_option
@format_option("text", "json", "markdown")
def report(
    by: str | None,
    sources: tuple[str, ...],
    models: tuple[str, ...],
    artifacts: tuple[str, ...],
    html: Path | None,
    db: Path | None,
    form: str,
) -> int:
    """Say how often each instrument is right, over every text you marked."""
    made = _chosen(_made(Flags(db=db, provider="none")), sources, models, artifacts)
    rows_by = By(by) if by else None
    if html is not None:
        _write(html, made, rows_by)
    else:
        _print(made, rows_by, form)
    return Exit.FINE


def _made(flags: Flags) -> Report:
    """The report; the database is opened as for writing only where it must be."""
    made = report_at_once(flags)
    if made is not None:
        return made
    # Slow to import, and seldom wanted.
    from workbench.cli.running import run

    return run(report_once_open(flags))


def _chosen(
    report: Report, sources: Iterable[str], models: Iterable[str], artifacts: Iterable[str]
) -> Report:
    """The report on what was asked for only.

    Raises:
        UsageError: nothing of that name is counted.
    """
    claims = report.counted.book
    names = {claim.source.name for claim in claims}
    names |= {cell.played.source.name for claim in claims for cell in claim.cells}
    compared = {said.player for past in report.counted.compared for said in past.said}
    names |= {player.source.name for player in compared}
    played = {player.model for player in compared}
    played |= {cell.played.model for claim in claims for cell in claim.cells}
    paths = [each.artifact.path for each in report.counted.artifacts]
    wanted = {name.replace(" ", "/", 1) if name not in names else name for name in sources}
    ends = tuple(artifacts)
    _refuse_unknown("source", wanted - names, names)
    _refuse_unknown("model", set(models) - played, played)
    _refuse_unknown("text", {end for end in ends if not any(_is_at(path, end) for path in paths)}, paths)
    if not (wanted or models or ends):
        return report

    def is_wanted(artifact: Artifact) -> bool:
        return not ends or any(_is_at(artifact.path, end) for end in ends)

    def is_played(source: Source, by: Played) -> bool:
        is_source = not wanted or bool({source.name, by.source.name} & wanted)
        return is_source and (not models or by.model in models)

    return Report(report.counted.where(is_wanted, is_played))


def _is_at(path: str, end: str) -> bool:
    """Whether a path is that one, or ends with it after a slash."""
    return path == str(Path(end).absolute()) or path == end or path.endswith(f"/{end.lstrip('/')}")


def _refuse_unknown(what: str, unknown: set[str], known: Iterable[str]) -> None:
    if unknown:
        there = ", ".join(sorted(filter(None, set(known)))[:20]) or "none yet"
        raise UsageError(f"No {what} {min(unknown)!r} is in the report; these are: {there}.")


def _print(made: Report, by: By | None, form: str) -> None:
    if form == "json":
        from workbench.core.trust.report_shape import report_shape

        say_json(report_shape(made, by))
        return
    from workbench.core.trust.report_text import markdown_lines, text_lines

    if form == "markdown":
        for line in markdown_lines(made, by):
            click.echo(line)
        return
    for line in text_lines(made, by, terminal_columns()):
        say(line)


def _write(path: Path, made: Report, by: By | None) -> None:
    """Write the page, in place of a file only once all of it is there.

    Raises:
        UsageError: it cannot be written.
    """
    from workbench.core.trust.report_html import html_page

    try:
        path.write_text(html_page(made, by), encoding="utf-8")
    except OSError as error:
        why = error.strerror
        raise UsageError(f"The page {path} cannot be written ({why}): name another file.") from error
    narrate(f"The report is in {path}.")
