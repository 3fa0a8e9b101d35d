"""How often each instrument is right, by the person's marks.

A rate is about an instrument, never about a text. What is counted is a *claim*: one source at one
wording and one concern, or one question at one wording and one revision that it is satisfied with,
each once however many readings said it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, NamedTuple

from workbench.core.display_text import counted, neutralised
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.freezing import Escaped, escaped
from workbench.core.history import History
from workbench.core.marks import REASONS, Mark, Standing, Target
from workbench.core.readings import Answer, Finding, FindingKind, Reading, ReadingState
from workbench.core.ruling import MarkedAnswer, settled
from workbench.core.sources import Source, SourceKind
from workbench.core.tables import compact, folded, in_words, section
from workbench.core.tallies import (
    COMPACT_LEGEND,
    NO_MARKS,
    NO_REASON,
    Heading,
    Reasons,
    Row,
    Tally,
    tally_of,
)
from workbench.core.uncounted import uncounted

GLOSSES = (
    "miss: I don't agree, not a real problem. What no source raised is called overlooked.",
    "A rate is agreement with what was raised and marked; it says nothing of what was not raised.",
)
"""What must stand beside a table of rates, a line each."""

_HEADING_OF = {
    FindingKind.FAILS: Heading.SHOULD_FIX,
    FindingKind.FINDING: Heading.READERS,
    FindingKind.LOST_INTEREST: Heading.READERS,
    FindingKind.ONE_FIX: Heading.READERS,
    FindingKind.FAULT: Heading.CHECKS,
    FindingKind.OVERLOOKED: Heading.OVERLOOKED,
}
_ORDER = {heading: place for place, heading in enumerate(Heading)}


@dataclass(frozen=True, slots=True)
class Wording:
    """An instrument at one exact wording, played by one model."""

    source: Source
    """A reader, a check, a rubric, or one of its questions."""
    provider: str
    model: str
    """As the service named it; empty for checks."""
    since: datetime | None
    """When its first reading ended; None for a check, and where no time was kept."""
    row: Row

    @property
    def label(self) -> str:
        """What tells it from the other wordings of its name, on one line."""
        parts = (
            self.source.wording[:8],
            self.model,
            self.provider,
            self.since and f"since {self.since.astimezone():%Y-%m-%d}",
        )
        return " ".join(part for part in parts if part)

    def shape(self) -> dict[str, Any]:
        """The wording as JSON values."""
        return {
            "source": {
                "kind": self.source.kind.value,
                "name": self.source.name,
                "wording": self.source.wording,
            },
            "provider": self.provider,
            "model": self.model,
            "since": self.since.isoformat() if self.since else None,
            **self.row.shape(),
        }


@dataclass(frozen=True, slots=True)
class Instrument:
    """All wordings of one name together."""

    name: str
    row: Row
    wordings: tuple[Wording, ...]
    """What the row is made of, the oldest first."""

    def shape(self) -> dict[str, Any]:
        """The instrument as JSON values."""
        return {
            "name": self.name,
            **self.row.shape(),
            "wordings": [wording.shape() for wording in self.wordings],
        }


@dataclass(frozen=True, slots=True)
class Report:
    """How often each instrument is right."""

    table: tuple[Row, ...]
    """One row for each heading."""
    instruments: tuple[Instrument, ...]
    """Under each heading by name: never by rate, for intervals of few marks overlap."""
    own: int = 0
    """Revisions whose rubric the person answered themselves; no rate has these answers in it."""
    escapes: tuple[Escaped, ...] = ()
    """For each rubric wording that has ruled with effect: what was found all the same."""
    unsure: Tally = NO_MARKS
    """Marks on questions that a judge could not answer; in no rate, since it claimed nothing."""
    taken_for: Tally = NO_MARKS
    """Marks on what readers took a text for, a hit where that was right; in no rate either."""

    def lines(self, room: int | None = None) -> tuple[str, ...]:
        """The report as plain text: the table, its rows in words, then every instrument with its wordings.

        `room` is the width in cells, None for any: where a table is wider, its rows are said in words.
        """
        table = [(row.heading.value, row) for row in self.table]
        said = [(row.heading.value, row) for row in self.table if row.raised]
        lines = section("", table, room)
        if lines != in_words("", table, room):
            lines += ["", *in_words("", said, room)]
        escapes = (f"Found after a binding Publishable, {each.sentence}." for each in self.escapes)
        legend = COMPACT_LEGEND if self._is_compact(room) else ""
        glosses = filter(None, (*GLOSSES, legend, self.own_sentence, self.besides, *escapes))
        lines += ["", *(line for gloss in glosses for line in folded(gloss, room, ""))]
        for title, rows in self.sections():
            lines += ["", *section(title, rows, room)]
        if played := self.played():
            lines += [
                "",
                "Wordings and models",
                *(line for one in played for line in folded(one, room, "    ")),
            ]
        return tuple(lines)

    def sections(self) -> Iterator[tuple[str, list[tuple[str, Row]]]]:
        """Each heading that any instrument is under, with its instruments.

        One that was of several wordings, or played by several models, has a row for each below its own.
        """
        for heading in Heading:
            rows: list[tuple[str, Row]] = []
            for instrument in (i for i in self.instruments if i.row.heading is heading):
                rows.append((_called(instrument), instrument.row))
                several = instrument.wordings if len(instrument.wordings) > 1 else ()
                rows += [(f"  {wording.label}", wording.row) for wording in several]
            if rows:
                yield heading.block, rows

    def played(self) -> tuple[str, ...]:
        """Each instrument with its wordings and models, once, those that are alike in one sentence."""
        labels: dict[str, dict[str, None]] = {}
        for instrument in self.instruments:
            known = labels.setdefault(_called(instrument), {})
            known.update(dict.fromkeys(wording.label for wording in instrument.wordings if wording.label))
        return tuple(
            f"{neutralised(name)}: {neutralised('; '.join(of))}" for name, of in labels.items() if of
        )

    @property
    def besides(self) -> str:
        """What was marked that is in no rate, in words; empty where nothing was."""
        said = []
        if self.unsure.marked:
            said.append(f"{counted(self.unsure.marked, 'answer')} under CANNOT TELL ({self.unsure.sentence})")
        if self.taken_for.marked:
            ideas = f"{self.taken_for.marked} under TAKEN FOR"
            right, wrong, unsure = self.taken_for.hit, self.taken_for.miss, self.taken_for.cant_tell
            said.append(f"{ideas} ({right} right, {wrong} wrong, {unsure} can't tell)")
        return f"Marked besides, and in no rate: {'; '.join(said)}." if said else ""

    def _is_compact(self, room: int | None) -> bool:
        """Whether any of its tables has room for the compact columns only."""
        table = [(row.heading.value, row) for row in self.table]
        blocks = [("", table), *self.sections()]
        return any(section(*block, room) == compact(*block, room) for block in blocks)

    @property
    def own_sentence(self) -> str:
        """What the person did as a judge, in words; empty where they never did."""
        revisions = "1 revision" if self.own == 1 else f"{self.own} revisions"
        said = f"You answered the rubric yourself on {revisions}: your own answers are in no rate."
        return said if self.own else ""

    def shape(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {
            "own_revisions": self.own,
            "cannot_tell_answers": asdict(self.unsure),
            "taken_for": asdict(self.taken_for),
            "escapes": [each.shape() for each in self.escapes],
            "table": [row.shape() for row in self.table],
            "instruments": [instrument.shape() for instrument in self.instruments],
        }


class _Key(NamedTuple):
    """What a wording's row counts."""

    source: Source
    provider: str
    model: str


