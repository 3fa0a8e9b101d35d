"""Everything a key can do, once: bindings, footer, help and palette are all made from this table."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from workbench.tui.action_kinds import (
    ANYWHERE,
    CANDIDATES,
    COMPARISON,
    HIDDEN,
    LISTED,
    ON_BOARD,
    OVER_BOARD,
    ROWS,
    SHELF,
    WORDS,
    Action,
    Footer,
    Group,
    Where,
)
from workbench.tui.compare_actions import COMPARE_ACTIONS
from workbench.tui.content_actions import CONTENT_ACTIONS
from workbench.tui.loop_actions import LOOP_ACTIONS
from workbench.tui.rubric_actions import RUBRIC_ACTIONS
from workbench.tui.tagline_actions import TAGLINE_ACTIONS

if TYPE_CHECKING:
    from textual.binding import Binding

ACTIONS: tuple[Action, ...] = (
    Action(
        "hit",
        ("h", "f2"),
        "hit",
        "I agree that this is a problem; of a grade: the grader is right.",
        Group.MARK,
        ROWS | Where.AGAIN | Where.READS,
        Footer.ALWAYS,
    ),
    Action(
        "miss",
        ("m", "f3"),
        "miss",
        "I don't agree: this is not a real problem; of a grade: the grader is wrong.",
        Group.MARK,
        ROWS | Where.AGAIN | Where.READS,
        Footer.ALWAYS,
    ),
    Action(
        "cant_tell",
        ("t", "f4"),
        "can't tell",
        "I lack what decides it, or either view holds.",
        Group.MARK,
        ROWS | Where.AGAIN | Where.READS,
        Footer.ALWAYS,
    ),
    Action("reason_1", ("1",), "why", "After a miss: wrong. After a can't tell: code.", Group.MARK),
    Action(
        "reason_2", ("2",), "why", "After a miss: preference. After a can't tell: outside fact.", Group.MARK
    ),
    Action("reason_3", ("3",), "why", "After a miss: trivial. After a can't tell: either view.", Group.MARK),
    Action("reason_4", ("4",), "why", "After a miss: out of scope.", Group.MARK),
    Action(
        "defer",
        ("d",),
        "defer",
        "Not to be fixed now; again to take that back.",
        Group.MARK,
        footer=Footer.WIDE,
    ),
    Action(
        "fixed",
        ("F",),
        "fixed",
        "I changed the text so that this is answered; again to take that back. It is no mark.",
        Group.MARK,
        footer=Footer.WIDE,
    ),
    Action(
        "undo",
        ("u",),
        "undo",
        "Take back the last thing you decided; among the questions, the last answer you gave there; between "
        "two texts, what you chose; among candidates, what you hid last.",
        Group.MARK,
        ROWS | Where.RUBRIC | Where.VERDICT | HIDDEN | COMPARISON | CANDIDATES,
        Footer.ALWAYS,
    ),
    Action("redo", ("U",), "redo", "Restore what was taken back.", Group.MARK),
    Action(
        "note",
        ("c",),
        "note",
        "Write a note beside the row, or words to your answer.",
        Group.MARK,
        ROWS | Where.RUBRIC,
        Footer.WIDE,
    ),
    Action(
        "overlooked",
        ("o",),
        "overlooked",
        "Add a problem that nothing raised: pick its words, then say what is wrong.",
        Group.MARK,
        footer=Footer.WIDE,
    ),
    Action(
        "select",
        ("space",),
        "select",
        "Select the row, to merge it with others; in an opened concern the finding, to take it out.",
        Group.MARK,
        footer=Footer.WIDE,
    ),
    Action(
        "merge",
        ("equals_sign",),
        "merge",
        "Make the selected rows one concern, with the row under the cursor where only one other is selected.",
        Group.MARK,
    ),
    Action(
        "split",
        ("minus",),
        "split",
        "In an opened concern: take the selected findings, or the one here, into a concern of their own.",
        Group.MARK,
    ),
    Action(
        "accept_ignore",
        ("I",),
        "accept ignore",
        "Heed a comment of the text that has a check's faults ignored; the line below names it first.",
        Group.MARK,
    ),
    Action("up", ("up", "k"), "up", "Up: a row, a question, or a line of the pane.", Group.MOVE, ANYWHERE),
    Action(
        "down", ("down", "j"), "down", "Down: a row, a question, or a line of the pane.", Group.MOVE, ANYWHERE
    ),
    Action(
        "left",
        ("left",),
        "left",
        "To the word before, when picking words; to the verdict before.",
        Group.MOVE,
        WORDS | Where.VERDICT,
    ),
    Action(
        "right",
        ("right",),
        "right",
        "To the word after, when picking words; to the verdict after.",
        Group.MOVE,
        WORDS | Where.VERDICT,
    ),
    Action("extend", ("space",), "extend", "Hold the first word and extend from it.", Group.MOVE, WORDS),
    Action("extend_left", ("shift+left",), "extend", "One word less.", Group.MOVE, WORDS),
    Action("extend_right", ("shift+right",), "extend", "One word more.", Group.MOVE, WORDS),
    Action("extend_up", ("shift+up",), "extend", "One row of words less.", Group.MOVE, WORDS),
    Action("extend_down", ("shift+down",), "extend", "One row of words more.", Group.MOVE, WORDS),
    Action(
        "first",
        ("home",),
        "first",
        "To the first row, question or line.",
        Group.MOVE,
        ROWS | LISTED | COMPARISON,
    ),
    Action(
        "last", ("end",), "last", "To the last row, question or line.", Group.MOVE, ROWS | LISTED | COMPARISON
    ),
    Action(
        "next_unmarked",
        ("N",),
        "next",
        "To the next row to mark, not those deferred or folded; to the next open question.",
        Group.MOVE,
        ROWS | Where.RUBRIC | Where.VERDICT | HIDDEN | Where.READS,
        Footer.ALWAYS,
    ),
    Action(
        "previous_unmarked",
        ("P",),
        "previous",
        "To the row before that asks for a mark.",
        Group.MOVE,
        ROWS | Where.READS,
    ),
    Action(
        "open",
        ("enter",),
        "open",
        "Open a text, or a concern to its findings; unfold a heading; take the picked words, an answer or a "
        "verdict; keep what you chose between two texts; go to a row of the loop in the text, or unfold a "
        "diff; show what readers said of a candidate.",
        Group.MOVE,
        ANYWHERE,
        footer=Footer.ALWAYS,
    ),
    Action(
        "back",
        ("escape",),
        "back",
        "Close what is open, or clear the filter; it never leaves a text.",
        Group.MOVE,
        ANYWHERE | Where.OFFERED | Where.ASKED,
    ),
    Action(
        "pane",
        ("tab",),
        "pane",
        "To the next pane: list, text, details; a heavy line frames the text or details in use. Of two "
        "texts, to the other.",
        Group.MOVE,
        ROWS | COMPARISON | CANDIDATES,
    ),
    Action(
        "page_down", ("pagedown",), "page", "Down a page: open details, else the text.", Group.MOVE, ANYWHERE
    ),
    Action("page_up", ("pageup",), "page", "Up a page: open details, else the text.", Group.MOVE, ANYWHERE),
    Action(
        "search",
        ("slash",),
        "search",
        "Find words in the rows, else in the text; again for the next. Among your texts or "
        "candidates: show those only.",
        Group.FIND,
        ROWS | Where.RUBRIC | Where.QUOTING | Where.HOME | Where.TAGLINES,
        Footer.WIDE,
    ),
    Action(
        "filter",
        ("f",),
        "filter",
        "Show some rows only: by mark, source or kind.",
        Group.FIND,
        footer=Footer.WIDE,
    ),
    Action("line", ("g",), "line", "Go to a line of the text; your editor then opens there.", Group.FIND),
    Action(
        "edit", ("e",), "edit", "Open the file in your editor at the line.", Group.TEXT, footer=Footer.WIDE
    ),
    Action(
        "show_disk", ("R",), "show disk", "Show what the file holds now.", Group.TEXT, ROWS | Where.TAGLINES
    ),
    Action(
        "intent",
        ("i",),
        "intent",
        "Say in one sentence what this text is and for whom.",
        Group.TEXT,
        ROWS | Where.TAGLINES,
    ),
    Action(
        "read",
        ("r",),
        "read",
        "Have the text read and judged, candidates tried on readers, or readers choose between two; says "
        "first what is sent where and what it costs.",
        Group.ROUND,
        ROWS | COMPARISON | CANDIDATES,
        footer=Footer.ALWAYS,
    ),
    Action(
        "freeze",
        ("z",),
        "freeze",
        "Read with fresh questions and make the ruling bind, for exactly this text.",
        Group.ROUND,
        footer=Footer.WIDE,
    ),
    Action(
        "ask_about",
        ("a",),
        "ask",
        "Add a question about this text, which the judge answers from the next round on.",
        Group.ROUND,
    ),
    Action("ask_no_more", ("A",), "ask no more", "Take a question about this text away.", Group.ROUND),
    Action(
        "stop",
        ("x",),
        "stop",
        "Stop the reading; what was read is kept.",
        Group.ROUND,
        ON_BOARD | COMPARISON | CANDIDATES,
    ),
    Action(
        "own_rubric",
        ("v",),
        "judge",
        "Answer the rubric yourself, question by question; it goes on where you left it.",
        Group.ROUND,
        footer=Footer.WIDE,
    ),
    *LOOP_ACTIONS,
    *RUBRIC_ACTIONS,
    *COMPARE_ACTIONS,
    *TAGLINE_ACTIONS,
    *CONTENT_ACTIONS,
    Action(
        "report",
        ("s",),
        "report",
        "How often each judge, reader and check is right.",
        Group.ROUND,
        ROWS | Where.HOME | Where.TAGLINES,
    ),
    Action(
        "take_over",
        ("y",),
        "take over",
        "Asked about a file that moved: it goes on with the history of the one that is gone.",
        Group.APP,
        Where.OFFERED,
    ),
    Action(
        "start_anew",
        ("n",),
        "start anew",
        "Asked about a file that moved: it is a text of its own.",
        Group.APP,
        Where.OFFERED,
    ),
    Action(
        "unlist",
        ("x", "delete"),
        "take off",
        "Take a text off the list of your texts; its marks stay, and opening it brings it back.",
        Group.APP,
        Where.HOME,
    ),
    Action("agree", ("y",), "yes", "Asked whether to do something: do it.", Group.APP, Where.ASKED),
    Action("decline", ("n",), "no", "Asked whether to do something: leave it.", Group.APP, Where.ASKED),
    Action("help", ("question_mark",), "keys", "This page.", Group.APP, ANYWHERE, footer=Footer.ALWAYS),
    Action("palette", ("ctrl+p",), "palette", "Every action by name, and themes.", Group.APP, ANYWHERE),
    Action(
        "quit",
        ("q",),
        "quit",
        "Leave, to your texts or the list if you came from there; everything is saved already.",
        Group.APP,
        ROWS
        | Where.RUBRIC
        | Where.VERDICT
        | Where.HOME
        | OVER_BOARD
        | SHELF
        | HIDDEN
        | COMPARISON
        | CANDIDATES,
        Footer.WIDE,
    ),
)
"""Every action, in the order of the help."""


def bindings(actions: Iterable[Action] = ACTIONS) -> "list[Binding]":
    """The actions as Textual's bindings, each calling `act` with its id."""
    from textual.binding import Binding

    return [
        Binding(",".join(a.keys), f"act('{a.id}')", a.label, show=False, tooltip=a.help, id=a.id)
        for a in actions
    ]


def action_of(id: str) -> Action:
    """The action of an id that is in the table."""
    return next(action for action in ACTIONS if action.id == id)
