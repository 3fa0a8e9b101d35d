"""What a can't tell rests on."""

import pytest

from workbench.core.cant_tell import evidence_digest, place_digest
from workbench.core.ports import Claim, Mention
from workbench.core.readings import Span

TEXT = "# A\n\nOne and\ntwo.\n\nThree.\n"


def of(words, text=TEXT):
    start = text.index(words)
    return place_digest(text, Span(start, start + len(words)))


@pytest.mark.parametrize(
    "text", ["New.\n\n" + TEXT, TEXT.replace("Three", "Four"), TEXT.replace("and\n", "and  \n")]
)
def test_a_place_is_the_same_while_its_block_says_the_same(text):
    assert of("two", text) == of("two")


def test_a_place_changes_with_any_word_of_its_block():
    assert of("two", TEXT.replace("One", "Eins")) != of("two")
    assert of("Three") != of("two")


def test_lines_before_any_block_are_a_place():
    assert place_digest("\n\n", Span(0, 0))


def test_evidence_is_the_same_where_its_lines_only_moved():
    line, claim = Mention("a.py", 3, "x = 1", "x"), Claim("links", "x", 0, 1, "it is there")
    assert evidence_digest([line], [claim]) == evidence_digest([Mention("a.py", 9, "x = 1", "x")], [claim])
    assert evidence_digest([line], [claim]) != evidence_digest([Mention("b.py", 3, "x = 1", "x")], [claim])
    assert evidence_digest([line], [claim]) != evidence_digest([line], [])
