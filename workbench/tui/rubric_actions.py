"""The part of the table of actions that answers a rubric."""

from workbench.tui.action_kinds import Action, Group, Where

RUBRIC_ACTIONS: tuple[Action, ...] = (
    Action(
        "answer_meets",
        ("y",),
        "meets",
        "The text meets the question: choose the words that show it.",
        Group.RUBRIC,
        Where.RUBRIC | Where.BLIND,
    ),
    Action(
        "answer_fails",
        ("n",),
        "fails",
        "It does not: choose the words, then say what goes wrong.",
        Group.RUBRIC,
        Where.RUBRIC | Where.BLIND,
    ),
    Action(
        "answer_cannot_tell",
        ("t",),
        "cannot tell",
        "The text does not let you decide it.",
        Group.RUBRIC,
        Where.RUBRIC | Where.BLIND,
    ),
    Action(
        "answer_does_not_apply",
        ("d",),
        "not apply",
        "The question does not apply to this text.",
        Group.RUBRIC,
        Where.RUBRIC | Where.BLIND,
    ),
    Action(
        "examples",
        ("tab",),
        "examples",
        "Show the question's examples in full; the page keys then scroll them.",
        Group.RUBRIC,
        Where.RUBRIC | Where.BLIND,
    ),
)
"""In the order of the help."""
