"""`workbench calibrate`: does a judge answer a rubric as you do? And do you answer as you did?"""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.cli.exits import Exit
from workbench.cli.options import db_option, format_option, one_model_option
from workbench.cli.output import narrate, say, say_json
from workbench.cli.running import run
from workbench.core.calibration.again import again_sheet
from workbench.core.calibration.blind import BlindSheet, items_of
from workbench.core.calibration.calibration import Calibration, calibration, drawn, judges
from workbench.core.calibration.shape import calibration_shape
from workbench.core.calibration.store import Stored
from workbench.core.desk import Desk
from workbench.core.errors import UsageError
from workbench.core.instruments import Rubric
from workbench.core.marks import Decision, Target
from workbench.core.text.display_text import counted
from workbench.core.trust.habits import Habits


@click.command()
@click.argument("name", metavar="[RUBRIC]", required=False)
@one_model_option("The model that judges; the one that judged last unless said.")
@click.option("--me", is_flag=True, help="Mark ten of your old marks again, with the first ones hidden.")
@click.option("--take-back", metavar="QUESTION", help="Take back your answers on which you differ there.")
@click.option("--list", "only_list", is_flag=True, help="Only say what stands; ask nothing.")
@db_option
@format_option("text", "json")
def calibrate(
    name: str | None,
    model: str | None,
    me: bool,
    take_back: str | None,
    only_list: bool,
    db: Path | None,
    form: str,
) -> int:
    """Answer five of a judge's questions before you see what it answered, and see whether you agree.

    Answers accumulate for the words of a question, and none is asked twice. One disagreement, and the rubric
    is not ready. Without a terminal it says what stands. Nothing is sent.
    """
    asks = not only_list and form == "text" and all(s.isatty() for s in (sys.stdin, sys.stdout, sys.stderr))
    flags = Flags(db=db, provider="none")
    if me:
        if name or model or take_back:
            raise click.UsageError("--me is about your own marks: leave out RUBRIC, --model and --take-back.")
        return run(_me(flags, asks, form))
    return run(_calibrate(flags, (name, model), take_back, asks and not take_back, form))


async def _me(flags: Flags, asks: bool, form: str) -> int:
    async with open_desk(flags) as desk:
        sheet = await again_sheet(desk.store, desk.clock.now())
        if asks and sheet.items:
            from workbench.cli.blind import marked_again

            sheet = await marked_again(desk, sheet, flags)
        you = (await desk.store.counted(desk.prices)).you or Habits()
    if form == "json":
        say_json({**you.shape(), "can_be_drawn": sheet.left})
        return Exit.FINE
    say(you.said_again)
    if not sheet.items:
        narrate("No mark of yours is a day old that was not asked for again already.")
    elif sheet.left:
        narrate(f"`workbench calibrate --me` asks for up to {len(sheet.items)} again.")
    return Exit.FINE


async def _calibrate(
    flags: Flags, asked: tuple[str | None, str | None], take_back: str | None, asks: bool, form: str
) -> int:
    async with open_desk(flags) as desk:
        stands = await _standing(desk, *asked)
        if take_back:
            await _taken_back(desk, stands, take_back)
            stands = await _standing(desk, stands.rubric.name, stands.model)
        if asks and stands.undrawn:
            from workbench.cli.blind import answered

            sheet = await answered(desk, await _sheet(desk, stands), "Calibrate", flags)
            if sheet.left:
                narrate(f"{counted(sheet.left, 'question')} left open: the same command draws anew.")
            stands = await _standing(desk, stands.rubric.name, stands.model)
    if form == "json":
        say_json(calibration_shape(stands))
    else:
        for line in stands.sentences():
            say(line)
        if stands.undrawn and not stands.ready:
            narrate(f"`workbench calibrate {stands.rubric.name}` draws up to five more.")
    return Exit.BELOW_BAR if stands.disagreed else Exit.FINE


async def _taken_back(desk: Desk, stands: Calibration, id: str) -> None:
    """Take back the answers to a question on which the person differs from the judge.

    Raises:
        UsageError: there are none.
    """
    slips = stands.differing_on(id)
    if not slips:
        on = ", ".join(stands.disagreed) or "nothing"
        raise UsageError(f"You do not differ from this judge on {id!r}; you do on {on}.")
    for each in slips:
        answered = Decision(
            Target("answer", each.answer), "answered", each.given, blind=True, id=each.decision
        )
        await desk.store.calibrations.take_back(answered)


async def _standing(desk: Desk, name: str | None, model: str | None) -> Calibration:
    """How far the person is with a rubric, as it is installed.

    Raises:
        UsageError: there is no such rubric, or no such model has judged by it.
    """
    stored = await desk.store.calibrations.stored(name or "")
    rubric = _rubric(desk, name, stored)
    of_rubric = [each for each in stored if each.played.source.name == rubric.name]
    known = judges(of_rubric)
    if not known:
        raise UsageError(f"Nothing was judged by {rubric.name!r} yet: `workbench review PATH` has it judge.")
    chosen = [each for each in known if model in (None, each[1])]
    if not chosen:
        there = ", ".join(each[1] for each in known)
        raise UsageError(f"No model {model!r} has judged by {rubric.name!r}; these have: {there}.")
    return calibration(rubric, *chosen[0], of_rubric)


def _rubric(desk: Desk, name: str | None, stored: Sequence[Stored]) -> Rubric:
    """The rubric of a name; without one that by which was judged last.

    Raises:
        UsageError: there is none.
    """
    wanted = name or (max(stored, key=lambda each: each.reading).played.source.name if stored else None)
    if wanted is None:
        raise UsageError("No judge has answered anything yet: `workbench review PATH` has one judge.")
    rubric = desk.library.rubric(wanted)
    if rubric is None:
        raise UsageError(f"There is no rubric {wanted!r}: `workbench rubrics list` shows them.")
    return rubric


async def _sheet(desk: Desk, stands: Calibration) -> BlindSheet:
    """The next examples with their texts."""
    examples = drawn(stands)
    keys = {each.artifact for each in examples}
    artifacts = {key: await desk.store.calibrations.artifact(key) for key in keys}
    items = await items_of(desk.store, artifacts, [(each,) for each in examples])
    return BlindSheet(stands.rubric.name, items)
