import pytest

from workbench.core.errors import FailureKind
from workbench.providers.anthropic import AnthropicProvider


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("refusal", FailureKind.REFUSAL),
        ("max_tokens", FailureKind.OUT_OF_ROOM),
        ("model_context_window_exceeded", FailureKind.TOO_LONG),
        (None, FailureKind.CUT_OFF),
    ],
)
async def test_the_stop_reason_is_looked_at_before_the_text(
    service, provider, question, failed, reason, kind
):
    whole = '{"about": "looks fine", "findings": []}'
    service.respond(service.stream(service.start(), *service.pieces(whole), *service.stop(reason)))
    failure = await failed(provider, question(max_tokens=12_000))
    assert failure.kind is kind
    assert failure.request_id == "req_1"


async def test_a_refusal_says_what_the_model_said_of_it(service, provider, question, failed):
    details = {"type": "refusal", "category": "cyber", "explanation": "It asks for an exploit."}
    service.respond(service.stream(service.start(), *service.stop("refusal", stop_details=details)))
    failure = await failed(provider, question())
    assert '"It asks for an exploit."' in failure.message


async def test_an_answer_without_room_names_the_room(service, provider, question, failed):
    service.respond(service.stream(service.start(), *service.stop("max_tokens")))
    failure = await failed(provider, question(max_tokens=12_000))
    assert "12,000 tokens" in failure.message


async def test_a_stream_that_ends_early_is_cut_off(service, provider, question, failed):
    service.respond(service.stream(service.start(), *service.pieces('{"about": "a ')))
    assert (await failed(provider, question())).kind is FailureKind.CUT_OFF


async def test_a_connection_that_breaks_in_the_middle_is_cut_off(service, provider, question, failed):
    service.respond(service.stream(service.start(), *service.pieces('{"about": "a '), cut=True))
    assert (await failed(provider, question())).kind is FailureKind.CUT_OFF


async def test_data_that_is_not_json_is_cut_off(service, provider, question, failed):
    response = service.stream(service.start())
    response.body += b"event: content_block_delta\ndata: {half\n\n"
    service.respond(response)
    assert (await failed(provider, question())).kind is FailureKind.CUT_OFF


@pytest.mark.parametrize(
    ("type", "kind"),
    [
        ("overloaded_error", FailureKind.OVERLOADED),
        ("rate_limit_error", FailureKind.RATE_LIMITED),
        ("api_error", FailureKind.SERVER),
        ("timeout_error", FailureKind.TIMEOUT),
        ("billing_error", FailureKind.SPENT),
        ("authentication_error", FailureKind.REFUSED_KEY),
        ("permission_error", FailureKind.FORBIDDEN),
        ("invalid_request_error", FailureKind.BAD_REQUEST),
        ("not_found_error", FailureKind.NO_SUCH_MODEL),
        ("something_new", FailureKind.CUT_OFF),
    ],
)
async def test_an_error_in_the_middle_goes_by_its_type_not_its_status(
    service, provider, question, failed, type, kind
):
    error = ("error", {"error": {"type": type, "message": "half way"}})
    service.respond(service.stream(service.start(), *service.pieces("{"), error))
    failure = await failed(provider, question())
    assert failure.kind is kind
    assert "in the middle of the answer" in failure.message


@pytest.mark.parametrize("body", [b'data: {"type": "message_start"}\n\n', b'{"type": "message"}', b""])
async def test_a_server_that_does_not_stream_events_is_told_apart_from_a_cut(
    service, provider, question, failed, body
):
    response = service.stream()
    response.body = body
    service.respond(response)
    failure = await failed(provider, question())
    assert failure.kind is FailureKind.NO_API
    assert "`event:` line" in failure.message


@pytest.mark.parametrize(
    "data",
    ["5", "null", "{}", '{"type": "message_start", "message": {"usage": {"input_tokens": "many"}}}'],
)
async def test_an_event_that_is_none_of_the_apis_breaks_nothing(service, provider, question, failed, data):
    response = service.stream()
    response.body = f"event: message_start\ndata: {data}\n\n".encode()
    service.respond(response)
    assert (await failed(provider, question())).kind is FailureKind.CUT_OFF


@pytest.mark.parametrize("begun", [True, False])
async def test_a_server_that_falls_silent_times_out(service, question, failed, begun):
    provider = AnthropicProvider(base_url=service.url, api_key="k", timeout=0.2)
    response = service.stream(*([service.start()] if begun else []), hang=True)
    service.respond(response)
    failure = await failed(provider, question())
    await provider.close()
    assert failure.kind is FailureKind.TIMEOUT
    assert "let 0.2 s pass without a word" in failure.message
