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


class Kept:
    """What a service keeps of prompts, and what it bills for each by that."""

    def __init__(self, caches=True, settles=0.0, least=1024):
        """Set whether it keeps any, when after an answer began that can be read, and from how many tokens."""
        self.caches, self.settles, self.least = caches, settles, least
        self._until = {}

    def billed(self, group, blocks, hidden=0):
        """A call of a group, and the keys of what is kept of it.

        `blocks` are the prompt in order, each with whether it is marked to be kept; `hidden` are tokens that
        the service adds before them.
        """
        beginning, sent, marked = "", hidden, []
        for text, is_marked in blocks:
            beginning += text
            sent += tokens_of(text)
            if self.caches and is_marked and sent >= self.least:
                marked.append(((*group, beginning), sent))
        now = time.monotonic()
        read = max((tokens for key, tokens in marked if self._is_kept(key, now)), default=0)
        for key, tokens in marked:
            if tokens == read:
                self._until[key] = (self._until[key][0], now + KEPT_SECONDS)
        written = max((tokens for _, tokens in marked), default=0) - read
        call = Billed(role_of(blocks[-1][0]), sent - read - written, read, written, 0)
        return call, [key for key, tokens in marked if tokens > read]

    def begun(self, keys):
        """The answer that these are kept for has begun."""
        now = time.monotonic()
        self._until |= {key: (now + self.settles, now + KEPT_SECONDS) for key in keys}

    def _is_kept(self, key, now):
        readable, until = self._until.get(key, (float("inf"), 0.0))
        return readable <= now < until


class BilledService:
    """The service: `async with BilledService(...) as service` listens at `service.url`."""

    def __init__(self, pace=None, *, caches=True, settles=0.0, least=1024, fails=0):
        """Set when, after a first event, what was kept can be read, and how many calls break off."""
        self.pace = pace or Pace()
        self.kept, self.fails = Kept(caches, settles, least), fails
        self.calls = []

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
        self.kept.begun(kept)
        if self.fails:
            self.fails -= 1
            return
        await asyncio.sleep(max(0.0, getattr(self.pace, call.role) - self.pace.first))
        text = said(body["messages"][0]["content"][-1]["text"])
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
        output, content = body.get("output_config", {}), body["messages"][0]["content"]
        schema = json.dumps(output.get("format"))
        blocks = [(body["system"], False), *((each["text"], "cache_control" in each) for each in content)]
        return self.kept.billed((body["model"], output.get("effort"), schema), blocks, tokens_of(schema))


def _write(writer, kind, **fields):
    writer.write(f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode())


def role_of(task):
    """Who is asked, by the last part of a prompt or by all of it."""
    return "reader" if "# Who you are" in task else "judge" if "# Facts" in task else "questions"


def said(task):
    """What is answered to a task, about a text that says that a kettle boils water."""
    role = role_of(task)
    if role == "questions":
        return json.dumps(_DERIVED)
    if role == "reader":
        return reader_answer("Kettle boils water")
    asked = _QUESTION.findall(task.partition("# Questions")[2])
    return judge_answer({id: "meets" for id in asked}, verdict="Publishable")
