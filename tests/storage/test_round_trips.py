from dataclasses import MISSING, fields, replace
from datetime import datetime, timedelta, timezone

import pytest
from storage import samples

from workbench.core.artifacts import Kind, Revision
from workbench.core.errors import ArtifactError, FailureKind
from workbench.core.history import Round
from workbench.core.readings import FindingKind, ReadingState, Verdict
from workbench.core.sources import SourceKind

KEYS = {"id", "reading", "revision"}


@pytest.fixture
async def round(store, artifact, revision):
    return await store.begin_round(artifact, Round(revision.id, 0, ()))


@pytest.mark.parametrize(
    "value", [samples.full_finding(), samples.answer("fails"), samples.full_reading(1, 1)], ids=type
)
def test_the_full_samples_leave_no_field_at_its_default(value):
    for field in fields(value):
        default = field.default if field.default_factory is MISSING else field.default_factory()
        assert field.name in KEYS or getattr(value, field.name) != default, field.name


async def test_a_reading_comes_back_with_every_field(store, artifact, revision, round):
    saved = await store.save_reading(artifact, samples.full_reading(revision.id, round.id))
    assert (await store.history(artifact)).readings == (saved,)


async def test_a_saved_reading_says_what_was_given(store, artifact, revision, round):
    given = samples.full_reading(revision.id, round.id)
    saved = await store.save_reading(artifact, given)
    keyless = [replace(f, id=0, reading=0, revision=0) for f in saved.findings]
    assert keyless == list(given.findings)
    assert replace(saved, id=0, findings=given.findings, answers=given.answers) == given


async def test_findings_and_answers_are_given_keys_and_those_of_their_reading(
    store, artifact, revision, round
):
    saved = await store.save_reading(artifact, samples.full_reading(revision.id, round.id))
    for part in (*saved.findings, *saved.answers):
        assert part.id and part.reading == saved.id and part.revision == revision.id


async def test_a_reading_with_nothing_to_say_comes_back(store, artifact, revision):
    saved = await store.save_reading(artifact, samples.reading(revision.id, state=ReadingState.STOPPED))
    assert (await store.history(artifact)).readings == (saved,)


@pytest.mark.parametrize("kind", FailureKind)
async def test_every_kind_of_failure_comes_back(kind, store, artifact, revision):
    full = samples.full_reading(revision.id, 0)
    await store.save_reading(artifact, replace(full, failure=replace(full.failure, kind=kind)))
    assert (await store.history(artifact)).readings[0].failure.kind is kind


@pytest.mark.parametrize("verdict", Verdict)
async def test_every_verdict_comes_back(verdict, store, artifact, revision):
    await store.save_reading(artifact, samples.reading(revision.id, verdict=verdict))
    assert (await store.history(artifact)).readings[0].verdict is verdict


@pytest.mark.parametrize("kind", sorted(set(FindingKind) - {FindingKind.OVERLOOKED}))
async def test_every_kind_of_finding_comes_back(kind, store, artifact, revision):
    await store.save_reading(artifact, samples.reading(revision.id, findings=(samples.finding(kind=kind),)))
    assert (await store.history(artifact)).findings[0].kind is kind


@pytest.mark.parametrize("kind", SourceKind)
async def test_every_kind_of_source_comes_back(kind, store, artifact, revision):
    source = replace(samples.READER, kind=kind)
    await store.save_reading(artifact, samples.reading(revision.id, source=source))
    assert (await store.history(artifact)).readings[0].source == source


@pytest.mark.parametrize(
    "text", ["湯を沸かす", "e\u0301 🫖", "a\0b", "‮right to left", "'; drop table findings; --"]
)
async def test_any_unicode_text_comes_back(text, store, artifact, revision, query):
    reading = samples.full_reading(
        revision.id, 0, raw=text, notes=(text,), findings=(samples.finding(text, quote=text),)
    )
    saved = await store.save_reading(artifact, reading)
    assert (await store.history(artifact)).readings == (saved,)
    assert query("select text from raw_answers") == [(text,)]


async def test_half_a_surrogate_pair_is_replaced_and_the_reading_kept(store, artifact, revision, query):
    broken = samples.full_reading(revision.id, 0, raw="a\ud800b", notes=("\udcff",))
    await store.save_reading(artifact, broken)
    stored = (await store.history(artifact)).readings[0]
    assert stored.notes == ("\ufffd",)
    assert query("select text from raw_answers") == [("a\ufffdb",)]


