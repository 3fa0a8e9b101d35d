"""Which mark holds for each finding, concern and answer, given everything the person decided."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property

from workbench.core.history import History
from workbench.core.identity.regrouping_record import record_of
from workbench.core.marks import (
    REGROUPING,
    Decision,
    Mark,
    Standing,
    Standings,
    Target,
    standing,
    standings,
    with_what_held,
)
from workbench.core.readings import Answer, Finding, FindingKind, Reading
from workbench.core.sources import Source, SourceKind


class EffectiveMarks:
    """The marks of one history, each looked up in constant time.

    A mark made inside an opened concern holds for its finding alone and wins there. Otherwise the
    concern's own mark holds; where it has none, the marks that its findings had before they came into it
    do, if they agree. Where they do not, each stays with its finding.
    """

    def __init__(self, history: History) -> None:
        self._history = history
        self._said = _Said(history)
        self.standings: Standings = standings(history.decisions)

    def after(self, history: History, decision: Decision) -> tuple["EffectiveMarks", frozenset[Target]]:
        """The marks once a decision was made, taken back or restored, and whatever is marked by it.

        The history may differ from this one's in that decision, in placements and in overlooked problems;
        nothing else is looked at again.
        """
        decisions = with_what_held(history.decisions)
        about = {decision.target, *(d.target for d in decisions if d.id == decision.id)}
        if decision.what in REGROUPING:
            about |= {Target(held.kind, held.id) for held in record_of(decision.value).held}
        made: dict[Target, list[Decision]] = {target: [] for target in about}
        keys = {target.id for target in about}
        for each in decisions:
            # The key first: it is quickly compared, and there may be thousands.
            if each.target.id in keys and each.target in made:
                made[each.target].append(each)
        changed = {target: standing(of_target) for target, of_target in made.items()}
        marks = EffectiveMarks.__new__(EffectiveMarks)
        marks._history, marks._said = history, self._said
        marks.standings = Standings({**self.standings.by_target, **changed})
        return marks, frozenset().union(*map(marks._followers, about))

    def _followers(self, target: Target) -> frozenset[Target]:
        """Every target of which something else may stand once something is decided about this one."""
        if target.kind == "answer":
            return self._said.trials.get(self._said.first.get(target, target), frozenset())
        return frozenset({target, self.home(target)})

    def home(self, target: Target) -> Target:
        """The target whose row stands for this one: a placed finding's is its concern, any other's itself."""
        return self._history.home(target)

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
        if "fixed" not in own.decided:
            own = replace(own, fixed=next((s.fixed for s in reversed(early) if s.fixed), None))
        if "note" not in own.decided:
            own = replace(own, note="; ".join(dict.fromkeys(s.note for s in early if s.note)))
        marked = [standing for standing in early if standing.mark is not None]
        if own.mark is not None or len({standing.mark for standing in marked}) != 1:
            return own
        last = marked[-1]
        return replace(own, mark=last.mark, reason=last.reason, blind=last.blind, decision=last.decision)

    def of_answer(self, answer: Answer) -> Mark | None:
        """The mark that holds for an answer: a fail's is its finding's.

        A question that several parts of a text fail is a miss only where each of its findings is. Another
        answer's mark holds for every trial of the same question wording on the same revision. The
        person's own answer is their word already: what they said of a judge's does not change it.
        """
        if answer.value == "fails":
            marks = [self.of_finding(finding) for finding in self.fails(answer)]
            return next((mark for mark in marks if mark is not Mark.MISS), Mark.MISS if marks else None)
        return None if answer.reading in self._said.mine else self.of_answers(answer).mark

    def fails(self, answer: Answer) -> Sequence[Finding]:
        """The findings of a failed answer: one for each part of the text that failed the question."""
        return self._said.fails.get((answer.reading, answer.question), ())

    def of_answers(self, answer: Answer) -> Standing:
        """What stands about a judge's answer other than a fail, over all its trials."""
        return self._answer_standings.of(Target("answer", answer.id))

    def disagree(self, concern: int) -> bool:
        """Whether the marks that its findings had before they came into it differ: one must be chosen."""
        early = self._early_standings.get(concern)
        if not early or self.standings.of(Target("concern", concern)).mark is not None:
            return False
        return len({standing.mark for standing in early} - {None}) > 1

    def ignored(self, findings: Sequence[Finding]) -> str:
        """Why accepted comments have a concern ignored: all that was found of it last; empty where not."""
        if not self._history.accepted or not findings:
            return ""
        latest = max(finding.revision for finding in findings)
        last = [finding for finding in findings if finding.revision == latest]
        if any(finding.kind is not FindingKind.FAULT for finding in last):
            return ""
        reasons = [self._history.ignored(finding) for finding in last]
        return reasons[0] if all(reasons) else ""

    def returned(self, standing: Standing) -> str:
        """Why what cannot be told by a mark is asked anew; empty where it is not."""
        decision = standing.decision
        return self._history.returned.get(decision.id, "") if decision else ""

    def outgrown(self, standing: Standing, findings: Sequence[Finding]) -> str:
        """Why a mark on a concern is asked anew, in words; empty where it is not.

        It is where the words that it was made about are gone from the text that these findings are
        carried to, and what was raised since is about other words: that may be another problem.
        """
        decision = standing.decision
        then = self.marked_as(decision, findings) if decision else ()
        if not any(self._said.is_anchored(finding) for finding in then):
            return ""
        known = {finding.id for finding in then}
        gone = all(finding.span is None for finding in then)
        stands = any(finding.span for finding in findings if finding.id not in known)
        return "said of an earlier form of it, whose words are gone: mark it anew" if gone and stands else ""

    def marked_as(self, decision: Decision, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Those of a concern's findings that there were when it was marked."""
        return tuple(finding for finding in findings if not self._said.came_after(decision, finding))

    def is_anchored(self, finding: Finding) -> bool:
        """Whether a finding's words were found in the text that it is about, whatever became of them."""
        return self._said.is_anchored(finding)

    def raised_since(self, said: Decision, findings: Iterable[Finding]) -> bool:
        """Whether a reading that was made after the person said that something is fixed raised it again.

        One of a round that was under way then does not count where it read an earlier text than the one
        that was said to be mended, however late it began.
        """
        return any(self._said.is_after(said, finding.reading) for finding in findings)

    def alone(self, concern: int) -> tuple[Mark, ...]:
        """The marks of those of its findings that were marked for themselves, inside it."""
        return tuple([standing.mark for standing in self._inside.get(concern, ()) if standing.mark])

    @property
    def _early_standings(self) -> dict[int, list[Standing]]:
        """By concern: what was decided about its findings before they were placed in it."""
        return self._of_findings[0]

    @property
    def _inside(self) -> dict[int, list[Standing]]:
        """By concern: what was decided about its findings inside it."""
        return self._of_findings[1]

    @cached_property
    def _of_findings(self) -> tuple[dict[int, list[Standing]], dict[int, list[Standing]]]:
        early: dict[int, list[Standing]] = defaultdict(list)
        inside: dict[int, list[Standing]] = defaultdict(list)
        placements = self._history.placements
        findings = (target.id for target in self.standings.by_target if target.kind == "finding")
        for finding in sorted(findings):
            standing, placement = self.standings.of(Target("finding", finding)), placements.get(finding)
            if placement and standing.decided:
                (inside if standing.inside else early)[placement.concern].append(standing)
        return early, inside

    @cached_property
    def _answer_standings(self) -> Standings:
        """What stands about each answer, as if all trials' answers were one target."""
        first, trials = self._said.first, self._said.trials
        decided = standings(
            replace(decision, target=first[decision.target])
            for decision in self._history.decisions
            if decision.target.kind == "answer" and decision.target in first
        )
        return Standings(
            {trial: about for target, about in decided.by_target.items() for trial in trials[target]}
        )


class _Said:
    """What was said that can be marked; no decision changes it."""

    def __init__(self, history: History) -> None:
        self._history = history

    @cached_property
    def fails(self) -> dict[tuple[int, str], list[Finding]]:
        """The findings of each failed question, by reading and the question's id."""
        fails: dict[tuple[int, str], list[Finding]] = defaultdict(list)
        for reading in self._history.readings:
            for finding in reading.findings:
                if finding.kind is FindingKind.FAILS:
                    fails[finding.reading, finding.asks].append(finding)
        return fails

    def is_anchored(self, finding: Finding) -> bool:
        """Whether its words were found in the text that it is about, whatever became of them."""
        return finding.id not in self._lost

    def came_after(self, decision: Decision, finding: Finding) -> bool:
        """Whether a finding is of a reading that ended after a decision.

        A check runs whenever a text is opened, so that its last run is no sign that a fault is new.
        """
        made = self._readings.get(finding.reading)
        if made is None or made.source.kind is SourceKind.CHECK:
            return False
        return made.ended_at is not None and decision.at is not None and made.ended_at > decision.at

    @cached_property
    def _lost(self) -> frozenset[int]:
        """The few whose words were not found."""
        return frozenset(finding.id for finding in self._history.findings if finding.span is None)

    def is_after(self, said: Decision, reading: int) -> bool:
        """Whether a reading was made after a decision, and of a text that may be what it was made about."""
        made = self._readings.get(reading)
        if made is None or said.at is None:
            return False
        # The person begins to answer a rubric long before they are done.
        began = made.ended_at if made.mine else made.started_at
        if began is None or began <= said.at:
            return False
        round_began = self._rounds.get(made.round)
        return round_began is None or round_began > said.at or str(made.revision) == said.value

    @cached_property
    def _readings(self) -> dict[int, Reading]:
        return {reading.id: reading for reading in self._history.readings}

    @cached_property
    def _rounds(self) -> dict[int, datetime | None]:
        return {round.id: round.started_at for round in self._history.rounds}

    @cached_property
    def mine(self) -> frozenset[int]:
        """The readings that the person made."""
        return frozenset(reading.id for reading in self._history.readings if reading.mine)

    @cached_property
    def first(self) -> dict[Target, Target]:
        """By a judge's answer: the first one to the same question wording on the same revision."""
        first: dict[tuple[Source, int], Target] = {}
        return {
            own: first.setdefault((answer.source, answer.revision), own)
            for reading in self._history.readings
            if not reading.mine
            for answer in reading.answers
            for own in (Target("answer", answer.id),)
        }

    @cached_property
    def trials(self) -> dict[Target, frozenset[Target]]:
        """By the first of them: all answers to the same question wording on the same revision."""
        trials: dict[Target, set[Target]] = defaultdict(set)
        for answer, first in self.first.items():
            trials[first].add(answer)
        return {first: frozenset(answers) for first, answers in trials.items()}
