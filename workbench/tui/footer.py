"""The last line: the keys that are of use now."""

from collections.abc import Iterable, Sequence

from workbench.core.text.display_text import width
from workbench.tui.action_kinds import Action, Footer, Where
from workbench.tui.actions import ACTIONS
from workbench.tui.keymaps import Keys
from workbench.tui.tones import Piece, Tone

_OWN = {
    Where.PICKING: (
        (("left", "right", "up", "down"), "to a word"),
        (("extend",), "hold one end"),
        (("open",), "take the words"),
        (("back",), "leave"),
    ),
    Where.QUOTING: (
        (("left", "right", "up", "down"), "to a word"),
        (("extend",), "hold one end"),
        (("open",), "take them"),
        (("search",), "find"),
        (("back",), "leave"),
    ),
    Where.RUBRIC: (
        (("answer_meets",), "meets"),
        (("answer_fails",), "fails"),
        (("answer_cannot_tell",), "cannot tell"),
        (("answer_does_not_apply",), "not apply"),
        (("up", "down"), "move"),
        (("note",), "words"),
        (("examples",), "examples"),
        (("next_unmarked",), "next open"),
        (("help",), "keys"),
        (("back",), "leave"),
    ),
    Where.BLIND: (
        (("answer_meets",), "meets"),
        (("answer_fails",), "fails"),
        (("answer_cannot_tell",), "cannot tell"),
        (("answer_does_not_apply",), "not apply"),
        (("up", "down"), "move"),
        (("examples",), "examples"),
        (("help",), "keys"),
        (("quit",), "leave"),
    ),
    Where.AGAIN: (
        (("hit",), "hit"),
        (("miss",), "miss"),
        (("cant_tell",), "can't tell"),
        (("up", "down"), "move"),
        (("help",), "keys"),
        (("quit",), "leave"),
    ),
    Where.REVEALED: (
        (("open",), "go on"),
        (("undo",), "take back"),
        (("up", "down"), "move"),
        (("page_down", "page_up"), "the text"),
        (("help",), "keys"),
        (("quit",), "leave"),
    ),
    Where.COMPARING: (
        (("choose_first", "choose_second"), "choose"),
        (("choose_neither",), "neither"),
        (("open",), "keep"),
        (("pane",), "other"),
        (("read",), "readers"),
        (("diff",), "diff"),
        (("help",), "keys"),
        (("next_change", "previous_change"), "difference"),
        (("quit",), "leave"),
    ),
    Where.COMPARED: (
        (("up", "down"), "move"),
        (("pane",), "next pane"),
        (("open",), "its words"),
        (("read",), "readers"),
        (("undo",), "take back"),
        (("diff",), "diff"),
        (("help",), "keys"),
        (("next_change", "previous_change"), "difference"),
        (("quit",), "leave"),
    ),
    Where.TAGLINES: (
        (("open",), "answers"),
        (("read",), "read"),
        (("tagline_order",), "order"),
        (("search",), "filter"),
        (("tagline_hide",), "hide"),
        (("tagline_question",), "question"),
        (("help",), "keys"),
        (("intent",), "intent"),
        (("tagline_edit",), "edit"),
        (("tagline_hidden",), "hidden"),
        (("tagline_full",), "full"),
        (("tagline_title",), "title"),
        (("stop",), "stop"),
        (("report",), "report"),
        (("quit",), "quit"),
    ),
    Where.READS: (
        (("hit",), "hit"),
        (("miss",), "miss"),
        (("cant_tell",), "can't tell"),
        (("undo",), "undo"),
        (("next_unmarked",), "next"),
        (("read",), "read"),
        (("help",), "keys"),
        (("up", "down"), "move"),
        (("stop",), "stop"),
        (("back",), "back"),
    ),
    Where.HOME: (
        (("open",), "open"),
        (("up", "down"), "move"),
        (("search",), "show some"),
        (("unlist",), "take off"),
        (("report",), "report"),
        (("personas",), "personas"),
        (("rubrics",), "rubrics"),
        (("help",), "keys"),
        (("quit",), "quit"),
    ),
    Where.CONTENT: (
        (("open",), "open"),
        (("content_edit",), "edit"),
        (("content_new",), "new"),
        (("content_copy",), "copy"),
        (("content_disable",), "disable"),
        (("content_diff",), "wordings"),
        (("content_prompt",), "prompt"),
        (("content_use",), "use here"),
        (("content_replay",), "replay"),
        (("content_trust",), "trust"),
        (("content_trash",), "trash"),
        (("content_rename",), "rename"),
        (("content_editor",), "editor"),
        (("help",), "keys"),
        (("back",), "back"),
    ),
    Where.QUESTIONS: (
        (("open",), "edit"),
        (("draft_save",), "save"),
        (("draft_try",), "try"),
        (("question_add",), "add"),
        (("question_on_fail",), "on fail"),
        (("question_dominant",), "dominant"),
        (("question_up", "question_down"), "order"),
        (("content_replay",), "replay"),
        (("draft_save_project",), "in project"),
        (("help",), "keys"),
        (("back",), "back"),
    ),
    Where.WRITING: (
        (("draft_save",), "save"),
        (("draft_try",), "try"),
        (("content_replay",), "replay"),
        (("draft_help",), "keys"),
        (("draft_problem",), "next problem"),
        (("draft_pane_up", "draft_pane_down"), "scroll below"),
        (("draft_save_project",), "save in project"),
        (("draft_leave",), "leave"),
    ),
    Where.LOOP: (
        (("up", "down", "earlier", "later"), "move"),
        (("open",), "go to its row"),
        (("diff",), "diff"),
        (("help",), "keys"),
        (("back",), "back"),
    ),
    Where.DIFF: (
        (("next_change", "previous_change"), "change"),
        (("earlier", "later"), "newer"),
        (("older_earlier", "older_later"), "older"),
        (("open",), "fold"),
        (("help",), "keys"),
        (("back",), "back"),
    ),
    Where.VERDICT: (
        (("up", "down"), "choose"),
        (("open",), "give the verdict"),
        (("first",), "to the questions"),
        (("help",), "keys"),
        (("back",), "leave"),
    ),
}
"""What is shown where the table's own labels and order would not do; the last one always is."""


