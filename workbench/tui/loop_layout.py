"""The loop as a table: a column a round, a row a concern, as words with tones."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from workbench.core.ages import local
from workbench.core.board import Board
from workbench.core.costs.prices import PriceTable
from workbench.core.history import RoundState
from workbench.core.loop.cells import Stood, others, stood
from workbench.core.loop.loop import ConcernRow, Loop, RoundBrought
from workbench.core.loop.unquoted import Section
from workbench.core.marks import Target
from workbench.core.ruling import Ruling
from workbench.core.text.display_text import counted, one_line
from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS
from workbench.tui.header import RULING_TONES
from workbench.tui.keymaps import Keys
from workbench.tui.list_cells import mark_cells
from workbench.tui.tones import Piece, Tone, hanging

_BLOCKS = " ▁▂▃▄▅▆▇█"
_PENDING: Piece = ("…", Tone.MUTED)
"""What takes long to find out and is not known yet."""


class Fact(StrEnum):
    """What is said of each round, in the order shown."""

    WHOLE = "the loop"
    READ = "read"
    READINGS = "readings"
    NEW = "new"
    CHART = "new, as bars"
    AGAIN = "again"
    OPEN = "open after it"
    COST = "cost"
    RULING = "ruling"


GAP = 2
"""Cells between two columns."""
_LABEL, _LONGEST_LABEL = 34, 100
"""Cells before the columns: at least, where the screen is wide, and at most."""
_WORDS = (Fact.READ, Fact.READINGS, Fact.NEW, Fact.AGAIN, Fact.COST, Fact.RULING)

LEGEND: tuple[tuple[str, str, Tone], ...] = (
    ("+3/6", "new, by 3 of 6", Tone.WARNING),
    ("3/6", "again", Tone.PLAIN),
    ("·", "not raised", Tone.MUTED),
    ("gone", "", Tone.MUTED),
    ("fixed", "", Tone.GOOD),
    ("h m t d", "marks", Tone.KEY),
)
"""Each sign of the table and what it says, in as few words as fit on a line."""

Place = Fact | Target | Section
"""What the cursor can be on."""


class TableRow(NamedTuple):
    """One line of the table."""

    place: Place | None
    """None for a heading, which the cursor passes over."""
    label: Sequence[Piece]
    concern: ConcernRow | None = None
    """None where the row is of no concern."""


class Known(NamedTuple):
    """What takes long to find out of a round."""

    open: int
    ruling: Ruling
    stood: Mapping[int, Stood]
    """By concern."""


@dataclass(frozen=True)
class LoopTable:
    """What is shown of a loop.

    What takes long is found out round by round; until then it is shown as not known yet.
    """

    board: Board
    loop: Loop
    prices: PriceTable
    unquoted: Sequence[Section] = ()
    known: dict[int, Known] = field(default_factory=dict)
    """What was found out, by the index of its round."""

    @cached_property
    def concerns(self) -> tuple[ConcernRow, ...]:
        """Every row's concern: the one that was raised first last stands first, then those of no round."""
        newest = sorted(self.loop.concerns, key=lambda concern: -concern.first)
        return tuple(c for c in (*newest, *others(self.loop)) if self.loop.row(c.concern))

    def found_out(self, index: int) -> Known:
        """How everything stood after the round of an index; this takes long."""
        brought = self.loop.rounds[index]
        how = {each.concern: stood(self.loop, each, index) for each in self.concerns}
        return Known(len(brought.open), brought.ruling, how)

    @property
    def headers(self) -> list[tuple[str, str]]:
        """What stands above each column."""
        return [(f"round {b.round.number}", f"rev. {b.revision.number}") for b in self.loop.rounds]

    @cached_property
    def rows(self) -> tuple[TableRow, ...]:
        """Every line, in order."""
        whole = TableRow(Fact.WHOLE, [(Fact.WHOLE.value.capitalize(), Tone.STRONG)])
        if not self.loop.rounds:
            return (whole,)
        facts = [TableRow(fact, [(fact.value, Tone.MUTED)]) for fact in Fact if fact is not Fact.WHOLE]
        return (whole, *facts, *self._concern_rows(), *self._section_rows())

    def cells(self, row: TableRow) -> Sequence[Piece]:
        """What a row says of each round, by what is known by now; nothing where it is of no round."""
        if row.concern is not None:
            return [self._cell(row.concern, index) for index in range(len(self.loop.rounds))]
        return self._fact(row.place) if isinstance(row.place, Fact) else ()

    @property
    def widths(self) -> list[int]:
        """Cells that each column takes, by what is known by now."""
        said = [self._fact(fact) for fact in _WORDS]
        readings = [len(brought.readings) for brought in self.loop.rounds]
        return [
            max(map(len, (*header, f"+{read}/{read}", "fixed", *(cells[at][0] for cells in said))))
            for at, (header, read) in enumerate(zip(self.headers, readings, strict=True))
        ]

    def _fact(self, fact: Fact) -> Sequence[Piece]:
        rounds = self.loop.rounds
        match fact:
            case Fact.READ:
                return [(when, Tone.MUTED) for when in _when(rounds)]
            case Fact.READINGS:
                return [_readings(b) for b in rounds]
            case Fact.CHART:
                return chart([len(b.new) for b in rounds])
            case Fact.NEW:
                return [(str(len(b.new)), Tone.STRONG) for b in rounds]
            case Fact.AGAIN:
                return [(str(len(b.raised_by) - len(b.new)), Tone.PLAIN) for b in rounds]
            case Fact.COST:
                return self._costs
            case Fact.OPEN:
                return self._each(lambda it: (str(it.open), Tone.PLAIN))
            case Fact.RULING:
                return self._each(lambda it: (it.ruling.value.value, RULING_TONES[it.ruling.value]))
            case _:
                return ()

    def _each(self, cell: Callable[[Known], Piece]) -> list[Piece]:
        """What is known of each round, or that it is not yet."""
        known = self.known
        return [cell(known[at]) if at in known else _PENDING for at in range(len(self.loop.rounds))]

    @cached_property
    def _costs(self) -> list[Piece]:
        return [
            (self.board.spend(self.prices, brought.round.id).brief, Tone.MUTED)
            for brought in self.loop.rounds
        ]

    def _concern_rows(self) -> Iterator[TableRow]:
        under = [self._heading(concern) for concern in self.concerns]
        counts, heading = Counter(under), ""
        for concern, above in zip(self.concerns, under, strict=True):
            row = self.loop.row(concern.concern)
            assert row is not None, "a concern without a row is left out"
            if above != heading:
                heading = above
                count = counted(counts[above], "concern")
                yield TableRow(None, [(above.upper(), Tone.HEADING), (f"  {count}", Tone.MUTED)])
            signs = [(text, tone) for text, tone, _ in mark_cells(row.standing, row)]
            at = f"L{row.line}" if row.line else "-"
            place = (f" {at:>{self._place_room}} ", Tone.MUTED)
            yield TableRow(row.target, [*signs, place, (one_line(row.headline), Tone.PLAIN)], concern)

    @cached_property
    def _place_room(self) -> int:
        """Cells that the longest line number takes."""
        lines = [row.line for row in self.loop.rows if row.line]
        return 1 + len(str(max(lines, default=1)))

    def _heading(self, concern: ConcernRow) -> str:
        if not any(concern.raised):
            return "by checks and by you"
        return f"first raised in round {self.loop.rounds[concern.first].round.number}"

    def _cell(self, concern: ConcernRow, index: int) -> Piece:
        by, it = concern.raised[index], self.known.get(index)
        if by:
            is_new = concern.concern in self._new[index]
            sign = "+" if is_new else ""
            tone = Tone.WARNING if is_new else Tone.PLAIN
            return f"{sign}{by}/{len(self.loop.rounds[index].readings)}", tone
        if it is None:
            return _PENDING if any(concern.raised[:index]) else ("", Tone.PLAIN)
        return _SIGNS[it.stood[concern.concern]]

    @cached_property
    def _new(self) -> list[frozenset[int]]:
        return [frozenset(brought.new) for brought in self.loop.rounds]

    def _section_rows(self) -> Iterator[TableRow]:
        if self.unquoted:
            count = counted(len(self.unquoted), "section")
            yield TableRow(None, [("NOBODY EVER QUOTED", Tone.HEADING), (f"  {count}", Tone.MUTED)])
        for section in self.unquoted:
            yield TableRow(section, [(f"{section.place} ", Tone.MUTED), (one_line(section.name), Tone.PLAIN)])


