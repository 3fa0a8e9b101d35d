import pytest

from workbench.content.memory import FolderMemory
from workbench.core.capabilities import Capabilities
from workbench.core.errors import FailureKind, ProviderError
from workbench.providers.anthropic import AnthropicProvider
from workbench.providers.listed_models import refused_window, window_of

ANSWER = '{"about": "a kettle", "findings": []}'
MODEL = "claude-test-5"


@pytest.fixture
def memory(tmp_path):
    return FolderMemory(tmp_path / "notes")


@pytest.fixture
async def run(service, memory):
    """Makes the provider of one run of the program; all of them share a memory."""
    made = []

    def begin(url=None):
        made.append(
            AnthropicProvider(base_url=url or service.url, api_key="key-1", timeout=60, memory=memory)
        )
        return made[-1]

    yield begin
    for provider in made:
        await provider.close()


def schemas(service):
    """Of each question, whether an output schema came with it."""
    return ["output_config" in body for body in service.bodies if body]


def refusal(service):
    return service.error(400, "invalid_request_error", "output_config: Extra inputs are not permitted")


async def test_a_later_run_does_not_send_a_schema_that_was_refused(service, run, question, heard):
    service.respond(refusal(service), service.whole(), service.whole())
    await heard(run(), question())
    _, reply = await heard(run(), question())
    assert schemas(service) == [True, False, False]
    assert "in words" in reply.notes[0]
    assert (await run().known(MODEL)).schema == "refused"


async def test_a_later_run_does_not_send_a_schema_that_was_ignored(service, run, question, heard):
    service.respond(service.whole("I liked it."), service.whole())
    await heard(run(), question())
    _, reply = await heard(run(), question())
    assert schemas(service) == [True, False]
    assert reply.text == ANSWER
    assert reply.notes


@pytest.mark.parametrize(
    ("text", "reason", "schema"),
    [
        ("I liked it, I liked it, I", "max_tokens", "ignored"),
        ("```\n# kettle on\n# kettle off", "max_tokens", "ignored"),
        ('{"about": "a ket', "max_tokens", None),
        ('```json\n{"about"', "max_tokens", None),
        ("```js", "max_tokens", None),
        ("", "max_tokens", None),
        ("I cannot help with that.", "refusal", None),
    ],
    ids=["words", "code", "object", "fence", "half a fence", "nothing", "refusal"],
)
async def test_an_answer_that_did_not_end_shows_it_too_where_it_began_in_words(
    service, run, question, failed, text, reason, schema
):
    service.respond(service.stream(service.start(), *service.pieces(text), *service.stop(reason)))
    await failed(run(), question())
    assert (await run().known(MODEL)).schema == schema


async def test_another_model_and_another_address_begin_anew(service, run, question, heard):
    service.respond(refusal(service), service.whole(), service.whole(), service.whole())
    await heard(run(), question())
    await heard(run(), question(model="claude-test-6"))
    await heard(run(f"{service.url}/other"), question())
    assert schemas(service) == [True, False, True, True]


async def test_one_bad_answer_of_a_model_that_kept_to_a_schema_is_forgotten_with_the_run(
    service, run, question, heard
):
    service.respond(*map(service.whole, (ANSWER, "I liked it.", ANSWER, ANSWER)))
    first = run()
    for _ in range(3):
        await heard(first, question())
    await heard(run(), question())
    assert schemas(service) == [True, True, False, True]


async def test_a_schema_that_was_kept_to_and_is_refused_now_is_not_sent_again(service, run, question, heard):
    service.respond(service.whole(), refusal(service), service.whole(), service.whole())
    for _ in range(3):
        await heard(run(), question())
    assert schemas(service) == [True, True, False, False]


async def test_an_answer_in_a_fence_proves_nothing_of_schemas(service, run, question, heard):
    service.respond(service.whole(f"```json\n{ANSWER}\n```"))
    provider = run()
    await heard(provider, question())
    assert (await provider.known(MODEL)).schema is None


@pytest.mark.parametrize(
    ("counts", "reports"),
    [({"cache_read_input_tokens": 0}, True), ({"cache_creation_input_tokens": 9}, True), ({}, False)],
)
async def test_whether_a_server_reports_its_cache_shows_with_its_first_answer(
    service, run, question, heard, counts, reports
):
    service.respond(service.whole(**counts))
    await heard(run(), question())
    assert (await run().known(MODEL)).caching is reports


