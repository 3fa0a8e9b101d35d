"""`workbench plant`: known faults in a copy of a text, and which of them each reader and judge finds."""

import asyncio
import sys
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from workbench.bootstrap.databases import database_path
from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.cli.consent import have_agreed, refuse_secrets
from workbench.cli.exits import Exit
from workbench.cli.lines import event_line
from workbench.cli.options import db_option, format_option, number_of
from workbench.cli.output import narrate, say, say_json
from workbench.cli.running import run
from workbench.core.artifacts import Kind, decoded, guessed_kind
from workbench.core.desk import Desk
from workbench.core.errors import UsageError
from workbench.core.events import ReadingFailed
from workbench.core.planting.copies import planted_bytes
from workbench.core.planting.planting import plant as planted_in
from workbench.core.planting.printed import key_lines, key_shape, planted_lines, recall_lines, recall_shape
from workbench.core.planting.reading import PlantProposal, check_copy, propose, read_copy
from workbench.core.planting.results import Recall, pooled, recalls
from workbench.core.planting.store import Planting


def _here(path: str | Path) -> Path:
    """Where a file is, from anywhere."""
    return Path(path).absolute()


def _absolute(context: click.Context, parameter: click.Parameter, path: str | None) -> Path | None:
    return _here(path) if path else None


@click.command()
@click.argument("target", required=False, metavar="[PATH|KEY]")
@click.option("--faults", type=click.IntRange(1, 200), default=12, show_default=True, help="Planted at most.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plants the same faults.")
@click.option("--kind", type=click.Choice([Kind.README.value, Kind.ARTICLE.value]), help="What the text is.")
@click.option(
    "--out", type=click.Path(), callback=_absolute, help="Where the copy goes; else beside the database."
)
@click.option("--run", "reads", is_flag=True, help="Have the copy read and judged; sends it to a model.")
@click.option("--key", "shows_key", is_flag=True, help="Print the key: what was planted where.")
@click.option("--report", is_flag=True, help="What each source found; without a key, of all copies together.")
@click.option("--look", is_flag=True, help="Answer, one by one, what rules could not tell.")
@click.option("--say", "answers", multiple=True, metavar="NAME=yes|no", help="Answer one of these questions.")
@click.option("--provider", help="anthropic, bedrock, command or scripted:FILE; else what you configured.")
@click.option(
    "--model", "models", multiple=True, help="The model for readers and judge; of several, each reads it."
)
@click.option("--reader", "readers", multiple=True, help="A persona to read; may be given several times.")
@click.option("--rubric", help="The rubric to judge by.")
@click.option("--trials", type=click.IntRange(1, 20), help="How often each reader reads.")
@click.option("--judge-trials", type=click.IntRange(1, 20), help="How often the judge answers.")
@click.option("--parallel", type=click.IntRange(1, 32), help="Readings under way at once.")
@click.option("--budget", type=click.FloatRange(min=0, min_open=True), help="Dollars it may cost in all.")
@click.option("--yes", is_flag=True, help="Send without asking; never covers secrets.")
@click.option(
    "--send-secrets", is_flag=True, help="Send a copy that holds what looks like a live credential."
)
@db_option
@format_option("text", "json")
def plant(**values: Any) -> int:
    """Plant known faults in a copy of PATH, and see which of them readers, judge and checks find.

    The file itself is never touched. KEY is the number that planting printed. Without either, the keys are
    listed.
    """
    flags = Flags(**{name: values.pop(name) for name in Flags.__dataclass_fields__ if name in values})
    needs_model = values["reads"]
    if not needs_model and flags.provider is None:
        flags = Flags(db=flags.db, provider="none")
    return run(_plant(flags, **values))


