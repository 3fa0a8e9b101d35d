"""Figures drawn with the characters of a terminal, to be taken in at a glance."""

from workbench.core.trust.statistics import Rate

ENDS, LINE, POINT = ("├", "┤"), "─", "●"
_BAR = "█"
_PARTS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
"""Eighths of a bar's cell."""


def strip(rate: Rate, room: int) -> str:
    """A rate and its interval on a line from 0 to 1 that is `room` cells long; blank at 0 of 0."""
    interval, value = rate.interval, rate.value
    if interval is None or value is None or room < 3:
        return " " * room
    low, high, at = (min(room - 1, int(share * room)) for share in (interval.low, interval.high, value))
    cells = [LINE if low < place < high else " " for place in range(room)]
    cells[low], cells[high] = ENDS
    cells[at] = POINT
    return "".join(cells)


def bar(share: float, room: int) -> str:
    """A bar that fills a share of `room` cells, to an eighth of a cell; blank only for no share."""
    eighths = max(1, round(share * room * 8)) if share > 0 else 0
    return _BAR * (eighths // 8) + _PARTS[eighths % 8]
