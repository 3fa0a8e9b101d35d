"""What is said below the table of the loop: of the whole of it, of a round, a concern and a section."""

from collections.abc import Iterator, Sequence

from workbench.core.ages import local
from workbench.core.history import RoundState
from workbench.core.loop.cells import Stood, raisers
from workbench.core.loop.loop import ConcernRow, RoundBrought
from workbench.core.loop.stopping import Assessment
from workbench.core.loop.unquoted import Section
from workbench.core.loop.unseen import FEWEST, Unseen
from workbench.core.panels import differences
from workbench.core.reasons import reasons
from workbench.core.rows import Row
from workbench.core.sources import SourceKind
from workbench.core.text.display_text import counted, one_line
from workbench.tui.loop_layout import Fact, LoopTable, TableRow
from workbench.tui.mark_signs import kept_words, mark_words
from workbench.tui.tones import Piece, Tone

Lines = list[list[Piece]]

_FINISHED = {Stood.FIXED: Tone.GOOD, Stood.GONE: Tone.MUTED}


def stop_words(assessment: Assessment) -> list[Piece]:
    """The proposal in a sentence; one that is no end of the loop never looks like one."""
    tone = Tone.GOOD if assessment.reason.is_finished else Tone.STRONG
    return [(assessment.sentence(), tone)]


def details(
    table: LoopTable, row: TableRow, index: int, assessment: Assessment, unseen: Unseen | None
) -> Lines:
    """A row of the table in full; `index`, from 0, is the round of the column that the cursor is in."""
    if row.concern is not None:
        return _concern(table, row.concern, index)
    if isinstance(row.place, Section):
        return _section(table, row.place)
    if row.place is Fact.WHOLE:
        return _whole(assessment, unseen)
    return _round(table, index)


def _whole(assessment: Assessment, unseen: Unseen | None) -> Lines:
    # What holds beside any reason comes first: where the screen is low, the rest must be scrolled to.
    lines: Lines = [[(note, Tone.WARNING)] for note in assessment.notes]
    lines.append([("What would change this: ", Tone.MUTED), (assessment.would_change, Tone.PLAIN)])
    if unseen is None:
        not_yet = f"What no reader has raised is not estimated before {FEWEST} readings by readers."
        lines.append([(not_yet, Tone.MUTED)])
    elif said := unseen.sentence():
        lines.append([(said, Tone.PLAIN)])
    return lines


def _round(table: LoopTable, index: int) -> Lines:
    brought, it = table.loop.rounds[index], table.known.get(index)
    began = f", {local(brought.round.started_at)}" if brought.round.started_at else ""
    head = f"Round {brought.round.number} on revision {brought.revision.number}{began}: {_made(brought)}."
    new, again = len(brought.new), len(brought.again)
    stood = f", {it.open} open after it" if it else ""
    unchanged = len(brought.new_on_unchanged)
    where = f", {unchanged} of them on unchanged passages" if new and index else ""
    spent = table.board.spend(table.prices, brought.round.id).sentence()
    lines: Lines = [
        [(head, Tone.PLAIN)],
        [(f"{new} new{where}; {again} again{stood}. Cost: {spent}.", Tone.PLAIN)],
    ]
    if it:
        said = f" ({it.ruling.differing})" if it.ruling.differing else ""
        freeze = " It was a freeze." if brought.round.freeze else ""
        lines.append([(f"Ruling: {it.ruling.value.value}{said}.{freeze}", Tone.STRONG)])
        lines += ([(f"{does} {caps[0].why}", Tone.MUTED)] for does, caps in reasons(it.ruling))
        differing = differences(table.loop.history, brought.revision.id).values()
        lines += (
            [(f"The judges differ on {each.question}: {each.in_words}.", Tone.WARNING)] for each in differing
        )
    return lines


def _made(brought: RoundBrought) -> str:
    """The readings of a round, and whether they are all that it set out to make."""
    read, planned = len(brought.readings), brought.round.readings
    match brought.round.state:
        case RoundState.COMPLETE:
            over = len(brought.taken_over)
            return f"{counted(read, 'reading')}{f' and {over} taken over' if over else ''}"
        case RoundState.RUNNING:
            return f"{read} of {counted(planned, 'reading')} so far"
        case _:
            return f"incomplete, {read} of {counted(planned, 'reading')}"


def _concern(table: LoopTable, concern: ConcernRow, index: int) -> Lines:
    row = table.loop.row(concern.concern)
    assert row is not None, "a concern without a row is left out"
    lead = row.lead
    place = f"L{row.line}  " if row.line else ""
    lines: Lines = [[(f"{place}{one_line(row.headline)}", Tone.STRONG)]]
    lines.append([("Now: ", Tone.MUTED), *_now(row)])
    lines.append(list(_then(table, concern, index)))
    if lead and lead.quote:
        lines.append([("“", Tone.MUTED), (one_line(lead.quote), Tone.QUOTE), ("”", Tone.MUTED)])
    return lines


def _now(row: Row) -> list[Piece]:
    """How a concern stands on the text that is shown, with what the person said of it."""
    said = mark_words(row.standing, row.target)
    more = [words for words in (row.said_fixed, kept_words(row)) if words]
    return [
        (row.group.value, Tone.PLAIN),
        *([(", ", Tone.MUTED), *said] if said else [(", unmarked", Tone.MUTED)]),
        *((f", {words}", Tone.WARNING) for words in more),
    ]


def _then(table: LoopTable, concern: ConcernRow, index: int) -> Iterator[Piece]:
    """What a round said of a concern."""
    brought, it, by = table.loop.rounds[index], table.known.get(index), concern.raised[index]
    yield f"Round {brought.round.number}, revision {brought.revision.number}: ", Tone.MUTED
    if by:
        first = "first raised" if concern.concern in brought.new else "raised"
        names = ", ".join(_names(table, concern, index))
        yield f"{first} by {by} of {counted(len(brought.readings), 'reading')}: {names}", Tone.PLAIN
    elif it is None:
        yield "not raised; whether its words still stood is being worked out", Tone.MUTED
    else:
        stood = it.stood[concern.concern]
        yield stood.value, _FINISHED.get(stood, Tone.PLAIN)


def _names(table: LoopTable, concern: ConcernRow, index: int) -> Sequence[str]:
    """Who raised a concern in a round, each once, with how often where several trials did."""
    sources = [reading.source for reading in raisers(table.loop, concern.concern, index)]
    read = ["the judge" if source.kind is SourceKind.RUBRIC else source.name for source in sources]
    return [name if read.count(name) == 1 else f"{name} ×{read.count(name)}" for name in dict.fromkeys(read)]


def _section(table: LoopTable, section: Section) -> Lines:
    number = table.loop.rounds[-1].revision.number
    said = "No reader and no judge quoted a word of it in any round: it may be fine, or passed over."
    return [
        [(f"{section.place} of revision {number}: {one_line(section.name)}", Tone.STRONG)],
        [(said, Tone.PLAIN)],
    ]
