"""What commands print: data on standard output, narration on standard error, nothing raw."""

import json
from typing import Any

import click

from workbench.core.display_text import neutralised

JSON_VERSION = 1
"""Raised when a JSON shape changes in a way that breaks a reader of it."""


def say(text: str = "") -> None:
    """Print a line of data."""
    click.echo(neutralised(text))


def narrate(text: str) -> None:
    """Print a line for the person watching."""
    click.echo(neutralised(text), err=True)


def say_json(value: dict[str, Any]) -> None:
    """Print one JSON document with its version first."""
    click.echo(json.dumps({"version": JSON_VERSION, **value}, ensure_ascii=True, indent=2))
