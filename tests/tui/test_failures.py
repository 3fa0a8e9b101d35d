"""Readings that fail, and how that is said."""

from datetime import datetime, timedelta

import pytest
from support.builders import MODELS, persona, reader_answer
from textual.widgets import Static

from workbench.core.errors import Failure, FailureKind
from workbench.core.history import RoundState
from workbench.core.ports import Settings
from workbench.core.seats import Seat
from workbench.core.unread import Unread
from workbench.tui.failures import told, ways
from workbench.tui.screens.proposal import ProposalScreen

ONCE = Settings(MODELS, attempts=1, text_questions=False)
REASON = "The service refused the key that is in ANTHROPIC_API_KEY: set another one."


REFUSED = Failure(FailureKind.REFUSED_KEY, REASON)
BOTH = {"skeptic": REFUSED, "engineer": REFUSED}


async def test_a_failed_reading_is_named_with_its_reason(bench):
    async with bench(answers={"skeptic": REFUSED}, settings=ONCE, read=True) as b:
        assert "skeptic failed" in b.bar("seats")
        await b.press("home")
        assert f"skeptic failed: {REASON}" in b.text()
        assert b.board.history.last_round.state is RoundState.INCOMPLETE


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        (160, f"2 of 3 failed: {REASON[:-1]}; enter on the first line shows each, r reads only these again"),
        (80, "2 of 3 failed: refused key; enter on the first line shows each, r reads again"),
    ],
)
async def test_an_incomplete_round_names_the_reason_once_in_the_room_there_is(bench, columns, said):
    async with bench(answers=BOTH, settings=ONCE, size=(columns, 24)) as b:
        await b.read()
        assert b.said.rstrip() == said
        await b.press("home")
        assert "why some failed" in " ".join(b.bar("brief").split())


async def test_what_a_later_reading_filled_is_no_longer_said_to_have_failed(bench):
    async with bench(answers=BOTH, settings=ONCE, size=(160, 48), read=True) as b:
        await b.press("home")
        assert "skeptic, engineer failed: " in b.text()
        b.answers(skeptic=reader_answer("boils water"))
        await b.read()
        await b.press("home")
        assert "engineer failed: " in b.text() and "skeptic, engineer" not in b.text()
        assert "1 of 3 failed" in b.said or not b.said.strip()
        assert b.bar("seats").startswith("skeptic 1  engineer failed  judge 0")
        b.answers(engineer=reader_answer())
        await b.read()
        await b.press("home")
        assert " failed: " not in b.text()


async def test_resuming_says_why_the_readings_are_missing(bench):
    async with bench(answers={**BOTH, "judge": REFUSED}, settings=ONCE, size=(80, 24)) as b:
        await b.read()
        b.review.desk.store.consented = _never
        await b.press("r")
        assert isinstance(b.app.screen, ProposalScreen)
        shown = " ".join(b.app.screen.query_one("#proposal-body Static", Static).render().plain.split())
        assert f"failed skeptic, engineer, the judge: {REASON}" in shown


async def _never(artifact, destination):
    return False


def test_a_long_wait_is_named_however_little_room_there_is():
    limited = Failure(FailureKind.RATE_LIMITED, "It answers no more until then. Read again then.", 18_000.0)
    at = datetime(2026, 1, 1, 12).astimezone()
    failed = [Unread(limited, (Seat(persona().source),), at + timedelta(hours=5))]
    *_, shortest = told(failed, 6, "enter", "r")
    assert shortest == "1 of 6 failed: rate limited until 17:00; r reads again"
    assert len(shortest) < 80


def test_failures_for_several_reasons_are_not_said_to_have_one():
    seats = [Seat(persona(name).source) for name in ("skeptic", "engineer", "newcomer")]
    failed = [
        Unread(Failure(FailureKind.UNREADABLE, "It is not JSON. Read again."), tuple(seats[:2])),
        Unread(Failure(FailureKind.REFUSAL, "It refused."), tuple(seats[2:])),
    ]
    assert next(told(failed, 6, "enter", "r")).startswith(
        "3 of 6 failed: It is not JSON. Read again, and 1 other reason; enter on the first line"
    )


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        (
            "The file /home/somebody/.local/share/workbench/workbench.db cannot grow, the disk is full: make "
            "room and try again.",
            "The file workbench.db cannot grow, the disk is full: make room and try again.",
        ),
        (
            "Not kept: the database is gone. Put it back, or leave and open the text anew. "
            "The file /home/somebody/w.db was deleted or moved while it was open.",
            "Not kept: the database is gone. Put it back, or leave and open the text anew.",
        ),
        (
            f"The file /data/{'w' * 60}.db has been locked by another program: close that program.",
            "Close that program.",
        ),
    ],
)
def test_what_to_do_about_a_failure_can_be_read_at_80_columns(sentence, said):
    assert next(way for way in ways(sentence) if len(way) <= 78) == said
