"""What a check says of a page, in the making."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from workbench.checks.text.page import Page
from workbench.core.ports import Claim
from workbench.core.readings import Evidence, Finding, FindingKind, Span
from workbench.core.sources import CheckRule, FixableBy
from workbench.core.text.display_text import neutralised, one_line


@dataclass(frozen=True, slots=True)
class Outcome:
    """Faults, and what was confirmed or left undecided, of one page."""

    page: Page
    faults: list[Finding] = field(default_factory=list)
    confirmed: list[Claim] = field(default_factory=list)
    undecided: list[Claim] = field(default_factory=list)

    def fault(
        self,
        rule: CheckRule,
        place: tuple[int, int],
        problem: str,
        *,
        consequence: str,
        change: str,
        expected: str | None = None,
        evidence: Iterable[Evidence] = (),
        fixable_by: FixableBy = "content",
    ) -> None:
        """Add a contradiction that is proven at a place of the text."""
        finding = Finding(
            source=rule.source,
            kind=FindingKind.FAULT,
            quote=self.page.text[slice(*place)],
            problem=problem,
            consequence=consequence,
            change=change,
            fixable_by=fixable_by,
            asks=rule.id,
            span=Span(*place),
            evidence=tuple(evidence),
            expected=expected,
            on_fail=rule.on_fail,
        )
        self.faults.append(finding)

    def confirm(
        self, rule: CheckRule, place: tuple[int, int], why: str, evidence: Iterable[Evidence] = ()
    ) -> None:
        """Add something the text says that is so."""
        self.confirmed.append(self._claim(rule, place, why, evidence))

    def leave(self, rule: CheckRule, place: tuple[int, int], why: str) -> None:
        """Add something that this check cannot decide, and why."""
        self.undecided.append(self._claim(rule, place, why, ()))

    def _claim(
        self, rule: CheckRule, place: tuple[int, int], why: str, evidence: Iterable[Evidence]
    ) -> Claim:
        return Claim(rule.id, self.page.text[slice(*place)], *place, why, tuple(evidence))


def printable(text: str) -> str:
    """A name or a piece of the text that can stand in a sentence: one line, nothing hidden."""
    return one_line(neutralised(text))
