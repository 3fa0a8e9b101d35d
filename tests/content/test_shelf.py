"""The files of personas and rubrics: listed, written, trusted, and never lost."""

import json
import os

import pytest

from workbench.content import front_matter
from workbench.content.shelf import FileShelf
from workbench.core.errors import UsageError
from workbench.core.instruments import Persona
from workbench.core.shelf import Draft, Stand, draft_of


@pytest.fixture
def user(tmp_path):
    return tmp_path / "user"


@pytest.fixture
def text(tmp_path):
    """The text whose project may bring files of its own."""
    path = tmp_path / "repository" / "docs" / "README.md"
    path.parent.mkdir(parents=True)
    path.write_text("# Text\n")
    return path


@pytest.fixture
def shelf(user, tmp_path):
    return FileShelf(user, lambda folder: tmp_path / "repository")


def of(files, name):
    """How each file of a name stands, the nearest first."""
    return [(file.origin, file.stand) for file in files if file.name == name]


async def test_a_projects_file_replaces_others_only_while_it_is_what_was_trusted(
    shelf, text, write, persona_text
):
    path = write("repository/.workbench/personas/editor.md", persona_text())
    files = await shelf.listed("personas", text)
    assert of(files, "editor") == [("project", Stand.UNTRUSTED), ("bundled", Stand.USED)]
    assert (await shelf.library(text)).persona("editor").origin == "bundled"
    await shelf.trust(files[0])
    assert of(await shelf.listed("personas", text), "editor") == [
        ("project", Stand.USED),
        ("bundled", Stand.HIDDEN),
    ]
    assert (await shelf.library(text)).persona("editor").origin == "project"
    assert (await shelf.library()).persona("editor").origin == "bundled"
    path.write_text(persona_text(body="Obey me."))
    assert of(await shelf.listed("personas", text), "editor")[0] == ("project", Stand.CHANGED)
    assert (await shelf.library(text)).persona("editor").origin == "bundled"


async def test_trust_is_of_these_words_under_this_name_in_every_clone(
    shelf, text, write, persona_text, tmp_path
):
    write("repository/.workbench/personas/editor.md", persona_text())
    await shelf.trust((await shelf.listed("personas", text))[0])
    write("clone/.workbench/personas/editor.md", persona_text())
    write("clone/.workbench/personas/skeptic.md", persona_text())
    clone = FileShelf(tmp_path / "user", lambda folder: tmp_path / "clone")
    library = await clone.library(tmp_path / "clone/README.md")
    assert library.persona("editor").origin == "project" and library.persona("skeptic").origin == "bundled"


async def test_a_projects_file_is_not_even_taken_apart_before_it_was_looked_at(
    shelf, text, write, persona_text, monkeypatch
):
    write("repository/.workbench/personas/ours.md", persona_text())
    taken_apart = []
    split = front_matter.split
    monkeypatch.setattr(front_matter, "split", lambda t, f: taken_apart.append(f.stem) or split(t, f))
    (file,) = (f for f in await shelf.listed("personas", text) if f.name == "ours")
    assert file.text and file.item is None and "ours" not in taken_apart
    await shelf.trust(file)
    await shelf.library(text)
    assert "ours" in taken_apart


async def test_a_broken_file_that_was_trusted_replaces_nothing_by_what_ships(shelf, text, write):
    write("repository/.workbench/personas/editor.md", "---\ntitle: Theirs\n")
    await shelf.trust((await shelf.listed("personas", text))[0])
    library = await shelf.library(text)
    assert library.persona("editor") is None and "is not closed" in library.errors[0].problem


async def test_nothing_of_a_broken_or_linked_file_of_a_project_follows(
    shelf, text, write, persona_text, tmp_path
):
    write("repository/.workbench/personas/editor.md", "---\ntitle: Theirs\n")
    secret = write("elsewhere/skeptic.md", persona_text())
    (tmp_path / "repository/.workbench/personas/skeptic.md").symlink_to(secret)
    library = await shelf.library(text)
    assert library.errors == () and library.persona("editor").origin == "bundled"
    assert of(await shelf.listed("personas", text), "skeptic") == [("bundled", Stand.USED)]


async def test_a_file_of_trust_that_is_damaged_trusts_nothing_and_is_not_written_over(
    shelf, user, text, write, persona_text
):
    write("repository/.workbench/personas/editor.md", persona_text())
    file = (await shelf.listed("personas", text))[0]
    await shelf.trust(file)
    kept = user / "personas-and-rubrics.json"
    assert kept.stat().st_mode & 0o777 == 0o600
    for damaged in (
        '{"trusted"',
        '{"trusted": [], "disabled": []}',
        '{"trusted": {"a": [1]}, "disabled": []}',
    ):
        kept.write_text(damaged)
        library = await shelf.library(text)
        assert library.persona("editor").origin == "bundled"
        assert "is not what was written there" in str(library.errors[0])
        with pytest.raises(UsageError, match="is not what was written there"):
            await shelf.trust(file)
        assert kept.read_text() == damaged


async def test_what_is_disabled_is_used_from_no_origin_until_it_is_enabled(shelf, user, write, persona_text):
    write("user/personas/editor.md", persona_text())
    await shelf.enable("personas", "editor", False)
    assert of(await shelf.listed("personas"), "editor") == [
        ("user", Stand.DISABLED),
        ("bundled", Stand.DISABLED),
    ]
    assert (await shelf.library()).persona("editor") is None
    assert json.loads((user / "personas-and-rubrics.json").read_text())["disabled"] == ["personas/editor"]
    await shelf.enable("personas", "editor", True)
    assert (await shelf.library()).persona("editor").origin == "user"


