"""Where findings that are in no concern yet belong."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from workbench.core.artifacts import Revision
from workbench.core.concerns import carried
from workbench.core.history import History, Placement
from workbench.core.identity.identity import KnownConcern, Sorting
from workbench.core.identity.regrouping import merged_from
from workbench.core.identity.settling import Chosen
from workbench.core.marks import Target, standings
from workbench.core.readings import Finding
from workbench.core.sources import SourceKind


def placed(
    history: History,
    revision: Revision,
    findings: Sequence[Finding],
    chosen: Mapping[int, Chosen] | None = None,
) -> tuple[Placement, ...]:
    """Where new findings on a revision belong among the concerns known so far.

    `chosen` is what a model chose where the rules are unsure, by finding.
    """
    if not findings:
        return ()
    sorting = Sorting(findings, known_concerns(history, revision), revision.text)
    return sorting.grouping(chosen).placements


def known_concerns(history: History, revision: Revision) -> list[KnownConcern]:
    """The concerns known so far that new findings on a revision may be in."""
    merged_before = merged_from(history.decisions)
    decided = standings(history.decisions)
    parts: defaultdict[int, defaultdict[tuple[int, ...], list[Finding]]]
    parts = defaultdict(lambda: defaultdict(list))
    for finding in history.findings:
        placement = history.placements.get(finding.id)
        # What the person added and took back is shown no more, and would hide whatever joined it.
        if placement and decided.of(Target("concern", placement.concern)).overlooked:
            parts[placement.concern][merged_before.get(finding.id, ())].append(finding)
    known = []
    for id, found in parts.items():
        own, *merged = [carried(part, history, revision) for _, part in sorted(found.items())]
        known.append(KnownConcern(id, own, tuple(merged)))
    return known


def unplaced_in(history: History, round: int) -> tuple[Finding, ...]:
    """The findings of a round's readings that are in no concern."""
    return tuple(
        finding
        for reading in history.readings
        if reading.round == round
        for finding in reading.findings
        if finding.id not in history.placements
    )


def unplaced_faults(history: History) -> Mapping[int, Sequence[Finding]]:
    """The checks' faults that are in no concern, by revision.

    Faults of an earlier revision are among them where a run ended between storing and placing them.
    """
    found: dict[int, list[Finding]] = {}
    for reading in history.readings:
        if reading.source.kind is SourceKind.CHECK:
            for finding in reading.findings:
                if finding.id not in history.placements:
                    found.setdefault(finding.revision, []).append(finding)
    return found
