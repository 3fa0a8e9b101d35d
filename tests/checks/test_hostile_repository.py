import asyncio
import os

import pytest

from workbench.checks.registry import StandardChecks
from workbench.checks.repository import Presence, Repository
from workbench.core.artifacts import Kind, decoded

LINKS = "[a](gone.md) [b](made/x.md) [c](docs/a.md#x)\n"


def report_on(folder):
    path = folder / "README.md"
    return asyncio.run(StandardChecks().run(path, decoded(path.read_bytes()), Kind.README))


@pytest.fixture
def trap(folder):
    """A program that leaves a mark when it runs, and a look whether it did."""
    mark = folder.parent / "ran"
    program = folder.parent / "trap"
    program.write_text(f"#!/bin/sh\necho ran >> '{mark}'\n")
    program.chmod(0o755)
    return program, mark.exists


SETTINGS = [
    "[core]\n\tfsmonitor = {}\n",
    "[core]\n\thooksPath = {}.d\n",
    "[core]\n\tpager = {0}\n[pager]\n\tls-files = {0}\n",
    '[core]\n\tsshCommand = {0}\n[extensions]\n\tpartialClone = o\n[remote "o"]\n\tpromisor = true\n\turl = ssh://h/x\n',
    "[core]\n\tuntrackedCache = true\n\tsplitIndex = true\n\tfsmonitor = {}\n",
    '[filter "f"]\n\tclean = {0}\n\tprocess = {0}\n[diff]\n\texternal = {0}\n',
    "[alias]\n\tls-files = !{0}\n\tcheck-ignore = !{0}\n",
]


@pytest.mark.parametrize("settings", SETTINGS)
def test_nothing_of_a_repositorys_settings_runs(written, run_git, trap, settings):
    program, ran = trap
    folder = written({"README.md": LINKS, "docs/a.md": "# b\n", ".gitattributes": "* filter=f\n"})
    run_git(folder, "add", ".")
    run_git(folder, "commit", "-q", "-m", "first")
    for hook in ("post-index-change", "pre-auto-gc", "fsmonitor-watchman", "reference-transaction"):
        for place in (folder / ".git/hooks" / hook, folder.parent / "trap.d" / hook):
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(program.read_bytes())
            place.chmod(0o755)
    with (folder / ".git/config").open("a") as config:
        config.write(settings.format(program))
    (folder / "README.md").write_text(LINKS + "edited\n")
    report = report_on(folder)
    assert not ran()
    assert "gone.md" in {fault.problem.split("`")[1] for fault in report.faults}


def test_the_work_tree_that_a_repository_names_is_not_looked_at(written, folder):
    (folder.parent / "private.md").write_text("x")
    written({"README.md": "x", "made.txt": "x", ".gitignore": "made.txt\n"})
    for place in (folder.parent, folder / "docs", "/nowhere"):
        settings = f"[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = {place}\n"
        (folder / ".git/config").write_text(settings)
        assert Repository.around(folder / "README.md").files == {"README.md", ".gitignore"}


def test_git_takes_no_lock_and_writes_no_index(written, run_git):
    folder = written({"README.md": LINKS, "docs/a.md": "x"})
    run_git(folder, "add", ".")
    before = {path: path.stat().st_mtime_ns for path in (folder / ".git").rglob("*")}
    os.utime(folder / "docs/a.md", ns=(1, 1))
    report_on(folder)
    assert {path: path.stat().st_mtime_ns for path in (folder / ".git").rglob("*")} == before


@pytest.mark.parametrize("by_git", [True, False])
def test_a_symlink_is_never_followed_out_of_the_tree(written, folder, by_git):
    outside = folder.parent / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("# Secret\n")
    written({"README.md": "x"}, by_git)
    (folder / "way").symlink_to(outside)
    (folder / "page.md").symlink_to(outside / "secret.md")
    repository = Repository.around(folder / "README.md")
    assert repository.files == {"README.md", "way", "page.md"}
    assert repository.presence("way/secret.md") is Presence.ELSEWHERE
    assert repository.text("page.md") is None
    assert repository.text("way/secret.md") is None
    assert repository.text("../outside/secret.md") is None


def test_a_circle_of_symlinks_ends(written, folder):
    written({"README.md": "x"}, by_git=False)
    (folder / "a").symlink_to(folder / "b")
    (folder / "b").symlink_to(folder / "a")
    (folder / "self").symlink_to(folder)
    repository = Repository.around(folder / "README.md")
    assert repository.files == {"README.md", "a", "b", "self"}
    assert repository.text("a") is None


def test_a_pipe_is_not_waited_for(written, folder):
    written({"README.md": "[a](docs/a.md#x)\n"})
    (folder / "docs").mkdir()
    os.mkfifo(folder / "docs/a.md")
    assert Repository.around(folder / "README.md").text("docs/a.md") is None


def test_a_name_that_commands_a_terminal_is_harmless_in_a_sentence(checked):
    report = checked("[a](docs/page.md)\n", "docs/\x1b]52;c;eA==\x07\n/page.md")
    (fault,) = report.faults
    assert fault.evidence[0].path == "docs/\x1b]52;c;eA==\x07\n/page.md"
    assert fault.problem.isprintable()
    assert fault.expected.isprintable()
