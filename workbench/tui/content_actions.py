"""The part of the table of actions about personas and rubrics."""

from workbench.tui.action_kinds import DRAFTING, ROWS, Action, Footer, Group, Where

CONTENT_ACTIONS: tuple[Action, ...] = (
    Action(
        "personas",
        ("p",),
        "personas",
        "Who reads: every persona, how often each was right, and its words to be changed.",
        Group.CONTENT,
        ROWS | Where.HOME,
        Footer.WIDE,
    ),
    Action(
        "rubrics",
        ("b",),
        "rubrics",
        "By what is judged: every rubric with its questions, and its words to be changed.",
        Group.CONTENT,
        ROWS | Where.HOME,
        Footer.WIDE,
    ),
    Action(
        "content_edit",
        ("e",),
        "edit",
        "Change its words here; what ships is copied into your own folder when you save.",
        Group.CONTENT,
        Where.CONTENT | Where.QUESTIONS,
    ),
    Action(
        "content_editor",
        ("E",),
        "editor",
        "Open its file in your editor; what ships is copied into your own folder first.",
        Group.CONTENT,
        Where.CONTENT,
    ),
    Action("content_new", ("n",), "new", "Begin a new one from a template.", Group.CONTENT, Where.CONTENT),
    Action(
        "content_copy", ("c",), "copy", "Begin a new one as a copy of this.", Group.CONTENT, Where.CONTENT
    ),
    Action(
        "content_prompt",
        ("v",),
        "prompt",
        "Show the exact words that are sent for the open text, that text folded.",
        Group.CONTENT,
        Where.CONTENT,
    ),
    Action(
        "content_diff",
        ("D",),
        "wordings",
        "Compare its wordings, with what each was right and wrong about.",
        Group.CONTENT,
        Where.CONTENT,
    ),
    Action(
        "content_use",
        ("u",),
        "use here",
        "Have it read or judge the open text until you leave it; again: as before.",
        Group.CONTENT,
        Where.CONTENT,
    ),
    Action(
        "content_disable",
        ("d",),
        "disable",
        "Use whatever has this name no more; again to use it.",
        Group.CONTENT,
        Where.CONTENT,
    ),
    Action(
        "content_rename",
        ("R",),
        "rename",
        "Give it another name; what was counted stays with the old one.",
        Group.CONTENT,
        Where.CONTENT,
    ),
    Action(
        "content_trash",
        ("x", "delete"),
        "to trash",
        "Move its file into a folder `trash` beside it.",
        Group.CONTENT,
        Where.CONTENT,
    ),
    Action(
        "content_trust",
        ("T",),
        "trust",
        "Show a project's file in full, to be trusted at exactly these words.",
        Group.CONTENT,
        Where.CONTENT,
    ),
    Action("question_add", ("a",), "add", "Add a question below this one.", Group.CONTENT, Where.QUESTIONS),
    Action(
        "question_up", ("shift+up", "K"), "earlier", "Ask this one earlier.", Group.CONTENT, Where.QUESTIONS
    ),
    Action(
        "question_down", ("shift+down", "J"), "later", "Ask this one later.", Group.CONTENT, Where.QUESTIONS
    ),
    Action(
        "question_on_fail",
        ("f",),
        "on fail",
        "What a fail does: note, fix, rewrite, one after the other.",
        Group.CONTENT,
        Where.QUESTIONS,
    ),
    Action(
        "question_dominant",
        ("d",),
        "dominant",
        "Whether a fail of this one decides alone.",
        Group.CONTENT,
        Where.QUESTIONS,
    ),
    Action(
        "draft_save",
        ("ctrl+s",),
        "save",
        "Save it where it stands; what ships and what is new go into your own folder.",
        Group.CONTENT,
        DRAFTING,
    ),
    Action(
        "draft_save_project",
        ("ctrl+g",),
        "save in project",
        "Save it into the open text's project, trusted with that.",
        Group.CONTENT,
        DRAFTING,
    ),
    Action(
        "draft_try",
        ("ctrl+t",),
        "try",
        "Read the open text with these unsaved words, beside what the saved ones found; again to stop.",
        Group.CONTENT,
        DRAFTING,
    ),
    Action(
        "draft_problem",
        ("f8",),
        "problem",
        "Go to the next thing that is wrong with it.",
        Group.CONTENT,
        Where.WRITING,
    ),
    Action(
        "draft_pane_down", ("ctrl+down",), "pane", "Scroll what stands below.", Group.CONTENT, Where.WRITING
    ),
    Action("draft_pane_up", ("ctrl+up",), "pane", "Scroll it back up.", Group.CONTENT, Where.WRITING),
    Action("draft_help", ("f1",), "keys", "This page, while typing.", Group.CONTENT, Where.WRITING),
    Action(
        "draft_leave",
        ("escape",),
        "leave",
        "Leave the text; asks first where it is not saved.",
        Group.CONTENT,
        Where.WRITING,
    ),
)
"""In the order of the help."""
