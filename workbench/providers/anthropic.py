"""Claude, or any server that speaks the Messages API. The only module that imports `anthropic`."""

import asyncio
import json
import logging
import os
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import Failure, FailureKind, ProviderError
from workbench.core.ports import ModelInfo, Progress, Reply, Request
from workbench.providers import addresses
from workbench.providers.failures import Refusal, quoted, retry_after
from workbench.providers.messages import Answer, body
from workbench.providers.pace import Pace
from workbench.providers.structured import json_object

if TYPE_CHECKING:
    from anthropic import APIConnectionError, APIStatusError, AsyncAnthropic
    from anthropic.types import ModelInfo as ListedModel

_CONNECT_SECONDS = 10.0
_NO_KEY_NEEDED = "none"


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
    ) -> None:
        """Set an address; nothing is imported or sent until the first question.

        `base_url` and `api_key` win over the environment. `timeout` is how many seconds the service may
        be silent.

        Raises:
            ProviderError: the base URL cannot be used.

        """
        self._address = addresses.address(base_url or addresses.base_url(os.environ))
        self._api_key = api_key
        self._timeout = timeout
        self._clock = clock
        self._client: AsyncAnthropic | None = None
        self._connecting = asyncio.Lock()
        self._asked_in_words: set[str] = set()

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
        answer = Answer(self.destination, request)
        sent = body(request, asked_in_words)
        with self._told(request.model):
            async with await client.messages.create(**sent, stream=True) as stream:
                answer.request_id = stream.response.headers.get("request-id", "")
                async for event in stream:
                    if progress := pace.after(answer.take(event)):
                        yield progress
        answer.usage = replace(answer.usage, seconds=self._clock() - started)
        if answer.failure:
            raise ProviderError(answer.failure)
        yield self._reply(answer, asked_in_words)

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
                timeout=anthropic.Timeout(self._timeout, connect=min(_CONNECT_SECONDS, self._timeout)),
                max_retries=0,
                open_telemetry=False,
                # A redirect, or a proxy before a server on this machine, would carry a text elsewhere.
                http_client=anthropic.DefaultAsyncHttpxClient(
                    follow_redirects=False, trust_env=not self._address.is_loopback
                ),
            )
        if self._address.is_loopback and not _carries_credentials(client):
            client.api_key = _NO_KEY_NEEDED
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
            raise ProviderError(self._refusal(model, error).failure) from error
        except anthropic.APIConnectionError as error:
            raise ProviderError(self._unconnected(error)) from error
        except anthropic.AnthropicError as error:
            raise ProviderError(self._without_credentials(str(error))) from error
        except TypeError as error:
            if "authentication method" not in str(error):
                raise
            raise ProviderError(self._without_credentials()) from error
        except httpx2.TimeoutException as error:
            raise ProviderError(self._silent()) from error
        except (httpx2.RequestError, json.JSONDecodeError) as error:
            sentence = f"{self.destination} broke its answer off ({quoted(str(error))}). Read again."
            raise ProviderError(Failure(FailureKind.CUT_OFF, sentence)) from error

    def _refusal(self, model: str, error: "APIStatusError") -> Refusal:
        return Refusal(
            self.destination,
            model,
            error.status_code,
            error.type or "",
            error.error_code or "",
            error.api_message or "",
            retry_after(error.response.headers, time.time()),
            error.request_id,
        )

    def _unconnected(self, error: "APIConnectionError") -> Failure:
        import anthropic
        import httpx2

        if isinstance(error, anthropic.APITimeoutError):
            return self._silent()
        cause = error.__cause__
        if isinstance(cause, httpx2.LocalProtocolError):
            return Failure(
                FailureKind.REFUSED_KEY,
                f"The request to {self.destination} cannot be sent ({quoted(str(cause))}). "
                "Check that ANTHROPIC_API_KEY holds the key and nothing else.",
            )
        why = f" ({quoted(str(cause))})" if cause else ""
        next_step = "Start the server" if self._address.is_loopback else "Check the network"
        return Failure(
            FailureKind.NETWORK,
            f"{self.destination} cannot be reached{why}. {next_step}, or correct the base URL.",
        )

    def _silent(self) -> Failure:
        return Failure(
            FailureKind.TIMEOUT,
            f"{self.destination} was silent for {self._timeout:g} seconds. "
            "Read again, or choose a faster model.",
        )

    def _without_credentials(self, why: str = "") -> Failure:
        said = f" ({quoted(why)})" if why else ""
        return Failure(
            FailureKind.NO_CREDENTIALS,
            f"There are no credentials for {self.destination}{said}. "
            "Set ANTHROPIC_API_KEY, or choose another provider.",
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
        sentence = (
            f"The credentials cannot be read ({quoted(str(error))}). Log in again, or set ANTHROPIC_API_KEY."
        )
        raise ProviderError(Failure(FailureKind.NO_CREDENTIALS, sentence)) from error


def _carries_credentials(client: Any) -> bool:
    headers = {name.lower() for name in client.default_headers}
    return client.credentials is not None or bool(headers & {"authorization", "x-api-key"})


def _refuses_schema(error: ProviderError) -> bool:
    """Whether a server turned the request down because it knows no output schemas."""
    said = str(getattr(error.__cause__, "body", ""))
    is_about_schema = any(word in said for word in ("output_config", "output_format", "json_schema"))
    return error.failure.kind is FailureKind.BAD_REQUEST and is_about_schema and "effort" not in said


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
