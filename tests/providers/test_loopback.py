import socket
import threading
import time

import pytest
from providers.service import Response, Service

from workbench.core.ports import ModelInfo
from workbench.providers import loopback
from workbench.providers.loopback import USUAL, Found, servers

OPENAI = {
    "object": "list",
    "data": [{"id": "llama3.2", "object": "model"}, {"id": "qwen3", "meta": {"n_ctx": 32_000}}],
}
HERE = {"127.0.0.1", "::1", "localhost"}


@pytest.fixture
def listener():
    """A port that takes connections and does with each what it is told."""
    made = []

    def listen(answer):
        server = socket.create_server(("127.0.0.1", 0))
        made.append(server)

        def serve():
            with server.accept()[0] as connection:
                connection.recv(4096)
                answer(connection)

        threading.Thread(target=serve, daemon=True).start()
        return server.getsockname()[1]

    yield listen
    for server in made:
        server.close()


@pytest.fixture
def closed():
    """A port at which nothing listens."""
    service = Service()
    service.close()
    return service.port


async def test_a_server_gives_its_models_and_is_sent_nothing_but_the_request_for_them(service):
    service.respond(service.json(OPENAI))
    assert await servers([service.port]) == (
        Found(service.port, 200, (ModelInfo("llama3.2"), ModelInfo("qwen3", 32_000))),
    )
    ((method, path, headers, body),) = service.requests
    assert (method, path, body) == ("GET", "/v1/models", None)
    assert set(headers) <= {"host", "accept", "accept-encoding"}


async def test_the_usual_ports_are_asked_on_this_machine_alone(monkeypatch):
    asked = []

    def connect(address, *rest, **more):
        asked.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.example:3128")
    found = await servers()
    assert {host for host, _ in asked} <= HERE
    assert [port for _, port in sorted(asked)] == sorted(USUAL)
    assert not any(each.listens for each in found)


async def test_what_does_not_listen_is_told_from_what_does(service, closed):
    service.respond(service.json(OPENAI))
    found = await servers([closed, service.port])
    assert [each.listens for each in found] == [False, True]


async def test_a_server_that_wants_a_key_is_told(service):
    service.respond(service.error(401, "authentication_error", "x-api-key header is required"))
    (found,) = await servers([service.port])
    assert found.wants_key and found.models is None


@pytest.mark.parametrize(
    "response",
    [
        Response(404, {"content-type": "text/html"}, b"<h1>Not Found</h1>"),
        Response(200, {"content-type": "text/html"}, b"<h1>A shop</h1>"),
        Response(200, {}, b"\xff\xfe"),
        Response(200, {}, b'{"data": 7}'),
        Response(200, {}, b"[" * 100_000),
        Response(200, {}, b'{"data": [{"id": "' + b"x" * 1_100_000 + b'"}]}'),
        Response(302, {"location": "http://other.example/v1/models"}, b""),
    ],
    ids=["404", "page", "bytes", "no list", "deep", "long", "moved"],
)
async def test_another_sort_of_server_is_told_by_its_status_and_not_followed(service, response):
    service.respond(response)
    (found,) = await servers([service.port])
    assert (found.status, found.models, found.listens) == (response.status, None, True)
    assert len(service.requests) == 1


async def test_entries_of_a_list_that_are_no_models_are_passed_over(service):
    service.respond(service.json({"data": [{"id": 7}, "x", {"name": "y"}, {"id": "z"}]}))
    (found,) = await servers([service.port])
    assert found.models == (ModelInfo("z"),)


@pytest.mark.parametrize("said", [b"\x16\x03\x00 hello\r\n\r\n", b""], ids=["no HTTP", "nothing"])
async def test_what_speaks_no_http_is_no_server(listener, said):
    (found,) = await servers([listener(lambda connection: connection.sendall(said))])
    assert (found.status, found.models, found.listens) == (None, None, True)


async def test_what_is_silent_or_endless_is_not_waited_for_for_long(listener, monkeypatch):
    monkeypatch.setattr(loopback, "_PATIENCE", 0.2)
    over = threading.Event()

    def drip(connection):
        connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
        while not over.wait(0.05):
            connection.sendall(b" ")

    ports = [listener(lambda connection: over.wait()), listener(drip)]
    started = time.monotonic()
    silent, endless = await servers(ports)
    assert time.monotonic() - started < 20, "and not for ever"
    over.set()
    assert (silent.status, endless.status, endless.models) == (None, 200, None)
