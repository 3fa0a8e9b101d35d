"""What a service's refusal means, as a sentence with the next step."""

from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from math import isfinite

from workbench.core.errors import Failure, FailureKind
from workbench.core.retries import in_words

_LONGEST = 300
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
    FailureKind.REFUSED_KEY: "{host} does not accept the credentials ({said}). "
    "Check ANTHROPIC_API_KEY, or make a new key.",
    FailureKind.SPENT: "{host} does not answer because a spending limit is reached or the credit is used up "
    "({said}). Raise the limit or add credit where the account is managed.",
    FailureKind.FORBIDDEN: "{host} does not let these credentials use {model} ({said}). "
    "Choose another model, or ask whoever manages the account.",
    FailureKind.NO_SUCH_MODEL: "{host} has no model {model} ({said}). "
    "Check its name, or choose another model.",
    FailureKind.BAD_REQUEST: "{host} cannot use the request ({said}). "
    "Check the model, the effort and max_tokens.",
    FailureKind.TOO_LONG: "The text and its questions are too long for {model} ({said}). "
    "Choose a model with a larger context.",
    FailureKind.RATE_LIMITED: "{host} limits how much it may be asked ({said}){wait}. "
    "Read again later, or with fewer readings at once.",
    FailureKind.OVERLOADED: "{host} is overloaded ({said}){wait}. Read again later, or choose another model.",
    FailureKind.SERVER: "{host} failed ({said}){wait}. "
    "Read again; if it goes on, look at the state of the service.",
    FailureKind.TIMEOUT: "{host} gave up waiting for the answer ({said}){wait}. Read again.",
    FailureKind.CUT_OFF: "{host} broke its answer off ({said}){wait}. Read again.",
}


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

    @property
    def kind(self) -> FailureKind:
        """What it comes to."""
        said = self.message.lower()
        if self.code in _SPENT_CODES or any(words in said for words in _NO_CREDIT):
            return FailureKind.SPENT
        if self.status in (200, 400) and any(words in said for words in _TOO_LONG):
            return FailureKind.TOO_LONG
        if self.status == 404:
            is_model = self.type == "not_found_error" or "model" in said
            return FailureKind.NO_SUCH_MODEL if is_model else FailureKind.BAD_REQUEST
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
        if 300 <= self.status < 400:
            return (
                f"{self.host} points to another address ({self.status}), and a text is sent nowhere but "
                "where you were told. Set the base URL to the address that answers."
            )
        if self.status == 404 and self.kind is FailureKind.BAD_REQUEST:
            return (
                f"There is no Messages API at {self.host} (404). "
                "Check the base URL: it is the server's root, without /v1."
            )
        what = "an error in the middle of the answer" if self.status == 200 else f"status {self.status}"
        said = f"{what}: {quoted(self.message)}" if self.message else what
        wait = "" if self.retry_after is None else f" and asks to wait {in_words(self.retry_after)}"
        return _SENTENCES[self.kind].format(
            host=self.host, model=self.model or "the model", said=said, wait=wait
        )


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds that a response's headers ask to wait; None where they do not say or make no sense.

    `retry-after-ms` counts before `retry-after`, which is seconds or a date (RFC 9110, 10.2.3). `now`
    is the time in seconds since the epoch.
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name)
        if value is None:
            continue
        seconds = _number(value)
        if seconds is not None:
            return max(seconds * unit, 0.0)
        if name == "retry-after":
            return _until(value, now)
    return None


def quoted(text: str) -> str:
    """Somebody else's words as one short line in quotation marks that no terminal obeys."""
    line = "".join(char if char.isprintable() else " " for char in text)
    line = " ".join(line.split())
    if len(line) > _LONGEST:
        line = f"{line[:_LONGEST]}…"
    return f'"{line}"'


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if isfinite(number) else None


def _until(date: str, now: float) -> float | None:
    try:
        return max(parsedate_to_datetime(date).timestamp() - now, 0.0)
    except ValueError:
        return None
