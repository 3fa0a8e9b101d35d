"""The screen on texts that nobody plans for, with real files and real checks."""

import pytest
from support.builders import persona, rubric
from support.odd_texts import COMMANDS, NAMES, ODD, commands_in

from workbench.checks.evidence.git import git_root
from workbench.checks.evidence.origin import artifact_identity
from workbench.checks.registry import StandardChecks
from workbench.content.artifact_files import ArtifactFiles
from workbench.core.ports import Library

KEYS = ("end", "pageup", "home", "pagedown", "down", "enter", "escape", "up", "N", "question_mark", "escape")


@pytest.fixture
def opened(bench, tmp_path):
    """Opens a file of these bytes."""

    def open_file(data, name="odd.md", **changes):
        folder = tmp_path / "texts"
        folder.mkdir()
        (folder / name).write_bytes(data)
        files = ArtifactFiles(artifact_identity, git_root)
        return bench(files=files, checks=StandardChecks(), path=folder / name, **changes)

    return open_file


def drawn(bench):
    return "".join(segment.text for strip in bench.strips() for segment in strip)


@pytest.mark.parametrize("what", ODD)
async def test_an_odd_text_is_drawn_and_every_key_works(opened, what):
    async with opened(ODD[what]) as bench:
        for key in KEYS:
            await bench.press(key)
            assert commands_in(drawn(bench)) == []
        assert bench.app.is_running


@pytest.mark.parametrize("name", NAMES)
async def test_an_odd_name_is_drawn_on_one_line(opened, name):
    async with opened(b"# Kettle\n", name) as bench:
        assert commands_in(drawn(bench)) == []
        assert "article" in bench.bar("artifact")


@pytest.mark.parametrize(
    ("what", "said"), [("latin-1", "odd.md is not UTF-8 at byte 5"), ("utf-16", "odd.md is UTF-16")]
)
async def test_what_had_to_be_done_to_read_a_text_is_said_on_opening(opened, what, said):
    async with opened(ODD[what]) as bench:
        assert said in bench.said
        await bench.press("enter")
        assert said in bench.text()


async def test_a_repositorys_own_personas_are_said_to_be_unused(opened, tmp_path):
    opening = opened(b"# Kettle\n")
    (tmp_path / "texts" / ".workbench").mkdir()
    async with opening as bench:
        assert "(.workbench) are not used" in bench.said


async def test_a_text_with_five_hundred_faults_is_worked_through(opened):
    async with opened(ODD["500 faults"]) as bench:
        assert len(bench.rows) == 500
        await bench.press("h", "h", "m", "end")
        assert [row.standing.mark.value for row in bench.rows if row.standing.mark] == ["hit", "hit", "miss"]
        await bench.press("u")
        assert len([row for row in bench.rows if row.standing.mark]) == 2


async def test_words_in_a_line_of_two_megabytes_are_gone_to(opened):
    text = b"word " * 300_000 + b"[the end](gone.md) " + b"word " * 100_000
    async with opened(b"[a](gone.md)\n\n" + text) as bench:
        await bench.press("g")
        await bench.answer("3")
        assert bench.review.source.marked_line == 3
        await bench.press("end")
        assert bench.app.is_running


@pytest.mark.parametrize("what", ["empty", "blank", "only front matter"])
async def test_a_text_with_nothing_to_read_is_not_sent(opened, what):
    async with opened(ODD[what]) as bench:
        await bench.press("r")
        assert "nothing to read" in bench.said


async def test_a_reader_whose_title_commands_a_terminal_is_asked_about(bench):
    odd = persona("odd", title=COMMANDS, default_for=("readme",))
    async with bench(library=Library((odd,), (rubric(title=COMMANDS),))) as b:
        await b.press("r")
        shown = b.text()
        assert "[bold]b[/bold]" in shown
        assert commands_in(drawn(b)) == []
