import pytest

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Repository
from workbench.checks.evidence.whereabouts import folders_of
from workbench.checks.text.page import Page


@pytest.fixture
def folders(written):
    """The folders that `run` may run in, by the text and the files around it."""

    def ask(text, *names, name="README.md"):
        root = written({**dict.fromkeys(names, "x\n"), name: text})
        page, project = Page(name, text), Project(Repository(root, by_git=True))
        (command,) = (t.command for t in page.commands if t.command.program == "run")
        return folders_of(page, project, command)

    return ask


def test_a_reader_starts_in_the_folder_of_the_page_or_at_the_root(folders):
    assert folders("`run`\n", name="docs/guide.md") == ("docs", "")
    assert folders("`run`\n") == ("",)


def test_a_cd_leads_into_a_folder_of_the_repository(folders):
    assert folders("```sh\ncd app/web\nrun\n```\n", "app/web/a") == ("app/web",)
    assert folders("```sh\ncd app && cd ..\nrun\n```\n", "app/a") == ("",)


def test_a_cd_into_the_clone_leads_to_the_root(folders):
    assert folders("```sh\ngit clone x/project\ncd project/app\nrun\n```\n", "app/a") == ("app",)
    assert folders("```sh\ncd project\nrun\n```\n", name="docs/guide.md") == ("",)


def test_a_clone_under_a_name_of_the_readers_own_is_one_too(folders):
    text = "```sh\ngit clone --depth 1 https://example.org/a/project.git mine/\ncd mine\nrun\n```\n"
    assert folders(text) == ("",)
    assert folders(text.replace("a/project", "a/other")) == ()


def test_a_folder_named_like_the_project_is_a_folder(folders):
    assert folders("```sh\ncd project\nrun\n```\n", "project/a") == ("project",)


@pytest.mark.parametrize("to", ["nowhere", "/srv", "~", "$DIR", "<clone>", "../elsewhere"])
def test_a_cd_to_another_place_leaves_the_repository(folders, to):
    assert folders(f"```sh\ncd {to}\nrun\n```\n") == ()


def test_a_cd_of_an_earlier_block_may_still_hold(folders):
    text = "```sh\ncd app\n```\n\nThen:\n\n```sh\nrun\n```\n"
    assert folders(text, "app/a") == ("", "app")
    assert folders(text.replace("cd app", "(cd app)"), "app/a") == ("",)
    assert folders("```sh\nrun\n```\n\n```sh\ncd app\n```\n", "app/a") == ("",)


def test_an_unknown_place_holds_to_the_end_of_its_section(folders):
    text = "# A\n\n```sh\ncd /srv\n```\n\nThen:\n\n```sh\nrun\n```\n"
    assert folders(text) == ()
    assert folders(text.replace("Then:", "# B")) == ("",)
