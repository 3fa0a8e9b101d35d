import pytest

from workbench.core.ports import ModelInfo
from workbench.providers.anthropic import AnthropicProvider, has_credentials


async def test_the_request_on_the_wire_is_exactly_this(service, provider, question, heard):
    service.respond(service.whole())
    await heard(provider, question(effort="low", max_tokens=900))
    method, path, headers, body = service.requests[0]
    assert (method, path) == ("POST", "/v1/messages")
    assert headers["authorization"] == "Bearer key-1"
    assert body == {
        "model": "claude-test-5",
        "max_tokens": 900,
        "system": "The instructions.",
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "===== text =====", "cache_control": {"type": "ephemeral"}},
                    {"type": "text", "text": "The task."},
                ],
            }
        ],
        "output_config": {
            "format": {"type": "json_schema", "schema": question().prompt.schema},
            "effort": "low",
        },
        "stream": True,
    }


async def test_no_effort_is_sent_where_none_is_asked_for(service, provider, question, heard):
    service.respond(service.whole())
    await heard(provider, question(effort=None))
    assert list(service.bodies[0]["output_config"]) == ["format"]


async def test_two_tasks_of_a_cache_group_share_everything_up_to_the_marked_block(
    service, provider, question, heard
):
    service.respond(service.whole(), service.whole())
    await heard(provider, question(task="One reader."))
    await heard(provider, question(task="Another reader."))
    first, second = service.bodies
    assert first["messages"][0]["content"].pop()["text"] == "One reader."
    assert second["messages"][0]["content"].pop()["text"] == "Another reader."
    assert first == second


async def test_the_reply_carries_text_model_usage_and_request_id(service, provider, question, heard):
    events = [
        service.start(cache_read_input_tokens=400, cache_creation_input_tokens=5),
        *service.pieces('{"about": "a ket', 'tle", "findings": []}'),
        *service.stop(),
    ]
    service.respond(service.stream(*events))
    _, reply = await heard(provider, question())
    assert reply.text == '{"about": "a kettle", "findings": []}'
    assert reply.model == "claude-test-5-20260101"
    assert reply.stop_reason == "end_turn"
    assert reply.request_id == "req_1"
    assert reply.notes == ()
    usage = reply.usage
    assert (usage.input, usage.output, usage.cache_read, usage.cache_written) == (3_000, 7, 400, 5)


async def test_seconds_are_those_of_the_whole_answer(service, question, heard):
    times = iter(range(100))
    provider = AnthropicProvider(base_url=service.url, api_key="k", clock=lambda: next(times))
    service.respond(service.whole())
    _, reply = await heard(provider, question())
    await provider.close()
    assert reply.usage.seconds == next(times) - 1


async def test_thinking_is_progress_but_no_part_of_the_text(service, provider, question, heard):
    thought = {"index": 0, "delta": {"type": "thinking_delta", "thinking": "hm " * 400}}
    block = {"index": 0, "content_block": {"type": "thinking", "thinking": "", "signature": ""}}
    service.respond(
        service.stream(
            service.start(),
            ("content_block_start", block),
            ("content_block_delta", thought),
            ("content_block_stop", {"index": 0}),
            *service.pieces('{"about": "x", "findings": []}'),
            *service.stop(),
        )
    )
    provider._clock = iter(range(100)).__next__
    progress, reply = await heard(provider, question())
    assert progress[-1].tokens > 250
    assert "hm" not in reply.text


async def test_progress_starts_with_the_first_event_and_is_then_spaced_out(service, question, heard):
    provider = AnthropicProvider(base_url=service.url, api_key="k", clock=lambda: 5.0)
    service.respond(service.stream(service.start(), *service.pieces("a" * 40, "b" * 40), *service.stop()))
    progress, _ = await heard(provider, question())
    await provider.close()
    assert [each.tokens for each in progress] == [0]


async def test_what_is_kept_for_an_hour_is_told_apart(service, provider, question, heard):
    kept = {"ephemeral_5m_input_tokens": 300, "ephemeral_1h_input_tokens": 200}
    events = service.start(cache_creation_input_tokens=500, cache_creation=kept)
    service.respond(service.stream(events, *service.pieces("{}"), *service.stop()))
    _, reply = await heard(provider, question())
    assert (reply.usage.cache_written, reply.usage.cache_written_1h) == (500, 200)


