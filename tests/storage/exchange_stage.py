"""Databases that are told and taken in, and what can happen to one."""

import io
import json
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from storage import samples

from workbench.core.errors import UsageError
from workbench.core.history import LookedUp, Placement, Round, RoundState
from workbench.core.marks import Decision, Target
from workbench.core.own_answers import OwnAnswer
from workbench.core.readings import ReadingState, Span, Verdict
from workbench.core.replay.store import Look, Replayed
from workbench.core.ruling import Cap, Ruling, RulingValue
from workbench.core.seats import Seat
from workbench.core.sources import ME
from workbench.core.text_questions import TextQuestion
from workbench.storage.exchange import Exchange
from workbench.storage.store import SqliteStore

TEXTS = (samples.TEXT, f"{samples.TEXT}It is small.\n", f"A kettle.\r\n\r\n{samples.TEXT}")
"""Each long enough for every finding's words."""


def clock(ahead=0.0):
    """A clock that begins some seconds later than others."""
    now = samples.Now()
    now.at += timedelta(seconds=ahead)
    return now


async def exported(path, **told):
    """The lines of an export of a database."""
    exchange, lines = Exchange(path, clock(), "0.1.0"), []
    try:
        exchange.left_out = await exchange.export(lines.append, **told)
    finally:
        await exchange.close()
    return lines


async def content(path, **told):
    """What a database tells, without who tells it."""
    return (await exported(path, **told))[1:]


async def taken(path, lines, **how):
    """What taking lines into a database changed."""
    exchange = Exchange(path, clock(), "0.1.0")
    try:
        return await exchange.take(io.BytesIO("".join(f"{line}\n" for line in lines).encode()), **how)
    finally:
        await exchange.close()


class Life:
    """A database to which things happen, chosen by numbers."""

    def __init__(self, path, ahead=0.0):
        self.store = SqliteStore(path, clock(ahead))

    async def lives(self, choices, identity="path:/texts/README.md"):
        """Let one thing happen for each choice, then close the file."""
        store = self.store
        artifact = await store.open_artifact(identity, "/texts/README.md", None)
        for choice in choices:
            what, detail = choice % len(_HAPPENINGS), choice // len(_HAPPENINGS)
            history = await store.history(artifact)
            if not history.revisions:
                await store.save_revision(artifact, samples.revision())
                history = await store.history(artifact)
            await _HAPPENINGS[what](store, artifact, history, detail)
        await store.close()


def _one(values, detail):
    found = list(values)
    return found[detail % len(found)] if found else None


async def _edit(store, artifact, history, detail):
    await store.save_revision(artifact, samples.revision(TEXTS[detail % len(TEXTS)]))


async def _round(store, artifact, history, detail):
    revision = history.revisions[-1].id
    seat = Seat(samples.READER, 1 + len(history.readings), *(("gpt-9", "gpt") if detail % 2 else ()))
    over = (Seat(samples.RUBRIC, 1, "gpt-9"),) if detail % 3 else ()
    planned = Round(revision, 0, (seat, *over), freeze=detail % 3 == 0, reused=over)
    round = await store.begin_round(artifact, planned)
    if round is None:
        return
    reading = (
        samples.full_reading(revision, round.id) if detail % 2 else samples.reading(revision, round=round.id)
    )
    found = (samples.finding(f"problem {detail % 4}"), samples.finding("twice"), samples.finding("twice"))
    findings = (*reading.findings, *found[: detail % 4])
    await store.save_reading(artifact, replace(reading, trial=seat.trial, findings=findings))
    state = RoundState.COMPLETE if detail % 5 else RoundState.INCOMPLETE
    ruling = Ruling(RulingValue.FIX, (Cap(RulingValue.FIX, "because"),))
    new = (await store.history(artifact)).findings
    placements = [
        Placement(f.id, -1 - f.id % 2, "alike") for f in new if f.reading and f.id not in history.placements
    ]
    await store.end_round(replace(round, state=state), ruling, placements)


async def _checks(store, artifact, history, detail):
    faults = tuple(samples.fault(f"fault {n}") for n in range(3) if detail >> n & 1)
    at = store._now()
    run = samples.reading(history.revisions[-1].id, source=samples.CHECK, findings=faults, ended_at=at)
    await store.save_checks(artifact, history.revisions[-1], [run])


async def _mark(store, artifact, history, detail):
    finding = _one(history.findings, detail)
    if finding:
        target = history.home(Target("finding", finding.id)) if detail % 3 else Target("finding", finding.id)
        inside = target.kind == "finding" and finding.id in history.placements
        value = ("hit", "miss", "can't tell")[detail % 3]
        made = await store.decide(
            artifact, Decision(target, "mark", value, inside=inside, blind=detail % 7 == 0)
        )
        if value == "can't tell":
            await store.save_looked_up(made, LookedUp("a" * 64, "b" * 64 if detail % 2 else None))


async def _say(store, artifact, history, detail):
    finding = _one(history.findings, detail)
    if finding:
        what, value = [
            ("defer", "yes"),
            ("defer", None),
            ("note", f"note {detail}"),
            ("fixed", str(history.revisions[-1].id)),
        ][detail % 4]
        await store.decide(artifact, Decision(history.home(Target("finding", finding.id)), what, value))


