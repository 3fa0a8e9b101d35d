"""What each bundled persona and rubric has a model told, word by word."""

import shutil
from unittest.mock import patch

import pytest
from content.assembled_prompts import FOLDER, pages, prompts

from workbench.content.library import read_library
from workbench.content.locations import bundled

LIBRARY = read_library()
NAMES = [f"{sort}/{path.stem}" for sort in ("personas", "rubrics") for path in bundled(sort).glob("*.md")]


def stored(name):
    return (FOLDER / name).read_text(encoding="utf-8")


def test_the_stored_prompts_are_those_that_are_sent():
    made = pages(LIBRARY)
    there = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*") if path.is_file()}
    assert there == made.keys(), "`make prompts` writes them anew"
    assert [name for name, page in made.items() if stored(name) != page] == [], (
        "`make prompts` writes them anew"
    )


@pytest.mark.parametrize("name", sorted(NAMES))
def test_what_is_common_and_what_is_its_own_make_the_whole_prompt(name):
    prompt = prompts(LIBRARY)[name]
    sort = name.partition("/")[0]
    text = "first-screen" if "first screen of the page only" in prompt.task else "text"
    parts = (f"common/{sort}-instructions.md", f"common/{text}.md", f"{name}.md")
    assert "\n\n".join(stored(part).removesuffix("\n") for part in parts) == prompt.whole


@pytest.fixture
def changed(tmp_path):
    """Which stored prompts differ once one bundled file has another word."""

    def change(name):
        sort = name.partition("/")[0]
        shutil.copytree(bundled(sort), tmp_path / sort)
        path = tmp_path / f"{name}.md"
        path.write_text(f"{path.read_text(encoding='utf-8').rstrip()} Once more.\n", encoding="utf-8")
        made = pages(read_library(user=tmp_path))
        return {page for page in made if stored(page) != made[page]}

    return change


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_word_of_one_file_changes_the_prompt_of_that_file_alone(changed, name):
    assert changed(name) == {f"{name}.md"}


@pytest.mark.parametrize("sort", ["personas", "rubrics"])
def test_a_word_that_all_are_told_changes_what_is_common_and_no_prompt_of_its_own(sort):
    told = "READER_INSTRUCTIONS" if sort == "personas" else "JUDGE_INSTRUCTIONS"
    with patch(f"workbench.core.prompts.{told}", "Read it."):
        made = pages(LIBRARY)
    assert {page for page in made if stored(page) != made[page]} == {f"common/{sort}-instructions.md"}
