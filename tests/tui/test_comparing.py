"""Two texts chosen between before anything of their readers is seen."""

from contextlib import asynccontextmanager
from datetime import date

import pytest
from core.comparing.stage import Halting, always, answer, prefers
from support import databases
from support.builders import MODELS, FakeClock, persona
from tui.compare_seat import NEW, Files, Seat
from tui.conftest import SetChecks

from workbench.core.comparing.desk import CompareDesk
from workbench.core.costs.prices import Price, PriceTable
from workbench.core.desk import Desk
from workbench.core.errors import Failure, FailureKind
from workbench.core.ports import CheckReport, Library, Settings
from workbench.core.readings import Finding, FindingKind
from workbench.core.sources import Source, SourceKind
from workbench.providers.scripted import ScriptedProvider
from workbench.storage.store import SqliteStore
from workbench.tui.actions import ACTIONS
from workbench.tui.app import WorkbenchApp
from workbench.tui.keymaps import keys_of
from workbench.tui.screens.comparing import ComparingScreen
from workbench.tui.widgets.diff_view import DiffView

SMALL, LARGE = (80, 24), (160, 48)
NAMES = ("README.md", "draft.md", "revision")


@pytest.fixture
async def seat(tmp_path):
    """Opens the screen over one database; a second one is the program started again."""
    desks = []

    @asynccontextmanager
    async def opened(size=SMALL, answers=None, seed=3, **changes):
        databases.begin(tmp_path / "w.db")
        clock = FakeClock()
        values = {
            "store": SqliteStore(tmp_path / "w.db", clock.now),
            "files": Files(),
            "checks": SetChecks(),
            "provider": ScriptedProvider(answers or prefers("boils water")),
            "clock": clock,
            "library": Library(
                (persona("skeptic", default_for=("readme",)), persona("engineer", default_for=("readme",)))
            ),
            "settings": Settings(MODELS),
            "prices": PriceTable(date(2026, 1, 1), (Price("reader-model", 1, 1),)),
        }
        desk = CompareDesk(Desk(**{**values, **changes}))
        desks.append(desk)
        standing = await desk.open("/texts/README.md", "/texts/draft.md", seed)
        app = WorkbenchApp(ComparingScreen(desk, standing, keys_of({}), send_secrets=False))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Seat(app, pilot)

    yield opened
    for desk in desks:
        await desk.desk.store.close()


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_nothing_is_seen_of_names_order_and_readers_before_the_person_has_chosen(seat, size):
    async with seat(size) as seen:
        await seen.ask()
        for keys in ((), ("tab",), ("D",), ("D", "n"), ("2",), ("tab", "1"), ("u",)):
            await seen.press(*keys)
            for hidden in (*NAMES, "skeptic", "engineer", "flipped", "chose text", "I know at once"):
                assert hidden not in seen.text, (keys, hidden)
        assert "4 answers of readers, hidden" in seen.text
        assert "names and order are hidden" in seen.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_keeping_a_choice_stores_it_blind_and_shows_everything(seat, size):
    async with seat(size) as seen:
        await seen.ask()
        place = seen.place_of_new
        await seen.press(str(place), "enter")
        assert f"you chose text {place}" in seen.text
        assert "2 chose text" in seen.text and "skeptic (reader-model)" in seen.text
        assert f"text {place}, as you" in seen.text
        assert "You chose text" in seen.text and "blind" in seen.text
        assert "chose as you 1 of 1 time" in " ".join(seen.text.split())
        told = ""
        for _ in range(2):
            await seen.press("tab")
            told += seen.text
        assert "README.md revision 1" in told and "draft.md revision 1" in told
        stored = await seen.screen.desk.look(seen.screen.standing.comparison)
        assert stored.counting.chosen == seen.screen.shown.comparison.texts[place - 1].revision.id


