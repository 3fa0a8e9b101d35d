from dataclasses import replace
from datetime import date
from sqlite3 import IntegrityError

import pytest
from core.taglines.conftest import INTENT, grade, readers
from sqlite_utils import Database
from storage import samples

from workbench.core.artifacts import Kind
from workbench.core.costs.account import Work
from workbench.core.costs.prices import PriceTable
from workbench.core.costs.usage import Usage
from workbench.core.errors import Failure, FailureKind
from workbench.core.marks import Mark
from workbench.core.taglines.candidates import Candidate
from workbench.core.taglines.reads import Asked, Read, Slot, Stage, Value
from workbench.core.taglines.store import KeptRace
from workbench.core.trust.claim_words import Wanted
from workbench.core.trust.instruments import Report
from workbench.core.trust.tallies import Heading, Tally
from workbench.storage.salvage import salvage
from workbench.storage.store import SqliteStore

HELD = (Candidate("Boils water", (("by", "Ann"),), 3), Candidate("湯を沸かす 👩‍👩‍👧", line=4))
FAILURE = Failure(FailureKind.REFUSAL, "It refused.")


@pytest.fixture
async def lines(store, artifact):
    """The store's part for taglines, and an artifact with two candidates."""
    await store.taglines.kept(artifact, HELD)
    return store.taglines


def read(id=1, trial=1, **changes):
    made = Read(
        Slot(id, readers()[0], Stage.RACE, trial),
        "A kettle.",
        "Me.",
        "Hm.",
        provider="scripted",
        model="m",
        prompt_sha256="a" * 64,
        usage=Usage(9, 8, None, None, 1.5),
        raw="{}",
    )
    return replace(made, **changes)


async def test_candidates_get_keys_which_they_keep(lines, artifact, open_store):
    first = (await lines.kept(artifact, HELD)).candidates
    assert [(each.text, each.notes, each.line) for each in first] == [
        (each.text, each.notes, each.line) for each in HELD
    ]
    again = await open_store().taglines.kept(artifact, (HELD[1], Candidate("Tea")))
    assert [each.id for each in again.candidates] == [first[1].id, 3]


async def test_what_the_person_made_stays_beside_what_the_file_holds(lines, artifact):
    parent = (await lines.kept(artifact, HELD)).candidates[0]
    made = await lines.edit(artifact, parent, "Boils it")
    assert (made.parent, made.parent_text, made.line) == (parent.id, "Boils water", 0)
    kept = await lines.kept(artifact, HELD[1:])
    assert [each.text for each in kept.candidates] == [HELD[1].text, "Boils it"]
    assert kept.candidates[1].parent_text == "Boils water"


async def test_a_hidden_candidate_stays_hidden_until_it_is_shown_or_made_again(lines, artifact):
    parent, other = (await lines.kept(artifact, HELD)).candidates
    made = await lines.edit(artifact, parent, "Boils it")
    for candidate in (other, made):
        await lines.hide(candidate, True)
    assert [each.hidden for each in (await lines.kept(artifact, HELD)).candidates] == [False, True, True]
    assert (await lines.edit(artifact, other, "Boils it")).parent == parent.id
    await lines.hide(other, False)
    assert not any(each.hidden for each in (await lines.kept(artifact, HELD)).candidates)


async def test_a_read_comes_back_as_it_was_and_a_failed_one_is_kept_apart(lines, artifact, query):
    stored = await lines.save_read(read())
    await lines.save_read(read(trial=2, failure=FAILURE, what=""))
    kept = await lines.kept(artifact, HELD)
    assert kept.reads == (replace(stored, at=kept.reads[0].at),)
    assert kept.reads[0].at is not None
    assert query("select state, failure_message from tagline_reads order by id") == [
        ("finished", None),
        ("failed", "It refused."),
    ]


async def test_a_read_that_another_program_made_meanwhile_is_not_made_twice(lines, open_store, artifact):
    first = await lines.save_read(read())
    later = await open_store().taglines.save_read(read(what="A teapot."))
    assert (later.id, later.what) == (first.id, "A kettle.")
    assert (await lines.save_read(read(title="Kettle"))).id != first.id


