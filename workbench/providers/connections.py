"""Why nothing, or not everything, came over a connection: a sentence with the next step."""

import json
import socket
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from workbench.core.errors import Failure, FailureKind
from workbench.core.retries import in_words
from workbench.providers.failures import BASE_URL

_EXPIRED, _OTHER_NAME = 10, 62
"""OpenSSL's codes of a certificate that is out of date, and of one for another host."""


Kinds = tuple[type[BaseException], ...]


@dataclass(frozen=True, slots=True)
class HttpErrors:
    """What an HTTP library raises, by what it means."""

    unsendable: Kinds
    """A header that cannot be sent."""
    timeout: Kinds
    connect_timeout: Kinds
    proxy: Kinds
    broken: Kinds
    """The connection ended, or what came over it is no HTTP."""
    unreadable: Kinds
    """What came cannot be decoded."""


def httpx2_errors() -> HttpErrors:
    """Those of httpx2, which carries the Messages API."""
    import httpx2

    return HttpErrors(
        (httpx2.LocalProtocolError,),
        (httpx2.TimeoutException,),
        (httpx2.ConnectTimeout,),
        (httpx2.ProxyError,),
        (httpx2.RemoteProtocolError, httpx2.ReadError),
        (httpx2.DecodingError, json.JSONDecodeError, UnicodeDecodeError),
    )


@dataclass(frozen=True, slots=True)
class Connection:
    """A server and how long it is waited for."""

    host: str
    is_loopback: bool
    connects_in: float
    """Seconds it may take until it is reached."""
    answers_in: float
    """Seconds it may be silent."""
    where: str = BASE_URL
    """What says where it is asked, as a message names it."""
    api: str = "the Messages API"
    errors: Callable[[], HttpErrors] = httpx2_errors
    """Called when something went wrong, so that no library is imported before."""

    def failure(self, error: BaseException, begun: bool = False) -> Failure:
        """What an exception of the HTTP library means; `begun` says that an answer was under way."""
        causes, errors = tuple(_causes(error)), self.errors()
        if _has(causes, errors.unsendable):
            return self.no_key()
        if _has(causes, errors.timeout) and not _has(causes, errors.connect_timeout):
            return self.silence()
        if begun:
            return Failure(FailureKind.CUT_OFF, self._broken_off(causes, errors))
        if kept_out := self._kept_out(causes):
            return kept_out
        return Failure(FailureKind.NETWORK, self._unreached(causes, errors))

    def no_key(self) -> Failure:
        """That what is set as the key cannot be one."""
        return Failure(
            FailureKind.REFUSED_KEY,
            f"The key cannot be sent to {self.host}: it holds a space, a line break or another character "
            "that no key has. Set ANTHROPIC_API_KEY to the key and nothing else.",
        )

    def silence(self) -> Failure:
        """That it took too long to say anything of an answer."""
        return Failure(
            FailureKind.TIMEOUT,
            f"{self.host} let {in_words(self.answers_in)} pass without a word of its answer. "
            "Read again, or choose a faster model.",
        )

    def _kept_out(self, causes: tuple[BaseException, ...]) -> Failure | None:
        """Why no certificate of it can be trusted; None where that is not the trouble."""
        for cause in causes:
            if isinstance(cause, ssl.SSLCertVerificationError):
                why = {_EXPIRED: "it is out of date", _OTHER_NAME: "it is for another name"}.get(
                    cause.verify_code, "nobody whom this machine trusts has signed it"
                )
                return Failure(
                    FailureKind.UNTRUSTED,
                    f"The certificate of {self.host} is not trusted here: {why}. Nothing was sent. If a "
                    "proxy reads secure connections on the way, have its certificate trusted on this "
                    f"machine; else check the clock and {self.where}. Then read again.",
                )
        return None

    def _unreached(self, causes: tuple[BaseException, ...], errors: HttpErrors) -> str:
        if _has(causes, errors.proxy):
            return (
                f"The proxy on the way to {self.host} does not let it through. "
                "Check HTTPS_PROXY, then read again."
            )
        if _has(causes, (socket.gaierror,)):
            return (
                f"The name of {self.host} cannot be looked up: this machine is offline, or the name is "
                f"wrong. Check the network and {self.where}, then read again."
            )
        if _has(causes, errors.connect_timeout):
            return (
                f"{self.host} could not be reached within {in_words(self.connects_in)}. {self._check()}, "
                "then read again."
            )
        if _has(causes, (ConnectionRefusedError,)):
            return f"Nothing answers at {self.host}. {self._check()}, then read again."
        if _has(causes, (ssl.SSLError,)):
            return (
                f"No secure connection to {self.host} could be made: it does not speak https there, or "
                f"something on the way breaks it. Check {self.where} and the network, then read again."
            )
        if _has(causes, errors.broken):
            return (
                f"{self.host} ended the connection without an answer that can be read. Read again; if that "
                f"repeats, check {self.where}."
            )
        return f"{self.host} cannot be reached. {self._check()}, then read again."

    def _check(self) -> str:
        if self.is_loopback:
            return f"Start the server, or correct {self.where}"
        return f"Check the network and {self.where}"

    def _broken_off(self, causes: tuple[BaseException, ...], errors: HttpErrors) -> str:
        if _has(causes, errors.unreadable):
            return (
                f"{self.host} sent something that is no answer of {self.api}. Read again; if that "
                f"repeats, check {self.where}, and the proxy if there is one."
            )
        return f"{self.host} broke its answer off in the middle. Read again."


def _has(causes: tuple[BaseException, ...], kinds: Kinds) -> bool:
    return any(isinstance(cause, kinds) for cause in causes)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An exception and what led to it, the members of groups included."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for member in error.exceptions:
                yield from _causes(member)
        error = error.__cause__ or error.__context__
