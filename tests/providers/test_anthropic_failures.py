import socket
import time
from email.utils import formatdate

import pytest
from providers.service import Response

from workbench.core.errors import RETRIED, FailureKind, ProviderError
from workbench.providers.anthropic import AnthropicProvider, has_credentials

TABLE = [
    (400, "invalid_request_error", "max_tokens: too large", None, FailureKind.BAD_REQUEST),
    (400, "invalid_request_error", "prompt is too long: 9 > 8", None, FailureKind.TOO_LONG),
    (400, "exceed_context_size_error", "too many", None, FailureKind.TOO_LONG),
    (400, "invalid_request_error", "Your credit balance is too low", None, FailureKind.SPENT),
    (401, "authentication_error", "invalid key", None, FailureKind.REFUSED_KEY),
    (402, "billing_error", "no credit", None, FailureKind.SPENT),
    (403, "permission_error", "not yours", None, FailureKind.FORBIDDEN),
    (404, "not_found_error", "model: claude-test-5", None, FailureKind.NO_SUCH_MODEL),
    (404, "error", "no such page", None, FailureKind.NO_API),
    (408, "timeout_error", "slow", None, FailureKind.TIMEOUT),
    (409, "conflict_error", "busy", None, FailureKind.SERVER),
    (412, "invalid_request_error", "stale", None, FailureKind.BAD_REQUEST),
    (413, "request_too_large", "big", None, FailureKind.TOO_LONG),
    (422, "invalid_request_error", "odd", None, FailureKind.BAD_REQUEST),
    (429, "rate_limit_error", "slow down", None, FailureKind.RATE_LIMITED),
    (429, "rate_limit_error", "slow down", "ramp_limit_exceeded", FailureKind.RATE_LIMITED),
    (429, "rate_limit_error", "stop", "enforced_spend_limit_reached", FailureKind.SPENT),
    (429, "rate_limit_error", "stop", "contract_spend_limit_reached", FailureKind.SPENT),
    (500, "api_error", "oops", None, FailureKind.SERVER),
    (501, "api_error", "never", None, FailureKind.SERVER),
    (503, "api_error", "down", None, FailureKind.SERVER),
    (504, "timeout_error", "slow", None, FailureKind.TIMEOUT),
    (529, "overloaded_error", "Overloaded", None, FailureKind.OVERLOADED),
]


@pytest.mark.parametrize(("status", "type", "message", "code", "kind"), TABLE)
async def test_each_status_is_a_failure_with_a_sentence(
    service, provider, question, failed, status, type, message, code, kind
):
    service.respond(service.error(status, type, message, code))
    failure = await failed(provider, question())
    assert failure.kind is kind
    assert failure.request_id == "req_9"
    assert failure.retry_after is None
    assert str(status) in failure.message
    assert service.host in failure.message or "claude-test-5" in failure.message
    assert failure.message.count(". ") >= 1, "what happened, then what to do"
    assert failure.message.endswith(".")


async def test_one_call_is_one_attempt(service, provider, question, failed):
    service.respond(service.error(529, "overloaded_error", "Overloaded"))
    failure = await failed(provider, question())
    assert failure.kind in RETRIED
    assert len(service.requests) == 1


def test_a_spent_limit_is_not_tried_again_although_its_status_is_429():
    assert FailureKind.SPENT not in RETRIED


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry_after": "5"}, 5.0),
        ({"retry_after": "18000"}, 18_000.0),
        ({"retry_after_ms": "250", "retry_after": "5"}, 0.25),
    ],
)
async def test_the_wait_that_the_service_asks_for_is_passed_on(
    service, provider, question, failed, headers, seconds
):
    service.respond(service.error(429, "rate_limit_error", "slow down", **headers))
    failure = await failed(provider, question())
    assert failure.retry_after == seconds


async def test_a_date_to_wait_for_becomes_seconds(service, provider, question, failed):
    service.respond(
        service.error(503, "api_error", "down", retry_after=formatdate(time.time() + 3600, usegmt=True))
    )
    failure = await failed(provider, question())
    assert 3000 < failure.retry_after <= 3600


