"""The personas, gone through with keys."""

import pytest
from tui.content_seat import SKEPTIC, as_in_file, is_written, seat_at, trash_of

from workbench.core.artifacts import Kind
from workbench.core.ports import Library
from workbench.tui.screens.content_pages import PromptScreen, TrustScreen
from workbench.tui.screens.personas import PersonasScreen

MINE = {"personas/skeptic.md": SKEPTIC}


@pytest.fixture
def personas(bench, tmp_path):
    """Opens the personas of a text, with the person's own files and the project's."""

    def open_personas(files=MINE, **changes):
        library = Library((as_in_file(SKEPTIC),), ())
        return seat_at(bench, tmp_path, "p", files, **{"library": library, **changes})

    return open_personas


async def test_p_lists_every_persona_with_where_it_is_from_and_whether_it_is_used(personas):
    async with personas() as seat:
        assert isinstance(seat.screen, PersonasScreen)
        assert seat.row("editor").split()[:3] == ["editor", "bundled", "used"]
        stands = {(f.name, f.origin): f.stand.value for f in seat.screen.files}
        assert stands["skeptic", "user"] == "used" and stands["skeptic", "bundled"] == "replaced"
        await seat.to("skeptic")
        assert "Skeptic stands used; user" in seat.below and "reads for overclaim" in seat.below
        assert "hit rate n/a" in seat.below


async def test_rates_are_of_the_wording_in_use_and_earlier_ones_stay(personas):
    async with personas(read=True) as seat:
        bench = seat.bench
        await seat.press("escape")
        await bench.go("fastest")
        await bench.press("h")
        await bench.press("p")
        await seat.settle()
        await seat.to("skeptic")
        assert "1 of 2" in seat.shown and "1.00*" in seat.shown
        assert "directional: under 15 marks" in seat.below
        await seat.press("e")
        await seat.type("You are the skeptic.", "You are the skeptic. You hurry.")
        await seat.press("ctrl+s", "escape")
        await seat.settle()
        assert seat.screen.figures(seat.screen.here).earlier_wordings == 1
        assert "now this wording has raised nothing yet" in seat.below and "earlier" in seat.below


async def test_enter_shows_the_file_and_v_the_words_that_are_sent(personas):
    async with personas() as seat:
        await seat.to("skeptic")
        await seat.press("enter")
        assert "reads_for: [overclaim]" in seat.shown
        await seat.press("escape", "v")
        assert isinstance(seat.screen, PromptScreen)
        assert "to reader-model" in seat.shown
        await seat.press("end")
        assert "You are the skeptic." in seat.shown and "lines, folded)" in seat.shown
        await seat.press("f", "end")
        assert "It is the fastest kettle in the world." in seat.shown


async def test_a_bundled_one_is_changed_as_a_copy_of_ones_own(personas, tmp_path):
    async with personas() as seat:
        await seat.to("newcomer")
        await seat.press("e")
        assert is_written(seat) and "ships; saving copies it" in seat.bar("draft-title")
        await seat.press("x")
        assert "not saved" in seat.bar("draft-title")
        await seat.press("backspace", "ctrl+end")
        await seat.type("---\n", "---\n")
        seat.screen.area.insert("One word more.", (seat.screen.area.document.line_count - 1, 0))
        await seat.press("ctrl+s")
        await seat.settle()
        assert "it is used instead of what ships" in seat.said
        assert "One word more." in seat.file("personas/newcomer.md")
        await seat.press("escape")
        await seat.settle()
        assert [f.stand.value for f in seat.screen.files if f.name == "newcomer"] == ["used", "replaced"]
        assert seat.bench.review.desk.library.persona("newcomer").origin == "user"


async def test_a_new_one_begins_from_a_template_and_a_copy_from_another(personas):
    async with personas() as seat:
        await seat.press("n")
        await seat.answer("hurried operator")
        assert "is no name for a file" in seat.said
        await seat.press("n")
        await seat.answer("hurried")
        assert is_written(seat) and "title: Hurried" in seat.screen.area.text
        await seat.press("ctrl+s", "escape")
        await seat.settle()
        assert "title: Hurried" in seat.file("personas/hurried.md")
        await seat.to("skeptic")
        await seat.press("c")
        await seat.answer("second-doubter")
        await seat.press("ctrl+s")
        await seat.settle()
        assert "it reads only when asked: u in the list asks it" in seat.said
        await seat.press("escape")
        await seat.settle()
        own = SKEPTIC.replace("default_for: [readme]\n", "").replace(": Skeptic", ": Second doubter")
        assert seat.file("personas/second-doubter.md") == own
        library = seat.bench.review.desk.library
        assert "second-doubter" not in [reader.name for reader in library.readers(Kind.README)]


async def test_a_copy_under_the_name_of_what_ships_takes_its_place_in_the_usual_round(personas):
    async with personas() as seat:
        await seat.to("newcomer")
        await seat.press("c")
        await seat.answer("newcomer")
        await seat.press("ctrl+s")
        await seat.settle()
        assert "it is used from now on" in seat.said
        assert seat.bench.review.desk.library.persona("newcomer").origin == "user"
        assert "default_for: [readme, taglines]" in seat.file("personas/newcomer.md")


async def test_leaving_what_is_not_saved_asks_first(personas):
    async with personas() as seat:
        await seat.to("skeptic")
        await seat.press("e", "x", "escape")
        assert "is not saved" in seat.shown
        await seat.press("n")
        assert is_written(seat)
        await seat.press("escape", "y")
        await seat.settle()
        assert isinstance(seat.screen, PersonasScreen) and seat.file("personas/skeptic.md") == SKEPTIC


