"""Somebody who marks, merges and splits, over decisions kept as a store keeps them."""

from dataclasses import replace

from support.builders import artifact, revision

from workbench.core.board import advance, opened
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.events import Decided, Regrouped, Undone
from workbench.core.history import History, Placement
from workbench.core.identity.regrouping import merge, merged_into, moved, put_back, split
from workbench.core.marks import REGROUPING, Decision, Target, redoable, undoable
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState, Span
from workbench.core.sources import Source, SourceKind

READER = Source(SourceKind.READER, "skeptic", "a" * 64)
REVISION = revision()


def grouped(*concerns, loose=()):
    """A history of findings in concerns 1, 2, ..., each given by its findings' keys, and some in none."""
    ids = [id for members in concerns for id in members] + list(loose)
    found = tuple(
        Finding(
            READER,
            FindingKind.FINDING,
            REVISION.text[id : id + 3],
            f"problem {id}",
            span=Span(id, id + 3),
            id=id,
            reading=1,
            revision=1,
        )
        for id in sorted(ids)
    )
    placed = {
        id: Placement(id, concern, f"put there for {id}")
        for concern, members in enumerate(concerns, start=1)
        for id in members
    }
    reading = Reading(READER, 1, ReadingState.FINISHED, 1, findings=found, id=1)
    return History(artifact(), (REVISION,), readings=(reading,), placements=placed)


class Person:
    """Somebody at work on a history; a row goes by the key of any finding in it."""

    def __init__(self, history):
        self.history = history
        self.board = opened(history, REVISION)
        self._newest = 0

    def merge(self, *findings):
        targets = [self.target(finding) for finding in findings]
        into = merged_into(self.history, targets) or self._new_concern()
        self._regroup(merge(self.history, targets, into))

    def split(self, *findings):
        self._regroup(split(self.history, findings, self._new_concern()))

    def mark(self, finding, mark, reason=None):
        self._decide(Decision(self.target(finding), "mark", mark, reason))

    def mark_inside(self, finding, mark):
        self._decide(Decision(Target("finding", finding), "mark", mark, inside=True))

    def defer(self, finding, deferred=True):
        self._decide(Decision(self.target(finding), "defer", "yes" if deferred else None))

    def say_fixed(self, finding, fixed=True):
        self._decide(Decision(self.target(finding), "fixed", "1" if fixed else None))

    def note(self, finding, text):
        self._decide(Decision(self.target(finding), "note", text))

    def undo(self):
        self._turn(undoable(self.history.decisions), undone=True)

    def redo(self):
        self._turn(redoable(self.history.decisions), undone=False)

    def place(self, finding, concern):
        """What the end of a round does with a finding that is in no concern yet."""
        self.history = self.history.with_placements([Placement(finding, concern, "alike")])

    def target(self, finding):
        return self.history.home(Target("finding", finding))

    def standing(self, finding):
        """What stands about the row that a finding is in."""
        target = self.target(finding)
        marks = EffectiveMarks(self.history)
        return marks.of_concern(target.id) if target.kind == "concern" else marks.standings.of(target)

    def disagrees(self, finding):
        return EffectiveMarks(self.history).disagree(self.target(finding).id)

    @property
    def concerns(self):
        """The findings of each concern, the oldest concern first."""
        members = {}
        for finding, placement in self.history.placements.items():
            members.setdefault(placement.concern, set()).add(finding)
        return [members[concern] for concern in sorted(members)]

    @property
    def marks(self):
        """The mark of every finding that has one."""
        marks = EffectiveMarks(self.history)
        held = {finding.id: marks.of_finding(finding) for finding in self.history.findings}
        return {finding: mark for finding, mark in held.items() if mark}

    def _new_concern(self):
        taken = {self._newest, *(p.concern for p in self.history.placements.values())}
        self._newest = max(taken) + 1
        return self._newest

    def _decide(self, decision):
        self._see(Decided(self._made(decision)), ())

    def _regroup(self, decision):
        made = self._made(decision)
        self._see(Regrouped(made, moved(made)), moved(made))

    def _made(self, decision):
        dropped = tuple(replace(d, dropped=d.dropped or d.undone) for d in self.history.decisions)
        made = replace(decision, id=len(dropped) + 1)
        self.history = replace(self.history, decisions=(*dropped, made))
        return made

    def _turn(self, decision, undone):
        if decision is None:
            return
        turned = replace(decision, undone=undone)
        decisions = tuple(turned if d.id == turned.id else d for d in self.history.decisions)
        self.history = replace(self.history, decisions=decisions)
        placements = ()
        if turned.what in REGROUPING:
            there = [p for p in self.history.placements.values() if p.concern == turned.target.id]
            placements = put_back(turned, there) if undone else moved(turned)
        self._see(Undone(turned, placements), placements)

    def _see(self, event, placements):
        self.history = self.history.with_placements(placements)
        self.board = advance(self.board, event)
