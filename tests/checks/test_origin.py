import pytest

from workbench.checks.evidence.origin import artifact_identity

KETTLE = "git:example.org/tea/kettle#docs/guide.md"


def guide(root):
    return root / "docs" / "guide.md"


@pytest.fixture
def repository(written, run_git):
    folder = written({"docs/guide.md": "x"})
    run_git(folder, "add", ".")
    run_git(folder, "commit", "-q", "-m", "first")
    return folder


@pytest.fixture
def clone_of(run_git, tmp_path):
    """Clones a repository with real git."""

    def clone(source, name, *options):
        run_git(tmp_path, "clone", "-q", *options, str(source), str(tmp_path / name))
        return tmp_path / name

    return clone


@pytest.mark.parametrize(
    "url",
    [
        "git@Example.org:tea/kettle.git",
        "example.org:tea/kettle",
        "git@example.org:/tea/kettle.git/",
        "https://example.org/tea/kettle",
        "https://example.org:8443/tea/kettle",
        "https://someone:secret@example.org/tea/kettle.git/",
        "https://example.org/Tea/Kettle",
        "http://example.org/tea/kettle.git",
        "ssh://git@example.org/tea/kettle.git",
        "ssh://git@example.org:2222/tea/kettle.git",
        "git://example.org/tea/kettle.git",
        "git+ssh://git@example.org/tea/kettle",
    ],
)
def test_every_way_to_write_a_remote_is_one_artifact(repository, run_git, url):
    run_git(repository, "remote", "add", "origin", url)
    assert artifact_identity(guide(repository)) == KETTLE


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("ssh://git@ssh.github.com:443/tea/kettle.git", "github.com/tea/kettle"),
        ("ssh://git@altssh.gitlab.com:443/tea/pot/kettle.git", "gitlab.com/tea/pot/kettle"),
        ("ssh://git@[2001:db8::1]:2222/tea/kettle", "[2001:db8::1]/tea/kettle"),
        ("ssh://git@[2001:db8::1]/tea/kettle", "[2001:db8::1]/tea/kettle"),
    ],
)
def test_a_host_is_known_by_its_usual_name(repository, run_git, url, place):
    run_git(repository, "remote", "add", "origin", url)
    assert artifact_identity(guide(repository)) == f"git:{place}#docs/guide.md"


def test_another_owner_is_another_artifact(repository, run_git):
    run_git(repository, "remote", "add", "origin", "https://example.org/coffee/kettle")
    assert artifact_identity(guide(repository)) != KETTLE


def test_a_worktree_is_the_same_artifact(repository, run_git, tmp_path):
    run_git(repository, "remote", "add", "upstream", "https://example.org/tea/kettle")
    run_git(repository, "worktree", "add", "-q", str(tmp_path / "second"))
    first, second = (artifact_identity(guide(root)) for root in (repository, tmp_path / "second"))
    assert first == second == KETTLE


def test_a_worktree_without_a_remote_is_the_file_of_the_main_work_tree(repository, run_git, tmp_path):
    run_git(repository, "worktree", "add", "-q", str(tmp_path / "second"))
    assert artifact_identity(guide(tmp_path / "second")) == f"path:{guide(repository).resolve()}"


def test_worktrees_of_a_bare_repository_are_the_same_artifact(repository, run_git, clone_of, tmp_path):
    bare = clone_of(repository, "bare.git", "--bare")
    run_git(bare, "remote", "remove", "origin")
    for name in ("first", "second"):
        run_git(bare, "worktree", "add", "-q", "-b", name, str(tmp_path / name))
    first, second = (artifact_identity(guide(tmp_path / name)) for name in ("first", "second"))
    assert first == second == f"git:{tmp_path.resolve() / 'bare'}#docs/guide.md"


def test_two_clones_of_a_bare_folder_are_the_same_artifact(repository, run_git, clone_of):
    bare = clone_of(repository, "Bare.git", "--bare")
    first, second = clone_of(bare, "first"), clone_of(f"file://{bare}", "second")
    assert artifact_identity(guide(first)) == artifact_identity(guide(second))
    assert "/Bare#docs/guide.md" in artifact_identity(guide(first))


def test_a_clone_of_a_folder_is_what_the_folder_is(repository, run_git, clone_of):
    clone = clone_of(clone_of(repository, "first"), "second")
    assert artifact_identity(guide(clone)) == artifact_identity(guide(repository))
    run_git(repository, "remote", "add", "origin", "https://example.org/tea/kettle")
    assert artifact_identity(guide(clone)) == KETTLE


def test_a_relative_remote_counts_from_the_work_tree(repository, run_git, clone_of):
    clone = clone_of(repository, "clone")
    run_git(clone, "remote", "set-url", "origin", f"../{repository.name}")
    assert artifact_identity(guide(clone)) == artifact_identity(guide(repository))


def test_clones_that_name_each_other_are_no_endless_road(repository, run_git, clone_of):
    clone = clone_of(repository, "clone")
    run_git(repository, "remote", "add", "origin", str(clone))
    assert artifact_identity(guide(clone)).endswith("#docs/guide.md")


def test_a_remote_by_another_name_is_the_same_artifact(repository, run_git):
    run_git(repository, "remote", "add", "origin", "https://example.org/tea/kettle")
    run_git(repository, "remote", "rename", "origin", "upstream")
    assert artifact_identity(guide(repository)) == KETTLE


def test_of_several_remotes_origin_counts_whatever_their_order(repository, run_git):
    run_git(repository, "remote", "add", "a-fork", "https://example.org/coffee/kettle")
    run_git(repository, "remote", "add", "origin", "https://example.org/tea/kettle")
    assert artifact_identity(guide(repository)) == KETTLE


def test_a_shorthand_that_git_is_set_to_rewrite_is_written_out(repository, run_git):
    run_git(repository, "config", "url.https://example.org/.insteadOf", "tea:")
    run_git(repository, "remote", "add", "origin", "tea:tea/kettle")
    assert artifact_identity(guide(repository)) == KETTLE


def test_a_file_in_a_submodule_belongs_to_the_submodule(repository, run_git, clone_of, tmp_path):
    run_git(repository, "remote", "add", "origin", "https://example.org/tea/kettle")
    outer = tmp_path / "outer"
    outer.mkdir()
    run_git(outer, "init", "-q")
    run_git(outer, "remote", "add", "origin", "https://example.org/tea/outer")
    run_git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repository), "inner")
    assert artifact_identity(guide(outer / "inner")) == KETTLE
    run_git(outer / "inner", "remote", "remove", "origin")
    assert artifact_identity(guide(outer / "inner")) == f"path:{guide(outer / 'inner').resolve()}"


def test_a_link_is_the_file_that_it_leads_to(repository, run_git, tmp_path):
    run_git(repository, "remote", "add", "origin", "https://example.org/tea/kettle")
    link = tmp_path / "link.md"
    link.symlink_to(guide(repository))
    assert artifact_identity(link) == KETTLE


def test_without_a_remote_the_path_is_the_artifact(repository):
    assert artifact_identity(guide(repository)) == f"path:{guide(repository).resolve()}"


def test_outside_any_repository_the_path_is_the_artifact(tmp_path):
    assert artifact_identity(tmp_path / "notes.md") == f"path:{(tmp_path / 'notes.md').resolve()}"


def test_a_work_tree_that_the_settings_claim_elsewhere_is_not_believed(repository, run_git):
    run_git(repository, "remote", "add", "origin", "https://example.org/tea/kettle")
    run_git(repository, "config", "core.worktree", "/")
    assert artifact_identity(guide(repository)) == KETTLE
