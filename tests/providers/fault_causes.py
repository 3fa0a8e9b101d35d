"""What breaks a reading: each sets up on a stage what the service or the program does."""

import json
import os
import socket
from pathlib import Path

from providers.fault_stage import HOST, SILENCE
from providers.service import Response, Service
from support.builders import judge_answer, reader_answer

HTML = b"<!doctype html><title>Guest network</title><script>x()</script><h1>Please log in</h1>"
PAGE_HEADERS = {"content-type": "text/html; charset=utf-8"}
EVENTS = {"content-type": "text/event-stream"}


def refuses(status, type, message, code=None, **headers):
    """The service answers with an error, each time."""
    return lambda stage: stage.says(stage.service.error(status, type, message, code, **headers))


def refuses_once(status, type, message, **headers):
    """The service answers with an error the first time, then as usual: nothing has to be mended."""

    def breaks(stage):
        error = stage.service.error(status, type, message, **headers)
        stage.response = lambda first: error if first else None

    return breaks


def aws(**variables):
    """The environment says this of AWS; None where it says nothing."""

    def breaks(stage):
        for name, value in variables.items():
            if value is None:
                stage.patch.delenv(f"AWS_{name}", raising=False)
            else:
                stage.patch.setenv(f"AWS_{name}", value)

    return breaks


def no_keys(config="", **variables):
    """There are no keys of AWS, only its configuration file."""

    def breaks(stage):
        file = stage.folder / "aws"
        file.write_text(config)
        keys = dict.fromkeys(("ACCESS_KEY_ID", "SECRET_ACCESS_KEY", "SESSION_TOKEN"))
        aws(**keys, CONFIG_FILE=str(file), **variables)(stage)

    return breaks


def broken_frame(stage):
    """A frame whose checksum is wrong, after one that is right."""
    service = stage.service
    response = service.stream(service.start(), *service.pieces('{"about": "a ket'))
    *good, last = response.chunks
    response.chunks = (*good, last[:-1] + bytes([last[-1] ^ 1]))
    stage.says(response)


def raises(kind, message):
    """An answer begins, and then Bedrock raises in the middle of it."""

    def breaks(stage):
        service = stage.service
        events = service.start(), *service.pieces('{"about": "a ket'), service.raised(kind, message)
        stage.says(service.stream(*events))

    return breaks


def responds(**values):
    return lambda stage: stage.says(Response(**values))


def answers(text):
    """A whole answer with this text."""
    return lambda stage: stage.says(stage.service.whole(text))


def ends_with(reason, **delta):
    def breaks(stage):
        service = stage.service
        stage.says(
            service.stream(
                service.start(), *service.pieces('{"about": "a ket'), *service.stop(reason, **delta)
            )
        )

    return breaks


def begins(*, error=None, **more):
    """An answer begins, and then something happens."""

    def breaks(stage):
        service = stage.service
        events = [service.start(), *service.pieces('{"about": "a ket')[:-1]]
        if error:
            events.append(("error", {"error": error}))
        stage.says(service.stream(*events, **more))

    return breaks


def without_event_lines(stage):
    response = stage.service.whole(stage.answer("skeptic"))
    lines = [line for line in response.body.splitlines() if not line.startswith(b"event:")]
    response.body = b"\n".join(lines) + b"\n\n"
    stage.says(response)


def too_slowly(breaks):
    """The same, with a service that is not waited for long."""

    def slow(stage):
        stage.silence = SILENCE
        breaks(stage)

    return slow


def only_pings(stage):
    ping = b'event: ping\ndata: {"type": "ping"}\n\n'
    stage.says(Response(headers={"content-type": "text/event-stream"}, body=ping, again=ping))


def no_key(stage):
    stage.patch.delenv("ANTHROPIC_API_KEY")
    stage.patch.delenv("ANTHROPIC_BASE_URL")


def no_provider(stage):
    stage.provider = "none"


def broken_key(stage):
    stage.patch.setenv("ANTHROPIC_API_KEY", f"{os.environ['ANTHROPIC_API_KEY']}\nexport X=1")


def nothing_listens(stage):
    gone = Service()
    gone.close()
    stage.points_to(f"http://{HOST}:{gone.port}")


def no_name(stage):
    stage.offline = True


def nobody_accepts(stage):
    """A port whose queue is full: who connects is neither let in nor turned away."""
    full = socket.socket()
    full.bind(("127.0.0.1", 0))
    full.listen(0)
    stage.closed.append(full.close)
    for _ in range(3):
        waiting = socket.socket()
        waiting.setblocking(False)
        waiting.connect_ex(full.getsockname())
        stage.closed.append(waiting.close)
    stage.points_to(f"http://{HOST}:{full.getsockname()[1]}")


def untrusted_certificate(stage):
    service = Service(certificate=Path(__file__).with_name("untrusted.pem"))
    stage.closed.append(service.close)
    stage.points_to(f"https://{HOST}:{service.port}")


def https_to_plain_http(stage):
    stage.points_to(f"https://{HOST}:{stage.service.port}")


def moved(stage):
    elsewhere = {"location": f"http://{HOST}:{stage.service.port}/elsewhere"}
    stage.says(Response(307, elsewhere))


def reader_without(key):
    value = json.loads(reader_answer("faster than any other"))
    del value[key]
    return json.dumps(value)


def judge_without_questions(stage):
    rubric = next(r for r in stage.library.rubrics if r.name == "readme")
    answered = {question.id: "meets" for question in rubric.questions[: len(rubric.questions) // 2]}
    stage.says(stage.service.whole(judge_answer(answered, verdict="Publishable")))


def runs(script, **more):
    return lambda stage: stage.runs(script, **more)


def no_program(stage):
    stage.runs("")
    stage.program.unlink()


def not_executable(stage):
    stage.runs("")
    stage.program.chmod(0o644)


def spends_the_budget(stage):
    """What is read first uses more than anybody expected."""
    stage.response = lambda first: stage.service.whole(
        stage.answer("newcomer"), model="claude-sonnet-5-5", input_tokens=400_000
    )
