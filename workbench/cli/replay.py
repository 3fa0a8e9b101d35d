"""`workbench replay`: a changed persona, rubric, model or effort on what was read and marked before."""

import asyncio
from collections.abc import Iterable
from contextlib import aclosing
from pathlib import Path
from typing import Any, Literal

import click

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.cli.consent import have_agreed, refuse_secrets
from workbench.cli.exits import Exit
from workbench.cli.lines import event_line
from workbench.cli.options import db_option, format_option, one_model_option
from workbench.cli.output import narrate, say, say_json
from workbench.cli.running import run
from workbench.content.personas import read_persona
from workbench.content.rubrics import read_rubric
from workbench.core.costs.spending import in_dollars
from workbench.core.desk import Desk
from workbench.core.errors import NO_READER, UsageError
from workbench.core.events import ReadingStarted
from workbench.core.instruments import Persona, Rubric
from workbench.core.replay.concluding import concluded, side_of
from workbench.core.replay.rebuilding import Asked, Rebuilt, rebuilt
from workbench.core.replay.replay import Replay
from workbench.core.replay.replaying import read_replay
from workbench.core.replay.result import ReplayResult
from workbench.core.replay.shape import check_shape, replay_shape
from workbench.core.replay.sources import resolved
from workbench.core.replay.text import proposal_lines, result_lines
from workbench.core.replay.to_mark import put_to_mark
from workbench.core.replay.units import ReplayProposal, Split, Wish
from workbench.core.text.display_text import counted

_SHOWN = 20
"""Readings that do not match of which each is told."""


def _paths(context: click.Context, parameter: click.Parameter, paths: tuple[str, ...]) -> tuple[Path, ...]:
    return tuple(Path(path).absolute() for path in paths)


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH...]", callback=_paths)
@click.option("--check", is_flag=True, help="Build every stored reading's prompt again and compare its hash.")
@click.option("--source", metavar="NAME@NEW", help="The persona or rubric at the wording to be tried.")
@click.option("--against", metavar="NAME@OLD", help="What it is compared with; previous unless said.")
@one_model_option("The model of the new side; else the configured one, as on the old side.")
@click.option("--effort", help="The effort of the new side; else the configured one.")
@click.option("--trials", type=click.IntRange(1, 20), default=1, show_default=True, help="Readings a side.")
@click.option(
    "--split",
    type=click.Choice([split.value for split in Split]),
    default=Split.ALL.value,
    show_default=True,
    help="Which half of the texts: train to edit by, test to tell whether it helped.",
)
@click.option("--to-mark", is_flag=True, help="Put new findings into `workbench open`, to be marked there.")
@click.option("--provider", help="anthropic, bedrock, command or scripted:FILE; else what you configured.")
@click.option("--parallel", type=click.IntRange(1, 32), help="Readings under way at once.")
@click.option("--budget", type=click.FloatRange(min=0, min_open=True), help="Dollars it may cost in all.")
@click.option("--yes", is_flag=True, help="Send without asking; never covers secrets.")
@click.option("--send-secrets", is_flag=True, help="Send texts that hold what looks like a live credential.")
@db_option
@format_option("text", "json")
def replay(
    paths: tuple[Path, ...],
    check: bool,
    source: str | None,
    against: str | None,
    model: str | None,
    effort: str | None,
    trials: int,
    split: str,
    db: Path | None,
    provider: str | None,
    parallel: int | None,
    budget: float | None,
    form: str,
    **said: bool,
) -> int:
    """Compare two wordings of a persona or rubric, or two models, on revisions that you marked.

    NEW and OLD are current, previous, the beginning of a wording's hash, or a file. Without PATH every text
    is taken. What is stored already is not asked again.
    """
    if check == bool(source):
        raise click.UsageError("Say either --check, or --source NAME@NEW.")
    if check:
        return run(_check(Flags(db=db, provider="none"), paths, form))
    assert source is not None, "one of the two was said"
    flags = Flags(db=db, provider=provider, parallel=parallel, budget=budget)
    asked = (source, against or f"{source.partition('@')[0]}@previous")
    return run(_replay(flags, asked, (model, effort), (trials, Split(split)), paths, form, **said))


async def _check(flags: Flags, paths: tuple[Path, ...], form: str) -> int:
    async with open_desk(flags) as desk:
        bodies = await desk.store.replays.bodies()
        asked: list[Asked] = []
        for artifact in await _artifacts(desk, paths):
            asked += await desk.store.replays.asked(artifact)
    found = tuple(rebuilt(each, bodies) for each in asked)
    if form == "json":
        say_json(check_shape(found))
    else:
        for line in _check_lines(found):
            say(line)
    return Exit.FINE if all(each.matches for each in found) else Exit.BELOW_BAR


