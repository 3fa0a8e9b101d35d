"""Everything a key can do, once: bindings, footer, help and palette are all made from this table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Flag, StrEnum, auto

from textual.binding import Binding
from textual.keys import REPLACED_KEYS, key_to_character
from textual.keys import Keys as Named

from workbench.core.errors import UsageError


class Group(StrEnum):
    """Under which heading of the help an action stands, in the order shown."""

    MARK = "Mark the row"
    MOVE = "Move"
    FIND = "Find"
    TEXT = "The text"
    ROUND = "Readings"
    APP = "Workbench"


class Where(Flag):
    """What the person is doing when an action may be used."""

    LIST = auto()
    """Going through the list."""
    OPENED = auto()
    """Inside an opened concern, among its findings."""
    PICKING = auto()
    """Choosing the words of an overlooked problem."""


class Footer(StrEnum):
    """When the footer shows an action; the help always does."""

    NEVER = "never"
    WIDE = "wide"
    """Where there is room."""
    ALWAYS = "always"


ROWS = Where.LIST | Where.OPENED
ANYWHERE = ROWS | Where.PICKING


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a key does."""

    id: str
    """Its name in a keymap."""
    keys: tuple[str, ...]
    """As Textual names them, the one that is shown first."""
    label: str
    """A word or two for the footer."""
    help: str
    """One sentence."""
    group: Group
    where: Where = ROWS
    footer: Footer = Footer.NEVER


