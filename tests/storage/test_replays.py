from dataclasses import replace

from storage import samples

from workbench.core.readings import ReadingState
from workbench.core.replay.store import Look, Replayed
from workbench.core.sources import Source, SourceKind


async def test_what_a_prompt_was_made_of_is_kept_with_its_reading_and_is_in_no_history(
    store, artifact, revision
):
    made = replace(samples.full_reading(revision.id, 0), made_of='{"told": "湯"}', prompt_sha256="0" * 64)
    stored = await store.save_reading(artifact, made)
    (asked,) = await store.replays.asked()
    assert asked.reading.id == stored.id and asked.reading.made_of == '{"told": "湯"}'
    assert asked.revision == revision and asked.path == artifact.path
    assert (await store.history(artifact)).readings[0].made_of == ""


async def test_only_what_a_model_was_asked_for_has_a_prompt(store, artifact, revision):
    asked = replace(samples.full_reading(revision.id, 0), prompt_sha256="0" * 64)
    await store.save_reading(artifact, replace(asked, state=ReadingState.STOPPED))
    await store.save_reading(artifact, replace(asked, provider="me"))
    await store.save_reading(artifact, replace(asked, prompt_sha256=""))
    await store.save_checks(artifact, revision, [replace(asked, source=samples.CHECK, round=0)])
    assert await store.replays.asked() == ()


async def test_a_reading_that_was_made_to_be_compared_comes_back_as_it_was(store, artifact, revision):
    whole = samples.full_reading(revision.id, 0)
    whole = replace(whole, raw="as it came", made_of="{}", state=ReadingState.FINISHED)
    await store.replays.save_replayed(Replayed(whole, "asked-model"))
    failed = replace(whole, state=ReadingState.FAILED)
    await store.replays.save_replayed(Replayed(failed, "asked-model"))
    (found,) = await store.replays.replayed([revision.id])
    assert found == Replayed(whole, "asked-model")
    assert (found.reading.raw, found.reading.made_of) == ("as it came", "{}")
    assert await store.replays.replayed([revision.id + 1]) == ()


async def test_it_is_nowhere_that_a_round_or_the_report_looks(store, artifact, revision, query):
    whole = replace(samples.full_reading(revision.id, 0), state=ReadingState.FINISHED)
    await store.replays.save_replayed(Replayed(whole, "asked-model"))
    assert (await store.history(artifact)).readings == ()
    assert not query("select 1 from readings") and not query("select 1 from findings_with_marks")


async def test_the_wording_that_read_last_comes_last_and_one_that_never_did_comes_first(
    store, artifact, revision
):
    first, second, never = (Source(SourceKind.READER, "skeptic", digit * 64) for digit in "321")
    for source in (second, first):
        await store.save_reading(artifact, samples.reading(revision.id, source=source))
    await store.save_sources({first: "first", second: "second", never: "never"})
    assert list(await store.replays.bodies()) == [never, second, first]


async def test_looks_are_counted_by_the_name_of_the_source(store, artifact):
    new, old = samples.READER, replace(samples.READER, wording="0" * 64)
    await store.replays.save_look(Look(new, old))
    assert await store.replays.save_look(Look(old, new)) == 2
    assert await store.replays.save_look(Look(samples.RUBRIC, old)) == 1
