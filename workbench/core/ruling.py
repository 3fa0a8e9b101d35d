"""The ruling: what code makes of the judge's answers, the checks and the person's word.

A pure, total function: nothing fluent stands between a check and the ruling.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from workbench.core.marks import Mark
from workbench.core.readings import Answer, Finding, Verdict
from workbench.core.sources import OnFail


class RulingValue(StrEnum):
    """What a revision is ruled, best first."""

    PUBLISHABLE = "Publishable"
    FIX = "Fix"
    REWRITE = "Rewrite"
    UNJUDGED = "Unjudged"


_ORDER = (RulingValue.PUBLISHABLE, RulingValue.FIX, RulingValue.REWRITE)


@dataclass(frozen=True, slots=True)
class Cap:
    """Something that keeps the ruling at or below a value, in words."""

    value: RulingValue
    why: str


@dataclass(frozen=True, slots=True)
class MarkedAnswer:
    """An answer with the person's mark on it."""

    answer: Answer
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class MarkedFault:
    """A check's fault with the person's mark on it."""

    fault: Finding
    mark: Mark | None = None
    ignored: str = ""
    """Why an accepted comment in the text has it ignored; empty where none does."""


@dataclass(frozen=True, slots=True)
class MarkedJudgement:
    """One trial's verdict and its answers with the person's marks."""

    verdict: Verdict
    answers: tuple[MarkedAnswer, ...]
    mine: bool = False
    """Whether the person made it."""
    by: str = ""
    """What its model is called among several that judged; empty where there is one only."""
    focused: bool = False
    """Whether only the changed passages were shown: it can lower a ruling, and never makes one."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a revision is ruled and why."""

    value: RulingValue
    caps: tuple[Cap, ...] = ()
    """Everything that lowered it, the strongest first."""
    verdicts: tuple[Verdict, ...] = ()
    """What the judges said, a trial each; shown where it differs."""
    waived: tuple[str, ...] = ()
    """What the person's misses, and the comments that they accepted, took out of it."""
    complete: bool = True
    """False where a planned reading is missing and nothing was read in its place."""
    own: tuple[Verdict, ...] = ()
    """What the person said as a judge."""
    panel: tuple[tuple[str, tuple[Verdict, ...]], ...] = ()
    """What each model of several that judged said, a trial each; empty where there is one only."""
    of_passages: tuple[Verdict, ...] = ()
    """What was said of the changed passages only, a trial each; they make no ruling."""

    @property
    def deciding(self) -> tuple[Cap, ...]:
        """The caps at the ruling's own value."""
        return tuple(cap for cap in self.caps if cap.value == self.value)

    @property
    def differing(self) -> str:
        """Which other verdicts were said and by whom, in words; empty where there is none.

        Where models differ, what each of them said: whoever agrees with the ruling is no less of interest.
        """
        own = {verdict.value for verdict in self.own} - {self.value.value}
        panel = [(name, {verdict.value for verdict in verdicts}) for name, verdicts in self.panel]
        if all(verdicts == panel[0][1] for _, verdicts in panel):
            who = "the judges" if panel else "the judge"
            panel = [(who, {verdict.value for verdict in self.verdicts} - {self.value.value})]
        said = ((who, sorted(verdicts)) for who, verdicts in (*panel, ("you", own)) if verdicts)
        return ", ".join(f"{who} said {' and '.join(verdicts)}" for who, verdicts in said)


def rule(
    judgements: Sequence[MarkedJudgement],
    faults: Iterable[MarkedFault],
    complete: bool,
    read_before: bool = False,
    unfinished: str = "the round is incomplete",
) -> Ruling:
    """The ruling of a revision: the lowest of every trial, every judge and every cap.

    `complete` is whether every planned reading finished. One that did not caps the ruling, in the words
    `unfinished`, unless an earlier round of the same text was complete (`read_before`): that one has ruled,
    and what finished since can still lower it. Without a complete judgement, or with judgements of the
    changed passages only, the ruling is Unjudged, with the caps listed.
    """
    caps: list[Cap] = []
    waived: list[str] = []
    for marked in faults:
        cap = _fault_cap(marked.fault)
        if cap is None:
            continue
        if marked.mark is Mark.MISS:
            waived.append(cap.why)
        elif marked.ignored:
            waived.append(f"{cap.why} (ignored by a comment in the text: {marked.ignored})")
        else:
            caps.append(cap)
    for judgement in judgements:
        caps += _trial_caps(judgement)
        waived += [f"{m.answer.question}: {m.answer.reason}" for m in judgement.answers if _waives(m)]
    if not complete and not read_before:
        caps.append(Cap(RulingValue.FIX, unfinished))
    unique = sorted(dict.fromkeys(caps), key=lambda cap: -_ORDER.index(cap.value))
    of_passages = tuple(j.verdict for j in judgements if j.focused)
    judgements = [j for j in judgements if not j.focused]
    verdicts = tuple(j.verdict for j in judgements if not j.mine)
    own = tuple(j.verdict for j in judgements if j.mine)
    panel: dict[str, tuple[Verdict, ...]] = {}
    for judgement in judgements:
        if judgement.by:
            panel[judgement.by] = (*panel.get(judgement.by, ()), judgement.verdict)
    lowest = unique[0].value if unique else RulingValue.PUBLISHABLE
    value = lowest if judgements else RulingValue.UNJUDGED
    said = tuple(panel.items())
    out = tuple(dict.fromkeys(waived))
    return Ruling(value, tuple(unique), verdicts, out, complete, own, said, of_passages)


