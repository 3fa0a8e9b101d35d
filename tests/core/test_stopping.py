"""Which reason a loop stops for, at each reason's border, and which comes before which."""

from collections.abc import Callable

import pytest
from support.loops import LoopStory

from workbench.core.history import RoundState
from workbench.core.loop.stopping import Caps, Reason
from workbench.core.marks import Mark
from workbench.core.readings import Verdict
from workbench.core.sources import FixableBy

Told = Callable[[LoopStory], LoopStory]
INCOMPLETE, RUNNING = RoundState.INCOMPLETE, RoundState.RUNNING
HIT, MISS, CANT_TELL = Mark.HIT, Mark.MISS, Mark.CANT_TELL
FIX = Verdict.FIX
ALL_CODE: dict[int, FixableBy] = {1: "code", 2: "code", 3: "code"}
ALL_WORDING: dict[int, FixableBy] = {1: "wording", 2: "wording", 3: "wording"}


def stalled(story: LoopStory) -> LoopStory:
    """Four open concerns in three texts, the same ones."""
    return story.read([1, 2, 3, 4]).edit(9).read([1, 2, 3, 4]).edit(9).read([1, 2])


def churned(story: LoopStory) -> LoopStory:
    """Two rounds on one text whose new concerns are mostly misses."""
    return story.read([1], [1]).read([2, 3, 4]).read([5, 6]).mark(MISS, 2, 3, 5, 6)