async def test_what_is_counted_so_far_comes_with_the_first_event(service, provider, question, heard):
    service.respond(service.whole(cache_creation_input_tokens=500))
    progress, _ = await heard(provider, question())
    assert (progress[0].usage.input, progress[0].usage.cache_written) == (3_000, 500)


async def test_unknown_figures_stay_unknown(service, provider, question, heard):
    kind, start = service.start()
    del start["message"]["usage"]
    _, end = service.stop()[0]
    del end["usage"]
    service.respond(service.stream((kind, start), *service.pieces("{}"), ("message_delta", end)))
    _, reply = await heard(provider, question())
    assert (reply.usage.input, reply.usage.output) == (None, None)


@pytest.mark.parametrize("figure", [10**20 - 1, 2**63 - 1, 2**40 + 1, -1, 7.5, "many"])
async def test_figures_that_count_no_tokens_are_unknown(service, provider, question, heard, figure):
    kind, end = service.stop()[0]
    events = service.start(input_tokens=figure, cache_read_input_tokens=figure)
    end["usage"]["output_tokens"] = figure
    service.respond(service.stream(events, *service.pieces("{}"), (kind, end)))
    _, reply = await heard(provider, question())
    assert (reply.usage.input, reply.usage.output, reply.usage.cache_read) == (None, None, None)


async def test_the_models_of_every_page_are_listed(service, provider):
    def listed(id, **more):
        return {"type": "model", "id": id, "display_name": id, "created_at": "2026-01-01T00:00:00Z", **more}

    full = listed(
        "claude-a",
        max_input_tokens=1_000_000,
        max_tokens=128_000,
        retires_at="2027-03-01T00:00:00Z",
        capabilities={"structured_outputs": {"supported": True}},
    )
    service.respond(
        service.json({"data": [full], "has_more": True, "first_id": "claude-a", "last_id": "claude-a"}),
        service.json({"data": [listed("claude-b", capabilities=None)], "has_more": False}),
    )
    assert await provider.models() == (
        ModelInfo("claude-a", 1_000_000, 128_000, "2027-03-01", True),
        ModelInfo("claude-b"),
    )
    assert "after_id=claude-a" in service.requests[1][1]


async def test_a_list_in_another_services_shape_gives_the_names(service, provider):
    service.respond(service.json({"object": "list", "data": [{"id": "local.gguf", "object": "model"}]}))
    assert await provider.models() == (ModelInfo("local.gguf"),)


@pytest.mark.parametrize("status", [200, 404])
async def test_a_server_without_a_list_of_models_has_none(service, provider, status):
    service.respond(service.json({"data": []}, status))
    assert await provider.models() is None


async def test_a_server_on_this_machine_needs_no_key(service, question, heard):
    provider = AnthropicProvider(base_url=service.url)
    service.respond(service.whole())
    await heard(provider, question())
    await provider.close()
    assert service.requests[0][2]["authorization"] == "Bearer none"


async def test_a_redirect_is_not_followed(service, provider, question, failed):
    moved = service.json({}, 307)
    moved.headers["location"] = f"{service.url}/elsewhere"
    service.respond(moved)
    failure = await failed(provider, question())
    assert "points to another address (status 307)" in failure.message
    assert len(service.requests) == 1


async def test_a_proxy_does_not_come_between_this_machine_and_itself(service, question, heard, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    provider = AnthropicProvider(base_url=service.url, api_key="k")
    service.respond(service.whole())
    await heard(provider, question())
    await provider.close()
    assert len(service.requests) == 1


async def test_an_answer_that_is_given_up_leaves_the_provider_usable(service, provider, question, heard):
    service.respond(service.stream(service.start(), *service.pieces("{"), hang=True), service.whole())
    asking = provider.ask(question())
    assert (await anext(asking)).tokens == 0
    await asking.aclose()
    _, reply = await heard(provider, question())
    assert reply.stop_reason == "end_turn"


async def test_closing_a_provider_that_was_never_asked_does_nothing():
    await AnthropicProvider(base_url="http://localhost:1").close()


def test_credentials_are_found_without_a_request(monkeypatch):
    assert not has_credentials()
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    assert has_credentials()


def test_a_key_in_a_custom_header_counts(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Api-Key: k")
    assert has_credentials()
