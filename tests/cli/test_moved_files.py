"""Clones, worktrees and files that moved, in real repositories."""

import os
import subprocess

import pytest

from workbench.cli.exits import Exit


def git(folder, *words):
    environ = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environ |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, "-C", str(folder), *map(str, words)], env=environ, check=True)


@pytest.fixture
def repository(text):
    """The folder of the text as a repository without a remote."""
    git(text.parent, "init", "-q")
    git(text.parent, "add", "README.md", "docs")
    git(text.parent, "commit", "-q", "-m", "first")
    return text.parent


@pytest.fixture
def read(run, script):
    """Reads a text once."""

    def review(path):
        ended = run("review", path, "--provider", script(), "--yes", "--parallel", 1)
        assert ended.code in (Exit.FINE, Exit.BELOW_BAR), ended.err

    return review


@pytest.fixture
def status(run):
    """What is known of a text, and what is said besides."""

    def look(path, *words):
        ended = run("status", path, "--format", "json", *words)
        assert ended.code == Exit.FINE, ended.err
        return ended.json, ended.err

    return look


def known(shape):
    """Whether a text has a history."""
    return shape["round"] is not None


def test_a_clone_and_a_worktree_are_the_same_text_at_the_path_opened_last(
    run, read, status, repository, tmp_path_factory
):
    git(repository, "remote", "add", "origin", "git@example.org:tea/kettle.git")
    read(repository / "README.md")
    others = tmp_path_factory.mktemp("others")
    git(repository, "worktree", "add", "-q", others / "worktree")
    git(others, "clone", "-q", repository, "clone")
    git(others / "clone", "remote", "set-url", "origin", "https://example.org/tea/kettle")
    for other in ("worktree", "clone"):
        path = others / other / "README.md"
        shape, said = status(path)
        assert known(shape) and said == ""
        assert run().out.count("\n") == 2 and str(path) in run().out


def test_a_clone_at_another_revision_is_void_while_it_is_the_one_opened_last(
    run, read, status, repository, tmp_path_factory
):
    git(repository, "remote", "add", "origin", "git@example.org:tea/kettle.git")
    read(repository / "README.md")
    worktree = tmp_path_factory.mktemp("others") / "worktree"
    git(repository, "worktree", "add", "-q", worktree)
    (worktree / "README.md").write_text((worktree / "README.md").read_text() + "\nMore.\n")
    status(worktree / "README.md")
    assert "void, was Publishable" in run().out
    status(repository / "README.md")
    assert "void" not in run().out


def test_a_moved_file_is_named_and_opened_anew_until_its_history_is_asked_for(read, status, repository):
    git(repository, "remote", "add", "origin", "git@example.org:tea/kettle.git")
    read(repository / "README.md")
    git(repository, "mv", "README.md", "docs/README.md")
    moved = repository / "docs" / "README.md"
    for _ in range(2):
        shape, said = status(moved)
        assert not known(shape)
        assert "This looks like README.md, last read just now, which is gone." in said
        assert f"--history-of {repository / 'README.md'}" in said
    shape, said = status(moved, "--history-of", repository / "README.md")
    assert known(shape) and said == ""
    assert shape["artifact"]["identity"] == "git:example.org/tea/kettle#docs/README.md"
    assert known(status(moved)[0])


def test_home_lists_a_moved_text_once(run, read, status, repository):
    read(repository / "README.md")
    git(repository, "mv", "README.md", "docs/README.md")
    moved = repository / "docs" / "README.md"
    status(moved)
    status(moved, "--history-of", repository / "README.md")
    lines = run().out.splitlines()
    assert len(lines) == 2 and lines[1].endswith(str(moved))


def test_a_repository_that_gets_a_remote_is_recognised_by_its_path(read, status, repository):
    text = repository / "README.md"
    read(text)
    git(repository, "remote", "add", "origin", "git@example.org:tea/kettle.git")
    shape, said = status(text)
    assert not known(shape) and "This file was known before its repository had this remote" in said
    assert known(status(text, "--history-of", text)[0])
    assert known(status(text)[0])


def test_a_renamed_remote_is_recognised_too(read, status, repository):
    git(repository, "remote", "add", "origin", "git@example.org:tea/kettle.git")
    text = repository / "README.md"
    read(text)
    git(repository, "remote", "set-url", "origin", "git@example.org:tea/pot.git")
    assert "This file was known before its repository had this remote" in status(text)[1]


def test_a_copy_is_a_text_of_its_own(read, status, repository):
    read(repository / "README.md")
    copy = repository / "docs" / "README.md"
    copy.write_text((repository / "README.md").read_text())
    shape, said = status(copy)
    assert not known(shape) and said == ""


def test_another_text_in_place_of_a_removed_one_is_a_text_of_its_own(read, status, repository):
    read(repository / "README.md")
    (repository / "README.md").unlink()
    other = repository / "docs" / "other.md"
    other.write_text("# Teapot\n\nA pot that pours tea without dripping.\n")
    assert status(other)[1] == ""


def test_a_text_with_a_history_of_its_own_keeps_it(run, read, repository):
    read(repository / "README.md")
    git(repository, "mv", "README.md", "docs/README.md")
    moved = repository / "docs" / "README.md"
    read(moved)
    ended = run("status", moved, "--history-of", repository / "README.md")
    assert ended.code == Exit.USAGE and "has a history of its own by now, which stays" in ended.err
    assert len(run().out.splitlines()) == 3


@pytest.mark.parametrize("command", ["status", "fixes", "review"])
def test_a_history_that_nobody_knows_is_said_to_be_unknown(run, text, command):
    ended = run(command, text, "--history-of", "nowhere.md")
    assert ended.code == Exit.USAGE and "No other text with a history was last opened at" in ended.err


def test_review_and_fixes_take_over_a_history_too(run, read, repository):
    read(repository / "README.md")
    git(repository, "mv", "README.md", "docs/README.md")
    moved = repository / "docs" / "README.md"
    assert "This looks like" in run("fixes", moved).err
    assert "This looks like" in run("review", moved, "--checks-only").err
    ended = run("fixes", moved, "--history-of", repository / "README.md")
    assert (ended.code, ended.err) == (Exit.FINE, "")
    assert known(run("status", moved, "--format", "json").json)


def test_two_that_are_alike_are_both_named(run, read, status, repository):
    second = repository / "README.copy.md"
    second.write_text((repository / "README.md").read_text() + "\nA line more.\n")
    read(repository / "README.md")
    read(second)
    (repository / "README.md").rename(repository / "docs" / "README.md")
    second.unlink()
    _, said = status(repository / "docs" / "README.md")
    assert f"This looks like {repository / 'README.md'}," in said and f"Also alike: {second}." in said


def test_a_text_that_was_never_left_has_no_since(status, text):
    assert status(text)[0]["since"] is None
