"""Settings in layers of plain dicts with the keys of the user's `config.toml`, nearest first.

A layer comes from flags, the environment, that file or what ships. No project configures anything.
"""

from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any

from workbench.content.configuration import Configuration
from workbench.content.defaults import usual_limits
from workbench.content.locations import config_file
from workbench.content.sheets import Shape, Sheet, validated
from workbench.content.toml import toml_sheet
from workbench.core.errors import ContentError

_ENVIRONMENT = PurePath("the environment")
_SHAPE = Shape(Configuration)
_MERGED = ("models", "effort", "readers", "keys")
"""Tables whose keys come from several layers; everything else is the nearest layer's whole."""


def configuration(*layers: Mapping[str, Any]) -> Configuration:
    """The configuration that layers give, the nearest first; what ships stands behind them.

    Raises:
        ContentError: the first thing that is wrong with it.

    """
    values: dict[str, Any] = {}
    for layer in (usual_limits(), *reversed(layers)):
        for key, value in layer.items():
            merges = key in _MERGED and isinstance(value, Mapping)
            values[key] = {**values.get(key, {}), **value} if merges else value
    configured = _first_or_value(Sheet(PurePath("the settings"), values))
    if configured.provider == "command" and configured.command is None:
        raise ContentError(
            PurePath("config.toml"), "name the program to run, as a list of words", key="command.argv"
        )
    return configured


def user_settings(environment: Mapping[str, str]) -> dict[str, Any]:
    """The layer of the user's file; empty where there is none and `WORKBENCH_CONFIG` names none.

    Raises:
        ContentError: the first thing that is wrong with it.

    """
    path = config_file(environment)
    if not path.exists() and not environment.get("WORKBENCH_CONFIG"):
        return {}
    sheet = toml_sheet(path)
    _first_or_value(sheet)
    layer = dict(sheet.values)
    if "prices" in layer:
        layer["prices"] = str(path.parent / Path(layer["prices"]).expanduser())
    return layer


def environment_settings(environment: Mapping[str, str]) -> dict[str, Any]:
    """The layer of the environment.

    `WORKBENCH_PROVIDER`, `WORKBENCH_BUDGET` (dollars, or `none`) and `WORKBENCH_MODEL` (for every role; of
    several, with commas between them, each reads and judges and the first matches).

    Raises:
        ContentError: the first thing that is wrong with it, naming the variable.

    """
    layer: dict[str, Any] = {}
    for variable, key in (
        ("WORKBENCH_PROVIDER", "provider"),
        ("WORKBENCH_BUDGET", "budget"),
        ("WORKBENCH_MODEL", "models"),
    ):
        given = environment.get(variable)
        if not given:
            continue
        value = _models(given) if key == "models" else given
        checked = validated(Sheet(_ENVIRONMENT, {key: value}), _SHAPE)
        if isinstance(checked, tuple):
            raise ContentError(_ENVIRONMENT, checked[0].problem, key=variable)
        layer[key] = value
    return layer


def _models(given: str) -> dict[str, Any]:
    """The models that one variable names for every role."""
    names = [name.strip() for name in given.split(",")]
    return {"reader": names, "judge": names, "matcher": names[0]}


def check_settings(path: Path) -> tuple[ContentError, ...]:
    """Everything that is wrong with a settings file; empty where all is well."""
    try:
        checked = validated(toml_sheet(path), _SHAPE)
    except ContentError as error:
        return (error,)
    return checked if isinstance(checked, tuple) else ()


def _first_or_value(sheet: Sheet) -> Configuration:
    checked = validated(sheet, _SHAPE)
    if isinstance(checked, tuple):
        raise checked[0]
    return checked
