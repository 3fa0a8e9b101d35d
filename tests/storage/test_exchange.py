import json
from dataclasses import replace

import pytest
from sqlite_utils import Database
from storage import samples
from storage.exchange_stage import GIT, Life, begun, content, exported, lines_of, marked, taken

from workbench.core.errors import UsageError
from workbench.core.history import Round, RoundState
from workbench.core.marks import Decision, Target
from workbench.core.readings import OWN_PROVIDER, Evidence, ReadingState
from workbench.core.replay.store import Look, Replayed
from workbench.core.ruling import Ruling, RulingValue
from workbench.core.seats import Seat


async def test_what_another_person_marked_is_shown_beside_and_is_no_mark_here(folder, open_at):
    theirs = open_at("a.db")
    artifact, (one, _) = await begun(theirs)
    await marked(theirs, artifact, one, "miss", reason="preference")
    await taken(folder / "b.db", await exported(folder / "a.db"))
    mine = open_at("b.db")
    history = await mine.history(await mine.open_artifact(GIT, "/x/README.md", None))
    assert not history.decisions
    (beside,) = history.others
    assert (beside.mark.value, beside.reason) == ("miss", "preference")
    assert history.home(beside.target).kind == "concern"


async def test_marks_that_were_taken_back_are_not_shown_beside(folder, open_at):
    theirs = open_at("a.db")
    artifact, (one, _) = await begun(theirs)
    await marked(theirs, artifact, one, "miss")
    await taken(folder / "b.db", await exported(folder / "a.db"))
    await theirs.undo(artifact)
    await taken(folder / "b.db", await exported(folder / "a.db"))
    mine = open_at("b.db")
    assert not (await mine.history(await mine.open_artifact(GIT, "/x/README.md", None))).others


async def test_an_older_export_does_not_bring_back_what_was_taken_back_since(folder, open_at):
    store = open_at("a.db")
    artifact, (one, _) = await begun(store)
    await marked(store, artifact, one, "hit")
    older = await exported(folder / "a.db")
    await store.undo(artifact)
    assert not (await taken(folder / "a.db", older)).changed
    assert (await store.history(artifact)).decisions[0].undone
    await store.redo(artifact)
    newer = await exported(folder / "a.db")
    await taken(folder / "b.db", newer)
    await taken(folder / "b.db", older)
    assert not lines_of("decision", await exported(folder / "b.db"))[0]["undone"]


async def test_what_a_person_did_on_another_machine_is_theirs_in_the_order_of_time(folder, open_at):
    here, there = open_at("a.db"), open_at("b.db", ahead=0.5)
    artifact, (one, _) = await begun(here)
    await taken(folder / "b.db", await exported(folder / "a.db"))
    other = await there.open_artifact(GIT, "/x/README.md", None)
    (same, *_) = (await there.history(other)).findings
    earlier = await marked(there, other, same, "miss")
    later = await marked(here, artifact, one, "hit")
    assert earlier.at < later.at
    await taken(folder / "a.db", await exported(folder / "b.db"), mine=True)
    decisions = (await here.history(artifact)).decisions
    assert [decision.value for decision in decisions] == ["miss", "hit"]
    assert (await here.undo(artifact)).decision.id == later.id
    assert (await here.undo(artifact)).decision.value == "miss"


async def test_marks_that_came_as_anothers_become_the_persons_own_when_they_say_so(folder, open_at):
    there = open_at("a.db")
    artifact, (one, _) = await begun(there)
    await marked(there, artifact, one, "hit")
    lines = await exported(folder / "a.db")
    await taken(folder / "b.db", lines)
    assert (await taken(folder / "b.db", lines, mine=True)).added["decision"] == 1
    here = open_at("b.db")
    history = await here.history(await here.open_artifact(GIT, "/x/README.md", None))
    assert [decision.value for decision in history.decisions] == ["hit"]
    assert not history.others
    assert not (await taken(folder / "b.db", lines, mine=True)).changed


async def test_a_concern_that_the_person_decided_about_keeps_its_findings(folder, open_at):
    theirs = open_at("a.db")
    artifact, _ = await begun(theirs)
    await taken(folder / "b.db", await exported(folder / "a.db"))
    mine = open_at("b.db")
    own = await mine.open_artifact(GIT, "/x/README.md", None)
    before = await mine.history(own)
    await marked(mine, own, before.findings[1], "hit")
    concerns = [Target("concern", p.concern) for p in (await theirs.history(artifact)).placements.values()]
    await theirs.merge(artifact, concerns)
    await taken(folder / "b.db", await exported(folder / "a.db"))
    assert (await mine.history(own)).placements == before.placements


