"""Which keys a person has for the actions of the table: the table's own, or those they asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from workbench.core.errors import UsageError
from workbench.tui.action_kinds import Action
from workbench.tui.actions import ACTIONS, action_of

PRESETS: Mapping[str, Mapping[str, str]] = {
    "vim": {
        "hit": "y,f2",
        "first": "home,H",
        "last": "end,G",
        "page_down": "pagedown,ctrl+d",
        "page_up": "pageup,ctrl+u",
    }
}
"""Ready keymaps: action id to keys, separated by commas."""

_ALWAYS = {"ctrl+q": "it always quits", "ctrl+c": "it copies"}
_MODIFIERS = {"ctrl", "shift", "alt"}
_SHOWN_AS = {
    "slash": "/",
    "question_mark": "?",
    "comma": ",",
    "equals_sign": "=",
    "minus": "-",
    "escape": "esc",
    "pagedown": "pgdn",
    "pageup": "pgup",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "shift+left": "shift ←",
    "shift+right": "shift →",
    "shift+up": "shift ↑",
    "shift+down": "shift ↓",
    "ctrl+p": "ctrl p",
    "ctrl+s": "ctrl s",
    "ctrl+r": "ctrl r",
    "ctrl+t": "ctrl t",
    "ctrl+g": "ctrl g",
    "ctrl+up": "ctrl ↑",
    "ctrl+down": "ctrl ↓",
}


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of every action, as this person has them."""

    by_action: Mapping[str, tuple[str, ...]]

    def shown(self, action: str) -> str:
        """The first key of an action, as a person would write it."""
        return shown_key(self.by_action[action][0])

    def all_shown(self, action: str) -> str:
        """Every key of an action, as a person would write them."""
        return " ".join(shown_key(key) for key in self.by_action[action])

    @property
    def keymap(self) -> dict[str, str]:
        """What Textual's `set_keymap` takes; empty where the keys are the table's own.

        Textual lays a keymap over all bindings anew with every key.
        """
        if self.by_action == {action.id: action.keys for action in ACTIONS}:
            return {}
        return {action: ",".join(keys) for action, keys in self.by_action.items()}


def keys_of(keymap: Mapping[str, str]) -> Keys:
    """The keys of every action under a keymap of action id to keys separated by commas.

    The entry `preset` names a ready keymap, which the other entries are laid over.

    Raises:
        UsageError: an action, preset or key does not exist, an action has no key left, or two that can
            be used in the same place share one.
    """
    known = {action.id: action.keys for action in ACTIONS}
    asked = dict(keymap)
    preset = asked.pop("preset", None)
    if preset is not None and preset not in PRESETS:
        raise UsageError(f"There is no preset of keys {preset!r}; there is: {', '.join(PRESETS)}.")
    asked = {**PRESETS.get(preset or "", {}), **asked}
    unknown = [id for id in asked if id not in known]
    if unknown:
        raise UsageError(f"There is no action {unknown[0]!r}; these have keys: {', '.join(known)}.")
    given = {id: tuple(_named(key) for key in keys.split(",") if key.strip()) for id, keys in asked.items()}
    by_action = {**known, **given}
    owners: dict[str, list[Action]] = {}
    for id, keys in by_action.items():
        if not keys:
            raise UsageError(f"The action {id!r} has no key: give it one, such as {known[id][0]!r}.")
        for key in dict.fromkeys(keys):
            _claim(key, action_of(id), owners)
    return Keys(by_action)


def _claim(key: str, action: Action, owners: dict[str, list[Action]]) -> None:
    """Give a key to an action, besides those that can never be used where it can."""
    id = action.id
    if not _exists(key):
        raise UsageError(
            f"There is no key {key!r} for {id!r}: give a character such as 'y', or a name such as 'f5', "
            "'pagedown' or 'ctrl+d'."
        )
    if key in _ALWAYS:
        raise UsageError(f"The key {key!r} cannot be given to {id!r}: {_ALWAYS[key]}.")
    before = owners.setdefault(key, [])
    owner = next((other for other in before if other.where & action.where), None)
    if owner is not None:
        raise UsageError(
            f"The key {shown_key(key)!r} would be both {owner.id!r} and {id!r}: give one of them another key."
        )
    before.append(action)


def _exists(key: str) -> bool:
    """Whether a terminal can send a key of this name."""
    from textual.keys import REPLACED_KEYS, key_to_character

    *modifiers, plain = key.split("+")
    named = plain in _names() or key_to_character(REPLACED_KEYS.get(plain, plain)) is not None
    return len(key) == 1 or key in _names() or (named and _MODIFIERS.issuperset(modifiers))


@cache
def _names() -> frozenset[str]:
    """The keys that have a name."""
    from textual.keys import Keys as Named

    return frozenset(key.value for key in Named if not key.value.startswith("<"))


def _named(key: str) -> str:
    """A key by the name that the table uses."""
    key = key.strip()
    names = {shown: name for name, shown in _SHOWN_AS.items()}
    return names.get(key, key)


def shown_key(key: str) -> str:
    """A key as a person would write it."""
    return _SHOWN_AS.get(key, key)
