"""Readings that arrive while a person works."""

from contextlib import nullcontext
from dataclasses import replace
from datetime import date
from pathlib import PurePath

import pytest
from support.builders import JAPANESE, TEXT, persona, rubric

from workbench.core.costs.prices import PriceTable
from workbench.core.errors import ContentError, UsageError
from workbench.core.events import ReadingProgressed
from workbench.core.history import RoundState
from workbench.core.marks import Mark
from workbench.core.ports import Library
from workbench.tui.messages import Reported
from workbench.tui.screens.proposal import ProposalScreen

from .conftest import GatedProvider


async def test_nothing_is_sent_before_the_person_has_seen_where_it_goes_and_what_it_costs(bench):
    async with bench() as b:
        assert b.said.startswith("Nothing has read this text yet: r reads it")
        await b.press("r")
        assert isinstance(b.app.screen, ProposalScreen)
        shown = b.text()
        assert "nowhere: recorded answers" in shown
        assert "3 calls" in shown and "$1.00 a round" in shown
        assert "read by    Skeptic, Engineer (reader-model)" in shown
        assert "judged by  Readme (judge-model)" in shown
        await b.press("escape")
        await b.settle()
        assert b.review.desk.provider.asked == []
        await b.read()
        assert len(b.review.desk.provider.asked) == 3
        assert b.said.startswith("Round 1 is complete: 3 new, 0 again.")


async def test_readers_with_one_title_are_told_by_their_names(bench):
    shared = {"title": "Newcomer", "default_for": ("readme",)}
    readers = (persona("skeptic", **shared), persona("engineer", **shared))
    async with bench(library=Library(readers, (rubric(),))) as b:
        await b.press("r")
        assert "read by    skeptic, engineer (reader-model)" in b.text()


async def test_a_cheap_round_is_sent_at_once_where_the_person_agreed_before(bench):
    async with bench(read=True) as b:
        await b.press("r", "a")
        assert not isinstance(b.app.screen, ProposalScreen)
        await b.settle()
        assert len(b.board.history.rounds) == 2


async def test_what_was_read_already_is_read_again_only_by_a_key_of_its_own(bench):
    async with bench(read=True) as b:
        await b.press("r")
        assert "Revision 1: everything was read already" in b.text()
        assert "3 readings of this text stand as they are" in b.text()
        await b.press("enter")
        assert isinstance(b.app.screen, ProposalScreen) and len(b.board.history.rounds) == 1
        await b.press("a")
        await b.settle()
        assert {reading.trial for reading in b.board.history.readings if reading.round} == {1, 2}


async def test_a_round_of_unknown_price_is_always_asked_for_and_no_budget_is_said_to_hold_it(bench):
    async with bench(prices=PriceTable(date(2026, 1, 1), ())) as b:
        await b.read()
        await b.press("r", "a")
        assert isinstance(b.app.screen, ProposalScreen)
        assert "price unknown, so the $1.00 budget cannot stop it" in b.text()
        assert "it stops there" not in b.text()


async def test_a_reader_whose_file_is_broken_is_named_before_every_round(bench):
    library = Library(
        (persona("skeptic", default_for=("readme",)),),
        (rubric(),),
        (ContentError(PurePath("mine.md"), "it has no title."),),
    )
    async with bench(library=library, read=True) as b:
        await b.press("r")
        assert isinstance(b.app.screen, ProposalScreen)
        assert "not used   mine.md: it has no title." in b.text()


async def test_a_secret_is_sent_only_when_that_is_typed_or_marked_a_miss(bench, a_fault):
    secret = a_fault("kettle on", "This looks like a live key.", asks="secrets")
    async with bench(faults=[secret]) as b:
        await b.press("r", "enter")
        assert "This looks like a live key." in b.text()
        await b.press("y", "e", "s", "enter")
        assert isinstance(b.app.screen, ProposalScreen)
        await b.press("escape")
        await b.go("live key")
        await b.press("m")
        await b.read()
        assert len(b.board.history.rounds) == 1


