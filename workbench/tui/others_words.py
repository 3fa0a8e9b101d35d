"""What is said of the marks that other people made on a row."""

from collections.abc import Iterable
from datetime import datetime

from workbench.core.ages import age
from workbench.core.history import History
from workbench.core.marks import Target
from workbench.core.others import OthersMark, latest


def others_marks(history: History, targets: Iterable[Target], now: datetime) -> str:
    """How other people marked what these targets stand for, in words; empty where nobody did."""
    asked = frozenset(targets)
    found = latest(mark for mark in history.others if {mark.target, history.home(mark.target)} & asked)
    return "; ".join(_said(mark, now) for mark in found)


def _said(mark: OthersMark, now: datetime) -> str:
    reason = f" ({mark.reason})" if mark.reason else ""
    return f"{mark.mark.value}{reason} by {mark.marker[:6]}, {age(mark.at, now)}"