async def test_a_grade_comes_back_with_the_mark_that_stands(lines, artifact):
    made = await lines.save_grade(artifact, replace(grade(value=Value.WRONG), provider="scripted", model="m"))
    await lines.save_grade(artifact, replace(grade("Tea."), failure=FAILURE))
    for mark in (Mark.MISS, None, Mark.HIT):
        assert (await lines.mark(made, mark)).mark is mark
        (found,) = (await lines.kept(artifact, HELD)).grades
        assert found == replace(made, mark=mark, at=found.at)


async def test_marks_are_undone_the_last_one_first(lines, artifact):
    one = await lines.save_grade(artifact, grade())
    two = await lines.save_grade(artifact, grade("Tea.", question="Is it hot?"))
    await lines.mark(one, Mark.HIT)
    await lines.mark(two, Mark.MISS, "wrong")
    await lines.mark(one, Mark.MISS)
    assert [(g.id, g.mark) for g in [await lines.undo(artifact) for _ in range(3)]] == [
        (one.id, Mark.HIT),
        (two.id, None),
        (one.id, None),
    ]
    assert await lines.undo(artifact) is None


async def test_a_mark_is_never_changed(lines, artifact, path):
    await lines.mark(await lines.save_grade(artifact, grade()), Mark.HIT)
    with Database(path) as db, pytest.raises(IntegrityError, match="only undone"):
        db.execute("update tagline_marks set mark = 'miss'")


async def test_how_lines_were_read_last_is_kept(lines, artifact):
    assert (await lines.kept(artifact, HELD)).race is None
    for race in (KeptRace(("engineer",), 4, False, False, 1), KeptRace(("a", "湯"), 9, True, True, 7)):
        await lines.save_race(artifact, race)
        assert (await lines.kept(artifact, HELD)).race == race


async def test_questions_are_kept_once_in_their_order(lines, artifact):
    for question in ("Is it hot?", "Is it new?", "Is it hot?"):
        await lines.ask(artifact, question)
    assert (await lines.kept(artifact, HELD)).questions == ("Is it hot?", "Is it new?")


async def test_artifacts_keep_their_lines_apart(store, lines, artifact):
    other = await store.open_artifact("path:/texts/more", "/texts/more", Kind.TAGLINES)
    kept = await lines.kept(other, HELD)
    await lines.save_read(read(kept.candidates[0].id))
    await lines.save_grade(other, grade())
    mine = await lines.kept(artifact, HELD)
    assert (mine.reads, mine.grades) == ((), ())
    assert {each.id for each in mine.candidates}.isdisjoint(each.id for each in kept.candidates)


async def test_half_a_character_can_be_tried_and_found_again(lines, artifact):
    broken = Candidate("Tea \ud83d", line=1)
    first = await lines.kept(artifact, (broken,))
    assert (await lines.kept(artifact, (broken,))).candidates == first.candidates


async def test_grades_tell_questions_and_intents_apart(lines, artifact):
    for asked in (Asked(INTENT), Asked(INTENT, "Is it hot?"), Asked("A teapot.")):
        await lines.save_grade(artifact, replace(grade(), asked=asked))
    assert len({each.asked.key for each in (await lines.kept(artifact, HELD)).grades}) == 3


async def test_an_artifact_was_read_when_its_lines_were(lines, artifact, store):
    assert not (await store.known())[0].has_history
    stored = await lines.save_read(read())
    (known,) = await store.known()
    assert known.has_history
    assert known.read_at == (await lines.kept(artifact, HELD)).reads[0].at
    assert stored.id


PLAYED = {"provider": "scripted", "model": "m"}


async def reported(store):
    return Report(await store.counted(PriceTable(date(2026, 1, 1), ())))


