"""What blind answers say of each judge, in sentences and as JSON values."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from workbench.core.calibration.blind_counts import BlindCounts, Figures, added
from workbench.core.text.display_text import counted, neutralised_line
from workbench.core.trust.claims import Played
from workbench.core.trust.confusion import Kappa
from workbench.core.trust.statistics import Rate

MEANS = (
    "Blind answers are what you said before you saw what the judge had. Only they give a TPR (of what you "
    "say meets, how much it says meets), a TNR (of what you say fails, how much it says fails) and a kappa "
    "(agreement beyond chance). A reading counts once you answered all of its questions."
)
"""What stands above the figures."""


def blind_sentences(counts: Iterable[BlindCounts]) -> Iterator[str]:
    """What blind answers say of each judge, the judges by name; nothing where there are none."""
    found = sorted(added(counts).items())
    if found:
        yield MEANS
    for played, (figures, differing) in found:
        for said in judge_sentences(figures, differing):
            yield neutralised_line(f"{judge_name(played)}: {said}")


def judge_name(played: Played) -> str:
    """A judge in words: its rubric, the beginning of the wording's hash, and the model."""
    return " ".join(part for part in (played.source.name, played.source.wording[:8], played.model) if part)


def judge_sentences(figures: Figures, differing: Counter[str]) -> Iterator[str]:
    """What blind answers say of one judge."""
    if figures.blind:
        yield _coverage(figures)
    if figures.compared:
        confusion = figures.confusion
        yield (
            f"you say meets: it says meets {confusion.true_positive}, fails {confusion.false_negative}; "
            f"you say fails: it says meets {confusion.false_positive}, fails {confusion.true_negative}."
        )
        yield (
            f"TPR {_rate(confusion.tpr)}; TNR {_rate(confusion.tnr)}; "
            f"kappa {_kappa(confusion.kappa, figures.compared)}."
        )
    if differing:
        where = ", ".join(f"{_id(name)} {count}" for name, count in sorted(differing.items()))
        yield f"where you differ: {where}."
    if figures.seen:
        yield (
            f"in rubrics that you answered when its answers were there to be seen you said the same "
            f"{figures.seen_same} of {figures.seen} times: that is agreement, in none of these figures."
        )


def _coverage(figures: Figures) -> str:
    said = (
        f"{figures.whole} of {counted(figures.readings, 'reading')} answered blind, "
        f"{counted(figures.answers, 'answer')}"
    )
    if figures.whole:
        said += (
            f", of which it abstained from {figures.judge_abstained} and you from "
            f"{figures.person_abstained} more, so {figures.compared} are compared"
        )
    if figures.elsewhere:
        of_them = "is of a reading" if figures.elsewhere == 1 else "are of readings"
        said += f"; {figures.elsewhere} more {of_them} that you have not answered whole, in no figure"
    return f"{said}."


def _rate(rate: Rate) -> str:
    if rate.interval is None:
        return "n/a"
    directional = ", directional" if rate.directional else ""
    return f"{rate} ({rate.hits} of {rate.of}, {rate.interval}{directional})"


def _kappa(kappa: Kappa | None, n: int) -> str:
    if kappa is None:
        return "n/a, since both said one same thing of everything"
    directional = Rate(0, n).directional
    return f"{kappa.value:.2f} ({kappa.interval()}{', directional' if directional else ''})"


def _id(name: str) -> str:
    return name.rpartition("/")[2]


def blind_shape(counts: Iterable[BlindCounts]) -> list[dict[str, Any]]:
    """What blind answers say of each judge, as JSON values; a rate of 0 of 0 is null."""
    return [_shape(*each) for each in sorted(added(counts).items())]


def _shape(played: Played, found: tuple[Figures, Counter[str]]) -> dict[str, Any]:
    figures, differing = found
    confusion = figures.confusion
    kappa = confusion.kappa
    source = played.source
    return {
        "source": {"kind": source.kind.value, "name": source.name, "wording": source.wording},
        "provider": played.provider,
        "model": played.model,
        **asdict(figures),
        "compared": figures.compared,
        "tpr": _rate_shape(confusion.tpr),
        "tnr": _rate_shape(confusion.tnr),
        "kappa": kappa and {"value": kappa.value, **asdict(kappa.interval())},
        "differing": dict(differing),
    }


def _rate_shape(rate: Rate) -> dict[str, Any]:
    interval = rate.interval
    return {
        "rate": rate.value,
        "of": rate.of,
        "interval": interval and asdict(interval),
        "directional": rate.directional,
    }