async def test_readings_of_a_replay_and_looks_at_the_test_half_come_along_once(folder, open_at, tmp_path):
    theirs = open_at("a.db")
    artifact, _ = await begun(theirs)
    (revision,) = (await theirs.history(artifact)).revisions
    read = samples.full_reading(
        revision.id, 0, state=ReadingState.FINISHED, raw="from /home/ann", made_of="{}"
    )
    await theirs.replays.save_replayed(Replayed(read, "asked"))
    old = replace(samples.READER, wording="0" * 64)
    await theirs.replays.save_look(Look(samples.READER, old))
    lines = await exported(folder / "a.db")
    assert "/home/ann" not in "".join(lines)
    for _ in range(2):
        await taken(folder / "b.db", lines)
    mine = open_at("b.db")
    here = await mine.history(await mine.open_artifact(GIT, "/x/README.md", None))
    (found,) = await mine.replays.replayed([here.revisions[0].id])
    assert found == Replayed(replace(read, revision=here.revisions[0].id), "asked")
    assert found.reading.raw == "from ~"
    assert await mine.replays.save_look(Look(samples.READER, old)) == 2


async def frozen(store):
    """A text whose only ruling was frozen."""
    artifact, begun = await begun_to_freeze(store)
    await store.save_reading(artifact, samples.full_reading(begun.revision, begun.id, trial=1))
    await store.end_round(replace(begun, state=RoundState.COMPLETE), Ruling(RulingValue.PUBLISHABLE), ())


async def begun_to_freeze(store):
    """A text and the round that is to freeze it."""
    artifact = await store.open_artifact(GIT, "/home/ann/kettle/README.md", None)
    revision = await store.save_revision(artifact, samples.revision())
    begun = await store.begin_round(artifact, Round(revision.id, 0, (Seat(samples.READER, 1),), freeze=True))
    return artifact, begun


async def freezes(store):
    """Of each round of the text whether it binds."""
    history = await store.history(await store.open_artifact(GIT, "/x/README.md", None))
    return [round.freeze for round in history.rounds]


@pytest.mark.parametrize("as_one_that_does_not_say", [False, True])
async def test_what_another_person_froze_binds_once_it_is_said_to_be_ones_own(
    as_one_that_does_not_say, folder, open_at
):
    await frozen(open_at("a.db"))
    lines = await exported(folder / "a.db")
    if as_one_that_does_not_say:
        told = [{k: v for k, v in json.loads(line).items() if k != "frozen_by"} for line in lines]
        lines = [json.dumps(line) for line in told]
    assert (await taken(folder / "b.db", lines)).frozen == 1
    assert await freezes(open_at("b.db")) == [False]
    assert lines_of("round", await exported(folder / "b.db")) == lines_of(
        "round", await exported(folder / "a.db")
    )
    assert not (await taken(folder / "b.db", lines)).frozen
    await taken(folder / "b.db", lines, mine=True)
    assert await freezes(open_at("b.db")) == [True]


async def test_a_freeze_that_was_stopped_before_it_ruled_is_no_frozen_ruling(folder, open_at):
    store = open_at("a.db")
    _, stopped = await begun_to_freeze(store)
    await store.end_round(replace(stopped, state=RoundState.INCOMPLETE), Ruling(RulingValue.UNJUDGED), ())
    found = await taken(folder / "b.db", await exported(folder / "a.db"))
    assert (found.added["round"], found.frozen) == (1, 0)


async def test_what_the_person_froze_on_another_machine_binds_here(folder, open_at):
    await frozen(open_at("a.db"))
    assert not (await taken(folder / "b.db", await exported(folder / "a.db"), mine=True)).frozen
    assert await freezes(open_at("b.db")) == [True]


async def test_ones_own_freeze_that_comes_back_from_another_still_binds(folder, open_at):
    await frozen(open_at("a.db"))
    await taken(folder / "b.db", await exported(folder / "a.db"))
    assert not (await taken(folder / "a.db", await exported(folder / "b.db"))).changed
    assert await freezes(open_at("a.db")) == [True]


