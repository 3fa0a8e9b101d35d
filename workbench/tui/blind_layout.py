"""A question put to the person blind, laid out: what is asked, then what was answered once they have."""

from workbench.core.calibration.blind import BlindItem, BlindSheet, Hidden
from workbench.core.calibration.disagreements import differs
from workbench.core.readings import AnswerValue
from workbench.core.text.display_text import fitted, neutralised, one_line, width
from workbench.tui.keymaps import Keys
from workbench.tui.rubric_layout import ANSWER_TONES, LETTERS, Lines, posed_lines
from workbench.tui.tones import Piece, Tone, hanging

_ACTIONS = ("answer_meets", "answer_fails", "answer_cannot_tell", "answer_does_not_apply")
_INDENT = 7
_OPEN = "·"


def item_lines(item: BlindItem, place: int, count: int, keys: Keys, room: int, rows: int | None) -> Lines:
    """An item, cut to so many rows; None for whatever it takes."""
    question = item.question
    where = f"  {place + 1} of {count}, {item.artifact.name} revision {item.revision.number}"
    heading: list[Piece] = [
        (question.id, Tone.HEADING),
        (fitted(where, max(1, room - width(question.id))).rstrip(), Tone.MUTED),
    ]
    whose = "" if question.of_this_text else "another text: "
    examples = [("meets", question.meets), ("fails", question.fails)]
    given = [(label, f"{whose}{text}") for label, text in examples if text]
    if item.given is None:
        return posed_lines(heading, question.ask, given, _unanswered(item, keys, room), room, rows)
    revealed = [line for hidden in item.hidden for line in _revealed(hidden, item, room)]
    left = None if rows is None else max(1, rows - 3)
    return posed_lines(heading, question.ask, (), [_yours(item), *revealed[:left]], room, rows)


def _unanswered(item: BlindItem, keys: Keys, room: int) -> Lines:
    options = ", ".join(f"{keys.shown(id)} {value}" for id, value in zip(_ACTIONS, LETTERS, strict=True))
    lines: Lines = []
    if item.quote:
        found = "" if item.span else " (quote not found)"
        words = f"“{one_line(neutralised(item.quote))}”{found}"
        lines += hanging(("words", Tone.MUTED), (words, Tone.QUOTE), _INDENT, room)[:2]
    said = fitted(f"your answer? {options}", max(1, room - _INDENT)).rstrip()
    return [*lines, [(fitted("you", _INDENT), Tone.KEY), (said, Tone.PLAIN)]]


def _yours(item: BlindItem) -> list[Piece]:
    assert item.given is not None and item.given.value is not None, "it was answered"
    value: AnswerValue = item.given.value  # type: ignore[assignment]  # no other value is stored
    back = "  (taken back: in no figure)" if item.given.undone else ""
    return [(fitted("you", _INDENT), Tone.KEY), (f"{value}{back}", ANSWER_TONES[value])]


def _revealed(hidden: Hidden, item: BlindItem, room: int) -> Lines:
    """What a judge answered, and why."""
    answer = hidden.answer
    assert item.given is not None, "nothing is revealed before"
    other = differs(answer.value, item.given.value)
    same = item.given.value == answer.value
    how = ", otherwise than you" if other else ", as you" if same else ""
    by = one_line(neutralised(hidden.by))
    lines: Lines = [
        [
            (fitted("judge", _INDENT), Tone.KEY),
            (answer.value, ANSWER_TONES[answer.value]),
            (fitted(f"{how}  {by}", max(1, room - _INDENT - width(answer.value))).rstrip(), Tone.MUTED),
        ]
    ]
    for label, words in (("why", answer.reason), ("so", answer.consequence)):
        if words.strip() and words.strip() != "none":
            said = (one_line(neutralised(words)), Tone.PLAIN)
            lines += hanging((label, Tone.MUTED), said, _INDENT, room)
    return lines


def sheet_overview(sheet: BlindSheet, place: int, room: int) -> list[Piece]:
    """Every item's letter in one line, the one under way set apart, as far as there is room."""
    pieces: list[Piece] = []
    for at, item in enumerate(sheet.items):
        value = item.given.value if item.given and not item.given.undone else None
        letter = LETTERS[value] if value else _OPEN  # type: ignore[index]  # no other value is stored
        text = f" {item.question.id} {letter}"
        if sum(width(words) for words, _ in pieces) + width(text) > room:
            break
        pieces.append((text, Tone.STRONG if at == place else Tone.WARNING if item.differs else Tone.MUTED))
    return pieces
