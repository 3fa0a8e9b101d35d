from pathlib import PurePath
from unittest.mock import patch

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from workbench.content import front_matter
from workbench.core.errors import ContentError

FILE = PurePath("reader.md")


def test_keys_keep_the_line_on_which_they_stand():
    sheet, _ = front_matter.split("---\ntitle: A\n\nkinds:\n  - readme\n  - article\n---\nBody", FILE)
    assert sheet.lines[("title",)] == 2
    assert sheet.lines[("kinds",)] == 4
    assert sheet.lines[("kinds", 1)] == 6


def test_the_body_is_what_follows_without_blank_space_around_it():
    _, body = front_matter.split("---\ntitle: A\n---\n\nOne\n\n---\n\nTwo\n\n", FILE)
    assert body == "One\n\n---\n\nTwo"


@pytest.mark.parametrize("written", ["NO", "2026", "2026-13-45", "1_0", "0x_"])
def test_every_value_is_text_as_it_stands(written):
    sheet, _ = front_matter.split(f"---\ntitle: {written}\n---\nBody", FILE)
    assert sheet.values == {"title": written}


@pytest.mark.parametrize("written", ["", "~", "null", '""'])
def test_a_key_without_a_value_has_none(written):
    sheet, _ = front_matter.split(f"---\ntitle: {written}\n---\nBody", FILE)
    assert sheet.values == {"title": None}


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", None, "empty"),
        (" \n\n", None, "empty"),
        ("title: A\n", 1, "begin with front matter"),
        ("---\ntitle: A\nBody", 1, "not closed"),
        ("---\n- A\n---\nBody", 2, "keys with values"),
        ("---\nA\n---\nBody", 2, "keys with values"),
        ("---\ntitle: A\nask: Why: because\n---\nBody", 3, "quotes"),
        ("---\ntitle: A\nkinds: [readme\n---\nBody", 4, "broken YAML"),
        ("---\ntitle: A\n\tkinds: B\n---\nBody", 3, "broken YAML"),
        ("---\ntitle: A\nkinds: \x1b[2J\n---\nBody", 3, "control character"),
        ("---\ntitle: A\ntitle: B\n---\nBody", 3, "stands twice"),
        ("---\n? [a, b]\n: c\n---\nBody", 2, "a key must be a word"),
        ("---\ntitle: A\nkinds: &all [readme]\n---\nBody", 3, "not used here"),
        ("---\ntitle: A\nkinds: *all\n---\nBody", 3, "not used here"),
        ("---\ntitle: !!python/name:os.system A\n---\nBody", 2, "not used here"),
        pytest.param("---\ntitle: " + "[" * 2000 + "\n---\nBody", 2, "nested too deeply", id="deep"),
    ],
)
def test_broken_front_matter_is_refused_with_its_line(text, line, problem):
    with pytest.raises(ContentError, match=problem) as caught:
        front_matter.split(text, FILE)
    assert caught.value.line == line
    assert caught.value.file == FILE


def test_front_matter_that_ends_early_is_refused():
    with pytest.raises(ContentError) as caught:
        front_matter.split("---\ntitle: A\n...\nkinds: B\n---\nBody", FILE)
    assert caught.value.line == 4


@pytest.mark.parametrize("escaped", ["\\u001b[2J", "\\x07", "\\ud83d", "\\u009b", "\\x7f"])
@pytest.mark.parametrize(
    "text", ['---\ntitle: "A {}"\n---\nx\n', '---\n"{}": x\n---\nx\n', '---\na: ["{}"]\n---\nx\n']
)
def test_a_control_character_is_no_less_one_for_being_escaped(text, escaped):
    with pytest.raises(ContentError, match="holds a control character"):
        front_matter.split(text.replace("{}", escaped), FILE)


_TOKENS = ("a: ", "b:", "- ", "\n", "\n  ", "\n    ", "x", "[", "]", ", ", "{", "}", ">-\n  ", "|-\n  ", "'")
_TOKENS += (
    '"',
    "\\",
    "# c",
    "é",
    "日本",
    "\t",
    "\u2028",
    "\x85",
    "~",
    "null",
    "? ",
    ": ",
    "&a",
    "*a",
    "!t ",
    "%",
    "=",
)


@given(st.lists(st.sampled_from(_TOKENS), max_size=14).map("".join))
def test_the_reader_in_c_makes_of_a_text_what_the_one_in_python_does(text):
    def read():
        try:
            sheet, body = front_matter.split(f"---\n{text}\n---\nBody", FILE)
        except ContentError as error:
            return str(error)
        return sheet.values, sheet.lines, body

    fast = read()
    with patch.object(yaml, "CBaseLoader", None):
        assert read() == fast
