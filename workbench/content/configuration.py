"""How a run is set up: the keys of the user's `config.toml`, as values."""

from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from workbench.content.defaults import shipped_prices, usual_models
from workbench.content.prices import price_table
from workbench.content.sheets import did_you_mean
from workbench.content.toml import toml_sheet
from workbench.core.artifacts import Kind
from workbench.core.costs import PriceTable
from workbench.core.errors import ContentError
from workbench.core.ports import Match, Models, Settings

PROVIDERS = ("anthropic", "command", "scripted", "none")
"""Ways to get answers; what follows a colon is for the provider itself, as in `scripted:FILE`."""
Effort = Literal["low", "medium", "high", "xhigh", "max"]

_ROLES = ("reader", "judge", "matcher")


class _Table(BaseModel):
    """A table of the user's file."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class ModelNames(_Table):
    """The models that the person chose; None leaves a role to the provider's default."""

    reader: str | None = Field(default=None, min_length=1)
    judge: str | None = Field(default=None, min_length=1)
    matcher: str | None = Field(default=None, min_length=1)


class Efforts(_Table):
    """How hard a model thinks; None leaves it to the service."""

    reader: Effort | None = None
    judge: Effort | None = None


class Readers(_Table):
    """Names of the personas that read a kind, instead of its default ones; empty leaves these."""

    readme: tuple[str, ...] = ()
    article: tuple[str, ...] = ()
    taglines: tuple[str, ...] = ()


class Command(_Table):
    """The program that the `command` provider runs."""

    argv: tuple[str, ...] = Field(min_length=1)
    """Program and arguments; no shell reads them."""
    keep: tuple[str, ...] = ()
    """Names of environment variables that it gets besides the few that every program needs."""
    timeout: float = Field(default=600.0, gt=0)
    """Seconds it may take for one answer."""

    @field_validator("argv")
    @classmethod
    def _can_be_run(cls, argv: tuple[str, ...]) -> tuple[str, ...]:
        if not argv[0] or any("\0" in word for word in argv):
            raise ValueError("must name a program, and no word of it may hold a NUL")
        return argv


class Configuration(_Table):
    """How this run is set up, all layers taken together."""

    provider: str | None = None
    """One of `PROVIDERS`, and what it needs behind a colon; None: whichever has credentials."""
    models: ModelNames = ModelNames()
    effort: Efforts = Efforts()
    budget: float | None = Field(default=None, gt=0)
    """Dollars a round may cost; None for no cap, written `none`."""
    trials: int = Field(default=1, ge=1, le=20)
    parallel: int = Field(default=8, ge=1, le=32)
    """Readings under way at once."""
    window: int = Field(default=200_000, ge=1_000)
    """Tokens that every model can take in and give out together; a longer text is read in parts."""
    text_questions: bool = True
    """Whether a judge is also asked what a model derived from the text."""
    match: Match | None = None
    """Who settles which findings are the same concern; None: a model, but for recorded answers."""
    readers: Readers = Readers()
    command: Command | None = None
    """None: no program is set up."""
    keys: Mapping[str, str] = {}
    """Key by the id of what it does, where the person remapped it."""
    prices: Path | None = None
    """The user's own price table; None for the one that ships."""

    @field_validator("provider")
    @classmethod
    def _is_known(cls, provider: str | None) -> str | None:
        name = (provider or "none").partition(":")[0]
        if name not in PROVIDERS:
            known = ", ".join(PROVIDERS)
            raise ValueError(f"must be one of {known}, not {name!r}{did_you_mean(name, PROVIDERS)}")
        return provider

    @field_validator("budget", mode="before")
    @classmethod
    def _no_cap(cls, budget: object) -> object:
        return None if budget == "none" else budget

    def models_for(self, provider: str) -> Models:
        """Which model plays each role with a provider.

        Raises:
            ContentError: a role has no model: neither the person nor the defaults name one.

        """
        usual = usual_models(provider)
        if provider == "command" and self.command is not None:
            # A program's figures are its own: another one is another reader.
            usual = dict.fromkeys(_ROLES, Path(self.command.argv[0]).name)
        chosen = {**usual, **self.models.model_dump(exclude_none=True)}
        for role in _ROLES:
            if role not in chosen:
                raise ContentError(
                    PurePath("config.toml"),
                    f"{provider} has no usual model for this role: name one here or with --model",
                    key=f"models.{role}",
                )
        return Models(
            **chosen, reader_effort=self.effort.reader, judge_effort=self.effort.judge, window=self.window
        )

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