@dataclass(frozen=True, slots=True)
class _Said:
    """One finding or satisfied answer, and the mark that holds for it."""

    heading: Heading
    source: Source
    topic: tuple[str, str, int]
    """Artifact, then the concern, unplaced finding or revision that it is about."""
    keys: tuple[_Key, ...]
    """The wordings it counts for: a judge's are its question's and its rubric's; the person has none."""
    at: datetime | None
    """When it was there to be marked; None where that says nothing."""
    standing: Standing

    @property
    def carried(self) -> bool:
        """Whether it came after the mark that holds for it."""
        decision = self.standing.decision
        made = decision.at if decision else None
        return self.at is not None and made is not None and self.at > made


def _called(instrument: Instrument) -> str:
    """An instrument as a person calls it: a question by its rubric and id."""
    kinds = {wording.source.kind for wording in instrument.wordings}
    if SourceKind.RUBRIC in kinds:
        return f"{instrument.name}, all"
    pool, _, id = instrument.name.rpartition("/")
    if SourceKind.QUESTION not in kinds:
        return instrument.name
    return {"derived": f"{id}, of one text", "added": f"{id}, yours"}.get(pool, f"{pool} {id}")


def report(histories: Sequence[History]) -> Report:
    """How often each instrument was right on these artifacts."""
    everything = [said for history in histories for said in _all_said(history)]
    table = tuple(_row(heading, (s for s in everything if s.heading is heading)) for heading in Heading)
    named: dict[tuple[Heading, str], list[_Said]] = defaultdict(list)
    for said in everything:
        for name in {key.source.name for key in said.keys}:
            named[said.heading, name].append(said)
    instruments = [
        Instrument(name, _row(heading, claims), _wordings(heading, name, claims))
        for (heading, name), claims in named.items()
    ]
    in_order = sorted(instruments, key=lambda i: (_ORDER[i.row.heading], _natural(i.name)))
    own = {(h.artifact.identity, r.revision) for h in histories for r in h.readings if r.mine}
    unsure, taken_for = uncounted(histories)
    return Report(table, tuple(in_order), len(own), escaped(histories), unsure, taken_for)