async def test_a_key_pressed_while_a_reading_lands_marks_the_row_the_person_saw(bench, gated, a_fault):
    provider = gated()
    async with bench(provider=provider, faults=[a_fault()]) as b:
        await b.press("r", "enter")
        seen = b.here.target
        provider.release("skeptic", "engineer")
        await b.pilot.pause()
        assert b.here.target == seen and len(b.rows) > 1
        await b.press("h")
        assert b.board.row(seen).standing.mark is Mark.HIT
        assert b.said.startswith("L7 “`kettle` has no command `on`.” hit")
        assert sum(row.standing.mark is not None for row in b.board.rows) == 1
        provider.release()
        await b.settle()


async def test_a_row_that_comes_under_the_cursor_by_itself_is_marked_only_once_it_was_seen(bench, a_fault):
    async with bench(faults=[a_fault(), a_fault("kettle", "Another.")]) as b:
        b.review.move(b.row("no command").target)
        b.review.desk.checks.faults = b.review.desk.checks.faults[1:]
        event, _ = await b.review.desk.show(b.board.artifact, b.board.revision)
        b.review.fold(event)
        await b.review.action_act("hit")
        assert "look at it, then press again" in b.said
        assert b.row("Another").standing.mark is None
        await b.pilot.pause()
        await b.press("h")
        assert b.row("Another").standing.mark is Mark.HIT


async def test_grouping_keeps_the_cursor_on_what_the_person_saw_and_keeps_its_mark(bench, gated):
    provider = gated()
    async with bench(provider=provider) as b:
        await b.press("r", "enter")
        provider.release("engineer", "skeptic")
        await b.pilot.pause()
        finding = next(
            row for row in b.rows if row.sources[0].name == "skeptic" and "fastest" in row.headline
        )
        assert finding.target.kind == "finding"
        b.review.move(finding.target)
        await b.press("m")
        b.review.move(finding.target)
        await b.pilot.pause()
        provider.release()
        await b.settle()
        assert finding.target in b.here.targets
        assert b.here.target.kind == "concern"
        assert b.here.standing.mark is Mark.MISS
        assert len(b.here.findings) == 2


async def test_stopping_keeps_what_was_read_and_reading_again_reads_what_is_missing(bench, gated):
    provider = gated()
    async with bench(provider=provider) as b:
        await b.press("r", "enter")
        provider.release("skeptic")
        await b.pilot.pause()
        assert "engineer reading" in b.bar("seats") and "skeptic 2" in b.bar("seats")
        await b.press("x")
        await b.settle()
        assert "incomplete: r reads what is missing" in b.said
        assert b.board.history.last_round.state is RoundState.INCOMPLETE
        provider.release()
        await b.read()
        assert len(b.board.history.rounds) == 1
        assert b.board.history.last_round.state is RoundState.COMPLETE


async def test_leaving_stops_the_round_first(bench, gated):
    async with bench(provider=gated()) as b:
        await b.press("r", "enter", "q")
        await b.settle()
    async with bench() as b:
        assert b.board.history.last_round.state is RoundState.INCOMPLETE


async def test_a_round_that_was_killed_is_closed_and_said(bench):
    async with bench() as b:
        store, artifact = b.review.desk.store, b.board.artifact
        await b.read()
        last = b.board.history.last_round
        await store.begin_round(
            artifact, replace(last, planned=tuple(replace(s, trial=2) for s in last.planned))
        )
    async with bench() as b:
        assert "was cut off; r reads what is missing" in b.said
        assert b.board.history.last_round.state is RoundState.INCOMPLETE


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((80, 24), "No reader: set a key, server or program (`workbench doctor`), or v: you judge."),
        ((160, 40), "a program gives one, `workbench doctor` says how; v answers the rubric yourself."),
    ],
)
async def test_without_a_reader_one_line_says_how_to_get_one_and_how_to_do_without(
    bench, a_fault, size, said
):
    async with bench(provider=None, faults=[a_fault()], size=size) as b:
        assert b.said.endswith(said)
        await b.press("r")
        assert "There is no reader" in b.said
        await b.press("h")
        assert b.rows[0].standing.mark is Mark.HIT


