"""What the list's words, letters and figures mean."""

from workbench.core.rows import Group
from workbench.tui.keymaps import Keys
from workbench.tui.list_lines import FOLDABLE, HeadingLine

MEANINGS = {
    Group.NEW: "first raised by the latest complete round or since, or by a check of this revision",
    Group.AGAIN: "raised by that round or since, and before it or on words that could not be found",
    Group.ADDED: "what you raised yourself, and no reading had",
    Group.NOT_RAISED: "raised before, not by the latest complete round; that is not the same as fixed",
    Group.FIXED: "the check that proved it no longer finds it, or you said so and no reading raised it since",
    Group.GONE: "the words it was about are no longer in the text",
    Group.SATISFIED: "questions that, a judge says, the text meets",
    Group.UNDECIDED: "questions that a judge could not answer",
    Group.ABOUT: "what each reader says the text is; a hit says that this is right, a miss that it is wrong",
}
"""Each heading of the list, in the order shown."""

RAISED_BY = "S E R5 check"
"""Where no reader is known; else the letters of those that are stand in the place of these."""
SIGNS = (
    (
        RAISED_BY,
        "who raised it, on the revision that its 3/6 is of: a reader by the first letters of its name, a "
        "question of the judge by its id; a check, or me for you",
    ),
    (
        "3/6",
        "raised by three of the six readings of one revision, the last on which any raised it: rows may be "
        "of several revisions, and the details say of which",
    ),
    ("+", "before a row: you selected it"),
    ("2=", "two rows that you merged are in this one: opened, it shows what each says"),
    (
        "h m t",
        "your mark; d deferred, i ignored by a comment in the text, c a note, ? asked anew: what you could "
        "not tell from changed, or the words that you marked are gone, ! your marks contradict each other: "
        "mark the row",
    ),
    (
        "~",
        "you marked single findings of the row otherwise than the row: opened, it shows which",
    ),
    *((group.value, said) for group, said in MEANINGS.items()),
    (
        "open",
        "concerns that you have not decided or agree with and that are still there: not marked a miss, not "
        "deferred, ignored or fixed, and their words not gone",
    ),
    ("to fix", "of the open ones those that you marked hit: `workbench fixes` prints them"),
    (
        "claims",
        "what the text says of its repository and a check found to be so; the details of a row on the same "
        "words show it, `workbench checks run` lists all",
    ),
    (
        "like these",
        "of the concerns that as large a share of the readings raised, in all your texts, how many you "
        "marked hit, of those that you marked hit or miss",
    ),
    ("›", "beside a line number: the line you went to"),
)
"""Each sign and what it says."""


def what_enter_does(line: HeadingLine, keys: Keys) -> str:
    """What the key that opens does on a heading."""
    opens = keys.shown("open")
    if line.group not in FOLDABLE:
        return f"{opens} does nothing here"
    them = "this row" if line.count == 1 else f"these {line.count} rows"
    return f"{opens} {'unfolds' if line.folded else 'folds'} {them}"


def heading_words(line: HeadingLine, keys: Keys) -> str:
    """A heading in a sentence or two."""
    return f"{what_enter_does(line, keys)}. {line.group.value.capitalize()}: {MEANINGS[line.group]}."
