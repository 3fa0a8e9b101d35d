"""The board of candidates while it is read: proposed, stopped, gone on with, and worked on meanwhile."""

import re

from core.taglines.desk_stage import INTENT, is_grading, kettle
from tui.conftest import SetChecks
from tui.tagline_seat import (
    BOTH,
    LARGE,
    SHELL,
    STEAM,
    tagline_seat,
)

from workbench.core.errors import Failure, FailureKind
from workbench.core.ports import CheckReport
from workbench.core.readings import Finding, FindingKind
from workbench.core.taglines.desk import Wish
from workbench.tui.screens.tagline_sending import TaglineSendingScreen
from workbench.tui.tagline_details import row_details


@BOTH
async def test_reading_is_proposed_with_its_cost_and_nothing_is_sent_before_enter(tmp_path, size):
    async with tagline_seat(tmp_path, size) as seat:
        await seat.press("r")
        assert isinstance(seat.app.screen, TaglineSendingScreen)
        told = seat.told
        assert "Try 4 candidates on readers" in told and "12 reads and 12 gradings" in told
        assert "about $0." in told and "nowhere: recorded answers" in told
        assert "enter sends up to 48 reads" in told and "the rest follows unasked" in told
        await seat.press("escape")
        assert not seat.provider.asked
        await seat.read()
        assert seat.provider.asked and "All is read" in seat.said


async def test_an_intent_that_is_cut_above_can_be_read_whole_in_the_details(tmp_path):
    intent = (
        "A command-line kettle that boils water, for whoever waits for tea beside a terminal all day long"
    )
    async with tagline_seat(tmp_path, (80, 24), intent=intent) as seat:
        assert "Intent: A command-line kettle" in seat.text and intent not in seat.text
        board = seat.board
        details = row_details(board, board.rows[seat.screen.cursor], 70)
        assert intent in " ".join("".join(words for words, _ in details).split())


async def test_the_intent_is_asked_for_once_before_anything_is_proposed(tmp_path):
    async with tagline_seat(tmp_path, intent="") as seat:
        assert "Not said yet what it is: i says that" in seat.text
        await seat.press("r")
        assert "What is it, and for whom:" in seat.text
        await seat.type("")
        assert "Left as it was." in seat.said and not seat.board.intent
        await seat.press("r")
        await seat.type(INTENT)
        assert isinstance(seat.app.screen, TaglineSendingScreen)
        await seat.press("escape")
        assert f"Intent: {INTENT}" in seat.text
    async with tagline_seat(tmp_path, intent="") as seat:
        await seat.press("r")
        assert isinstance(seat.app.screen, TaglineSendingScreen)


async def test_another_intent_has_the_stored_answers_graded_anew(tmp_path):
    async with tagline_seat(tmp_path) as seat:
        await seat.read()
        reads = len(seat.board.reads)
        await seat.press("i")
        await seat.type("A kettle, for people in a hurry.")
        assert "what was read is graded anew" in seat.said
        assert all(row.of == 0 for row in seat.board.rows.values())
        await seat.press("r", "enter")
        await seat.until(lambda: not seat.screen.reading and seat.board.standing.decided)
        assert len(seat.board.reads) == reads and seat.board.rows[seat.screen.cursor].of


async def test_rows_that_arrive_never_move_the_one_under_the_cursor(tmp_path):
    text = "".join(f"- Line {n} of tea\n" for n in range(60)) + "- Boils water from the shell\n"
    async with tagline_seat(tmp_path, text=text, gated=True) as seat:
        await seat.press(*["down"] * 30)
        y, _ = seat.here
        await seat.press("r", "enter")
        seat.let(120)
        await seat.until(lambda: len(seat.board.reads) >= 50)
        await seat.until(lambda: "of 183 reads" in seat.text)
        assert seat.here[0] == y and "Line 30 of tea" in seat.here[1]
        await seat.press("up")
        seat.let(2000)
        await seat.until(lambda: not seat.screen.reading)
        assert seat.here[0] == y - 1 and "Line 29 of tea" in seat.here[1]
        assert seat.order[0] == SHELL


async def test_a_run_is_stopped_and_goes_on_where_it_was_also_in_another_session(tmp_path):
    async with tagline_seat(tmp_path, gated=True) as seat:
        await seat.press("x")
        assert "Nothing is being read." in seat.said
        await seat.press("r", "enter")
        assert "x stops it" in seat.said
        seat.let(6)
        await seat.until(lambda: seat.board.reads)
        await seat.press("r")
        assert "Reads are being made" in seat.said
        await seat.press("x")
        await seat.until(lambda: not seat.screen.reading)
        assert f"Stopped: {len(seat.board.reads)} read" in seat.said and "r goes on" in seat.said
        made = len(seat.board.reads)
    async with tagline_seat(tmp_path) as seat:
        assert len(seat.board.reads) == made > 0
        assert "r reads on where it stopped" in seat.said
        # Agreed to before and cheap, so that it begins at once.
        await seat.press("r")
        await seat.until(lambda: seat.board.standing.decided and not seat.screen.reading)
        asked = [request for request in seat.provider.asked if not is_grading(request)]
        assert len(asked) == len(seat.board.reads) - made


