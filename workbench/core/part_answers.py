"""One answer from those of a text's parts, each of which was read alone.

Nothing that a part said is lost: what the joined answer cannot hold is named in its reasons and notes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from workbench.core.answers import ReadAnswer
from workbench.core.errors import Failure
from workbench.core.questioning import MOST, without_repeats
from workbench.core.readings import Answer, FindingKind, Place, Verdict
from workbench.core.ruling import MarkedAnswer, settled
from workbench.core.sources import Source
from workbench.core.text.parts import Part
from workbench.core.text_questions import TextQuestion

_WORST = 3
_MOST_LINES = 20
"""Beginnings of parts that are named."""
_LOWEST_FIRST = (Verdict.REWRITE, Verdict.FIX, Verdict.PUBLISHABLE)

_Read = Sequence[tuple[Part, ReadAnswer]]
_T = TypeVar("_T")


def joined(read: Sequence[tuple[Part, ReadAnswer]]) -> ReadAnswer:
    """What a reading says of the whole text, from its answer to each part, in whatever order they came.

    Findings stand in the order of the text, also where several parts give the same, several places to
    lose interest or several first fixes: each part was read afresh. A question that one part fails is
    failed, whatever the others say; one whose fail fell in its challenge cannot be told; otherwise it is
    met where a part meets it, since a part cannot tell what another holds; it does not apply only where
    it applies to no part. The verdict is the lowest. Where one part failed, the reading has.

    Raises:
        ValueError: there is no part.
    """
    if not read:
        raise ValueError("no part was read")
    parts = sorted(read, key=lambda one: one[0].number)
    if len(parts) == 1:
        return parts[0][1]
    answers = [answer for _, answer in parts]
    sources = dict.fromkeys(a.source for answer in answers for a in answer.answers)
    verdict, why = _verdict(parts)
    worst, unlisted = _worst(parts)
    questions, unasked = _questions(answers)
    said = [f"{part.name}: {note}" for part, answer in parts for note in answer.notes]
    return ReadAnswer(
        tuple(chain.from_iterable(answer.findings for answer in answers)),
        next((answer.about for answer in answers if answer.about), ""),
        next((answer.for_whom for answer in answers if answer.for_whom), ""),
        tuple(_answer(parts, source) for source in sources),
        verdict,
        why,
        worst,
        (_begins(parts), *_repeated(parts), *unlisted, *unasked, *said),
        _failure(parts),
        questions,
    )


def _answer(parts: _Read, source: Source) -> Answer:
    """The answer to one question: the one that weighs most, with the part it is about in its reason."""
    given = [(part, answer) for part, read in parts for answer in read.answers if answer.source == source]
    part, heaviest = min(given, key=lambda one: (_lightness(one[1]), one[0].number))
    others = [(each.value, other) for other, each in given if other is not part]
    return replace(heaviest, reason=_of_part(part, heaviest.reason, others))


def _lightness(answer: Answer) -> int:
    """How little an answer weighs against the other parts'; 0 for a fail whose words were found."""
    counts = settled(MarkedAnswer(answer)).value
    if answer.value == "fails":
        return 0 if counts == "fails" else 1
    if answer.first_value == "fails":
        return 2
    return {"meets": 3, "cannot tell": 4, "does not apply": 5}[counts]


def _verdict(parts: _Read) -> tuple[Verdict | None, str]:
    """The lowest verdict and why; nothing where no part has one."""
    given = [(answer.verdict, part, answer.why) for part, answer in parts if answer.verdict is not None]
    if not given:
        return None, ""
    lowest, decisive, why = min(given, key=lambda one: (_LOWEST_FIRST.index(one[0]), one[1].number))
    others = [(verdict.value, part) for verdict, part, _ in given if part is not decisive]
    return lowest, _of_part(decisive, why, others)


def _of_part(part: Part, said: str, others: Iterable[tuple[str, Part]]) -> str:
    """What was said of one part, and what was said of the others."""
    by_value: dict[str, list[str]] = {}
    for value, other in others:
        if value != "does not apply":
            by_value.setdefault(value, []).append(str(other.number))
    rest = "; ".join(f"{value} in {', '.join(numbers)}" for value, numbers in by_value.items())
    return f"Part {part.number} of {part.of}: {said}" + (f" (Other parts: {rest}.)" if rest else "")


def _worst(parts: _Read) -> tuple[tuple[Place, ...], list[str]]:
    """Each part's worst places in turn, the lowest verdict's first, and how many are left out."""
    judged = [(answer.verdict, answer.worst) for _, answer in parts if answer.verdict is not None]
    judged.sort(key=lambda one: _LOWEST_FIRST.index(one[0]))
    places = _in_turn([worst for _, worst in judged])
    left = len(places) - _WORST
    note = [f"{left} of the {len(places)} worst places of the parts are not listed"] if left > 0 else []
    return tuple(places[:_WORST]), note


def _questions(answers: Sequence[ReadAnswer]) -> tuple[tuple[TextQuestion, ...], list[str]]:
    """The questions derived from the parts, the first of each in turn, and what is left out."""
    derived = _in_turn([answer.questions for answer in answers])
    asked = without_repeats(derived, [])[:MOST]
    left = len(derived) - len(asked)
    note = [f"{left} of the {len(derived)} questions of the parts are not asked"] if left else []
    return tuple(asked), note


def _in_turn(lists: Sequence[Sequence[_T]]) -> list[_T]:
    """The first of each list, then the second of each, and so on."""
    longest = max(map(len, lists), default=0)
    return [each[place] for place in range(longest) for each in lists if place < len(each)]


def _begins(parts: _Read) -> str:
    lines = [str(part.first_line) for part, _ in parts]
    more = f" and {len(lines) - _MOST_LINES} more" if len(lines) > _MOST_LINES else ""
    return f"read in {len(parts)} parts, which begin at the lines {', '.join(lines[:_MOST_LINES])}{more}"


def _repeated(parts: _Read) -> list[str]:
    """What a reading says once at most, where several parts say it."""
    notes = []
    for kind, what in ((FindingKind.LOST_INTEREST, "lost interest"), (FindingKind.ONE_FIX, "one fix first")):
        numbers = [str(part.number) for part, read in parts if any(f.kind is kind for f in read.findings)]
        if len(numbers) > 1:
            notes.append(f"{what} in each of the parts {', '.join(numbers)}: each was read afresh")
    return notes


def _failure(parts: _Read) -> Failure | None:
    """The first part's that failed: what nobody read is not made up for by the rest."""
    failed = ((part, answer.failure) for part, answer in parts if answer.failure)
    return next(
        (replace(f, message=f"Part {part.number} of {part.of}: {f.message}") for part, f in failed), None
    )
