import socket
from pathlib import Path

import pytest
from providers.converse import MODEL, Converse, frame
from providers.service import Response

from workbench.core.errors import RETRIED, FailureKind, ProviderError
from workbench.providers.bedrock.provider import BedrockProvider

TABLE = [
    (400, "ValidationException", "A value is not right.", FailureKind.BAD_REQUEST, "the effort"),
    (400, "ValidationException", "The model returned the following errors: prompt is too long: 9 > 8",
     FailureKind.TOO_LONG, "larger window"),
    (400, "ValidationException", "Input is too long for requested model.", FailureKind.TOO_LONG, "larger"),
    (400, "ValidationException", "The provided model identifier is invalid.",
     FailureKind.NO_SUCH_MODEL, "doctor --provider bedrock --online"),
    (400, "ValidationException",
     "Invocation of model ID m with on-demand throughput isn’t supported. Retry your request with the ID or "
     "ARN of an inference profile that contains this model.",
     FailureKind.NO_SUCH_MODEL, f"such as eu.{MODEL}"),
    (400, "ServiceQuotaExceededException", "quota", FailureKind.RATE_LIMITED, "quota raised"),
    (400, "ExpiredTokenException", "expired", FailureKind.REFUSED_KEY, "`aws sso login`"),
    (403, "ExpiredTokenException", "expired", FailureKind.REFUSED_KEY, "`aws sso login`"),
    (403, "AccessDeniedException", "You don't have access to the model.", FailureKind.FORBIDDEN, "allow it"),
    (403, "AccessDeniedException", "Authentication failed: Please make sure your API Key is valid.",
     FailureKind.REFUSED_KEY, "doctor --provider bedrock"),
    (403, "UnrecognizedClientException", "The security token included in the request is invalid.",
     FailureKind.REFUSED_KEY, "doctor --provider bedrock"),
    (403, "InvalidSignatureException", "The signature does not match", FailureKind.REFUSED_KEY, "clock"),
    (404, "ResourceNotFoundException", "Could not find the model.", FailureKind.NO_SUCH_MODEL, "eu-west-1"),
    (404, "ResourceNotFoundException", "Model use case details have not been submitted for this account.",
     FailureKind.FORBIDDEN, "Fill in the form"),
    (404, "UnknownOperationException", "", FailureKind.NO_BEDROCK, "endpoint"),
    (408, "ModelTimeoutException", "slow", FailureKind.TIMEOUT, "Read again"),
    (424, "ModelErrorException", "failed", FailureKind.SERVER, "another model"),
    (429, "ThrottlingException", "Too many tokens, please wait", FailureKind.RATE_LIMITED, "--parallel"),
    (429, "ModelNotReadyException", "not ready", FailureKind.OVERLOADED, "in a minute"),
    (500, "InternalServerException", "oops", FailureKind.SERVER, "Read again"),
    (503, "ServiceUnavailableException", "down", FailureKind.SERVER, "Read again"),
    (418, "SomethingNewException", "odd", FailureKind.BAD_REQUEST, "config.toml"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("status", "type", "message", "kind", "step"),
    TABLE,
    ids=[f"{number} {row[0]} {row[3]}" for number, row in enumerate(TABLE)],
)
async def test_each_refusal_is_a_failure_with_a_sentence_and_the_next_step(
    converse, bedrock, asked, failed, status, type, message, kind, step
):
    converse.respond(converse.error(status, type, message))
    failure = await failed(bedrock, asked())
    assert failure.kind is kind
    assert failure.request_id == "0b7d-1"
    assert str(status) in failure.message and step in failure.message
    assert "Exception" not in failure.message
    assert failure.message.count(". ") >= 1, "what happened, then what to do"
    assert failure.message.endswith(".")


async def test_one_call_is_one_attempt(converse, bedrock, asked, failed):
    converse.respond(converse.error(503, "ServiceUnavailableException"))
    failure = await failed(bedrock, asked())
    assert failure.kind in RETRIED
    assert len(converse.requests) == 1


@pytest.mark.parametrize("seconds", [5.0, 18_000.0])
async def test_the_wait_that_aws_asks_for_is_passed_on(converse, bedrock, asked, failed, seconds):
    converse.respond(converse.error(429, "ThrottlingException", "slow", retry_after=str(int(seconds))))
    failure = await failed(bedrock, asked())
    assert failure.retry_after == seconds
    assert ("until" in failure.message) == (seconds > 120)


@pytest.mark.parametrize(
    ("type", "kind"),
    [
        ("throttlingException", FailureKind.RATE_LIMITED),
        ("internalServerException", FailureKind.SERVER),
        ("modelStreamErrorException", FailureKind.SERVER),
        ("serviceUnavailableException", FailureKind.SERVER),
        ("validationException", FailureKind.BAD_REQUEST),
        ("somethingNewException", FailureKind.CUT_OFF),
    ],
)
async def test_an_exception_in_the_middle_goes_by_its_kind(converse, bedrock, asked, failed, type, kind):
    events = converse.start(), *converse.pieces("{"), converse.raised(type, "half way")
    converse.respond(converse.stream(*events))
    failure = await failed(bedrock, asked())
    assert failure.kind is kind
    assert "in the middle of the answer" in failure.message
    assert ('"half way"' in failure.message) == (type != "somethingNewException")
    assert failure.request_id == "0b7d-1"


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("guardrail_intervened", FailureKind.REFUSAL),
        ("content_filtered", FailureKind.REFUSAL),
        ("max_tokens", FailureKind.OUT_OF_ROOM),
        ("model_context_window_exceeded", FailureKind.TOO_LONG),
        ("malformed_model_output", FailureKind.UNREADABLE),
        ("malformed_tool_use", FailureKind.UNREADABLE),
    ],
)
async def test_the_stop_reason_is_looked_at_before_the_text(converse, bedrock, asked, failed, reason, kind):
    converse.respond(converse.whole(reason=reason))
    failure = await failed(bedrock, asked())
    assert failure.kind is kind
    assert failure.request_id == "0b7d-1"
    assert failure.usage.output == 7, "it is billed all the same"