async def test_what_ships_is_saved_as_ones_own_and_stays_as_it_is(shelf, user):
    file = next(f for f in await shelf.listed("personas") if f.name == "editor")
    before = file.path.read_text()
    saved = await shelf.save(Draft("personas", "editor", file.text + "\nMore."), "user")
    assert (user / "personas/editor.md").read_text().endswith("\nMore.\n") and file.path.read_text() == before
    assert saved.origin == "user" and not saved.unsaved
    with pytest.raises(UsageError, match="ships with the program"):
        await shelf.trash(file)
    with pytest.raises(UsageError, match="ships with the program"):
        await shelf.rename(file, "other")


async def test_a_broken_text_is_not_saved_and_the_error_names_line_and_key(shelf, user, persona_text):
    with pytest.raises(UsageError, match=r"Not saved: mine.md:3: kinds.1: .*, and 1 more error"):
        await shelf.save(Draft("personas", "mine", persona_text(kinds="[x]", reads_for="[X]")), "user")
    assert not user.exists()


async def test_nothing_is_written_over_that_was_not_seen(shelf, write, persona_text):
    path = write("user/personas/mine.md", persona_text())
    draft = draft_of(next(f for f in await shelf.listed("personas") if f.name == "mine"))
    path.write_text(persona_text(body="Changed elsewhere."))
    with pytest.raises(UsageError, match="changed elsewhere since it was opened"):
        await shelf.save(Draft("personas", "mine", draft.text + "x", draft.saved, "user"), "user")
    with pytest.raises(UsageError, match="is there already"):
        await shelf.save(Draft("personas", "mine", persona_text()), "user")
    assert "Changed elsewhere" in path.read_text()


async def test_a_text_saved_into_the_project_is_trusted_with_that(shelf, text, persona_text, tmp_path):
    await shelf.save(Draft("personas", "ours", persona_text()), "project", text)
    assert (tmp_path / "repository/.workbench/personas/ours.md").exists()
    assert (await shelf.library(text)).persona("ours").origin == "project"
    with pytest.raises(UsageError, match="No text is open"):
        await shelf.save(Draft("personas", "ours", persona_text()), "project")


async def test_nothing_is_saved_through_a_link_out_of_the_project(shelf, text, persona_text, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "repository/.workbench").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="leads out of the project"):
        await shelf.save(Draft("personas", "ours", persona_text()), "project", text)
    assert not list((tmp_path / "elsewhere").iterdir())


async def test_what_is_thrown_away_lies_beside_and_nothing_lies_there_twice(shelf, user, write, persona_text):
    for number in (1, 2):
        write("user/personas/mine.md", persona_text(body=f"Number {number}."))
        await shelf.trash(next(f for f in await shelf.listed("personas") if f.name == "mine"))
    thrown = sorted((user / "personas/trash").iterdir())
    assert [path.name for path in thrown] == ["mine-2.md", "mine.md"]
    assert of(await shelf.listed("personas"), "mine") == []


async def test_a_renamed_file_of_a_project_stays_trusted(shelf, text, write, persona_text):
    write("repository/.workbench/personas/ours.md", persona_text())
    file = next(f for f in await shelf.listed("personas", text) if f.name == "ours")
    await shelf.trust(file)
    file = next(f for f in await shelf.listed("personas", text) if f.name == "ours")
    with pytest.raises(UsageError, match="is no name"):
        await shelf.rename(file, "../ours")
    await shelf.rename(file, "theirs")
    assert (await shelf.library(text)).persona("theirs").origin == "project"


async def test_a_linked_file_of_ones_own_is_written_where_it_leads(shelf, user, write, persona_text):
    kept = write("dotfiles/mine.md", persona_text())
    (user / "personas").mkdir(parents=True)
    (user / "personas/mine.md").symlink_to(kept)
    draft = draft_of(next(f for f in await shelf.listed("personas") if f.name == "mine"))
    await shelf.save(Draft("personas", "mine", persona_text(body="New."), draft.saved, "user"), "user")
    assert "New." in kept.read_text() and (user / "personas/mine.md").is_symlink()


async def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(shelf, user, persona_text):
    user.write_text("a file where the folder should be")
    with pytest.raises(UsageError, match="cannot be written: "):
        await shelf.save(Draft("personas", "mine", persona_text()), "user")


def test_a_draft_is_read_as_its_file_would_be(shelf, persona_text):
    assert isinstance(shelf.read(Draft("personas", "mine", persona_text())), Persona)
    (error,) = shelf.read(Draft("personas", "mine", "x" * 300_000))
    assert error.problem == "is larger than 256 KB"


def test_a_template_is_a_sound_file(shelf):
    for sort in ("personas", "rubrics"):
        assert not isinstance(shelf.read(Draft(sort, "mine", shelf.template(sort, "mine"))), tuple)


async def test_a_text_without_a_repository_has_its_files_beside_it(tmp_path, write, persona_text):
    write("plain/.workbench/personas/ours.md", persona_text())
    shelf = FileShelf(tmp_path / "user", lambda folder: None)
    text = tmp_path / "plain" / "notes.md"
    assert await shelf.brings(text) and not await shelf.brings(tmp_path / "other" / "notes.md")
    assert of(await shelf.listed("personas", text), "ours") == [("project", Stand.UNTRUSTED)]
    assert os.listdir(tmp_path / "plain") == [".workbench"]  # noqa: PTH208
