"""Judges and readers of known skill come out exactly so."""

from dataclasses import replace

import pytest
from core.planting.conftest import ENGLISH, JAPANESE, quoted

from workbench.core.artifacts import Kind
from workbench.core.planting.matching import Matcher, Outcome
from workbench.core.planting.planting import plant
from workbench.core.planting.printed import recall_lines
from workbench.core.planting.reading import NO_PERSONA
from workbench.core.planting.results import pooled, recalls
from workbench.core.planting.store import Planting, PlantReading
from workbench.core.prompts import READER_INSTRUCTIONS
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState, Span
from workbench.core.text.anchoring import Anchorer
from workbench.core.trust.statistics import wilson


@pytest.mark.parametrize("text", [ENGLISH, JAPANESE])
async def test_a_judge_that_is_always_right_finds_all_and_raises_nothing_else(planting, text):
    made = planting("right", text)
    if text is JAPANESE:
        made.provider.elsewhere = "使い方"
    await made.read()
    judge, n = (await made.recalls())["readme"], len(made.planted.faults)
    assert (len(judge.ever), judge.of, judge.questions, judge.others, judge.missed) == (n, n, (), (), ())
    assert judge.interval == wilson(n, n)


async def test_a_judge_that_always_passes_finds_nothing(planting):
    made = planting("passes")
    await made.read()
    judge, n = (await made.recalls())["readme"], len(made.planted.faults)
    assert (len(judge.ever), judge.questions, judge.others) == (0, (), ())
    assert len(judge.missed) == n
    assert judge.interval == wilson(0, n)


async def test_a_judge_that_always_fails_finds_nothing_and_all_it_says_is_listed(planting):
    made = planting("fails")
    await made.read()
    judge = (await made.recalls())["readme"]
    assert (len(judge.ever), judge.questions) == (0, ())
    assert [finding.problem for _, finding in judge.others] == ["It does not meet the bar."] * 20


async def test_a_judge_that_flips_between_trials_finds_all_once_and_nothing_every_time(planting):
    made = planting("flips")
    await made.read()
    judge, n = (await made.recalls())["readme"], len(made.planted.faults)
    assert (judge.trials, len(judge.ever), len(judge.always)) == (2, n, 0)
    assert f"in every one of 2 trials: 0 of {n}; it flips on {n}" in "\n".join(recall_lines([judge]))


async def test_a_reader_with_no_persona_is_a_row_and_is_told_only_that_it_reads(planting):
    made = planting()
    await made.read()
    row = (await made.recalls())["no-persona"]
    assert (len(row.ever), len(row.others)) == (0, 1)
    [asked] = [r.prompt for r in made.provider.asked if r.key.startswith("reader:no-persona")]
    assert asked.instructions == READER_INSTRUCTIONS
    assert asked.task == (
        "# Who you are\n\nYou are a reader of this text.\n\nIds for `asks`: problem, other."
    )
    assert "reader no-persona@" in "\n".join(recall_lines([row]))


async def test_readers_that_know_all_and_that_say_nothing_come_out_so(planting):
    made = planting()
    await made.read()
    found, n = await made.recalls(), len(made.planted.faults)
    assert [len(found[name].ever) for name in ("perfect", "silent")] == [n, 0]
    assert found["perfect"].others == found["silent"].others == ()


async def test_what_rules_cannot_tell_is_asked_and_counted_only_once_answered(planting):
    made = planting()
    await made.read()
    vague, n = (await made.recalls())["vague"], len(made.planted.faults)
    assert (len(vague.ever), len(vague.open), vague.missed) == (0, n, ())
    assert vague.interval.low == 0 and vague.interval.high == 1
    names = [question.name for question in vague.questions]
    assert "Is it that problem?" in vague.questions[0].asks
    await made.store.plantings.say(made.planting.id, names[0], True)
    for name in names[1:]:
        await made.store.plantings.say(made.planting.id, name, False)
    vague = (await made.recalls())["vague"]
    assert (len(vague.ever), len(vague.open), len(vague.missed)) == (1, 0, n - 1)
    assert vague.interval == wilson(1, n)
    await made.store.plantings.say(made.planting.id, names[0], False)
    assert len((await made.recalls())["vague"].ever) == 0


async def test_no_reader_sees_anything_of_the_key(planting):
    made = planting()
    await made.read()
    sent = "\n".join(request.prompt.whole for request in made.provider.asked)
    assert not any(fault.problem in sent or fault.what in sent for fault in made.planted.faults)
    assert "plant" not in sent.casefold()
    assert "/texts/" not in sent and "/copies/" not in sent


async def test_what_was_read_is_not_asked_again_and_stands_in_no_list_of_texts(planting):
    made = planting()
    assert await made.read() == 5
    assert await made.read() == 0
    assert len(await made.store.plantings.plantings()) == 1
    assert await made.store.known() == ()


async def test_a_key_comes_back_from_the_database_as_it_was(planting):
    made = planting(text=JAPANESE)
    await made.read()
    [stored] = await made.store.plantings.plantings()
    assert stored == made.planting