@pytest.mark.parametrize("cut", [True, False])
async def test_an_answer_that_ends_early_is_cut_off(converse, bedrock, asked, failed, cut):
    converse.respond(converse.stream(converse.start(), *converse.pieces('{"about": "a '), cut=cut))
    assert (await failed(bedrock, asked())).kind is FailureKind.CUT_OFF


async def test_a_frame_with_a_wrong_checksum_is_cut_off(converse, bedrock, asked, failed):
    response = converse.stream(converse.start())
    broken = bytearray(frame(*converse.pieces("{")[0]))
    broken[-1] ^= 1
    response.chunks += (bytes(broken),)
    converse.respond(response)
    failure = await failed(bedrock, asked())
    assert failure.kind is FailureKind.CUT_OFF
    assert "no answer of Bedrock's Converse" in failure.message


@pytest.mark.parametrize("fields", [{}, {"delta": {}}, {"delta": {"text": 5}}, {"usage": 3}, []])
async def test_an_event_that_lacks_what_it_should_hold_breaks_nothing(
    converse, bedrock, asked, failed, fields
):
    converse.respond(converse.stream(converse.start(), ("contentBlockDelta", fields)))
    assert (await failed(bedrock, asked())).kind is FailureKind.CUT_OFF


@pytest.mark.parametrize("status", [200, 403])
async def test_a_web_page_is_not_taken_for_bedrocks_own_word(converse, bedrock, asked, failed, status):
    converse.respond(Response(status, {"content-type": "text/html"}, b"<h1>Please log in</h1>"))
    failure = await failed(bedrock, asked())
    assert failure.kind is FailureKind.NO_BEDROCK
    assert "A web page came in place" in failure.message


async def test_a_redirect_is_not_followed(converse, bedrock, asked, failed):
    converse.respond(Response(307, {"location": f"{converse.url}/elsewhere"}))
    failure = await failed(bedrock, asked())
    assert failure.kind is FailureKind.NO_BEDROCK
    assert "points to another address (status 307)" in failure.message
    assert len(converse.requests) == 1


