"""Which comments of a text a command heeds, and what that means for the faults of the checks."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.core.ignores import ignores_of, reason_to_ignore, refused, waiting
from workbench.core.readings import Finding
from workbench.core.text.display_text import counted
from workbench.core.text.document import Document

if TYPE_CHECKING:
    # What `checks run` prints as text needs none of these.
    from workbench.cli.sarif import Suppression
    from workbench.core.effective_marks import EffectiveMarks


@dataclass(frozen=True, slots=True)
class Heeded:
    """A text, and the comments in it that count as accepted."""

    text: str
    accepted: frozenset[str]

    def reason(self, fault: Finding) -> str:
        """Why a fault is ignored; empty where it is not."""
        return reason_to_ignore(fault, self.text, self.accepted)

    def lowers(self, fault: Finding) -> bool:
        """Whether a fault lowers the ruling."""
        return fault.on_fail in ("fix", "rewrite") and not self.reason(fault)

    def suppressions(self, fault: Finding) -> "tuple[Suppression, ...]":
        """The comments about a fault, accepted or not."""
        from workbench.cli.sarif import Suppression

        document = Document(self.text)
        return tuple(
            Suppression("inSource", each.reason, each.comment in self.accepted)
            for each in ignores_of(self.text)
            if each.covers(fault, document)
        )

    @property
    def notices(self) -> tuple[str, ...]:
        """Which comments are not heeded and why, a sentence each."""
        asked = waiting(self.text, self.accepted)
        if not asked:
            return refused(self.text)
        comments = counted(len(asked), "comment")
        first = f"line {asked[0].line}, {asked[0].check}"
        ignores = "has" if len(asked) == 1 else "have"
        how = "accept it in `workbench open`, or give --inline-ignores"
        return (f"{comments} in the text ({first}) {ignores} no effect yet: {how}.", *refused(self.text))


def missed(fault: Finding, marks: "EffectiveMarks") -> "tuple[Suppression, ...]":
    """The person's word that a fault is none."""
    from workbench.cli.sarif import Suppression
    from workbench.core.marks import Mark

    standing = marks.standing_of(fault)
    if standing.mark is not Mark.MISS:
        return ()
    return (Suppression("external", "; ".join(filter(None, (standing.reason, standing.note))) or "miss"),)
