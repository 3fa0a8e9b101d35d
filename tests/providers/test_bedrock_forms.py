"""How a model is held to the form of an answer, and what is left out where it takes less."""

import pytest
from providers.converse import MODEL
from providers.service import ANSWER

from workbench.core.errors import FailureKind
from workbench.providers.bedrock.provider import BedrockProvider

NO_SCHEMA = "The model returned the following errors: output_config.format: Extra inputs are not permitted"
NO_TOOL = "This model doesn't support tool use."
NO_CACHE = "You invoked an unsupported model or your request did not allow prompt caching."


@pytest.fixture
def refuses(converse):
    """Builds a refusal of something in a request."""
    return lambda message, status=400, type="ValidationException": converse.error(status, type, message)


async def test_a_model_without_output_schemas_answers_through_a_tool(
    converse, bedrock, asked, heard, refuses
):
    converse.respond(refuses(NO_SCHEMA), converse.given())
    _, reply = await heard(bedrock, asked())
    assert "outputConfig" not in converse.bodies[1]
    tools = converse.bodies[1]["toolConfig"]
    assert tools["tools"][0]["toolSpec"]["inputSchema"]["json"] == asked().prompt.schema
    assert tools["toolChoice"] == {"any": {}}
    assert reply.text == ANSWER
    assert reply.stop_reason == "tool_use"
    (note,) = reply.notes
    assert "through a tool" in note


async def test_an_answer_to_the_tool_may_come_in_pieces(converse, bedrock, asked, heard, refuses):
    events = [converse.start(), *converse.arguments('{"about": "a ket', 'tle", "findings": []}')]
    converse.respond(refuses(NO_SCHEMA), converse.stream(*events, *converse.stop("tool_use")))
    _, reply = await heard(bedrock, asked())
    assert reply.text == ANSWER


async def test_a_model_without_tools_either_is_asked_in_words(converse, bedrock, asked, heard, refuses):
    converse.respond(refuses(NO_SCHEMA), refuses(NO_TOOL), converse.whole(f"Here:\n```json\n{ANSWER}\n```"))
    _, reply = await heard(bedrock, asked())
    task = converse.bodies[2]["messages"][0]["content"][-1]["text"]
    assert "toolConfig" not in converse.bodies[2]
    assert '"additionalProperties": false' in task
    assert reply.text == ANSWER
    assert "in words" in reply.notes[0]


async def test_what_a_model_refused_it_is_not_asked_again(converse, bedrock, asked, heard, refuses):
    converse.respond(refuses(NO_SCHEMA), converse.given(), converse.given())
    await heard(bedrock, asked())
    await heard(bedrock, asked())
    assert ["outputConfig" in body for body in converse.bodies] == [True, False, False]


async def test_another_model_gets_its_own_chance(converse, bedrock, asked, heard, refuses):
    converse.respond(refuses(NO_SCHEMA), converse.given(), converse.whole())
    await heard(bedrock, asked(model="maker.old"))
    _, reply = await heard(bedrock, asked(model="maker.new"))
    assert "outputConfig" in converse.bodies[2]
    assert reply.notes == ()


async def test_a_model_without_a_cache_gets_no_cache_point(converse, bedrock, asked, heard, refuses):
    converse.respond(refuses(NO_CACHE, 403, "AccessDeniedException"), converse.whole())
    _, reply = await heard(bedrock, asked())
    blocks = [next(iter(block)) for block in converse.bodies[1]["messages"][0]["content"]]
    assert blocks == ["text", "text"]
    assert "outputConfig" in converse.bodies[1]
    assert "without a cache" in reply.notes[0]