async def test_a_disabled_one_is_used_no_more_and_says_how_to_get_it_back(personas):
    async with personas() as seat:
        await seat.to("editor")
        await seat.press("d")
        await seat.settle()
        assert "editor is used no more; d again uses it" in seat.said
        assert seat.bench.review.desk.library.persona("editor") is None
        await seat.press("d")
        await seat.settle()
        assert seat.bench.review.desk.library.persona("editor") is not None


async def test_it_is_renamed_and_thrown_away_but_never_gone(personas, tmp_path):
    async with personas() as seat:
        await seat.to("skeptic")
        await seat.press("R")
        await seat.answer("doubter")
        await seat.settle()
        assert seat.file("personas/doubter.md") == SKEPTIC and seat.screen.here.name == "doubter"
        await seat.press("x", "n")
        assert seat.file("personas/doubter.md")
        await seat.press("delete", "y")
        await seat.settle()
        assert seat.file("personas/doubter.md") is None and trash_of(tmp_path) == ["doubter.md"]


async def test_what_ships_is_neither_renamed_nor_thrown_away(personas):
    async with personas() as seat:
        await seat.to("editor")
        await seat.press("x")
        assert "ships with the program and stays: d disables it" in seat.said
        await seat.press("R")
        await seat.answer("other")
        assert "ships with the program and stays as it is" in seat.said


async def test_E_opens_the_file_in_the_editor_and_a_copy_that_was_not_changed_is_put_away(personas, tmp_path):
    opened = []
    changes = iter((lambda path: path.write_text(SKEPTIC + "More.\n"), lambda path: None))

    def editor(path, line):
        opened.append(path)
        next(changes)(path)

    async with personas(editor=editor) as seat:
        seat.bench.app.suspend = _no_suspend
        await seat.to("skeptic")
        await seat.press("E")
        await seat.settle()
        assert "skeptic was changed" in seat.said and "More." in seat.file("personas/skeptic.md")
        await seat.to("newcomer")
        await seat.press("E")
        await seat.settle()
        assert opened[1] == tmp_path / "user/personas/newcomer.md"
        assert "what ships stays in use" in seat.said and seat.file("personas/newcomer.md") is None


async def test_a_projects_file_is_used_only_after_all_of_it_was_seen_and_asked_again_once_it_changed(
    personas, tmp_path
):
    theirs = SKEPTIC + "\n".join(f"Line {n}." for n in range(60)) + "\n"
    async with personas(files={}, project={"personas/theirs.md": theirs}) as seat:
        assert seat.bench.review.desk.library.persona("theirs") is None
        assert "1 not looked at" in seat.bar("content-title")
        await seat.to("theirs")
        await seat.press("e")
        assert "Look at it first" in seat.said
        await seat.press("enter")
        assert isinstance(seat.screen, TrustScreen)
        await seat.press("y")
        assert isinstance(seat.screen, TrustScreen) and "at its end" in seat.bar("footer")
        await seat.press("end", "y")
        await seat.settle()
        assert "theirs is used from now on" in seat.said
        assert seat.bench.review.desk.library.persona("theirs").origin == "project"
        path = tmp_path / "repository/.workbench/personas/theirs.md"
        path.write_text(theirs + "Obey me.\n")
        await seat.press("escape", "p")
        await seat.settle()
        assert seat.bench.review.desk.library.persona("theirs") is None
        assert "is not what you trusted any more" in seat.below or "changed" in seat.row("theirs")


async def test_a_text_is_saved_into_the_project_trusted_at_once(personas, tmp_path):
    async with personas() as seat:
        await seat.to("skeptic")
        await seat.press("e", "ctrl+g")
        await seat.settle()
        assert "the project, trusted" in seat.said
        await seat.press("escape")
        await seat.settle()
        assert (tmp_path / "repository/.workbench/personas/skeptic.md").read_text() == SKEPTIC
        assert seat.bench.review.desk.library.persona("skeptic").origin == "project"


async def test_the_wordings_stand_beside_each_other_with_what_each_was_right_about(personas):
    async with personas(read=True) as seat:
        await seat.to("skeptic")
        await seat.press("D")
        assert "No other wording of it has read anything" in seat.said
        await seat.press("e")
        await seat.type("You are the skeptic.", "You are the skeptic. You hurry.")
        await seat.press("ctrl+s", "escape")
        await seat.settle()
        await seat.press("D")
        await seat.settle()
        assert "- You are the skeptic." in seat.shown and "+ You are the skeptic. You hurry." in seat.shown
        assert "right about: nothing that may be looked at here" in seat.shown


async def test_u_has_one_more_read_the_open_text_until_it_is_left_and_again_no_more(personas):
    async with personas() as seat:
        usual = [reader.name for reader in seat.screen.workshop.desk.plan(seat.bench.board.artifact).readers]
        await seat.to("relying")
        await seat.press("u")
        assert "relying" not in usual and f"Read by {', '.join(usual)}, relying" in seat.said
        plan = seat.bench.review.desk.plan(seat.bench.board.artifact)
        assert [reader.name for reader in plan.readers] == [*usual, "relying"]
        await seat.press("u")
        assert "relying" not in seat.said
        await seat.to("essay-reader")
        await seat.press("u")
        assert "essay-reader is not for a text of kind 'readme'" in seat.said


async def test_every_key_of_the_list_leads_somewhere_without_an_error(personas):
    async with personas() as seat:
        for key in ("down", "up", "pagedown", "pageup", "end", "home", "T", "question_mark", "escape"):
            await seat.press(key)
        assert isinstance(seat.screen, PersonasScreen)
        await seat.press("q")
        assert seat.screen is seat.bench.review


class _no_suspend:
    """A terminal that can be lent."""

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None
