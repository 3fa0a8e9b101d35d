"""Claude, or any server that speaks the Messages API. The only module that imports `anthropic`."""

import asyncio
import json
import logging
import os
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from workbench.core.capabilities import Capabilities, read_in_parts
from workbench.core.errors import Failure, FailureKind, ProviderError
from workbench.core.ports import Memory, ModelInfo, Progress, Reply, Request
from workbench.providers import addresses
from workbench.providers.connections import Connection
from workbench.providers.failures import Refusal, hidden, is_page, quoted, retry_after, secrets_of
from workbench.providers.known_server import KnownServer
from workbench.providers.limit_headers import allowances
from workbench.providers.listed_models import model_info, refused_window, window_of
from workbench.providers.messages import Answer, body
from workbench.providers.pace import Pace
from workbench.providers.structured import begins_in_json, json_object

if TYPE_CHECKING:
    from anthropic import APIStatusError, AsyncAnthropic, AsyncStream
    from anthropic.types import RawMessageStreamEvent

_CONNECT_SECONDS = 10.0
_NO_KEY_NEEDED = "none"
_END = object()
_UNSENDABLE = re.compile("[^!-~]")
"""What no key holds, and what the HTTP library would repeat, key and all, when it refuses to send it."""


class AnthropicProvider:
    """The Messages API behind one base URL.

    A model whose server refuses or ignores an output schema is asked for it in words from then on, and
    its replies say so. Where there is a memory, later runs know that, and the rest of what was found out.
    """

    name: Final = "anthropic"

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 600.0,
        memory: Memory | None = None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Set an address; nothing is imported or sent until the first question.

        `base_url` and `api_key` win over the environment. `timeout` is how many seconds the service may
        be silent, which it is too while it only says that it is still there; `now` gives seconds since the
        epoch.

        Raises:
            ProviderError: the base URL cannot be used.

        """
        self._address = addresses.address(base_url or addresses.base_url(os.environ))
        self._api_key = api_key
        self._connection = Connection(
            self._address.host, self._address.is_loopback, min(_CONNECT_SECONDS, timeout), timeout
        )
        self._clock = clock
        self._now = now
        self._client: AsyncAnthropic | None = None
        self._connecting = asyncio.Lock()
        self._known = KnownServer(self._address.place, memory)
        self._secrets: frozenset[str] = frozenset()
        """What was sent that nobody may read."""

    @property
    def destination(self) -> str:
        """The host that texts are sent to."""
        return self._address.host

    async def ask(self, request: Request) -> AsyncIterator[Progress | Reply]:
        """Progress while the answer comes, then the reply.

        Raises:
            ProviderError: no credentials, a refusal of any kind, or an answer that is not whole.

        """
        while True:
            known = await self._known.of(request.model)
            try:
                async with aclosing(self._attempt(request, known)) as attempt:
                    async for said in attempt:
                        yield said
                return
            except ProviderError as error:
                if window := _too_small(error):
                    await self._known.learn(request.model, window=window)
                    raise _with_parts_to_come(error, window) from error.__cause__
                if known.wants_words or not _refuses_schema(error):
                    raise
                await self._known.learn(request.model, schema="refused")

    async def models(self) -> tuple[ModelInfo, ...] | None:
        """The models on offer; None where the server has no list of them.

        Raises:
            ProviderError: the list could not be had.

        """
        client = await self._connected()
        import anthropic

        with self._told():
            try:
                listed = [model_info(model) async for model in client.models.list(limit=1000)]
            except anthropic.NotFoundError:
                return None
        return tuple(listed) or None

    async def known(self, model: str) -> Capabilities:
        """What is known of a model; asks nobody."""
        return await self._known.of(model)

    async def find_out(self, offered: Iterable[ModelInfo], model: str) -> Capabilities:
        """What the server says of a model, in place of what was known; only a reading shows the rest.

        It is sent one word to be counted. `offered` is its list of models.

        Raises:
            ProviderError: it could not be asked.

        """
        client = await self._connected()
        listed = next((each.max_input for each in offered if each.id == model), None)
        window = listed or window_of(await self._unless_refused(client.models.retrieve(model)))
        hello: Any = [{"role": "user", "content": "Hello."}]
        counted = await self._unless_refused(client.messages.count_tokens(model=model, messages=hello))
        counting = isinstance(getattr(counted, "input_tokens", None), int)
        await self._known.learn(model, schema=None, caching=None, counting=counting, window=window)
        return await self._known.of(model)

    async def _unless_refused(self, asked: Awaitable[object]) -> object:
        """What a server answers; None where it turns the request down."""
        import anthropic

        with self._told():
            try:
                return await asked
            except anthropic.APIStatusError:
                return None

    async def close(self) -> None:
        """Let go of connections."""
        if self._client is not None:
            await self._client.close()

    async def _attempt(self, request: Request, known: Capabilities) -> AsyncGenerator[Progress | Reply, None]:
        client = await self._connected()
        started = self._clock()
        pace = Pace(self._clock)
        answer = Answer(self.destination, request, self._hidden)
        sent = body(request, known.wants_words)
        with self._told(request.model):
            async with await client.messages.create(**sent, stream=True) as stream:
                headers = stream.response.headers
                self._secrets |= secrets_of(stream.response.request.headers)
                answer.request_id = headers.get("request-id", "")
                answer.is_page = is_page(headers)
                limits = allowances(headers, self._now())
                while (event := await self._next(stream)) is not _END:
                    if progress := pace.after(answer.take(event)):
                        told = answer.usage if answer.usage.input is not None else None
                        yield replace(progress, limits=limits, usage=told)
                        limits = ()
        answer.usage = replace(answer.usage, seconds=self._clock() - started)
        if failure := answer.failure or (None if self._address.is_official else answer.unread):
            if failure.kind is FailureKind.OUT_OF_ROOM and not begins_in_json(answer.text):
                await self._learn_from(answer, None, known)
            raise ProviderError(failure)
        yield await self._reply(answer, known)

    async def _next(self, stream: "AsyncStream[RawMessageStreamEvent]") -> object:
        """The next event of an answer, whatever a server may pass off as one; `_END` after the last.

        The SDK passes over those that only say that the service is still there, so without a limit of our
        own they could go on for ever.

        Raises:
            ProviderError: it did not come in time.

        """
        try:
            async with asyncio.timeout(self._connection.answers_in):
                return await anext(stream, _END)
        except TimeoutError as error:
            raise ProviderError(self._connection.silence()) from error

    def _hidden(self, text: str) -> str:
        """A text without what nobody may read."""
        return hidden(text, self._secrets)

    async def _reply(self, answer: Answer, known: Capabilities) -> Reply:
        request = answer.request
        found = json_object(answer.text, request.prompt.schema)
        await self._learn_from(answer, found, known)
        notes = []
        if known.wants_words:
            effort = f", and the effort {request.effort} was not sent" if request.effort else ""
            notes.append(
                f"{request.model} at {self.destination} keeps to no output schema: "
                f"it was asked for in words{effort}."
            )
        return Reply(
            answer.text if found is None else found,
            answer.model or request.model,
            answer.stop_reason,
            answer.usage,
            answer.request_id,
            tuple(notes),
        )

    async def _learn_from(self, answer: Answer, found: str | None, known: Capabilities) -> None:
        """Keep what an answer shows: whether a schema was kept to, and whether a cache is reported."""
        model = answer.request.model
        if not known.wants_words:
            if found is None:
                # One bad answer of a server that did keep to a schema is no reason to doubt it for ever.
                lasting = known.schema != "kept" and not self._address.is_official
                await self._known.learn(model, lasting=lasting, schema="ignored")
            elif found == answer.text.strip():
                await self._known.learn(model, schema="kept")
        reports = answer.usage.cache_read is not None or answer.usage.cache_written is not None
        if reports or known.caching is None:
            await self._known.learn(model, caching=reports)

    async def _connected(self) -> "AsyncAnthropic":
        async with self._connecting:
            if self._client is None:
                # Importing the SDK takes over a second: in a thread, the screen stays alive meanwhile.
                self._client = await asyncio.to_thread(self._made_client)
        return self._client

    def _made_client(self) -> "AsyncAnthropic":
        import anthropic

        # Without a handler the SDK's warnings would be printed across the screen.
        logging.getLogger("anthropic").addHandler(logging.NullHandler())
        with self._told():
            client = anthropic.AsyncAnthropic(
                api_key=self._api_key,
                base_url=self._address.url,
                timeout=anthropic.Timeout(self._connection.answers_in, connect=self._connection.connects_in),
                max_retries=0,
                open_telemetry=False,
                # A redirect, or a proxy before a server on this machine, would carry a text elsewhere.
                http_client=anthropic.DefaultAsyncHttpxClient(
                    follow_redirects=False, trust_env=not self._address.is_loopback
                ),
            )
        if self._address.is_loopback and not _carries_credentials(client):
            client.api_key = _NO_KEY_NEEDED
        if _UNSENDABLE.search(client.api_key or client.auth_token or ""):
            raise ProviderError(self._connection.no_key())
        return client

    @contextmanager
    def _told(self, model: str = "") -> Iterator[None]:
        """Turn what the SDK raises into failures with a sentence.

        Raises:
            ProviderError: something expected went wrong.

        """
        import anthropic
        import httpx2

        try:
            yield
        except anthropic.APIStatusError as error:
            limits = allowances(error.response.headers, self._now())
            raise ProviderError(self._refusal(model, error).failure, limits) from error
        except anthropic.APIConnectionError as error:
            raise ProviderError(self._connection.failure(error)) from error
        except anthropic.AnthropicError as error:
            raise ProviderError(self._without_credentials(str(error))) from error
        except TypeError as error:
            if "authentication method" not in str(error):
                raise
            raise ProviderError(self._without_credentials()) from error
        except (httpx2.RequestError, json.JSONDecodeError, UnicodeDecodeError) as error:
            raise ProviderError(self._connection.failure(error, begun=True)) from error

    def _refusal(self, model: str, error: "APIStatusError") -> Refusal:
        self._secrets |= secrets_of(error.request.headers)
        now = self._now()
        return Refusal(
            self.destination,
            model,
            error.status_code,
            error.type or "",
            error.error_code or "",
            self._hidden(_said(error)),
            retry_after(error.response.headers, now),
            error.request_id,
            now,
            is_page(error.response.headers),
        )

    def _without_credentials(self, why: str = "") -> Failure:
        said = f" ({quoted(why)})" if why else ""
        return Failure(
            FailureKind.NO_CREDENTIALS,
            f"There is no key and no login for {self.destination}{said}. "
            "Set ANTHROPIC_API_KEY, or choose another provider: `workbench doctor` names them.",
        )


def has_credentials() -> bool:
    """Whether the SDK finds credentials, without asking anyone whether they work.

    Imports the SDK, which takes over a second: call it in a thread.

    Raises:
        ProviderError: there are credentials, but they cannot be read.

    """
    import anthropic

    try:
        with anthropic.Anthropic(open_telemetry=False) as client:
            return _carries_credentials(client)
    except anthropic.AnthropicError as error:
        sentence = f"The login cannot be read ({quoted(str(error))}). Log in again, or set ANTHROPIC_API_KEY."
        raise ProviderError(Failure(FailureKind.NO_CREDENTIALS, sentence)) from error


def _carries_credentials(client: Any) -> bool:
    headers = {name.lower() for name in client.default_headers}
    return client.credentials is not None or bool(headers & {"authorization", "x-api-key"})


def _too_small(error: ProviderError) -> int | None:
    """The window of a model for which a request was too long; None where the server does not name it."""
    if error.failure.kind is not FailureKind.TOO_LONG:
        return None
    return refused_window(str(getattr(error.__cause__, "body", "")))


def _with_parts_to_come(error: ProviderError, window: int) -> ProviderError:
    """What failed since a request was too long, with what comes of a window that is known now."""
    if not read_in_parts(window):
        return error
    said = (
        f"{error.failure.message} From the next start on it is read in parts that fit into {window:,} "
        "tokens, unless `window` in config.toml says more."
    )
    return ProviderError(replace(error.failure, message=said), error.limits)


def _refuses_schema(error: ProviderError) -> bool:
    """Whether a server turned the request down because it knows no output schemas."""
    said = str(getattr(error.__cause__, "body", ""))
    is_about_schema = any(word in said for word in ("output_config", "output_format", "json_schema"))
    return error.failure.kind is FailureKind.BAD_REQUEST and is_about_schema and "effort" not in said


def _said(error: "APIStatusError") -> str:
    """What a service says of an error, in the API's form or whatever it sent."""
    body = error.body
    found = error.api_message
    if not found and isinstance(body, dict):
        values = (body.get(key) for key in ("message", "detail", "error"))
        found = next((value for value in values if value and isinstance(value, str)), None)
    return found or (body if isinstance(body, str) else "")
