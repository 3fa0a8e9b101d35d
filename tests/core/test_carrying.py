import pytest

from workbench.core.readings import Span
from workbench.core.text.carrying import Carrier, carry

OLD = """# Tool

It reads logs. It is fast on small files.

Install it with `pip install tool`. It needs a database server.

It keeps every reading of every round, so that nothing is asked twice.
"""


def carried(words: str, new: str, old: str = OLD) -> tuple[str, str] | None:
    """How a span of the old text was carried, and the words it became."""
    start = old.index(words)
    span = carry(Span(start, start + len(words)), old, new)
    return None if span is None else (span.how, new[span.start : span.end])


def edited(words: str, instead: str, old: str = OLD) -> str:
    assert words in old
    return old.replace(words, instead, 1)


def test_words_in_unchanged_lines_are_shifted() -> None:
    assert carried("It is fast", edited("# Tool", "# Tool\n\nA line above.")) == ("exact", "It is fast")


def test_words_beside_an_edit_in_their_line_are_shifted() -> None:
    assert carried("It is fast", edited("It reads logs.", "It reads logs and more.")) == (
        "exact",
        "It is fast",
    )


def test_words_that_occur_again_are_followed_where_they_stood() -> None:
    old = "It is fast. It is small. It is fast."
    second = Span(25, 35)

    assert carry(second, old, "Not any more. It is small. It is fast.") == Span(27, 37)


def test_deleted_words_are_gone() -> None:
    assert carried("It is fast on small files.", edited(" It is fast on small files.", "")) is None


def test_deleted_words_are_not_found_where_the_same_words_stood_already() -> None:
    old = "One: it reads logs.\n\nTwo.\n\nThree: it reads logs.\n"

    assert carried("it reads logs", "One.\n\nTwo.\n\nThree: it reads logs.\n", old) is None
    assert (
        carried("it reads logs", "Three: it reads logs now.\n", "it reads logs\nThree: it reads logs.\n")
        is None
    )


def test_short_words_that_were_put_in_far_away_are_other_words() -> None:
    old = "It is fast.\n" + "\n".join(f"line {number}" for number in range(100))
    new = old.replace("It is fast.", "Gone.").replace("line 99", "It is fast.")

    assert carried("It is fast.", new, old) is None


def test_short_words_that_moved_a_little_are_the_same() -> None:
    assert carried("small files", edited("It is fast on small files.", "Of all, small files are best.")) == (
        "exact",
        "small files",
    )


def test_a_moved_passage_is_found_wherever_it_went() -> None:
    passage = "It keeps every reading of every round, so that nothing is asked twice."
    new = passage + "\n\n" + "\n".join(f"line {number}" for number in range(100)) + edited(passage, "")

    assert carried(passage, new) == ("exact", passage)


@pytest.mark.parametrize("moved", ["{}", "Now first. {} More.", "Re-wrapped:\n{}"])
def test_a_moved_passage_is_not_mistaken_for_a_similar_one_that_took_its_place(moved: str) -> None:
    passage = "It keeps every reading of every round, so that nothing is asked twice."
    similar = "It keeps every answer of every round, so that nothing is asked twice."
    there = passage if "wrapped" not in moved else passage.replace("round, so", "round,\nso")
    new = moved.format(there) + "\n\n" + edited(passage, similar)

    found = carried(passage, new)
    assert found is not None and found[1] == there
    assert carried(passage, edited(passage, similar)) == ("edited", similar)


def test_a_passage_edited_in_place_is_not_mistaken_for_another_that_is_like_it_too() -> None:
    passage = "It keeps every reading of every round, so that nothing is asked twice."
    similar = "It keeps every reading of every round, so that nothing is paid twice."
    other = "It keeps each reading of every round, so that nothing is asked twice."

    assert carried(passage, other + "\n\n" + edited(passage, similar)) == ("edited", similar)


def test_a_re_wrapped_passage_is_found_folded() -> None:
    new = edited("every round, so that nothing", "every round,\nso that nothing")

    assert carried("It keeps every reading of every round, so that nothing is asked twice.", new) == (
        "folded",
        "It keeps every reading of every round,\nso that nothing is asked twice.",
    )


def test_a_passage_with_a_small_edit_is_said_to_be_edited() -> None:
    new = edited("so that nothing is", "so that no question is")

    assert carried("It keeps every reading of every round, so that nothing is asked twice.", new) == (
        "edited",
        "It keeps every reading of every round, so that no question is asked twice.",
    )


def test_a_passage_whose_first_word_was_edited_is_said_to_be_edited_from_its_new_first_word() -> None:
    new = edited("It keeps every", "Workbench keeps every")

    assert carried("It keeps every reading of every round", new) == (
        "edited",
        "Workbench keeps every reading of every round",
    )


def test_a_passage_with_a_line_put_into_it_is_said_to_be_edited() -> None:
    old = "```\npip install the-tool\nthe-tool run src\n```\n"
    new = "```\npip install the-tool\nexport A=1\nthe-tool run src\n```\n"

    assert carried("pip install the-tool\nthe-tool run src", new, old) == (
        "edited",
        "pip install the-tool\nexport A=1\nthe-tool run src",
    )


def test_a_rewritten_passage_is_gone() -> None:
    passage = "It keeps every reading of every round, so that nothing is asked twice."

    assert carried(passage, edited(passage, "Answers are stored.")) is None


def test_short_words_that_were_edited_are_gone() -> None:
    assert carried("in 15 minutes", "It is done in 20 minutes.", "It is done in 15 minutes.") is None


def test_everything_is_gone_from_an_empty_text() -> None:
    assert carried("It is fast", "") is None


def test_wide_characters_are_carried_like_words() -> None:
    old = "これは検証の手順です。結果を記録します。"
    new = "これは検証の新しい手順です。結果を必ず記録します。"

    assert carried("手順です。結果を", new, old) == ("exact", "手順です。結果を")
    assert carried("検証の手順です。結果を記録します。", new, old) == (
        "edited",
        "検証の新しい手順です。結果を必ず記録します。",
    )


@pytest.mark.parametrize("how", ["folded", "close"])
def test_a_carried_span_is_never_surer_than_it_was(how: str) -> None:
    span = carry(Span(0, 6, how), "# Tool", "Above.\n# Tool")  # type: ignore[arg-type]

    assert span is not None
    assert span.how == how


def test_changed_lines_are_those_the_old_text_does_not_have_there() -> None:
    assert Carrier("a\nb\nc\n", "a\nB\nc\nd\n").changed_lines == {2, 4}


def test_a_deletion_changes_no_line() -> None:
    assert Carrier("a\nb\nc\n", "a\nc\n").changed_lines == frozenset()


def test_a_newline_at_the_end_changes_no_line_after_it() -> None:
    assert Carrier("a\nb", "a\nb\n").changed_lines == frozenset()
    assert Carrier("", "a\n").changed_lines == {1}
