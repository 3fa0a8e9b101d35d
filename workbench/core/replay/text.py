"""A replay in words: what it will do, what each side raised, and the verdict."""

from collections.abc import Iterator

from workbench.core.replay.result import ReplayResult, SideSum, ToMark
from workbench.core.replay.units import ReplayProposal, Side, Split
from workbench.core.replay.verdict import DIRECTIONAL_BELOW, FEWEST, Estimate, Outcome, Verdict
from workbench.core.text.display_text import counted, shortened
from workbench.core.trust.statistics import Interval

_QUOTE, _PROBLEM = 60, 100
"""Characters that are shown of the words and of what is wrong."""


def proposal_lines(proposal: ReplayProposal) -> Iterator[str]:
    """What a replay will read, and what it cannot compare on."""
    for sentence in proposal.refused:
        yield f"Left out: {sentence}."
    again = [unit for unit in proposal.missing if unit.unproven]
    if again:
        why = "; ".join(dict.fromkeys(unit.unproven for unit in again))
        yield f"The old side is read again on {counted(len(again), 'revision')}, to be asked the same: {why}."
    stored = len(proposal.whole)
    if stored:
        yield f"{counted(stored, 'revision')} of {len(proposal.units)} need no reading: it is stored."


def result_lines(result: ReplayResult) -> Iterator[str]:
    """What a replay came to as a command prints it, the verdict last."""
    yield from figure_lines(result)
    yield from _to_mark_lines(result)
    yield from look_lines(result)
    if result.compared:
        yield verdict_sentence(result.verdict)


def figure_lines(result: ReplayResult) -> Iterator[str]:
    """On what was compared, what changed, and what each side did."""
    wish = result.proposal.wish
    texts = len({one.history.artifact.id for one in result.compared})
    revisions = counted(len(result.compared), "revision")
    split = "" if wish.split is Split.ALL else f", the {wish.split.value} half"
    yield f"Compared on {revisions} of {counted(texts, 'text')}{split}."
    for name in result.incomplete:
        yield f"In no figure, for a reading is missing: {name}."
    if not result.compared:
        return
    if len(result.changed) > 1:
        yield f"Bundled: {_and(result.changed)} changed at once, so no figure says which of them it was."
    elif result.changed:
        yield f"Changed: {result.changed[0]}."
    yield ""
    yield from _table(result)
    yield ""
    change = result.change
    yield (
        f"Hits: {change.hits_kept} kept, {change.hits_lost} lost, {change.hits_gained} gained. "
        f"Misses: {change.misses_avoided} avoided, {change.misses_kept} kept, {change.misses_added} added."
    )
    if result.lost:
        yield f"{counted(result.lost, 'finding')} left out: words not in the text."


def look_lines(result: ReplayResult) -> Iterator[str]:
    """How often the texts that are kept for testing were looked at; nothing where they were not."""
    if result.looks:
        name = result.proposal.wish.new.instrument.name
        yield f"Looks at the test half for {name}: {result.looks}."


def side_name(side: Side) -> str:
    """A side as a person calls it."""
    return f"{side.instrument.name}@{side.instrument.wording[:8]}"


def _table(result: ReplayResult) -> Iterator[str]:
    rows: list[tuple[str, ...]] = [
        ("", "readings", "raised", "hit", "miss", "can't tell", "unmarked", "cost", "seconds", "model")
    ]
    rows += [_row("new", result.new), _row("old", result.old)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1], strict=True)]
        yield "  ".join((*cells, row[-1])).rstrip()


def _row(name: str, side: SideSum) -> tuple[str, ...]:
    figures = (side.readings, side.raised, side.hits, side.misses, side.cant_tell, side.unmarked)
    seconds = "" if side.seconds is None else f"{side.seconds:.1f}"
    models = ", ".join(filter(None, side.models))
    return (
        f"{name} {side_name(side.side)}",
        *map(str, figures),
        side.spend.sentence(),
        seconds,
        models,
    )


def _to_mark_lines(result: ReplayResult) -> Iterator[str]:
    if not result.to_mark:
        return
    yield ""
    yield "Not marked:"
    for each in result.to_mark:
        yield f"  {to_mark_line(each)}"
    if any(not each.known for each in result.to_mark):
        yield "With --to-mark the new ones stand in `workbench open`, to be marked there; then replay again."
    yield ""


def to_mark_line(each: ToMark) -> str:
    """What is to be marked: where, by whom, on which words, and what is wrong."""
    place = f"{each.path}:{each.line}" if each.line else each.path
    words = f'"{shortened(each.finding.quote, _QUOTE)}" ' if each.finding.quote else ""
    said = shortened(each.finding.problem, _PROBLEM)
    known = ", a concern of the text" if each.known else ""
    return f"{place} (revision {each.revision}) {' and '.join(each.sides)}: {words}{said}{known}"


def verdict_sentence(verdict: Verdict) -> str:
    """The verdict in words, with what it rests on and what would change it."""
    marked = verdict.marked
    if verdict.outcome is Outcome.NO_VERDICT:
        return _withheld(verdict)
    marks, texts = counted(marked.marks, "mark"), counted(marked.texts, "text")
    on = f"{marks} (a concern counts once a revision) of {texts}"
    if verdict.outcome is not Outcome.NOT_SEPARABLE:
        few = f", directional: under {DIRECTIONAL_BELOW} texts" if verdict.directional else ""
        return f"{verdict.outcome.value.capitalize()}{few}. The difference is {_figure(marked)} on {on}."
    if marked.figure is None:
        return "Not separable: neither side raised anything that is marked hit or miss."
    sentence = f"Not separable on {on}: the difference is {_figure(marked)}."
    if marked.texts < FEWEST:
        return f"{sentence} Fewer than {FEWEST} texts separate nothing, and give no interval to lean on."
    if marked.further is None:
        return f"{sentence} Where there is no difference, no number of marks separates."
    return f"{sentence} About {marked.further:,} further marks would separate one of this size."


def _withheld(verdict: Verdict) -> str:
    said = [
        f"No verdict yet: {counted(verdict.unmarked, 'unmarked finding')} could turn it.",
        f"By the marks that there are it is {_outcome(verdict.marked)};",
        f"if all of these were hits, {_outcome(verdict.as_hits)};",
        f"if all were misses, {_outcome(verdict.as_misses)}.",
    ]
    if (verdict.best, verdict.worst) != (verdict.as_hits, verdict.as_misses):
        said.append(f"If all spoke for the new side: {_outcome(verdict.best)};")
        said.append(f"if all spoke against it: {_outcome(verdict.worst)}.")
    return " ".join(said)


def _outcome(estimate: Estimate) -> str:
    return f"{estimate.outcome.value} ({_figure(estimate)})"


def _figure(estimate: Estimate) -> str:
    if estimate.figure is None or estimate.interval is None:
        return "n/a"
    if estimate.texts < FEWEST:
        # Drawn anew, so few texts are too much like each other, and one is always itself.
        return f"{estimate.figure:+.2f}"
    return f"{estimate.figure:+.2f}, 95 % interval {_signed(estimate.interval)}"


def _signed(interval: Interval) -> str:
    return f"{interval.low:+.2f} to {interval.high:+.2f}"


def _and(parts: tuple[str, ...]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
