"""Which verdicts a judge's own answers leave to be chosen, and why the others are not."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.core.readings import Answer, Verdict
from workbench.core.ruling import MarkedAnswer, MarkedJudgement, Ruling, RulingValue, rule


@dataclass(frozen=True, slots=True)
class Choice:
    """A verdict, and whether the answers leave it to be chosen."""

    verdict: Verdict
    offered: bool
    why: str
    """What it rests on, or why it is not offered."""


def choices(answers: Sequence[Answer]) -> tuple[Choice, ...]:
    """Every verdict, the lowest first; those are offered that these answers alone would be ruled.

    At least one is.
    """
    return tuple(_choice(verdict, answers) for verdict in reversed(Verdict))


def _choice(verdict: Verdict, answers: Sequence[Answer]) -> Choice:
    ruling = rule([MarkedJudgement(verdict, tuple(map(MarkedAnswer, answers)))], (), complete=True)
    if ruling.value.value == verdict.value:
        return Choice(verdict, True, _rests_on(verdict, answers))
    return Choice(verdict, False, _barred(verdict, ruling))


def _rests_on(verdict: Verdict, answers: Sequence[Answer]) -> str:
    """What bears a verdict out that is offered."""
    if verdict is Verdict.PUBLISHABLE:
        fails = [a.question for a in answers if a.value == "fails"]
        return f"none of what fails is dominant: {_listed(fails)}" if fails else "nothing fails"
    asks = ("rewrite",) if verdict is Verdict.REWRITE else ("fix", "rewrite")
    rests = [f"{a.question} fails" for a in answers if a.value == "fails" and a.on_fail in asks]
    if verdict is Verdict.FIX:
        rests += [f"{a.question} cannot be told" for a in answers if a.dominant and a.value == "cannot tell"]
    return _listed(rests)


def _barred(verdict: Verdict, ruling: Ruling) -> str:
    """Why a verdict is not offered, given what the answers alone would be ruled with it."""
    order = [each.value for each in RulingValue]
    if order.index(ruling.value.value) > order.index(verdict.value):
        deciding = [cap.why.partition(":")[0] for cap in ruling.deciding]
        return f"dominant, so it decides alone: {_listed(deciding)}"
    if verdict is Verdict.REWRITE:
        return "no question fails whose fail asks for a rewrite"
    return "no question fails whose fail asks for a fix, and no dominant one cannot be told"


def _listed(names: Sequence[str]) -> str:
    few = list(dict.fromkeys(names))
    return ", ".join(few[:3]) + (f" and {len(few) - 3} more" if len(few) > 3 else "")