CASES: list[tuple[str, Told, Reason]] = [
    ("nothing was read", lambda s: s, Reason.GO_ON),
    # incomplete
    ("the last round failed in part", lambda s: s.read([], judged=[], state=INCOMPLETE), Reason.INCOMPLETE),
    ("the last round goes on", lambda s: s.read([], state=RUNNING), Reason.INCOMPLETE),
    ("only an earlier round failed", lambda s: s.read([], state=INCOMPLETE).read([]), Reason.QUIET),
    ("failed, then edited", lambda s: s.read([], state=INCOMPLETE).edit(1), Reason.INCOMPLETE),
    ("it was edited since", lambda s: s.read([], judged=[]).edit(1), Reason.GO_ON),
    # clean
    ("nothing open and Publishable", lambda s: s.read([], judged=[]), Reason.CLEAN),
    ("nothing open and ruled Fix", lambda s: s.read([], judged=[], verdict=FIX), Reason.QUIET),
    ("nothing open and no judge", lambda s: s.read([]), Reason.QUIET),
    ("one unmarked", lambda s: s.read([1], [1], judged=[]), Reason.GO_ON),
    ("all misses", lambda s: s.read([1], [1], judged=[]).mark(MISS, 1), Reason.CLEAN),
    ("all put off", lambda s: s.read([1], [1], judged=[]).mark(HIT, 1).defer(1), Reason.CLEAN),
    ("all undecided", lambda s: s.read([1], [1], judged=[]).mark(CANT_TELL, 1), Reason.CLEAN),
    ("all said fixed", lambda s: s.read([1], judged=[]).edit(9).read([], judged=[]).fix(1), Reason.CLEAN),
    ("all gone", lambda s: s.read([1], judged=[]).edit(1).read([], judged=[]), Reason.CLEAN),
    ("a hit that stands", lambda s: s.read([1], [1], judged=[]).mark(HIT, 1), Reason.GO_ON),
    ("a fault that stands", lambda s: s.check(1).read([], judged=[]), Reason.QUIET),
    # stalled
    ("as many open three times", stalled, Reason.STALLED),
    ("a reader joined since", lambda s: stalled(s).read([], takes_over=True), Reason.STALLED),
    ("more open each time", lambda s: stalled(s).read([1, 9]), Reason.GO_ON),
    ("one fewer open", lambda s: s.read([1, 2, 3]).edit(9).read([1]).edit(3).read([1, 2]), Reason.QUIET),
    (
        "one more open, mostly the same",
        lambda s: s.read([1, 2, 3], [1, 2, 3]).edit(9).read([1]).edit(8).read([4]),
        Reason.STALLED,
    ),
    (
        "half the same is not mostly",
        lambda s: s.read([1, 2], [1, 2]).edit(9).read([1]).edit(2).read([3, 4]).mark(MISS, 4),
        Reason.GO_ON,
    ),
    ("only one edit", lambda s: s.read([1, 2]).edit(9).read([1, 2]), Reason.QUIET),
    ("read again unchanged", lambda s: s.read([1, 2]).edit(9).read([1, 2]).read([1, 2]), Reason.QUIET),
    ("nothing open three times", lambda s: s.read([]).edit(9).read([]).edit(9).read([]), Reason.QUIET),
    (
        "an incomplete round between says nothing",
        lambda s: s.read([1, 2]).edit(9).read([1, 2]).edit(9).read([], state=INCOMPLETE).edit(9).read([1, 2]),
        Reason.STALLED,
    ),
    # quiet, where a reader joined
    ("what was read before is repeated", lambda s: s.read([1], [1], [1]).read([]), Reason.QUIET),
    (
        "a reader that joined repeats nothing",
        lambda s: s.read([1], [1], [1]).read([], takes_over=True),
        Reason.GO_ON,
    ),
    # churn
    ("two rounds of misses", churned, Reason.CHURN),
    (
        "the misses of a reader that joined are no round of their own",
        lambda s: s.read([1], [1]).read([2, 3, 4]).read([5], takes_over=True).mark(MISS, 2, 3, 5),
        Reason.GO_ON,
    ),
    (
        "a reader that joined counts with those it joined",
        lambda s: s.read([1]).read([2, 3]).read([4]).read([5], takes_over=True).mark(MISS, 2, 3, 4, 5),
        Reason.CHURN,
    ),
    ("half of them misses is not mostly", lambda s: churned(s).mark(HIT, 6), Reason.GO_ON),
    ("unmarked ones are no misses", lambda s: s.read([1]).read([2]).read([3]), Reason.GO_ON),
    ("only the last round", lambda s: s.read([1]).mark(MISS, 1).read([2]).mark(MISS, 2), Reason.QUIET),
    ("a round that brought nothing new", lambda s: churned(s).read([]), Reason.QUIET),
    (
        "misses on rewritten passages",
        lambda s: s.read([7], [7]).edit(2).read([2]).edit(3).read([3, 8], [8]).mark(MISS, 2, 3),
        Reason.GO_ON,
    ),
    # quiet
    ("nobody raised anything", lambda s: s.read([]), Reason.QUIET),
    ("everything was raised again", lambda s: s.read([1, 2]).read([1, 2]), Reason.QUIET),
    ("one of two rounds of one reading", lambda s: s.read([1]).read([]), Reason.QUIET),
    ("half a new one is quiet", lambda s: s.read([1, 2]).read([]), Reason.QUIET),
    ("over half a new one is not", lambda s: s.read([1, 2]).read([]).mark(HIT, 1), Reason.GO_ON),
    ("another round of silence", lambda s: s.read([1, 2]).read([]).mark(HIT, 1).read([]), Reason.QUIET),
    ("something new in the last round", lambda s: s.read([]).read([]).read([]).read([1]), Reason.GO_ON),
    ("it is a miss", lambda s: s.read([]).read([]).read([]).read([1]).mark(MISS, 1), Reason.QUIET),
    ("only code answers it", lambda s: s.read([]).read([]).read([1], fixable={1: "code"}), Reason.QUIET),
    ("its words were not found", lambda s: s.read([]).read([1], lost={1}), Reason.QUIET),
    ("misses are not counted", lambda s: s.read([1, 2, 3]).read([]).mark(MISS, 1, 2, 3), Reason.QUIET),
    ("code answers", lambda s: s.read([1, 2, 3], fixable=ALL_CODE).read([]), Reason.QUIET),
    ("words answer", lambda s: s.read([1, 2, 3], fixable=ALL_WORDING).read([]), Reason.GO_ON),
    ("nobody finished", lambda s: s.read(), Reason.GO_ON),
]  # fmt: skip


