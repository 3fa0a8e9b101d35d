import pytest

from workbench.providers.abilities import Abilities, Form, KnownModels

REFUSALS = [
    ("The model returned the following errors: output_config.format: Extra inputs are not permitted", "form"),
    ("This model doesn't support the outputConfig.textFormat field. Remove it and try again.", "form"),
    ("Malformed input request: #: extraneous key [outputConfig] is not permitted", "form"),
    ("You invoked an unsupported model or your request did not allow prompt caching.", "caches"),
    ("Malformed input request: #/messages/0/content/1: extraneous key [cachePoint]", "caches"),
    ("This model doesn't support tool use in streaming mode.", "streams"),
    ("The model is unsupported for streaming.", "streams"),
    ("This model doesn't support system messages. Try again without a system message.", "instructions"),
    ("The maximum tokens you requested exceeds the model limit of 4096. Try again with less.", "room"),
]


@pytest.mark.parametrize(("said", "lost"), REFUSALS)
def test_what_a_refusal_names_is_done_without_and_the_rest_is_kept(said, lost):
    left = Abilities().without(said)
    changed = [name for name in Abilities.__slots__ if getattr(left, name) != getattr(Abilities(), name)]
    assert changed == [lost]


@pytest.mark.parametrize(
    "said",
    [
        "",
        "The provided model identifier is invalid.",
        "prompt is too long: 214321 tokens > 200000 maximum",
        "output_config.effort: xhigh is not supported by this model",
    ],
)
def test_a_refusal_that_names_nothing_that_can_be_left_out_leaves_nothing(said):
    assert Abilities().without(said) is None


def test_a_schema_gives_way_to_a_tool_and_a_tool_to_words():
    tool = Abilities().without("outputConfig is not supported")
    assert tool.form is Form.TOOL
    assert tool.without("This model doesn't support tool use.").form is Form.WORDS


def test_what_streams_without_tools_streams_again_when_there_are_none():
    tool = Abilities(form=Form.TOOL).without("doesn't support tool use in streaming mode")
    assert not tool.streams
    assert tool.without("doesn't support the toolConfig.toolChoice.any field").streams


def test_the_effort_is_left_out_only_where_no_output_setting_at_all_is_taken():
    said = "output_config: Extra inputs are not permitted"
    tool = Abilities().without(said)
    assert tool.effort
    assert not tool.without(said).effort


@pytest.mark.parametrize("said", [said for said, _ in REFUSALS])
def test_a_service_that_refuses_the_same_over_and_over_is_given_up(said):
    left, steps = Abilities(), 0
    while (less := left.without(said)) is not None:
        left, steps = less, steps + 1
    assert steps <= 3


def test_a_request_is_fitted_to_the_room_there_is(question):
    assert Abilities().fitted(question(max_tokens=900)).max_tokens == 900
    assert Abilities(room=400).fitted(question(max_tokens=900)).max_tokens == 400
    assert Abilities(room=4000).fitted(question(max_tokens=900)).max_tokens == 900


def test_the_note_is_one_sentence_that_names_everything_done_differently():
    assert Abilities().note("m", "host", "low") == ""
    least = Abilities(Form.WORDS, False, False, False, False, 4096)
    note = least.note("maker.model", "host", "low")
    for named in ("maker.model", "words", "effort low", "cache", "one piece", "instructions", "4,096"):
        assert named in note
    assert note.endswith(".") and note.count(". ") == 0


def test_an_effort_that_nobody_asked_for_is_not_said_to_be_left_out():
    assert Abilities(effort=False).note("m", "host", None) == ""


def test_what_is_known_of_one_model_is_not_presumed_of_another():
    known = KnownModels()
    known.learn("a", Abilities(), Abilities(caches=False))
    assert known.of("a") == Abilities(caches=False)
    assert known.of("b") == Abilities()


def test_what_two_questions_show_at_once_is_known_together():
    known = KnownModels()
    known.learn("a", Abilities(), Abilities(caches=False))
    known.learn("a", Abilities(), Abilities(form=Form.TOOL))
    assert known.of("a") == Abilities(form=Form.TOOL, caches=False)