def settled(marked: MarkedAnswer) -> Answer:
    """The answer as it counts.

    The person's miss turns *fails* into *meets*, found or not: nothing the person rejects is held
    against the text. Otherwise a lost quote makes any answer *cannot tell*, and a miss on a *meets*
    whose words stand turns it into *fails*.
    """
    answer = marked.answer
    missed = marked.mark is Mark.MISS
    if missed and answer.value == "fails":
        return replace(answer, value="meets")
    if (answer.quote and answer.span is None) or (not answer.quote and answer.value in ("meets", "fails")):
        return replace(answer, value="cannot tell")
    if missed and answer.value == "meets":
        return replace(answer, value="fails", reason="you do not agree that it is met")
    return answer


def _waives(marked: MarkedAnswer) -> bool:
    """Whether the person's miss took out a fail that could have lowered the ruling."""
    return marked.mark is Mark.MISS and marked.answer.value == "fails" and marked.answer.on_fail != "note"


def _fault_cap(fault: Finding) -> Cap | None:
    value = _value_of(fault.on_fail or "note")
    return None if value is None else Cap(value, f"{fault.asks}: {fault.problem}")


def _value_of(on_fail: OnFail) -> RulingValue | None:
    return {"note": None, "fix": RulingValue.FIX, "rewrite": RulingValue.REWRITE}[on_fail]


def _trial_caps(judgement: MarkedJudgement) -> list[Cap]:
    """What one trial's answers and its supported verdict cap at."""
    answers = [settled(marked) for marked in judgement.answers]
    if judgement.focused:
        # What cannot be told of passages may be told of the text.
        answers = [answer for answer in answers if answer.value == "fails"]
    caps: list[Cap] = []
    by_mark = {
        marked.answer.question
        for marked in judgement.answers
        if settled(marked).value == "fails" and marked.answer.value != "fails"
    }
    by = f" ({judgement.by})" if judgement.by else ""
    by = " (judged on its changed passages only)" if judgement.focused else by
    for answer in answers:
        if not answer.dominant:
            continue
        value = _value_of(answer.on_fail)
        if answer.value == "fails" and value is not None:
            caps.append(Cap(value, f"{answer.question} fails{by}: {answer.reason}"))
        elif answer.value == "cannot tell":
            caps.append(Cap(RulingValue.FIX, f"{answer.question} cannot be told{by}: {answer.reason}"))
    supported = supported_verdict(judgement.verdict, answers)
    if supported is not Verdict.PUBLISHABLE:
        caps.append(
            Cap(RulingValue(supported.value), _verdict_counts(judgement, supported, answers, by_mark))
        )
    return caps


def _verdict_counts(
    judgement: MarkedJudgement, counts_as: Verdict, answers: Sequence[Answer], by_mark: Collection[str]
) -> str:
    """Which answers bear a verdict out, and as what it counts; `by_mark` fail by the person's word."""
    whose = "your" if judgement.mine else f"{judgement.by}'s" if judgement.by else "the judge's"
    of = " on the changed passages only" if judgement.focused else ""
    said = f"{whose} verdict{of} is {judgement.verdict.value}"
    if counts_as is not judgement.verdict:
        said += f", which counts as {counts_as.value}"
    asked = ("rewrite",) if counts_as is Verdict.REWRITE else ("fix", "rewrite")
    fails = [
        f"{a.question} (by your mark)" if a.question in by_mark else a.question
        for a in answers
        if a.value == "fails" and a.on_fail in asked
    ]
    unsure = [a.question for a in answers if a.dominant and a.value == "cannot tell"]
    borne_out = [f"{listed(fails)} {'fails' if len(fails) == 1 else 'fail'}"] if fails else []
    borne_out += [f"{listed(unsure)} cannot be told"] if unsure and counts_as is Verdict.FIX else []
    return f"{', '.join(borne_out)}, and {said}"


def listed(names: Sequence[str]) -> str:
    """Names in a sentence, each once; there is at least one."""
    *first, last = dict.fromkeys(names)
    return f"{', '.join(first)} and {last}" if first else last


def supported_verdict(verdict: Verdict, answers: Sequence[Answer]) -> Verdict:
    """A trial's verdict, or the next higher one that its own answers support.

    Rewrite needs a fail whose `on_fail` is rewrite; Fix needs a fail whose `on_fail` is fix or
    rewrite, or a dominant question that cannot be told.
    """
    fails = {answer.on_fail for answer in answers if answer.value == "fails"}
    if verdict is Verdict.REWRITE and "rewrite" in fails:
        return Verdict.REWRITE
    unsure = any(answer.dominant and answer.value == "cannot tell" for answer in answers)
    if verdict is not Verdict.PUBLISHABLE and (fails & {"fix", "rewrite"} or unsure):
        return Verdict.FIX
    return Verdict.PUBLISHABLE