_SIGNS: Mapping[Stood, Piece] = {
    Stood.NOT_RAISED: ("·", Tone.MUTED),
    Stood.STANDS: ("=", Tone.PLAIN),
    Stood.FIXED: ("fixed", Tone.GOOD),
    Stood.GONE: ("gone", Tone.MUTED),
    Stood.NOT_YET: ("", Tone.PLAIN),
}


def chart(counts: Sequence[int]) -> list[Piece]:
    """A bar for each count, as high as its share of the greatest; one that is not 0 is seen."""
    most = max(counts, default=0)
    steps = len(_BLOCKS) - 1
    heights = [max(1, round(steps * count / most)) if count else 0 for count in counts]
    return [(_BLOCKS[height] * 3, Tone.KEY) for height in heights]


def legend(room: int) -> list[Piece]:
    """The signs of the table with what each says, as many as fit."""
    pieces: list[Piece] = []
    for sign, said, tone in LEGEND:
        words = f" {said}" if said else ""
        before = " │ " if pieces else ""
        if sum(len(text) for text, _ in pieces) + len(before + sign + words) > room:
            break
        pieces += [(before, Tone.MUTED), (sign, tone), (words, Tone.MUTED)]
    return pieces


def _readings(brought: RoundBrought) -> Piece:
    read, planned = len(brought.readings), brought.round.readings
    if brought.round.state is RoundState.RUNNING:
        return f"{read} of {planned}…", Tone.KEY
    if brought.round.state is RoundState.INCOMPLETE:
        return f"{read} of {planned}", Tone.WARNING
    return str(read), Tone.PLAIN


