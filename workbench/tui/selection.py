"""What the person selected in the list: rows to be merged, or findings to be taken out of their concern."""

from dataclasses import dataclass

from workbench.core.marks import Target
from workbench.tui.list_lines import FindingLine, Line, RowLine


@dataclass(frozen=True, slots=True)
class Selection:
    """Rows or findings of an opened concern, never both: they are selected for different things."""

    rows: frozenset[Target] = frozenset()
    """Concerns, and findings that were in none when they were selected."""
    findings: frozenset[int] = frozenset()
    """Keys of findings of the opened concern."""

    def __len__(self) -> int:
        """How many are selected."""
        return len(self.rows) + len(self.findings)

    def holds(self, line: Line) -> bool:
        """Whether a line is selected."""
        match line:
            case FindingLine(_, finding):
                return finding.id in self.findings
            case RowLine(row):
                return bool(self.rows) and not self.rows.isdisjoint(row.targets)
            case _:
                return False

    def toggled(self, line: RowLine | FindingLine) -> "Selection":
        """The selection with a line more, or without it where it was in it."""
        if isinstance(line, FindingLine):
            return Selection(findings=self.findings ^ {line.finding.id})
        selected = self.rows & line.row.targets
        return Selection(rows=self.rows - selected if selected else self.rows | {line.row.target})

    @property
    def words(self) -> str:
        """How many are selected, in words; empty where none is."""
        return f"{len(self)} selected" if len(self) else ""