@pytest.mark.parametrize(("told", "reason"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_reason_is_the_first_that_holds(told: Told, reason: Reason) -> None:
    assert told(LoopStory()).assessed().reason is reason


ORDER: list[tuple[str, Told, Reason]] = [
    (
        "incomplete before clean",
        lambda s: s.read([], judged=[]).read([], judged=[], state=INCOMPLETE),
        Reason.INCOMPLETE,
    ),
    (
        "incomplete before stalled",
        lambda s: stalled(s).edit(9).read([1], state=INCOMPLETE),
        Reason.INCOMPLETE,
    ),
    (
        "clean before churn",
        lambda s: s.read([], judged=[]).read([2], judged=[]).read([3], judged=[]).mark(MISS, 2, 3),
        Reason.CLEAN,
    ),
    (
        "stalled before churn",
        lambda s: (
            s.read([1], [1]).edit(9).read([2], [1]).edit(8).read([3], [1]).mark(MISS, 2, 3)
        ),
        Reason.STALLED,
    ),
    ("churn before quiet", lambda s: churned(s), Reason.CHURN),
    ("clean before quiet", lambda s: s.read([], judged=[]), Reason.CLEAN),
]  # fmt: skip


@pytest.mark.parametrize(("told", "reason"), [case[1:] for case in ORDER], ids=[case[0] for case in ORDER])
def test_reasons_come_in_their_order_and_caps_come_last(told: Told, reason: Reason) -> None:
    assert told(LoopStory()).assessed(Caps(rounds=1, made=9)).reason is reason


@pytest.mark.parametrize(
    ("caps", "said"),
    [
        (Caps(), ""),
        (Caps(rounds=3, made=2), ""),
        (Caps(rounds=3, made=3), "The cap of 3 rounds is reached"),
        (Caps(dollars=1.0, spent=0.99), ""),
        (Caps(dollars=1.0, spent=1.0), "The budget of $1.00 is spent"),
        (Caps(dollars=1.0, spent=0.75, next=0.25), ""),
        (Caps(dollars=1.0, spent=0.75, next=0.26), "$0.25, does not cover another round"),
        (Caps(dollars=1.0, spent=0.75, next=None), ""),
    ],
)
def test_a_cap_stops_a_loop_that_nothing_else_stops(caps: Caps, said: str) -> None:
    stop = LoopStory().read([1, 2]).assessed(caps)
    assert stop.reason is (Reason.BUDGET if said else Reason.GO_ON)
    assert said in stop.because


def test_a_cap_says_also_what_another_round_would_bring() -> None:
    stop = LoopStory().read([1, 2], [1]).assessed(Caps(rounds=1, made=1))
    assert stop.because == (
        "The cap of 1 round is reached. The last round brought 2 new concerns that an edit would answer, "
        "and one more is expected to bring about 0.4 new concerns."
    )


def test_only_a_loop_that_reading_ended_is_finished() -> None:
    assert [reason for reason in Reason if reason.is_finished] == [Reason.CLEAN, Reason.QUIET]


def test_a_clean_text_says_what_is_undecided_and_deferred() -> None:
    story = LoopStory().read([1, 2, 3], judged=[]).mark(CANT_TELL, 1, 2).mark(HIT, 3).defer(3)
    stop = story.assessed()
    assert (stop.name, stop.undecided, stop.deferred) == ("clean, 2 undecided, 1 deferred", 2, 1)
    assert LoopStory().read([], judged=[]).assessed().name == "clean"


def test_quiet_names_the_hits_that_are_not_fixed() -> None:
    story = LoopStory().read([1, 2, 3], [1, 2, 3]).mark(HIT, 1, 2).mark(MISS, 3).defer(2).read([1])
    stop = story.assessed()
    assert (stop.reason, stop.hits) == (Reason.QUIET, (1,))
    assert stop.sentence() == (
        "Quiet: the last round brought nothing new that an edit would answer, and one more is expected to "
        "bring no new concern; 1 hit is not fixed yet."
    )


def test_what_one_more_round_is_expected_to_bring_is_known_by_hand() -> None:
    # Two readings a round. 1 was raised twice; 2 and 3 once, by four readings: 2 of 4 + 2 each, 3 a hit.
    story = LoopStory().read([1, 2], [1]).read([3], []).mark(HIT, 3)
    assert story.assessed().expected == pytest.approx(2 * (0.75 + 1) / (4 + 2))


def test_a_rewritten_passage_counts_only_who_has_read_it() -> None:
    # 2 was raised on a line that two readings have read, of four in all.
    story = LoopStory().read([], []).edit(2).read([2], []).mark(HIT, 2)
    assert story.assessed().expected == pytest.approx(2 / (2 + 2))


def test_what_was_raised_once_and_edited_away_is_still_a_sign_of_what_is_unseen_elsewhere() -> None:
    # 1 was raised by one of the first two readings; 19 of the 20 lines that they read still stand.
    story = LoopStory().read([1], []).mark(HIT, 1).edit(1).read([], [])
    kept, read_then = 19 / 20, 2 / 4
    assert story.assessed().expected == pytest.approx(kept * read_then * 2 / (4 + 2))


def test_nothing_is_expected_for_a_text_that_was_rewritten_whole() -> None:
    lines = range(1, 21)
    story = LoopStory().read([1], []).mark(HIT, 1).edit(*lines).read([], [])
    assert story.assessed().expected == 0


def test_from_the_third_edited_revision_on_the_voice_is_said() -> None:
    story = LoopStory().read([]).edit(1).read([]).edit(1).read([])
    assert story.assessed().notes == ()
    assert story.edit(1).assessed().notes == ()
    (note,) = story.read([]).assessed().notes
    assert note.startswith("Voice: ")


def test_every_assessment_says_what_it_rests_on_and_what_would_change_it() -> None:
    for _, told, _ in CASES:
        stop = told(LoopStory()).assessed()
        assert stop.because.endswith(".") and stop.would_change.endswith(".")
