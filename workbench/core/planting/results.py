"""What each source found of planted faults: found, missed and to be looked at, with how sure that is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from workbench.core.identity.repeats import repeats
from workbench.core.planting.matching import Matcher, Outcome
from workbench.core.planting.planting import Fault
from workbench.core.planting.store import Planting, PlantReading, Said
from workbench.core.ports import CheckReport
from workbench.core.readings import Finding
from workbench.core.sources import SourceKind
from workbench.core.text.document import Document
from workbench.core.trust.statistics import DIRECTIONAL_BELOW, Interval, wilson


@dataclass(frozen=True, slots=True)
class Who:
    """A source at one wording, played by one model: what recall is counted by."""

    kind: SourceKind
    name: str
    wording: str = ""
    provider: str = ""
    model: str = ""
    effort: str = ""

    def __str__(self) -> str:
        """Its name, the beginning of its wording, and the model."""
        wording = f"@{self.wording[:8]}" if self.wording else ""
        return f"{self.kind.value} {self.name}{wording}{f', {self.model}' if self.model else ''}"


CHECKS = Who(SourceKind.CHECK, "checks")
"""All checks together: they are one instrument, and each says which it is in its finding."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that rules cannot tell: whether a finding is about a planted fault."""

    name: str
    """Under which the answer is kept: fault, reading and finding."""
    planting: int
    fault: Fault
    finding: Finding
    line: int | None
    """Where the finding stands in the copy; None where its quote was not found."""

    @property
    def in_reading(self) -> str:
        """The same for all findings of one reading about one fault: answering one with yes settles them."""
        return self.name.rpartition(".")[0]

    @property
    def asks(self) -> str:
        """The question in words."""
        where = f"at L{self.line}" if self.line else "without a place"
        said = f"{self.finding.problem} {self.finding.consequence}".strip()
        return f"Planted: {self.fault.problem} The finding {where} says: “{said}” Is it that problem?"


class Counted(NamedTuple):
    """How a source did in one family."""

    found: int
    open: int
    """Depending on an answer."""
    of: int


@dataclass(frozen=True, slots=True)
class Recall:
    """What one source made of the faults of one copy, or of several."""

    who: Who
    faults: tuple[tuple[int, Fault], ...]
    """Every fault that it had before it, with the number of its key."""
    trials: int
    ever: frozenset[tuple[int, int]]
    """Faults that at least one trial found, as key and number."""
    always: frozenset[tuple[int, int]]
    """Faults that every trial found."""
    questions: tuple[Question, ...] = ()
    """Not answered yet, each about a fault that the trial which raised it has not found otherwise."""
    settled: tuple[Question, ...] = ()
    """Answered, or not worth an answer: the fault is found, or the finding that it repeats is asked about."""
    others: tuple[tuple[int | None, Finding], ...] = ()
    """What else it raised, with its line in the copy: not planted, which says nothing of whether it is so.

    A reader's one fix on the words of a finding of its is not said again.
    """

    @property
    def of(self) -> int:
        """How many faults there were to be found."""
        return len(self.faults)

    @property
    def open(self) -> frozenset[tuple[int, int]]:
        """Faults that depend on an answer."""
        return frozenset((q.planting, q.fault.number) for q in self.questions) - self.ever

    @property
    def unsure_every_time(self) -> frozenset[tuple[int, int]]:
        """Faults that some trial found and of which an answer can still say that another did."""
        return (self.ever - self.always) & frozenset((q.planting, q.fault.number) for q in self.questions)

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval of what was found; None at 0 of 0.

        It begins where it does if no fault that depends on an answer was found, and ends where it does if all
        of them were.
        """
        low, high = wilson(len(self.ever), self.of), wilson(len(self.ever) + len(self.open), self.of)
        return Interval(low.low, high.high) if low and high else None

    @property
    def directional(self) -> bool:
        """Whether there are too few faults to lean on."""
        return self.of < DIRECTIONAL_BELOW

    @property
    def missed(self) -> tuple[tuple[int, Fault], ...]:
        """Faults that no trial found and that no answer can still turn into found ones."""
        return tuple((k, f) for k, f in self.faults if (k, f.number) not in self.ever | self.open)

    def outcome(self, key: int, fault: int) -> Outcome:
        """What it made of a fault in all its trials."""
        if (key, fault) in self.ever:
            return Outcome.FOUND
        return Outcome.OPEN if (key, fault) in self.open else Outcome.NOT_FOUND

    def by_family(self) -> Mapping[str, Counted]:
        """Of each family how many were found, how many depend on an answer, and of how many."""
        counted: dict[str, Counted] = {}
        for key, fault in self.faults:
            before, name = counted.get(fault.family, Counted(0, 0, 0)), (key, fault.number)
            found, unsure = name in self.ever, name in self.open
            counted[fault.family] = Counted(before.found + found, before.open + unsure, before.of + 1)
        return counted


@dataclass
class _Row:
    """One source's findings in one copy, trial by trial."""

    found: list[set[int]] = field(default_factory=list)
    questions: list[tuple[int, Question]] = field(default_factory=list)
    """Each with the place of its trial."""
    settled: list[Question] = field(default_factory=list)
    others: list[tuple[int | None, Finding]] = field(default_factory=list)