@pytest.mark.parametrize("begun", [True, False])
async def test_a_service_that_falls_silent_times_out(converse, aws, asked, failed, begun):
    provider = BedrockProvider(endpoint=converse.url, timeout=0.2)
    converse.respond(converse.stream(converse.start(), hang=True) if begun else Response(hang=True, raw=None))
    failure = await failed(provider, asked())
    await provider.close()
    assert failure.kind is FailureKind.TIMEOUT
    assert "let 0.2 s pass without a word" in failure.message


async def test_a_service_that_is_not_there(aws, asked, failed):
    gone = Converse()
    gone.close()
    provider = BedrockProvider(endpoint=gone.url)
    failure = await failed(provider, asked())
    await provider.close()
    assert failure.kind is FailureKind.NETWORK
    assert f"Nothing answers at {gone.host}" in failure.message
    assert "[bedrock]" in failure.message and "ANTHROPIC" not in failure.message


@pytest.mark.parametrize("raw", [b"", b"\x16\x03\x00 hello\r\n\r\n"], ids=["nothing", "no HTTP"])
async def test_what_is_no_answer_at_all_is_no_connection(converse, bedrock, asked, failed, raw):
    converse.respond(Response(raw=raw))
    failure = await failed(bedrock, asked())
    assert failure.kind is FailureKind.NETWORK
    assert "ended the connection without an answer that can be read" in failure.message


async def test_a_certificate_that_nobody_here_trusts(aws, asked, failed):
    service = Converse(certificate=Path(__file__).with_name("untrusted.pem"))
    provider = BedrockProvider(endpoint=f"https://localhost:{service.port}")
    failure = await failed(provider, asked())
    await provider.close()
    service.close()
    assert failure.kind is FailureKind.UNTRUSTED
    assert "is not trusted here" in failure.message and service.requests == []


async def test_no_https_at_an_endpoint(converse, aws, asked, failed):
    provider = BedrockProvider(endpoint=f"https://{converse.host}")
    failure = await failed(provider, asked())
    await provider.close()
    assert failure.kind is FailureKind.NETWORK
    assert "does not speak https there" in failure.message


async def test_a_proxy_that_does_not_answer(aws, asked, failed, monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    provider = BedrockProvider(region="eu-west-1")
    failure = await failed(provider, asked())
    await provider.close()
    assert failure.kind is FailureKind.NETWORK
    assert "127.0.0.1:9" not in failure.message
    assert "The proxy on the way to bedrock-runtime.eu-west-1" in failure.message


async def test_a_region_that_does_not_exist_has_no_name_to_look_up(aws, asked, failed, monkeypatch):
    def nobody(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    provider = BedrockProvider(region="eu-wset-1")
    failure = await failed(provider, asked())
    await provider.close()
    assert failure.kind is FailureKind.NETWORK
    assert "bedrock-runtime.eu-wset-1.amazonaws.com cannot be looked up" in failure.message


async def test_what_the_service_says_cannot_reach_the_terminal_raw(converse, bedrock, asked, failed):
    converse.respond(converse.error(400, "ValidationException", "a\x1b]52;c;x\x07\nb\u202ec" + "d" * 999))
    failure = await failed(bedrock, asked())
    assert failure.message.isprintable()
    assert len(failure.message) < 600


async def test_a_token_that_comes_back_is_not_shown(converse, aws, asked, failed):
    aws(SESSION_TOKEN="token-nobody-may-read")
    provider = BedrockProvider(endpoint=converse.url)
    said = "bad: token-nobody-may-read of AKIAIOSFODNN7EXAMPLE"
    converse.respond(converse.error(403, "UnrecognizedClientException", said))
    failure = await failed(provider, asked())
    await provider.close()
    assert '"bad: [key] of [key]"' in failure.message


async def test_the_list_of_models_fails_with_a_sentence_too(converse, aws):
    aws(ENDPOINT_URL=converse.url)
    provider = BedrockProvider()
    converse.respond(converse.error(403, "AccessDeniedException", "not authorized"))
    with pytest.raises(ProviderError) as caught:
        await provider.models()
    await provider.close()
    assert caught.value.failure.kind is FailureKind.FORBIDDEN
    assert "allow bedrock:ListFoundationModels" in caught.value.failure.message


async def test_a_bug_is_not_dressed_up_as_a_failure(bedrock, asked, heard):
    with pytest.raises(TypeError):
        await heard(bedrock, asked(schema={"type": object}))