def _natural(name: str) -> list[tuple[int, str]]:
    """Sorts R2 before R10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]


def _wordings(heading: Heading, name: str, everything: Iterable[_Said]) -> tuple[Wording, ...]:
    by_key: dict[_Key, list[_Said]] = defaultdict(list)
    for said in everything:
        for key in said.keys:
            if key.source.name == name:
                by_key[key].append(said)
    wordings = [
        Wording(*key, min((s.at for s in claims if s.at), default=None), _row(heading, claims))
        for key, claims in by_key.items()
    ]
    return tuple(sorted(wordings, key=_age))


def _age(wording: Wording) -> tuple[float, Source, str, str]:
    since = wording.since.timestamp() if wording.since else 0.0
    return (since, wording.source, wording.provider, wording.model)


def _row(heading: Heading, everything: Iterable[_Said]) -> Row:
    claims: dict[tuple[Source, tuple[str, str, int]], list[_Said]] = defaultdict(list)
    for said in everything:
        claims[said.source, said.topic].append(said)
    marked = [standing for claim in claims.values() if (standing := _mark_of(claim))]
    carried = [said.standing for claim in claims.values() for said in claim if said.carried]
    return Row(
        heading,
        len(claims),
        tally_of(marked),
        tally_of(carried),
        _reasons(Mark.MISS, marked),
        _reasons(Mark.CANT_TELL, marked),
    )


def _mark_of(claim: Iterable[_Said]) -> Standing | None:
    """The mark that counts for a claim; None where none was made after it.

    One made inside an opened concern is about this source's own words, so it goes before the concern's.
    """
    standings = [said.standing for said in claim if said.standing.mark and not said.carried]
    return max(standings, key=lambda s: (s.inside, s.decision.id if s.decision else 0), default=None)


def _reasons(mark: Mark, standings: Iterable[Standing]) -> Reasons:
    count = Counter(standing.reason or NO_REASON for standing in standings if standing.mark is mark)
    return tuple((reason, count[reason]) for reason in (*REASONS[mark], NO_REASON) if count[reason])


def _all_said(history: History) -> Iterator[_Said]:
    """Everything that counts: of readings that finished, and what the person added and did not take back.

    What they answered to a rubric themselves does not: nobody else marks it.
    """
    marks = EffectiveMarks(history)
    for reading in history.readings:
        if reading.state is ReadingState.FINISHED and not reading.mine:
            yield from (_finding(history, marks, finding, reading) for finding in reading.findings)
            yield from (_answer(history, marks, a, reading) for a in reading.answers if _satisfied(a))
    for finding in history.overlooked:
        if not _withdrawn(history, marks, finding):
            yield _finding(history, marks, finding, None)


def _withdrawn(history: History, marks: EffectiveMarks, finding: Finding) -> bool:
    """Whether the person took back that they added a problem."""
    placement = history.placements.get(finding.id)
    concern = None if placement is None else marks.standings.of(Target("concern", placement.concern))
    own = marks.standings.of(Target("finding", finding.id))
    return not own.overlooked or (concern is not None and not concern.overlooked)


def _satisfied(answer: Answer) -> bool:
    """Whether it says *meets*, with words that were found."""
    return settled(MarkedAnswer(answer)).value == "meets"


def _finding(history: History, marks: EffectiveMarks, finding: Finding, reading: Reading | None) -> _Said:
    placement = history.placements.get(finding.id)
    topic = ("finding", finding.id) if placement is None else ("concern", placement.concern)
    return _Said(
        _HEADING_OF[finding.kind],
        finding.source,
        (history.artifact.identity, *topic),
        _keys(finding.source, reading),
        _time(reading),
        marks.standing_of(finding),
    )


def _answer(history: History, marks: EffectiveMarks, answer: Answer, reading: Reading) -> _Said:
    return _Said(
        Heading.SATISFIED,
        answer.source,
        (history.artifact.identity, "revision", answer.revision),
        _keys(answer.source, reading),
        _time(reading),
        marks.of_answers(answer),
    )


def _keys(source: Source, reading: Reading | None) -> tuple[_Key, ...]:
    if reading is None:
        return ()
    sources = dict.fromkeys((source, reading.source))
    return tuple(_Key(each, reading.provider, reading.model) for each in sources)


def _time(reading: Reading | None) -> datetime | None:
    """When a reading was there to be marked; None for checks and for what the person added.

    A check is run anew whenever the text is opened, so its last run is no sign that a fault is new.
    """
    if reading is None or reading.source.kind is SourceKind.CHECK:
        return None
    return reading.ended_at or reading.started_at
