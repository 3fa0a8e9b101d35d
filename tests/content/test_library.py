import pytest

from workbench.content import files
from workbench.content.library import check, read_library
from workbench.core.artifacts import Kind


@pytest.fixture
def user(tmp_path):
    return tmp_path / "user"


@pytest.fixture
def project(tmp_path):
    return tmp_path / "repository" / ".workbench"


def test_the_nearest_file_of_a_name_wins(write, persona_text, user, project):
    write("user/personas/editor.md", persona_text(title="Mine"))
    write("user/personas/skeptic.md", persona_text(title="Mine"))
    write("repository/.workbench/personas/skeptic.md", persona_text(title="Ours"))
    library = read_library(user, project)
    assert (library.persona("editor").title, library.persona("editor").origin) == ("Mine", "user")
    assert (library.persona("skeptic").title, library.persona("skeptic").origin) == ("Ours", "project")
    assert library.persona("engineer").origin == "bundled"


def test_a_rubric_of_the_users_replaces_the_bundled_one(write, rubric_text, user):
    write("user/rubrics/readme.md", rubric_text())
    assert read_library(user).judge(Kind.README).origin == "user"


def test_nothing_of_a_project_is_read_unless_its_folder_is_given(write, persona_text, user, project):
    write("repository/.workbench/personas/ours.md", persona_text())
    assert read_library(user).persona("ours") is None
    assert read_library(user, project).persona("ours") is not None


def test_a_broken_file_is_reported_and_the_rest_still_loads(write, persona_text, user):
    broken = write("user/personas/aaa.md", persona_text(kinds="[memo]"))
    write("user/personas/zzz.md", persona_text())
    library = read_library(user)
    assert [(error.file, error.line, error.key) for error in library.errors] == [(broken, 3, "kinds.1")]
    assert library.persona("aaa") is None
    assert library.persona("zzz") is not None
    assert library.rubric("readme") is not None


def test_a_broken_file_hides_the_bundled_one_that_it_was_to_replace(write, user):
    write("user/personas/editor.md", "---\ntitle: Mine\n")
    library = read_library(user)
    assert library.persona("editor") is None
    assert len(library.errors) == 1


def test_a_question_that_a_check_owns_is_an_error_of_its_file(write, rubric_text, user):
    write("user/rubrics/door.md", rubric_text({"owns": "links-resolve"}))
    library = read_library(user)
    assert library.rubric("door") is None
    assert [error.key for error in library.errors] == ["questions.R1.owns"]


def test_notes_hidden_files_and_other_endings_are_passed_over(write, persona_text, user):
    for name in ("README.md", ".draft.md", "notes.txt"):
        write(f"user/personas/{name}", "no front matter here")
    write("user/personas/mine.md", persona_text())
    library = read_library(user)
    assert library.errors == ()
    assert library.persona("mine") is not None


def test_folders_that_do_not_exist_hold_nothing(user, project):
    assert read_library(user, project).errors == ()


def test_a_link_out_of_a_project_is_not_followed(write, persona_text, project, tmp_path):
    outside = write("elsewhere/secret.md", persona_text())
    folder = project / "personas"
    folder.mkdir(parents=True)
    (folder / "secret.md").symlink_to(outside)
    library = read_library(project=project)
    assert library.persona("secret") is None
    assert "leads out of the project" in library.errors[0].problem


@pytest.mark.parametrize("linked", [".workbench", ".workbench/personas"])
def test_a_linked_folder_of_a_project_is_not_followed(write, persona_text, tmp_path, linked):
    target = write("elsewhere/personas/ours.md", persona_text()).parent.parent
    link = tmp_path / "repository" / linked
    link.parent.mkdir(parents=True)
    link.symlink_to(target if linked == ".workbench" else target / "personas")
    assert read_library(project=tmp_path / "repository" / ".workbench").persona("ours") is None


def test_a_link_that_leads_to_itself_is_an_error(project):
    (project / "personas").mkdir(parents=True)
    (project / "personas" / "round.md").symlink_to("round.md")
    library = read_library(project=project)
    assert library.persona("round") is None
    assert [error.file.name for error in library.errors] == ["round.md"]


def test_a_link_within_a_project_is_followed(write, persona_text, project):
    write("repository/.workbench/personas/ours.md", persona_text())
    (project / "personas" / "theirs.md").symlink_to(project / "personas" / "ours.md")
    assert read_library(project=project).persona("theirs") is not None


def test_the_users_own_links_are_followed(write, persona_text, user):
    kept = write("dotfiles/mine.md", persona_text())
    (user / "personas").mkdir(parents=True)
    (user / "personas" / "mine.md").symlink_to(kept)
    assert read_library(user).persona("mine") is not None


def test_no_more_files_than_the_limit_are_read_and_it_is_said(write, persona_text, user, monkeypatch):
    monkeypatch.setattr(files, "MOST", 2)
    for name in ("aa", "bb", "cc"):
        write(f"user/personas/{name}.md", persona_text())
    library = read_library(user)
    assert [library.persona(name) is not None for name in ("aa", "bb", "cc")] == [True, True, False]
    assert any("holds 3 files" in error.problem for error in library.errors)


def test_checking_a_sound_file_finds_nothing(write, persona_text):
    assert check(write("mine.md", persona_text()), "personas") == ()


def test_checking_a_folder_finds_the_errors_of_all_its_files(write, rubric_text, tmp_path):
    write("some/aa.md", rubric_text({"ask": None}))
    write("some/bb.md", rubric_text())
    write("some/cc.md", rubric_text({"owns": "links-resolve"}))
    found = check(tmp_path / "some", "rubrics")
    assert [(error.file.name, error.key) for error in found] == [
        ("aa.md", "questions.R1.ask"),
        ("cc.md", "questions.R1.owns"),
    ]


def test_checking_a_folder_without_content_does_not_pass(tmp_path):
    assert "holds no personas" in check(tmp_path, "personas")[0].problem
