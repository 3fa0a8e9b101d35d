"""Why readings of the last round are missing, in as many words as there is room for."""

from collections.abc import Iterator, Sequence

from workbench.core.unread import Unread


def told(failed: Sequence[Unread], planned: int, opens: str, reads: str) -> Iterator[str]:
    """That readings failed and why, for the status line: each way of saying it shorter than the last.

    `opens` and `reads` are the keys that show each failure and that read again.
    """
    first = failed[0]
    count = f"{sum(len(one.seats) for one in failed)} of {planned} failed"
    shows = f"{opens} on the first line shows each"
    others = len(failed) - 1
    more = f", and {others} other reason{'s' if others > 1 else ''}" if others else ""
    kind = first.failure.kind.value if first.failure else "stopped"
    if first.until:
        kind = f"{kind} until {first.until.astimezone():%H:%M}"
    for why in (first.why, first.why.partition(". ")[0], kind):
        said = f"{count}: {why.rstrip('.')}{more}; {shows}"
        yield f"{said}, {reads} reads only these again"
        yield f"{said}, {reads} reads again"
        yield said