async def test_a_text_without_a_remote_is_told_without_its_path(folder, open_at):
    await begun(open_at("a.db"), "path:/home/ann/kettle/README.md")
    lines = await exported(folder / "a.db")
    assert "/home" not in "\n".join(lines)
    with_paths = await exported(folder / "a.db", with_paths=True)
    assert lines_of("artifact", with_paths)[0]["path"] == "/home/ann/kettle/README.md"


async def test_who_evidence_and_failures_name_stays_out_and_changes_no_id(folder, open_at):
    store = open_at("a.db")
    artifact = await store.open_artifact(GIT, "/x/README.md", None)
    revision = await store.save_revision(artifact, samples.revision())
    fault = samples.fault(
        "/home/ann/x is not there", evidence=(Evidence("/srv/ann/x.py", 1, "/Users/ann/y"),)
    )
    run = samples.full_reading(
        revision.id, 0, source=samples.CHECK, findings=(fault,), answers=(), notes=("/root/n",)
    )
    await store.save_checks(artifact, revision, [run])
    lines = await exported(folder / "a.db")
    assert "ann" not in "\n".join(lines) and "/root" not in "\n".join(lines)
    told = [line["id"] for line in map(json.loads, lines) if "id" in line]
    with_paths = await exported(folder / "a.db", with_paths=True)
    assert "/srv/ann/x.py" in "\n".join(with_paths)
    assert told == [line["id"] for line in map(json.loads, with_paths) if "id" in line]


async def test_where_texts_were_sent_and_where_the_person_was_stays_out(folder, open_at):
    store = open_at("a.db")
    artifact, _ = await begun(store)
    await store.consent(artifact, "https://key@host.example/v1")
    assert "host.example" not in "\n".join(await exported(folder / "a.db"))


async def test_an_export_without_texts_takes_the_text_that_is_here(folder, open_at):
    await begun(open_at("a.db"))
    lines = await exported(folder / "a.db", with_texts=False)
    assert samples.TEXT not in "\n".join(lines) and "text" not in lines_of("revision", lines)[0]
    await taken(folder / "b.db", lines)
    store = open_at("b.db")
    artifact = await store.open_artifact(GIT, "/x/README.md", None)
    assert (await store.history(artifact)).revisions[0].text == ""
    await store.save_revision(artifact, samples.revision())
    assert (await store.history(artifact)).revisions[0].text == samples.TEXT


async def test_an_empty_text_is_a_text(folder, open_at):
    store = open_at("a.db")
    artifact = await store.open_artifact(GIT, "/x/README.md", None)
    await store.save_revision(artifact, samples.revision(""))
    lines = await exported(folder / "a.db")
    await taken(folder / "b.db", lines)
    assert not (await taken(folder / "b.db", lines)).changed
    assert await content(folder / "b.db") == lines[1:]


async def test_the_later_run_of_a_check_says_which_faults_stand(folder, open_at):
    runs = {"a.db": ("one", "two"), "b.db": ("two", "three")}
    for ahead, (name, faults) in enumerate(runs.items()):
        store = open_at(name, ahead * 60)
        artifact = await store.open_artifact(GIT, "/x/README.md", None)
        revision = await store.save_revision(artifact, samples.revision())
        found = tuple(samples.fault(fault) for fault in faults)
        run = samples.reading(revision.id, source=samples.CHECK, findings=found, ended_at=store._now())
        await store.save_checks(artifact, revision, [run])
    first, second = await exported(folder / "a.db"), await exported(folder / "b.db")
    for name, order in (("c.db", (first, second)), ("d.db", (second, first))):
        for lines in order:
            await taken(folder / name, lines)
        told = lines_of("finding", await content(folder / name))
        assert {f["problem"] for f in told if "withdrawn_at" not in f} == {"two", "three"}
        assert {f["problem"] for f in told} == {"one", "two", "three"}


async def test_only_some_texts_are_told(folder, open_at):
    store = open_at("a.db")
    artifact, _ = await begun(store)
    await begun(store, "git:host/other#README.md")
    lines = await exported(folder / "a.db", chosen=[artifact.id])
    assert [line["identity"] for line in lines_of("artifact", lines)] == [GIT]


