import pytest

from workbench.core.readings import Span
from workbench.core.text.document import Document


def test_front_matter_is_set_apart_from_the_body() -> None:
    document = Document("---\ntitle: A\ntags:\n- x\n  more\n# note\n---\n# B\n")

    assert document.front_matter == Span(0, 41)
    assert document.text[document.body_start :] == "# B\n"
    assert document.headings[0].line == 8


@pytest.mark.parametrize(
    "text", ["---\njust words\n---\n", "---\na: b\n", "text\n---\na: b\n---\n", " ---\na: b\n---\n", "---"]
)
def test_what_has_no_keys_between_two_fences_is_no_front_matter(text: str) -> None:
    document = Document(text)

    assert document.front_matter is None
    assert document.body_start == 0


def test_front_matter_may_end_with_dots_or_with_the_text() -> None:
    assert Document("---\na: b\n...\nc").body_start == 13
    assert Document("---\na: b\n---").body_start == 12


@pytest.mark.parametrize(
    ("value", "title"),
    [
        ("Plain words", "Plain words"),
        ("Plain words  # a remark", "Plain words"),
        ("C# in depth", "C# in depth"),
        ("'it''s quoted' # so", "it's quoted"),
        (r'"say \"hi\": now"', 'say "hi": now'),
        (">-\n  over\n  lines", "over lines"),
        ("|\n  kept", "kept"),
        ("over\n  lines", "over lines"),
    ],
)
def test_the_title_is_read_from_the_front_matter(value: str, title: str) -> None:
    assert Document(f"---\nlayout: x\ntitle: {value}\ndate: y\n---\n# Other\n").title == title


@pytest.mark.parametrize("value", ["", " ", "''", "# only a remark"])
def test_an_empty_title_is_none(value: str) -> None:
    assert Document(f"---\ntitle: {value}\n---\n# Other\n").title == "Other"


def test_a_nested_title_is_not_the_title() -> None:
    assert Document("---\nseries:\n  title: No\n---\n").title is None


def test_without_front_matter_the_first_level_heading_is_the_title() -> None:
    assert Document("## Before\n\n# Title\n").title == "Title"


def test_without_a_first_level_heading_the_first_heading_is_the_title() -> None:
    assert Document("text\n\n### Only\n").title == "Only"


def test_a_text_without_either_has_no_title() -> None:
    assert Document("text").title is None