async def _artifacts(desk: Desk, paths: tuple[Path, ...]) -> tuple[int | None, ...]:
    """The keys of the texts that these files are; None for all of them."""
    if not paths:
        return (None,)
    known = [each.artifact for each in await desk.store.known()]
    found: list[int | None] = []
    for path in paths:
        identity = await desk.files.identity(path)
        there = [a.id for a in known if a.identity == identity or a.path == str(path)]
        if not there:
            raise UsageError(f"Nothing is known of {path}.")
        found.append(there[0])
    return tuple(dict.fromkeys(found))


def _check_lines(found: tuple[Rebuilt, ...]) -> Iterable[str]:
    others = [each for each in found if not each.matches]
    readings = counted(len(found), "reading")
    if not found:
        yield "No reading is stored."
        return
    if not others:
        yield f"{readings}: all match."
        return
    differ = [each for each in others if each.kept]
    matching, unkept = len(found) - len(others), len(others) - len(differ)
    yield f"{readings}: {matching} match, {len(differ)} differ, {unkept} cannot be built again."
    for each in others[:_SHOWN]:
        reading = each.asked.reading
        name = f"{reading.source.name}@{reading.source.wording[:8]}"
        trial = f", trial {reading.trial}" if reading.trial > 1 else ""
        yield f"  {each.asked.path} revision {each.asked.revision.number}, {name}{trial}: {each.why}"
    if len(others) > _SHOWN:
        yield f"  and {len(others) - _SHOWN} more; --format json tells all."


async def _replay(
    flags: Flags,
    asked: tuple[str, str],
    played: tuple[str | None, str | None],
    how_much: tuple[int, Split],
    paths: tuple[Path, ...],
    form: str,
    *,
    to_mark: bool,
    yes: bool,
    send_secrets: bool,
) -> int:
    async with open_desk(flags) as desk:
        bodies = await desk.store.replays.bodies()
        new, old = (resolved(each, desk.library, bodies, _read_file) for each in asked)
        models = desk.settings.models
        wish = Wish(side_of(new, models, *played), side_of(old, models), *how_much)
        comparison = Replay(desk, wish, bodies)
        proposal = await comparison.propose(paths)
        for line in proposal_lines(proposal):
            narrate(line)
        if proposal.missing:
            _permit(proposal, desk.settings.budget, yes, send_secrets)
            await _read(desk, proposal)
            proposal = await comparison.propose(paths)
        result = await concluded(desk, proposal)
        _print(result, form)
        if to_mark:
            put = await put_to_mark(desk, result)
            narrate(f"{counted(put, 'new finding')} to be marked in `workbench open`.")
        if result.incomplete:
            narrate("The same command goes on with the readings that are missing.")
        return Exit.INCOMPLETE if result.incomplete else Exit.FINE


def _read_file(path: Path, name: Literal["personas", "rubrics"]) -> Persona | Rubric:
    """The persona or rubric of a file.

    Raises:
        ContentError: the first thing that is wrong with it.
    """
    read: Any = (read_persona if name == "personas" else read_rubric)(path.absolute(), "user")
    if isinstance(read, tuple):
        raise read[0]
    made: Persona | Rubric = read
    return made


def _permit(proposal: ReplayProposal, budget: float | None, yes: bool, send_secrets: bool) -> None:
    """Say what would be sent where, and ask unless that was answered.

    Raises:
        UsageError: it may not be sent.
    """
    if not proposal.destination:
        raise UsageError(NO_READER)
    refuse_secrets(proposal.secrets, send_secrets, "Mark it miss in `workbench open`,")
    revisions = counted(len(proposal.missing), "revision")
    narrate(f"Replaying on {revisions}: {proposal.estimate.sentence()}, to {proposal.destination}.")
    if budget is not None and (proposal.estimate.dollars or 0.0) > budget:
        narrate(f"The budget of {in_dollars(budget)} may end it before that; the same command then goes on.")
    if not yes:
        have_agreed(revisions, proposal.destination)


async def _read(desk: Desk, proposal: ReplayProposal) -> None:
    """Make what is missing; each reading that ends is told."""
    async with aclosing(read_replay(desk, proposal, asyncio.Event())) as events:
        async for each in events:
            line = None if isinstance(each.event, ReadingStarted) else event_line(each.event)
            if line:
                narrate(f"{each.unit.name}, {each.side}: {line}")


def _print(result: ReplayResult, form: str) -> None:
    if form == "json":
        say_json(replay_shape(result))
        return
    for line in result_lines(result):
        say(line)
