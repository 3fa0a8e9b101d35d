"""What is different since the person left: told on coming back, on screen and without one."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from workbench.core.ages import age
from workbench.core.artifacts import Revision
from workbench.core.board import Board
from workbench.core.history import History
from workbench.core.marks import Target
from workbench.core.outstanding import Outstanding, outstanding
from workbench.core.readings import Span
from workbench.core.remembered import Left
from workbench.core.text.carrying import carry
from workbench.core.text.diff import Gap, between, matched
from workbench.core.text.document import Document
from workbench.core.void_rulings import VoidRuling, void_ruling

_NAMED = 2
"""Sections that a sentence names."""

Section = tuple[str, ...]
"""Titles of the headings that lines stand under, outermost first; empty before the first heading."""


@dataclass(frozen=True, slots=True)
class Change:
    """Lines that a section gained and lost; blank ones are not counted."""

    section: Section
    added: int
    removed: int

    @property
    def counts(self) -> str:
        """Both, as a diff writes them."""
        return " ".join(f"{sign}{n}" for sign, n in (("+", self.added), ("-", self.removed)) if n)

    @property
    def name(self) -> str:
        """The section by its own heading."""
        return self.section[-1] if self.section else "the beginning"


@dataclass(frozen=True, slots=True)
class Since:
    """What happened between leaving an artifact and coming back to it."""

    left: Left
    revision: int
    """Number of the revision that was left."""
    edited: bool
    """Whether the file holds another text than the one that was left."""
    changes: tuple[Change, ...]
    """In the order of the text; none where only white space changed."""
    rounds: int
    """How many rounds were begun meanwhile, as without a screen."""
    void: VoidRuling | None
    """The ruling that does not hold for the text as it is now."""
    waits: Outstanding

    def sentence(self, now: datetime) -> str:
        """All of it in a line."""
        said = [f"Left {age(self.left.at, now)}", self._changed(), self._read(), self._voided()]
        said += [f"{self.waits.agreed} to fix" if self.waits.agreed else ""]
        said += [f"{self.waits.unmarked} unmarked" if self.waits.unmarked else "nothing unmarked"]
        return "; ".join(filter(None, said)) + "."

    def short_sentence(self, now: datetime) -> str:
        """What matters most of it."""
        void = f"{self.void.value.value} is void" if self.void else ""
        waits = f"{self.waits.agreed} to fix, {self.waits.unmarked} unmarked"
        return (
            "; ".join(filter(None, (f"Left {age(self.left.at, now)}", self._changed(0), void, waits))) + "."
        )

    @property
    def total(self) -> Change:
        """All changes in one."""
        return Change((), sum(c.added for c in self.changes), sum(c.removed for c in self.changes))

    def lines(self, now: datetime) -> list[str]:
        """All of it, a line each, sections under the line that they belong to."""
        said = [f"You left {age(self.left.at, now)}, at revision {self.revision}."]
        said.append(f"On disk since then: {self._changed(0)}.")
        said += [f"  {change.name}: {change.counts}" for change in self.changes]
        said += [f"{part[:1].upper()}{part[1:]}." for part in (self._read(), self._voided()) if part]
        if self.waits.agreed:
            said.append(
                f"To fix, marked hit and still there: {self.waits.agreed}; `workbench fixes` lists them."
            )
        said.append(f"Unmarked: {self.waits.unmarked}.")
        return said

    def _changed(self, named: int = _NAMED) -> str:
        """What was edited, with so many sections by name."""
        if not self.changes:
            return "only white space has changed" if self.edited else "nothing has changed"
        names = list(dict.fromkeys(change.name for change in self.changes))
        more = f" and {len(names) - named} more" if len(names) > named else ""
        where = f" in {', '.join(names[:named])}{more}" if named else ""
        return f"{self.total.counts} lines{where}"

    def _read(self) -> str:
        if not self.rounds:
            return ""
        return f"read {'once' if self.rounds == 1 else f'{self.rounds} times'} meanwhile"

    def _voided(self) -> str:
        if self.void is None:
            return ""
        bound = "binding " if self.void.bound else ""
        return f"the {bound}ruling {self.void.value.value} of revision {self.void.revision.number} is void"


def since(board: Board) -> Since | None:
    """What is different on a board that was just opened; None where it was never left."""
    history, left = board.history, board.history.left
    was = history.revision(left.revision) if left else None
    if left is None or was is None:
        return None
    return Since(
        left,
        was.number,
        was.sha256 != board.revision.sha256,
        changes(was.text, board.revision.text),
        sum(round.started_at is not None and round.started_at > left.at for round in history.rounds),
        void_ruling(history, board.revision, board.marks),
        outstanding(board.rows),
    )


def changes(old: str, new: str) -> tuple[Change, ...]:
    """Which sections gained and lost lines, in the order of the new text, then those that it lost whole."""
    before, after = Document(old), Document(new)
    here, there = (document.lines if document.text else () for document in (before, after))
    gaps = between(matched(here, there), Gap(0, len(here), 0, len(there)))
    lost = (line for gap in gaps for line in range(gap.old, gap.old_end) if here[line].strip())
    gained = (line for gap in gaps for line in range(gap.new, gap.new_end) if there[line].strip())
    removed, added = _by_section(before, lost), _by_section(after, gained)
    order = dict.fromkeys([(), *_sections(after), *_sections(before)])
    return tuple(
        Change(section, added[section], removed[section])
        for section in order
        if added[section] or removed[section]
    )


def _by_section(document: Document, lines: Iterable[int]) -> Counter[Section]:
    """How many of these 0-based lines stand in each section."""
    starts = [heading.start for heading in document.headings]
    sections = [(), *_sections(document)]
    return Counter(sections[bisect_right(starts, document.line_starts[line])] for line in lines)


def _sections(document: Document) -> list[Section]:
    """The section that each heading opens."""
    return [tuple(h.title for h in document.section_at(heading.start)) for heading in document.headings]


def place_again(left: Left, board: Board) -> Target | None:
    """The row that was left, else the one whose words are nearest to where its stood.

    None where the line of the whole text was left, or where nothing says where the row stood.
    """
    place = left.place
    if place is None:
        return None
    row = board.row(place)
    if row is not None:
        return row.target
    stood = _stood(place, board.history)
    return _nearest(stood[0], stood[1], board) if stood else None


def _stood(place: Target, history: History) -> tuple[Span, Revision] | None:
    """Where what the person was at stood, and in which revision."""
    said = [answer for reading in history.readings for answer in reading.answers if place.kind == "answer"]
    for one in said or history.findings:
        at_it = one.id == place.id if place.kind != "concern" else _is_in(one.id, place.id, history)
        revision = history.revision(one.revision)
        if at_it and one.span and revision:
            return one.span, revision
    return None


def _is_in(finding: int, concern: int, history: History) -> bool:
    placement = history.placements.get(finding)
    return placement is not None and placement.concern == concern


def _nearest(span: Span, revision: Revision, board: Board) -> Target | None:
    """The row whose words begin nearest to where words of another revision stood."""
    kept = span if revision.id == board.revision.id else carry(span, revision.text, board.revision.text)
    # Words that are gone stood about as far down as before.
    share = span.start / max(1, len(revision.text))
    start = kept.start if kept else int(share * len(board.revision.text))
    placed = [(abs(row.span.start - start), row) for row in board.rows if row.span and row.is_concern]
    return min(placed, key=lambda one: one[0])[1].target if placed else None