async def test_a_choice_is_kept_only_with_enter_and_can_be_changed_before(seat):
    async with seat() as seen:
        await seen.press("enter")
        assert "Choose first: 1 or 2, 0 for no difference." in seen.said
        await seen.press("1")
        assert "text 1: enter keeps it" in seen.said and "your choice" in seen.text
        await seen.press("=")
        assert "no difference: enter keeps it" in seen.said
        assert (await seen.screen.desk.look(seen.screen.standing.comparison)).choices == ()
        await seen.press("u")
        assert "Nothing is chosen now." in seen.said
        await seen.press("0", "enter")
        (choice,) = (await seen.screen.desk.look(seen.screen.standing.comparison)).choices
        assert (choice.chosen, choice.blind) == (None, True)


async def test_each_readers_reasons_and_words_are_shown_in_both_orders(seat):
    def chooses(request):
        heat = "Kettle is a tool about heat" in request.prompt.text.split("===== text 2")[0]
        words = ("a tool about heat", "boils water") if heat else ("boils water", "a tool about heat")
        return answer("text 2" if heat else "text 1", *words)

    async with seat(LARGE, chooses) as seen:
        await seen.ask()
        await seen.press("1", "enter", "down")
        assert "in both orders." in seen.text
        for told in ("text 1 first: text", "text 2 first: text", "why: I know at once", "L3 “boils water”"):
            assert told in seen.text
        words = {
            view.document.text[h.start : h.end] for view in seen.screen.texts.views for h in view._strong
        }
        assert words == {"a tool about heat", "boils water"}
        await seen.press("up")
        assert not any(view._strong for view in seen.screen.texts.views)


async def test_on_a_small_screen_enter_leads_from_a_reader_to_its_words(seat):
    async with seat(SMALL, always("text 1")) as seen:
        await seen.ask()
        await seen.press("1", "enter", "down")
        assert "tie: flipped with the order" in seen.text
        assert "always for the text that stood first: a tie" in " ".join(seen.text.split())
        await seen.press("enter")
        assert "› text 1" in seen.text.replace("›text", "› text")
        assert seen.screen.texts.views[0]._strong
        await seen.press("tab")
        assert seen.screen.pane == "second"
        await seen.press("tab")
        assert seen.screen.pane == "readers" and "skeptic" in seen.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_both_texts_scroll_together(seat, size):
    async with seat(size) as seen:
        beside = seen.screen.texts
        for _ in range(2):
            await seen.press("pagedown")
        await seen.press("down")
        tops = [_top(beside.views[0])]
        if size == SMALL:
            await seen.press("tab")
        await seen.pilot.pause()
        tops.append(_top(beside.views[1]))
        assert tops[0].startswith("Step") and tops[0] == tops[1]
        await seen.press("end", "home")
        assert beside.view.scroll_offset.y == 0


def _top(view):
    """The first line in sight that says something."""
    lines = view.document.lines
    at = view.wrapped.rows[view.scroll_offset.y].line - 1
    return next(line for line in lines[at:] if line)


async def test_the_keys_of_differences_go_to_each_in_both_texts(seat):
    async with seat(LARGE) as seen:
        await seen.press("n")
        assert "Difference 1 of 3." in seen.said
        assert [view.marked_line for view in seen.screen.texts.views] == [3, 3]
        await seen.press("n", "n", "n")
        assert "There is no further difference." in seen.said
        ends = [view.document.lines[view.marked_line - 1] for view in seen.screen.texts.views]
        assert {end[:10] for end in ends} == {"The end is"}
        await seen.press("p", "p", "p")
        assert "There is no difference before." in seen.said


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_diff_is_shown_on_demand_and_says_which_side_is_which_text(seat, size):
    async with seat(size) as seen:
        await seen.press("D")
        assert "- text 1, + text 2" in seen.said
        sign = "+" if seen.place_of_new == 2 else "-"
        assert f"{sign}│ Kettle boils water." in seen.text
        for keys in (("n",), ("n",), ("p",), ("down",), ("up",), ("pagedown",), ("pageup",), ("end", "home")):
            await seen.press(*keys)
        assert seen.screen.query_one(DiffView).at == 0
        await seen.press("escape")
        assert not seen.screen.query_one(DiffView).display and seen.screen.texts.display
        await seen.press("D", "D")
        assert seen.screen.texts.display


