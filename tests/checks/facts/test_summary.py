"""What the judge is told was counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.checks.facts.summary import MOST_FACTS, facts
from workbench.checks.text.page import Page
from workbench.content.phrases import read_phrases

LISTS = read_phrases()


def counted(text, beginning="", path="README.md"):
    """The facts of a text alone that begin so."""
    return [fact for fact in facts(Page(path, text), [], LISTS) if fact.startswith(beginning)]


def test_claims_say_how_many_hold_check_by_check(checked):
    text = "# T\n\n[a](ok.md) [b](gone.md) [c](../../issues) ![d](gone.png) [e](#t)\n\n## Next\n"
    assert set(checked(text, "ok.md").facts) >= {
        "Check links: 1 confirmed, 1 contradicted, 1 not decided.",
        "Check images: 0 confirmed, 1 contradicted, 0 not decided.",
        "Check anchors: 1 confirmed, 0 contradicted, 0 not decided.",
    }


def test_a_text_without_sections_says_how_long_it_is():
    assert counted("Only words.\n", "No second") == ["No second-level heading; 1 line in all."]


def test_the_opening_names_what_is_new_in_it():
    text = "# Sill\n\nUses Driftline and `ebb-tide`, over HTTP. A CRDT holds it.\n\n## Use\n\nMore.\n"
    assert counted(text, "4 lines") == ["4 lines before the first second-level heading."]
    assert counted(text, "New names") == ["New names in these lines: Driftline, CRDT, ebb-tide."]


def test_a_name_is_a_candidate_only_where_its_first_use_explains_nothing():
    text = (
        "# T\n\nRun it with Driftline. A Shoreline (the service) answers, the **Ebb** too, so a CRDT is "
        "one.\n\nLater Driftline is a protocol.\n"
    )
    assert counted(text, "Names whose") == [
        "Names whose first use is not beside an explanation (candidates only): Driftline (line 3, 2 times)."
    ]


def test_references_come_with_their_sentence():
    text = "First. It works as described above. [The docs](x) help; see also this.\n"
    assert counted(text, "Reference") == [
        'Reference, line 1: "as described" in "It works as described above.".',
        'Reference, line 1: "The docs" in "[The docs](x) help; see also this.".',
        'Reference, line 1: "see also" in "[The docs](x) help; see also this.".',
    ]


def test_many_references_are_counted():
    found = counted("See below.\n\n" * 12, "")
    assert sum(fact.startswith("Reference, ") for fact in found) == 8
    assert "4 more references of this sort." in found


def test_a_number_is_listed_where_its_sentence_says_nothing_of_where_it_comes_from():
    text = (
        "It is 10x faster. It took 3 s, [measured here](b.md). In 2024 we had 40 users.\n\n"
        "Python 3.11 or step 12 is no claim. The median of 50 runs was 7 ms.\n"
    )
    (line,) = counted(text, "Numbers in a")
    assert '"10x" (line 1' in line
    assert '"40" (line 1' in line
    assert ", 2: " in line


def test_versions_and_history_are_counted():
    text = "Since v2 it no longer needs 1.4.2. In v2 that is now gone.\n"
    assert counted(text, "Numbers of") == [
        "Numbers of versions in sentences, 3: v2 (line 1), 1.4.2 (line 1)."
    ]
    assert counted(text, "History") == [
        'History: 2, in 2 of 2 sentences: "no longer" 1 (line 1), "is now" 1 (line 1).'
    ]


def test_hedges_are_counted_with_their_first_line_and_months_are_none():
    text = "It may work.\n\nPerhaps it may not. Read it in May, or `may` be.\n"
    assert counted(text, "Hedges") == [
        'Hedges: 3, in 2 of 3 sentences: "may" 2 (line 1), "perhaps" 1 (line 3).'
    ]


def test_a_phrase_with_a_gap_is_found_within_one_sentence():
    assert counted("It is not just a tool but a way.\n", "Stock") == [
        'Stock phrases: 1, in 1 of 1 sentences: "not just ... but" 1 (line 1).'
    ]
    assert not counted("It is not just a tool. But still.\n", "Stock")


@pytest.mark.parametrize(
    ("text", "threes"),
    [
        ("It reads, sorts and writes.", 1),
        ("Fast, small, and simple.", 1),
        ("One, two, three and four.", 0),
        ("If it rains, it pours and stops.", 0),
        ("Read and write.", 0),
        ("コピー・改変・再配布ができます。", 1),
        ("一つ目、二つ目、三つ目、四つ目です。", 0),
    ],
)
def test_three_in_a_row_are_counted_and_neither_two_nor_four(text, threes):
    assert len(counted(f"{text}\n", "Three in a row, 1")) == threes


def test_japanese_words_of_degree_and_endings_are_counted():
    text = "これはとても速いです。非常に小さい。本体である。\n\n使えます。とても良い道具。\n"
    assert counted(text, "程度副詞") == [
        '程度副詞: 3, in 3 of 5 sentences: "とても" 2 (line 1), "非常に" 1 (line 1).'
    ]
    assert counted(text, "Japanese") == [
        "Japanese sentences by their ending: 2 です/ます (first on line 1), 2 だ/である (first on line 1), "
        "1 neither (first on line 3)."
    ]


def test_sentences_and_paragraphs_are_measured():
    long = " ".join(["word"] * 45)
    text = f"Short one. See e.g. here.\n\n{long}.\n"
    assert counted(text, "Sentences")[0].startswith(
        "Sentences: 3; 1 of them over 40 words; the longest has 45"
    )
    assert counted(text, "Paragraphs")[0].startswith(
        "Paragraphs and list items: 2; 0 of them over 150 words; the longest has 45 (line 3"
    )


def test_what_is_folded_away_is_said():
    text = (
        "`<details>` folds.\n\n<details>\n<summary>All <b>options</b></summary>\n\n### One\n\n```sh\na\n```\n"
        "\n[b](c.md)\n\n</details>\n"
    )
    assert counted(text, "Folded") == [
        'Folded away at line 3, "All options": 12 lines, 1 heading, 1 block of code, 1 link or image.'
    ]


def test_figures_are_named_by_their_alt_text():
    text = '![](a.png) <img src="a.png" alt="the &lt;main&gt;\n screen">\n'
    assert counted(text, "Figure,") == [
        "Figure, not seen: no alt text.",
        'Figure, not seen: "the <main> screen".',
    ]


def test_many_figures_are_counted_and_long_alt_text_is_cut():
    found = counted("\n\n".join(f"![{'long ' * 100}](a.png)" for _ in range(23)) + "\n")
    assert sum(line.startswith("Figure, ") for line in found) == 20
    assert "3 more figures, not seen." in found
    assert max(map(len, found)) < 250


def test_a_figure_without_a_sentence_beside_it_is_counted_and_a_badge_is_not():
    text = (
        "# T\n\n![b](https://img.shields.io/x)\n\n## A\n\nThe picture shows the whole.\n\n![x](x.png)\n\n"
        "## B\n\n![y](y.png)\n\n## C\n"
    )
    assert counted(text, "Figures without") == [
        "Figures without a sentence beside them, badges left out: 1 (line 13)."
    ]


def test_a_text_that_is_no_markdown_is_said_not_to_be_checked():
    assert counted("`a <gone.md>`_ [b](gone.md)\n", path="README.rst") == [
        "Not Markdown by its name: its words were not counted."
    ]


def test_a_prompt_has_room_for_all_facts_of_any_text():
    page = (
        "Driftline{n} may be 10x faster, as shown below. ![a{n}](b.png)\n\n<details>\n\na\n\n</details>\n\n"
    )
    found = counted("".join(page.format(n=n) for n in range(400)))
    assert len(found) <= MOST_FACTS + 1
    assert sum(map(len, found)) < 10_000


def test_of_a_book_only_the_beginning_is_counted_and_that_is_said():
    assert counted("a b c.\n\n" * 6_000, "The text is so long")


@given(st.text(st.sampled_from("aAB あと、。・.!?,*`[](){}<>/|#-0123%\n")))
def test_any_text_can_be_counted(text):
    facts(Page("a.md", text), [], LISTS)