def recalls(
    planting: Planting,
    readings: Sequence[PlantReading],
    said: Said,
    copy: CheckReport | None = None,
    original: CheckReport | None = None,
) -> tuple[Recall, ...]:
    """What every source found in one copy: checks first, then readers and judges in the order they read.

    `copy` and `original` are what the checks say of both; None where they have not run.
    """
    unchanged = {(f.source.name, f.problem) for f in original.faults} if original else set[tuple[str, str]]()
    matched = _Matched(planting, Matcher(planting.planted, unchanged), said)
    if copy is not None:
        matched.take(CHECKS, "checks", copy.faults)
    for each in readings:
        reading = each.reading
        who = Who(
            reading.source.kind,
            reading.source.name,
            reading.source.wording,
            reading.provider,
            reading.model,
            reading.effort,
        )
        matched.take(who, str(each.id), reading.findings)
    return matched.recalls()


class _Matched:
    """The findings in one copy, matched with its key."""

    def __init__(self, planting: Planting, matcher: Matcher, said: Said) -> None:
        self._planting, self._matcher, self._said = planting, matcher, said
        self._document = Document(planting.planted.text)
        self._rows: dict[Who, _Row] = {}

    def take(self, who: Who, reading: str, findings: Iterable[Finding]) -> None:
        """Match what one reading raised."""
        row = self._rows.setdefault(who, _Row())
        row.found.append(set())
        listed, asked = dict(enumerate(findings, start=1)), set[tuple[int | None, int]]()
        repeated = repeats(replace(each, id=number, reading=1) for number, each in listed.items())
        # What is repeated is placed first, so that it is asked about, and not what repeats it.
        for number in sorted(listed, key=lambda number: number in repeated):
            finding, said_before, taken = listed[number], repeated.get(number), False
            line = self._document.line_of(finding.span.start) if finding.span else None
            for question, outcome in self._outcomes(f"{reading}.{number}", finding, line):
                fault = question.fault.number
                taken |= outcome is not Outcome.NOT_FOUND
                if outcome is Outcome.FOUND:
                    row.found[-1].add(fault)
                if outcome is Outcome.OPEN and (said_before, fault) not in asked:
                    row.questions.append((len(row.found) - 1, question))
                elif outcome is Outcome.OPEN or question.name in self._said:
                    row.settled.append(question)
                if outcome is Outcome.OPEN or question.name in self._said:
                    asked.add((number, fault))
            if not taken and said_before is None:
                row.others.append((line, finding))

    def _outcomes(self, name: str, finding: Finding, line: int | None) -> Iterator[tuple[Question, Outcome]]:
        """What a finding says of each fault; what the person says of it goes before what rules say."""
        for fault, told in self._matcher.outcomes(finding):
            question = Question(f"{fault.number}.{name}", self._planting.id, fault, finding, line)
            said = self._said.get(question.name)
            if said is None:
                yield question, told
            else:
                yield question, Outcome.FOUND if said else Outcome.NOT_FOUND

    def recalls(self) -> tuple[Recall, ...]:
        """What came of all readings."""
        key = self._planting.id
        faults = tuple((key, fault) for fault in self._planting.planted.faults)
        made = []
        for who, row in self._rows.items():
            ever = set[int]().union(*row.found)
            always = ever.intersection(*row.found)
            made.append(
                Recall(
                    who,
                    faults,
                    len(row.found),
                    frozenset((key, number) for number in ever),
                    frozenset((key, number) for number in always),
                    tuple(q for trial, q in row.questions if q.fault.number not in row.found[trial]),
                    (*row.settled, *(q for trial, q in row.questions if q.fault.number in row.found[trial])),
                    tuple(row.others),
                )
            )
        return tuple(made)


def pooled(all_recalls: Iterable[Recall]) -> tuple[Recall, ...]:
    """The recalls of several copies together, a source at one wording and model in one row."""
    together: dict[Who, Recall] = {}
    for each in all_recalls:
        before = together.get(each.who)
        together[each.who] = each if before is None else _both(before, each)
    return tuple(together.values())


def _both(one: Recall, other: Recall) -> Recall:
    return Recall(
        one.who,
        (*one.faults, *other.faults),
        max(one.trials, other.trials),
        one.ever | other.ever,
        one.always | other.always,
        (*one.questions, *other.questions),
        (*one.settled, *other.settled),
        (*one.others, *other.others),
    )
