import asyncio
import json
import threading
from dataclasses import replace

import pytest
from providers.converse import MODEL, REQUEST_ID
from providers.service import ANSWER

from workbench.core.errors import FailureKind
from workbench.core.ports import ModelInfo, Progress
from workbench.providers.bedrock.provider import BedrockProvider


def _texts(body):
    return [next(iter(block.values())) for block in body["messages"][0]["content"]]


async def test_the_request_on_the_wire_is_exactly_this(converse, bedrock, asked, heard):
    converse.respond(converse.whole())
    await heard(bedrock, asked(effort="low", max_tokens=900))
    method, path, headers, body = converse.requests[0]
    assert (method, path) == ("POST", f"/model/{MODEL}/converse-stream")
    assert "/eu-west-1/bedrock/aws4_request" in headers["authorization"]
    schema = body["outputConfig"]["textFormat"]["structure"]["jsonSchema"].pop("schema")
    assert json.loads(schema) == asked().prompt.schema
    assert body == {
        "system": [{"text": "The instructions."}],
        "messages": [
            {
                "role": "user",
                "content": [
                    {"text": "===== text ====="},
                    {"cachePoint": {"type": "default"}},
                    {"text": "The task."},
                ],
            }
        ],
        "inferenceConfig": {"maxTokens": 900},
        "outputConfig": {
            "textFormat": {"type": "json_schema", "structure": {"jsonSchema": {"name": "answer"}}},
            "effort": "low",
        },
    }


async def test_no_effort_is_sent_where_none_is_asked_for(converse, bedrock, asked, heard):
    converse.respond(converse.whole())
    await heard(bedrock, asked(effort=None))
    assert list(converse.bodies[0]["outputConfig"]) == ["textFormat"]


async def test_two_tasks_of_a_cache_group_share_everything_up_to_the_cache_point(
    converse, bedrock, asked, heard
):
    converse.respond(converse.whole(), converse.whole())
    await heard(bedrock, asked(task="One reader."))
    await heard(bedrock, asked(task="Another reader."))
    first, second = converse.bodies
    assert _texts(first)[-1] == "One reader."
    assert first["messages"][0]["content"].pop() != second["messages"][0]["content"].pop()
    assert first == second


@pytest.mark.parametrize(
    ("keep", "blocks"),
    [
        ("nothing", ["text", "text"]),
        ("text", ["text", "cachePoint", "text"]),
        ("all", ["text", "cachePoint", "text", "cachePoint"]),
    ],
)
async def test_only_what_is_sent_again_is_kept(converse, bedrock, asked, heard, keep, blocks):
    converse.respond(converse.whole())
    await heard(bedrock, replace(asked(), keep=keep))
    sent = converse.bodies[0]["messages"][0]["content"]
    assert [next(iter(block)) for block in sent] == blocks


async def test_the_reply_carries_text_model_usage_and_request_id(converse, bedrock, asked, heard):
    events = [
        converse.start(),
        *converse.pieces('{"about": "a ket', 'tle", "findings": []}'),
        *converse.stop(cacheReadInputTokens=400, cacheWriteInputTokens=5, totalTokens=422),
    ]
    converse.respond(converse.stream(*events))
    _, reply = await heard(bedrock, asked())
    assert reply.text == ANSWER
    assert (reply.model, reply.stop_reason, reply.request_id) == (MODEL, "end_turn", REQUEST_ID)
    assert reply.notes == ()
    usage = reply.usage
    assert (usage.input, usage.output, usage.cache_read, usage.cache_written) == (10, 7, 400, 5)
    assert usage.total_input == 415


async def test_unknown_figures_stay_unknown(converse, bedrock, asked, heard):
    stop, _ = converse.stop()
    converse.respond(converse.stream(converse.start(), *converse.pieces(ANSWER), stop))
    _, reply = await heard(bedrock, asked())
    assert (reply.usage.input, reply.usage.output) == (None, None)


@pytest.mark.parametrize("figure", [10**20 - 1, 2**40 + 1, -1, 7.5, True, "7"])
async def test_figures_that_count_no_tokens_are_unknown(converse, bedrock, asked, heard, figure):
    stop, (kind, counted) = converse.stop()
    counted["usage"] |= dict.fromkeys(counted["usage"], figure)
    converse.respond(converse.stream(converse.start(), *converse.pieces(ANSWER), stop, (kind, counted)))
    _, reply = await heard(bedrock, asked())
    assert (reply.usage.input, reply.usage.output, reply.usage.cache_read) == (None, None, None)


async def test_thinking_is_progress_but_no_part_of_the_text(converse, bedrock, asked, heard):
    thought = {"contentBlockIndex": 0, "delta": {"reasoningContent": {"text": "hm " * 400}}}
    converse.respond(
        converse.stream(
            converse.start(),
            ("contentBlockDelta", thought),
            *converse.pieces(ANSWER),
            *converse.stop(),
        )
    )
    bedrock._clock = iter(range(100)).__next__
    progress, reply = await heard(bedrock, asked())
    assert progress[-1].tokens > 250
    assert reply.text == ANSWER


async def test_progress_starts_with_the_first_event_and_is_then_spaced_out(converse, aws, asked, heard):
    provider = BedrockProvider(endpoint=converse.url, clock=lambda: 5.0)
    converse.respond(
        converse.stream(converse.start(), *converse.pieces("a" * 40, "b" * 40), *converse.stop())
    )
    progress, _ = await heard(provider, asked())
    await provider.close()
    assert progress == [Progress(0)]


