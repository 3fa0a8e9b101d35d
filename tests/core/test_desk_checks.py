from dataclasses import replace

from support.builders import TEXT, reader_answer

from workbench.core.marks import Mark
from workbench.core.ports import CheckReport
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.ruling import RulingValue

BOASTS = {
    "skeptic": reader_answer("fastest kettle"),
    "engineer": reader_answer("fastest kettle in the world"),
}


def fault(rule, text=TEXT, words="kettle on"):
    start = text.index(words)
    return Finding(
        rule.source,
        FindingKind.FAULT,
        words,
        "There is no `on`.",
        asks=rule.id,
        span=Span(start, start + len(words)),
        on_fail=rule.on_fail,
    )


async def test_a_fault_of_a_check_caps_the_ruling_until_the_person_waives_it(session):
    s = await session()
    rule = s.desk.checks.rules[0]
    s.desk.checks.report = CheckReport(faults=(fault(rule),))
    s = await session(checks=s.desk.checks)
    await s.read()
    assert (s.board.ruling.value, s.board.ruling.caps[0].why) == (
        RulingValue.FIX,
        "fences: There is no `on`.",
    )
    await s.mark(s.row("There is no `on`."), Mark.MISS, "wrong")
    assert s.board.ruling.value is RulingValue.PUBLISHABLE
    assert s.board.ruling.waived == ("fences: There is no `on`.",)


async def test_a_proven_fault_stands_before_what_readers_think(session):
    s = await session()
    rule = s.desk.checks.rules[0]
    s.desk.checks.report = CheckReport(faults=(fault(rule),))
    s = await session(BOASTS, checks=s.desk.checks)
    await s.read()
    assert [row.headline for row in s.board.rows[:2]] == ["There is no `on`.", s.row("fastest").headline]


async def test_a_marked_fault_keeps_its_mark_when_the_checks_run_again(session):
    s = await session()
    rule = s.desk.checks.rules[0]
    s.desk.checks.report = CheckReport(faults=(fault(rule),))
    s = await session(checks=s.desk.checks)
    await s.mark(s.row("There is no `on`."), Mark.HIT)
    again = await session(checks=s.desk.checks)
    assert again.row("There is no `on`.").standing.mark is Mark.HIT
    assert len([r for r in again.board.rows if r.lead and r.lead.kind is FindingKind.FAULT]) == 1


async def test_secrets_are_named_until_they_are_marked_miss(session):
    s = await session()
    rule = replace(s.desk.checks.rules[0], id="secrets")
    s.desk.checks.rules = (rule,)
    s.desk.checks.report = CheckReport(faults=(fault(rule),))
    s = await session(checks=s.desk.checks)
    assert [f.quote for f in (await s.desk.propose(s.board, s.report)).secrets] == ["kettle on"]
    await s.mark(s.row("There is no `on`."), Mark.MISS, "wrong")
    assert (await s.desk.propose(s.board, s.report)).secrets == ()
