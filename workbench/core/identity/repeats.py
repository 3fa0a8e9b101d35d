"""What a reader says twice in one reading, and the order of findings that no reading's end decides."""

from collections.abc import Iterable, Sequence

from workbench.core.readings import Finding, FindingKind, Span


def repeats(findings: Iterable[Finding], apart: Sequence[Finding] = ()) -> dict[int, int]:
    """By key of a reader's one fix: the finding of the same reading that stands on the same words.

    One fix of a reader on the words of a fix of its that the person took `apart` repeats nothing.
    """
    remarks: list[Finding] = []
    found: dict[int, list[Finding]] = {}
    for finding in findings:
        if finding.kind is FindingKind.ONE_FIX:
            remarks.append(finding)
        elif finding.kind is FindingKind.FINDING:
            found.setdefault(finding.reading, []).append(finding)
    repeated: dict[int, int] = {}
    for remark in remarks:
        if (span := remark.span) and not _stands_with(remark, apart):
            here = [(_common(span, f.span), f) for f in found.get(remark.reading, ()) if f.span]
            most = max((common for common, _ in here), default=0)
            if most > 0:
                nearest = min((f for common, f in here if common == most), key=by_place)
                repeated[remark.id] = nearest.id
    return repeated


def told_apart(known: Iterable[Sequence[Finding]]) -> list[Finding]:
    """The readers' one fixes that are in another concern than the finding that they would repeat.

    `known` are the findings of each concern.
    """
    findings = {finding.id: (finding, home) for home, members in enumerate(known) for finding in members}
    repeated = repeats(finding for finding, _ in findings.values())
    return [findings[fix][0] for fix, finding in repeated.items() if findings[fix][1] != findings[finding][1]]


def _stands_with(remark: Finding, others: Iterable[Finding]) -> bool:
    """Whether a remark shares words with one of the same source."""
    return any(
        other.source.name == remark.source.name
        and remark.span is not None
        and other.span is not None
        and remark.span.overlaps(other.span)
        for other in others
    )


def _common(one: Span, other: Span) -> int:
    """How many characters two spans share; below 1 where they share none."""
    return min(one.end, other.end) - max(one.start, other.start)


def by_place(finding: Finding) -> tuple[object, ...]:
    """Sorts by what a finding is about and says, so that nothing depends on which reading ended first."""
    span = (finding.span.start, finding.span.end) if finding.span else (1 << 62, 0)
    said = (finding.quote, finding.problem, finding.consequence, finding.change)
    return (*span, finding.source, finding.kind, finding.asks, *said, finding.reading, finding.id)
