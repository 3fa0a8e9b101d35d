"""What the person's marks say of the person: the same again, hits that nothing followed, readings in vain."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from workbench.core.text.display_text import counted
from workbench.core.trust.statistics import Rate


@dataclass(frozen=True, slots=True)
class Habits:
    """Counts over every text."""

    same: int = 0
    """Of the marks that were asked for again with the first one hidden: those that came out the same."""
    again: int = 0
    """How many were asked for again."""
    hits: int = 0
    """Concerns that are marked hit."""
    idle: int = 0
    """Those of them that are neither put off nor said to be fixed, on texts not edited since the mark."""
    rounds: int = 0
    reread: int = 0
    """Rounds that read a revision which an earlier round had read."""

    @property
    def self_agreement(self) -> Rate:
        """How often the same mark was given again."""
        return Rate(self.same, self.again)

    def sentences(self) -> Iterator[str]:
        """What there is to say, a sentence each; nothing where there is nothing."""
        if self.again:
            yield self.said_again
        if self.idle:
            yield (
                f"{self.idle} of {counted(self.hits, 'hit')}: neither put off nor said to be fixed, and the "
                "text was not edited since."
            )
        if self.reread:
            rounds = counted(self.rounds, "round")
            yield f"{self.reread} of {rounds} read a text that was read before and had not changed."

    @property
    def said_again(self) -> str:
        """How steady the person's marks are, in words."""
        rate = self.self_agreement
        if rate.interval is None:
            return "No mark was asked for again yet."
        directional = ", directional" if rate.directional else ""
        return (
            f"Asked again with your first mark hidden you gave the same {self.same} of {self.again} times: "
            f"{rate} ({rate.interval}{directional}). No judge can be expected to agree with you more often."
        )

    def shape(self) -> dict[str, Any]:
        """As JSON values; the rate and the interval of 0 of 0 are null."""
        rate = self.self_agreement
        interval = rate.interval and asdict(rate.interval)
        return {**asdict(self), "rate": rate.value, "interval": interval, "directional": rate.directional}
