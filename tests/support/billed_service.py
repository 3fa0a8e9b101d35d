"""A service on loopback that caches and bills as the Messages API is documented to.

What is kept goes by model, effort, output schema and the exact beginning of a prompt up to a marked block. It
can be read once the answer that it was kept for has begun, for five minutes after each use, and only from so
many tokens on. What was kept costs a tenth to read and a quarter more to write; here it is only counted.
"""

import asyncio
import json
import re
import time
from dataclasses import dataclass

from support.builders import judge_answer, reader_answer

KEPT_SECONDS = 300.0
CHARACTERS = 3.2
"""Characters a token: a tokenizer that counts a quarter more than the estimate does."""
_QUESTION = re.compile(r"^## (\w+)", re.MULTILINE)
_DERIVED = {
    "questions": [
        {
            "quote": "Kettle boils water",
            "ask": f"Does it {what}?",
            "meets": "It does.",
            "fails": "It does not.",
        }
        for what in ("boil water", "say how long boiling takes", "name what it needs", "stop by itself")
    ]
}


def tokens_of(text):
    """What the service counts a text as."""
    return round(len(text) / CHARACTERS)


@dataclass
class Billed:
    """One call as it is billed."""

    role: str
    input: int
    read: int
    written: int
    output: int
    began: float = 0.0
    ended: float = 0.0

    @property
    def sent(self):
        """Every token of the prompt."""
        return self.input + self.read + self.written

    @property
    def units(self):
        """What the prompt costs, in tokens that are neither read nor written."""
        return self.input + 0.1 * self.read + 1.25 * self.written


@dataclass(frozen=True)
class Pace:
    """How fast it answers."""

    first: float = 0.5
    """Seconds until the first event."""
    reader: float = 0.5
    judge: float = 0.5
    questions: float = 0.5
    """Seconds of a whole answer of each role."""


class BilledService:
    """The service: `async with BilledService(...) as service` listens at `service.url`."""

    def __init__(self, pace=None, *, caches=True, settles=0.0, least=1024, fails=0):
        """Set when, after a first event, what was kept can be read, and how many calls break off."""
        self.pace = pace or Pace()
        self.caches, self.settles, self.least, self.fails = caches, settles, least, fails
        self.calls = []
        self._kept = {}

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_):
        self._server.close()

    async def _connected(self, reader, writer):
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = int(re.search(r"content-length: (\d+)", head, re.IGNORECASE)[1])
            await self._answer(json.loads(await reader.readexactly(length)), writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _answer(self, body, writer):
        call, kept = self._billed(body)
        self.calls.append(call)
        call.began = time.perf_counter()
        await asyncio.sleep(self.pace.first)
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")
        usage = {
            "input_tokens": call.input,
            "cache_read_input_tokens": call.read,
            "cache_creation_input_tokens": call.written,
            "cache_creation": {"ephemeral_5m_input_tokens": call.written, "ephemeral_1h_input_tokens": 0},
            "output_tokens": 1,
        }
        message = {"id": "m", "type": "message", "role": "assistant", "model": body["model"], "content": []}
        _write(writer, "message_start", message={**message, "stop_reason": None, "usage": usage})
        await writer.drain()
        now = time.monotonic()
        self._kept |= {key: (now + self.settles, now + KEPT_SECONDS) for key in kept}
        if self.fails:
            self.fails -= 1
            return
        await asyncio.sleep(max(0.0, getattr(self.pace, call.role) - self.pace.first))
        text = _said(call.role, body)
        _write(writer, "content_block_start", index=0, content_block={"type": "text", "text": ""})
        _write(writer, "content_block_delta", index=0, delta={"type": "text_delta", "text": text})
        _write(writer, "content_block_stop", index=0)
        call.output, call.ended = tokens_of(text), time.perf_counter()
        stop = {"stop_reason": "end_turn", "stop_sequence": None}
        _write(writer, "message_delta", delta=stop, usage={"output_tokens": call.output})
        _write(writer, "message_stop")
        await writer.drain()

    def _billed(self, body):
        """A call, and the keys of what it has kept."""
        output = body.get("output_config", {})
        schema, effort = json.dumps(output.get("format")), output.get("effort")
        beginning, sent = "", tokens_of(schema)
        marked = []
        for block in [{"text": body["system"]}, *body["messages"][0]["content"]]:
            beginning += block["text"]
            sent += tokens_of(block["text"])
            if self.caches and "cache_control" in block and sent >= self.least:
                marked.append(((body["model"], effort, schema, beginning), sent))
        now = time.monotonic()
        read = max((sent for key, sent in marked if self._is_kept(key, now)), default=0)
        if read:
            key = next(key for key, sent in marked if sent == read)
            self._kept[key] = (self._kept[key][0], now + KEPT_SECONDS)
        written = max((sent for _, sent in marked), default=0) - read
        call = Billed(_role(body), sent - read - written, read, written, 0)
        return call, [key for key, tokens in marked if tokens > read]

    def _is_kept(self, key, now):
        readable, until = self._kept.get(key, (float("inf"), 0.0))
        return readable <= now < until


def _write(writer, kind, **fields):
    writer.write(f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode())


def _role(body):
    task = _task(body)
    return "reader" if "# Who you are" in task else "judge" if "# Facts" in task else "questions"


def _task(body):
    return body["messages"][0]["content"][1]["text"]


def _said(role, body):
    """What each role answers about a text that says that a kettle boils water."""
    if role == "questions":
        return json.dumps(_DERIVED)
    if role == "reader":
        return reader_answer("Kettle boils water")
    asked = _QUESTION.findall(_task(body))
    return judge_answer({id: "meets" for id in asked}, verdict="Publishable")
