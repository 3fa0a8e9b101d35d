"""Why something failed, in as many words as there is room for."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from workbench.core.unread import Unread

_PATH = re.compile(r"(?<![\w.])/[^\s:,;`']*/[^\s:,;`']+")
_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z])")


def ways(sentences: str) -> Iterator[str]:
    """Shorter ways to say what an expected failure says, the fullest first: what to do is left out last."""
    named = _PATH.sub(lambda path: PurePath(path[0]).name, sentences)
    yield named
    said = _SENTENCE.split(named)
    for kept in range(len(said) - 1, 0, -1):
        yield " ".join(said[:kept])
    _, _, advice = said[0].partition(": ")
    if advice:
        yield advice[:1].upper() + advice[1:]


def told(failed: Sequence[Unread], readings: int, opens: str, reads: str) -> Iterator[str]:
    """That readings failed and why, for the status line: each way of saying it shorter than the last.

    `readings` is how many the round set out to make; `opens` and `reads` are the keys that show each
    failure and that read again.
    """
    first = failed[0]
    count = f"{_count(failed, readings)} failed"
    shows = f"{opens} on the first line shows each"
    others = len(failed) - 1
    more = f", and {others} other reason{'s' if others > 1 else ''}" if others else ""
    kind = first.failure.kind.value if first.failure else "stopped"
    if first.until:
        kind = f"{kind} until {first.until.astimezone():%H:%M}"
    for why in (first.why, first.why.partition(". ")[0], kind):
        said = f"{count}: {why.rstrip('.')}{more}; {shows}"
        yield f"{said}, {reads} reads only these again"
        yield f"{said}, {reads} reads again"
        yield said
    yield f"{count}: {kind}; {reads} reads again"
    if not first.until:
        yield f"{count}; {reads} reads again"


def _count(failed: Sequence[Unread], readings: int) -> str:
    """How much failed; the call that makes questions about the text is no reading of it."""
    seats = [seat for one in failed for seat in one.seats]
    reads = sum(seat.reads for seat in seats)
    named = ["the questions" if reads else "the questions about this text"] if reads < len(seats) else []
    named += [f"{reads} of {readings}"] if reads else []
    said = " and ".join(named)
    return f"{said[:1].upper()}{said[1:]}"