async def test_the_report_counts_a_graders_answers_as_any_judges(lines, artifact, store):
    grades = [
        await lines.save_grade(artifact, replace(grade(f"Kettle {n}.", question=question), **PLAYED))
        for n, question in enumerate(("", "", "", "Is it hot?"))
    ]
    for made, mark in zip(grades, (Mark.HIT, Mark.MISS, None, Mark.CANT_TELL), strict=True):
        if mark:
            await lines.mark(made, mark)
    found = await reported(store)
    row = next(row for row in found.table if row.heading is Heading.GRADES)
    assert (row.raised, row.tally, row.unmarked) == (4, Tally(1, 1, 1), 1)
    by_name = {each.called: each for each in found.instruments if each.row.heading is Heading.GRADES}
    assert by_name["grader intent"].row.tally == Tally(1, 1, 0)
    assert by_name["grader yours"].row.tally == Tally(0, 0, 1)
    assert by_name["grader intent"].wordings[0].model == "m"


async def test_an_answer_that_is_graded_again_is_one_claim(lines, artifact, store):
    first = await lines.save_grade(artifact, replace(grade(), **PLAYED))
    await lines.mark(first, Mark.HIT)
    await lines.save_grade(artifact, replace(grade(), provider="scripted", model="other"))
    row = next(row for row in (await reported(store)).table if row.heading is Heading.GRADES)
    assert (row.raised, row.tally.hit) == (1, 1)


async def test_a_mark_changes_the_report_at_once_and_an_undone_one_takes_it_back(
    lines, artifact, store, open_store
):
    made = await lines.save_grade(artifact, replace(grade(), **PLAYED))

    async def hits(of):
        return next(row for row in (await reported(of)).table if row.heading is Heading.GRADES).tally.hit

    assert await hits(store) == 0
    await lines.mark(made, Mark.HIT)
    assert await hits(store) == 1
    later = open_store()
    assert await hits(later) == 1
    await lines.undo(artifact)
    assert await hits(store) == await hits(later) == 0


async def test_without_a_grader_the_report_has_no_row_of_it(lines, artifact, store):
    assert Heading.GRADES not in {row.heading for row in (await reported(store)).table}


async def test_marked_grades_are_found_with_their_words(lines, artifact, store):
    made = await lines.save_grade(artifact, replace(grade("A kettle."), reason="It says so.", **PLAYED))
    await lines.mark(made, Mark.MISS, "wrong")
    (found,) = await store.claim_words(Wanted(Heading.GRADES, ("grader/intent",), Mark.MISS))
    assert (found.quote, found.problem, found.reason, found.target) == (
        "A kettle.",
        "It says so.",
        "wrong",
        None,
    )
    assert await store.claim_words(Wanted(Heading.GRADES, ("grader/intent",), Mark.HIT)) == ()


async def test_what_a_damaged_database_still_holds_of_lines_is_added_to_its_copy(
    lines, artifact, store, path, tmp_path
):
    made = await lines.save_grade(artifact, replace(grade(), **PLAYED))
    await lines.mark(made, Mark.HIT)
    copy = tmp_path / "copy.db"
    with Database(path) as db:
        db.execute("pragma wal_checkpoint(truncate)")
    copy.write_bytes(path.read_bytes())
    parent = (await lines.kept(artifact, HELD)).candidates[0]
    await lines.edit(artifact, parent, "Boils it")
    await lines.hide(parent, True)
    await lines.save_read(read(title="Kettle"))
    await lines.save_race(artifact, KeptRace(("engineer",), 9, True, False, 1))
    await lines.undo(artifact)
    await store.close()
    assert salvage(path, copy).is_whole
    restored = SqliteStore(copy, samples.Now())
    kept = await restored.taglines.kept(artifact, HELD)
    await restored.close()
    assert [(each.text, each.hidden) for each in kept.candidates] == [
        ("Boils water", True),
        (HELD[1].text, False),
        ("Boils it", False),
    ]
    assert (len(kept.reads), kept.grades[0].mark, kept.race.trials) == (1, None, 9)


async def test_what_reads_and_grades_used_counts_as_spent(store, lines, artifact):
    await lines.save_read(read())
    await lines.save_grade(artifact, replace(grade(), usage=Usage(5, 4)))
    spent = await store.used((), None)
    assert {(each.work, each.path) for each in spent} == {(Work.TAGLINES, artifact.path)}
    assert sum(each.usage.input for each in spent) == 14
