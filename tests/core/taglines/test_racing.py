import random

import pytest
from core.taglines.conftest import readers
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.taglines.racing import Phase, Race, most_reads, saved, standing
from workbench.core.taglines.reads import Stage
from workbench.core.taglines.separation import contenders


def race(trials=4, count=3, **changes):
    return Race(readers(count), trials, **changes)


def played(race, rates, seed=1):
    """A race read to its end: each candidate is got with its rate. Gives every standing and all reads."""
    chance, told, seen = random.Random(seed), {}, []
    while True:
        seen.append(standing(race, list(rates), told))
        if not seen[-1].wanted:
            return seen, told
        told |= {slot: chance.random() < rates[slot.candidate] for slot in seen[-1].wanted}


def test_the_first_pass_is_every_reader_once_on_every_candidate():
    found = standing(race(), [1, 2, 3], {})
    assert found.phase is Phase.FIRST
    assert {(slot.candidate, slot.reader.name, slot.trial) for slot in found.wanted} == {
        (candidate, f"reader{n}", 1) for candidate in (1, 2, 3) for n in range(3)
    }


def test_the_order_is_that_of_the_seed():
    again = standing(race(seed=7), range(20), {}).wanted
    assert again == standing(race(seed=7), list(reversed(range(20))), {}).wanted
    assert again != standing(race(seed=8), range(20), {}).wanted != tuple(sorted(again))


def test_one_that_is_clearly_behind_gets_no_further_reads_and_the_others_do():
    seen, told = played(race(48), {1: 0.9, 2: 0.85, **dict.fromkeys(range(3, 20), 0.1)})
    end = seen[-1]
    assert end.phase is Phase.DONE and end.fresh
    assert end.left <= {1, 2}
    assert set(end.dropped) <= set(range(3, 20))
    assert len(end.dropped) >= 14
    per = {c: sum(slot.candidate == c for slot in told) for c in range(1, 20)}
    assert max(per[c] for c in end.dropped) < per[1]
    assert saved(race(48), 19, told) == 19 * 3 * 48 - len(told) > 1000


def test_finalists_are_decided_on_reads_that_had_no_part_in_who_they_are():
    seen, told = played(race(48), {1: 0.9, 2: 0.3, **dict.fromkeys(range(3, 20), 0.1)})
    finalists = set(range(1, 20)) - set(seen[-1].dropped)
    fresh = {slot for slot in told if slot.stage is Stage.FINAL}
    assert {slot.candidate for slot in fresh} == finalists
    turned = {
        slot: not right if slot.stage is Stage.RACE and slot.candidate == 1 else right
        for slot, right in told.items()
    }
    assert standing(race(48), range(1, 20), turned).dropped != seen[-1].dropped
    only = {slot: right if slot.stage is Stage.RACE else slot.candidate != 1 for slot, right in told.items()}
    assert 1 not in standing(race(48), range(1, 20), only).left or len(finalists) == 1


def test_a_full_race_drops_nobody_and_reads_everybody_as_often():
    seen, told = played(race(16, full=True), {1: 0.9, **dict.fromkeys(range(2, 20), 0.1)})
    assert not seen[-1].dropped
    assert len(told) == 19 * 3 * 16 == most_reads(race(16, full=True), 19)
    assert {slot.stage for slot in told} == {Stage.RACE}
    assert seen[-1].left == {1}


def test_where_nobody_is_dropped_all_reads_decide():
    seen, told = played(race(8), dict.fromkeys(range(1, 7), 0.5))
    assert not seen[-1].dropped and not seen[-1].fresh
    assert len(told) == most_reads(race(8), 6)


def test_a_run_that_was_cut_off_asks_for_what_is_missing_and_nothing_else():
    whole = standing(race(), [1, 2, 3], {})
    read = dict.fromkeys(whole.wanted[:5], True)
    rest = standing(race(), [1, 2, 3], read)
    assert set(rest.wanted) == set(whole.wanted) - set(read)
    assert rest.phase is Phase.FIRST


