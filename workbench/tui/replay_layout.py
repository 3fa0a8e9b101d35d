"""A replay in lines: what it would take, and what it came to, the verdict first."""

from collections.abc import Sequence

from workbench.core.costs.spending import budget_words
from workbench.core.marks import Mark
from workbench.core.replay.result import ReplayResult, SideSum, ToMark
from workbench.core.replay.text import look_lines, to_mark_line, verdict_sentence
from workbench.core.replay.units import ReplayProposal, Split
from workbench.core.replay.verdict import Outcome
from workbench.core.text.display_text import counted, neutralised, one_line
from workbench.core.trust.wordings import HALF
from workbench.tui.mark_signs import MARK_TONES
from workbench.tui.tones import Piece, Tone, hanging

Lines = list[list[Piece]]

_LABELS = 13
_COLUMN = 14
_MOST = 12
"""Unmarked findings that are shown; the rest is counted."""
_OUTCOMES = {Outcome.BETTER: Tone.GOOD, Outcome.WORSE: Tone.ERROR}


def proposal_page(proposal: ReplayProposal, budget: float | None, room: int) -> Lines:
    """What would be read to compare both wordings, where it goes, and what it may cost."""
    texts = len({unit.history.artifact.id for unit in proposal.units})
    revisions = f"{counted(len(proposal.units), 'marked revision')} of {counted(texts, 'text')}"
    half = f", {HALF}" if proposal.wish.split is Split.TRAIN else ""
    lines = _said("compared on", f"{revisions}{half}", room)
    stored, missing = len(proposal.whole), len(proposal.missing)
    if stored:
        lines += _said("there already", f"both sides of {stored} of them: that is not sent again", room)
    if missing:
        takes = f"{proposal.estimate.sentence()}, for {counted(missing, 'revision')}"
        lines += _said("it takes", takes, room)
        lines += _said("sent to", proposal.destination or "nobody: no reader is set up", room)
        if budget is not None:
            held = budget_words(budget, proposal.estimate.dollars is not None, " in all")
            lines += _said("budget", held, room)
        for artifact in proposal.unasked:
            lines += _said("first time", f"{artifact.path} was not sent there before", room, Tone.WARNING)
    lines += _said("it counts", "nowhere: in no round, rate or ruling", room)
    for secret in proposal.secrets:
        lines += _said("a secret", secret, room, Tone.ERROR)
    for sentence in proposal.refused:
        lines += _said("left out", f"{sentence}.", room, Tone.MUTED)
    return lines


def result_page(result: ReplayResult, room: int) -> Lines:
    """What it came to: the verdict in words, what became of hits and misses, what is to be marked."""
    lines: Lines = []
    for name in result.incomplete:
        lines += _said("missing", f"a reading of {name}, which is in no figure", room, Tone.WARNING)
    if not result.compared:
        return [*lines, [("Nothing was read on both sides yet, so there is nothing to say.", Tone.WARNING)]]
    verdict = result.verdict
    tone = _OUTCOMES.get(verdict.outcome, Tone.STRONG)
    lines += [*hanging(("", tone), (verdict_sentence(verdict), tone), 0, room), []]
    change = result.change
    lines += _said(
        "hits",
        f"{change.hits_kept} kept, {change.hits_lost} lost, {change.hits_gained} gained",
        room,
        MARK_TONES[Mark.HIT],
    )
    lines += _said(
        "misses",
        f"{change.misses_avoided} avoided, {change.misses_kept} kept, {change.misses_added} added",
        room,
        MARK_TONES[Mark.MISS],
    )
    lines += [[], *_sides(result.new, result.old), []]
    texts = len({one.history.artifact.id for one in result.compared})
    on = f"{counted(len(result.compared), 'revision')} of {counted(texts, 'text')}"
    lines += _said("compared on", on, room)
    if len(result.changed) > 1:
        several = f"{', '.join(result.changed)} at once: no figure says which of them it was"
        lines += _said("changed", several, room, Tone.WARNING)
    elif result.changed:
        lines += _said("changed", result.changed[0], room)
    if result.lost:
        said = f"{counted(result.lost, 'finding')} with words that are not in the text"
        lines += _said("left out", said, room, Tone.WARNING)
    for sentence in look_lines(result):
        lines += _said("", sentence, room, Tone.MUTED)
    return [*lines, *_to_mark(result.to_mark, room)]


def _sides(new: SideSum, old: SideSum) -> Lines:
    """A row for each figure, the new side beside the old one: as narrow as a screen may be."""
    rows = [
        ("raised", str(new.raised), str(old.raised)),
        ("hit", str(new.hits), str(old.hits)),
        ("miss", str(new.misses), str(old.misses)),
        ("can't tell", str(new.cant_tell), str(old.cant_tell)),
        ("not marked", str(new.unmarked), str(old.unmarked)),
        ("readings", str(new.readings), str(old.readings)),
        ("cost", new.spend.sentence(), old.spend.sentence()),
    ]
    if new.seconds is not None and old.seconds is not None:
        rows.append(("seconds each", f"{new.seconds:.1f}", f"{old.seconds:.1f}"))
    wide = max(_COLUMN, *(len(row[1]) + 2 for row in rows))
    head: list[Piece] = [
        (" " * _LABELS, Tone.MUTED),
        ("new".ljust(wide), Tone.HEADING),
        ("old", Tone.HEADING),
    ]
    return [
        head,
        *(
            [(label.ljust(_LABELS), Tone.MUTED), (one.ljust(wide), Tone.PLAIN), (other, Tone.PLAIN)]
            for label, one, other in rows
        ),
    ]


def _to_mark(unmarked: Sequence[ToMark], room: int) -> Lines:
    if not unmarked:
        return []
    fresh = sum(not each.known for each in unmarked)
    known = len(unmarked) - fresh
    said = f"Not marked: {counted(fresh, 'new finding')}, {counted(known, 'concern')} of these texts"
    lines: Lines = [[], *hanging(("", Tone.HEADING), (said, Tone.HEADING), 0, room)]
    for each in unmarked[:_MOST]:
        lines += hanging(("  ", Tone.PLAIN), (one_line(neutralised(to_mark_line(each))), Tone.PLAIN), 4, room)
    if len(unmarked) > _MOST:
        lines.append([(f"  and {len(unmarked) - _MOST} more", Tone.MUTED)])
    return lines


def _said(label: str, text: str, room: int, tone: Tone = Tone.PLAIN) -> Lines:
    return hanging((label, Tone.MUTED), (one_line(neutralised(text)), tone), _LABELS, room)
