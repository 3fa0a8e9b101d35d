import pytest

from workbench.checks.origin import artifact_identity


@pytest.fixture
def repository(written, run_git):
    folder = written({"docs/guide.md": "x"})
    run_git(folder, "add", ".")
    run_git(folder, "commit", "-q", "-m", "first")
    return folder


@pytest.mark.parametrize(
    "url",
    [
        "git@Example.org:tea/kettle.git",
        "https://example.org/tea/kettle",
        "https://someone@example.org/tea/kettle.git/",
        "ssh://git@example.org/tea/kettle.git",
    ],
)
def test_every_way_to_write_a_remote_is_one_artifact(repository, run_git, url):
    run_git(repository, "remote", "add", "origin", url)
    assert artifact_identity(repository / "docs" / "guide.md") == "git:example.org/tea/kettle#docs/guide.md"


def test_a_worktree_is_the_same_artifact(repository, run_git, tmp_path):
    run_git(repository, "remote", "add", "upstream", "https://example.org/tea/kettle")
    run_git(repository, "worktree", "add", "-q", str(tmp_path / "second"))
    first, second = (
        artifact_identity(root / "docs" / "guide.md") for root in (repository, tmp_path / "second")
    )
    assert first == second == "git:example.org/tea/kettle#docs/guide.md"


def test_without_a_remote_the_path_is_the_artifact(repository):
    path = repository / "docs" / "guide.md"
    assert artifact_identity(path) == f"path:{path.resolve()}"


def test_a_work_tree_that_the_settings_claim_elsewhere_is_not_believed(repository, run_git):
    run_git(repository, "remote", "add", "origin", "https://example.org/tea/kettle")
    run_git(repository, "config", "core.worktree", "/")
    path = repository / "docs" / "guide.md"
    assert artifact_identity(path) == "git:example.org/tea/kettle#docs/guide.md"
