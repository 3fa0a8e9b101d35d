"""What a user would pick instead, installed beside the workbench to be measured in the same run."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SMALLEST = """
from textual.app import App
from textual.widgets import Static
class Smallest(App):
    def compose(self):
        yield Static("first frame")
Smallest().run()
"""
"""Textual's smallest app."""

TABLE = """
from textual.app import App
from textual.widgets import DataTable
class Table(App):
    def compose(self):
        yield DataTable(cursor_type="row")
    def on_mount(self):
        table = self.query_one(DataTable)
        table.add_columns("line", "who", "what")
        table.add_rows((str(n), "engineer", f"problem {n}, as a row of a table") for n in range(10_000))
Table().run()
"""
"""Textual's own table with 10,000 rows and nothing else."""


def installed(package: str, command: str) -> str | None:
    """The path of a command of a package, in an environment of its own that is made once.

    None where the package cannot be had here.
    """
    folder = Path(tempfile.gettempdir(), f"workbench-peer-{package}")
    program = folder / "bin" / command
    if not program.exists():
        print(f"installing {package} into {folder}", file=sys.stderr)
        made = [sys.executable, "-m", "venv", str(folder)]
        fetched = [str(folder / "bin" / "pip"), "install", "--quiet", package]
        if any(subprocess.run(step, capture_output=True).returncode for step in (made, fetched)):
            shutil.rmtree(folder, ignore_errors=True)
            return None
    return str(program)
