"""A real HTTP service on loopback that answers as it is told."""

import contextlib
import json
import ssl
import threading
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ANSWER = '{"about": "a kettle", "findings": []}'


@dataclass
class Response:
    status: int = 200
    headers: dict = field(default_factory=dict)
    body: bytes = b""
    chunks: tuple = ()
    """Sent after the body, each by itself, and then the mark of their end."""
    cut: bool = False
    """Promise more than is sent, then close."""
    hang: bool = False
    """Send the body, then nothing, and keep the connection."""
    again: bytes = b""
    """Sent after the body over and over, for as long as the service is there."""
    raw: bytes | None = None
    """Sent in place of any HTTP, then the connection is closed."""


class Service:
    """A loopback HTTP server that answers from a queue and remembers what it was asked.

    Where `answering` is set, that is called with the body of each request and gives the response.
    """

    unusable = "invalid_request_error"
    """What it calls a request that it cannot use."""

    def __init__(self, certificate=None):
        self.requests = []
        self.answering = None
        self._responses = deque()
        self._closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"service": self}))
        self._server.daemon_threads = True
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.port = self._server.server_port
        self.host = f"127.0.0.1:{self.port}"
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

    def start(self, model="claude-test-5-20260101", **usage):
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": model,
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"input_tokens": 3_000, "output_tokens": 1, **usage},
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

    def whole(self, text=ANSWER, **start):
        return self.stream(self.start(**start), *self.pieces(text), *self.stop())

    def good(self, text, body):
        """A good answer to a request."""
        return self.whole(text, model=body["model"])

    def asked(self, body):
        """The instructions and the task of a request."""
        return body["system"] + body["messages"][0]["content"][-1]["text"]

    def error(self, status, type="api_error", message="said the service", code=None, **headers):
        error = {"type": type, "message": message}
        if code:
            error["details"] = {"error_code": code}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        body = json.dumps({"type": "error", "error": error, "request_id": "req_9"}).encode()
        return Response(status, {"content-type": "application/json", "request-id": "req_9", **named}, body)

    def json(self, value, status=200):
        return Response(status, {"content-type": "application/json"}, json.dumps(value).encode())


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body are two writes, and the second waits for the first to be acknowledged: 40 ms.
    disable_nagle_algorithm = True
    service: Service

    def log_message(self, *args):
        pass

    def do_GET(self):
        self._answer(None)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        is_json = "json" in self.headers.get("content-type", "")
        self._answer(json.loads(body or b"null") if is_json else body)

    def _answer(self, body):
        service = self.service
        headers = {name.lower(): value for name, value in self.headers.items()}
        service.requests.append((self.command, self.path, headers, body))
        response = service.answering(body) if service.answering else service._responses.popleft()
        if response.raw is not None:
            self.wfile.write(response.raw)
            self.close_connection = True
            return
        self._send(response)
        with contextlib.suppress(ConnectionError):
            while response.again and not service._closing.wait(0.05):
                self.wfile.write(response.again)
        if response.hang:
            service._closing.wait()

    def _send(self, response):
        # Without a date of its own, so that a test says what time it is.
        self.send_response_only(response.status)
        for name, value in response.headers.items():
            self.send_header(name, value)
        if response.chunks:
            self._send_chunks(response)
            return
        if response.cut or response.hang or response.again:
            self.send_header("content-length", str(len(response.body) + 1_000_000))
            self.close_connection = True
        else:
            self.send_header("content-length", str(len(response.body)))
        self.end_headers()
        self.wfile.write(response.body)
        self.wfile.flush()

    def _send_chunks(self, response):
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for chunk in (response.body, *response.chunks):
            if chunk:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
        if response.cut or response.hang:
            self.close_connection = True
        else:
            self.wfile.write(b"0\r\n\r\n")