async def test_leaving_while_reading_stops_it_first_and_keeps_what_was_read(tmp_path):
    async with tagline_seat(tmp_path, gated=True) as seat:
        await seat.press("r", "enter")
        seat.let(4)
        await seat.until(lambda: seat.board.reads)
        await seat.press("q")
        await seat.until(lambda: not seat.screen.reading)
        made = len(seat.board.reads)
    async with tagline_seat(tmp_path) as seat:
        assert len(seat.board.reads) == made


async def test_a_spent_budget_stops_the_run_and_says_so(tmp_path):
    async with tagline_seat(tmp_path, budget=0.01) as seat:
        await seat.press("r")
        assert "$0.01 a run; it stops there" in seat.told
        await seat.press("enter")
        await seat.until(lambda: not seat.screen.reading and seat.board.ended)
        assert "budget" in seat.said and 0 < len(seat.board.reads) < 48


async def test_a_failure_is_told_and_what_came_stays(tmp_path):
    def script(request):
        if "Steam" in request.prompt.text and not is_grading(request):
            return Failure(FailureKind.REFUSAL, "The model declined to answer.")
        return kettle(request)

    async with tagline_seat(tmp_path, script=script) as seat:
        await seat.press("r", "enter")
        await seat.until(lambda: not seat.screen.reading and seat.board.ended)
        assert "reads failed, so what was asked is missing. The model declined" in seat.said
        assert {read.slot.candidate for read in seat.board.reads} == {
            each.id for each in seat.board.candidates if each.text != STEAM
        }


async def test_what_looks_like_a_credential_is_sent_only_once_that_is_typed(tmp_path):
    class Secrets(SetChecks):
        async def run(self, path, revision, kind):
            secret = Finding(
                self.rules[0].source, FindingKind.FAULT, "", "This looks like a live key.", asks="secrets"
            )
            return type("Report", (CheckReport,), {"secrets": (secret,)})()

    async with tagline_seat(tmp_path, checks=Secrets()) as seat:
        await seat.press("r", "enter")
        assert not seat.provider.asked and "This looks like a live key." in seat.text
        seat.app.screen.query_one("#confirm").value = "send secrets"
        await seat.press("enter")
        await seat.until(lambda: seat.board.reads and not seat.screen.reading)


@BOTH
async def test_full_reads_every_candidate_as_often_and_the_race_says_what_it_saved(tmp_path, size):
    async with tagline_seat(tmp_path, size, wish=Wish(trials=6)) as seat:
        await seat.read()
        saved = seat.board.reads_saved
        assert saved and f"{saved} fewer than in full" in seat.said and f"{saved} reads saved" in seat.text
        await seat.press("f")
        assert "In full: every candidate is read 6 times" in seat.said and "in full" in seat.text
        await seat.press("r")
        await seat.until(lambda: not seat.screen.reading and len(seat.board.reads) >= 4 * 3 * 6)
        assert "reads saved" not in seat.text
        await seat.press("f")
        assert "A race" in seat.said


async def test_a_candidate_is_edited_and_one_hidden_while_reads_arrive(tmp_path):
    async with tagline_seat(tmp_path, gated=True) as seat:
        await seat.press("r", "enter")
        seat.let(4)
        await seat.until(lambda: seat.board.reads)
        await seat.press("e")
        seat.let(4)
        await seat.type("The future of boiling")
        await seat.go(STEAM)
        await seat.press("d")
        seat.let(200)
        await seat.until(lambda: not seat.screen.reading)
        assert len(seat.board.reads) > 8 and seat.board.ended == ""
        assert STEAM not in seat.order and "The future of boiling" in seat.order
        assert sum(row.reads for row in seat.board.rows.values()) == len(seat.board.reads)


async def test_what_was_agreed_to_before_and_is_cheap_begins_at_once_and_says_what_it_may_cost(tmp_path):
    async with tagline_seat(tmp_path, LARGE) as seat:
        await seat.read()
    async with tagline_seat(tmp_path, LARGE, gated=True, wish=Wish(trials=8)) as seat:
        await seat.press("r")
        assert re.search(
            r"Reading, up to \d+ reads and \d+ gradings, .* about \$0.\d\d; x stops it", seat.said
        )
        await seat.press("x")
        await seat.until(lambda: not seat.screen.reading)