async def test_two_copies_are_pooled_by_source(planting):
    made = planting()
    await made.read()
    one = (await made.recalls())["perfect"]
    other = replace(
        one,
        faults=tuple((9, fault) for _, fault in one.faults),
        ever=frozenset(),
        always=frozenset(),
    )
    [both] = pooled([one, other])
    assert (len(both.ever), both.of) == (one.of, 2 * one.of)


def read(planted, reader, *findings, said=None):
    """What one reader of a copy found with such findings."""
    return read_often(planted, reader, findings, said=said)


def read_often(planted, reader, *trials, said=None):
    """What one reader found that read a copy several times, each with such findings."""
    source = replace(NO_PERSONA.source, name=reader)
    made = Planting("/t/README.md", "/c/README.md", Kind.README, planted, 1)
    readings = [
        PlantReading(Reading(source, n, ReadingState.FINISHED, model="m", findings=findings), "m", 6 + n)
        for n, findings in enumerate(trials, start=1)
    ]
    [row] = recalls(made, readings, said or {})
    return row


def said_of(planted, quote, problem, kind=FindingKind.FINDING):
    return Finding(NO_PERSONA.source, kind, quote, problem, span=Anchorer(planted.text).anchor(quote))


def test_a_one_fix_that_repeats_a_finding_is_no_second_thing_and_no_second_question():
    planted = plant(ENGLISH, 12, 3)
    quote = "Later versions may lift this."
    finding = said_of(planted, quote, "I do not care for promises.")
    fix = said_of(planted, quote, "Promise nothing.", FindingKind.ONE_FIX)
    elsewhere = said_of(planted, "Invite others.", "Say who.", FindingKind.ONE_FIX)
    assert [each.problem for _, each in read(planted, "r", finding, fix).others] == [finding.problem]
    assert len(read(planted, "r", finding, elsewhere).others) == 2
    vague = quoted(planted, planted.faults[0])
    twice = (said_of(planted, vague, "Odd."), said_of(planted, vague, "Put otherwise.", FindingKind.ONE_FIX))
    row = read(planted, "r", *twice)
    assert [question.name.partition(".")[2] for question in row.questions] == ["7.1"]
    answered = read(planted, "r", *twice, said={row.questions[0].name: False})
    assert (answered.questions, len(answered.missed)) == ((), len(planted.faults))


def test_what_one_trial_found_is_asked_of_another_that_may_have_found_it_too():
    planted = plant(ENGLISH, 12, 3)
    first, n = planted.faults[0], len(planted.faults)
    sure = said_of(planted, quoted(planted, first), first.problem)
    vague = said_of(planted, quoted(planted, first), "Odd.")
    row = read_often(planted, "r", (sure,), (vague,))
    assert (len(row.ever), len(row.always), len(row.open), len(row.missed)) == (1, 0, 0, n - 1)
    [question] = row.questions
    assert f"in every one of 2 trials: 0 of {n}; it flips on 0, 1 to be looked at" in "\n".join(
        recall_lines([row])
    )
    for answer, always in ((True, 1), (False, 0)):
        told = read_often(planted, "r", (sure,), (vague,), said={question.name: answer})
        assert (len(told.always), told.questions) == (always, ())


def test_what_depends_on_an_answer_is_said_of_its_family_and_in_the_table():
    planted = plant(ENGLISH, 12, 3)
    first, second = planted.faults[:2]
    row = read(
        planted,
        "r",
        said_of(planted, quoted(planted, first), "Odd."),
        said_of(planted, quoted(planted, second), second.problem),
    )
    assert row.by_family()[first.family].open == 1
    lines = list(recall_lines([row]))
    assert any(f"{first.family} " in line and "(1 to be looked at)" in line for line in lines)
    [table] = [line for line in lines if line.startswith("r@")]
    assert table.split()[1:] == ["?", "+", *"." * (len(planted.faults) - 2)]


def test_a_source_that_did_not_read_a_copy_has_no_row_in_its_table():
    planted = plant(ENGLISH, 30, 3)
    one = read(planted, "one")
    other = replace(
        read(planted, "other"), faults=tuple((2, fault) for fault in planted.faults), ever=frozenset({(2, 1)})
    )
    lines = list(recall_lines(pooled([one, other])))
    at = next(n for n, line in enumerate(lines) if line.startswith("Key 2"))
    assert lines[at + 1].split()[:2] == [f"other@{other.who.wording[:8]}", "+"]
    assert not any(line.startswith("one@") for line in lines[at:])


@pytest.mark.parametrize("seed", range(6))
def test_a_finding_in_the_words_of_the_key_at_its_place_is_found(seed):
    for text in (ENGLISH, JAPANESE):
        planted = plant(text, 12, seed)
        matcher = Matcher(planted)
        for fault in planted.faults:
            change = next((c for c in fault.changes if c.new), fault.changes[0])
            place = fault.places[0] if change.new == "" else change
            quote = planted.text[place.start : max(place.end, place.start + 1)]
            said = Finding(NO_PERSONA.source, FindingKind.FINDING, quote, fault.problem)
            here = replace(said, span=Span(place.start, max(place.end, place.start + 1)))
            assert matcher.outcome(fault, here) is Outcome.FOUND, (fault.family, fault.problem)
            far = replace(here, span=None, problem="I dislike the colour.", quote="zzz")
            assert matcher.outcome(fault, far) is Outcome.NOT_FOUND