async def test_an_error_that_is_not_json_is_still_a_sentence(service, provider, question, failed):
    response = service.error(502)
    response.body = b"<html>\x1b[2Jbad gateway</html>"
    service.respond(response)
    failure = await failed(provider, question())
    assert failure.kind is FailureKind.SERVER
    assert "\x1b" not in failure.message


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"error": "model \'x\' not found"}', "model 'x' not found"),
        (b'{"detail": "Not Found"}', "Not Found"),
        (b"upstream connect error", "upstream connect error"),
        (b'{"error": {"code": 7}}', None),
    ],
)
async def test_another_servers_error_is_told_in_its_own_words(
    service, provider, question, failed, body, said
):
    service.respond(Response(404, {"content-type": "application/json"}, body))
    failure = await failed(provider, question())
    assert (f'(status 404: "{said}")' if said else "(status 404)") in failure.message


async def test_what_the_service_says_cannot_reach_the_terminal_raw(service, provider, question, failed):
    service.respond(service.error(400, "invalid_request_error", "a\x1b]52;c;x\x07\nb\u202ec" + "d" * 999))
    failure = await failed(provider, question())
    assert failure.message.isprintable()
    assert len(failure.message) < 600


async def test_a_server_that_is_not_there(question, failed):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    provider = AnthropicProvider(base_url=f"http://127.0.0.1:{port}", api_key="k")
    failure = await failed(provider, question())
    await provider.close()
    assert failure.kind is FailureKind.NETWORK
    assert f"Nothing answers at 127.0.0.1:{port}" in failure.message
    assert "Start the server" in failure.message


async def test_no_credentials(question, failed):
    provider = AnthropicProvider()
    failure = await failed(provider, question())
    await provider.close()
    assert failure.kind is FailureKind.NO_CREDENTIALS
    assert "api.anthropic.com" in failure.message
    assert "ANTHROPIC_API_KEY" in failure.message


async def test_a_profile_that_cannot_be_read_is_no_credentials(question, failed, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_PROFILE", "work")
    provider = AnthropicProvider()
    failure = await failed(provider, question())
    await provider.close()
    assert failure.kind is FailureKind.NO_CREDENTIALS
    assert "work" in failure.message


def test_asking_for_credentials_says_when_a_profile_cannot_be_read(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_PROFILE", "work")
    with pytest.raises(ProviderError, match="cannot be read"):
        has_credentials()


@pytest.mark.parametrize("key", ["key\nX-Other: 1", "a key", "“key”"])
async def test_what_no_key_can_hold_is_called_a_bad_key_and_not_sent(service, question, failed, key):
    provider = AnthropicProvider(base_url=service.url, api_key=key)
    failure = await failed(provider, question())
    await provider.close()
    assert failure.kind is FailureKind.REFUSED_KEY
    assert "the key and nothing else" in failure.message
    assert key not in failure.message and not service.requests


async def test_a_bug_is_not_dressed_up_as_a_failure(service, provider, question, heard):
    broken = question(schema={"type": object})
    with pytest.raises(TypeError):
        await heard(provider, broken)


async def test_the_list_of_models_fails_with_a_sentence_too(service, provider):
    service.respond(service.error(401, "authentication_error", "invalid key"))
    with pytest.raises(ProviderError) as caught:
        await provider.models()
    assert caught.value.failure.kind is FailureKind.REFUSED_KEY


@pytest.mark.parametrize(
    ("counted", "fails"),
    [
        ({"input_tokens": 2_050}, True),
        ({"input_tokens": 2_050, "cache_read_input_tokens": 2_500}, False),
        ({"input_tokens": 3_500}, False),
        ({"input_tokens": 0}, False),
    ],
    ids=["dropped", "cached", "fewer than we reckon", "not counted"],
)
async def test_an_answer_to_half_of_what_was_sent_is_none(service, provider, question, counted, fails):
    service.respond(service.whole(**counted))
    long = question(task="A long task. " * 1_600)
    if not fails:
        assert [said async for said in provider.ask(long)]
        return
    with pytest.raises(ProviderError) as caught:
        [said async for said in provider.ask(long)]
    failure = caught.value.failure
    assert failure.kind is FailureKind.TOO_LONG
    assert failure.usage.input == 2_050
    assert "2,050 of the about 5," in failure.message
