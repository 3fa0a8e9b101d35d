"""Whether a reader's choices are the person's, over every comparison that the person chose in blind.

A rate here is of an instrument: a reader at one wording, played by one model, asked one question.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, NamedTuple

from workbench.core.comparing.chance import SURE, evidence_below_half
from workbench.core.comparing.readings import Player
from workbench.core.sources import Source
from workbench.core.text.display_text import counted, neutralised_line
from workbench.core.trust.claims import Played
from workbench.core.trust.statistics import Rate


class Asked(NamedTuple):
    """A question at the exact wording of all that readers are told with it."""

    question: str
    wording: str


class Said(NamedTuple):
    """What a reader answered in one order."""

    player: Player
    first: int
    """Key of the revision that stood first."""
    chosen: int | None
    """Key of a revision; None for no difference."""


class Past(NamedTuple):
    """A comparison in which the person chose blind."""

    asked: Asked
    artifacts: tuple[int, ...]
    """Keys of the texts: of two revisions of one text, one."""
    chosen: int | None
    """What the person chose: key of a revision, None for no difference."""
    said: tuple[Said, ...]
    """Of one reader and order the last answer."""

    def by(self, played: Callable[[Source, Played], bool]) -> "Past":
        """The same as some players answered it."""
        said = (s for s in self.said if played(s.player.source, Played(*s.player[:3])))
        return self._replace(said=tuple(said))


class Standing(StrEnum):
    """What a reader's agreement with the person says of it."""

    WITH_YOU = "chooses as you do more often than a coin would"
    NO_JUDGE = "is no judge of this: it keeps choosing the opposite of you"
    OPEN = "not told apart from a coin"


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often a reader chose as the person did; every count is of comparisons."""

    same: int = 0
    """The reader chose what the person chose, in both orders."""
    opposite: int = 0
    """It chose the other text, in both orders."""
    ties: int = 0
    """The person chose a text, and the reader none."""
    you_tied: int = 0
    """The person saw no difference, and the reader chose a text."""
    both_tied: int = 0

    def __add__(self, other: "Agreement") -> "Agreement":
        """Both together."""
        return Agreement(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Agreement)))

    @property
    def rate(self) -> Rate:
        """The share of the same among those in which both chose a text."""
        return Rate(self.same, self.same + self.opposite)

    @property
    def standing(self) -> Standing:
        """What it says of the reader, by a rule that holds however often somebody looks.

        Where the reader is as good as a coin, or better, it is called no judge with a chance of at most one
        in twenty over all comparisons to come; and the other way round.
        """
        if evidence_below_half(self.same, self.rate.of) >= 1 / SURE:
            return Standing.NO_JUDGE
        if evidence_below_half(self.opposite, self.rate.of) >= 1 / SURE:
            return Standing.WITH_YOU
        return Standing.OPEN

    @property
    def sentence(self) -> str:
        """All of it in words."""
        rate = self.rate
        parts = []
        if self.ties:
            parts.append(f"{counted(self.ties, 'tie')} of its own")
        if self.you_tied:
            parts.append(f"{self.you_tied} where you saw no difference and it chose")
        if self.both_tied:
            parts.append(f"{self.both_tied} where neither chose")
        apart = f"; besides, {', '.join(parts)}" if parts else ""
        if rate.interval is None:
            return f"has not chosen a text yet where you chose one{apart}."
        directional = ", directional" if rate.directional else ""
        said = f"chose as you {self.same} of {counted(rate.of, 'time')} ({rate.interval}{directional})"
        return f"{said}: {self.standing.value}{apart}."


class JudgeAgreement(NamedTuple):
    """One reader's agreement on one question."""

    player: Player
    asked: Asked
    agreement: Agreement
    texts: int
    """How many texts these comparisons are of."""

    @property
    def is_no_judge(self) -> bool:
        """Whether it keeps choosing the opposite of the person."""
        return self.agreement.standing is Standing.NO_JUDGE


def agreements(past: Iterable[Past]) -> tuple[JudgeAgreement, ...]:
    """The agreement of every reader that answered in both orders, question by question."""
    found: dict[tuple[Player, Asked], tuple[Agreement, set[int]]] = {}
    for each in past:
        for player, chosen in _chosen(each.said):
            agreement, texts = found.get((player, each.asked), (Agreement(), set()))
            key = (player, each.asked)
            found[key] = (agreement + _compared(each.chosen, chosen), texts | set(each.artifacts))
    return tuple(
        JudgeAgreement(player, asked, agreement, len(texts))
        for (player, asked), (agreement, texts) in found.items()
    )


def _chosen(said: Iterable[Said]) -> Iterator[tuple[Player, int | None]]:
    """What each reader chose that answered in both orders; None for a tie."""
    orders: dict[Player, dict[int, int | None]] = {}
    for each in said:
        orders.setdefault(each.player, {})[each.first] = each.chosen
    for player, by_first in orders.items():
        if len(by_first) == 2:
            one, other = by_first.values()
            yield player, one if one == other else None


def _compared(person: int | None, reader: int | None) -> Agreement:
    if person is None:
        return Agreement(both_tied=1) if reader is None else Agreement(you_tied=1)
    if reader is None:
        return Agreement(ties=1)
    return Agreement(same=1) if reader == person else Agreement(opposite=1)


def agreement_sentences(made: Iterable[JudgeAgreement]) -> Iterator[str]:
    """What every reader's agreement says, its question with it; nothing where there is none."""
    found = sorted(made)
    if found:
        yield MEANS
    for each in found:
        player = each.player
        who = " ".join(
            filter(None, (player.source.name, player.source.wording[:8], player.model, player.effort))
        )
        texts = "" if each.texts == 1 else f" on {counted(each.texts, 'text')}"
        yield neutralised_line(f"{who}, asked “{each.asked.question}”{texts}: {each.agreement.sentence}")


MEANS = (
    "You chose between two texts before you saw what any reader chose; a reader chose one where it chose the "
    "same text in both orders. Comparisons of one text's revisions are not independent of each other."
)
"""What stands above the figures."""


def agreement_shape(each: JudgeAgreement) -> dict[str, Any]:
    """One reader's agreement as JSON values; a rate of 0 of 0 is null."""
    source, rate = each.player.source, each.agreement.rate
    return {
        "source": {"kind": source.kind.value, "name": source.name, "wording": source.wording},
        "provider": each.player.provider,
        "model": each.player.model,
        "effort": each.player.effort,
        "question": each.asked.question,
        "asked": each.asked.wording,
        "texts": each.texts,
        **asdict(each.agreement),
        "rate": rate.value,
        "interval": rate.interval and asdict(rate.interval),
        "directional": rate.directional,
        "standing": each.agreement.standing.name.lower(),
    }
