"""Why nothing, or not everything, came over a connection: a sentence with the next step."""

import json
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.core.errors import Failure, FailureKind
from workbench.core.retries import in_words
from workbench.providers.failures import BASE_URL

_EXPIRED, _OTHER_NAME = 10, 62
"""OpenSSL's codes of a certificate that is out of date, and of one for another host."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A server and how long it is waited for."""

    host: str
    is_loopback: bool
    connects_in: float
    """Seconds it may take until it is reached."""
    answers_in: float
    """Seconds it may be silent."""

    def failure(self, error: BaseException, begun: bool = False) -> Failure:
        """What an exception of the HTTP library means; `begun` says that an answer was under way."""
        import httpx2

        causes = tuple(_causes(error))
        if _has(causes, httpx2.LocalProtocolError):
            return self.no_key()
        if _has(causes, httpx2.TimeoutException) and not _has(causes, httpx2.ConnectTimeout):
            return self.silence()
        if begun:
            return Failure(FailureKind.CUT_OFF, self._broken_off(causes))
        if kept_out := self._kept_out(causes):
            return kept_out
        return Failure(FailureKind.NETWORK, self._unreached(causes))

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
                    f"machine; else check the clock and {BASE_URL}. Then read again.",
                )
        return None

    def _unreached(self, causes: tuple[BaseException, ...]) -> str:
        import httpx2

        if _has(causes, socket.gaierror):
            return (
                f"The name of {self.host} cannot be looked up: this machine is offline, or the name is "
                f"wrong. Check the network and {BASE_URL}, then read again."
            )
        if _has(causes, httpx2.ConnectTimeout):
            return (
                f"{self.host} could not be reached within {in_words(self.connects_in)}. {self._check()}, "
                "then read again."
            )
        if _has(causes, ConnectionRefusedError):
            return f"Nothing answers at {self.host}. {self._check()}, then read again."
        if _has(causes, httpx2.ProxyError):
            return (
                f"The proxy on the way to {self.host} does not let it through. "
                "Check HTTPS_PROXY, then read again."
            )
        if _has(causes, ssl.SSLError):
            return (
                f"No secure connection to {self.host} could be made: it does not speak https there, or "
                f"something on the way breaks it. Check {BASE_URL} and the network, then read again."
            )
        if _has(causes, httpx2.RemoteProtocolError, httpx2.ReadError):
            return (
                f"{self.host} ended the connection without an answer that can be read. Read again; if that "
                f"repeats, check {BASE_URL}."
            )
        return f"{self.host} cannot be reached. {self._check()}, then read again."

    def _check(self) -> str:
        if self.is_loopback:
            return f"Start the server, or correct {BASE_URL}"
        return f"Check the network and {BASE_URL}"

    def _broken_off(self, causes: tuple[BaseException, ...]) -> str:
        import httpx2

        if _has(causes, httpx2.DecodingError, json.JSONDecodeError, UnicodeDecodeError):
            return (
                f"{self.host} sent something that is no answer of the Messages API. Read again; if that "
                f"repeats, check {BASE_URL}, and the proxy if there is one."
            )
        return f"{self.host} broke its answer off in the middle. Read again."


def _has(causes: tuple[BaseException, ...], *kinds: type[BaseException]) -> bool:
    return any(isinstance(cause, kinds) for cause in causes)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An exception and what led to it, the members of groups included."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for member in error.exceptions:
                yield from _causes(member)
        error = error.__cause__ or error.__context__
