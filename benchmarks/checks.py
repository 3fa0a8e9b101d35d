"""Seconds of the checks: on a generated repository beside what a user would pick instead, as the repository
grows, and family by family on texts that are hard to read.

Peers: docproof (PyPI), which checks documents against their project, and markdownlint-cli2 (npm), which
checks Markdown by itself; either is left out where it cannot be installed. Every program is measured as a
whole process, the workbench with `checks run`, the median of some runs on the same files. Seconds of CPU
are what counts: others may use the machine meanwhile.
"""

import argparse
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pages
from peers import as_a_user_has_it, installed

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Repository
from workbench.checks.outcome import Outcome
from workbench.checks.registry import FAMILIES
from workbench.checks.text.page import LONGEST_TEXT, Page
from workbench.checks.undisturbed import undisturbed

MARKDOWNLINT = "markdownlint-cli2"


def main() -> None:
    """Print the seconds of each part that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=5_000, help="files of the repository with peers")
    parser.add_argument("--most", type=int, default=50_000, help="files of the largest repository")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", choices=["peers", "growth", "pages"], help="one part instead of all")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        if options.only in (None, "peers"):
            _beside_peers(Path(place), options.files, options.runs)
        if options.only in (None, "growth"):
            _growing(Path(place), options.most, options.runs)
        if options.only in (None, "pages"):
            _on_pages(Path(place))


def _beside_peers(place: Path, files: int, runs: int) -> None:
    root = generated(place / f"project-{files}", files)
    print(f"A repository of {files:,} files")
    own = [as_a_user_has_it(), "checks", "run", "README.md"]
    docproof = installed("docproof", "docproof")
    lint = _npm(MARKDOWNLINT)
    for name, command in (
        ("workbench checks run README.md", own),
        ("docproof README.md", docproof and [docproof, "README.md"]),
        ("docproof (every document)", docproof and [docproof, "."]),
        (f"{MARKDOWNLINT} README.md", lint and [lint, "README.md"]),
        (f"{MARKDOWNLINT} **/*.md", lint and [lint, "**/*.md"]),
    ):
        print(f"  {name:<34}" + (_median(command, root, runs) if command else "cannot be installed here"))


def _growing(place: Path, most: int, runs: int) -> None:
    print("Growth")
    for files in pages.growing(500, most):
        root = generated(place / f"growing-{files}", files)
        command = [as_a_user_has_it(), "checks", "run", "README.md"]
        print(f"  {files:>6,} files {_median(command, root, runs)}", flush=True)
        shutil.rmtree(root)


def _on_pages(place: Path) -> None:
    """The three slowest families on each text, as much of which is given as is parsed."""
    root = generated(place / "pages", 200)
    print(f"Texts of {min(pages.SIZE, LONGEST_TEXT):,} characters: the slowest checks")
    for name, text in pages.shapes().items():
        with undisturbed():
            page, project = Page(name, text[:LONGEST_TEXT]), Project(Repository(root, by_git=True))
            start = time.process_time()
            # What several checks ask for is nobody's own time.
            page.commands, page.anchors, page.document.headings  # noqa: B018
            parsed = time.process_time() - start
            taken = {family.run.__name__: _taken(family.run, page, project) for family in FAMILIES}
        slowest = sorted(taken, key=lambda each: -taken[each])[:3]
        told = ", ".join(f"{check} {taken[check]:.2f}" for check in slowest)
        print(f"  {name:<28}{told} (parsed in {parsed:.1f})", flush=True)


def _taken(run: Callable[[Page, Project], Outcome], page: Page, project: Project) -> float:
    start = time.process_time()
    run(page, project)
    return time.process_time() - start


def _median(command: Sequence[str], root: Path, runs: int) -> str:
    """The median of some runs in a folder; what they print and their exit codes do not matter."""
    taken, worked = [], []
    for _ in range(runs):
        start, before = time.perf_counter(), _worked()
        done = subprocess.run(command, cwd=root, capture_output=True, text=True)
        taken.append(time.perf_counter() - start)
        worked.append(_worked() - before)
    told = (done.stdout or done.stderr).strip().split("\n")
    seconds = f"{statistics.median(worked):6.2f} s of CPU in {statistics.median(taken):6.2f} s"
    return f"{seconds}  ({len(told)} lines, the last: {told[-1][:50]})"


def _worked() -> float:
    """Seconds of CPU that all ended child processes took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _npm(package: str) -> str | None:
    """The path of a package's command of the same name, installed once; None where it cannot be had."""
    folder = Path(tempfile.gettempdir(), f"workbench-peer-{package}")
    program = folder / "node_modules" / ".bin" / package
    if not program.exists():
        npm = shutil.which("npm")
        if npm is None:
            return None
        folder.mkdir(exist_ok=True)
        print(f"installing {package} into {folder}", file=sys.stderr)
        asked = [npm, "install", "--silent", "--prefix", str(folder), package]
        if subprocess.run(asked, capture_output=True).returncode:
            return None
    return str(program)


