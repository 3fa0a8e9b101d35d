"""What a service's refusal means, as a sentence with the next step."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from html import unescape
from math import ceil, isfinite

from workbench.core.errors import RETRIED, Failure, FailureKind
from workbench.core.retries import LONGEST_TOLD, LONGEST_WAIT

BASE_URL = "the base URL (ANTHROPIC_BASE_URL)"
"""Where a service is asked, as a message names it."""
_LONGEST = 300
_MOST_OF_A_PAGE = 5000
_SHORTEST_SECRET = 8
_SECRET_NAMES = re.compile("auth|key|token|secret|cookie")
_UNSEEN = re.compile(r"<(script|style)\b.*?</\1\s*>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
_TAGS = re.compile(r"<[^<>]*>")
_SPENT_CODES = frozenset(
    {
        "contract_spend_limit_reached",
        "enforced_spend_limit_reached",
        "linked_organization_billing_unavailable",
        "linked_organization_spend_limit_reached",
    }
)
_BY_STATUS = {
    401: FailureKind.REFUSED_KEY,
    402: FailureKind.SPENT,
    403: FailureKind.FORBIDDEN,
    408: FailureKind.TIMEOUT,
    409: FailureKind.SERVER,
    413: FailureKind.TOO_LONG,
    429: FailureKind.RATE_LIMITED,
    504: FailureKind.TIMEOUT,
    529: FailureKind.OVERLOADED,
}
_BY_TYPE = {
    "api_error": FailureKind.SERVER,
    "authentication_error": FailureKind.REFUSED_KEY,
    "billing_error": FailureKind.SPENT,
    "conflict_error": FailureKind.SERVER,
    "exceed_context_size_error": FailureKind.TOO_LONG,
    "invalid_request_error": FailureKind.BAD_REQUEST,
    "not_found_error": FailureKind.NO_SUCH_MODEL,
    "overloaded_error": FailureKind.OVERLOADED,
    "permission_error": FailureKind.FORBIDDEN,
    "rate_limit_error": FailureKind.RATE_LIMITED,
    "request_too_large": FailureKind.TOO_LONG,
    "timeout_error": FailureKind.TIMEOUT,
}
# The API and the servers that imitate it name these two only in prose.
_TOO_LONG = ("prompt is too long", "context length", "context size", "context window", "too many tokens")
_NO_CREDIT = ("credit balance", "spend limit", "usage limits")

_SENTENCES = {
    FailureKind.REFUSED_KEY: "{host} does not accept the key or login ({said}). "
    "Put a valid key into ANTHROPIC_API_KEY, or log in again.",
    FailureKind.SPENT: "{host} does not answer because a spending limit is reached or the credit is used up "
    "({said}). Raise the limit or add credit where the account is managed.",
    FailureKind.FORBIDDEN: "{host} does not let this key use {model} ({said}). "
    "Choose another model, or ask whoever manages the account.",
    FailureKind.NO_SUCH_MODEL: "{host} has no model {model} ({said}). "
    "Correct its name, or choose another one, with --model or under [models] in config.toml: "
    "`workbench doctor --online` says what it has.",
    FailureKind.BAD_REQUEST: "{host} cannot use the request ({said}). "
    "Check the model and the effort in config.toml.",
    FailureKind.TOO_LONG: "The text and its questions are too long for {model} ({said}). "
    "Choose a model with a larger window.",
    FailureKind.RATE_LIMITED: "{host} limits how much it may be asked ({said}). "
    "Read again later, or with fewer readings at once (--parallel).",
    FailureKind.OVERLOADED: "{host} is overloaded ({said}). Read again later, or choose another model.",
    FailureKind.SERVER: "{host} failed ({said}). "
    "Read again; if that repeats, look at the state of the service.",
    FailureKind.TIMEOUT: "{host} gave up waiting for the answer ({said}). Read again.",
    FailureKind.CUT_OFF: "{host} broke its answer off ({said}). Read again.",
}
_LATER = (
    "{host} answers no more questions until {until} ({said}). "
    "What was read is kept: read again then, or choose another provider."
)
_MOVED = (
    "{host} points to another address ({said}), and a text is sent nowhere but where you were told. "
    f"Set {BASE_URL} to the address that answers."
)
_NO_API = (
    "There is no Messages API at {host} ({said}). "
    f"Check {BASE_URL}: it is the server's root, without /v1."
)
_PAGE = (
    "A web page came in place of an answer of {host} ({said}): a proxy, a firewall or a login page is in "
    "between. Open {host} in a browser, or check the proxy and "
    f"{BASE_URL}, then read again."
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a service said instead of an answer."""

    host: str
    model: str
    status: int
    """The HTTP status; 200 where the error came in the middle of a stream."""
    type: str = ""
    """`error.type` of the body; empty where there is none."""
    code: str = ""
    """`error.details.error_code` of the body; empty where there is none."""
    message: str = ""
    """`error.message` of the body, untrusted; empty where there is none."""
    retry_after: float | None = None
    """Seconds it asks to wait; None where it does not say."""
    request_id: str | None = None
    now: float = 0.0
    """When it was said, in seconds since the epoch."""
    is_page: bool = False
    """Whether it is a web page for a person to look at."""

    @property
    def kind(self) -> FailureKind:
        """What it comes to."""
        said = self.message.lower()
        if self.code in _SPENT_CODES or any(words in said for words in _NO_CREDIT):
            return FailureKind.SPENT
        if self.status in (200, 400) and any(words in said for words in _TOO_LONG):
            return FailureKind.TOO_LONG
        if self.status < 500 and (self.is_page or 300 <= self.status < 400):
            return FailureKind.NO_API
        if self.status == 404:
            # A path that is not there is called "not found" as well.
            is_model = "model" in said or (self.model and self.model.lower() in said)
            return FailureKind.NO_SUCH_MODEL if is_model else FailureKind.NO_API
        if self.status in _BY_STATUS:
            return _BY_STATUS[self.status]
        if self.status in (200, 400):
            return _BY_TYPE.get(
                self.type, FailureKind.CUT_OFF if self.status == 200 else FailureKind.BAD_REQUEST
            )
        return FailureKind.SERVER if self.status >= 500 else FailureKind.BAD_REQUEST

    @property
    def failure(self) -> Failure:
        """The failure with its sentence."""
        return Failure(self.kind, self._sentence(), self.retry_after, self.request_id)

    def _sentence(self) -> str:
        form = _LATER if self._is_put_off else self._form()
        return form.format(**self._fields())

    def _fields(self) -> dict[str, str]:
        """What is known, by the fields of a sentence."""
        what = "an error in the middle of the answer" if self.status == 200 else f"status {self.status}"
        words = quoted(_words(self.message) if self.is_page else self.message)
        return {
            "host": self.host,
            "model": self.model or "the model",
            "said": f"{what}: {words}" if self.message else what,
            "until": clock_time(self.now + (self.retry_after or 0.0), self.now),
        }

    @property
    def _is_put_off(self) -> bool:
        """Whether it would be asked again, but not before longer than anybody waits here."""
        return self.kind in RETRIED and self.retry_after is not None and self.retry_after > LONGEST_WAIT

    def _form(self) -> str:
        """The sentence, with fields in braces for what is known."""
        if self.kind is not FailureKind.NO_API:
            return _SENTENCES[self.kind]
        if 300 <= self.status < 400:
            return _MOVED
        return _PAGE if self.is_page else _NO_API


