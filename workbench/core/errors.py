"""The expected failures, each a sentence with the next step.

WorkbenchError
├── ContentError     a persona, rubric or settings file cannot be used
├── ArtifactError    the text under review cannot be opened
├── ProviderError    a model could not be asked (see `FailureKind`)
├── StoreError       the database cannot be used
└── UsageError       a command was given something that does not fit
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath

from workbench.core.allowances import Allowance
from workbench.core.costs.usage import Usage


class WorkbenchError(Exception):
    """An expected failure; its message is shown as it stands."""


class ArtifactError(WorkbenchError):
    """The text under review cannot be opened."""


class StoreError(WorkbenchError):
    """The database cannot be used."""


class UsageError(WorkbenchError):
    """A command or key was given something that does not fit."""


NO_READER = "There is no reader: set a key or a program, see `workbench doctor`."
"""What is said where nobody can be asked."""


class ContentError(WorkbenchError):
    """A persona, rubric or settings file cannot be used; names its place."""

    def __init__(self, file: PurePath, problem: str, line: int | None = None, key: str | None = None) -> None:
        self.file = file
        self.problem = problem
        self.line = line
        """1-based line in the file; None where the whole file is meant."""
        self.key = key
        """Front-matter key, dotted for nested ones; None where no key is meant."""
        place = str(file) if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {key}: {problem}" if key else f"{place}: {problem}")


class FailureKind(StrEnum):
    """Why a model gave no usable answer."""

    NO_CREDENTIALS = "no credentials"
    REFUSED_KEY = "refused key"
    FORBIDDEN = "forbidden"
    NO_SUCH_MODEL = "no such model"
    NO_API = "no Messages API"
    NO_BEDROCK = "no Bedrock"
    NOT_SET_UP = "not set up"
    BAD_REQUEST = "bad request"
    TOO_LONG = "too long"
    RATE_LIMITED = "rate limited"
    SPENT = "spending limit"
    OVERLOADED = "overloaded"
    SERVER = "server error"
    NETWORK = "no connection"
    UNTRUSTED = "no trusted connection"
    TIMEOUT = "no answer in time"
    CUT_OFF = "stream cut"
    REFUSAL = "refusal"
    OUT_OF_ROOM = "answer too long"
    UNREADABLE = "unreadable answer"
    QUOTES_LOST = "quotes lost"
    PROGRAM = "program failed"
    OVER_BUDGET = "over budget"
    NOT_ASKED = "not asked"


RETRIED = frozenset(
    {
        FailureKind.RATE_LIMITED,
        FailureKind.OVERLOADED,
        FailureKind.SERVER,
        FailureKind.NETWORK,
        FailureKind.TIMEOUT,
        FailureKind.CUT_OFF,
    }
)
"""Kinds that a second attempt may cure; a spent limit and a refusal are not among them."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed attempt to get an answer."""

    kind: FailureKind
    message: str
    """A sentence with the next step, ready to be shown."""
    retry_after: float | None = None
    """Seconds the service asked to wait; None where it did not say."""
    request_id: str | None = None
    usage: Usage | None = None
    """What the attempt used all the same: a refusal is billed. None where nothing is known."""


class ProviderError(WorkbenchError):
    """A model could not be asked, or its answer cannot be used."""

    def __init__(self, failure: Failure, limits: tuple[Allowance, ...] = ()) -> None:
        self.failure = failure
        self.limits = limits
        """What the service said of how much more it may be asked."""
        super().__init__(failure.message)
