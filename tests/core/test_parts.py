import pytest

from workbench.core.costs.tokens import estimated_tokens
from workbench.core.text.anchoring import Anchorer
from workbench.core.text.document import Document
from workbench.core.text.parts import (
    LONGEST_NAMED,
    MOST_NAMED,
    PartAnchorer,
    outline,
    part_note,
    part_text,
    parts_of,
)

WORDS = "Some words that say a little about it, and then a few more of them.\n"


def pieces(text, limit):
    return [text[part.start : part.end] for part in parts_of(Document(text), limit)]


def section(title, paragraphs=1):
    return f"{title}\n\n" + f"{WORDS}\n" * paragraphs


def test_a_text_that_fits_is_one_part_without_its_front_matter():
    text = f"---\ntitle: Tea\n---\n{WORDS}"
    (part,) = parts_of(Document(text), 1000)
    assert (text[part.start : part.end], part.of, part.first_line, part.last_line) == (WORDS, 1, 4, 4)
    assert part_note(part) == ""


@pytest.mark.parametrize("text", ["", "\n", "---\ntitle: only\n---", "---\ntitle: only\n---\n"])
def test_a_text_without_a_body_is_one_part(text):
    (part,) = parts_of(Document(text), 1)
    assert text[part.start : part.end] == text[Document(text).body_start :]


def test_sections_are_not_divided_where_they_fit():
    text = section("# Tea") + "".join(section(f"## S{n}", 2) for n in range(9))
    assert all(piece.startswith(("# Tea", "## S")) for piece in pieces(text, 120))
    assert len(pieces(text, 120)) == 4


def test_what_is_too_long_is_divided_along_its_own_sub_sections_first():
    long = "## Long\n\n" + "".join(section(f"### L{n}", 3) for n in range(4))
    text = section("# Tea") + section("## Short") + long + section("## End")
    found = pieces(text, 130)
    assert [piece.split("\n")[0] for piece in found] == ["# Tea", "### L1", "### L3"]
    assert "## End" in found[-1]


def test_a_section_without_sub_sections_is_divided_between_paragraphs():
    text = "# Tea\n\n" + "\n".join(f"{n} {WORDS}" for n in range(20))
    found = pieces(text, 60)
    assert len(found) > 5
    assert all(piece.endswith("\n\n") for piece in found[:-1])


def test_code_is_not_divided_where_it_fits_and_at_its_blank_lines_where_it_does_not():
    code = "```sh\n" + "run this\n\nand that\n\n" * 10 + "```\n"
    text = f"{WORDS}\n{code}\n{WORDS}"
    assert any(code in piece for piece in pieces(text, estimated_tokens(code) + 1))
    assert all(piece.endswith("\n\n") for piece in pieces(text, 30)[:-1])


def test_a_list_is_divided_only_where_it_does_not_fit():
    items = "".join(f"- one thing, number {n}\n\n" for n in range(8))
    text = f"{WORDS}\n{WORDS}\n{items}{WORDS}"
    assert any(items in piece for piece in pieces(text, estimated_tokens(items) + 1))


def test_no_part_ends_with_a_heading_whose_text_is_in_the_next():
    text = "".join(section(f"# H{n}") + section(f"## S{n}", 2) for n in range(8))
    for limit in range(60, 200):
        assert not [p for p in pieces(text, limit) if p.rstrip().rpartition("\n")[2].startswith("#")]