async def _plant(
    flags: Flags,
    *,
    target: str | None,
    out: Path | None,
    faults: int,
    seed: int,
    kind: str | None,
    reads: bool,
    shows_key: bool,
    report: bool,
    look: bool,
    answers: tuple[str, ...],
    yes: bool,
    send_secrets: bool,
    form: str,
) -> int:
    async with open_desk(flags) as desk:
        await _answer(desk, answers)
        known = await desk.store.plantings.plantings()
        if target is None:
            return await _about_all(desk, known, report or bool(answers), form)
        there = _known(known, target)
        wish = _Wish(_here(target), out, faults, seed, Kind(kind) if kind else None)
        planting = there or await _planted(desk, flags, wish)
        if there is None or not (reads or shows_key or report or look):
            for line in planted_lines(planting):
                (say if form == "text" and not reads else narrate)(line)
        code = Exit.FINE
        if reads:
            code = await _read(desk, await propose(desk, planting), yes, send_secrets)
        if look:
            await _look(desk, planting)
        found = await _recalls(desk, planting) if reads or report or look else ()
        _print(planting, found, shows_key, form)
        return code


def _known(known: tuple[Planting, ...], target: str) -> Planting | None:
    """The copy that a number is the key of; None where a file is named.

    Raises:
        UsageError: there is no such key.
    """
    number = number_of(target)
    if number is None or Path(target).exists():
        return None
    found = next((each for each in known if each.id == number), None)
    if found is None:
        raise UsageError(f"There is no key {target}: `workbench plant` lists them, or name a text.")
    return found


@dataclass(frozen=True, slots=True)
class _Wish:
    """What is to be planted where."""

    path: Path
    out: Path | None
    faults: int
    seed: int
    kind: Kind | None


async def _planted(desk: Desk, flags: Flags, wish: _Wish) -> Planting:
    """Plant faults in a copy of a file, and store the key.

    Raises:
        ArtifactError: the file cannot be read, or is not UTF-8.
        UsageError: nothing can be planted, or the copy would overwrite a file.
    """
    path = wish.path
    data = await desk.files.read(path)
    revision = decoded(data, path.name)
    planted = planted_in(revision.text, wish.faults, wish.seed)
    if not planted.faults:
        raise UsageError(
            f"{path.name} allows no honest fault: it has no sentence, command or link of the sorts that "
            "are planted. Name a longer text."
        )
    copied = planted_bytes(data, planted, path.name)
    name = f"{path.stem}.{revision.sha256[:8]}.{wish.faults}-{wish.seed}{path.suffix}"
    copy = wish.out or _here(database_path(flags)).parent / "planted" / name
    await asyncio.to_thread(_write, path, copy, copied)
    made = Planting(str(path), str(copy), wish.kind or guessed_kind(path.name), planted)
    return await desk.store.plantings.save_planting(made)


def _write(path: Path, copy: Path, data: bytes) -> None:
    """Write a copy, over nothing but the same copy.

    Raises:
        UsageError: something else is there, or it cannot be written.
    """
    try:
        if copy.exists() and (copy.samefile(path) or copy.is_dir() or copy.read_bytes() != data):
            raise UsageError(f"{copy} is there already: name another file with --out.")
        copy.parent.mkdir(parents=True, exist_ok=True)
        # A text may be private, and so is its copy.
        copy.touch(0o600)
        copy.write_bytes(data)
    except OSError as error:
        raise UsageError(
            f"{copy} cannot be written ({error.strerror}): name another file with --out."
        ) from error


async def _read(desk: Desk, proposal: PlantProposal, yes: bool, send_secrets: bool) -> Exit:
    """Have a copy read as far as it has not been."""
    if not proposal.missing:
        narrate("This copy has been read by these sources, so nothing is sent.")
        return Exit.FINE
    _permit(proposal, yes, send_secrets)
    failed = False
    async with aclosing(read_copy(desk, proposal, asyncio.Event())) as events:
        async for event in events:
            failed |= isinstance(event, ReadingFailed)
            if line := event_line(event):
                narrate(line)
    return Exit.INCOMPLETE if failed else Exit.FINE


def _permit(proposal: PlantProposal, yes: bool, send_secrets: bool) -> None:
    """Say what would be sent where, and ask unless that was answered.

    Raises:
        UsageError: it may not be sent.
    """
    refuse_secrets(proposal.secrets, send_secrets)
    narrate(f"Reading the copy: {proposal.estimate.sentence()}, to {proposal.destination}.")
    if not yes:
        have_agreed("the copy", proposal.destination)


