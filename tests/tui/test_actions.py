from pathlib import Path

import pytest

from workbench.core.errors import UsageError
from workbench.core.sources import Source, SourceKind
from workbench.tui.action_kinds import CANDIDATES, COMPARISON, JUDGING, ON_BOARD, Footer, Where
from workbench.tui.actions import ACTIONS, bindings
from workbench.tui.content_actions import CONTENT_ACTIONS
from workbench.tui.footer import footer_line
from workbench.tui.help_layout import help_lines
from workbench.tui.keymaps import keys_of
from workbench.tui.keys_page import keys_page
from workbench.tui.screens.again import AgainScreen
from workbench.tui.screens.blind import BlindScreen
from workbench.tui.screens.comparing import ComparingScreen
from workbench.tui.screens.content_editor import ContentEditorScreen
from workbench.tui.screens.loop import LoopScreen
from workbench.tui.screens.loop_diff import DiffScreen
from workbench.tui.screens.own_rubric import OwnRubricScreen
from workbench.tui.screens.personas import PersonasScreen
from workbench.tui.screens.review import ReviewScreen
from workbench.tui.screens.rubric_questions import QuestionsScreen
from workbench.tui.screens.rubrics import RubricsScreen
from workbench.tui.screens.taglines import TaglinesScreen
from workbench.tui.tagline_actions import TAGLINE_ACTIONS
from workbench.tui.tones import joined

ROOT = Path(__file__).parents[2]


def words(pieces):
    return "".join(text for text, _ in pieces)


def test_no_key_stands_twice_in_one_place_and_no_id_at_all():
    for place in Where:
        keys = [key for action in ACTIONS if action.where & place for key in action.keys]
        assert len(keys) == len(set(keys)), place
    ids = [action.id for action in ACTIONS]
    assert len(ids) == len(set(ids))


def test_every_action_can_be_done_and_nothing_else_can():
    screens = (
        (ReviewScreen, ON_BOARD),
        (OwnRubricScreen, JUDGING),
        (LoopScreen, Where.LOOP),
        (DiffScreen, Where.DIFF),
        (BlindScreen, Where.BLIND | Where.REVEALED),
        (AgainScreen, Where.AGAIN | Where.REVEALED),
        (PersonasScreen, Where.CONTENT),
        (RubricsScreen, Where.CONTENT),
        (QuestionsScreen, Where.QUESTIONS),
        (ComparingScreen, COMPARISON),
        (TaglinesScreen, CANDIDATES),
    )
    for screen, places in screens:
        doing = {name.removeprefix("do_") for name in dir(screen) if name.startswith("do_")}
        assert doing == {action.id for action in ACTIONS if action.where & places} - {"palette"}
        assert {binding.id for binding in screen.BINDINGS} == doing


def test_while_a_text_is_typed_only_the_keys_of_typing_act():
    doing = {name.removeprefix("do_") for name in dir(ContentEditorScreen) if name.startswith("do_")}
    bound = {binding.id for binding in ContentEditorScreen.BINDINGS}
    # Leaving the program from there goes through the screens below, and no key is for it.
    assert doing - {"quit"} == bound == {a.id for a in ACTIONS if Where.WRITING in a.where}
    typed = [key for a in ACTIONS if Where.WRITING in a.where for key in a.keys if len(key) == 1]
    assert typed == []


def test_every_action_is_bound_and_stands_in_the_help_with_its_keys_and_a_sentence():
    help = " ".join(words(joined(help_lines(keys_of({}), {}, 100))).split())
    bound = {binding.id for binding in bindings()}
    for action in ACTIONS:
        assert action.id in bound
        assert action.help.endswith(".") and action.help in help
        assert keys_of({}).all_shown(action.id) in help


def test_the_help_begins_with_the_keys_that_act_where_it_was_asked_for():
    rows = words(joined(help_lines(keys_of({}), {}, 100, Where.DIFF))).split("\n")
    assert rows[0] == "Keys that act here"
    here = " ".join(" ".join(rows[1 : rows.index("")]).split())
    assert all((action.help in here) == bool(action.where & Where.DIFF) for action in ACTIONS)
    assert words(joined(help_lines(keys_of({}), {}, 100))).startswith("Mark the row")


def test_the_help_says_first_who_is_who_and_its_example_names_readers_that_there_are():
    labels = {Source(SourceKind.READER, name, name): name[:2].title() for name in ("editor", "returning")}
    help = words(joined(help_lines(keys_of({}), labels, 100)))
    assert help.startswith("Who is who in the list\n  readers") and "Ed editor, Re returning" in help
    assert "Ed Re R5 check" in help and "S E R5 check" not in help


def test_the_help_fits_a_narrow_screen():
    rows = words(joined(help_lines(keys_of({}), {}, 60))).split("\n")
    assert max(map(len, rows)) <= 60


def test_a_remapped_action_has_only_its_new_keys():
    keys = keys_of({"hit": "y", "search": "f5, /"})
    assert keys.by_action["hit"] == ("y",)
    assert keys.all_shown("search") == "f5 /"


def test_two_actions_of_different_places_may_share_a_key():
    keys = keys_of({"hit": "y", "answer_meets": "h"})
    assert (keys.shown("hit"), keys.shown("answer_meets")) == ("y", "h")
    assert keys.shown("cant_tell") == keys.shown("answer_cannot_tell") == "t"