def test_parts_are_about_as_long_as_each_other():
    text = "".join(section(f"## S{n}") for n in range(21))
    lengths = [len(piece) for piece in pieces(text, estimated_tokens(text[: len(text) * 10 // 21]) + 1)]
    assert len(lengths) == 3
    assert max(lengths) - min(lengths) <= len(section("## S10"))


def test_one_line_of_two_megabytes_is_cut_between_words():
    text = "word " * 400_000
    found = pieces(text, 10_000)
    assert "".join(found) == text
    assert len(found) == 50
    assert all(piece.endswith("word ") and estimated_tokens(piece) <= 10_000 for piece in found)


@pytest.mark.parametrize("grapheme", ["e\u0301", "👩‍👩‍👧", "한"])
def test_a_line_without_spaces_is_cut_between_what_a_person_sees_as_characters(grapheme):
    found = pieces(grapheme * 5_000, 100)
    assert len(found) > 10
    assert all(set(piece.split(grapheme)) == {""} for piece in found)


def test_a_line_of_marks_alone_is_cut_all_the_same():
    found = pieces("a" + "\u0301" * 50_000, 100)
    assert max(map(estimated_tokens, found)) <= 100


def test_twenty_thousand_lines_are_parted():
    text = "".join(f"## H{n}\n\nSome words, [a](#h{n}).\n\n```sh\nrun {n}\n```\n\n" for n in range(2_500))
    assert len(parts_of(Document(text), 20_000)) == 2


def test_parts_say_which_lines_they_are():
    text = section("# A", 20) + section("# B", 20)
    one, two = parts_of(Document(text), estimated_tokens(text) * 2 // 3)
    assert (one.first_line, one.last_line, two.first_line, two.last_line) == (1, 42, 43, 84)
    assert "part 2 of 2, lines 43 to 84" in part_note(two)


def test_the_outline_names_every_heading_and_where_the_part_stands():
    text = section("# A", 20) + section("## B", 20) + section("# C", 20)
    parts = parts_of(Document(text), estimated_tokens(text) // 3 + 1)
    assert outline(Document(text), parts[1]).split("\n") == [
        "line 1: A",
        "[part 2 of 3 begins, line 43]",
        "line 43:   B",
        "[part 2 of 3 ends, line 84]",
        "line 85: C",
    ]


def test_a_part_in_the_middle_of_a_section_stands_between_headings():
    text = section("# A", 40) + section("# B")
    parts = parts_of(Document(text), 300)
    assert outline(Document(text), parts[1]).split("\n")[:2] == [
        "line 1: A",
        f"[part 2 of {len(parts)} begins, line {parts[1].first_line}]",
    ]


def test_a_text_without_headings_has_no_outline():
    text = f"{WORDS}\n" * 100
    assert outline(Document(text), parts_of(Document(text), 100)[0]) == ""


MANY = {
    "deep": ("# A\n\n" + "## B\n\n" * 50 + "### C\n\n" * 500, "500 of 551"),
    "of one level": ("# h\n" * 20_000, "19,880 of 20,000"),
    "wide": (f"# {'字' * 400}\n" * MOST_NAMED, ""),
}


@pytest.mark.parametrize("what", MANY)
def test_the_outline_of_many_headings_is_short_and_says_what_it_leaves_out(what):
    text, said = MANY[what]
    document = Document(text)
    shown = outline(document, parts_of(document, 500)[1])
    assert len(shown.split("\n")) <= MOST_NAMED + 3
    assert estimated_tokens(shown) <= 8_000
    assert ("headings are not named here" in shown) is bool(said)
    assert said in shown
    assert all(len(line) < LONGEST_NAMED + 30 for line in shown.split("\n"))


def test_what_is_read_of_a_part_is_its_words_under_the_stated_title():
    text = f"---\ntitle: Tea\n---\n{WORDS}" + f"\n{WORDS}" * 20
    parts = parts_of(Document(text), 100)
    shown = part_text(Document(text), parts[1])
    assert shown == "Tea\n\n" + text[parts[1].start : parts[1].end]


def test_a_judge_is_told_not_to_fail_what_another_part_may_hold():
    part = parts_of(Document(WORDS * 100), 100)[0]
    assert "Do not call missing what another part may hold" in part_note(part)
    assert "`cannot tell`, never `fails`" in part_note(part, judges=True)
    assert "`fails`" not in part_note(part)


def test_words_that_stand_in_several_parts_are_found_in_the_one_that_was_read():
    text = "".join(section(f"# H{n}") + "The same words here.\n\n" for n in range(30))
    document, whole = Document(text), Anchorer(text)
    for part in parts_of(document, 100):
        span = PartAnchorer(document, part, whole).anchor("The same words here.")
        assert part.start <= span.start < span.end <= part.end
        assert text[span.start : span.end] == "The same words here."


def test_words_that_only_another_part_holds_are_found_there_and_others_nowhere():
    text = "".join(section(f"# Heading number {n} of them") for n in range(30))
    document = Document(text)
    part = parts_of(document, 100)[3]
    anchorer = PartAnchorer(document, part, Anchorer(text))
    span = anchorer.anchor("Heading number 29 of them")
    assert text[span.start : span.end] == "Heading number 29 of them"
    assert anchorer.anchor("The moon is made of cheese") is None
    near = anchorer.anchor("a few more of them", near=part.end)
    assert text.find("a few more of them", near.end, part.end) < 0
