"""What the corpus says of readers and concerns, as numbers that a simulation draws from.

A reading by one reader raises a concern with a chance whose logit is the concern's visibility, plus the
reader's skill, plus what this reader makes of this concern: the last stays the same from trial to trial,
so that trials of one reader repeat each other. Visibility and the last are normal, and are fitted by
maximum likelihood to who raised what in how many of their trials, given that anybody did.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import NormalDist, mean, pstdev
from typing import Any

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
TEXTS = ("akc-cycle", "article-postmortem", "elia", "toolong")
WORDINGS = {1: "plain", 2: "consequence first"}
_MEANS = [step / 2 for step in range(-16, 1)]
_SPREADS = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)
_TASTES = (0.25, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0)
_FEW = 2
"""Readings up to which a concern is a rare one, as those are that a further round would bring."""

Raised = dict[str, Counter[str]]
"""By concern: in how many of their trials each reader raised it."""


@dataclass(frozen=True)
class ReadText:
    """One text of the corpus as readers read it with one wording."""

    name: str
    trials: Counter[str]
    """By reader, the judge among them."""
    raised: Raised
    fixable: dict[str, bool]
    """By concern, where it is known: whether an author would act on it."""


@dataclass(frozen=True)
class Fitted:
    """What a simulation draws from."""

    visibility: float
    """Mean logit."""
    spread: float
    """Standard deviation of the visibility."""
    taste: float
    """Standard deviation of what one reader makes of one concern."""
    skill: float
    """Standard deviation of the readers' skill, on the logit's scale."""
    concerns: tuple[int, ...]
    """How many each text holds, those among them that nobody raised."""
    fixable: float
    """Share of rare concerns that an author would act on."""


def read_texts(wording: int) -> list[ReadText]:
    """The corpus's English texts with one wording, sorted into concerns by labeller a."""
    return [_read_text(CORPUS / name, wording) for name in TEXTS]


def _read_text(folder: Path, wording: int) -> ReadText:
    sorted_ = json.loads((folder / "concerns.a.json").read_text())["round_1"]
    file = "readings.jsonl" if wording == 1 else "readings.wording2.jsonl"
    readings = [json.loads(line) for line in (folder / file).read_text().splitlines()]
    readings = [reading for reading in readings if reading["revision"] == 1]
    if wording == 1:
        of = {id: f"C{n:02}" for n, concern in enumerate(sorted_) for id in concern["members"]}
        fixable = {f"C{n:02}": bool(concern["reader_would_act"]) for n, concern in enumerate(sorted_)}
    else:
        later = json.loads((folder / "wording2.json").read_text())
        # The main one is named first; `new` without a number is one that nothing else is.
        of = {id: id if named[0] == "new" else named[0] for id, named in later["concerns"].items()}
        fixable = _fixable_by_marks(of, later["marks"].values())
    raised: Raised = defaultdict(Counter)
    for reading in readings:
        for concern in {of[id] for id in _ids(reading) if id in of}:
            raised[concern][reading["reader"]] += 1
    trials = Counter(reading["reader"] for reading in readings)
    return ReadText(folder.name, trials, dict(raised), fixable)


def _ids(reading: dict[str, Any]) -> Iterator[str]:
    said = reading["answers"] if reading["reader"] == "judge" else reading["findings"]
    yield from (each["id"] for each in said if "id" in each)


def _fixable_by_marks(of: dict[str, str], markers: Any) -> dict[str, bool]:
    """A concern is one to act on where most of its marks are not misses."""
    marks: dict[str, list[bool]] = defaultdict(list)
    for marker in markers:
        for id, mark in marker.items():
            if id in of:
                marks[of[id]].append(mark[0] != "miss")
    return {concern: 2 * sum(said) > len(said) for concern, said in marks.items()}


def fitted(texts: Sequence[ReadText]) -> Fitted:
    """The most likely numbers on a grid, with what they say of the concerns that nobody raised."""
    patterns = Counter(pattern for text in texts for pattern in _patterns(text))
    best = max(product(_MEANS, _SPREADS, _TASTES), key=lambda at: _likelihood(at, patterns))
    chances = _Chances(*best)
    rare = [
        text.fixable[concern]
        for text in texts
        for concern, by in text.raised.items()
        if concern in text.fixable and by.total() <= _FEW
    ]
    concerns = tuple(round(len(t.raised) / (1 - chances.of(*_design(t), 0, 0, 0))) for t in texts)
    return Fitted(*best, _skill(texts), concerns, mean(rare))


def _design(text: ReadText) -> tuple[int, int]:
    """How many readers read once, and how many twice."""
    counts = Counter(text.trials.values())
    return counts[1], counts[2]


def _patterns(text: ReadText) -> Iterator[tuple[int, int, int, int, int]]:
    """For each concern, the design and how many raised it: of those reading once, in one, in both trials."""
    for by in text.raised.values():
        met = Counter((text.trials[reader], times) for reader, times in by.items())
        yield (*_design(text), met[1, 1], met[2, 1], met[2, 2])


def _likelihood(at: tuple[float, float, float], patterns: Counter[tuple[int, int, int, int, int]]) -> float:
    chances = _Chances(*at)
    seen = {(p[0], p[1]): 1 - chances.of(p[0], p[1], 0, 0, 0) for p in patterns}
    return sum(
        times * math.log(max(1e-300, chances.of(*pattern)) / max(1e-12, seen[pattern[0], pattern[1]]))
        for pattern, times in patterns.items()
    )


_NORMAL = {n: [NormalDist().inv_cdf((step + 0.5) / n) for step in range(n)] for n in (16, 24)}


class _Chances:
    """How likely each pattern is."""

    def __init__(self, visibility: float, spread: float, taste: float) -> None:
        self._once: list[tuple[float, float, float, float]] = []
        for place in _NORMAL[24]:
            each = [_chance(visibility + spread * place + taste * own) for own in _NORMAL[16]]
            first, both = sum(each) / len(each), sum(p * p for p in each) / len(each)
            self._once.append((first, both, 2 * (first - both), 1 - 2 * first + both))

    def of(self, single: int, double: int, raised: int, one: int, both: int) -> float:
        """The chance that so many raise a concern: of those reading once, in one, in both of two trials."""
        each = [
            p**raised * (1 - p) ** (single - raised) * q2**both * q1**one * q0 ** (double - one - both)
            for p, q2, q1, q0 in self._once
        ]
        return sum(each) / len(each)


def _chance(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))


def _skill(texts: Sequence[ReadText]) -> float:
    """How unequal readers are: the spread of their share of concerns over texts, on the logit's scale."""
    shares: dict[str, list[float]] = defaultdict(list)
    for text in texts:
        for reader, trials in text.trials.items():
            raised = sum(by[reader] for by in text.raised.values())
            shares[reader].append((raised / trials + 0.5) / (len(text.raised) + 1))
    return pstdev([math.log(mean(each) / (1 - mean(each))) for each in shares.values()])
