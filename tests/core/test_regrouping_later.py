"""What follows from a merge or a split: later rounds, the ruling, the report, the next run."""

import pytest
from support.builders import TEXT, judge_answer, reader_answer

from workbench.core.board import advance
from workbench.core.fixes import fixes_of
from workbench.core.identity.regrouping import Regrouping
from workbench.core.marks import Mark
from workbench.core.ports import CheckReport
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.ruling import RulingValue


def found(quote, problem, consequence, change):
    said = {"quote": quote, "problem": problem, "consequence": consequence, "change": change}
    return {**said, "fixable_by": "wording", "asks": "other"}


SPEED = found(
    "fastest kettle in the world",
    "Nothing supports that it is the fastest.",
    "I stop believing the rest.",
    "Give a measurement.",
)
WATER = found(
    "boils water",
    "It never says how much water it boils.",
    "I buy one that is too small.",
    "Name the litres.",
)
PYTHON = found(
    "Run `pip install kettle`",
    "No Python version is named.",
    "I install it on the wrong one, and it fails.",
    "State the oldest supported release.",
)


@pytest.fixture
async def three(session):
    """Three concerns, each raised by the skeptic, then whatever a test has it say."""
    answers = [reader_answer(SPEED, WATER, PYTHON)]
    s = await session({"skeptic": answers})
    await s.read()
    s.answers = answers
    return s


def row(s, words):
    return next(row for row in s.board.rows if any(words in finding.problem for finding in row.findings))


async def merge(s, *rows):
    targets = [row(s, words).target for words in rows]
    s.board = advance(s.board, await Regrouping(s.desk.store).merge(s.board.artifact, targets))


async def split(s, words):
    finding = next(f for f in row(s, words).findings if words in f.problem)
    s.board = advance(s.board, await Regrouping(s.desk.store).split(s.board.artifact, [finding.id]))


def concerns(s):
    return [row for row in s.board.rows if row.target.kind == "concern"]


async def test_what_is_raised_later_like_a_merged_finding_joins_the_merged_concern(three):
    await merge(three, "fastest", "Python")
    three.answers.append(reader_answer(PYTHON, SPEED))
    await three.read()
    assert len(concerns(three)) == 2
    assert len(row(three, "fastest").findings) == 4
    assert row(three, "fastest").raised == 2


async def test_a_merge_with_a_concern_of_many_findings_still_attracts_the_kind_of_the_few(three):
    three.answers += [reader_answer(SPEED)] * 3
    for _ in range(3):
        await three.read()
    await merge(three, "fastest", "Python")
    three.answers.append(reader_answer(PYTHON))
    await three.read()
    assert len(concerns(three)) == 2


@pytest.mark.parametrize("crowd", [PYTHON, SPEED])
async def test_a_merge_and_its_mark_hold_however_often_only_one_half_was_raised_since(three, crowd):
    await merge(three, "fastest", "Python")
    await three.mark(row(three, "fastest"), Mark.HIT)
    three.answers += [reader_answer(crowd)] * 5 + [reader_answer(SPEED, PYTHON)]
    for _ in range(6):
        await three.read()
    assert len(concerns(three)) == 2
    assert row(three, "fastest").standing.mark is Mark.HIT
    assert row(three, "fastest") == row(three, "Python")


async def test_what_a_round_finds_of_one_half_keeps_nothing_of_the_other_half_out(session):
    first = reader_answer(SPEED, PYTHON)
    readers = {"skeptic": [first], "engineer": [reader_answer()]}
    s = await session(readers)
    await s.read()
    await merge(s, "fastest", "Python")
    again = reader_answer(PYTHON, PYTHON, PYTHON, SPEED)
    readers["skeptic"].append(again)
    readers["engineer"].append(again)
    await s.read()
    assert len(concerns(s)) == 1


async def test_what_the_person_added_and_took_back_hides_nothing_that_is_raised_later(three):
    quote = three.board.revision.text.index("`kettle on`")
    span = Span(quote, quote + len("`kettle on`"))
    added = await three.desk.overlook(three.board.artifact, three.board.revision, span, "There is no `on`.")
    three.board = advance(three.board, added)
    three.board = advance(three.board, await three.desk.undo(three.board.artifact))
    three.answers.append(reader_answer(found("`kettle on`", "There is no `on`.", "", "")))
    await three.read()
    assert row(three, "There is no `on`.").sources[0].name == "skeptic"


async def test_after_a_split_each_part_attracts_its_own_kind(three):
    await merge(three, "fastest", "Python")
    await split(three, "Python")
    three.answers.append(reader_answer(PYTHON, SPEED))
    await three.read()
    assert len(concerns(three)) == 3
    assert {finding.problem for finding in row(three, "fastest").findings} == {SPEED["problem"]}
    assert {finding.problem for finding in row(three, "Python").findings} == {PYTHON["problem"]}


async def test_later_rounds_neither_merge_nor_split_what_is_there(three):
    await merge(three, "fastest", "Python")
    before = dict(three.board.history.placements)
    three.answers += [reader_answer(SPEED, WATER), reader_answer(PYTHON, WATER)]
    await three.read()
    await three.edit(TEXT.replace("# Kettle\n", "# Kettle\n\nA new paragraph.\n"))
    await three.read()
    assert {id: three.board.history.placements[id] for id in before} == before


