"""What commands print: data on standard output, narration on standard error, nothing raw."""

import json
import shutil
import sys
from typing import Any

import click

from workbench.cli.streams import told
from workbench.core.text.display_text import neutralised_line, width, wrapped

JSON_VERSION = 1
"""Raised when a JSON shape changes in a way that breaks a reader of it."""


def say(text: str = "") -> None:
    """Print a line of data; on a terminal, folded at its width."""
    for row in _rows(neutralised_line(text)):
        click.echo(row)


def narrate(text: str) -> None:
    """Print a line for the person watching; where it cannot be written nothing else changes."""
    told(lambda: click.echo(neutralised_line(text), err=True))


def terminal_columns() -> int | None:
    """How wide the terminal is that data goes to, at least 20 cells; None where it goes elsewhere."""
    return max(20, shutil.get_terminal_size().columns) if sys.stdout.isatty() else None


def _rows(line: str) -> list[str]:
    """A line as it is printed: whole, or folded between words under its own indent and a little more."""
    columns = terminal_columns()
    if columns is None or width(line) <= columns:
        return [line]
    indent = " " * min(len(line) - len(line.lstrip()) + 4, columns // 2)
    rows = [line[start:end].rstrip() for start, end in wrapped(line, columns - len(indent))]
    return [rows[0], *(indent + row.lstrip() for row in rows[1:])]


def say_json(value: dict[str, Any]) -> None:
    """Print one JSON document with its version first."""
    click.echo(json.dumps({"version": JSON_VERSION, **value}, ensure_ascii=True, indent=2))
