"""What a user would pick instead, installed beside the workbench to be measured in the same run."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from support.terminal import PROGRAM

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
    folder = Path(tempfile.gettempdir(), f"workbench-peer-{Path(package).name}")
    program = folder / "bin" / command
    if not program.exists():
        print(f"installing {package} into {folder}", file=sys.stderr)
        made = subprocess.run([sys.executable, "-m", "venv", str(folder)], capture_output=True)
        if made.returncode or not _fetched(folder, package):
            shutil.rmtree(folder, ignore_errors=True)
            return None
    return str(program)


def as_a_user_has_it() -> str:
    """The path of `workbench` as it is here now, without what only its developers install.

    The developers' own where it cannot be installed.
    """
    root = str(Path(__file__).parents[1])
    program = installed(root, "workbench")
    if program is None or not _fetched(Path(program).parents[1], "--no-deps", "--force-reinstall", root):
        return PROGRAM
    return program


def _fetched(folder: Path, *asked: str) -> bool:
    """Whether pip could install what was asked for."""
    pip = [str(folder / "bin" / "pip"), "install", "--quiet", *asked]
    return subprocess.run(pip, capture_output=True).returncode == 0
