from support.builders import artifact, revision

from workbench.core.history import History
from workbench.core.marks import Mark
from workbench.core.readings import Finding, FindingKind
from workbench.core.replay.claims import Compared, Raised
from workbench.core.replay.text import verdict_sentence
from workbench.core.replay.verdict import Outcome, verdict_of
from workbench.core.sources import ME

FINDING = Finding(ME, FindingKind.FINDING, "", "")
GAINED, LOST = (Mark.HIT, 1, 0), (Mark.HIT, 0, 1)
AVOIDED, ADDED = (Mark.MISS, 0, 1), (Mark.MISS, 1, 0)
KEPT, UNDECIDED = (Mark.HIT, 1, 1), (Mark.CANT_TELL, 1, 0)
NEW, OLD, BOTH = (None, 1, 0), (None, 0, 1), (None, 1, 1)


def on(*texts):
    """A comparison over texts of one revision, each given as what was raised there."""
    return verdict_of(
        [
            Compared(
                History(artifact(id=number)),
                revision(id=number),
                tuple(Raised(at, mark, FINDING, new, old) for at, (mark, new, old) in enumerate(raised, 1)),
                0,
                (),
                (),
            )
            for number, raised in enumerate(texts, start=1)
        ]
    )


def test_the_figure_is_by_how_much_more_often_the_new_side_is_right():
    found = on([GAINED, AVOIDED, LOST, KEPT], [ADDED, KEPT, UNDECIDED])
    assert (found.marked.figure, found.marked.marks, found.marked.texts) == (0.0, 6, 2)
    assert on([GAINED, KEPT]).marked.figure == 0.5
    assert on([(Mark.HIT, 1.0, 0.5), (Mark.MISS, 0.5, 0.0)]).marked.figure == 0.0


def test_both_kinds_of_being_right_make_it_better_and_their_opposites_worse():
    assert on(*[[GAINED, KEPT]] * 10).outcome is on(*[[AVOIDED, KEPT]] * 10).outcome is Outcome.BETTER
    assert on(*[[LOST, KEPT]] * 10).outcome is on(*[[ADDED, KEPT]] * 10).outcome is Outcome.WORSE
    assert not on(*[[GAINED]] * 10).directional and on(*[[GAINED]] * 9).directional
    assert on(*[[GAINED]] * 4).outcome is Outcome.NOT_SEPARABLE


def test_what_is_not_marked_withholds_a_verdict_only_where_it_could_turn_it():
    assert on(*[[GAINED, KEPT, NEW, NEW, NEW]] * 10).outcome is Outcome.NO_VERDICT
    assert on(*[[GAINED, GAINED, GAINED, NEW]] * 10).outcome is Outcome.BETTER
    assert on(*[[GAINED, KEPT, OLD, OLD, OLD]] * 10).outcome is Outcome.NO_VERDICT
    assert on(*[[KEPT, NEW]] * 10).outcome is Outcome.NO_VERDICT
    assert on(*[[GAINED, KEPT, BOTH, BOTH, BOTH]] * 10).outcome is Outcome.BETTER


def test_bounds_are_said_for_all_hits_all_misses_and_where_the_old_side_has_some_for_both_extremes():
    new_only = on(*[[GAINED, KEPT, NEW, NEW, NEW]] * 10)
    assert (new_only.as_hits.figure, new_only.as_misses.figure) == (0.8, -0.4)
    assert (new_only.best, new_only.worst) == (new_only.as_hits, new_only.as_misses)
    assert "30 unmarked findings could turn it" in verdict_sentence(new_only)
    assert "spoke" not in verdict_sentence(new_only)
    both = on(*[[KEPT, NEW, OLD]] * 10)
    assert (both.as_hits.figure, both.as_misses.figure) == (0.0, 0.0)
    assert round(both.best.figure, 9) == round(-both.worst.figure, 9) == round(2 / 3, 9)
    assert "If all spoke for the new side: better" in verdict_sentence(both)


def test_further_marks_are_as_many_as_narrow_the_interval_to_the_difference():
    found = on(*[[GAINED, KEPT], [LOST, KEPT], [GAINED, KEPT], [KEPT, KEPT]] * 3).marked
    assert found.outcome is Outcome.NOT_SEPARABLE
    half = found.figure - found.interval.low
    assert found.marks + found.further >= found.marks * (half / found.figure) ** 2
    assert on([KEPT], [KEPT]).marked.further is None


def test_where_nothing_marked_was_raised_nothing_is_claimed():
    silent = on([], [])
    assert silent.outcome is Outcome.NOT_SEPARABLE and silent.marked.figure is None
    assert verdict_sentence(silent).endswith("neither side raised anything that is marked hit or miss.")