async def test_times_of_any_zone_come_back_as_the_same_moment(store, artifact, revision):
    there = datetime(2026, 3, 1, 1, 2, 3, 4, tzinfo=timezone(timedelta(hours=9)))
    await store.save_reading(artifact, samples.reading(revision.id, started_at=there))
    assert (await store.history(artifact)).readings[0].started_at == there


async def test_a_time_without_a_zone_is_a_bug(store, artifact, revision):
    with pytest.raises(ValueError, match="no time zone"):
        await store.save_reading(artifact, samples.reading(revision.id, started_at=datetime(2026, 3, 1)))


async def test_a_readme_is_known_by_its_name(store):
    opened = await store.open_artifact("path:/a/README.md", "/a/README.md", None)
    assert opened.kind is Kind.README
    assert opened.id


async def test_an_artifact_opened_again_is_the_same_one_at_its_new_path(store):
    first = await store.open_artifact("git:x#README.md", "/a/README.md", Kind.ARTICLE)
    again = await store.open_artifact("git:x#README.md", "/b/README.md", None)
    assert again == replace(first, path="/b/README.md")


async def test_a_kind_that_is_given_replaces_the_earlier_one(store, artifact):
    assert (await store.open_artifact(artifact.identity, artifact.path, Kind.TAGLINES)).kind is Kind.TAGLINES


async def test_an_intent_is_kept(store, artifact):
    given = await store.set_intent(artifact, "For people who boil water.")
    assert (await store.history(artifact)).artifact == given
    assert given.intent == "For people who boil water."


async def test_a_file_name_that_is_not_unicode_is_refused(store):
    with pytest.raises(ArtifactError, match=r"'/a/\\udcff\.md' is not Unicode: rename the file"):
        await store.open_artifact("path:/a/\udcff.md", "/a/\udcff.md", None)


async def test_revisions_are_numbered_and_come_back(store, artifact):
    first = await store.save_revision(artifact, Revision("a" * 64, "one", ("It was not UTF-8.",)))
    second = await store.save_revision(artifact, Revision("b" * 64, "two"))
    assert (first.number, second.number) == (1, 2)
    assert (await store.history(artifact)).revisions == (first, second)


async def test_a_revision_seen_again_keeps_its_key_and_the_text_that_spans_count_in(store, artifact):
    first = await store.save_revision(artifact, Revision("a" * 64, "one"))
    assert await store.save_revision(artifact, Revision("a" * 64, "decoded otherwise")) == first


async def test_two_artifacts_may_have_the_same_content(store, artifact, revision):
    other = await store.open_artifact("path:/b.md", "/b.md", None)
    copy = await store.save_revision(other, samples.revision())
    assert copy.number == 1
    assert copy.id != revision.id


async def test_the_texts_of_sources_are_kept(store, query):
    await store.save_sources({samples.READER: "You doubt.", samples.CHECK: "An option exists."})
    assert query("select name, body from sources order by name") == [
        ("cli-flags", "An option exists."),
        ("skeptic", "You doubt."),
    ]


async def test_a_source_met_without_its_text_can_be_given_it_later(store, artifact, revision, query):
    await store.save_reading(artifact, samples.reading(revision.id))
    assert query("select body from sources") == [(None,)]
    await store.save_sources({samples.READER: "You doubt."})
    assert query("select body from sources") == [("You doubt.",)]


async def test_a_changed_wording_is_a_source_of_its_own(store, query):
    await store.save_sources({samples.READER: "You doubt."})
    await store.save_sources({replace(samples.READER, wording="f" * 64): "You doubt a little."})
    assert query("select body from sources order by id") == [("You doubt.",), ("You doubt a little.",)]


async def test_consent_is_for_one_artifact_and_one_destination(store, artifact):
    other = await store.open_artifact("path:/b.md", "/b.md", None)
    await store.consent(artifact, "api.example.com")
    await store.consent(artifact, "api.example.com")
    assert await store.consented(artifact, "api.example.com")
    assert not await store.consented(artifact, "localhost")
    assert not await store.consented(other, "api.example.com")
