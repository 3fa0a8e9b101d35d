import asyncio
import os

import pytest

from workbench.checks.evidence.git import ask_git
from workbench.checks.evidence.origin import artifact_identity
from workbench.checks.evidence.repository import Presence, Repository
from workbench.checks.registry import StandardChecks
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
    "[alias]\n\tls-files = !{0}\n\tcheck-ignore = !{0}\n\tremote = !{0}\n",
    "[include]\n\tpath = {0}.config\n",
    '[includeIf "gitdir:/"]\n\tpath = {0}.config\n',
    "[credential]\n\thelper = !{0}\n[core]\n\teditor = {0}\n\taskPass = {0}\n\tgitProxy = {0}\n",
    '[filter "f"]\n\tsmudge = {0}\n\tclean = {0}\n\trequired = true\n[merge "f"]\n\tdriver = {0}\n',
    "[core]\n\tattributesFile = {0}.config\n\texcludesFile = {0}.config\n",
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
    (folder.parent / "trap.config").write_text(f"[core]\n\tfsmonitor = {program}\n\tpager = {program}\n")
    with (folder / ".git/config").open("a") as config:
        config.write(settings.format(program))
    (folder / "README.md").write_text(LINKS + "edited\n")
    report = report_on(folder)
    artifact_identity(folder / "README.md")
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


@pytest.fixture
def private(folder, run_git):
    """Another repository on this machine, with a file whose name is nobody's business."""
    place = folder.parent / "private"
    place.mkdir()
    run_git(place, "init", "-q")
    (place / "layoffs.md").write_text("x")
    run_git(place, "add", ".")
    run_git(place, "commit", "-q", "-m", "first")
    return place


@pytest.mark.parametrize("how", ["file", "relative", "symlink", "worktree", "submodule"])
def test_the_names_of_another_repository_are_not_listed(written, folder, private, run_git, how):
    written({"README.md": "[a](layofs.md)\n", "mine.md": "x"}, by_git=False)
    leads_to = private / ".git"
    if how == "worktree":
        run_git(private, "worktree", "add", "-q", str(folder.parent / "tree"))
        leads_to = private / ".git/worktrees/tree"
    if how == "submodule":
        leads_to = private / ".git/modules/part"
        leads_to.mkdir(parents=True)
        for name in ("HEAD", "index"):
            (leads_to / name).write_bytes((private / ".git" / name).read_bytes())
        for name in ("objects", "refs"):
            (leads_to / name).symlink_to(private / ".git" / name)
        (leads_to / "config").write_text("[core]\n\tworktree = ../../../part\n")
    if how == "symlink":
        (folder / ".git").symlink_to(leads_to)
    else:
        pointer = os.path.relpath(leads_to, folder) if how == "relative" else leads_to
        (folder / ".git").write_text(f"gitdir: {pointer}\n")
    assert Repository.around(folder / "README.md").files - {".git"} == {"README.md", "mine.md"}
    (fault,) = report_on(folder).faults
    assert "layoffs" not in fault.problem


def test_a_linked_work_tree_a_submodule_and_a_repository_elsewhere_are_their_own(folder, private, run_git):
    run_git(private, "worktree", "add", "-q", str(folder.parent / "tree"))
    assert ask_git(folder.parent / "tree", "ls-files") == b"layoffs.md\n"
    allowed = ("-c", "protocol.file.allow=always")
    run_git(folder, "init", "-q")
    run_git(folder, *allowed, "submodule", "--quiet", "add", str(private), "part")
    assert ask_git(folder / "part", "ls-files") == b"layoffs.md\n"
    elsewhere = folder.parent / "elsewhere"
    run_git(folder.parent, "init", "-q", "--separate-git-dir", str(folder.parent / "kept"), str(elsewhere))
    (elsewhere / "a.md").write_text("x")
    run_git(elsewhere, "add", ".")
    assert ask_git(elsewhere, "ls-files") == b"a.md\n"


def test_a_submodule_that_points_out_is_one_name(written, folder, private):
    written(
        {
            "README.md": "[a](part/layoffs.md) [b](part)\n",
            ".gitmodules": f'[submodule "part"]\npath=part\nurl={private}',
        }
    )
    (folder / "part").mkdir()
    (folder / "part/.git").write_text(f"gitdir: {private / '.git'}\n")
    repository = Repository.around(folder / "README.md")
    assert not [name for name in repository.files if "layoffs" in name]
    assert report_on(folder).faults == ()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_a_repository_of_somebody_else_is_walked_and_not_asked(written, run_git, trap, folder):
    program, ran = trap
    written({"README.md": LINKS, "docs/a.md": "# x\n"})
    with (folder / ".git/config").open("a") as config:
        config.write(f"[core]\n\tfsmonitor = {program}\n[safe]\n\tdirectory = *\n")
    for place in (folder, *folder.rglob("*")):
        os.chown(place, 12345, 12345)
    repository = Repository.around(folder / "README.md")
    assert repository.files == {"README.md", "docs/a.md"}
    report_on(folder)
    assert not ran()


def test_very_many_files_are_listed(written, folder):
    written({"README.md": "[a](many/f19.md) [b](many/gone.md)\n"})
    (folder / "many").mkdir()
    for number in range(5_000):
        (folder / f"many/f{number}.md").touch()
    (fault,) = report_on(folder).faults
    assert "many/gone.md" in fault.problem


@pytest.mark.parametrize("how", ["folder", "file", "symlink"])
def test_personas_that_a_repository_brings_are_said_to_be_unused(written, folder, how):
    written({"README.md": "x\n"})
    assert report_on(folder).notices == ()
    if how == "folder":
        (folder / ".workbench/personas").mkdir(parents=True)
    elif how == "file":
        (folder / ".workbench").write_text("x")
    else:
        (folder / ".workbench").symlink_to(folder.parent)
    (notice,) = report_on(folder).notices
    assert "(.workbench) are not used" in notice
