import pytest

from workbench.content.phrases import read_phrase_list, read_phrases
from workbench.core.errors import ContentError
from workbench.core.text.phrases import PhraseList


def test_every_shipped_list_is_read_in_both_languages():
    lists = {(phrases.language, phrases.name) for phrases in read_phrases()}
    for name in ("hedges", "stock-phrases", "history", "references", "sources", "triads"):
        assert {("en", name), ("ja", name)} <= lists
    assert ("ja", "degree-adverbs") in lists


def test_a_list_is_its_title_and_its_bullets(write):
    path = write("en-hedges.md", "# Hedges\n\nWhat they are.\n\n- may\n-  more  or less \n-\n")
    assert read_phrase_list(path) == PhraseList("en", "hedges", "Hedges", ("may", "more or less"))


@pytest.mark.parametrize(
    ("name", "text", "line", "problem"),
    [
        ("hedges.md", "# H\n\n- a\n", None, "named like no list"),
        ("en-hedges.md", "- a\n", 1, "must begin with a title"),
        ("en-hedges.md", "# H\n\n- a\n- a\n", 4, "stands on line 3 already"),
        ("en-hedges.md", "# H\n\nNothing.\n", None, "holds no phrase"),
    ],
)
def test_a_broken_list_is_named_with_its_line(write, name, text, line, problem):
    with pytest.raises(ContentError) as error:
        read_phrase_list(write(name, text))
    assert error.value.line == line
    assert problem in error.value.problem