@pytest.mark.parametrize("endpoint", [True, False], ids=["configured", "of AWS's tools"])
async def test_the_endpoint_is_the_configured_one_or_that_of_awss_tools(
    converse, aws, asked, heard, endpoint
):
    aws(ENDPOINT_URL_BEDROCK_RUNTIME="http://127.0.0.1:9" if endpoint else converse.url)
    provider = BedrockProvider(endpoint=converse.url if endpoint else None)
    converse.respond(converse.whole())
    await heard(provider, asked())
    await provider.close()
    assert provider.destination == f"{converse.host} (eu-west-1)"


async def test_a_profile_gives_region_and_keys(converse, aws, asked, heard, tmp_path):
    aws(ACCESS_KEY_ID=None, SECRET_ACCESS_KEY=None, REGION=None, CONFIG_FILE=str(tmp_path / "config"))
    keys = "aws_access_key_id = AKIAOFTHEPROFILE\naws_secret_access_key = s\n"
    tmp_path.joinpath("config").write_text(f"[profile work]\nregion = eu-north-1\n{keys}")
    provider = BedrockProvider(endpoint=converse.url, profile="work")
    converse.respond(converse.whole())
    await heard(provider, asked())
    await provider.close()
    signed = converse.requests[0][2]["authorization"]
    assert "Credential=AKIAOFTHEPROFILE/" in signed and "/eu-north-1/bedrock/" in signed


async def test_nothing_is_sent_to_a_place_that_was_not_named_before(aws, asked, failed):
    aws(USE_FIPS_ENDPOINT="true")
    provider = BedrockProvider(region="us-east-1")
    failure = await failed(provider, asked())
    await provider.close()
    assert failure.kind is FailureKind.NOT_SET_UP
    assert 'endpoint = "https://bedrock-runtime-fips.us-east-1.amazonaws.com"' in failure.message


async def test_a_proxy_does_not_come_between_this_machine_and_itself(
    converse, bedrock, asked, heard, monkeypatch
):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    converse.respond(converse.whole())
    await heard(bedrock, asked())
    assert len(converse.requests) == 1


async def test_an_answer_that_is_given_up_is_read_no_further_and_leaves_the_provider_usable(
    converse, bedrock, asked, heard, until
):
    converse.respond(converse.stream(converse.start(), *converse.pieces("{"), hang=True), converse.whole())
    asking = bedrock.ask(asked())
    assert await anext(asking) == Progress(0)
    await asking.aclose()
    await until(lambda: not any(thread.name == "bedrock" for thread in threading.enumerate()))
    _, reply = await heard(bedrock, asked())
    assert reply.stop_reason == "end_turn"


async def test_closing_a_provider_ends_the_answers_that_are_under_way(converse, bedrock, asked, until):
    converse.respond(converse.stream(converse.start(), hang=True))
    asking = bedrock.ask(asked())
    assert await anext(asking) == Progress(0)
    await bedrock.close()
    await until(lambda: not any(thread.name == "bedrock" for thread in threading.enumerate()))
    await asking.aclose()


async def test_many_questions_are_answered_at_once(converse, bedrock, asked, heard):
    converse.respond(*[converse.whole() for _ in range(12)])
    replies = await asyncio.gather(*[heard(bedrock, asked()) for _ in range(12)])
    assert {reply.text for _, reply in replies} == {ANSWER}


async def test_models_on_demand_and_inference_profiles_are_listed(converse, aws):
    aws(ENDPOINT_URL=converse.url)
    provider = BedrockProvider()

    def model(id, **more):
        return {"modelArn": f"arn:aws:bedrock:eu-west-1::foundation-model/{id}", "modelId": id, **more}

    def profile(id, kind="SYSTEM_DEFINED", status="ACTIVE"):
        arn = f"arn:aws:bedrock:eu-west-1:123456789012:inference-profile/{id}"
        return {
            "inferenceProfileId": id,
            "inferenceProfileArn": arn,
            "inferenceProfileName": id,
            "models": [],
            "status": status,
            "type": kind,
        }

    on_demand = model(
        "maker.old",
        inferenceTypesSupported=["ON_DEMAND"],
        modelLifecycle={"status": "LEGACY", "endOfLifeTime": "2027-03-01T00:00:00Z"},
    )
    by_profile = model("maker.new", inferenceTypesSupported=["INFERENCE_PROFILE"])
    converse.respond(
        converse.json({"modelSummaries": [on_demand, by_profile]}),
        converse.json({"inferenceProfileSummaries": [profile("eu.maker.new")], "nextToken": "more"}),
        converse.json({"inferenceProfileSummaries": [profile("abc123", "APPLICATION")]}),
    )
    assert await provider.models() == (
        ModelInfo("maker.old", retires="2027-03-01"),
        ModelInfo("eu.maker.new"),
        ModelInfo("arn:aws:bedrock:eu-west-1:123456789012:inference-profile/abc123"),
    )
    assert "nextToken=more" in converse.requests[2][1]
    await provider.close()


async def test_the_login_says_where_it_comes_from_and_not_what_it_is(bedrock):
    assert await bedrock.login() == "environment variables"


async def test_closing_a_provider_that_was_never_asked_does_nothing():
    await BedrockProvider(region="eu-west-1").close()
