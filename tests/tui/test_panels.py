"""A panel of judges on screen, and what a round takes over."""

from dataclasses import replace

from support.builders import MODELS, judge_answer, persona, reader_answer

from workbench.core.ports import Library, Settings
from workbench.providers.scripted import ScriptedProvider
from workbench.tui.screens import rounds

PANEL = replace(MODELS, judges=("claude-opus-5-5", "claude-sonnet-5-5"))
SETTINGS = Settings(PANEL, budget=1.0, text_questions=False)


def by_model(request):
    """Opus fails Q1, sonnet meets it."""
    if "# Questions" not in request.prompt.task:
        return reader_answer()
    fails = "opus" in request.model
    value = {"answer": "fails", "quote": "fastest kettle"} if fails else "meets"
    return judge_answer({"Q1": value, "Q2": "meets"}, verdict="Fix" if fails else "Publishable")


async def test_judges_of_a_panel_are_seen_each_and_so_is_where_they_differ(bench):
    provider = ScriptedProvider(by_model)
    async with bench(provider=provider, settings=SETTINGS, size=(160, 48)) as b:
        await b.press("r")
        assert "judged by  Readme (claude-opus-5-5)" in b.text()
        assert "judged by  Readme (claude-sonnet-5-5)" in b.text()
        await b.press("enter")
        await b.settle()
        assert "judge opus 1  judge sonnet 0" in b.text()
        assert "opus said Fix, sonnet said Publishable" in b.text()
        await b.go("because")
        assert "the judges differ: opus fails, sonnet meets" in b.text()


async def test_what_a_round_takes_over_is_said_before_and_shown_after(bench, monkeypatch):
    monkeypatch.setattr(rounds, "ASK_FROM", 0.0)
    async with bench(read=True, size=(160, 48)) as b:
        desk = b.review.desk
        added = persona("newcomer", default_for=("readme",))
        library = Library((*desk.library.personas, added), desk.library.rubrics)
        b.review.desk = replace(desk, library=library)
        b.answers(newcomer=reader_answer())
        await b.press("r")
        assert "Read revision 1, what is new" in b.text()
        assert "3 readings of this text stand as they are, which saves" in b.text()
        await b.press("enter")
        await b.settle()
        last = b.board.history.last_round
        assert (last.readings, len(last.reused)) == (1, 3)
        assert "Round 2 is complete: 0 new" in b.said
        seats = [seat.name for seat in b.board.seats]
        assert seats == ["skeptic", "engineer", "newcomer", "judge"]
