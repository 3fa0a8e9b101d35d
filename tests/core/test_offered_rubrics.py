"""Sets that are written for a text like the one at hand: offered, and never used unasked."""

import pytest
from support.builders import MODELS, artifact, persona, revision, rubric

from workbench.core.artifacts import Kind
from workbench.core.errors import UsageError
from workbench.core.offered_rubrics import offered_rubrics
from workbench.core.plans import plan_of
from workbench.core.ports import Library, Settings
from workbench.core.text.language import is_japanese

USUAL = rubric(name="readme")
JAPANESE = rubric(name="readme-ja", language="ja", readers=("newcomer-ja",))
CHANGES = rubric(name="notes", files=("change*", "docs/*"))
LIBRARY = Library(
    (persona("editor", default_for=(Kind.README,)), persona("newcomer-ja"), persona("skeptic")),
    (USUAL, JAPANESE, CHANGES),
)
PROSE = "やかんは、コマンドラインから湯を沸かす道具です。沸いたら音で知らせるので、待つ必要はありません。"


def offered(text="# Kettle\n", path="/texts/README.md", used=USUAL):
    found = offered_rubrics(LIBRARY, artifact(path=path), revision(text), used)
    return [each.rubric.name for each in found]


def test_a_japanese_text_is_offered_what_is_written_for_it_with_its_readers():
    assert offered(f"# やかん\n\n{PROSE}\n") == ["readme-ja"]
    [found] = offered_rubrics(LIBRARY, artifact(), revision(PROSE), USUAL)
    assert found.sentence() == "readme-ja, written for texts in Japanese, read with newcomer-ja"


@pytest.mark.parametrize(
    "text",
    [
        "# Kettle\n\nKettle boils water.\n",
        f"# Kettle\n\n```\n{PROSE}\n```\n\nIt prints what the kettle says.\n",
        "# Kettle\n\nMade by 山田さん (やまだ).\n",
        f"# Kettle\n\n{'Kettle boils water, and tells you when it does. ' * 40}\n\n{PROSE}\n",
        "",
    ],
    ids=["english", "code only", "a name", "one line of many", "empty"],
)
def test_a_text_that_is_not_in_japanese_is_not_offered_it(text):
    assert not is_japanese(text) and offered(text) == []


def test_a_japanese_text_full_of_foreign_names_is_still_one():
    assert is_japanese(f"{PROSE} Kettle Teapot Samovar Boiler Whistle Descaler Thermostat Gasket")


@pytest.mark.parametrize("path", ["/texts/CHANGELOG.md", "/texts/changes.txt", "/texts/docs/use.md"])
def test_a_file_of_a_known_name_is_offered_what_is_written_for_it(path):
    assert offered(path=path) == ["notes"]


@pytest.mark.parametrize("path", ["/texts/mydocs/use.md", "/docs/texts/use.md", "/texts/exchange.md"])
def test_a_name_that_only_holds_a_known_one_is_not(path):
    assert offered(path=path) == []


def test_what_is_in_use_is_not_offered():
    assert offered(PROSE, used=JAPANESE) == []


def test_what_ships_beside_the_usual_rubric_judges_only_when_asked_for():
    assert plan_of(Kind.README, LIBRARY, Settings(MODELS)).rubric is USUAL
    others = Library(LIBRARY.personas, (JAPANESE, CHANGES))
    assert plan_of(Kind.README, others, Settings(MODELS)).rubric is None
    own = rubric(name="house", origin="user")
    assert plan_of(Kind.README, Library(LIBRARY.personas, (JAPANESE, own)), Settings(MODELS)).rubric is own


def readers(**settings):
    return [reader.name for reader in plan_of(Kind.README, LIBRARY, Settings(MODELS, **settings)).readers]


def test_the_readers_that_a_rubric_names_read_unless_others_are_asked_for():
    assert readers() == ["editor"]
    assert readers(rubric="readme-ja") == ["newcomer-ja"]
    assert readers(rubric="readme-ja", readers={Kind.README: ("skeptic",)}) == ["skeptic"]


def test_a_rubric_that_names_a_reader_who_is_not_there_says_who():
    library = Library((), (rubric(name="lonely", readers=("nobody",)),))
    with pytest.raises(UsageError, match="no persona 'nobody'"):
        plan_of(Kind.README, library, Settings(MODELS, rubric="lonely"))