async def _answer_marked(store, artifact, history, detail):
    reading = _one(history.readings, detail)
    if reading and reading.answers:
        await store.decide(
            artifact, Decision(Target("answer", reading.answers[0].id), "mark", "miss", "wrong")
        )
    elif reading:
        await store.decide(artifact, Decision(Target("reading", reading.id), "mark", "hit"))


async def _regroup(store, artifact, history, detail):
    concerns = sorted({placement.concern for placement in history.placements.values()})
    if detail % 2 and len(concerns) > 1:
        one, other = concerns[detail % len(concerns)], concerns[(detail + 1) % len(concerns)]
        # All that was in one may be withdrawn.
        with suppress(UsageError):
            await store.merge(artifact, [Target("concern", one), Target("concern", other)])
        return
    for concern in concerns:
        inside = [id for id, placement in history.placements.items() if placement.concern == concern]
        if len(inside) > 1:
            with suppress(UsageError):
                await store.split(artifact, [inside[detail % len(inside)]])
            return


async def _undo(store, artifact, history, detail):
    for _ in range(1 + detail % 3):
        await store.undo(artifact)


async def _redo(store, artifact, history, detail):
    await store.redo(artifact)


async def _overlook(store, artifact, history, detail):
    await store.overlook(
        artifact, samples.overlooked(history.revisions[-1].id, problem=f"unseen {detail % 3}")
    )


async def _own_answer(store, artifact, history, detail):
    value = ("meets", "fails", "cannot tell")[detail % 3]
    answer = OwnAnswer(samples.QUESTION, history.revisions[-1].id, value, "It is", Span(10, 15), "words")
    await store.save_own_answer(answer)


async def _own_reading(store, artifact, history, detail):
    fails = samples.finding("mine", source=ME, kind="fails", asks="R1")
    given = samples.reading(
        history.revisions[-1].id,
        source=samples.RUBRIC,
        state=ReadingState.FINISHED,
        provider="me",
        verdict=Verdict.FIX,
        answers=(samples.answer("fails"),),
        findings=(fails,) if detail % 2 else (),
        ended_at=store._now(),
    )
    decisions = [Decision(Target("finding", -1), "mark", "hit")] if detail % 2 else []
    places = [Placement(-1, 0, "first")] if detail % 2 else []
    await store.save_own_reading(artifact, given, places, decisions)


async def _question(store, artifact, history, detail):
    revision = history.revisions[-1].id
    question = TextQuestion(f"P{detail % 9}", "added", "Is it so?", revision=revision)
    if detail % 3 == 2:
        source = replace(samples.READER, kind="questions")
        derived = replace(question, name="D1", origin="derived", quote="It is")
        await store.save_questioning(artifact, samples.reading(revision, source=source), [derived])
        return
    added = await store.add_question(artifact, question)
    if detail % 3:
        await store.withdraw_question(added)


async def _ignore(store, artifact, history, detail):
    await store.accept_ignore(artifact, f"<!-- {detail % 3} -->")


async def _intend(store, artifact, history, detail):
    await store.set_intent(artifact, f"For {detail}.")


async def _replay(store, artifact, history, detail):
    whole = samples.full_reading(history.revisions[-1].id, 0, trial=1 + detail % 2)
    state = ReadingState.FINISHED if detail % 5 else ReadingState.FAILED
    read = replace(whole, state=state, raw="as it came from /home/ann", made_of="{}")
    await store.replays.save_replayed(Replayed(read, "asked"))
    if detail % 2:
        other = replace(samples.READER, wording="0" * 64)
        await store.replays.save_look(Look(samples.READER, other))


_HAPPENINGS = (
    _edit, _round, _round, _checks, _mark, _mark, _say, _answer_marked, _regroup, _undo, _redo, _overlook,
    _own_answer, _own_reading, _question, _ignore, _intend, _replay,
)  # fmt: skip


GIT = "git:host/kettle#README.md"


async def begun(store, identity=GIT):
    """An artifact with two findings of a reader, in one concern each, and the findings."""
    artifact = await store.open_artifact(identity, "/home/ann/kettle/README.md", None)
    revision = await store.save_revision(artifact, samples.revision())
    round = await store.begin_round(artifact, Round(revision.id, 0, (Seat(samples.READER, 1),)))
    found = (samples.finding("one"), samples.finding("two"))
    reading = await store.save_reading(
        artifact, samples.full_reading(revision.id, round.id, source=samples.READER, trial=1, findings=found)
    )
    new = [Placement(finding.id, -finding.id, "first") for finding in reading.findings]
    await store.end_round(
        Round(revision.id, 1, (), RoundState.COMPLETE, round.started_at, id=round.id),
        Ruling(RulingValue.FIX),
        new,
    )
    return artifact, reading.findings


def lines_of(type, lines):
    return [line for line in map(json.loads, lines) if line.get("type") == type]


async def marked(store, artifact, finding, value, **more):
    history = await store.history(artifact)
    return await store.decide(
        artifact, Decision(history.home(Target("finding", finding.id)), "mark", value, **more)
    )