async def test_an_edited_file_voids_the_ruling_and_is_shown_when_asked_for(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        b.review.desk.files.write(TEXT.replace("boils water", "boils milk"))
        await b.review._watch()
        assert "changed on disk: R shows it" in b.bar("artifact")
        assert "void, was Publishable" in b.bar("artifact")
        assert "boils water" in b.review.source.document.text
        here = b.here.target
        await b.press("r")
        assert "The file has changed: R shows it" in b.said
        await b.press("R")
        assert "boils milk" in b.review.source.document.text
        assert b.here.target == here
        assert "revision 2" in b.bar("artifact")
        assert b.bar("seats").startswith("of revision 1:")


async def test_a_file_that_is_gone_is_said_and_what_was_read_stays(bench):
    async with bench() as b:
        b.review.desk.files.text = None
        await b.review._watch()
        assert "is gone: put it back" in b.said
        assert "Kettle" in b.text()


async def test_an_edit_from_here_opens_the_line_and_shows_the_new_text(bench, monkeypatch):
    opened = []
    async with bench(editor=lambda path, line: opened.append((path.name, line))) as b:
        await b.press("e")
        assert "cannot be lent to an editor" in b.said
        monkeypatch.setattr(b.app, "suspend", nullcontext)
        await b.read()
        await b.go("Python version")
        b.review.desk.files.write(TEXT + "\nMore.\n")
        await b.press("e")
        assert opened == [("README.md", 7)]
        assert "More." in b.review.source.document.text


async def test_an_editor_that_cannot_be_started_is_said(bench, monkeypatch):
    def broken(path, line):
        raise UsageError("No editor is set: set EDITOR.")

    async with bench(editor=broken) as b:
        monkeypatch.setattr(b.app, "suspend", nullcontext)
        await b.press("e")
        assert b.said.startswith("No editor is set: set EDITOR.")


async def test_a_key_that_comes_before_the_dialog_was_painted_sends_nothing(bench, monkeypatch):
    async with bench() as b:
        monkeypatch.setattr(ProposalScreen, "call_after_refresh", lambda *_: None)
        await b.press("r", "enter")
        assert isinstance(b.app.screen, ProposalScreen)
        assert not b.board.history.rounds


async def test_the_keys_of_the_dialog_stay_in_sight_however_much_is_said_above_them(bench):
    async with bench(size=(80, 24)) as b:
        errors = tuple(ContentError(PurePath(f"personas/p{n}.md"), "is broken " * 9, 3) for n in range(8))
        b.review.desk = replace(b.review.desk, library=replace(b.review.desk.library, errors=errors))
        await b.press("r")
        keys = b.app.screen.query_one("#proposal-keys")
        assert keys.region.bottom <= 24
        await b.press("end")
        body = b.app.screen.query_one("#proposal-body")
        assert body.scroll_offset.y > 0


async def test_a_seat_that_waits_is_named_with_why_and_how_long_at_eighty_columns(bench):
    async with bench(provider=GatedProvider(), size=(80, 24)) as b:
        await b.press("r", "enter")
        first, second, *_ = b.board.seats
        for seat in (first, second):
            event = ReadingProgressed(seat, 0, "rate limited, again in 5 s (2 of 5)")
            b.review.post_message(Reported(event))
            await b.pilot.pause()
            said = f"{first.name}: rate limited, again in 5 s"
            assert said in b.bar("seats")
        assert f"{said}, 1 more wait" in b.bar("seats") and b.bar("seats").startswith("0 of 3 read")
        b.review.desk.provider.release()
        await b.settle()
        assert "again in" not in b.bar("seats")


async def test_what_is_written_for_such_a_text_is_named_before_it_is_sent(bench):
    library = Library(
        (persona("skeptic", default_for=("readme",)),), (rubric(), rubric(name="ja", language="ja"))
    )
    async with bench(text=JAPANESE, library=library) as b:
        await b.press("r")
        assert "ja, written for texts in Japanese: b, then u" in " ".join(b.text().split())
