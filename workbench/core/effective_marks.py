"""Which mark holds for each finding, concern and answer, given everything the person decided."""

from collections import defaultdict
from dataclasses import replace
from functools import cached_property

from workbench.core.history import History
from workbench.core.marks import Mark, Standing, Standings, Target, standings
from workbench.core.readings import Answer, Finding, FindingKind
from workbench.core.sources import Source


class EffectiveMarks:
    """The marks of one history, each looked up in constant time.

    A mark made inside an opened concern holds for its finding alone and wins there. Otherwise the
    concern's own mark holds; where it has none, the marks made on its findings before they were placed
    in it do, if they agree. Where they do not, each stays with its finding.
    """

    def __init__(self, history: History) -> None:
        self._history = history
        self.standings: Standings = standings(history.decisions)

    def of_finding(self, finding: Finding) -> Mark | None:
        """The mark that holds for a finding."""
        return self.standing_of(finding).mark

    def standing_of(self, finding: Finding) -> Standing:
        """What stands about a finding: its own where marked inside its concern, else its concern's."""
        own = self.standings.of(Target("finding", finding.id))
        placement = self._history.placements.get(finding.id)
        if placement is None or (own.mark is not None and own.inside):
            return own
        concern = self.of_concern(placement.concern)
        return own if concern.mark is None else concern

    def of_concern(self, concern: int) -> Standing:
        """What stands about a concern; its mark is None while the marks on its findings disagree.

        What was decided about its findings before they were placed stands as long as nothing of that
        kind was decided about the concern itself.
        """
        own = self.standings.of(Target("concern", concern))
        early = self._early_standings.get(concern)
        if not early:
            return own
        if "defer" not in own.decided:
            own = replace(own, deferred=any(standing.deferred for standing in early))
        if "note" not in own.decided:
            own = replace(own, note="; ".join(dict.fromkeys(s.note for s in early if s.note)))
        marked = [standing for standing in early if standing.mark is not None]
        if own.mark is not None or len({standing.mark for standing in marked}) != 1:
            return own
        last = marked[-1]
        return replace(own, mark=last.mark, reason=last.reason, blind=last.blind, decision=last.decision)

    def of_answer(self, answer: Answer) -> Mark | None:
        """The mark that holds for an answer: a fail's is its finding's.

        Another answer's mark holds for every trial of the same question wording on the same revision.
        """
        if answer.value == "fails":
            finding = self._fails.get((answer.reading, answer.source))
            return None if finding is None else self.of_finding(finding)
        return self.of_answers(answer).mark

    def of_answers(self, answer: Answer) -> Standing:
        """What stands about an answer other than a fail, over all its trials."""
        return self._answer_standings.get((answer.source, answer.revision), Standing())

    def disagree(self, concern: int) -> bool:
        """Whether marks made before the findings were placed disagree, so that one must be chosen."""
        if self.standings.of(Target("concern", concern)).mark is not None:
            return False
        marks = {standing.mark for standing in self._early_standings.get(concern, [])}
        return len(marks - {None}) > 1

    @cached_property
    def _early_standings(self) -> dict[int, list[Standing]]:
        """By concern: what was decided about its findings before they were placed in it."""
        early: dict[int, list[Standing]] = defaultdict(list)
        for finding, placement in self._history.placements.items():
            standing = self.standings.of(Target("finding", finding))
            if standing.decided and not standing.inside:
                early[placement.concern].append(standing)
        return early

    @cached_property
    def _fails(self) -> dict[tuple[int, Source], Finding]:
        return {
            (finding.reading, finding.source): finding
            for finding in self._history.findings
            if finding.kind is FindingKind.FAILS
        }

    @cached_property
    def _answer_standings(self) -> dict[tuple[Source, int], Standing]:
        """By question wording and revision, as if every trial's answer were one target."""
        shared: dict[Target, Target] = {}
        first: dict[tuple[Source, int], Target] = {}
        for reading in self._history.readings:
            for answer in reading.answers:
                own = Target("answer", answer.id)
                shared[own] = first.setdefault((answer.source, answer.revision), own)
        decided = standings(
            replace(decision, target=shared[decision.target])
            for decision in self._history.decisions
            if decision.target in shared
        )
        return {key: decided.of(target) for key, target in first.items()}
