"""What a report says in sentences: what qualifies its figures, why marks went against, and what was spent."""

from collections.abc import Iterator, Sequence
from itertools import groupby, permutations

from workbench.core.costs.spending import Spend, in_dollars, together
from workbench.core.sources import SourceKind
from workbench.core.text.display_text import counted, neutralised_line
from workbench.core.trust.claims import Agreement
from workbench.core.trust.instruments import Block, Cost, Report, called
from workbench.core.trust.statistics import DIRECTIONAL_BELOW
from workbench.core.trust.tallies import NO_REASON, PICKED, Reasons, Row

GLOSSES = (
    "miss: I don't agree, not a real problem. What no source raised is called overlooked.",
    "A rate is agreement with what was raised and marked; it says nothing of what was not raised.",
)
"""What must stand beside a table of rates, a line each."""
NO_RANKING = "Rows stand by name, which is no ranking."
"""Said of every block of rows."""
_APART = f"No two of them are told apart by intervals of {DIRECTIONAL_BELOW} marks and more."
_SAID = {
    "code": ("wants the code", "want the code"),
    "outside fact": ("wants an outside fact", "want an outside fact"),
    "either view": ("holds either view", "hold either view"),
    NO_REASON: ("has no reason given", "have no reason given"),
}
"""What is said of one mark with a reason, and of several; of a miss that it is what its reason says."""


def notes(report: Report) -> Iterator[str]:
    """Everything that qualifies the table, a sentence each."""
    yield from GLOSSES
    picked = [f"{row.heading.value} ({row.of_raised})" for row in report.table if row.picked]
    if picked:
        yield (
            f"{PICKED.capitalize()}: {', '.join(picked)}. You chose which of them to mark, so the rate is "
            "theirs and need not be that of the others."
        )
    if report.own:
        revisions = counted(report.own, "revision")
        yield (
            f"You answered the rubric yourself on {revisions}: your own answers are in no rate of the table."
        )
    if said := besides(report):
        yield said
    if report.own_family:
        models = sorted({model for _, models in report.own_family for model in models})
        texts = counted(len(report.own_family), "text")
        yield neutralised_line(
            f"{', '.join(models)} read {texts} that you said a model of its family helped to write: models "
            "tend to favour what their own family wrote."
        )


def besides(report: Report) -> str:
    """What was marked that is in no rate, in words; empty where nothing was."""
    said = []
    if report.unsure.marked:
        said.append(f"{counted(report.unsure.marked, 'answer')} under CANNOT TELL ({report.unsure.sentence})")
    if report.taken_for.marked:
        ideas = f"{report.taken_for.marked} under TAKEN FOR"
        right, wrong, unsure = report.taken_for.hit, report.taken_for.miss, report.taken_for.cant_tell
        said.append(f"{ideas} ({right} right, {wrong} wrong, {unsure} can't tell)")
    return f"Marked besides, and in no rate: {'; '.join(said)}." if said else ""


def told_apart(block: Block) -> str:
    """Which rows of a block are told apart by their intervals, in words, or that none are.

    Empty where fewer than two rows have a rate.
    """
    if sum(bool(row.rate.of) for _, row, within in block.rows if not within) < 2:
        return ""
    rows = [(name, row) for name, row, within in block.rows if not within and not row.rate.directional]
    above: dict[str, list[str]] = {}
    for (name, row), (other, than) in permutations(rows, 2):
        one, two = row.rate.interval, than.rate.interval
        if one and two and one.low > two.high:
            above.setdefault(name, []).append(other)
    if not above:
        return f"{NO_RANKING} {_APART}"
    said = "; ".join(f"{name} above {', '.join(others)}" for name, others in above.items())
    return neutralised_line(f"{NO_RANKING} Told apart by their intervals: {said}.")


def reasons(block: Block) -> Iterator[str]:
    """Why a block's claims were missed, and what cannot be told of them, the most frequent reason first."""
    for name, row, within in block.rows:
        if not within:
            yield from (neutralised_line(f"{name}: {said}") for said in reasons_of(row))


def reasons_of(row: Row) -> Iterator[str]:
    """Why claims were missed, and what those lack that cannot be told, a sentence each."""
    if row.tally.miss:
        yield _why(row.miss_reasons, "miss" if row.tally.miss == 1 else "misses")
    if row.tally.cant_tell:
        yield _why(row.cant_tell_reasons, "can't tell" if row.tally.cant_tell == 1 else "can't tells")


def _why(reasons: Reasons, marks: str) -> str:
    """How many marks have the most frequent reason, then the others."""
    (first, most), *others = sorted(reasons, key=lambda reason: -reason[1])
    total = sum(count for _, count in reasons)
    said = [f"{most} of {total} {marks} {_said(first, most)}"]
    return f"{', '.join([*said, *(f'{count} {_said(reason, count)}' for reason, count in others)])}."


def _said(reason: str, count: int) -> str:
    one, several = _SAID.get(reason, (f"is {reason}", f"are {reason}"))
    return one if count == 1 else several


def escapes(report: Report) -> Iterator[str]:
    """What was found after a binding Publishable, a sentence for each rubric wording."""
    for each in report.escapes:
        yield f"Found after a binding Publishable, {each.sentence}."


def said_again(report: Report) -> Iterator[str]:
    """How often each source said the same of an unchanged text again, those of all models together."""
    for (kind, name), alike in groupby(report.again, key=lambda a: (a.source.kind, a.source.name)):
        total = Agreement(0, 0)
        for each in alike:
            total = total + each.agreement
        yield neutralised_line(f"{called_again(kind, name)}: {again_words(kind, total)}.")


def called_again(kind: SourceKind, name: str) -> str:
    """What was the same or not, in words."""
    return f"{name}, verdict" if kind is SourceKind.RUBRIC else called(name, (kind,))


def again_words(kind: SourceKind, agreement: Agreement) -> str:
    """An agreement in words."""
    if kind is SourceKind.READER:
        return f"{agreement} concerns that either of two readings raised were raised by both"
    return f"the same in {agreement} pairs of readings"


def costs(report: Report) -> Iterator[str]:
    """What each reader and judge used for each problem that the person agreed with."""
    for (kind, name), alike in groupby(report.costs, key=lambda c: (c.source.kind, c.source.name)):
        if kind in (SourceKind.READER, SourceKind.RUBRIC):
            yield neutralised_line(f"{name}: {cost_words(tuple(alike))}.")
    if report.counted.dated and any(cost.spend.dollars for cost in report.costs):
        yield f"{report.counted.dated.capitalize()}."


def cost_words(alike: Sequence[Cost]) -> str:
    """What readings used and what one hit came to, in words."""
    total, hits = Spend(), 0
    for each in alike:
        total, hits = together(total, each.spend), hits + each.hits
    said = f"{total.sentence()} for {counted(hits, 'hit')}"
    for_one = Cost(*alike[0][:3], total, hits).a_hit
    return said if for_one is None else f"{said}, {in_dollars(for_one)} a hit"