@pytest.mark.parametrize(
    "listed",
    [
        {"id": MODEL, "max_input_tokens": 32_000},
        {"id": MODEL, "object": "model", "max_model_len": 32_000},
        {"id": MODEL, "object": "model", "meta": {"n_ctx": 32_000, "n_ctx_train": 128_000}},
    ],
    ids=["anthropic", "vllm", "llama.cpp"],
)
async def test_the_window_is_found_in_the_list_of_models(service, run, listed):
    service.respond(service.json({"data": [listed], "has_more": False}), service.json({"input_tokens": 9}))
    provider = run()
    await provider.find_out(await provider.models(), MODEL)
    assert await run().known(MODEL) == Capabilities(counting=True, window=32_000)
    assert service.requests[-1][1] == "/v1/messages/count_tokens"
    assert service.bodies[-1] == {"model": MODEL, "messages": [{"role": "user", "content": "Hello."}]}


async def test_the_window_is_asked_for_where_a_list_does_not_say_it(service, run):
    service.respond(
        service.json({"id": MODEL, "max_input_tokens": 32_000}), service.json({"input_tokens": 9})
    )
    assert (await run().find_out((), MODEL)).window == 32_000
    assert service.requests[0][1] == f"/v1/models/{MODEL}"


@pytest.mark.parametrize("status", [400, 404, 405, 500, 501])
async def test_a_server_that_says_no_window_and_counts_nothing_is_known_to(service, run, status):
    refused = service.error(status, "not_found_error", "File Not Found")
    service.respond(refused, refused)
    assert await run().find_out((), MODEL) == Capabilities(counting=False)


@pytest.mark.parametrize("value", [{}, [], "text", {"data": 1, "meta": [], "max_input_tokens": "many"}, 7])
async def test_nonsense_in_place_of_what_was_asked_is_no_answer(service, run, value):
    service.respond(service.json(value), service.json(value))
    assert await run().find_out((), MODEL) == Capabilities(counting=False)


async def test_finding_out_anew_forgets_what_only_a_reading_shows(service, run, question, heard):
    service.respond(refusal(service), service.whole(), service.json({}), service.json({}), service.whole())
    await heard(run(), question())
    await run().find_out((), MODEL)
    await heard(run(), question())
    assert schemas(service)[-1]
    assert (await run().known(MODEL)).schema == "kept"


async def test_a_server_that_cannot_be_reached_leaves_what_was_known(service, run, question, heard):
    service.respond(service.whole())
    await heard(run(), question())
    provider = run()
    service.close()
    with pytest.raises(ProviderError):
        await provider.find_out((), MODEL)
    assert (await run().known(MODEL)).schema == "kept"


@pytest.mark.parametrize(
    ("said", "window"),
    [
        ("prompt is too long: 214321 tokens > 200000 maximum", 200_000),
        ("request (9008 tokens) exceeds the available context size (8192 tokens), try increasing it", 8_192),
        ("This model's maximum context length is 4096 tokens. However, you requested 5,000 tokens", 4_096),
        ("prompt is too long: 214,321 tokens > 200,000 maximum", 200_000),
        ("prompt is too long", None),
        ("prompt is too long: 9 tokens > 1 maximum", None),
        ("prompt is too long: 1,200 tokens > 999 maximum", None),
        ("9 > " + "9" * 5_000 + " maximum", 999_999_999_999),
    ],
)
def test_a_window_is_read_in_the_words_of_each_server(said, window):
    assert refused_window(said) == window


@pytest.mark.parametrize("said", [-100_000, 999, True, 10**30])
def test_what_a_list_says_that_can_be_no_window_is_none(said):
    assert window_of({"max_input_tokens": said, "meta": {"n_ctx": 8_192}}) == 8_192


async def test_a_text_that_is_too_long_shows_the_window(service, run, question, failed):
    message = "request (9008 tokens) exceeds the available context size (8192 tokens), try increasing it"
    error = {"code": 400, "message": message, "type": "exceed_context_size_error", "n_ctx": 8192}
    service.respond(service.json({"error": error}, 400))
    assert (await failed(run(), question())).kind is FailureKind.TOO_LONG
    assert (await run().known(MODEL)).window == 8192


async def test_no_login_in_an_address_is_remembered(service, run, question, heard, tmp_path):
    service.respond(service.whole())
    await heard(run(service.url.replace("//", "//ann:hush@") + "?token=hush"), question())
    assert service.host in (tmp_path / "notes/servers.json").read_text()
    assert "hush" not in (tmp_path / "notes/servers.json").read_text()


async def test_a_memory_that_cannot_be_read_is_begun_anew(service, run, question, heard, memory):
    memory.revise("servers", lambda kept: b"nonsense")
    service.respond(service.whole())
    await heard(run(), question())
    assert (await run().known(MODEL)).schema == "kept"
