"""The part of the table of actions about the loop and what changed."""

from workbench.tui.action_kinds import COMPARISON, OVER_BOARD, ROWS, Action, Footer, Group, Where

LOOP_ACTIONS: tuple[Action, ...] = (
    Action(
        "loop",
        ("l",),
        "loop",
        "Every round and what it brought, a column each; whether to stop, and why.",
        Group.ROUND,
        footer=Footer.WIDE,
    ),
    Action(
        "diff",
        ("D",),
        "diff",
        "What changed from one revision to another, with the concerns on it; how two texts differ.",
        Group.TEXT,
        ROWS | Where.LOOP | COMPARISON,
    ),
    Action(
        "earlier",
        ("left", "h"),
        "earlier",
        "To the round before; in a diff, take the revision before for the newer one.",
        Group.MOVE,
        OVER_BOARD,
    ),
    Action(
        "later",
        ("right", "l"),
        "later",
        "To the round after; in a diff, take the revision after for the newer one.",
        Group.MOVE,
        OVER_BOARD,
    ),
    Action(
        "next_change",
        ("n", "N"),
        "change",
        "To the next change of a diff, or place where two texts differ.",
        Group.MOVE,
        Where.DIFF | COMPARISON,
    ),
    Action(
        "previous_change",
        ("p", "P"),
        "change",
        "To the change of a diff before, or place where two texts differ.",
        Group.MOVE,
        Where.DIFF | COMPARISON,
    ),
    Action(
        "older_earlier",
        ("shift+left",),
        "older",
        "In a diff, take the revision before for the older one.",
        Group.MOVE,
        Where.DIFF,
    ),
    Action(
        "older_later",
        ("shift+right",),
        "older",
        "In a diff, take the revision after for the older one.",
        Group.MOVE,
        Where.DIFF,
    ),
)
"""In the order of the help."""
