"""A real service on loopback, and the questions it is asked."""

import asyncio
import json
import os
import sys
import threading
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from workbench.core.errors import ProviderError
from workbench.core.ports import Progress, Prompt, Reply, Request
from workbench.providers.anthropic import AnthropicProvider

SCHEMA = {
    "type": "object",
    "properties": {"about": {"type": "string"}, "findings": {"type": "array", "items": {"type": "string"}}},
    "required": ["about", "findings"],
    "additionalProperties": False,
}
ANSWER = '{"about": "a kettle", "findings": []}'


@dataclass
class Response:
    status: int = 200
    headers: dict = field(default_factory=dict)
    body: bytes = b""
    cut: bool = False
    """Promise more bytes than are sent, then close."""
    hang: bool = False
    """Send the body, then nothing, and keep the connection."""


class Service:
    """A loopback HTTP server that answers from a queue and remembers what it was asked."""

    def __init__(self):
        self.requests = []
        self._responses = deque()
        self._closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.host = f"127.0.0.1:{self._server.server_port}"
        self.url = f"http://{self.host}"

    @property
    def bodies(self):
        return [body for _, _, _, body in self.requests]

    def respond(self, *responses):
        self._responses.extend(responses)

    def close(self):
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    def stream(self, *events, **more):
        """A stream of (type, fields) events, each with its event line."""
        lines = (f"event: {kind}\ndata: {json.dumps({'type': kind, **body})}\n\n" for kind, body in events)
        headers = {"content-type": "text/event-stream", "request-id": "req_1"}
        return Response(headers=headers, body="".join(lines).encode(), **more)

    def start(self, **usage):
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude-test-5-20260101",
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"input_tokens": 10, "output_tokens": 1, **usage},
        }
        return "message_start", {"message": message}

    def pieces(self, *texts):
        opened = ("content_block_start", {"index": 0, "content_block": {"type": "text", "text": ""}})
        deltas = [
            ("content_block_delta", {"index": 0, "delta": {"type": "text_delta", "text": text}})
            for text in texts
        ]
        return opened, *deltas, ("content_block_stop", {"index": 0})

    def stop(self, reason="end_turn", **delta):
        return (
            (
                "message_delta",
                {
                    "delta": {"stop_reason": reason, "stop_sequence": None, **delta},
                    "usage": {"output_tokens": 7},
                },
            ),
            ("message_stop", {}),
        )

    def whole(self, text=ANSWER, **usage):
        return self.stream(self.start(**usage), *self.pieces(text), *self.stop())

    def error(self, status, type="api_error", message="said the service", code=None, **headers):
        error = {"type": type, "message": message}
        if code:
            error["details"] = {"error_code": code}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        body = json.dumps({"type": "error", "error": error, "request_id": "req_9"}).encode()
        return Response(status, {"content-type": "application/json", "request-id": "req_9", **named}, body)

    def json(self, value, status=200):
        return Response(status, {"content-type": "application/json"}, json.dumps(value).encode())

    def _handler(self):
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args):
                pass

            def do_GET(self):
                self._answer(None)

            def do_POST(self):
                length = int(self.headers.get("content-length") or 0)
                self._answer(json.loads(self.rfile.read(length) or b"null"))

            def _answer(self, body):
                service.requests.append(
                    (
                        self.command,
                        self.path,
                        {name.lower(): value for name, value in self.headers.items()},
                        body,
                    )
                )
                response = service._responses.popleft()
                self.send_response(response.status)
                for name, value in response.headers.items():
                    self.send_header(name, value)
                short = 100 if response.cut or response.hang else 0
                self.send_header("content-length", str(len(response.body) + short))
                self.end_headers()
                self.wfile.write(response.body)
                self.wfile.flush()
                if response.hang:
                    service._closing.wait()
                if short:
                    self.close_connection = True

        return Handler


@pytest.fixture(autouse=True)
def _no_credentials_of_the_machine(monkeypatch, tmp_path):
    for name in list(os.environ):
        if name.startswith("ANTHROPIC_") or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


@pytest.fixture
def service():
    service = Service()
    yield service
    service.close()


@pytest.fixture
async def provider(service):
    provider = AnthropicProvider(base_url=service.url, api_key="key-1", timeout=5)
    yield provider
    await provider.close()


@pytest.fixture
def question():
    """Builds a request; the prompt's parts can be told apart."""

    def build(model="claude-test-5", effort=None, max_tokens=16_000, schema=SCHEMA, task="The task."):
        prompt = Prompt("The instructions.", "===== text =====", task, schema)
        return Request(prompt, model, effort, max_tokens)

    return build


@pytest.fixture
def heard():
    """Asks a provider and gives the progress and the reply."""

    async def hear(provider, request):
        said = [one async for one in provider.ask(request)]
        *progress, reply = said
        assert all(isinstance(one, Progress) for one in progress)
        assert isinstance(reply, Reply)
        return progress, reply

    return hear


@pytest.fixture
def failed(heard):
    """Asks a provider and gives the failure."""

    async def hear(provider, request):
        with pytest.raises(ProviderError) as caught:
            await heard(provider, request)
        assert str(caught.value) == caught.value.failure.message
        return caught.value.failure

    return hear


@pytest.fixture
def until():
    """Waits for something outside this process, for as long as a test may take."""

    async def wait(is_so):
        async with asyncio.timeout(20):
            while not is_so():  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    return wait


@pytest.fixture
def is_alive():
    """Tells whether a process still runs; one that nobody has buried yet does not."""

    def tell(pid):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        stat = Path(f"/proc/{pid}/stat")
        return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")

    return tell


@pytest.fixture
def script(tmp_path):
    """Writes a Python program and gives its command line."""

    def write(code):
        file = tmp_path / "program.py"
        file.write_text(code)
        return [sys.executable, str(file)]

    return write
