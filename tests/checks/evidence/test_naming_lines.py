"""The lines of a repository that a person is shown to decide by."""

import asyncio
import threading

import pytest

from workbench.checks.evidence import naming_lines
from workbench.checks.evidence.naming_lines import RepositoryLookup


@pytest.fixture
def mentions(written):
    def look(words, files, name="README.md", most=12):
        path = written({name: f"{words}\n", **files}) / name
        return asyncio.run(RepositoryLookup().mentions(path, words, most))

    return look


def places(found):
    return [(mention.path, mention.line) for mention in found]


def test_what_defines_a_name_comes_before_what_uses_it_and_code_before_tests_and_pages(mentions):
    files = {
        "docs/use.md": "Call find_route.\n",
        "tests/test_a.py": "def test():\n    find_route()\n",
        "a.py": "import b\n\nb.find_route()\n",
        "b.py": "\ndef find_route():\n    pass\n",
    }
    found = mentions("It calls `find_route`.", files)
    assert places(found) == [("b.py", 2), ("a.py", 3), ("tests/test_a.py", 2), ("docs/use.md", 1)]
    assert found[0].text == "def find_route():"
    assert (found[0].first, found[0].around) == (1, ("", "def find_route():", "    pass", ""))


def test_an_option_is_found_as_it_is_declared_and_by_its_name_in_code(mentions):
    files = {"cli.py": 'add_argument("--dry-run")\nif args.dry_run:\n    pass\n# --dry-runs\n'}
    assert places(mentions("Give --dry-run.", files)) == [("cli.py", 1), ("cli.py", 2)]


def test_a_name_is_found_whole_only(mentions):
    assert mentions("Set MAP_KEY.", {"a.py": "MY_MAP_KEY = 1\nMAP_KEYS = 2\n"}) == ()


def test_a_file_that_is_named_is_said_to_be_there(mentions):
    (found,) = mentions("See docs/use.md.", {"docs/use.md": "Use.\n"})
    assert (found.path, found.text) == ("docs/use.md", "this file is there")


def test_the_text_itself_and_locks_are_left_out(mentions):
    assert mentions("Set MAP_KEY.", {"uv.lock": "MAP_KEY\n", "a.min.js": "MAP_KEY\n"}) == ()


def test_one_file_does_not_hide_the_others_and_there_is_an_end(mentions):
    files = {f"f{n}.py": "MAP_KEY\n" * 50 for n in range(5)}
    found = mentions("Set MAP_KEY.", files)
    assert len(found) == 12
    assert len({mention.path for mention in found}) >= 3


def test_nothing_is_searched_for_words_without_names(mentions, monkeypatch):
    monkeypatch.setattr(naming_lines, "_in_file", None)
    assert mentions("It is fast.", {"a.py": "It is fast.\n"}) == ()


def test_so_many_files_are_searched_and_no_more(mentions, monkeypatch):
    monkeypatch.setattr(naming_lines, "MOST_FILES", 2)
    found = mentions("Set MAP_KEY.", {f"f{n}.py": "MAP_KEY\n" for n in range(5)})
    assert places(found) == [("f0.py", 1), ("f1.py", 1)]


async def test_a_search_that_nobody_waits_for_ends(written, monkeypatch):
    began, goes_on, read = threading.Event(), threading.Event(), []

    def slowly(path, text, sought):
        read.append(path)
        began.set()
        goes_on.wait(5)
        return []

    monkeypatch.setattr(naming_lines, "_in_file", slowly)
    path = written({"README.md": "a\n", **{f"f{n}.py": "x\n" for n in range(50)}}) / "README.md"
    task = asyncio.create_task(RepositoryLookup().mentions(path, "MAP_KEY"))
    await asyncio.to_thread(began.wait, 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    goes_on.set()
    await asyncio.sleep(0.05)
    assert len(read) == 1