def _when(rounds: Iterable[RoundBrought]) -> Iterator[str]:
    """When each round began: its day without the year; of another one on the same day the time of day."""
    last = ""
    for brought in rounds:
        at = brought.round.started_at
        day, _, time = local(at).partition(" ") if at else ("", "", "")
        yield time if day == last else day[5:]
        last = day or last


def in_sight(widths: Sequence[int], room: int, here: int, first: int) -> range:
    """The columns that fit into so many cells, with one of them among these and the others moved least.

    `first` is the index of the first that was in sight before. Where the last ones are in sight, so are as
    many before them as fit.
    """
    if not widths:
        return range(0)
    first = max(0, min(first, here))
    while first < here and sum(width + GAP for width in widths[first : here + 1]) > room:
        first += 1
    last = first
    while last < len(widths) and sum(width + GAP for width in widths[first : last + 1]) <= room:
        last += 1
    if last == len(widths):
        while first and sum(width + GAP for width in widths[first - 1 :]) <= room:
            first -= 1
    return range(first, max(last, here + 1))


def label_room(widths: Sequence[int], room: int) -> int:
    """Cells for what stands before the columns: what all of them leave, else two fifths."""
    least = min(_LABEL, room * 2 // 5)
    return max(least, min(_LONGEST_LABEL, room - sum(width + GAP for width in widths)))


_SAID = (
    ("+3/6", "a concern that was raised for the first time in this round, by three of its six readings"),
    ("3/6", "raised again, or on words that could not be found: those never count as new"),
    ("·", "not raised by this round, and its words stood in the text that was read: that is not fixed"),
    (
        "=",
        "raised by a reading of an earlier round that this one took over, since nothing about it had changed",
    ),
    ("gone", "none of its words stood in the text that was read"),
    ("fixed", "the check that found it no longer did, or you said so and nothing raised it since"),
    ("…", "being worked out"),
    ("h m t", "your mark as it is now; d deferred, i ignored, c a note, ? asked anew, ! marks differ"),
    ("new", "concerns that the round raised for the first time; the bars show the same"),
    ("open", "those that stood after the round and are neither missed, deferred, ignored nor fixed by now"),
    ("cost", "of the round; ? where a price or the tokens are not known"),
    ("ruling", "of its text, by what had been read by then and your marks as they are now"),
    ("read", "when the round began; of a further one on the same day the time of day"),
    (
        "at least",
        "so many concerns that no reader has raised, estimated from how many only one reading raised "
        "(Chao2): information, never a goal",
    ),
    ("nobody quoted", "sections of the text read last of which no reader and no judge quoted a word"),
)
_INDENT = 20


def loop_help_lines(keys: Keys, room: int) -> list[list[Piece]]:
    """The keys that can be used in the loop, and what its signs say."""
    lines: list[list[Piece]] = [[("The loop", Tone.HEADING)]]
    for action in ACTIONS:
        if Where.LOOP in action.where:
            shown = (f"  {keys.all_shown(action.id)}", Tone.KEY)
            lines += hanging(shown, (action.help, Tone.PLAIN), _INDENT, room)
    lines += [[], [("What the table says", Tone.HEADING)]]
    for word, said in _SAID:
        lines += hanging((f"  {word}", Tone.STRONG), (said, Tone.PLAIN), _INDENT, room)
    return lines
