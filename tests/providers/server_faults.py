"""How servers that imitate the Messages API go wrong, each in its own words."""

import json

from providers.fault_causes import refuses, refuses_once, responds
from providers.fault_stage import Fault

_SERVER = "A server that imitates the Messages API"
_ANOTHER_MODEL = ("--model", "claude-opus-5")
_TOO_SMALL = "request (9008 tokens) exceeds the available context size (8192 tokens), try increasing it"
_TOO_LONG = "This model's maximum context length is 32768 tokens. However, you requested 40000 tokens."


def _says(status, **error):
    """An error as llama.cpp and LM Studio write it, without the API's type around it."""
    body = json.dumps({"error": error}).encode()
    return responds(status=status, headers={"content-type": "application/json"}, body=body)


def _answers_once(text):
    """A whole answer with this text the first time, then as usual."""

    def breaks(stage):
        stage.response = lambda first: stage.service.whole(text) if first else None

    return breaks


def _answers_in_one_piece(stage):
    """The answer as one JSON object, as if nobody had asked for a stream."""
    content = [{"type": "text", "text": stage.answer("skeptic")}]
    stage.says(stage.service.json({"type": "message", "content": content, "stop_reason": "end_turn"}))


def _counts_nothing(stage):
    """The answer without any figures."""
    service = stage.service
    began, (ended, delta), over = service.start(), *service.stop()
    del began[1]["message"]["usage"], delta["usage"]
    stage.says(service.stream(began, *service.pieces(stage.answer("skeptic")), (ended, delta), over))


SERVER_FAULTS = (
    Fault(
        _SERVER,
        "404: it has no such path (llama.cpp)",
        _says(404, message="File Not Found", type="not_found_error", code=404),
        "with a server that has it",
    ),
    Fault(
        _SERVER,
        "404: a model that it does not have (Ollama)",
        refuses(404, "not_found_error", "model 'claude-sonnet-5-5' not found"),
        "with a model that it has",
        mended_flags=_ANOTHER_MODEL,
    ),
    Fault(
        _SERVER,
        "404: no model is loaded (LM Studio)",
        _says(404, message="No models loaded. Please load a model first.", type="invalid_request_error"),
        "once it is loaded",
    ),
    Fault(
        _SERVER,
        "503: the model is being loaded (llama.cpp)",
        _says(503, message="Loading model", type="unavailable_error", code=503),
        "once it is loaded",
    ),
    Fault(
        _SERVER,
        "400: longer than its context (llama.cpp)",
        _says(400, message=_TOO_SMALL, type="exceed_context_size_error", code=400, n_ctx=8192),
        "with a larger context",
    ),
    Fault(
        _SERVER,
        "400: longer than its context (vLLM)",
        _says(400, message=_TOO_LONG, type="BadRequestError", code=400),
        "with a shorter text",
    ),
    Fault(
        _SERVER,
        "500: no JSON in it",
        responds(status=500, headers={"content-type": "text/plain"}, body=b"upstream went away"),
        "once it works",
    ),
    Fault(_SERVER, "500: nothing in it", responds(status=500), "once it works"),
    Fault(
        _SERVER,
        "it refuses the output schema (400)",
        refuses_once(400, "invalid_request_error", "output_config: Extra inputs are not permitted"),
    ),
    Fault(
        _SERVER, "it ignores the output schema and answers in words", _answers_once("I liked it very much.")
    ),
    Fault(_SERVER, "it answers in one piece and not in a stream", _answers_in_one_piece, "once it streams"),
    Fault(_SERVER, "its answer has no figures (usage)", _counts_nothing),
    Fault(
        _SERVER,
        "it drops what is too long for it, and answers (Ollama)",
        lambda stage: stage.says(stage.service.whole(stage.answer("skeptic"), input_tokens=258)),
        "with a larger context",
    ),
)
