import asyncio
import os
import subprocess
from collections.abc import Callable

import pytest

from workbench.checks.registry import StandardChecks
from workbench.core.artifacts import Kind, decoded


def git(folder, *arguments):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, "-C", str(folder), *arguments], env=environment, check=True)


@pytest.fixture
def run_git() -> Callable:
    return git


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "project"
    place.mkdir()
    return place


@pytest.fixture
def written(folder):
    """Puts files into the folder, made a repository unless said otherwise."""

    def write(files, by_git=True):
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        if by_git and not (folder / ".git").exists():
            for part in ("objects", "refs"):
                (folder / ".git" / part).mkdir(parents=True)
            (folder / ".git/HEAD").write_text("ref: refs/heads/main\n")
        return folder

    return write


@pytest.fixture
def checked(written):
    """The report on a text among other files of its repository."""

    def check(text, *names, name="README.md", by_git=True, **contents):
        files = {**dict.fromkeys(names, "x\n"), **contents.pop("files", {}), name: text}
        path = written(files, by_git) / name
        return asyncio.run(StandardChecks().run(path, decoded(text.encode()), Kind.README))

    return check


@pytest.fixture
def faults(checked):
    """The faults of one check: quote and what would be right."""

    def check(id, text, *names, **more):
        found = checked(text, *names, **more).faults
        assert all(text[fault.span.start : fault.span.end] == fault.quote for fault in found)
        return [(fault.quote, fault.expected) for fault in found if fault.asks == id]

    return check