async def test_what_is_sent_is_said_first_and_can_be_declined(seat):
    async with seat() as seen:
        await seen.press("r")
        said = " ".join(seen.text.split())
        assert "4 calls, about" in said and "both texts, in both orders" in said
        assert "nowhere: recorded answers" in said and "enter sends both texts" in said
        assert "skeptic, engineer (reader-model)" in said and "read as readme" in said
        assert not any(name in said for name in NAMES)
        await seen.press("escape")
        assert seen.screen.desk.desk.provider.asked == []
        await seen.ask()
        await seen.press("r")
        assert "there is nothing to ask" in seen.said


async def test_a_stopped_run_is_kept_and_another_goes_on_with_the_rest(seat):
    async with seat(provider=Halting(prefers("boils water"), 1)) as seen:
        await seen.press("r")
        await seen.press("enter")
        await seen.until(lambda: seen.screen.standing.readings)
        assert "1 of 4 answers, hidden" in seen.text
        await seen.press("r")
        assert "Readers are being asked; x stops it." in seen.said
        await seen.press("x")
        await seen.until(lambda: not seen.screen.asking)
        assert "Stopped; asking again asks what is missing." in seen.said
        await seen.press("x")
        assert "No reader is being asked." in seen.said
    async with seat() as again:
        await again.press("r")
        # The person agreed before, and it costs little: it goes without a question.
        await again.until(lambda: len(again.screen.standing.readings) == 4)
        assert len(again.screen.desk.desk.provider.asked) == 3


async def test_leaving_while_readers_are_asked_keeps_what_was_answered(seat):
    async with seat(provider=Halting(prefers("boils water"), 2)) as seen:
        await seen.press("r")
        await seen.press("enter")
        await seen.until(lambda: len(seen.screen.standing.readings) == 2)
        await seen.press("q")
    async with seat() as again:
        assert "2 answers of readers, hidden" in again.text


async def test_a_reader_that_fails_is_told_and_nothing_else_is(seat):
    async with seat(answers=lambda request: Failure(FailureKind.REFUSAL, "The model refused.")) as seen:
        await seen.press("r")
        await seen.press("enter")
        await seen.until(lambda: not seen.screen.asking and "refused" in seen.said)
        assert "no reader asked yet" in seen.text


async def test_readers_asked_after_the_choice_are_held_against_it(seat):
    async with seat(LARGE) as seen:
        await seen.press(str(3 - seen.place_of_new), "enter")
        assert "Kept, and the names are shown; r asks readers, u takes it back." in seen.said
        assert "No reader has answered yet." in seen.text
        await seen.ask()
        assert "not as you" in seen.text and "chose as you 0 of 1 time" in " ".join(seen.text.split())


async def test_on_a_small_screen_what_readers_chose_is_gone_to_once_all_have_answered(seat):
    async with seat(SMALL) as seen:
        await seen.press("1", "enter")
        await seen.ask()
        assert seen.screen.pane == "readers"
        assert "text 1: " in seen.text and "text 2: " in seen.text
        assert "README.md revision 1" in seen.text and "draft.md revision 1" in seen.text


async def test_another_choice_after_the_readers_were_seen_counts_nowhere_and_undo_takes_back_the_last(seat):
    async with seat(LARGE) as seen:
        await seen.ask()
        await seen.press("1", "enter")
        await seen.press("2")
        assert "beside what you chose first; it does not count for or against a reader" in seen.said
        await seen.press("u")
        assert "What you chose before stands." in seen.said
        await seen.press("2", "enter")
        assert "You chose text 1, blind, which counts; later you chose text 2." in " ".join(seen.text.split())
        await seen.press("u")
        assert "you chose text 1" in seen.text
        await seen.press("u")
        assert "Taken back: it does not count for or against a reader." in seen.said
        assert "you have not chosen" in seen.text and "chose as you" not in seen.text
        await seen.press("u")
        assert "nothing to take back" in seen.said


async def test_what_was_chosen_before_is_shown_at_once_the_next_time(seat):
    async with seat() as seen:
        await seen.ask()
        await seen.press("1", "enter", "q")
    async with seat() as again:
        assert "you chose text 1" in again.text and "skeptic" in again.text


