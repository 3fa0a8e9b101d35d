"""Any model of Amazon Bedrock, through Converse."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import replace
from typing import Any, Final

from workbench.core.beside import beside
from workbench.core.errors import Failure, ProviderError
from workbench.core.ports import ModelInfo, Progress, Reply, Request
from workbench.providers.abilities import Abilities, KnownModels
from workbench.providers.bedrock import account, failures, setup
from workbench.providers.bedrock.clients import Clients, made_clients
from workbench.providers.bedrock.wire import WHERE, ConverseAnswer, body, events_of
from workbench.providers.blocking import END, Blocking
from workbench.providers.connections import Connection
from workbench.providers.failures import is_page
from workbench.providers.pace import Pace
from workbench.providers.structured import json_object

_CONNECT_SECONDS = 10.0


class BedrockProvider:
    """Bedrock in one region, as AWS's tools would find it.

    What a model turns out not to take is left out from then on, and its replies say so.
    """

    name: Final = "bedrock"

    def __init__(
        self,
        *,
        region: str | None = None,
        profile: str | None = None,
        endpoint: str | None = None,
        timeout: float = 600.0,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
        known: KnownModels | None = None,
    ) -> None:
        """Set a place; nothing is imported or sent until the first question.

        What is given wins over the environment and the files of AWS's tools. `timeout` is how many seconds
        the service may be silent; `now` gives seconds since the epoch.

        Raises:
            ProviderError: the endpoint cannot be used.

        """
        self._setup = setup.found(os.environ, region, profile, endpoint)
        self._profile, self._endpoint = profile, endpoint
        self._destination = self._setup.destination
        self._connection = Connection(
            self._setup.host,
            self._setup.is_loopback,
            min(_CONNECT_SECONDS, timeout),
            timeout,
            WHERE,
            "Bedrock's Converse",
            failures.http_errors,
        )
        self._troubles = failures.Troubles(self._setup, self._connection)
        self._clock = clock
        self._now = now
        self._known = known or KnownModels()
        self._clients: Clients | None = None
        self._connecting = asyncio.Lock()
        self._under_way: set[Blocking] = set()

    @property
    def destination(self) -> str:
        """The host that texts are sent to, and the region where the host does not name it."""
        return self._destination

    async def ask(self, request: Request) -> AsyncIterator[Progress | Reply]:
        """Progress while the answer comes, then the reply.

        Raises:
            ProviderError: no credentials, a refusal of any kind, or an answer that is not whole.

        """
        while True:
            can = self._known.of(request.model)
            try:
                async with aclosing(self._attempt(request, can)) as attempt:
                    async for said in attempt:
                        yield said
                return
            except ProviderError as error:
                less = can.without(_refused(error))
                if less is None:
                    raise
                self._known.learn(request.model, can, less)

    async def models(self) -> tuple[ModelInfo, ...] | None:
        """The models and inference profiles that this account has in this region.

        Raises:
            ProviderError: the list could not be had.

        """
        clients = await self._connected()
        with self._told():
            return await beside(lambda: tuple(account.offered(clients.control)), "bedrock")

    async def login(self) -> str:
        """Where the credentials come from, for a person; never what they are.

        Raises:
            ProviderError: there are none, or they cannot be had.

        """
        clients = await self._connected()
        with self._told():
            return await beside(lambda: account.credentials_from(clients.session), "bedrock")

    async def close(self) -> None:
        """Let go of connections."""
        for each in tuple(self._under_way):
            each.stop()
        if self._clients is not None:
            self._clients.runtime.close()

    async def _attempt(self, request: Request, can: Abilities) -> AsyncGenerator[Progress | Reply, None]:
        clients = await self._connected()
        started = self._clock()
        pace = Pace(self._clock)
        answer = ConverseAnswer(self._connection.host, can.fitted(request), clients.hidden)
        sent = body(answer.request, can)
        reading = Blocking(lambda blocking: self._read(clients.runtime, sent, can, blocking), "bedrock")
        self._under_way.add(reading)
        try:
            with self._told(answer):
                self._begin(answer, await self._next(reading))
                while (event := await self._next(reading)) is not END:
                    if progress := pace.after(answer.take(event)):
                        yield progress
        finally:
            self._under_way.discard(reading)
            reading.stop()
        answer.usage = replace(answer.usage, seconds=self._clock() - started)
        if answer.failure:
            raise ProviderError(answer.failure)
        yield self._reply(answer, request, can)

    def _read(
        self, runtime: Any, sent: dict[str, Any], can: Abilities, blocking: Blocking
    ) -> Generator[Any, None, None]:
        """What came with an answer, then its events, on a thread."""
        if not can.streams:
            response = runtime.converse(**sent)
            yield response["ResponseMetadata"]
            yield from events_of(response)
            return
        response = runtime.converse_stream(**sent)
        stream = response["stream"]
        try:
            # To close a stream waits for whoever reads it; to shut its socket wakes them. The stream itself
            # offers only the first.
            if shut := getattr(getattr(stream, "_raw_stream", None), "shutdown", None):
                blocking.woken_by(lambda: _quietly(shut))
            yield response["ResponseMetadata"]
            yield from _parsed(stream)
        finally:
            stream.close()

    def _begin(self, answer: ConverseAnswer, metadata: dict[str, Any]) -> None:
        headers = metadata.get("HTTPHeaders", {})
        answer.request_id = metadata.get("RequestId", "")
        answer.is_open = True
        if is_page(headers):
            raise ProviderError(self._troubles.page())

    async def _next(self, reading: Blocking) -> Any:
        """The next event of an answer; `END` after the last.

        Raises:
            ProviderError: it did not come in time.

        """
        try:
            async with asyncio.timeout(self._connection.connects_in + self._connection.answers_in):
                return await reading.next()
        except TimeoutError as error:
            raise ProviderError(self._connection.silence()) from error

    def _reply(self, answer: ConverseAnswer, request: Request, can: Abilities) -> Reply:
        found = json_object(answer.text, request.prompt.schema)
        if found is None:
            # The form was ignored, so the next attempt has to ask in another one.
            self._known.learn(request.model, can, can.after_ignored_form())
        note = can.note(request.model, self._connection.host, request.effort)
        return Reply(
            answer.text if found is None else found,
            request.model,
            answer.stop_reason,
            answer.usage,
            answer.request_id,
            (note,) if note else (),
        )

    async def _connected(self) -> Clients:
        async with self._connecting:
            if self._clients is None:
                with self._told():
                    self._clients = await beside(
                        lambda: made_clients(self._setup, self._profile, self._endpoint, self._connection),
                        "bedrock",
                    )
        return self._clients

    @contextmanager
    def _told(self, answer: ConverseAnswer | None = None) -> Iterator[None]:
        """Turn what the SDK raises into failures with a sentence.

        Raises:
            ProviderError: something expected went wrong.

        """
        try:
            yield
        except ProviderError:
            raise
        except Exception as error:
            failure = self._failure(error, answer)
            if failure is None:
                raise
            raise ProviderError(failure) from error

    def _failure(self, error: Exception, answer: ConverseAnswer | None) -> Failure | None:
        """What an exception means; None where it is a bug."""
        from botocore.exceptions import ClientError, ParamValidationError

        if isinstance(error, ClientError):
            message = str(error.response.get("Error", {}).get("Message") or "")
            message = self._clients.hidden(message) if self._clients else message
            model, request_id = (answer.request.model, answer.request_id) if answer else ("", "")
            failure = self._troubles.refusal(error, model, self._now(), message)
            return replace(failure, request_id=failure.request_id or request_id or None)
        if isinstance(error, ParamValidationError) or not isinstance(error, failures.expected()):
            return None
        return self._troubles.trouble(error, begun=answer is not None and answer.is_open)


def _parsed(stream: Any) -> Iterator[Any]:
    """The events of a stream."""
    from botocore.eventstream import ParserError

    try:
        yield from stream
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        # The SDK takes for granted that a frame holds what it should.
        raise ParserError(str(error)) from error


def _refused(error: ProviderError) -> str:
    """What the service said where it turned a request down for what is in it; empty for anything else."""
    response = getattr(error.__cause__, "response", None) or {}
    said = response.get("Error", {})
    message = str(said.get("Message", ""))
    code = str(said.get("Code", "")).lower()
    # That a model has no cache is said as if it were not allowed.
    is_about_it = code == "validationexception" or (
        code == "accessdeniedexception" and "prompt caching" in message
    )
    return message if is_about_it else ""


def _quietly(shut: Callable[[], None]) -> None:
    """Shut a connection, unless it is over already."""
    try:
        shut()
    except (OSError, RuntimeError, ValueError):
        return