def generated(root: Path, files: int) -> Path:
    """A repository of Python, JavaScript, Go and Markdown files, whose README makes over a hundred claims."""
    chance = random.Random(files)
    root.mkdir(parents=True)
    written = {
        "pyproject.toml": _PYPROJECT,
        "package.json": _PACKAGE,
        "Makefile": "build:\n\techo build\n\ntest:\n\techo test\n",
        "LICENSE": "MIT License\n\nCopyright (c) 2026\n",
        "project/__init__.py": "",
        "project/cli.py": _CLI,
    }
    while len(written) < files - 1:
        number = len(written)
        folder = f"part{number % max(1, files // 50)}"
        path, text = _FILES[number % 4](folder, number, chance)
        written[path] = text
    written["README.md"] = _readme(sorted(written), chance)
    for path, text in written.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for command in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *command], cwd=root, check=True)
    return root


_PYPROJECT = """[project]
name = "project"
version = "1.4.0"
license = "MIT"
requires-python = ">=3.10"
dependencies = ["click>=8"]
[project.optional-dependencies]
fast = ["orjson"]
[project.scripts]
project = "project.cli:main"
"""
_PACKAGE = """{"name": "project-ui", "version": "1.4.0", "license": "MIT",
"scripts": {"build": "vite build", "test": "vitest", "lint": "eslint ."}}
"""
_CLI = '''import os

import click


@click.group()
def main():
    """Run the project."""


@main.command()
@click.option("--port", default=8080, help="Port.")
@click.option("--workers", default=4)
@click.option("--verbose", is_flag=True)
def serve(port, workers, verbose):
    """Serve."""
    print(os.environ.get("PROJECT_TOKEN"), os.environ.get("PROJECT_TIMEOUT", "30"))
'''


def _python(folder: str, number: int, chance: random.Random) -> tuple[str, str]:
    body = "".join(
        f'def call_{number}_{n}(value, limit={chance.randrange(99)}, name="n{n}"):\n'
        f'    """Give a value."""\n    return value * limit + len(name)\n\n\n'
        for n in range(chance.randrange(4, 20))
    )
    return f"project/{folder}/module{number}.py", f"import os\n\nSIZE = {number}\n\n\n{body}"


def _javascript(folder: str, number: int, chance: random.Random) -> tuple[str, str]:
    body = "".join(
        f"export function run{number}_{n}(options = {{}}) {{\n"
        f"  const size = options.size ?? {chance.randrange(99)};\n"
        f"  return process.env.PART_{n} || size;\n}}\n\n"
        for n in range(chance.randrange(4, 16))
    )
    return f"ui/{folder}/file{number}.js", body


def _go(folder: str, number: int, chance: random.Random) -> tuple[str, str]:
    body = "".join(
        f"// Part{number}x{n} adds.\n"
        f"func Part{number}x{n}(a int) int {{\n\treturn a + {chance.randrange(99)}\n}}\n\n"
        for n in range(chance.randrange(4, 16))
    )
    return f"service/{folder}/part{number}.go", f"package {folder}\n\n{body}"


def _markdown(folder: str, number: int, chance: random.Random) -> tuple[str, str]:
    body = "".join(
        f"## Part {n}\n\nWhat part {n} does, in {chance.randrange(99)} words.\n\n" for n in range(9)
    )
    return f"docs/{folder}/page{number}.md", f"# Page {number}\n\n{body}"


_FILES = (_python, _javascript, _go, _markdown)


def _readme(paths: Sequence[str], chance: random.Random) -> str:
    """Some 600 lines, most of whose claims hold."""
    some = chance.choices([path for path in paths if "/" in path], k=120)
    links = "".join(f"- [{path}]({path}) is described in `{path}`.\n" for path in some)
    prose = "".join(
        f"### Part {n}\n\nWhoever runs part {n} gets what they asked for, after it was read from `{path}`. "
        f"It has {chance.randrange(90)} steps, each of which can be run alone.\n\n"
        for n, path in enumerate(chance.choices(some, k=60))
    )
    return (
        "# Project\n\n[Install](#install) | [Use](#use) | [Settings](#settings)\n\n"
        "It needs Python 3.10 or later."
        "\n\n"
        "## Install\n\n```console\n$ pip install project[fast]\n$ npm run build\n$ make test\n```\n\n"
        "## Use\n\n```console\n$ project serve --port 80 --workers 2 --verbose\n```\n\n```python\n"
        "from project.cli import main\n\nmain()\n```\n\n"
        "| Option | Default |\n|---|---|\n| `--port` | `8080` |\n| `--workers` | `4` |\n\n"
        "## Settings\n\n| Variable | Default |\n|---|---|\n| `PROJECT_TIMEOUT` | `30` |\n"
        "| `PROJECT_TOKEN` | |\n\n"
        f"## Files\n\n{links}\n## Parts\n\n{prose}## License\n\nMIT\n"
    )


if __name__ == "__main__":
    main()
