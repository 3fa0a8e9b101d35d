from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from workbench.core.marks import Decision, Target, redoable, undoable


class Log:
    """Decisions as a store keeps them, beside the plain undo stack of an editor."""

    def __init__(self):
        self.decisions = []
        self.done = []
        self.taken_back = []

    def decide(self):
        number = len(self.decisions) + 1
        self.decisions = [replace(d, dropped=d.dropped or d.undone) for d in self.decisions]
        self.decisions.append(Decision(Target("concern", number), "mark", "hit", id=number))
        self.done.append(number)
        self.taken_back = []

    def undo(self):
        self._set(undoable(self.decisions), undone=True)
        if self.done:
            self.taken_back.append(self.done.pop())

    def redo(self):
        self._set(redoable(self.decisions), undone=False)
        if self.taken_back:
            self.done.append(self.taken_back.pop())

    def _set(self, decision, undone):
        if decision:
            self.decisions = [replace(d, undone=undone) if d.id == decision.id else d for d in self.decisions]

    @property
    def standing(self):
        return [d.id for d in self.decisions if not d.undone]


def log_of(*steps):
    log = Log()
    for step in steps:
        getattr(log, step)()
    return log


def test_with_nothing_decided_there_is_nothing_to_undo_or_redo():
    assert undoable([]) is None
    assert redoable([]) is None


def test_undo_takes_back_the_last_that_stands():
    log = log_of("decide", "decide", "undo")
    assert undoable(log.decisions).id == 1


def test_redo_restores_in_the_order_that_things_were_decided():
    log = log_of("decide", "decide", "decide", "undo", "undo")
    assert redoable(log.decisions).id == 2


def test_after_a_new_decision_nothing_can_be_redone():
    log = log_of("decide", "undo", "decide")
    assert redoable(log.decisions) is None


def test_undoing_a_new_decision_lets_only_that_one_be_redone():
    log = log_of("decide", "decide", "undo", "decide", "undo")
    assert redoable(log.decisions).id == 3


def test_undo_goes_past_what_was_undone_before_a_new_decision():
    log = log_of("decide", "decide", "undo", "decide", "undo")
    assert undoable(log.decisions).id == 1


@given(st.lists(st.sampled_from(["decide", "undo", "redo"]), max_size=30))
def test_undo_and_redo_go_as_in_an_editor(steps):
    log = log_of(*steps)
    assert log.standing == log.done
