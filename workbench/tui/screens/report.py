"""How often each judge, reader and check is right."""

from workbench.core.trust import Report
from workbench.tui.report_layout import report_lines
from workbench.tui.screens.page import PageScreen
from workbench.tui.tones import Piece


class ReportScreen(PageScreen):
    """The table of rates with all that qualifies them."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self._report = report

    def lines(self, room: int) -> list[list[Piece]]:
        """The report at this width."""
        return report_lines(self._report, room)