async def _recalls(desk: Desk, planting: Planting) -> tuple[Recall, ...]:
    """What every source found in a copy."""
    store = desk.store.plantings
    return recalls(
        planting,
        await store.readings(planting.id),
        await store.said(planting.id),
        await check_copy(desk, planting),
        await check_copy(desk, planting, original=True),
    )


async def _answer(desk: Desk, answers: tuple[str, ...]) -> None:
    """Keep what the person says of findings: all of it, or none where one of the answers is to no question.

    Raises:
        UsageError: one is no answer, or to nothing that is or was asked.
    """
    known, asked, given = await desk.store.plantings.plantings(), dict[int, set[str]](), []
    for answer in answers:
        name, _, said = answer.partition("=")
        key, _, question = name.partition(":")
        number = number_of(key)
        if said not in ("yes", "no") or number is None or not question:
            raise UsageError(f"{answer!r} is no answer: say NAME=yes or NAME=no, as in 3:2.14.1=yes.")
        planting = next((each for each in known if each.id == number), None)
        if planting is None:
            raise UsageError(f"There is no key {key}: `workbench plant` lists them.")
        if planting.id not in asked:
            asked[planting.id] = await _asked(desk, planting)
        if question not in asked[planting.id]:
            raise UsageError(
                f"Nothing is asked under {name}: `workbench plant {key} --report` lists what is."
            )
        given.append((planting.id, question, said == "yes"))
    for key_number, question, same in given:
        await desk.store.plantings.say(key_number, question, same)


async def _asked(desk: Desk, planting: Planting) -> set[str]:
    """The names of what is asked of a copy, and of what was until another answer made it needless."""
    found = await _recalls(desk, planting)
    now = {question.name for each in found for question in (*each.questions, *each.settled)}
    return now.union(await desk.store.plantings.said(planting.id))


async def _look(desk: Desk, planting: Planting) -> None:
    """Ask the person, one by one, what rules could not tell; an empty answer leaves one for later.

    Raises:
        UsageError: there is nobody to answer.
    """
    if not sys.stdin.isatty():
        raise UsageError("There is no terminal to ask at: answer with --say NAME=yes or NAME=no.")
    for each in await _recalls(desk, planting):
        found = set[str]()
        for question in each.questions:
            if question.in_reading in found:
                continue
            narrate(f"{each.who}: {question.asks}")
            said = click.prompt("y, n or enter", default="", show_default=False, err=True).strip().casefold()
            if said in ("y", "yes", "n", "no"):
                await desk.store.plantings.say(planting.id, question.name, said.startswith("y"))
            if said.startswith("y"):
                found.add(question.in_reading)


async def _about_all(desk: Desk, known: tuple[Planting, ...], report: bool, form: str) -> int:
    """The keys there are, or what each source found in all copies together."""
    if report:
        found = pooled([each for planting in known for each in await _recalls(desk, planting)])
        if form == "json":
            say_json({"recall": recall_shape(found)})
        else:
            for line in recall_lines(found):
                say(line)
        return Exit.FINE
    if form == "json":
        say_json({"plantings": [_shape(planting) for planting in known]})
    elif not known:
        say("Nothing is planted yet: `workbench plant PATH` plants known faults in a copy.")
    else:
        for planting in known:
            for line in planted_lines(planting):
                say(line)
    return Exit.FINE


def _shape(planting: Planting) -> dict[str, Any]:
    """A copy as JSON, without its key."""
    planted = planting.planted
    families = sorted({fault.family for fault in planted.faults})
    return {
        "key": planting.id,
        "artifact": planting.path,
        "copy": planting.copy,
        "seed": planted.seed,
        "asked": planted.asked,
        "faults": len(planted.faults),
        "families": families,
    }


def _print(planting: Planting, found: tuple[Recall, ...], shows_key: bool, form: str) -> None:
    if form == "json":
        shape = _shape(planting)
        if shows_key:
            shape["planted"] = key_shape(planting.planted)
        say_json({**shape, "recall": recall_shape(found)} if found else shape)
        return
    for line in key_lines(planting) if shows_key else ():
        say(line)
    for line in recall_lines(found):
        say(line)
