"""How often an answer under way is reported."""

from collections.abc import Callable

from workbench.core.costs.tokens import estimated_tokens
from workbench.core.ports import Progress

APART = 0.05
"""Seconds between two reports of one answer: a screen needs no more than twenty a second."""


class Pace:
    """The progress of one answer, reported at once and then at intervals."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._due = float("-inf")
        self._tokens = 0
        self._unreported = ""

    def after(self, piece: str) -> Progress | None:
        """The progress with one more piece of the answer; None while it is too soon to report."""
        self._unreported += piece
        now = self._clock()
        if now < self._due:
            return None
        self._due = now + APART
        self._tokens += estimated_tokens(self._unreported)
        self._unreported = ""
        return Progress(self._tokens)
