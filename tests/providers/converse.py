"""A loopback Bedrock: Converse, ConverseStream and the lists of models, as botocore reads them."""

import json
import struct
from binascii import crc32

from providers.service import ANSWER, Response, Service

MODEL = "eu.anthropic.claude-test-5"
REQUEST_ID = "0b7d-1"


class Converse(Service):
    """A loopback server that speaks Bedrock's wire and answers as it is told."""

    unusable = "ValidationException"

    def stream(self, *events, **more):
        """A stream of (type, fields) events, each a frame with its two checksums."""
        headers = {
            "content-type": "application/vnd.amazon.eventstream",
            "x-amzn-requestid": REQUEST_ID,
        }
        frames = tuple(frame(kind, fields) for kind, fields in events)
        return Response(headers=headers, chunks=frames, **more)

    def start(self):
        return "messageStart", {"role": "assistant"}

    def pieces(self, *texts):
        deltas = [("contentBlockDelta", {"contentBlockIndex": 0, "delta": {"text": text}}) for text in texts]
        return *deltas, ("contentBlockStop", {"contentBlockIndex": 0})

    def arguments(self, *texts):
        """An answer that is given to the tool."""
        tool = {"toolUse": {"toolUseId": "tooluse_1", "name": "answer"}}
        deltas = [
            ("contentBlockDelta", {"contentBlockIndex": 0, "delta": {"toolUse": {"input": text}}})
            for text in texts
        ]
        opened = ("contentBlockStart", {"contentBlockIndex": 0, "start": tool})
        return opened, *deltas, ("contentBlockStop", {"contentBlockIndex": 0})

    def stop(self, reason="end_turn", **usage):
        counted = {"inputTokens": 10, "outputTokens": 7, "totalTokens": 17, **usage}
        return (
            ("messageStop", {"stopReason": reason}),
            ("metadata", {"usage": counted, "metrics": {"latencyMs": 120}}),
        )

    def whole(self, text=ANSWER, reason="end_turn", **usage):
        """A good answer, streamed."""
        return self.stream(self.start(), *self.pieces(text), *self.stop(reason, **usage))

    def good(self, text, body):
        """A good answer to a request, in the form that it asks for."""
        return self.given(text) if "toolConfig" in body else self.whole(text)

    def given(self, text=ANSWER, **usage):
        """A good answer, given to the tool."""
        return self.stream(self.start(), *self.arguments(text), *self.stop("tool_use", **usage))

    def piece(self, *content, reason="end_turn", **usage):
        """An answer in one piece, as Converse gives it."""
        counted = {"inputTokens": 10, "outputTokens": 7, "totalTokens": 17, **usage}
        message = {"role": "assistant", "content": list(content)}
        value = {"output": {"message": message}, "stopReason": reason, "usage": counted}
        response = self.json(value | {"metrics": {"latencyMs": 120}})
        response.headers["x-amzn-requestid"] = REQUEST_ID
        return response

    def error(self, status, type="InternalServerException", message="said the service", code=None, **headers):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        response = self.json({"message": message}, status)
        response.headers |= {
            "x-amzn-requestid": REQUEST_ID,
            "x-amzn-errortype": f"{type}:http://internal.amazon.com/coral/com.amazon.bedrock/",
            **named,
        }
        return response

    def raised(self, kind, message):
        """An exception in the middle of a stream, as an event for `stream`."""
        return f"!{kind}", {"message": message}

    def asked(self, body):
        """The instructions and the task of a request."""
        said = [block["text"] for block in body.get("system", ())]
        said += [block["text"] for block in body["messages"][0]["content"] if "text" in block]
        return said[0] + said[-1]


def frame(kind, fields):
    """One message of an event stream; a kind that begins with `!` is an exception."""
    is_exception = kind.startswith("!")
    headers = {
        ":message-type": "exception" if is_exception else "event",
        ":exception-type" if is_exception else ":event-type": kind.removeprefix("!"),
        ":content-type": "application/json",
    }
    named = b"".join(
        struct.pack("!B", len(name)) + name.encode() + struct.pack("!BH", 7, len(value)) + value.encode()
        for name, value in headers.items()
    )
    payload = json.dumps(fields).encode()
    prelude = struct.pack("!II", 16 + len(named) + len(payload), len(named))
    message = prelude + struct.pack("!I", crc32(prelude)) + named + payload
    return message + struct.pack("!I", crc32(message))
