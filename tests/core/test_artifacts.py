import codecs

import pytest

from workbench.core.artifacts import LARGE, MOST_LINES, Kind, decoded, guessed_kind, size_in_words
from workbench.core.errors import ArtifactError

TEXT = "# Kettle\n\nBoils 湯 well.\n"


def test_utf8_is_read_without_a_word():
    revision = decoded(TEXT.encode(), "README.md")
    assert (revision.text, revision.notices) == (TEXT, ())


@pytest.mark.parametrize("newline", ["\r\n", "\r", "\n"])
def test_a_byte_order_mark_and_other_newlines_are_no_part_of_the_text(newline):
    revision = decoded(codecs.BOM_UTF8 + TEXT.replace("\n", newline).encode())
    assert (revision.text, revision.notices) == (TEXT, ())


def test_bytes_that_are_not_utf8_are_replaced_and_a_notice_says_where():
    revision = decoded("# Café\n".encode("latin-1"), "README.md")
    assert revision.text == "# Caf\ufffd\n"
    assert revision.notices == (
        "README.md is not UTF-8 at byte 5; what could not be read is shown as \ufffd.",
    )


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_another_encoding_that_says_so_is_read_and_said_to_be_converted(encoding):
    name = encoding[:6].upper()
    revision = decoded(f"\ufeff{TEXT}".replace("\n", "\r\n").encode(encoding), "README.md")
    assert revision.text == TEXT
    (notice,) = revision.notices
    assert notice == f"README.md is {name}, converted here; most programs want it saved as UTF-8."


def test_utf16_that_is_cut_off_is_read_as_far_as_it_goes():
    revision = decoded(f"\ufeff{TEXT}".encode("utf-16-le")[:-1], "README.md")
    assert revision.text == TEXT[:-1] + "\ufffd"
    assert "is not UTF-16 at byte" in revision.notices[1]


@pytest.mark.parametrize("data", [bytes(range(256)), b"\x89PNG\0", TEXT.encode("utf-16-le")])
def test_what_holds_nul_bytes_is_no_text(data):
    with pytest.raises(ArtifactError, match=r"is not text .*saved as UTF-8"):
        decoded(data, "README.md")


def test_a_large_text_is_said_to_be_large():
    small, large = decoded(b"x" * (LARGE - 1)), decoded(b"x" * LARGE, "README.md")
    assert small.notices == ()
    assert large.notices == ("README.md holds 1.0 MB, about 250,000 tokens.",)
    assert size_in_words(3_440_000) == "3.4 MB, about 860,000 tokens"


def test_a_text_of_very_many_lines_is_refused():
    assert decoded(b"\r\n" * MOST_LINES).text == "\n" * MOST_LINES
    with pytest.raises(ArtifactError, match="has 300,001 lines: give a text, or a part of it with 300,000"):
        decoded(b"\n" * (MOST_LINES + 1))


@pytest.mark.parametrize("data", [b"", b"\n", codecs.BOM_UTF8, codecs.BOM_UTF16_LE])
def test_an_empty_file_is_an_empty_text(data):
    assert decoded(data).text.strip() == ""


def test_no_lone_surrogate_is_ever_in_a_text():
    for data in (b"\xed\xa0\x80", codecs.BOM_UTF16_LE + b"\x00\xd8a\x00"):
        decoded(data).text.encode()


def test_what_a_text_is_is_guessed_from_its_name():
    assert guessed_kind("docs/README.ja.md") is Kind.README
    assert guessed_kind("post.md") is Kind.ARTICLE