async def test_a_model_whose_tools_do_not_stream_answers_in_one_piece(
    converse, bedrock, asked, heard, refuses
):
    answer = {"toolUse": {"toolUseId": "t", "name": "answer", "input": {"about": "é", "findings": []}}}
    thought = {"reasoningContent": {"reasoningText": {"text": "hm"}}}
    converse.respond(
        refuses(NO_SCHEMA),
        refuses("This model doesn't support tool use in streaming mode."),
        converse.piece(thought, answer, reason="tool_use", cacheReadInputTokens=4),
    )
    _, reply = await heard(bedrock, asked())
    assert [path.rpartition("/")[2] for _, path, _, _ in converse.requests] == [
        "converse-stream",
        "converse-stream",
        "converse",
    ]
    assert reply.text == '{"about": "é", "findings": []}'
    assert (reply.usage.input, reply.usage.cache_read) == (10, 4)
    assert reply.request_id
    assert "in one piece" in reply.notes[0]


async def test_instructions_stand_before_the_text_where_they_may_not_stand_apart(
    converse, bedrock, asked, heard, refuses
):
    converse.respond(refuses("This model doesn't support system messages."), converse.whole())
    await heard(bedrock, asked())
    second = converse.bodies[1]
    texts = [block["text"] for block in second["messages"][0]["content"] if "text" in block]
    assert "system" not in second
    assert texts == ["The instructions.", "===== text =====", "The task."]


async def test_a_model_with_less_room_for_its_answer_gets_what_it_has(
    converse, bedrock, asked, failed, refuses
):
    converse.respond(
        refuses("The maximum tokens you requested exceeds the model limit of 4096. Try again with less."),
        converse.whole("{", "max_tokens"),
    )
    failure = await failed(bedrock, asked(max_tokens=16_000))
    assert converse.bodies[1]["inferenceConfig"] == {"maxTokens": 4096}
    assert failure.kind is FailureKind.OUT_OF_ROOM
    assert "4,096 tokens" in failure.message


async def test_a_refused_effort_is_a_failure_and_not_silently_left_out(
    converse, bedrock, asked, failed, refuses
):
    converse.respond(refuses("output_config.effort: xhigh is not supported by this model"))
    failure = await failed(bedrock, asked(effort="xhigh"))
    assert failure.kind is FailureKind.BAD_REQUEST
    assert "effort" in failure.message
    assert len(converse.requests) == 1


async def test_an_effort_that_cannot_be_told_is_said_not_to_be(converse, bedrock, asked, heard, refuses):
    nothing = refuses("Malformed input request: #: extraneous key [outputConfig] is not permitted")
    converse.respond(nothing, nothing, converse.given())
    _, reply = await heard(bedrock, asked(effort="high"))
    assert converse.bodies[1]["outputConfig"] == {"effort": "high"}
    assert "outputConfig" not in converse.bodies[2]
    assert "without the effort high" in reply.notes[0]


async def test_a_model_that_ignores_the_schema_gets_a_tool_the_next_time_and_then_words(
    converse, bedrock, asked, heard
):
    converse.respond(converse.whole("I liked it."), converse.whole("Really."), converse.whole())
    _, reply = await heard(bedrock, asked())
    assert reply.text == "I liked it."
    await heard(bedrock, asked())
    _, reply = await heard(bedrock, asked())
    assert reply.text == ANSWER
    assert ["outputConfig" in body for body in converse.bodies] == [True, False, False]
    assert ["toolConfig" in body for body in converse.bodies] == [False, True, False]


async def test_a_refusal_for_another_reason_changes_nothing(converse, bedrock, asked, failed, heard):
    no_streams = (
        "User: arn:aws:iam::1:user/me is not authorized to perform: bedrock:InvokeModelWithResponseStream"
    )
    converse.respond(converse.error(403, "AccessDeniedException", no_streams), converse.whole())
    assert (await failed(bedrock, asked())).kind is FailureKind.FORBIDDEN
    _, reply = await heard(bedrock, asked())
    assert reply.notes == ()
    assert converse.bodies[0] == converse.bodies[1]


async def test_another_provider_of_the_process_can_know_what_one_has_found_out(
    converse, bedrock, asked, heard, refuses
):
    converse.respond(refuses(NO_SCHEMA), converse.given(), converse.given())
    await heard(bedrock, asked())
    other = BedrockProvider(endpoint=converse.url, known=bedrock._known)
    _, reply = await heard(other, asked())
    await other.close()
    assert "toolConfig" in converse.bodies[2]
    assert MODEL in reply.notes[0]
