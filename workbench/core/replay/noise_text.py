"""Noise in words and as JSON."""

from collections.abc import Iterator
from typing import Any

from workbench.core.replay.noise import Answered, Noise, Repeated
from workbench.core.sources import SourceKind


def noise_lines(noise: Noise) -> Iterator[str]:
    """What is chance, first of all readers together, then of each, then of the judges' answers."""
    yield f"Revision {noise.revision.number}, read several times unchanged."
    for each in (*([noise.together] if noise.together else ()), *noise.sources):
        yield _repeated_line(each)
    for answered in noise.answers:
        if answered.flips or not answered.about:
            yield _answered_line(answered)
    steady = [each for each in noise.answers if each.about and not each.flips]
    if steady:
        yield f"Answered alike in every trial: {', '.join(each.about for each in steady)}."


def noise_shape(noise: Noise) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "revision": noise.revision.number,
        "together": _repeated_shape(noise.together) if noise.together else None,
        "sources": [_repeated_shape(each) for each in noise.sources],
        "answers": [
            {
                "rubric": each.source.name,
                "wording": each.source.wording,
                "model": each.model,
                "question": each.about or None,
                "trials": each.trials,
                "said": dict(each.said),
            }
            for each in noise.answers
        ],
    }


def _repeated_line(each: Repeated) -> str:
    return (
        f"{_name(each)}, {len(each.trials)} trials: one raises {each.in_one:.1f} concerns, of which "
        f"{each.new:.1f} are new by chance; {each.by_all} of {each.raised} were raised in every trial."
    )


def _answered_line(each: Answered) -> str:
    about = each.about or "Verdict"
    said = ", ".join(f"{value} {count} of {each.trials}" for value, count in each.said)
    return f"{about} of {each.source.name}: {said}."


def _name(each: Repeated) -> str:
    if each.source is None:
        return "All together"
    name = f"the judge {each.source.name}" if each.source.kind is SourceKind.RUBRIC else each.source.name
    return f"{name[0].upper()}{name[1:]}@{each.source.wording[:8]}"


def _repeated_shape(each: Repeated) -> dict[str, Any]:
    source = each.source
    return {
        "kind": source.kind.value if source else None,
        "source": source.name if source else None,
        "wording": source.wording if source else None,
        "model": each.model,
        "trials": len(each.trials),
        "raised_by_one": each.in_one,
        "new_by_chance": each.new,
        "raised": each.raised,
        "raised_by_all": each.by_all,
    }
