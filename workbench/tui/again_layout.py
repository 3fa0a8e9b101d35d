"""A claim that was marked before, laid out without its mark; then with both marks."""

from workbench.core.calibration.again import AgainItem, AgainSheet
from workbench.core.marks import Mark
from workbench.core.text.display_text import fitted, neutralised, one_line, width
from workbench.tui.keymaps import Keys
from workbench.tui.tones import Piece, Tone, hanging

Lines = list[list[Piece]]
_INDENT = 7
_TONES = {Mark.HIT: Tone.HIT, Mark.MISS: Tone.MISS, Mark.CANT_TELL: Tone.CANT_TELL}
_SIGNS = {Mark.HIT: "h", Mark.MISS: "m", Mark.CANT_TELL: "t"}
_AFTER = 2
"""Rows below the claim: what the person said."""


def again_lines(item: AgainItem, place: int, count: int, keys: Keys, room: int, rows: int | None) -> Lines:
    """An item, cut to so many rows; None for whatever it takes."""
    number = f"Claim {place + 1} of {count}"
    where = f"  {item.artifact.name} revision {item.revision.number}"
    lines: Lines = [
        [(number, Tone.HEADING), (fitted(where, max(1, room - width(number))).rstrip(), Tone.MUTED)]
    ]
    for label, words, tone in _claim(item):
        if words.strip() and words.strip() != "none":
            lines += hanging((label, Tone.MUTED), (one_line(neutralised(words)), tone), _INDENT, room)
    if rows is not None:
        lines = lines[: max(2, rows - _AFTER)]
    return [*lines, *_yours(item, keys, room)]


def _claim(item: AgainItem) -> tuple[tuple[str, str, Tone], ...]:
    """What was claimed, in labelled lines."""
    quote = ("words", f"“{item.quote}”" if item.quote else "", Tone.QUOTE)
    if item.finding is not None:
        said = ("says", item.finding.problem, Tone.STRONG)
        return (said, ("so", item.finding.consequence, Tone.PLAIN), quote)
    assert item.answer is not None and item.question is not None, "it is an answer where it is no finding"
    return (
        ("asked", item.question.ask, Tone.STRONG),
        ("judge", f"{item.answer.value}: {item.answer.reason}", Tone.PLAIN),
        quote,
    )


def _yours(item: AgainItem, keys: Keys, room: int) -> Lines:
    if item.given is None or item.given.value is None:
        ways = (("hit", "agree"), ("miss", "don't agree"), ("cant_tell", "can't tell"))
        options = ", ".join(f"{keys.shown(id)} {does}" for id, does in ways)
        said = fitted(f"your mark? {options}", max(1, room - _INDENT)).rstrip()
        return [[(fitted("you", _INDENT), Tone.KEY), (said, Tone.PLAIN)]]
    now, before = Mark(item.given.value), item.old.mark
    back = " (taken back: in no figure)" if item.given.undone else ""
    how = ", as before" if item.same else f", {before.value} before"
    return [
        [
            (fitted("you", _INDENT), Tone.KEY),
            (now.value, _TONES[now]),
            (f"{how}, on {item.old.at.astimezone():%Y-%m-%d}{back}", Tone.MUTED),
        ]
    ]


def again_overview(sheet: AgainSheet, place: int, room: int) -> list[Piece]:
    """Every item's sign in one line, the one under way set apart, as far as there is room."""
    pieces: list[Piece] = []
    for at, item in enumerate(sheet.items):
        given = item.given
        sign = _SIGNS[Mark(given.value)] if given and given.value and not given.undone else "·"
        text = f" {at + 1} {sign}"
        if sum(width(words) for words, _ in pieces) + width(text) > room:
            break
        differs = not item.open and not item.same
        pieces.append((text, Tone.STRONG if at == place else Tone.WARNING if differs else Tone.MUTED))
    return pieces
