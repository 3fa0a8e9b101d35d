"""What ships in `defaults.toml`: usual models of each provider, usual limits, prices."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from workbench.content.prices import price_table
from workbench.content.sheets import Sheet
from workbench.content.toml import toml_sheet
from workbench.core.costs.prices import PriceTable

_FILE = Path(__file__).parent / "defaults.toml"


def usual_limits() -> dict[str, Any]:
    """The furthest layer of settings: budget, trials and readings at once."""
    return {key: value for key, value in _shipped().items() if key not in ("models", "prices")}


def usual_models(provider: str) -> Mapping[str, str]:
    """The model of each role with a provider; without the roles for which nothing can be presumed."""
    models: Mapping[str, str] = _shipped()["models"].get(provider, {})
    return models


def shipped_prices() -> PriceTable:
    """The price table that ships."""
    return price_table(Sheet(_FILE, _shipped()["prices"]))


@cache
def _shipped() -> Mapping[str, Any]:
    return toml_sheet(_FILE).values
