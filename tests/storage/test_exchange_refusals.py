import json

import pytest
from msgspec import convert, structs
from storage import samples
from storage.exchange_stage import GIT, Life, begun, content, exported, lines_of, taken

from workbench.core.errors import UsageError
from workbench.core.exchange.replay_lines import ReplayLine
from workbench.core.history import Round
from workbench.core.marks import Decision, Target
from workbench.core.readings import ReadingState
from workbench.core.replay.store import Replayed
from workbench.core.seats import Seat


async def test_a_replay_that_holds_no_reading_is_refused(folder, open_at):
    theirs = open_at("a.db")
    artifact, _ = await begun(theirs)
    (revision,) = (await theirs.history(artifact)).revisions
    read = samples.full_reading(revision.id, 0, state=ReadingState.FINISHED)
    await theirs.replays.save_replayed(Replayed(read, "asked"))
    lines = await exported(folder / "a.db")
    (told,) = lines_of("replay", lines)
    for body in ({}, {**told["body"], "state": "failed"}, {**told["body"], "trial": 7}):
        line = structs.replace(convert(told, ReplayLine), body=body)
        broken = json.dumps(structs.replace(line, id=line.proper_id).shape())
        changed = [broken if json.loads(each).get("type") == "replay" else each for each in lines]
        with pytest.raises(UsageError, match="no reading that finished"):
            await taken(folder / "b.db", changed)


async def test_a_text_that_is_not_what_its_hash_says_is_counted(folder, open_at):
    await begun(open_at("a.db"))
    lines = await exported(folder / "a.db")
    assert not (await taken(folder / "b.db", lines)).unproven
    changed = [line.replace("fastest", "slowest") if '"type":"revision"' in line else line for line in lines]
    assert (await taken(folder / "c.db", changed)).unproven == 1


async def test_words_beyond_the_end_of_their_text_are_refused(folder, open_at):
    store = open_at("a.db")
    artifact = await store.open_artifact(GIT, "/x/README.md", None)
    revision = await store.save_revision(artifact, samples.revision("short"))
    await store.save_reading(artifact, samples.full_reading(revision.id, 0, worst=()))
    lines = await exported(folder / "a.db")
    with pytest.raises(UsageError, match="beyond the end of the text"):
        await taken(folder / "b.db", lines)


async def test_a_round_that_runs_is_left_out_and_nothing_is_imported_into_its_text(folder, open_at):
    store = open_at("a.db")
    artifact, _ = await begun(store)
    lines = await exported(folder / "a.db")
    revision = (await store.history(artifact)).revisions[0]
    round = await store.begin_round(artifact, Round(revision.id, 0, (Seat(samples.READER, 2),)))
    reading = samples.reading(revision.id, round=round.id, trial=2, findings=(samples.finding("early"),))
    (early,) = (await store.save_reading(artifact, reading)).findings
    await store.decide(artifact, Decision(Target("finding", early.id), "mark", "hit"))
    assert "early" not in "\n".join(await exported(folder / "a.db"))
    with pytest.raises(UsageError, match="being read"):
        await taken(folder / "a.db", lines)


async def test_no_persons_line_is_taken_for_nobodys(folder, open_at):
    store = open_at("a.db")
    artifact, _ = await begun(store)
    await store.overlook(artifact, samples.overlooked(1))
    lines = await exported(folder / "a.db")
    for number, line in enumerate(lines):
        values = json.loads(line)
        if "marker" in values and values["type"] != "placement" and "reading" not in values:
            del values["marker"]
            forged = [*lines[:number], json.dumps(values), *lines[number + 1 :]]
            with pytest.raises(UsageError, match=rf"Line {number + 1}: "):
                await taken(folder / "b.db", forged)


async def test_whatever_line_is_broken_is_named_and_nothing_is_imported(folder, open_at):
    await Life(folder / "a.db").lives(range(3, 60, 4), GIT)
    lines = await exported(folder / "a.db")
    empty = await content(folder / "b.db")
    first = {json.loads(line).get("type"): number for number, line in reversed(list(enumerate(lines)))}
    for number in first.values():
        values = json.loads(lines[number])
        for name in values if number else ():
            if name in ("n", "first_seen_at", "created_at") or (values["type"], name) in _FREE:
                continue
            broken = {**values, name: ["broken"]}
            with pytest.raises(UsageError, match=rf"\ALine {number + 1}: .*Nothing was imported: "):
                await taken(folder / "b.db", [*lines[:number], json.dumps(broken), *lines[number + 1 :]])
    assert await content(folder / "b.db") == empty


_FREE = {("revision", "notices"), ("reading", "notes"), ("artifact", "also")}
"""Lists, where an item that is a text may be right."""


@pytest.mark.parametrize("kept", [0.2, 0.5, 0.9])
async def test_a_file_that_was_cut_short_is_refused(folder, open_at, kept):
    await begun(open_at("a.db"))
    whole = "\n".join(await exported(folder / "a.db"))
    with pytest.raises(UsageError, match="Nothing was imported"):
        await taken(folder / "b.db", whole[: int(len(whole) * kept)].split("\n"))
    assert not lines_of("artifact", await content(folder / "b.db"))


async def test_content_that_was_changed_since_does_not_fit_its_id(folder, open_at):
    await begun(open_at("a.db"))
    lines = await exported(folder / "a.db")
    at = next(n for n, line in enumerate(lines) if '"problem":"one"' in line)
    lines[at] = lines[at].replace('"problem":"one"', '"problem":"other"')
    with pytest.raises(UsageError, match=rf"Line {at + 1}: its id \w+ is not that of its content"):
        await taken(folder / "b.db", lines)


async def test_an_export_of_a_newer_program_is_refused_by_its_version(folder, open_at):
    await begun(open_at("a.db"))
    header, *lines = await exported(folder / "a.db")
    newer = json.dumps({**json.loads(header), "version": 3})
    with pytest.raises(UsageError, match=r"version 3.*upgrade"):
        await taken(folder / "b.db", [newer, *lines])


async def test_a_line_that_names_what_is_not_there_is_refused(folder, open_at):
    await begun(open_at("a.db"))
    lines = await exported(folder / "a.db")
    without = [line for line in lines if '"type":"reading"' not in line]
    without[-1] = json.dumps({"type": "end", "lines": len(without) - 1})
    with pytest.raises(UsageError, match="no line before it tells of the reading"):
        await taken(folder / "b.db", without)


async def test_what_no_such_source_can_have_said_is_refused(folder, open_at):
    store = open_at("a.db")
    artifact = await store.open_artifact(GIT, "/x/README.md", None)
    revision = await store.save_revision(artifact, samples.revision())
    await store.save_reading(artifact, samples.reading(revision.id, source=samples.RUBRIC))
    with pytest.raises(UsageError, match="a rubric says no such reading"):
        await taken(folder / "b.db", await exported(folder / "a.db"))
