"""Files of somebody else: looked at before they are used, by commands too."""

import asyncio
import json

import pytest

from workbench.content.locations import user_config
from workbench.content.shelf import FileShelf

PERSONA = """\
---
title: Theirs
kinds: [readme]
default_for: [readme]
reads_for: [gain]
---
You are theirs.
"""


@pytest.fixture
def theirs(tmp_path):
    """A folder of personas that somebody else wrote."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "one.md").write_text(PERSONA)
    (folder / "two.md").write_text(PERSONA.replace("You are", "\x1b[2JYou are"))
    (folder / "README.md").write_text("for people")
    return folder


@pytest.fixture
def own():
    return user_config() / "personas"


def test_a_folder_is_shown_in_full_before_it_is_copied(run, theirs, own):
    ended = run("personas", "add", str(theirs), "--yes")
    assert ended.code == 0
    assert (
        "7  You are theirs." in ended.out and "␛[2JYou are theirs." in ended.out and "\x1b" not in ended.out
    )
    assert (own / "one.md").read_text() == PERSONA
    listed = run("personas", "list", "--format", "json")
    assert {"one", "two"} <= {each["name"] for each in json.loads(listed.out)["personas"]}


def test_nothing_is_copied_unasked_or_over_what_is_there(run, theirs, own):
    ended = run("personas", "add", str(theirs / "one.md"))
    assert ended.code == 2 and "give --yes once you have read" in ended.err and not own.exists()
    assert run("personas", "add", str(theirs / "one.md"), "--yes").code == 0
    (theirs / "one.md").write_text(PERSONA + "More.\n")
    again = run("personas", "add", str(theirs / "one.md"), "--yes")
    assert again.code == 2 and "is there already" in again.err and (own / "one.md").read_text() == PERSONA


def test_a_broken_file_is_not_copied_and_the_others_are(run, theirs, own):
    (theirs / "one.md").write_text(PERSONA.replace("[readme]", "[memo]", 1))
    ended = run("personas", "add", str(theirs), "--yes")
    assert ended.code == 2 and "Not added: one.md:3: kinds.1" in ended.err
    assert sorted(path.name for path in own.iterdir()) == ["two.md"]


def test_what_is_disabled_is_listed_as_that_and_not_used(run, own):
    asyncio.run(FileShelf(own.parent, lambda folder: None).enable("personas", "editor", False))
    (line,) = (line for line in run("personas", "list").out.split("\n") if line.startswith("editor "))
    assert "disabled" in line
    assert run("personas", "list", "--format", "json").json["disabled"] == ["editor"]


def test_what_a_project_brings_reads_only_where_the_script_says_so(run, text, script):
    brought = text.parent / ".workbench" / "personas" / "theirs.md"
    brought.parent.mkdir(parents=True)
    brought.write_text(PERSONA)
    ended = run("review", text, "--provider", script(), "--yes", "--format", "json")
    assert "(.workbench) are not used" in ended.err
    assert "theirs" not in {reading["source"]["name"] for reading in ended.json["readings"]}
    brought.write_text(PERSONA + "More.\n")
    text.write_text(text.read_text() + "\nMore.\n")
    words = ("--provider", script(readers=6), "--yes", "--format", "json", "--trust-project")
    ended = run("review", text, *words)
    assert "Used unasked: the project's persona theirs" in ended.err
    assert "are not used" not in ended.err
    assert "theirs" in {reading["source"]["name"] for reading in ended.json["readings"]}
