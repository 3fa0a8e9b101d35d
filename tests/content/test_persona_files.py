import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.content.files import LARGEST
from workbench.content.personas import read_persona
from workbench.core.artifacts import Kind
from workbench.core.instruments import Persona


def problems(path):
    read = read_persona(path, "user")
    assert isinstance(read, tuple)
    return [(error.line, error.key, error.problem) for error in read]


def test_a_persona_is_its_front_matter_and_its_body(write, persona_text):
    path = write(
        "quick-reader.md",
        persona_text(kinds="[readme, article]", default_for="[article]", sees="first-screen"),
    )
    persona = read_persona(path, "user")
    assert isinstance(persona, Persona)
    assert (persona.name, persona.title, persona.origin) == ("quick-reader", "Hurried reader", "user")
    assert persona.kinds == (Kind.README, Kind.ARTICLE)
    assert persona.default_for == (Kind.ARTICLE,)
    assert (persona.sees, persona.reads_for) == ("first-screen", ("gain",))
    assert persona.body == "You are in a hurry."


def test_changing_one_word_gives_a_new_wording(write, persona_text):
    before = read_persona(write("a.md", persona_text()), "user")
    after = read_persona(write("a.md", persona_text(body="You are in no hurry.")), "user")
    assert before.wording != after.wording


def test_windows_newlines_and_a_byte_order_mark_are_no_new_wording(write, persona_text):
    plain = read_persona(write("a.md", persona_text()), "user")
    windows = b"\xef\xbb\xbf" + persona_text().replace("\n", "\r\n").encode()
    assert read_persona(write("a.md", windows), "user").wording == plain.wording


def test_an_unknown_key_is_named_with_what_was_probably_meant(write, persona_text):
    path = write("a.md", persona_text(read_for="[gain]"))
    assert problems(path) == [(5, "read_for", "is not a known key; did you mean reads_for?")]


def test_a_missing_key_is_named(write, persona_text):
    assert problems(write("a.md", persona_text(title=None))) == [(1, "title", "is missing")]


def test_an_empty_key_is_named(write, persona_text):
    assert problems(write("a.md", persona_text(title=""))) == [(2, "title", "is empty: give it a value")]


def test_a_missing_body_is_an_error(write, persona_text):
    [(line, _, problem)] = problems(write("a.md", persona_text(body="  ")))
    assert line == 1
    assert "no body" in problem


@pytest.mark.parametrize(
    ("key", "value", "line", "dotted", "problem"),
    [
        ("title", "[A]", 2, "title", "must be text"),
        ("kinds", "readme", 3, "kinds", "must be a list"),
        ("kinds", "[]", 3, "kinds", "must not be empty"),
        ("kinds", "[readme, artcle]", 3, "kinds.2", "did you mean article?"),
        ("reads_for", "{a: b}", 4, "reads_for", "must be a list"),
        ("reads_for", "[gain, What It Is]", 4, "reads_for.2", "is no id"),
        ("reads_for", "[gain, gain]", 4, "reads_for.2", "stands twice"),
        ("reads_for", "[gain, other]", 4, "reads_for.2", "is always possible"),
        ("default_for", "[article]", 5, "default_for.1", "not among its kinds"),
        ("sees", "all", 5, "sees", "must be whole or first-screen, not 'all'"),
        ("wording", "abc", 5, "wording", "is not set here"),
        ("name", "abc", 5, "name", "is not set here"),
    ],
)
def test_a_wrong_value_is_named_with_line_and_key(write, persona_text, key, value, line, dotted, problem):
    [(found_line, found_key, found)] = problems(write("a.md", persona_text(**{key: value})))
    assert (found_line, found_key) == (line, dotted)
    assert problem in found


def test_every_error_of_a_file_is_reported_from_the_top_down(write, persona_text):
    path = write("a.md", persona_text(title=None, kinds="[x]", sees="all", reads_for="[Gain]"))
    assert [key for _, key, _ in problems(path)] == ["title", "kinds.1", "reads_for.1", "sees"]


def test_a_file_that_is_not_utf8_is_refused_with_the_line(write):
    [(line, _, problem)] = problems(write("a.md", b"---\ntitle: caf\xe9\n---\nBody"))
    assert line == 2
    assert "not UTF-8" in problem


def test_a_file_beyond_the_size_limit_is_refused(write, persona_text):
    [(_, _, problem)] = problems(write("a.md", persona_text(body="x" * LARGEST)))
    assert problem == "is larger than 256 KB"


@pytest.mark.parametrize("name", ["Two Words.md", "Editor.md", "-a.md", "a--b.md", "a_b.md"])
def test_a_file_name_that_is_no_name_is_refused(write, persona_text, name):
    [(_, _, problem)] = problems(write(name, persona_text()))
    assert "lower-case words with hyphens" in problem


def test_a_folder_in_a_files_place_is_refused(tmp_path):
    (tmp_path / "a.md").mkdir()
    assert problems(tmp_path / "a.md") == [(None, None, "is not a file")]


def test_a_file_that_is_not_there_is_refused(tmp_path):
    assert problems(tmp_path / "a.md") == [(None, None, "does not exist")]


@settings(deadline=None, max_examples=60)
@given(data=st.binary(max_size=300) | st.text(max_size=300).map(lambda t: f"---\n{t}\n---\nx".encode()))
def test_whatever_a_file_holds_it_loads_or_says_what_is_wrong(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("any") / "a.md"
    path.write_bytes(data)
    read = read_persona(path, "user")
    assert isinstance(read, Persona) or (read and all(str(error) for error in read))
