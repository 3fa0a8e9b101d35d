"""The part of the table of actions about two texts beside each other."""

from workbench.tui.action_kinds import COMPARISON, Action, Group

COMPARE_ACTIONS: tuple[Action, ...] = (
    Action(
        "choose_first",
        ("1",),
        "text 1",
        "Choose text 1 of two; nothing is kept until you press the key that keeps it.",
        Group.COMPARE,
        COMPARISON,
    ),
    Action("choose_second", ("2",), "text 2", "Choose text 2 of two.", Group.COMPARE, COMPARISON),
    Action(
        "choose_neither",
        ("0", "equals_sign"),
        "no difference",
        "Between two texts: you see no difference.",
        Group.COMPARE,
        COMPARISON,
    ),
)
"""In the order of the help."""