def test_a_candidate_that_comes_later_is_read_by_everybody_first():
    _, told = played(race(), dict.fromkeys((1, 2), 0.5))
    later = standing(race(), [1, 2, 3], told)
    assert later.phase is Phase.FIRST
    assert {slot.candidate for slot in later.wanted} == {3}


@given(st.integers(1, 60))
def test_looks_grow_and_leave_a_part_of_the_trials_fresh(trials):
    made = race(trials)
    assert list(made.looks) == sorted(set(made.looks))
    assert made.looks[-1] + made.fresh == trials
    assert race(trials, full=True).looks == (trials,)


@given(st.integers(0, 40), st.integers(1, 4), st.integers(1, 12), st.booleans(), st.integers(0, 99))
def test_every_race_ends_and_never_reads_more_than_it_said(candidates, count, trials, full, seed):
    chance = random.Random(seed)
    made = race(trials, count, full=full)
    seen, told = played(made, {n: chance.random() for n in range(candidates)}, seed)
    assert len(told) <= most_reads(made, candidates)
    assert seen[-1].left <= set(range(candidates)) - set(seen[-1].dropped)
    assert bool(seen[-1].left) is bool(candidates)
    assert len(seen) <= len(made.looks) + 3
    per = {(slot.candidate, slot.reader, slot.stage, slot.trial) for slot in told}
    assert len(per) == len(told)


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("trials", [4, 16])
def test_of_equal_candidates_the_best_is_hardly_ever_lost(rate, trials):
    runs = 120
    kept = sum(
        1 in played(race(trials), dict.fromkeys(range(1, 13), rate), seed)[0][-1].left for seed in range(runs)
    )
    assert kept / runs > 0.93


def test_nobody_to_read_or_nothing_to_read_is_done():
    assert standing(race(), [], {}).decided
    assert standing(Race((), 4), [1, 2], {}).left == {1, 2}


@pytest.mark.parametrize("trials", [1, 2, 4, 12, 40, 200])
@pytest.mark.parametrize("candidates", [1, 2, 37, 500])
def test_the_looks_and_the_decision_share_the_error_that_is_allowed(trials, candidates):
    made = race(trials)
    spent = made.errors(candidates)
    assert sum(spent.values()) + made.deciding_error(candidates) == pytest.approx(0.05)
    assert made.deciding_error(candidates) >= 0.01 - 1e-9
    assert set(spent) <= set(made.looks)


def test_a_look_that_cannot_tell_anything_spends_nothing():
    assert race(4).errors(37) == {}
    assert race(4).deciding_error(37) == 0.05
    assert race(40).errors(37) != {}


def test_what_a_race_spends_is_what_it_looks_with(monkeypatch):
    _, told = played(race(40), dict.fromkeys(range(1, 9), 0.5))
    spent = []

    def watched(counted, error, of=0):
        spent.append((error, of))
        return contenders(counted, error, of)

    monkeypatch.setattr("workbench.core.taglines.racing.contenders", watched)
    standing(race(40), range(1, 9), told)
    assert len(spent) > 3
    assert sum(error for error, _ in spent) == pytest.approx(0.05)
    assert {of for _, of in spent[:-1]} == {8}


def test_those_that_are_left_get_the_trials_that_the_race_did_not_need():
    made = race(48)
    seen, told = played(made, {1: 0.9, 2: 0.85, **dict.fromkeys(range(3, 20), 0.1)})
    finalists = set(range(1, 20)) - set(seen[-1].dropped)
    raced = max(slot.trial for slot in told if slot.stage is Stage.RACE)
    fresh = {slot.trial for slot in told if slot.stage is Stage.FINAL}
    assert raced < made.looks[-1] and 1 < len(finalists) <= 5
    assert fresh == set(range(1, made.trials - raced + 1))


def test_a_line_alone_is_read_as_often_as_was_asked():
    _, told = played(race(12), {1: 0.5})
    assert len(told) == 3 * 12
