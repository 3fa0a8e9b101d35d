"""Claude, or any server that speaks the Messages API. The only module that imports `anthropic`."""

import asyncio
import json
import logging
import os
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import Failure, FailureKind, ProviderError
from workbench.core.ports import ModelInfo, Progress, Reply, Request
from workbench.providers import addresses
from workbench.providers.connections import Connection
from workbench.providers.failures import Refusal, hidden, is_page, quoted, retry_after, secrets_of
from workbench.providers.limit_headers import allowances
from workbench.providers.messages import Answer, body
from workbench.providers.pace import Pace
from workbench.providers.structured import json_object

if TYPE_CHECKING:
    from anthropic import APIStatusError, AsyncAnthropic, AsyncStream
    from anthropic.types import ModelInfo as ListedModel
    from anthropic.types import RawMessageStreamEvent

_CONNECT_SECONDS = 10.0
_NO_KEY_NEEDED = "none"
_END = object()
_UNSENDABLE = re.compile("[^!-~]")
"""What no key holds, and what the HTTP library would repeat, key and all, when it refuses to send it."""


class AnthropicProvider:
    """The Messages API behind one base URL.

    A model whose server refuses or ignores an output schema is asked for it in words from then on, and
    its replies say so.
    """

    name: Final = "anthropic"

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 600.0,
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
        self._asked_in_words: set[str] = set()
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
            asked_in_words = request.model in self._asked_in_words
            try:
                async with aclosing(self._attempt(request, asked_in_words)) as attempt:
                    async for said in attempt:
                        yield said
                return
            except ProviderError as error:
                if asked_in_words or not _refuses_schema(error):
                    raise
                self._asked_in_words.add(request.model)

    async def models(self) -> tuple[ModelInfo, ...] | None:
        """The models on offer; None where the server has no list of them.

        Raises:
            ProviderError: the list could not be had.

        """
        client = await self._connected()
        import anthropic

        with self._told():
            try:
                listed = [_model_info(model) async for model in client.models.list(limit=1000)]
            except anthropic.NotFoundError:
                return None
        return tuple(listed) or None

    async def close(self) -> None:
        """Let go of connections."""
        if self._client is not None:
            await self._client.close()

    async def _attempt(
        self, request: Request, asked_in_words: bool
    ) -> AsyncGenerator[Progress | Reply, None]:
        client = await self._connected()
        started = self._clock()
        pace = Pace(self._clock)
        answer = Answer(self.destination, request, self._hidden)
        sent = body(request, asked_in_words)
        with self._told(request.model):
            async with await client.messages.create(**sent, stream=True) as stream:
                headers = stream.response.headers
                self._secrets |= secrets_of(stream.response.request.headers)
                answer.request_id = headers.get("request-id", "")
                answer.is_page = is_page(headers)
                limits = allowances(headers, self._now())
                while (event := await self._next(stream)) is not _END:
                    if progress := pace.after(answer.take(event)):
                        yield replace(progress, limits=limits)
                        limits = ()
        answer.usage = replace(answer.usage, seconds=self._clock() - started)
        if answer.failure:
            raise ProviderError(answer.failure)
        yield self._reply(answer, asked_in_words)

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

    def _reply(self, answer: Answer, asked_in_words: bool) -> Reply:
        request = answer.request
        found = json_object(answer.text, request.prompt.schema)
        if found is None:
            # The schema was ignored, so the next attempt has to put it into words.
            self._asked_in_words.add(request.model)
        notes = []
        if asked_in_words:
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


def _model_info(model: "ListedModel") -> ModelInfo:
    # Servers that imitate the API leave out what they do not know, whatever the SDK's types promise.
    capabilities = getattr(model, "capabilities", None)
    structured = getattr(capabilities, "structured_outputs", None)
    retires = getattr(model, "retires_at", None)
    return ModelInfo(
        model.id,
        getattr(model, "max_input_tokens", None),
        getattr(model, "max_tokens", None),
        retires.date().isoformat() if retires else None,
        getattr(structured, "supported", None),
    )
