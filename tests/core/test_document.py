import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.text.document import Document, Figure, Heading

fragments = st.lists(
    st.sampled_from(
        [
            "# A\n",
            "## B\n",
            "C\n---\n",
            "---\n",
            "a: b\n",
            "title: t\n",
            "```\n",
            "text",
            "\n",
            "> ",
            "- ",
            "  ",
            "![x](y)",
            "<img alt=z>",
            "<h2>H</h2>\n",
            "\r",
            "漢字\n",
            "[r]: s\n",
            "<!--",
            "-->",
            "`",
            "\\",
        ]
    )
).map("".join)


def titles(text: str) -> list[tuple[int, str]]:
    return [(heading.level, heading.title) for heading in Document(text).headings]


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    document = Document("one\ntwo\n")

    assert document.lines == ("one", "two")
    assert document.line_starts == (0, 4)


def test_an_offset_is_on_the_line_that_holds_it() -> None:
    document = Document("one\ntwo\n")

    assert [document.line_of(offset) for offset in (0, 3, 4, 7, 8, 99)] == [1, 1, 2, 2, 2, 2]


def test_both_kinds_of_markdown_heading_are_found_with_their_places() -> None:
    document = Document("Top\n===\n\ntext\n\n### Deep ###\n\nSub\n---\n")

    assert document.headings == (
        Heading(1, "Top", 1, 0),
        Heading(3, "Deep", 6, 15),
        Heading(2, "Sub", 8, 29),
    )


def test_a_heading_of_html_counts() -> None:
    document = Document('text\n\n<div>\n<h1 align="center">\n  <b>Tool</b> &amp; more\n</h1>\n</div>\n')

    assert document.headings == (Heading(1, "Tool & more", 4, 12),)


def test_what_looks_like_a_heading_in_code_or_a_quotation_is_none() -> None:
    assert titles("```\n# code\n```\n\n    # indented\n\n> # quoted\n\n- # listed\n") == []


def test_a_title_is_what_a_reader_sees() -> None:
    assert titles("# The `run` *command* &amp; [more](x) ![logo](y)\n") == [
        (1, "The run command & more logo")
    ]


def test_a_heading_may_be_empty() -> None:
    assert titles("#\n") == [(1, "")]


def test_figures_of_both_kinds_are_found_with_their_lines() -> None:
    document = Document('a\n\n[![Build *now*](b)](c)\n![ref][r] and\n<img src="x" alt="Two &amp; three">\n')

    assert document.figures == (Figure("Build now", 3), Figure("ref", 4), Figure("Two & three", 5))


def test_a_figure_without_alternative_text_has_an_empty_one() -> None:
    assert Document('![](x) <img src="y">').figures == (Figure("", 1), Figure("", 1))


def test_what_looks_like_a_figure_in_code_or_a_comment_is_none() -> None:
    text = "`![a](b)` \\![a](b) <!-- ![a](b) -->\n\n```\n![a](b)\n```\n\n<!--\n<img alt=a>\n-->\n"

    assert Document(text).figures == ()


def test_an_offset_stands_under_the_headings_that_lead_to_it() -> None:
    text = "intro\n# A\n## B\n### C\nx\n## D\ny\n"
    document = Document(text)

    assert [heading.title for heading in document.section_at(text.index("x"))] == ["A", "B", "C"]
    assert [heading.title for heading in document.section_at(text.index("y"))] == ["A", "D"]
    assert document.section_at(0) == ()


def test_a_heading_stands_under_the_last_one_of_a_level_above_its_own_whatever_levels_are_skipped() -> None:
    document = Document("### A\n# B\n### C\n## D\n#### E\n## F\n### G\n")
    paths = ["".join(heading.title for heading in document.section_at(h.start)) for h in document.headings]

    assert paths == ["A", "B", "BC", "BD", "BDE", "BF", "BFG"]


def test_the_first_screen_ends_before_the_first_second_level_heading() -> None:
    assert Document("# A\n\nintro\n\n## B\nmore\n").first_screen() == "# A\n\nintro\n\n"
    assert Document("A\n=\nintro\n\nB\n-\nmore\n").first_screen() == "A\n=\nintro\n\n"


def test_the_first_screen_has_at_most_thirty_lines() -> None:
    assert Document("\n\n" + "line\n" * 40).first_screen() == "line\n" * 30


def test_the_first_screen_of_lines_longer_than_any_screen_ends_somewhere() -> None:
    assert Document("# A\n\n" + "word " * 400_000).first_screen() == ("# A\n\n" + "word " * 3999)[:20_000]


def test_a_second_level_heading_at_the_very_start_does_not_empty_the_first_screen() -> None:
    assert Document("\n## A\ntext\n## B\n").first_screen() == "## A\ntext\n"


@pytest.mark.parametrize("text", ["", "\n", "---\ntitle: only\n---\n", "![only](figure)\n"])
def test_a_text_without_headings_has_no_sections(text: str) -> None:
    document = Document(text)

    assert document.headings == ()
    assert document.section_at(0) == ()


def test_a_very_long_line_and_very_many_lines_are_read() -> None:
    assert Document("word " * 400_000).line_of(1_000_000) == 1
    assert len(Document("## A\n\ntext\n\n" * 5_000).headings) == 5_000


@settings(deadline=None)
@given(fragments)
def test_every_heading_and_figure_is_on_its_line(text: str) -> None:
    document = Document(text)

    assert [document.line_of(h.start) for h in document.headings] == [h.line for h in document.headings]
    assert list(document.headings) == sorted(document.headings, key=lambda heading: heading.start)
    for figure in document.figures:
        assert "!" in document.lines[figure.line - 1] or "<img" in document.lines[figure.line - 1]


@settings(deadline=None)
@given(fragments)
def test_the_first_screen_is_a_piece_of_the_text(text: str) -> None:
    document = Document(text)

    assert document.first_screen() in text[document.body_start :]
    assert len(document.first_screen().splitlines()) <= 30 + text.count("\r")
