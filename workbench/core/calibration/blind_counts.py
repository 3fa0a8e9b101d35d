"""How right each judge was by what the person answered before they saw its answers.

Positive is *meets*. A reading counts only where every answer of it was answered blind: whoever answers some
of them has chosen which. Of a judge that read one revision several times the first reading counts.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import NamedTuple

from workbench.core.calibration.store import OwnSaid, Stored
from workbench.core.readings import DECIDED, AnswerValue
from workbench.core.sources import Source
from workbench.core.trust.claims import Played
from workbench.core.trust.confusion import Confusion


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of answers that add up."""

    readings: int = 0
    """Of one judge, the first of each revision."""
    whole: int = 0
    """Those of which every answer was answered blind."""
    answers: int = 0
    """Answers of whole readings."""
    true_positive: int = 0
    false_negative: int = 0
    """The person said that it meets, the judge that it fails."""
    false_positive: int = 0
    true_negative: int = 0
    judge_abstained: int = 0
    """Of the answers of whole readings: the judge said neither that it meets nor that it fails."""
    person_abstained: int = 0
    """The judge said one of the two, and the person neither."""
    elsewhere: int = 0
    """Answered blind, in readings that are not whole."""
    seen: int = 0
    """Answered by the person in a rubric of their own once the judge's answer was there to be seen."""
    seen_same: int = 0
    """Those of them that are the same."""

    @property
    def compared(self) -> int:
        """Answers of whole readings to which both said yes or no."""
        return self.answers - self.judge_abstained - self.person_abstained

    @property
    def blind(self) -> int:
        """How many answers the person gave blind, whether or not they count."""
        return self.answers + self.elsewhere

    @property
    def confusion(self) -> Confusion:
        """The judge's yes and no beside the person's."""
        return Confusion(self.true_positive, self.false_negative, self.false_positive, self.true_negative)

    def __add__(self, other: "Figures") -> "Figures":
        """Both together."""
        return Figures(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Figures)))


@dataclass(frozen=True, slots=True)
class BlindCounts:
    """What was answered blind says of one judge on one text."""

    artifact: int
    """The text's key."""
    played: Played
    """The rubric at its exact wording, and who played it."""
    figures: Figures
    differing: tuple[tuple[str, int], ...] = ()
    """By the name of a question: how often the two differ, in whole readings."""


class _Given(NamedTuple):
    value: AnswerValue
    blind: bool


Readings = Mapping[tuple[int, Played], int]
"""How many revisions each judge has read, by the key of the text."""


def blind_counts(
    stored: Iterable[Stored], own: Iterable[OwnSaid], read: Readings | None = None
) -> tuple[BlindCounts, ...]:
    """What blind answers say of each judge on each text; a judge to which none was given is left out.

    What the person answered in a rubric of their own is blind for a judge's reading that ended later: its
    answers did not exist. `read` is told where not all that was read is among `stored`.
    """
    return with_all_read(of_readings(stored, own), read or {})


def of_readings(stored: Iterable[Stored], own: Iterable[OwnSaid]) -> tuple[BlindCounts, ...]:
    """What blind answers say of each judge on each text, as far as its readings are among `stored`."""
    mine: dict[object, OwnSaid] = {(each.question, each.revision): each for each in own}
    readings: dict[int, list[Stored]] = defaultdict(list)
    for each in stored:
        readings[each.reading].append(each)
    first: dict[tuple[Played, int], list[Stored]] = {}
    for answers in readings.values():
        first.setdefault((answers[0].played, answers[0].revision), answers)
    found: dict[tuple[int, Played], tuple[Figures, Counter[str]]] = {}
    for answers in first.values():
        key = (answers[0].artifact, answers[0].played)
        figures, differing = found.get(key, (Figures(), Counter[str]()))
        more, differ = _of_reading(answers, mine)
        found[key] = (figures + more, differing + differ)
    return tuple(
        BlindCounts(*key, figures, tuple(sorted(differing.items())))
        for key, (figures, differing) in found.items()
    )


def with_all_read(found: Iterable[BlindCounts], read: Readings) -> tuple[BlindCounts, ...]:
    """What was found of each judge, with how many revisions it read in all.

    A judge to which no answer was given on any text is left out.
    """
    counts = {(each.artifact, each.played): each for each in found}
    for key, count in read.items():
        known = counts.get(key, BlindCounts(*key, Figures()))
        counts[key] = replace(known, figures=replace(known.figures, readings=count))
    told = {played for (_, played), each in counts.items() if each.figures.blind or each.figures.seen}
    return tuple(each for (_, played), each in counts.items() if played in told)


def asked_groups(stored: Iterable[Stored]) -> tuple[tuple[Stored, ...], ...]:
    """Judges' answers by what was asked of what, in the order of the questions.

    Of a judge that read a revision several times the first reading's are taken.
    """
    first: dict[tuple[object, int], int] = {}
    groups: dict[tuple[Source, int], list[Stored]] = defaultdict(list)
    for each in stored:
        if first.setdefault((each.played, each.revision), each.reading) == each.reading:
            groups[each.asked].append(each)
    return tuple(map(tuple, groups.values()))


def added(counts: Iterable[BlindCounts]) -> dict[Played, tuple[Figures, Counter[str]]]:
    """What was counted of several texts, added up for each judge."""
    found: dict[Played, tuple[Figures, Counter[str]]] = {}
    for each in counts:
        figures, differing = found.get(each.played, (Figures(), Counter[str]()))
        found[each.played] = (figures + each.figures, differing + Counter(dict(each.differing)))
    return found


def _of_reading(answers: Sequence[Stored], mine: Mapping[object, OwnSaid]) -> tuple[Figures, Counter[str]]:
    given = [_given(each, mine) for each in answers]
    blind = [(each.value, g.value, each.question.name) for each, g in zip(answers, given, strict=True)
             if g is not None and g.blind]  # fmt: skip
    seen = [each.value == g.value for each, g in zip(answers, given, strict=True)
            if g is not None and not g.blind]  # fmt: skip
    beside = Figures(readings=1, seen=len(seen), seen_same=sum(seen))
    if len(blind) < len(answers):
        return beside + Figures(elsewhere=len(blind)), Counter()
    decided = [each for each in blind if each[0] in DECIDED]
    pairs = Counter((judge, person) for judge, person, _ in decided)
    whole = Figures(
        whole=1,
        answers=len(blind),
        true_positive=pairs["meets", "meets"],
        false_negative=pairs["fails", "meets"],
        false_positive=pairs["meets", "fails"],
        true_negative=pairs["fails", "fails"],
        judge_abstained=len(blind) - len(decided),
        person_abstained=sum(person not in DECIDED for _, person, _ in decided),
    )
    differing = Counter(name for judge, person, name in decided if person in DECIDED and person != judge)
    return beside + whole, differing


def _given(answer: Stored, mine: Mapping[object, OwnSaid]) -> _Given | None:
    """What the person answered to the same question on the same revision; None where nothing."""
    if answer.given is not None and not answer.seen:
        return _Given(answer.given, blind=True)
    own = mine.get(answer.asked)
    return None if own is None else _Given(own.value, _is_before(own.at, answer.at))


def _is_before(own: datetime | None, judge: datetime | None) -> bool:
    return own is not None and judge is not None and own < judge
