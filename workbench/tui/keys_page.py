"""The page of the documentation that lists every key; `python -m workbench.tui.keys_page` writes it."""

import sys

from workbench.tui.action_kinds import Group
from workbench.tui.actions import ACTIONS
from workbench.tui.keymaps import PRESETS, keys_of, shown_key

_INTRODUCTION = """\
# Keys

Made from the table in `workbench/tui/actions.py`; `?` shows the same with your own keys. Keys are inert
while you type into a field.

Change any of them in the `[keys]` table of `config.toml` (`workbench doctor` says where that is), by id:

```toml
[keys]
preset = "vim"       # optional; your own lines are laid over it
hit = "y, f2"
search = "/"
```

A key that two actions would share in one place is refused when the workbench opens. `ctrl+q` always quits.
"""


def keys_page() -> str:
    """The page as Markdown."""
    lines = [_INTRODUCTION]
    keys = keys_of({})
    for group in Group:
        lines += [f"## {group.value}", "", "| keys | does | id |", "|---|---|---|"]
        for action in ACTIONS:
            if action.group is group:
                shown = " ".join(f"`{shown_key(key)}`" for key in keys.by_action[action.id])
                lines.append(f"| {shown} | {action.help} | `{action.id}` |")
        lines.append("")
    for name, preset in PRESETS.items():
        changed = ", ".join(f"`{id}` is `{keys.replace(',', '`, `')}`" for id, keys in preset.items())
        lines += [f"## The preset `{name}`", "", f"{changed}.", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(keys_page())
