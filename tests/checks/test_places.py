"""Wherever a link stands, its span marks it in the source."""

import html
import re

from hypothesis import given
from hypothesis import strategies as st

from workbench.checks.text.markdown import parsed
from workbench.core.text.document import Document

MARKUP = (
    *("[a](b.md)", "![c](d.png)", "[e][f]", "[f]: g.md", "[^1]", "[", "]", "(", ")", "{#l}"),
    *("<a href='h'>", "<p id=i>", "<div>\n", "</div>\n", "<!--", "-->", "&amp;", "\\", "\0"),
    *("`j`", "```", "~~~", "    ", "> ", "- ", "1. ", "\t", "## ", "---", "===", "*", "_", "~~"),
    *("| ", " |", "|---|", "\\|", "\n", "\n\n", " ", "k", "é", "漢"),
)
TEXTS = st.lists(st.sampled_from(MARKUP), max_size=40).map("".join)


@given(TEXTS)
def test_every_link_is_marked_by_its_own_words(text):
    for link in parsed(Document(text)).links:
        words = text[link.start : link.end]
        assert 0 <= link.start < link.end <= len(text)
        assert re.match(r"!?\[|<|(?:href|src)\b", words)
        if "\\" not in words and "\n" not in words:
            assert link.target in html.unescape(words)


@given(TEXTS)
def test_every_fence_is_marked_by_its_opening_line(text):
    for fence in parsed(Document(text)).fences:
        words = text[fence.start : fence.end]
        assert words.startswith(fence.markup)
        assert "\n" not in words
        assert fence.line == text.count("\n", 0, fence.start) + 1
        assert fence.line <= fence.last_line <= len(Document(text).lines)


@given(st.text(max_size=200))
def test_any_text_can_be_read(text):
    parsed(Document(text))
