import pytest
from storage import samples

from workbench.core.history import Placement
from workbench.core.marks import Decision, Target

A, B, C = (samples.fault(f"There is no option --{name}.") for name in "abc")


@pytest.fixture
def check(store, artifact, revision):
    """What is stored of a run in which the check raises these faults and another check is silent."""

    async def run(*faults):
        readings = [
            samples.reading(revision.id, source=samples.CHECK, findings=faults),
            samples.reading(revision.id, source=samples.OTHER_CHECK),
        ]
        return await store.save_checks(artifact, revision, readings)

    return run


def faults_of(readings):
    return {finding.problem: finding.id for reading in readings for finding in reading.findings}


async def test_what_the_checks_say_comes_back(store, artifact, check):
    saved = await check(A, B)
    assert (await store.history(artifact)).readings == saved


async def test_what_they_say_again_keeps_its_keys(store, artifact, check):
    first = await check(A, B)
    assert await check(A, B) == first
    assert (await store.history(artifact)).readings == first


async def test_the_order_of_the_faults_does_not_matter(check):
    assert await check(A, B) == await check(B, A)


async def test_a_fault_that_stays_keeps_its_key_when_another_comes_or_goes(store, artifact, check):
    first = faults_of(await check(A, B))
    second = await check(C, B)
    assert faults_of(second).keys() == {B.problem, C.problem}
    assert faults_of(second)[B.problem] == first[B.problem]
    assert (await store.history(artifact)).readings == second


async def test_a_fault_that_comes_back_has_its_old_key(check):
    first = faults_of(await check(A))
    await check()
    assert faults_of(await check(A)) == first


async def test_a_fault_raised_twice_in_the_same_words_is_two_faults(store, artifact, check):
    first = await check(A, A)
    assert len({finding.id for finding in first[0].findings}) == 2
    assert await check(A, A) == first


async def test_a_fault_that_comes_back_is_in_its_concern_with_its_mark(store, artifact, check):
    (fault,) = (await check(A))[0].findings
    (placement,) = await store.place(artifact, [Placement(fault.id, 0, "first of its concern")])
    decision = await store.decide(artifact, Decision(Target("finding", fault.id), "mark", "miss", "wrong"))
    await check()
    assert not (await store.history(artifact)).placements
    await check(A)
    history = await store.history(artifact)
    assert history.placements == {fault.id: placement}
    assert history.decisions == (decision,)


async def test_a_check_that_no_longer_runs_says_nothing(store, artifact, revision, check):
    await check(A)
    other = samples.reading(revision.id, source=samples.OTHER_CHECK)
    saved = await store.save_checks(artifact, revision, [other])
    assert (await store.history(artifact)).readings == saved


async def test_a_check_at_a_new_wording_is_another_source(store, artifact, revision, check):
    first = faults_of(await check(A))
    reworded = type(samples.CHECK)(samples.CHECK.kind, samples.CHECK.name, "f" * 64)
    reading = samples.reading(
        revision.id, source=reworded, findings=(samples.fault(A.problem, source=reworded),)
    )
    saved = await store.save_checks(artifact, revision, [reading])
    assert faults_of(saved) != first
    assert (await store.history(artifact)).readings == saved


async def test_what_is_withdrawn_is_still_there_for_people(check, query):
    await check(A)
    await check()
    assert query("select problem from findings where withdrawn_at is not null") == [(A.problem,)]


async def test_the_checks_leave_other_readings_alone(store, artifact, revision, check):
    reading = await store.save_reading(artifact, samples.full_reading(revision.id, 0))
    await check(A)
    assert reading in (await store.history(artifact)).readings


async def test_each_revision_has_its_own_faults(store, artifact, revision, check):
    first = await check(A)
    other = await store.save_revision(artifact, samples.revision("another text"))
    given = samples.reading(other.id, source=samples.CHECK, findings=(A,))
    (second,) = await store.save_checks(artifact, other, [given])
    assert (await store.history(artifact)).readings == (*first, second)


async def test_a_fault_whose_file_name_is_not_unicode_keeps_its_key(check):
    odd = samples.fault("Not in src/\udcff.py.")
    first = await check(odd)
    assert [f.id for f in (await check(odd))[0].findings] == [f.id for f in first[0].findings]