async def test_a_merge_is_there_and_taken_back_in_the_next_run(three, session):
    await merge(three, "fastest", "Python")
    await three.mark(row(three, "fastest"), Mark.HIT)
    again = await session()
    assert len(concerns(again)) == 2 and row(again, "Python").standing.mark is Mark.HIT
    for left in (2, 3):
        again.board = advance(again.board, await again.desk.undo(again.board.artifact))
        assert len(concerns(again)) == left
    assert row(again, "Python").standing.mark is None
    again.board = advance(again.board, await again.desk.redo(again.board.artifact))
    assert len(concerns(again)) == 2


async def test_merged_concerns_are_one_fix_with_both_places(three):
    await merge(three, "fastest", "Python")
    await three.mark(row(three, "fastest"), Mark.HIT)
    (fix,) = fixes_of(three.board.history, three.board.revision)
    assert (fix.line, fix.quote, fix.problem) == (11, SPEED["quote"], SPEED["problem"])
    assert [(at.line, at.quote, at.problem) for at in fix.also] == [(7, PYTHON["quote"], PYTHON["problem"])]


async def test_two_findings_of_a_source_in_one_concern_are_one_claim_of_the_report(three):
    def claims(report):
        row = next(row for row in report.table if row.heading.value == "reader findings")
        return row.raised, row.tally.marked

    await three.mark(row(three, "fastest"), Mark.HIT)
    await three.mark(row(three, "Python"), Mark.HIT)
    assert claims(await three.desk.report()) == (3, 2)
    await merge(three, "fastest", "Python")
    assert claims(await three.desk.report()) == (2, 1)
    await split(three, "Python")
    assert claims(await three.desk.report()) == (3, 2)


async def test_a_judges_fail_is_waived_by_a_miss_on_the_concern_it_was_merged_into(session):
    fails = {"answer": "fails", "quote": "kettle on", "reason": "It has no command on."}
    s = await session(
        {"skeptic": reader_answer(SPEED), "judge": judge_answer({"Q1": fails, "Q2": "meets"}, verdict="Fix")}
    )
    await s.read()
    await merge(s, "fastest", "no command on")
    assert s.board.ruling.value is RulingValue.FIX
    await s.mark(row(s, "fastest"), Mark.MISS)
    assert s.board.ruling.value is RulingValue.PUBLISHABLE


async def test_faults_that_the_person_took_apart_are_found_apart_again(session):
    s = await session({"skeptic": reader_answer()})
    rule = s.desk.checks.rules[0]

    def report(text):
        starts = [text.index("kettle on"), text.index("fastest")]
        return CheckReport(
            faults=tuple(
                Finding(
                    rule.source,
                    FindingKind.FAULT,
                    "kettle on",
                    f"There is no `on`, place {n}.",
                    asks=rule.id,
                    span=Span(start, start + 9),
                    on_fail="fix",
                )
                for n, start in enumerate(starts)
            )
        )

    s.desk.checks.report = report(TEXT)
    await s.edit(TEXT)
    assert len(concerns(s)) == 1
    await split(s, "place 1")
    edited = TEXT.replace("# Kettle\n", "# Kettle\n\nA new paragraph.\n")
    s.desk.checks.report = report(edited)
    await s.edit(edited)
    assert len(concerns(s)) == 2
    for place in ("place 0", "place 1"):
        assert {place in finding.problem for finding in row(s, place).findings} == {True}


async def test_a_readers_one_fix_that_was_taken_out_of_its_finding_is_apart_in_the_next_round(session):
    fix = {"quote": SPEED["quote"], "change": "Add a photograph of the lid."}
    s = await session({"skeptic": reader_answer(SPEED, one_fix=fix)})
    await s.read()
    assert len(concerns(s)) == 1
    one_fix = next(f for f in concerns(s)[0].findings if f.kind is FindingKind.ONE_FIX)
    s.board = advance(s.board, await Regrouping(s.desk.store).split(s.board.artifact, [one_fix.id]))
    await s.read()
    assert sorted(len(r.findings) for r in concerns(s)) == [2, 2]


async def test_a_fault_found_again_on_edited_text_stays_in_the_concern_it_was_merged_into(session):
    s = await session({"skeptic": reader_answer(SPEED)})
    rule = s.desk.checks.rules[0]

    def report(text):
        start = text.index("kettle on")
        fault = Finding(
            rule.source,
            FindingKind.FAULT,
            "kettle on",
            "There is no `on`.",
            asks=rule.id,
            span=Span(start, start + 9),
            on_fail="fix",
        )
        return CheckReport(faults=(fault,))

    await s.read()
    s.desk.checks.report = report(TEXT)
    await s.edit(TEXT)
    await merge(s, "fastest", "no `on`")
    edited = TEXT.replace("# Kettle\n", "# Kettle\n\nA new paragraph.\n")
    s.desk.checks.report = report(edited)
    await s.edit(edited)
    assert len(concerns(s)) == 1