async def test_a_text_becomes_the_one_that_it_is_said_to_be(folder, open_at):
    await begun(open_at("a.db"), "path:/home/ann/README.md")
    lines = await exported(folder / "a.db")
    store = open_at("b.db")
    own = await store.open_artifact("path:/x/README.md", "/x/README.md", None)
    await taken(folder / "b.db", lines, into=own.id)
    assert len((await store.history(own)).findings) == 2
    assert not (await taken(folder / "b.db", lines)).changed
    assert len(await store.known()) == 1
    two = await begun(open_at("a.db"))
    assert two
    with pytest.raises(UsageError, match="several texts"):
        await taken(folder / "b.db", await exported(folder / "a.db"), into=own.id)


async def test_a_text_that_came_before_is_not_taken_in_twice(folder, open_at):
    await begun(open_at("a.db"), "path:/home/ann/README.md")
    lines = await exported(folder / "a.db")
    await taken(folder / "b.db", lines)
    own = await open_at("b.db").open_artifact("path:/x/README.md", "/x/README.md", None)
    with pytest.raises(UsageError, match="--history-of /imported/"):
        await taken(folder / "b.db", lines, into=own.id)


async def test_the_persons_own_answers_of_another_are_no_judgement_here(folder, open_at):
    await Life(folder / "a.db").lives([1, 13, 13 + 17], GIT)
    await taken(folder / "b.db", await exported(folder / "a.db"))
    store = open_at("b.db")
    history = await store.history(await store.open_artifact(GIT, "/x/README.md", None))
    assert history.readings and not any(reading.provider == OWN_PROVIDER for reading in history.readings)
    assert not history.overlooked


async def test_the_view_of_others_marks_names_the_concern_here(folder, open_at):
    theirs = open_at("a.db")
    artifact, (one, two) = await begun(theirs)
    await marked(theirs, artifact, one, "miss", reason="wrong")
    await marked(theirs, artifact, two, "hit")
    await theirs.undo(artifact)
    await theirs.overlook(artifact, samples.overlooked(1))
    await taken(folder / "b.db", await exported(folder / "a.db"))
    with Database(folder / "b.db") as db:
        found = list(db.query("select mark, reason, concern_id is not null as known from marks_of_others"))
    assert {(row["mark"], row["reason"], row["known"]) for row in found} == {
        ("miss", "wrong", 1),
        ("hit", None, 1),
    }


async def test_a_decision_made_after_the_clock_was_set_back_is_still_the_last(folder, open_at):
    store = open_at("a.db", ahead=3600)
    artifact, (one, _) = await begun(store)
    await marked(store, artifact, one, "miss")
    later = open_at("a.db")
    await marked(later, artifact, one, "hit")
    decisions = (await later.history(artifact)).decisions
    assert [decision.value for decision in decisions] == ["miss", "hit"]
    assert decisions[0].at <= decisions[1].at
    assert (await later.undo(artifact)).decision.value == "hit"


async def test_what_another_person_merged_is_not_said_to_be_merged_by_you(folder, open_at):
    theirs = open_at("a.db")
    artifact, _ = await begun(theirs)
    concerns = [Target("concern", p.concern) for p in (await theirs.history(artifact)).placements.values()]
    await theirs.merge(artifact, concerns)
    await taken(folder / "b.db", await exported(folder / "a.db"))
    mine = open_at("b.db")
    history = await mine.history(await mine.open_artifact(GIT, "/x/README.md", None))
    assert len({placement.concern for placement in history.placements.values()}) == 1
    assert {placement.why for placement in history.placements.values()} == {
        "first",
        "merged by another person",
    }
    assert await content(folder / "b.db") == await content(folder / "a.db")


async def test_marks_on_answers_and_on_what_a_reader_took_the_text_for_stand_beside_too(folder, open_at):
    theirs = open_at("a.db")
    artifact = await theirs.open_artifact(GIT, "/x/README.md", None)
    revision = await theirs.save_revision(artifact, samples.revision())
    reading = await theirs.save_reading(artifact, samples.full_reading(revision.id, 0))
    targets = {Target("answer", reading.answers[1].id), Target("reading", reading.id)}
    for target in targets:
        await theirs.decide(artifact, Decision(target, "mark", "miss"))
    await taken(folder / "b.db", await exported(folder / "a.db"))
    mine = open_at("b.db")
    history = await mine.history(await mine.open_artifact(GIT, "/x/README.md", None))
    (same,) = history.readings
    assert {mark.target for mark in history.others} == {
        Target("answer", same.answers[1].id),
        Target("reading", same.id),
    }
