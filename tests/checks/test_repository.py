import os

import pytest

from workbench.checks.evidence import git, listing
from workbench.checks.evidence.repository import LARGEST_FILE, Presence, Repository


def around(folder, page="README.md"):
    return Repository.around(folder / page)


def test_the_root_is_the_nearest_folder_with_a_git_directory(written):
    folder = written({"README.md": "x", "docs/deep/a.md": "x"})
    repository = around(folder, "docs/deep/a.md")
    assert (repository.root, repository.by_git) == (folder.resolve(), True)
    assert repository.path_of(folder / "docs/deep/a.md") == "docs/deep/a.md"


def test_a_worktree_whose_git_directory_is_elsewhere_is_a_repository(written, run_git, tmp_path):
    folder = written({"README.md": "x"})
    run_git(folder, "add", ".")
    run_git(folder, "commit", "-q", "-m", "first")
    run_git(folder, "worktree", "add", "-q", str(tmp_path / "second"))
    repository = around(tmp_path / "second")
    assert repository.files == {"README.md"}


def test_without_git_the_folder_of_the_text_is_the_root(written):
    folder = written({"README.md": "x", "docs/a.md": "x"}, by_git=False)
    repository = around(folder)
    assert (repository.by_git, repository.files) == (False, {"README.md", "docs/a.md"})
    assert repository.presence("docs/a.md") is Presence.FILE
    assert repository.presence("docs/A.md") is Presence.ABSENT


@pytest.mark.parametrize("path", ["", ".", "/nowhere/bin", "bin"])
def test_where_git_cannot_be_had_the_folder_is_walked(written, monkeypatch, path):
    folder = written({"README.md": "x", "ignored.txt": "x", ".gitignore": "ignored.txt"})
    monkeypatch.setenv("PATH", path)
    assert around(folder).files == {"README.md", "ignored.txt", ".gitignore"}
    assert around(folder).presence("README.md") is Presence.FILE


def test_a_git_on_a_relative_path_is_not_taken_from_the_folder(written, monkeypatch):
    folder = written({"README.md": "x", "git": '#!/bin/sh\necho ran > ran\nprintf "made.md\\0"\n'})
    (folder / "git").chmod(0o755)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f".{os.pathsep}/nowhere")
    assert "made.md" not in around(folder).files
    assert not (folder / "ran").exists()


def test_a_git_directory_that_git_refuses_is_walked(written):
    folder = written({"README.md": "x", ".git/HEAD": "nonsense"}, by_git=False)
    repository = around(folder)
    assert (repository.by_git, repository.files) == (True, {"README.md"})


def test_a_git_that_takes_too_long_is_given_up(written, monkeypatch):
    folder = written({"README.md": "x"})
    monkeypatch.setattr(git, "PATIENCE", 0.0)
    assert around(folder).files == {"README.md"}


def test_the_environment_cannot_send_git_elsewhere(written, run_git, monkeypatch, tmp_path):
    folder = written({"README.md": "x", "made.txt": "x", ".gitignore": "made.txt\n"})
    run_git(folder, "add", "-f", "made.txt")
    (folder / "more.txt").write_text("x")
    (folder / ".gitignore").write_text("*.txt\n")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert around(folder).files == {"README.md", ".gitignore", "made.txt"}


def test_a_walk_stops_at_its_limit(written, monkeypatch):
    folder = written({f"a{n}/b.md": "x" for n in range(9)} | {"README.md": "x"}, by_git=False)
    monkeypatch.setattr(listing, "MOST_ENTRIES", 10)
    repository = around(folder)
    assert repository.files == {"README.md"}
    assert repository.presence("a3/b.md") is Presence.FILE


def test_names_with_escapes_and_newlines_are_names(written):
    names = {"a\nb.md", "c\x1b[2Jd.md", 'e"f.md', "ü.md", " g.md"}
    folder = written(dict.fromkeys(names, "x"))
    assert around(folder).files == names
    assert around(folder).presence("a\nb.md") is Presence.FILE


@pytest.mark.parametrize("by_git", [True, False])
def test_a_name_that_is_not_utf8_is_left_out(written, by_git):
    folder = written({"README.md": "x"}, by_git)
    try:
        (folder / os.fsdecode(b"\xff.md")).write_text("x")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    assert around(folder).files == {"README.md"}


def test_a_text_is_read_with_plain_newlines(written):
    folder = written({"README.md": "x"})
    (folder / "a.md").write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    assert around(folder).text("a.md") == "one\ntwo\nthree\n"


def test_what_is_too_large_missing_or_not_utf8_has_no_text(written):
    folder = written({"README.md": "x", "large.md": "x" * (LARGEST_FILE + 1)})
    (folder / "bytes.md").write_bytes(b"\xff\xfe")
    repository = around(folder)
    for path in ("large.md", "bytes.md", "gone.md", "", "bad\0name"):
        assert repository.text(path) is None