def test_two_actions_may_swap_their_keys():
    keys = keys_of({"hit": "m", "miss": "h"})
    assert (keys.shown("hit"), keys.shown("miss")) == ("m", "h")


@pytest.mark.parametrize(
    ("keymap", "said"),
    [
        ({"hit": "m"}, "'m' would be both 'hit' and 'miss'"),
        ({"hti": "y"}, "no action 'hti'"),
        ({"hit": " , "}, "'hit' has no key"),
        ({"hit": "ctrl+q"}, "'ctrl+q' cannot be given"),
        ({"hit": "?"}, "'?' would be both"),
        ({"answer_meets": "n"}, "'n' would be both 'answer_meets' and 'answer_fails'"),
        ({"answer_meets": "down"}, "'↓' would be both"),
        ({"hit": "notakey"}, "no key 'notakey' for 'hit': give a character"),
        ({"hit": "y, ctrl+notakey"}, "no key 'ctrl+notakey'"),
        ({"hit": "hyper+y"}, "no key 'hyper+y'"),
        ({"hit": "<any>"}, "no key '<any>'"),
        ({"preset": "emacs"}, "no preset of keys 'emacs'; there is: vim"),
    ],
)
def test_a_keymap_that_cannot_work_is_refused_in_a_sentence(keymap, said):
    with pytest.raises(UsageError, match=said.replace("?", r"\?").replace("+", r"\+")):
        keys_of(keymap)


def test_every_key_that_a_keyboard_has_can_be_given():
    named = ("f12", "ctrl+shift+left", "alt+x", "shift+f5", "space", "slash", "percent_sign", "+", "%", "é")
    for key in named:
        others = {"search": "f6", "extend": "f7", "select": "f8"}
        assert keys_of({"hit": key, **others}).by_action["hit"] == (key,)


def test_hit_is_y_in_the_vim_preset_and_nothing_conflicts():
    assert keys_of({"preset": "vim"}).shown("hit") == "y"
    assert keys_of({"preset": "vim", "hit": "f6"}).shown("hit") == "f6"


def test_the_footer_shows_as_much_as_fits_and_never_less_than_what_is_always_shown():
    keys = keys_of({})
    always = [
        action.label for action in ACTIONS if action.footer is Footer.ALWAYS and Where.LIST in action.where
    ]
    for room in (78, 118, 158):
        line = words(footer_line(keys, Where.LIST, room))
        assert len(line) <= room
        assert all(label in line for label in always)
    assert "overlooked" not in words(footer_line(keys, Where.LIST, 78))
    assert "overlooked" in words(footer_line(keys, Where.LIST, 158))
    assert "take the words" in words(footer_line(keys, Where.PICKING, 78))


@pytest.mark.parametrize(
    ("place", "labels"),
    [
        (Where.RUBRIC, ["y meets", "n fails", "t cannot tell", "d not apply", "c words", "esc leave"]),
        (Where.QUOTING, ["to a word", "hold one end", "take them", "/ find", "esc leave"]),
        (Where.LOOP, ["↑ ↓ ← → move", "enter go to its row", "D diff", "? keys", "esc back"]),
        (Where.COMPARING, ["1 2 choose", "0 neither", "enter keep", "tab other", "r readers", "q leave"]),
        (Where.COMPARED, ["↑ ↓ move", "tab next pane", "u take back", "q leave"]),
        (Where.TAGLINES, ["enter answers", "r read", "o order", "/ filter", "d hide", "? keys", "q quit"]),
        (Where.READS, ["h hit", "m miss", "t can't tell", "u undo", "N next", "? keys", "esc back"]),
        (Where.DIFF, ["n p change", "← → newer", "shift ← shift → older", "enter fold", "esc back"]),
        (Where.CONTENT, ["enter open", "e edit", "n new", "D wordings", "v prompt", "esc back"]),
        (Where.QUESTIONS, ["enter edit", "ctrl s save", "ctrl t try", "a add", "f on fail", "esc back"]),
        (Where.WRITING, ["ctrl s save", "ctrl t try", "f8 next problem", "esc leave"]),
        (Where.VERDICT, ["↑ ↓ choose", "enter give the verdict", "home to the questions", "esc leave"]),
    ],
)
def test_the_footer_of_each_screen_says_what_to_do_there_however_narrow_it_is(place, labels):
    line = words(footer_line(keys_of({}), place, 78))
    assert len(line) <= 78 and all(label in line for label in labels)


def test_the_page_of_keys_is_what_the_table_says():
    assert (ROOT / "docs" / "keys.md").read_text() == keys_page()


def test_a_test_presses_every_key_of_personas_and_rubrics():
    pages = ("test_personas.py", "test_rubrics.py", "test_content_editor.py", "test_replaying.py")
    tests = "".join((ROOT / "tests" / "tui" / page).read_text(encoding="utf-8") for page in pages)
    keys = {key for action in CONTENT_ACTIONS for key in action.keys}
    assert {key for key in keys if f'"{key}"' not in tests} == set()


def test_a_test_presses_every_key_of_candidates():
    pages = ("test_taglines.py", "test_tagline_reading.py", "test_tagline_marking.py")
    tests = "".join((ROOT / "tests" / "tui" / page).read_text(encoding="utf-8") for page in pages)
    keys = {key for action in TAGLINE_ACTIONS for key in action.keys}
    assert {key for key in keys if f'"{key}"' not in tests} == set()