def footer_line(keys: Keys, where: Where, room: int) -> list[Piece]:
    """The keys that are always shown and as many of the others as fit, in the order of the table."""
    if where in _OWN:
        return keys_line([(" ".join(map(keys.shown, ids)), label) for ids, label in _OWN[where]], room)
    useful = [action for action in ACTIONS if action.footer is not Footer.NEVER and where & action.where]
    chosen = [action for action in useful if action.footer is Footer.ALWAYS]
    left = room - _room(_items(chosen, keys))
    for action in useful:
        # Every item takes its own room, so the others need not be measured again.
        if action not in chosen and (needed := _room(_items([action], keys))) <= left:
            chosen.append(action)
            left -= needed
    return keys_line(_items([action for action in useful if action in chosen], keys), room)


def typing_line(completes: bool, room: int) -> list[Piece]:
    """The keys that work while a line is typed; they are the same whatever the keymap."""
    completing = [("tab", "complete the word")] if completes else []
    return keys_line([("enter", "done"), *completing, ("esc", "cancel")], room)


def _items(actions: Iterable[Action], keys: Keys) -> list[tuple[str, str]]:
    return [(keys.shown(action.id), action.label) for action in actions]


def _room(items: Sequence[tuple[str, str]]) -> int:
    return sum(width(key) + width(label) + 3 for key, label in items)


def keys_line(items: Sequence[tuple[str, str]], room: int) -> list[Piece]:
    """Keys with what each does, as many as fit; the last one always."""
    while len(items) > 1 and _room(items) > room:
        items = [*items[:-2], items[-1]]
    pieces: list[Piece] = []
    for key, label in items:
        pieces += [(f" {key}", Tone.KEY), (f" {label} ", Tone.MUTED)]
    return pieces
