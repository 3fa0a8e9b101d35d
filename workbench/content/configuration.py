"""How a run is set up: the keys of the user's `config.toml`, as values."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Annotated, Literal

from msgspec import Meta, Struct

from workbench.content.defaults import shipped_prices, usual_models
from workbench.content.fitting import did_you_mean, read_as, refused_by
from workbench.content.prices import price_table
from workbench.content.toml import toml_sheet
from workbench.core.artifacts import Kind
from workbench.core.capabilities import SMALLEST_WINDOW
from workbench.core.costs.prices import PriceTable
from workbench.core.errors import ContentError
from workbench.core.ports import Match, Models, Settings

PROVIDERS = ("anthropic", "bedrock", "command", "scripted", "none")
"""Ways to get answers; what follows a colon is for the provider itself, as in `scripted:FILE`."""
Effort = Literal["low", "medium", "high", "xhigh", "max"]

_ROLES = ("reader", "judge", "matcher")


_SUCH_AS = {
    "bedrock": ", such as the inference profile global.anthropic.claude-sonnet-4-6; "
    "`workbench doctor --provider bedrock --online` lists those of your account"
}
"""What a name can be, where none can be presumed."""

_Name = Annotated[str, Meta(min_length=1)]
_Dollars = Annotated[
    Annotated[float, Meta(gt=0)] | None, read_as(lambda given: None if given == "none" else given)
]


def _not_run(argv: tuple[str, ...]) -> str:
    unfit = not argv[0] or any("\0" in word for word in argv)
    return "must name a program, and no word of it may hold a NUL" if unfit else ""


def _not_known(provider: str) -> str:
    name = provider.partition(":")[0] or "none"
    if name in PROVIDERS:
        return ""
    return f"must be one of {', '.join(PROVIDERS)}, not {name!r}{did_you_mean(name, PROVIDERS)}"


class _Table(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the user's file."""


def _one_or_several(given: object) -> object:
    if isinstance(given, str):
        return [given]
    if given is not None and not isinstance(given, list | tuple):
        raise ValueError("must be text, or a list of texts")
    return given


def _named_twice(models: tuple[str, ...]) -> str:
    twice = next((model for model in models if models.count(model) > 1), None)
    return f"names {twice} twice" if twice else ""


_Panel = Annotated[
    Annotated[tuple[_Name, ...], Meta(min_length=1), refused_by(_named_twice)] | None,
    read_as(_one_or_several),
]
"""One model, or several that each play the role."""


class ModelNames(_Table, frozen=True, kw_only=True):
    """The models that the person chose; None leaves a role to the provider's default."""

    reader: _Panel = None
    judge: _Panel = None
    matcher: _Name | None = None


class Efforts(_Table, frozen=True, kw_only=True):
    """How hard a model thinks; None leaves it to the service."""

    reader: Effort | None = None
    judge: Effort | None = None
    matcher: Effort | None = None


class Readers(_Table, frozen=True, kw_only=True):
    """Names of the personas that read a kind, instead of its default ones; empty leaves these."""

    readme: tuple[str, ...] = ()
    article: tuple[str, ...] = ()
    taglines: tuple[str, ...] = ()


class Command(_Table, frozen=True, kw_only=True):
    """The program that the `command` provider runs."""

    argv: Annotated[tuple[str, ...], Meta(min_length=1), refused_by(_not_run)]
    """Program and arguments; no shell reads them."""
    keep: tuple[str, ...] = ()
    """Names of environment variables that it gets besides the few that every program needs."""
    timeout: Annotated[float, Meta(gt=0)] = 600.0
    """Seconds it may take for one answer."""


class Bedrock(_Table, frozen=True, kw_only=True):
    """Where the `bedrock` provider is; None leaves each to the environment and the files of AWS's tools."""

    region: _Name | None = None
    profile: _Name | None = None
    endpoint: _Name | None = None
    """A URL in place of the region's own."""


class Configuration(_Table, frozen=True, kw_only=True):
    """How this run is set up, all layers taken together."""

    provider: Annotated[str | None, refused_by(_not_known)] = None
    """One of `PROVIDERS`, and what it needs behind a colon; None: whichever has credentials."""
    models: ModelNames = ModelNames()
    effort: Efforts = Efforts()
    budget: _Dollars = None
    """Dollars a round may cost; None for no cap, written `none`."""
    loop_budget: _Dollars = None
    """Dollars that all rounds on a text may cost until it is frozen; None for no cap, written `none`."""
    trials: Annotated[int, Meta(ge=1, le=20)] = 1
    parallel: Annotated[int, Meta(ge=1, le=32)] = 8
    """Readings under way at once."""
    window: Annotated[int, Meta(ge=SMALLEST_WINDOW)] | None = None
    """Tokens that every model can take in and give out together; a longer text is read in parts.

    None: as many as are usual, or fewer where a server is known to take fewer.
    """
    text_questions: bool = True
    """Whether a judge is also asked what a model derived from the text."""
    match: Match | None = None
    """Who settles which findings are the same concern; None: a model, but for recorded answers."""
    readers: Readers = Readers()
    command: Command | None = None
    """None: no program is set up."""
    bedrock: Bedrock = Bedrock()
    keys: Mapping[str, str] = {}
    """Key by the id of what it does, where the person remapped it."""
    prices: Path | None = None
    """The user's own price table; None for the one that ships."""

    def models_for(self, provider: str) -> Models:
        """Which model plays each role with a provider.

        Raises:
            ContentError: a role has no model: neither the person nor the defaults name one.

        """
        usual = usual_models(provider)
        if provider == "command" and self.command is not None:
            # A program's figures are its own: another one is another reader.
            usual = dict.fromkeys(_ROLES, Path(self.command.argv[0]).name)
        for role in _ROLES:
            if role not in usual and getattr(self.models, role) is None:
                raise ContentError(
                    PurePath("config.toml"),
                    f"{provider} has no usual model for this role: name one here or with --model"
                    f"{_SUCH_AS.get(provider, '')}",
                    key=f"models.{role}",
                )
        made = Models(
            readers=self.models.reader or (usual["reader"],),
            judges=self.models.judge or (usual["judge"],),
            matcher=self.models.matcher or usual["matcher"],
            reader_effort=self.effort.reader,
            judge_effort=self.effort.judge,
            matcher_effort=self.effort.matcher,
        )
        return made if self.window is None else replace(made, window=self.window)

    def readers_for(self, kind: Kind) -> tuple[str, ...]:
        """Names of the personas that the person chose for a kind; empty for its default ones."""
        names: tuple[str, ...] = getattr(self.readers, kind.value)
        return names

    def settings(self, provider: str) -> Settings:
        """What a round needs to know.

        Raises:
            ContentError: a role has no model.

        """
        return Settings(
            models=self.models_for(provider),
            budget=self.budget,
            loop_budget=self.loop_budget,
            trials=self.trials,
            parallel=self.parallel,
            text_questions=self.text_questions,
            # A recording answers what it was asked, and was not asked about findings yet to come.
            match=self.match or ("rules" if provider == "scripted" else "model"),
            readers={kind: self.readers_for(kind) for kind in Kind},
        )

    def price_table(self) -> PriceTable:
        """The person's own prices, else those that ship.

        Raises:
            ContentError: the person's file cannot be used.

        """
        return shipped_prices() if self.prices is None else price_table(toml_sheet(self.prices))
