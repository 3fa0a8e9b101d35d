"""What the command line said, and the configuration and settings that come of it."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.core.artifacts import Kind

if TYPE_CHECKING:
    from workbench.content.configuration import Configuration
    from workbench.core.ports import Settings


@dataclass(frozen=True, slots=True)
class Flags:
    """What the command line said; None where it did not."""

    db: Path | None = None
    provider: str | None = None
    """A provider's name, or `scripted:FILE`."""
    models: tuple[str, ...] = ()
    """For readers and judge: of several, each reads and judges; the first matches."""
    reader_models: tuple[str, ...] = ()
    judge_models: tuple[str, ...] = ()
    effort: str | None = None
    """Of readers and judge."""
    readers: tuple[str, ...] = ()
    rubric: str | None = None
    trials: int | None = None
    judge_trials: int | None = None
    parallel: int | None = None
    budget: float | None = None
    text_questions: bool | None = None
    match: str | None = None
    inline_ignores: bool = False
    trust_project: bool = False


def read_configuration(flags: Flags) -> "Configuration":
    """The configuration, flags before environment before the user's file before what ships.

    Raises:
        ContentError: the first thing that is wrong with it.
    """
    from workbench.content.settings import configuration, environment_settings, user_settings

    said: dict[str, Any] = {
        "trials": flags.trials,
        "parallel": flags.parallel,
        "budget": flags.budget,
        "text_questions": flags.text_questions,
        "match": flags.match,
    }
    layer = {key: value for key, value in said.items() if value is not None}
    readers, judges = flags.reader_models or flags.models, flags.judge_models or flags.models
    named = {"reader": list(readers), "judge": list(judges), "matcher": next(iter(flags.models), None)}
    layer["models"] = {role: names for role, names in named.items() if names}
    if flags.effort:
        layer["effort"] = {"reader": flags.effort, "judge": flags.effort}
    return configuration(layer, environment_settings(os.environ), user_settings(os.environ))


def settings(flags: Flags, configured: "Configuration", provider: str) -> "Settings":
    """What a round needs to know, flags included."""
    made = configured.settings(provider)
    models = made.models
    if provider == "anthropic" and configured.window is None:
        from workbench.bootstrap.servers import fitted

        models = fitted(models)
    return replace(
        made,
        models=models,
        readers=dict.fromkeys(Kind, flags.readers) if flags.readers else made.readers,
        rubric=flags.rubric,
        judge_trials=flags.judge_trials or made.judge_trials,
        inline_ignores=flags.inline_ignores,
    )
