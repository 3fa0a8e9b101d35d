"""Every way in which asking a model goes wrong, and what mends it."""

from providers.bedrock_faults import BEDROCK_FAULTS
from providers.fault_causes import (
    EVENTS,
    HTML,
    PAGE_HEADERS,
    answers,
    begins,
    broken_key,
    ends_with,
    https_to_plain_http,
    judge_without_questions,
    moved,
    no_key,
    no_name,
    no_program,
    no_provider,
    nobody_accepts,
    not_executable,
    nothing_listens,
    only_pings,
    reader_without,
    refuses,
    refuses_once,
    responds,
    runs,
    spends_the_budget,
    too_slowly,
    untrusted_certificate,
    without_event_lines,
)
from providers.fault_stage import SILENCE, Fault
from providers.server_faults import SERVER_FAULTS
from support.builders import reader_answer

REACH = "Reaching the service"
STATUS = "The service says no"
STREAM = "The answer breaks off"
ANSWER = "The answer is none"
PROGRAM = "A program"
BUDGET = "The round"
ANOTHER_MODEL = ("--model", "claude-opus-5")
COLOURED = r"""printf '\033[1;36m{\033[0m\033[34m"about"\033[0m: "A kettle.", "findings": []}\n'; exit 0"""

FAULTS = (
    Fault(
        REACH,
        "no key, no login, and no provider chosen",
        no_provider,
        "with a provider",
        whole=True,
    ),
    Fault(REACH, "no key and no login for the provider that was chosen", no_key, "with a key", whole=True),
    Fault(REACH, "a key with a line break in it", broken_key, "with the key alone", whole=True),
    Fault(REACH, "nothing listens (connection refused)", nothing_listens, "once it runs", whole=True),
    Fault(REACH, "the name is not resolved", no_name, "once the network is back", whole=True),
    Fault(
        REACH, "no answer to the connection", too_slowly(nobody_accepts), "once it is reachable", whole=True
    ),
    Fault(
        REACH,
        "TLS: a certificate that nobody here trusts",
        untrusted_certificate,
        "with a trusted certificate",
        whole=True,
    ),
    Fault(REACH, "TLS: no https at that port", https_to_plain_http, "with the right base URL", whole=True),
    Fault(REACH, "the connection is closed without a word", responds(raw=b""), "once it answers"),
    Fault(
        REACH,
        "something answers that is not HTTP",
        responds(raw=b"\x16\x03\x00 hello\r\n\r\n"),
        "once it answers",
    ),
    Fault(REACH, "a redirect (307)", moved, "once the address is right"),
    Fault(
        REACH,
        "a page of a proxy in place of the answer (200, HTML)",
        responds(headers=PAGE_HEADERS, body=HTML),
        "once the proxy lets it through",
    ),
    Fault(
        REACH,
        "a page of a proxy that forbids it (403, HTML)",
        responds(status=403, headers=PAGE_HEADERS, body=b"<h1>Blocked</h1>\n<p>Category: AI &amp; tools</p>"),
        "once the proxy lets it through",
    ),
    Fault(
        STATUS,
        "401: a wrong key",
        refuses(401, "authentication_error", "invalid x-api-key"),
        "with a valid key",
    ),
    Fault(
        STATUS,
        "402: no credit",
        refuses(402, "billing_error", "There is a problem with your billing."),
        "once there is credit",
    ),
    Fault(
        STATUS,
        "403: the key may not use the model",
        refuses(403, "permission_error", "Your key does not have access to this model."),
        "with another model",
        mended_flags=ANOTHER_MODEL,
    ),
    Fault(
        STATUS,
        "404: no such model",
        refuses(404, "not_found_error", "model: claude-sonnet-5-5"),
        "with a model that exists",
        mended_flags=ANOTHER_MODEL,
    ),
    Fault(
        STATUS,
        "404: another sort of server",
        responds(status=404, headers={"content-type": "application/json"}, body=b'{"detail": "Not Found"}'),
        "once the address is right",
    ),
    Fault(
        STATUS,
        "400: a request that it cannot use",
        refuses(400, "invalid_request_error", "output_config.effort: not supported by this model"),
        "with another model",
        mended_flags=ANOTHER_MODEL,
    ),
    Fault(
        STATUS,
        "400: longer than the model's window",
        refuses(400, "invalid_request_error", "prompt is too long: 214321 tokens > 200000 maximum"),
        "with a model of a larger window",
        mended_flags=ANOTHER_MODEL,
    ),
    Fault(
        STATUS,
        "413: more bytes than it takes",
        refuses(413, "request_too_large", "Request exceeds the maximum size"),
        "with a shorter text or another service",
    ),
    Fault(
        STATUS,
        "429, wait 5 s: once",
        refuses_once(
            429, "rate_limit_error", "Number of requests has exceeded your rate limit.", retry_after="5"
        ),
    ),
    Fault(
        STATUS,
        "429, wait 5 s: each time",
        refuses(429, "rate_limit_error", "Number of requests has exceeded your rate limit.", retry_after="5"),
        "once there is room",
    ),
    Fault(
        STATUS,
        "429, wait 5 hours",
        refuses(429, "rate_limit_error", "Your usage limit resets later.", retry_after="18000"),
        "once the hours are over",
    ),
    Fault(
        STATUS,
        "429, no word of how long",
        refuses(429, "rate_limit_error", "Number of requests has exceeded your rate limit."),
        "once there is room",
    ),
    Fault(
        STATUS,
        "429: a spending limit is reached",
        refuses(
            429, "rate_limit_error", "You have reached your spend limit.", "enforced_spend_limit_reached"
        ),
        "once the limit is raised",
    ),
    Fault(
        STATUS,
        "500: once",
        refuses_once(500, "api_error", "Internal server error"),
    ),
    Fault(STATUS, "500: each time", refuses(500, "api_error", "Internal server error"), "once it works"),
    Fault(
        STATUS,
        "502: a page of its gateway (HTML)",
        responds(
            status=502, headers=PAGE_HEADERS, body=b"<html><head><title>502 Bad Gateway</title></head></html>"
        ),
        "once it works",
    ),
    Fault(STATUS, "503: down", refuses(503, "api_error", "Service unavailable"), "once it works"),
    Fault(
        STATUS, "504: its own time-out", refuses(504, "timeout_error", "Request timed out"), "once it works"
    ),
    Fault(STATUS, "529: overloaded", refuses(529, "overloaded_error", "Overloaded"), "once there is room"),
    Fault(STREAM, "no first event", too_slowly(responds(headers=EVENTS, hang=True)), "once it answers"),
    Fault(STREAM, "ping events and nothing else", too_slowly(only_pings), "once it answers"),
    Fault(STREAM, "the answer stalls in the middle", too_slowly(begins(hang=True)), "once it answers"),
    Fault(STREAM, "the connection is cut in the middle", begins(cut=True), "once it holds"),
    Fault(STREAM, "the stream ends in the middle", begins(), "once it holds"),
    Fault(
        STREAM,
        "an error event in the middle: overloaded",
        begins(error={"type": "overloaded_error", "message": "Overloaded"}),
        "once there is room",
    ),
    Fault(
        STREAM,
        "an error event in the middle: of a kind nobody knows",
        begins(error={"type": "odd_error", "message": "Something odd"}),
        "once it works",
    ),
    Fault(STREAM, "events without `event:` lines", without_event_lines, "with a server that sends them"),
    Fault(
        STREAM,
        "what claims to be gzip and is none",
        responds(headers={**EVENTS, "content-encoding": "gzip"}, body=b"garbage " * 20),
        "once it works",
    ),
    Fault(
        STREAM,
        "bytes that are no text",
        responds(headers=EVENTS, body=b"event: message_start\ndata: \xff\xfe\n\n"),
        "once it works",
    ),
    Fault(ANSWER, "not JSON", answers("I liked it very much."), "once it keeps to the form"),
    Fault(ANSWER, "a field is missing", answers(reader_without("findings")), "once it keeps to the form"),
    Fault(
        ANSWER,
        "over a quarter of its quotes are not in the text",
        answers(reader_answer("faster than any other", "words", "that nobody wrote")),
        "once it quotes",
    ),
    Fault(
        ANSWER,
        "over a quarter of the questions are left out",
        judge_without_questions,
        "once it answers them",
        meets=("judge",),
    ),
    Fault(
        ANSWER,
        "a refusal",
        ends_with("refusal", stop_details={"type": "refusal", "explanation": "I cannot help with that."}),
        "with another model",
        mended_flags=ANOTHER_MODEL,
    ),
    Fault(
        ANSWER,
        "no room for the answer (max_tokens)",
        ends_with("max_tokens"),
        "with another model",
        mended_flags=ANOTHER_MODEL,
    ),
    Fault(
        ANSWER,
        "text and answer are longer than the model's window",
        ends_with("model_context_window_exceeded"),
        "with a model of a larger window",
        mended_flags=ANOTHER_MODEL,
    ),
    *SERVER_FAULTS,
    *BEDROCK_FAULTS,
    Fault(PROGRAM, "it is missing", no_program, "once it is there", whole=True),
    Fault(PROGRAM, "it is not executable", not_executable, "once it is", whole=True),
    Fault(PROGRAM, "it hangs", runs("sleep 600", timeout=SILENCE), "once it ends"),
    Fault(PROGRAM, "it prints megabytes", runs("yes"), "once it is brief"),
    Fault(
        PROGRAM,
        "it exits with 1 and says why",
        runs("echo 'login expired: run `reader login`' >&2; exit 1"),
        "once it works",
    ),
    Fault(PROGRAM, "it exits with 1 and says nothing", runs("exit 1"), "once it works"),
    Fault(PROGRAM, "a signal ends it", runs("kill -9 $$"), "once it works"),
    Fault(PROGRAM, "it prints nothing", runs("exit 0"), "once it answers"),
    Fault(PROGRAM, "it prints words and no answer", runs("echo I liked it.; exit 0"), "once it answers"),
    Fault(PROGRAM, "it prints its answer in colours", runs(COLOURED)),
    Fault(
        PROGRAM,
        "it draws on the screen in place of an answer",
        runs(r"printf '\033[2J\033]0;title\007Working...\033[3A\n'; exit 0"),
        "once it answers",
    ),
    Fault(
        BUDGET,
        "the budget is used up",
        spends_the_budget,
        "with a higher budget",
        meets=("newcomer",),
        flags=("--budget", "0.5"),
        mended_flags=("--budget", "5"),
    ),
    Fault(
        BUDGET,
        "the questions about this text cannot be made",
        ends_with("refusal"),
        "with another model",
        meets=("questions",),
        flags=("--text-questions",),
        mended_flags=("--text-questions", *ANOTHER_MODEL),
    ),
    Fault(
        BUDGET,
        "several readings fail for one reason",
        refuses(401, "authentication_error", "invalid x-api-key"),
        "with a valid key",
        meets=("newcomer", "skeptic"),
    ),
)
