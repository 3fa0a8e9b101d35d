"""The workbench's own colours; every theme of Textual's can be chosen instead."""

from textual.theme import Theme

# `quiet` is for what qualifies, `faint` for what may be passed over. Both are opaque: the list lays
# them over the colour of the cursor's line.

DARK = Theme(
    "workbench-dark",
    primary="#7fb4ca",
    secondary="#a9b7d0",
    accent="#e0af68",
    warning="#e0af68",
    error="#e67e80",
    success="#98bb6c",
    foreground="#d8dbe2",
    background="#16181d",
    surface="#1d2027",
    panel="#333844",
    dark=True,
    variables={"quiet": "#9299a6", "faint": "#646b78"},
)
LIGHT = Theme(
    "workbench-light",
    primary="#1f6f8b",
    secondary="#4b5a78",
    accent="#9a6200",
    warning="#9a6200",
    error="#b3323a",
    success="#3f7a1f",
    foreground="#24272e",
    background="#fbfaf7",
    surface="#f1efe9",
    panel="#d6d2c8",
    dark=False,
    variables={"quiet": "#636873", "faint": "#8e929b"},
)
OTHERWISE = {"quiet": "#858b96", "faint": "#858b96"}
"""Greys that stand out from a light and from a dark ground, for themes that do not name theirs."""
