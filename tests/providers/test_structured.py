import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.providers.structured import in_words, json_object, without_colours

SCHEMA = {"type": "object", "properties": {"about": {}, "findings": {}}}
ANSWER = '{"about": "a {kettle} \\"here\\"", "findings": [{"about": "inner"}]}'


def test_the_schema_follows_the_prompt_as_it_is():
    asked = in_words("Read this.", {"type": "object", "description": "caf\u00e9"})
    assert asked.startswith("Read this.\n\n")
    assert '{"type": "object", "description": "caf\u00e9"}' in asked


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "```json\n{}\n```",
        "Sure! Here is my answer:\n\n```\n{}\n```\nAnything else?",
        "I weighed {{a set}} of things.\n{}\nDone.",
        'The file held {{"quoted": words.\n{}',
        "\ufeff{}\r\n",
    ],
)
def test_the_answer_is_found_whatever_stands_around_it(around):
    text = around.replace("{}", ANSWER, 1).replace("{{", "{").replace("}}", "}") if around != "{}" else ANSWER
    assert json_object(text, SCHEMA) == ANSWER


def test_of_several_answers_the_last_counts():
    assert json_object('{"about": 1} and better {"about": 2}', SCHEMA) == '{"about": 2}'


def test_a_fuller_answer_counts_before_a_later_fragment():
    assert json_object(ANSWER + ' e.g. {"about": 2}', SCHEMA) == ANSWER


def test_an_object_that_answers_nothing_is_no_answer():
    assert json_object('{"type": "object"} {"error": "no login"}', SCHEMA) is None


def test_an_answer_that_was_cut_short_is_none_even_if_it_holds_whole_objects():
    assert json_object('{"about": "x", "findings": [{"about": "inner"}, {"ab', SCHEMA) is None


def test_a_number_of_many_digits_is_no_obstacle():
    text = '{"about": ' + "9" * 10_000 + "}"
    assert json_object(text, SCHEMA) == text


@pytest.mark.parametrize(
    "hostile",
    ['{"a":' * 300_000, "{" * 1_000_000, '{"a":x' * 300_000, '{"' * 500_000, '{"about": "' + "x" * 1_000_000],
    ids=["deep", "braces", "broken", "quotes", "endless"],
)
def test_hostile_output_is_no_answer_and_does_not_hang(hostile):
    assert json_object(hostile, SCHEMA) is None


@given(
    st.dictionaries(st.sampled_from(["about", "findings", "more"]), st.text(), min_size=1).filter(
        lambda value: set(value) & {"about", "findings"}
    ),
    st.text(alphabet=st.characters(exclude_characters='{}"')),
    st.text(alphabet=st.characters(exclude_characters='{}"')),
)
def test_chatter_without_braces_never_hides_the_answer(value, before, after):
    answer = json.dumps(value)
    assert json_object(before + answer + after, SCHEMA) == answer


@pytest.mark.parametrize(
    "said",
    [
        "\x1b[1;31mred\x1b[0m",
        "\x1b]0;title\x07red",
        "\x1b]8;;https://x.example\x1b\\red\x1b]8;;\x1b\\",
        "\x1b[2J\x1b[3Ared",
        "r\x1b[?25led",
        "red\x1b[38:2::1:2:3m",
    ],
)
def test_what_a_terminal_would_obey_is_taken_out(said):
    assert without_colours(said) == "red"


def test_brackets_and_a_lone_escape_stay():
    assert without_colours("[31m a[0] \x1b") == "[31m a[0] \x1b"
