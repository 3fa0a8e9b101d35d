"""Options that several commands share, declared once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from workbench.bootstrap.flags import Flags
from workbench.core.artifacts import Kind

_F = TypeVar("_F", bound=Callable[..., Any])
_LONGEST = 19
"""Digits that no key of the store has."""


def _absolute(context: click.Context, parameter: click.Parameter, path: str | None) -> Path | None:
    """Where a file is, from anywhere; None where none was named."""
    if path == "":
        raise click.BadParameter("it is empty: name a file, such as README.md.", context, parameter)
    return Path(path).absolute() if path else None


def number_of(text: str) -> int | None:
    """The number that a text of digits 0 to 9 is; None where it is no such text, or longer than any key."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < _LONGEST else None


path_argument = click.argument("path", type=click.Path(), callback=_absolute)

kind_option = click.option(
    "--kind",
    type=click.Choice([Kind.README.value, Kind.ARTICLE.value]),
    help="What the text is; without it the file's name decides, and the choice is remembered.",
)

opened_kind_option = click.option(
    "--kind",
    type=click.Choice([kind.value for kind in Kind]),
    help="What the text is; without it the file decides, and the choice is remembered.",
)

history_option = click.option(
    "--history-of",
    type=click.Path(),
    callback=_absolute,
    help="Where the text was before it moved: it goes on with what is known of that.",
)


written_with_option = click.option(
    "--written-with",
    metavar="MODEL",
    help="The model that helped to write the text, such as claude; remembered, and an empty name forgets it.",
)


inline_ignores_option = click.option(
    "--inline-ignores",
    is_flag=True,
    help="Heed comments in the text that have a check's faults ignored, also those you have not accepted.",
)


trust_project_option = click.option(
    "--trust-project",
    is_flag=True,
    help="Use the personas and rubrics that the text's project brings (.workbench), without a look.",
)


def _only(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> str | None:
    """The one model that was named; None where none was."""
    if len(given) > 1:
        raise click.BadParameter("one model is asked here: name one.", context, parameter)
    return given[0] if given else None


def one_model_option(does: str) -> Callable[[_F], _F]:
    """`--model`, where one model is asked; `does` says what it does."""
    return click.option("--model", multiple=True, callback=_only, help=does)


provider_option = click.option(
    "--provider",
    help="anthropic, bedrock, command, scripted:FILE or none; else what is configured or has a key.",
)


def db_option(command: _F) -> _F:
    """`--db`, for commands that only read what is stored."""
    return click.option(
        "--db",
        type=click.Path(dir_okay=False),
        callback=_absolute,
        help="The database; else WORKBENCH_DB, else your data folder.",
    )(command)


def format_option(*formats: str) -> Callable[[_F], _F]:
    """`--format`, with the first form as default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="What to print.",
    )


_READING = (
    provider_option,
    click.option(
        "--model",
        "models",
        multiple=True,
        help="The model for readers and judge; given several times, each of them reads and judges.",
    ),
    click.option(
        "--reader-model",
        "reader_models",
        multiple=True,
        help="A model for readers only; given several times, each plays every persona.",
    ),
    click.option(
        "--judge-model",
        "judge_models",
        multiple=True,
        help="A model for the judge only; given several times, each judges and the lowest ruling holds.",
    ),
    click.option(
        "--effort",
        type=click.Choice(["low", "medium", "high", "xhigh", "max"]),
        help="How hard readers and judge think.",
    ),
    click.option("--reader", "readers", multiple=True, help="A persona to read; may be given several times."),
    click.option("--rubric", help="The rubric to judge by."),
    click.option("--trials", type=click.IntRange(1, 20), help="How often each reader reads."),
    click.option("--judge-trials", type=click.IntRange(1, 20), help="How often the judge answers."),
    click.option("--parallel", type=click.IntRange(1, 32), help="Readings under way at once."),
    click.option("--budget", type=click.FloatRange(min=0, min_open=True), help="Dollars a round may cost."),
    click.option(
        "--text-questions/--no-text-questions",
        default=None,
        help="Whether the judge is also asked what a model derives from this text; on unless configured.",
    ),
    click.option(
        "--match",
        type=click.Choice(["model", "rules"]),
        help="Who settles which findings are the same concern where rules cannot: model unless configured.",
    ),
)


def reading_options(command: _F) -> _F:
    """Everything that says who reads, with what, and at what cost."""
    for option in reversed(_READING):
        command = option(command)
    return db_option(command)


def flags_of(values: dict[str, Any]) -> Flags:
    """The flags among a command's parameters; the others stay in `values`.

    A command that takes one model only has it as `model`.
    """
    if model := values.pop("model", None):
        values["models"] = (model,)
    return Flags(**{name: values.pop(name) for name in Flags.__dataclass_fields__ if name in values})
