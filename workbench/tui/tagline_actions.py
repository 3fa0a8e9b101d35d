"""The part of the table of actions about candidates that are tried on readers."""

from workbench.tui.action_kinds import CANDIDATES, Action, Group, Where

TAGLINE_ACTIONS: tuple[Action, ...] = (
    Action(
        "tagline_order",
        ("o",),
        "order",
        "Order the candidates by the next of: right answers, the file, length, text.",
        Group.TAGLINES,
        Where.TAGLINES,
    ),
    Action(
        "tagline_hide",
        ("d",),
        "hide",
        "Hide the candidate: it is read no more; on a hidden one, show it again.",
        Group.TAGLINES,
        Where.TAGLINES,
    ),
    Action(
        "tagline_hidden",
        ("a",),
        "hidden",
        "List hidden candidates too, or no more.",
        Group.TAGLINES,
        Where.TAGLINES,
    ),
    Action(
        "tagline_edit",
        ("e",),
        "edit",
        "Write the candidate otherwise: a new one that names this one; the file is not written.",
        Group.TAGLINES,
        Where.TAGLINES,
    ),
    Action(
        "tagline_question",
        ("Q",),
        "question",
        "Count by a further yes/no question, which the stored answers are graded by; nothing is read anew.",
        Group.TAGLINES,
        CANDIDATES,
    ),
    Action(
        "tagline_count",
        ("c",),
        "count by",
        "Count by the next of what was asked: whether readers got it, then your questions.",
        Group.TAGLINES,
        CANDIDATES,
    ),
    Action(
        "tagline_full",
        ("f",),
        "full",
        "Read every candidate as often, or leave out on the way those that others beat.",
        Group.TAGLINES,
        Where.TAGLINES,
    ),
    Action(
        "tagline_title",
        ("T",),
        "title",
        "Show candidates to readers under the title, or alone.",
        Group.TAGLINES,
        Where.TAGLINES,
    ),
)
"""In the order of the help."""