ACTIONS: tuple[Action, ...] = (
    Action("hit", ("h", "f2"), "hit", "I agree that this is a problem.", Group.MARK, footer=Footer.ALWAYS),
    Action(
        "miss",
        ("m", "f3"),
        "miss",
        "I don't agree: this is not a real problem.",
        Group.MARK,
        footer=Footer.ALWAYS,
    ),
    Action(
        "cant_tell",
        ("t", "f4"),
        "can't tell",
        "I lack what decides it, or either view holds.",
        Group.MARK,
        footer=Footer.ALWAYS,
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
    Action("undo", ("u",), "undo", "Take back the last thing you decided.", Group.MARK, footer=Footer.ALWAYS),
    Action("redo", ("U",), "redo", "Restore what was taken back.", Group.MARK),
    Action("note", ("c",), "note", "Write a note beside the row.", Group.MARK, footer=Footer.WIDE),
    Action(
        "overlooked",
        ("o",),
        "overlooked",
        "Add a problem that nothing raised: pick its words, then say what is wrong.",
        Group.MARK,
        footer=Footer.WIDE,
    ),
    Action("up", ("up", "k"), "up", "Up: a row, or a line of the pane in use.", Group.MOVE, ANYWHERE),
    Action("down", ("down", "j"), "down", "Down: a row, or a line of the pane in use.", Group.MOVE, ANYWHERE),
    Action("left", ("left",), "left", "To the word before, when picking words.", Group.MOVE, Where.PICKING),
    Action("right", ("right",), "right", "To the word after, when picking words.", Group.MOVE, Where.PICKING),
    Action(
        "extend", ("space",), "extend", "Hold the first word and extend from it.", Group.MOVE, Where.PICKING
    ),
    Action("extend_left", ("shift+left",), "extend", "One word less.", Group.MOVE, Where.PICKING),
    Action("extend_right", ("shift+right",), "extend", "One word more.", Group.MOVE, Where.PICKING),
    Action("extend_up", ("shift+up",), "extend", "One row of words less.", Group.MOVE, Where.PICKING),
    Action("extend_down", ("shift+down",), "extend", "One row of words more.", Group.MOVE, Where.PICKING),
    Action("first", ("home",), "first", "To the first row.", Group.MOVE),
    Action("last", ("end",), "last", "To the last row.", Group.MOVE),
    Action(
        "next_unmarked",
        ("N",),
        "next",
        "To the next row that asks for a mark: not those deferred or folded.",
        Group.MOVE,
        footer=Footer.ALWAYS,
    ),
    Action("previous_unmarked", ("P",), "previous", "To the row before that asks for a mark.", Group.MOVE),
    Action(
        "open",
        ("enter",),
        "open",
        "Open a concern to its findings, unfold a heading, or take the picked words.",
        Group.MOVE,
        ANYWHERE,
        footer=Footer.ALWAYS,
    ),
    Action("back", ("escape",), "back", "Close what is open, or clear the filter.", Group.MOVE, ANYWHERE),
    Action("pane", ("tab",), "pane", "To the next pane: list, text, details.", Group.MOVE),
    Action("page_down", ("pagedown",), "page", "Scroll the text down.", Group.MOVE, ANYWHERE),
    Action("page_up", ("pageup",), "page", "Scroll the text up.", Group.MOVE, ANYWHERE),
    Action(
        "search",
        ("slash",),
        "search",
        "Find words in the rows, else in the text; again for the next.",
        Group.FIND,
        footer=Footer.WIDE,
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
    Action("show_disk", ("R",), "show disk", "Show what the file holds now.", Group.TEXT),
    Action("intent", ("i",), "intent", "Say in one sentence what this text is and for whom.", Group.TEXT),
    Action(
        "read",
        ("r",),
        "read",
        "Have the text read and judged; says first what is sent where and what it costs.",
        Group.ROUND,
        footer=Footer.ALWAYS,
    ),
    Action("stop", ("x",), "stop", "Stop the reading; what was read is kept.", Group.ROUND, ANYWHERE),
    Action("report", ("s",), "report", "How often each judge, reader and check is right.", Group.ROUND),
    Action("help", ("question_mark",), "keys", "This page.", Group.APP, ANYWHERE, footer=Footer.ALWAYS),
    Action("palette", ("ctrl+p",), "palette", "Every action by name, and themes.", Group.APP, ANYWHERE),
    Action(
        "quit", ("q",), "quit", "Leave; everything is saved already.", Group.APP, ROWS, footer=Footer.WIDE
    ),
)
"""Every action, in the order of the help."""

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
_NAMED = {key.value for key in Named if not key.value.startswith("<")}
_SHOWN_AS = {
    "slash": "/",
    "question_mark": "?",
    "comma": ",",
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
        """What Textual's `set_keymap` takes."""
        return {action: ",".join(keys) for action, keys in self.by_action.items()}


def keys_of(keymap: Mapping[str, str]) -> Keys:
    """The keys of every action under a keymap of action id to keys separated by commas.

    The entry `preset` names a ready keymap, which the other entries are laid over.

    Raises:
        UsageError: an action, preset or key does not exist, an action has no key left, or two share one.
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
    owners: dict[str, str] = {}
    for id, keys in by_action.items():
        if not keys:
            raise UsageError(f"The action {id!r} has no key: give it one, such as {known[id][0]!r}.")
        for key in keys:
            _claim(key, id, owners)
    return Keys(by_action)


def _claim(key: str, id: str, owners: dict[str, str]) -> None:
    if not _exists(key):
        raise UsageError(
            f"There is no key {key!r} for {id!r}: give a character such as 'y', or a name such as 'f5', "
            "'pagedown' or 'ctrl+d'."
        )
    if key in _ALWAYS:
        raise UsageError(f"The key {key!r} cannot be given to {id!r}: {_ALWAYS[key]}.")
    owner = owners.setdefault(key, id)
    if owner != id:
        raise UsageError(
            f"The key {shown_key(key)!r} would be both {owner!r} and {id!r}: give one of them another key."
        )


def _exists(key: str) -> bool:
    """Whether a terminal can send a key of this name."""
    *modifiers, plain = key.split("+")
    named = plain in _NAMED or key_to_character(REPLACED_KEYS.get(plain, plain)) is not None
    return len(key) == 1 or key in _NAMED or (named and _MODIFIERS.issuperset(modifiers))


def _named(key: str) -> str:
    """A key by the name that the table uses."""
    key = key.strip()
    names = {shown: name for name, shown in _SHOWN_AS.items()}
    return names.get(key, key)


def shown_key(key: str) -> str:
    """A key as a person would write it."""
    return _SHOWN_AS.get(key, key)


def bindings(actions: Iterable[Action] = ACTIONS) -> list[Binding]:
    """The actions as Textual's bindings, each calling `act` with its id."""
    return [
        Binding(",".join(a.keys), f"act('{a.id}')", a.label, show=False, tooltip=a.help, id=a.id)
        for a in actions
    ]


def action_of(id: str) -> Action:
    """The action of an id that is in the table."""
    return next(action for action in ACTIONS if action.id == id)