async def test_a_choice_after_the_result_was_printed_is_said_not_to_be_blind(seat):
    async with seat() as seen:
        await seen.ask()
        await seen.screen.desk.show(seen.screen.standing)
    async with seat(LARGE) as again:
        assert "readers' choices were shown before, so yours is not blind" in again.said
        await again.press("1", "enter")
        assert "Kept, but not blind: it does not count for or against a reader" in again.said


async def test_without_a_reader_the_person_can_still_choose(seat):
    async with seat(provider=None) as seen:
        await seen.press("r")
        assert "There is no reader" in seen.said
        await seen.press("1", "enter")
        assert "you chose text 1" in seen.text


async def test_a_text_that_holds_a_credential_is_not_sent(seat):
    secret = Finding(
        Source(SourceKind.CHECK, "secrets", "0"), FindingKind.FAULT, "k", "A key is here.", asks="secrets"
    )

    class Found(SetChecks):
        async def run(self, path, revision, kind):
            return CheckReport((secret,))

    async with seat(LARGE, checks=Found()) as seen:
        await seen.press("r")
        assert "Nothing was sent: A key is here. Remove it, or leave and give --send-secrets." in seen.said
        assert seen.screen.desk.desk.provider.asked == []


@pytest.mark.parametrize("size", [SMALL, (160, 24), LARGE])
async def test_every_key_can_be_pressed_in_every_state(seat, size):
    async with seat(size) as seen:
        keys = [
            key
            for action in ACTIONS
            if action.where & seen.screen.where and action.id not in ("quit", "palette", "read", "help")
            for key in action.keys
        ]
        await seen.ask()
        for _ in range(2):
            await seen.press(*keys)
            await seen.press("1", "enter")
            assert seen.app._exception is None
        assert "together" in seen.text and "skeptic" in seen.text
        await seen.press("question_mark")
        assert "Keys that act here" in seen.text
        await seen.press("escape", "q")


async def test_words_of_a_model_and_of_a_text_command_no_terminal(seat):
    files = Files()
    files.texts["/texts/draft.md"] = f"{NEW}\x1b[2J[bold]x[/]\n"
    async with seat(
        answers=lambda request: answer("no difference", why="\x1b]0;gone\x07"), files=files
    ) as seen:
        await seen.ask()
        await seen.press("1", "enter", "down")
        assert "\x1b" not in seen.text


async def test_the_order_is_the_same_the_next_time_and_drawn_anew_for_another_comparison(seat):
    drawn = []
    for seed in (1, 2):
        async with seat(seed=seed) as seen:
            drawn.append(seen.place_of_new)
    assert drawn[0] == drawn[1]


async def test_a_click_takes_the_text_or_the_reader_that_was_clicked(seat):
    async with seat(LARGE) as seen:
        await seen.pilot.click("#second-text", offset=(10, 4))
        await seen.pilot.pause()
        assert seen.screen.texts.used == 1 and seen.screen.pane == "second"
        await seen.press("pagedown")
        assert _top(seen.screen.texts.views[0]) == _top(seen.screen.texts.views[1])
        await seen.ask()
        await seen.press("1", "enter")
        await seen.pilot.click("#readers", offset=(4, 2))
        await seen.pilot.pause()
        assert seen.screen.here == 2 and "engineer (reader-model)" in seen.text


async def test_two_drafts_in_another_script_stand_in_line_and_scroll_together(seat):
    files = Files()
    files.texts["/texts/README.md"] = "# 湯\n\n" + "湯を沸かす。👩‍👩‍👧 終わり。\n\n" * 60
    files.texts["/texts/draft.md"] = "# 湯\n\nこれは新しい。\n\n" + "湯を沸かす。👩‍👩‍👧 終わり。\n\n" * 60
    async with seat(LARGE, files=files) as seen:
        await seen.press("pagedown", "n", "D", "n")
        assert "│ これは新しい。" in seen.text
        await seen.press("escape", "end")
        tops = [_top(view) for view in seen.screen.texts.views]
        assert tops[0] == tops[1]