def page_instead(host: str) -> str:
    """The sentence for a web page that came with a status of success."""
    return _PAGE.format(host=host, said="status 200")


def clock_time(moment: float, now: float) -> str:
    """A moment on this machine's clock, never earlier than it is, with its year where that is another.

    Both in seconds since the epoch.
    """
    at = datetime.fromtimestamp(ceil(moment / 60) * 60).astimezone()
    year = f" {at.year}" if at.year != datetime.fromtimestamp(now).astimezone().year else ""
    return f"{at:%H:%M} on {at.day} {at:%B}{year}"


def is_page(headers: Mapping[str, str]) -> bool:
    """Whether a response is a web page, by its headers."""
    return "html" in headers.get("content-type", "").lower()


def secrets_of(headers: Mapping[str, str]) -> frozenset[str]:
    """What a request's headers hold that nobody may read: a key, a token, a cookie."""
    values = (value for name, value in headers.items() if _SECRET_NAMES.search(name.lower()))
    return frozenset(value.split()[-1] for value in values if value.strip())


def hidden(text: str, secrets: Iterable[str]) -> str:
    """A text in which secrets are named and not told; what is too short to be one stays."""
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= _SHORTEST_SECRET:
            text = text.replace(secret, "[key]")
    return text


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds that a response's headers ask to wait; None where they do not say or make no sense.

    At most `LONGEST_TOLD`, which is as good as never.
    `retry-after-ms` counts before `retry-after`, which is seconds or a date (RFC 9110, 10.2.3). `now`
    is the time in seconds since the epoch.
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name)
        if value is None:
            continue
        seconds = number(value)
        if seconds is not None:
            return _bounded(seconds * unit)
        if name == "retry-after":
            return _until(value, now)
    return None


def quoted(text: str) -> str:
    """Somebody else's words as one short line in quotation marks that no terminal obeys."""
    line = "".join(char if char.isprintable() else " " for char in text[:_MOST_OF_A_PAGE])
    line = " ".join(line.split())
    if len(line) > _LONGEST:
        line = f"{line[:_LONGEST]}…"
    return f'"{line}"'


def _words(page: str) -> str:
    """What a web page says, without its markup."""
    return unescape(_TAGS.sub(" ", _UNSEEN.sub(" ", page[:_MOST_OF_A_PAGE])))


def number(value: str) -> float | None:
    """The finite number that a header holds; None where it holds none."""
    try:
        found = float(value)
    except ValueError:
        return None
    return found if isfinite(found) else None


def _until(date: str, now: float) -> float | None:
    try:
        return _bounded(parsedate_to_datetime(date).timestamp() - now)
    except (ValueError, OverflowError):
        return None


def _bounded(seconds: float) -> float:
    return min(max(seconds, 0.0), LONGEST_TOLD)
