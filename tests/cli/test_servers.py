import pytest
from providers.service import Service

from workbench.cli.exits import Exit
from workbench.content.locations import shared_notes
from workbench.content.memory import FolderMemory
from workbench.core.capabilities import Capabilities, kept_servers, name_of
from workbench.providers import loopback

MODEL = "llama3.2"


@pytest.fixture
def service(monkeypatch):
    """A server on this machine, which the environment names."""
    service = Service()
    monkeypatch.setenv("ANTHROPIC_BASE_URL", service.url)
    monkeypatch.setenv("WORKBENCH_MODEL", MODEL)
    yield service
    service.close()


@pytest.fixture
def usual(service, monkeypatch):
    """Sets the ports that servers are looked for at: that of the server, and one where nothing is."""
    gone = Service()
    gone.close()
    monkeypatch.setattr(loopback, "USUAL", {service.port: "Ollama", gone.port: "vLLM"})
    monkeypatch.setattr(loopback.servers, "__defaults__", ((service.port, gone.port),))
    return gone


def lines(ended, about):
    return [line for line in ended.out.splitlines() if line[7:].startswith(about)]


def remember(service, **found):
    server = {name_of(service.url, MODEL): Capabilities(**found)}
    FolderMemory(shared_notes()).revise("servers", lambda kept: kept_servers(server))


def test_doctor_names_what_answers_on_this_machine_and_how_to_use_it(run, service, usual):
    service.respond(service.json({"data": [{"id": MODEL}, {"id": "qwen 3\x1b[2J\n"}]}))
    ended = run("doctor", "--servers")
    (line,) = lines(ended, f"port {service.port}, Ollama's")
    assert line.startswith("ok")
    assert f"{MODEL}, qwen 3" in line
    assert lines(ended, f"use port {service.port}") == [
        f"ok     use port {service.port}: export ANTHROPIC_BASE_URL=http://127.0.0.1:{service.port}",
        f"ok     use port {service.port}: export WORKBENCH_MODEL={MODEL}",
    ]
    assert f"{usual.port} (vLLM's)" in lines(ended, "ports")[0]
    assert "\x1b" not in ended.out
    assert [path for _, path, _, _ in service.requests] == ["/v1/models"]
    assert ended.code == Exit.FINE


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (lambda s: s.error(401, "authentication_error", "no key"), "export ANTHROPIC_API_KEY="),
        (lambda s: s.json({"data": []}), "Load one"),
        (lambda s: s.error(404, "not_found_error", "no"), "no server to use"),
        (lambda s: s.json({"data": [{"id": f"m{n}"} for n in range(30)]}), "m7 and 22 more"),
        (lambda s: s.json({"data": [{"id": "a; rm -rf ~"}]}), "WORKBENCH_MODEL='a; rm -rf ~'"),
    ],
    ids=["key", "empty", "another", "many", "quoted"],
)
def test_doctor_says_what_is_in_the_way_of_using_a_server(run, service, usual, answers, said):
    service.respond(answers(service))
    assert said in run("doctor", "--servers").out


def test_the_window_of_a_server_that_was_looked_for_is_remembered_under_either_name(
    run, service, usual, monkeypatch
):
    service.respond(service.json({"data": [{"id": MODEL, "meta": {"n_ctx": 32_000}}]}))
    assert f"{MODEL} (32,000 tokens at once)" in lines(run("doctor", "--servers"), f"port {service.port}")[0]
    for name in ("127.0.0.1", "localhost"):
        monkeypatch.setenv("ANTHROPIC_BASE_URL", f"http://{name}:{service.port}/")
        assert "takes 32,000 tokens at once" in lines(run("doctor"), "server")[0]


def test_doctor_looks_for_no_server_unasked(run, service, usual):
    run("doctor")
    assert service.requests == []


def test_doctor_says_in_a_line_what_a_server_is_known_to_do(run, service):
    remember(service, schema="ignored", caching=False, window=32_000)
    (line,) = lines(run("doctor"), "server")
    assert line == (
        f"note   server: {MODEL} at {service.host}: it ignores an output schema, so it is asked for its "
        "answer's form in words; reports no cache, so every call counts in full; takes 32,000 tokens at once"
    )
    assert service.requests == []


def test_doctor_says_nothing_of_a_server_that_nothing_is_known_of(run, service):
    assert lines(run("doctor"), "server") == []


def test_doctor_online_finds_out_anew(run, service):
    remember(service, schema="ignored")
    listed = service.json({"data": [{"id": MODEL, "max_model_len": 9_000}], "has_more": False})
    service.respond(listed, listed, service.json({"input_tokens": 3}))
    (line,) = lines(run("doctor", "--online"), "server")
    assert line == (
        f"ok     server: {MODEL} at {service.host}: a first reading shows if it keeps to an output schema; "
        "counts tokens; takes 9,000 tokens at once"
    )
    assert lines(run("doctor"), "server") == [line]


def test_a_text_is_cut_into_parts_by_the_window_of_its_server(run, service, tmp_path):
    long = tmp_path / "README.md"
    long.write_text(
        "# Kettle\n\n" + "\n\n".join(f"## Part {n}\n\n{'Water boils. ' * 200}" for n in range(40))
    )
    service.answering = lambda body: service.error(401, "authentication_error", "no")
    words = ("review", long, "--yes", "--no-text-questions", "--reader", "newcomer")
    remember(service, window=24_000)
    in_parts = run(*words, "--db", tmp_path / "parts.db")
    assert {body["max_tokens"] for body in service.bodies} == {6_000}
    service.requests.clear()
    remember(service)
    whole = run(*words, "--db", tmp_path / "whole.db")
    assert {body["max_tokens"] for body in service.bodies} == {16_000}
    assert "3 calls" in whole.err
    assert "3 calls" not in in_parts.err


def test_a_window_that_the_person_set_counts_whatever_a_server_says(run, service, monkeypatch, tmp_path):
    (tmp_path / "config.toml").write_text("window = 150_000\n")
    monkeypatch.setenv("WORKBENCH_CONFIG", str(tmp_path / "config.toml"))
    (tmp_path / "README.md").write_text("# Kettle\n\nIt boils water.\n")
    remember(service, window=24_000)
    service.answering = lambda body: service.error(401, "authentication_error", "no")
    run("review", tmp_path / "README.md", "--yes", "--no-text-questions", "--reader", "newcomer")
    assert {body["max_tokens"] for body in service.bodies} == {16_000}
