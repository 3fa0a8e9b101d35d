"""What holds of every loop, however it went."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st
from support.loops import LoopStory

from workbench.core.history import RoundState
from workbench.core.loop.stopping import Caps, Reason
from workbench.core.marks import Mark
from workbench.core.readings import Verdict

CONCERNS = st.integers(1, 6)
RAISED = st.lists(CONCERNS, max_size=4, unique=True)
Step = Callable[[LoopStory], LoopStory]


def reads(state: RoundState = RoundState.COMPLETE) -> st.SearchStrategy[Step]:
    """A round of up to three readers and perhaps a judge."""

    def step(raised: list[list[int]], judged: list[int] | None, verdict: Verdict, lost: set[int]) -> Step:
        return lambda story: story.read(*raised, judged=judged, verdict=verdict, lost=lost, state=state)

    verdicts = st.sampled_from([Verdict.PUBLISHABLE, Verdict.FIX])
    return st.builds(step, st.lists(RAISED, max_size=3), st.none() | RAISED, verdicts, st.sets(CONCERNS))


def step(act: Callable[[LoopStory, int], LoopStory]) -> st.SearchStrategy[Step]:
    """Something that the person does about a concern."""
    return CONCERNS.map(lambda concern: lambda story: act(story, concern))


STEPS = st.lists(
    st.one_of(
        reads(),
        reads(),
        reads(RoundState.INCOMPLETE),
        step(lambda story, line: story.edit(line)),
        step(lambda story, concern: story.check(concern)),
        step(lambda story, concern: story.overlook(concern)),
        step(lambda story, concern: story.defer(concern)),
        step(lambda story, concern: story.fix(concern)),
        *[step(lambda story, concern, mark=mark: story.mark(mark, concern)) for mark in Mark],  # type: ignore[misc]
    ),
    max_size=9,
)
CAPS = st.builds(
    Caps,
    st.none() | st.integers(1, 3),
    st.integers(0, 4),
    st.none() | st.floats(0, 2),
    st.floats(0, 2),
    st.none() | st.floats(0, 2),
)


def told(steps: list[Step]) -> LoopStory:
    """The story of these steps."""
    story = LoopStory(8)
    for each in steps:
        story = each(story)
    return story


@given(STEPS, CAPS)
def test_every_loop_has_an_assessment_that_says_what_it_rests_on(steps: list[Step], caps: Caps) -> None:
    stop = told(steps).assessed(caps)
    assert stop.because and stop.would_change
    assert stop.expected is None or stop.expected >= 0


@given(STEPS, reads(RoundState.INCOMPLETE), CAPS)
def test_an_incomplete_last_round_is_always_incomplete(steps: list[Step], last: Step, caps: Caps) -> None:
    story = told([*steps, last])
    assert story.assessed(caps).reason is Reason.INCOMPLETE
    assert story.edit(1).assessed(caps).reason is Reason.INCOMPLETE


@given(STEPS)
def test_a_finished_loop_rests_on_the_text_as_it_is_and_on_a_complete_round(steps: list[Step]) -> None:
    story = told(steps)
    if story.assessed().reason.is_finished:
        last = story.loop.rounds[-1]
        assert (last.round.state, last.revision.id) == (RoundState.COMPLETE, story.revision.id)


@given(STEPS, CAPS)
def test_a_cap_stops_only_what_would_go_on(steps: list[Step], caps: Caps) -> None:
    story = told(steps)
    free, capped = story.assessed().reason, story.assessed(caps).reason
    assert capped is free or (free is Reason.GO_ON and capped is Reason.BUDGET)
