import asyncio
import os
from dataclasses import replace

import pytest

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.cli.first_look import LARGEST, first_frame
from workbench.storage.previews import stored_preview


def shown(frame):
    """The text that a first frame shows."""
    return frame._text.text


def status(frame):
    """What it says that it is doing."""
    return "".join(words for words, _ in frame._status_line(80)).strip()


def test_what_was_found_without_a_screen_is_seen_first_on_it(run, text, script, tmp_path):
    run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    kept = stored_preview(tmp_path / "w.db", text)
    said = " ".join(words for line in kept.lines for words, *_ in line)
    assert "It says faster than any other." in said and "0 of 1 marked" in said
    assert kept.sha256 and shown(first_frame(text, tmp_path / "w.db")).startswith("# Kettle")


def test_a_keymap_that_cannot_be_used_does_not_fail_a_review(run, text, script, tmp_path, monkeypatch):
    settings = tmp_path / "config.toml"
    settings.write_text('[keys]\nfly = "f"\n')
    monkeypatch.setenv("WORKBENCH_CONFIG", str(settings))
    assert run("review", text, "--provider", script(), "--yes", "--parallel", 1).code == 0
    assert stored_preview(tmp_path / "w.db", text) is None


def test_what_is_no_text_shows_none_and_is_not_waited_for(tmp_path):
    private = tmp_path / "private.txt"
    private.write_text("secret")
    (tmp_path / "link.md").symlink_to(private)
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "binary.md").write_bytes(b"\0" * 100)
    (tmp_path / "large.md").write_bytes(b"word " * (LARGEST // 5 + 1))
    for name in ("link.md", "pipe.md", "binary.md", "large.md", "gone.md", "."):
        assert shown(first_frame(tmp_path / name, tmp_path / "w.db")) == ""


async def spoiled(db, text):
    async with open_desk(Flags(db=db, provider="none")) as desk:
        board, _ = await desk.open(text)
        kept = replace(stored_preview(db, text), details=(("x", "@click=app.quit"),))
        await desk.store.save_preview(board.artifact, kept)


def test_a_preview_that_names_what_no_screen_knows_is_passed_over(run, text, script, tmp_path):
    run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    assert status(first_frame(text, tmp_path / "w.db")) == "The list is as you left it; opening."
    asyncio.run(spoiled(tmp_path / "w.db", text))
    assert status(first_frame(text, tmp_path / "w.db")) == "Opening; reading what is stored."


@pytest.mark.parametrize("name", ["odd\x1b[2J.md", "[/x].md", "caf\udce9.md"])
def test_any_name_of_a_file_can_be_shown(tmp_path, name):
    frame = first_frame(tmp_path / name, tmp_path / "w.db")
    said = "".join(words for words, _ in frame._artifact.line(60))
    assert "\x1b" not in said and "\udce9" not in said
