"""`workbench rubrics check`: the files, and with `--run` each question asked of its own anchors."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.cli.consent import have_agreed
from workbench.cli.exits import Exit
from workbench.cli.options import db_option, one_model_option
from workbench.cli.output import narrate, say, say_json
from workbench.core.errors import UsageError

if TYPE_CHECKING:
    from workbench.core.calibration.anchor_trials import Tried
    from workbench.core.desk import Desk
    from workbench.core.instruments import Rubric


@click.command("check")
@click.argument("what", metavar="[PATH]", required=False)
@click.option("--run", "runs", is_flag=True, help="Have a judge tell each question's two examples apart.")
@click.option("--provider", help="anthropic, bedrock, command or scripted:FILE; else what you configured.")
@one_model_option("The model that judges.")
@click.option("--parallel", type=click.IntRange(1, 32), help="Calls under way at once.")
@click.option("--budget", type=click.FloatRange(min=0, min_open=True), help="Dollars it may cost.")
@click.option("--yes", is_flag=True, help="Send without asking.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="With --run.")
@db_option
def check_rubrics(
    what: str | None, runs: bool, yes: bool, form: str, db: Path | None, model: str | None, **values: Any
) -> int:
    """Say what is wrong with a file or folder, or with everything that is used.

    With --run PATH may also be a rubric's name. Each question is asked, without its examples, of the example
    that meets it and of the one that fails it. One that passes or fails both is broken. What is answered is
    printed and stored nowhere: it is about no text of yours.
    """
    if runs:
        from workbench.cli.running import run

        return run(
            _run(Flags(db=db, models=(model,) if model else (), **values), what or "readme", yes, form)
        )
    from workbench.cli.content import checked

    if what is not None and not Path(what).exists():
        raise click.BadParameter(f"{what!r} does not exist; a rubric is named with --run only.")
    return checked(Path(what) if what else None, "rubrics")


async def _run(flags: Flags, what: str, yes: bool, form: str) -> int:
    from workbench.core.calibration.anchor_trials import Told, tried
    from workbench.core.costs.spending import spend

    async with open_desk(flags) as desk:
        rubric = _rubric(desk, what)
        said = await _asked(desk, rubric, yes)
        used = spend([call for each in said for call in each.calls], desk.prices).sentence()
    found = tried(rubric, said)
    if form == "json":
        say_json(_shape(rubric, found))
    else:
        for each in found:
            say(each.sentence)
        apart = sum(each.told is Told.APART for each in found)
        say(f"{apart} of {len(found)} questions of {rubric.name} tell their anchors apart. {used}.")
    told = {each.told for each in found}
    if Told.UNASKED in told:
        return Exit.INCOMPLETE
    return Exit.BELOW_BAR if told & {Told.BROKEN, Told.REVERSED, Told.UNDECIDED} else Exit.FINE


async def _asked(desk: "Desk", rubric: "Rubric", yes: bool) -> "tuple[Any, ...]":
    """What was said of every anchor, once the person agreed to send them.

    Raises:
        UsageError: it may not be sent, or there is nobody to ask.
    """
    from workbench.core.attempts import Attempts
    from workbench.core.calibration.anchor_trials import trials, try_anchors

    settings = desk.settings
    planned = trials(rubric, settings.models)
    if not planned:
        return ()
    if desk.provider is None:
        raise UsageError("There is no judge: set a key or a program, see `workbench doctor`.")
    expected = await desk.estimated([each.assignment for each in planned])
    narrate(f"The anchors of {rubric.name}: {expected.sentence()}, to {desk.provider.destination}.")
    if not yes:
        have_agreed("them", desk.provider.destination, "Send them?")
    attempts = Attempts(desk.provider, desk.clock, await desk.meter(), settings.attempts)
    return await try_anchors(attempts, planned, settings.parallel)


def _rubric(desk: "Desk", what: str) -> "Rubric":
    """The rubric of a name, or of a file.

    Raises:
        ContentError: the file is broken.
        UsageError: there is none.
    """
    path = Path(what)
    if path.suffix != ".md" and not path.is_file():
        found = desk.library.rubric(what)
        if found is None:
            raise UsageError(f"There is no rubric {what!r}: `workbench rubrics list` shows them.")
        return found
    from workbench.content.rubrics import read_rubric

    read = read_rubric(path.absolute(), "user")
    if isinstance(read, tuple):
        raise read[0]
    return read


def _shape(rubric: "Rubric", found: "tuple[Tried, ...]") -> dict[str, object]:
    return {
        "rubric": {"name": rubric.name, "wording": rubric.wording},
        "questions": [
            {
                "question": each.question.id,
                "outcome": each.told.value,
                "said": {said.trial.side: said.value for said in each.said},
            }
            for each in found
        ],
    }
