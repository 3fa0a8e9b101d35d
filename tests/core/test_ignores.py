"""Comments by which a text has a check's faults ignored."""

import pytest

from workbench.core.ignores import ignores_of, reason_to_ignore, refused, waiting
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.sources import Source, SourceKind
from workbench.core.text.document import Document

SOURCE = Source(SourceKind.CHECK, "links", "w")
COMMENT = "<!-- workbench: ignore links because the build makes it -->"


def fault(text, words, check="links"):
    start = text.index(words)
    span = Span(start, start + len(words))
    return Finding(SOURCE, FindingKind.FAULT, words, "It is gone.", asks=check, on_fail="fix", span=span)


def ignored(text, words, check="links", accepted=(COMMENT,)):
    return reason_to_ignore(fault(text, words, check), text, accepted)


def test_a_comment_on_a_line_of_its_own_stands_for_the_block_after_it():
    text = f"one\n\n{COMMENT}\n\ntwo and\nthree\n\nfour\n"
    assert [ignored(text, words) for words in ("one", "two", "three", "four")] == [
        "",
        "the build makes it",
        "the build makes it",
        "",
    ]


def test_a_comment_right_above_a_block_stands_for_it_too():
    text = f"{COMMENT}\n```sh\none\n```\n\ntwo\n"
    assert ignored(text, "one")
    assert not ignored(text, "two")


def test_a_comment_within_a_line_stands_for_that_line():
    text = f"one {COMMENT}\ntwo\n"
    assert ignored(text, "one")
    assert not ignored(text, "two")


def test_a_comment_within_a_list_stands_for_the_next_line():
    text = f"- one\n  {COMMENT}\n- two\n- three\n"
    assert [bool(ignored(text, words)) for words in ("one", "two", "three")] == [False, True, False]


def test_a_comment_at_the_end_of_a_text_stands_for_nothing_before_it():
    assert not ignored(f"one\n\n{COMMENT}\n", "one")


def test_a_comment_is_heeded_only_once_it_was_accepted_in_exactly_these_words():
    text = f"{COMMENT}\n\none\n"
    assert not ignored(text, "one", accepted=())
    assert not ignored(text, "one", accepted=(COMMENT.replace("makes", "breaks"),))
    assert [each.comment for each in waiting(text, ())] == [COMMENT]
    assert waiting(text, {COMMENT}) == ()


def test_a_comment_is_about_one_check():
    assert not ignored(f"{COMMENT}\n\none\n", "one", check="images")


@pytest.mark.parametrize("check", ["secrets", "hidden"])
def test_what_guards_the_person_is_never_ignored(check):
    comment = f"<!-- workbench: ignore {check} because it is a test -->"
    text = f"{comment}\n\none\n"
    assert not ignored(text, "one", check, accepted=(comment,))
    assert waiting(text, ()) == ()
    assert f"`{check}`" in refused(text)[0]


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- workbench: ignore links -->",
        "<!-- workbench: ignore because x -->",
        "<!-- workbench: ignore links because -->",
    ],
)
def test_a_comment_without_a_check_or_a_reason_says_how_it_is_written(comment):
    (said,) = refused(f"one\n\n{comment}\n")
    assert said.startswith("Line 3: ") and "because REASON" in said


@pytest.mark.parametrize(
    "text", [f"```md\n{COMMENT}\n```\n", f"Write `{COMMENT}`.\n", "<!-- workbench -->\n"]
)
def test_a_comment_in_code_is_none(text):
    assert ignores_of(text) == ()


def test_the_same_comment_twice_is_asked_for_once():
    text = f"{COMMENT}\n\none\n\n{COMMENT}\n\ntwo\n"
    assert [each.line for each in waiting(text, ())] == [1]
    assert ignored(text, "one") and ignored(text, "two")


def test_a_fault_whose_words_are_gone_is_not_ignored():
    (ignore,) = ignores_of(f"{COMMENT}\n\none\n")
    gone = Finding(SOURCE, FindingKind.FAULT, "one", "It is gone.", asks="links", on_fail="fix")
    assert not ignore.covers(gone, Document(""))


def test_a_megabyte_of_beginnings_of_comments_is_read():
    assert ignores_of("<!-- workbench: ignore links because " * 30_000) == ()
