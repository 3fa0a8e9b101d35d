"""The person's own judgement laid out: the question under way, the others in a line, and the verdict."""

from collections.abc import Sequence

from workbench.core.answers import THIS_TEXT
from workbench.core.own_answers import OwnAnswer, in_words
from workbench.core.own_judgement import Asked, OwnJudgement
from workbench.core.readings import AnswerValue
from workbench.core.reasons import fail_means
from workbench.core.text.display_text import fitted, neutralised, one_line, shortened, width, wrapped
from workbench.tui.keymaps import Keys
from workbench.tui.tones import Piece, Tone, hanging

Lines = list[list[Piece]]

LETTERS: dict[AnswerValue, str] = {"meets": "y", "fails": "n", "cannot tell": "t", "does not apply": "d"}
"""How an answer is shown in the line of all questions."""
ANSWER_TONES: dict[AnswerValue, Tone] = {
    "meets": Tone.GOOD,
    "fails": Tone.WARNING,
    "cannot tell": Tone.CANT_TELL,
    "does not apply": Tone.MUTED,
}
_ACTIONS = ("answer_meets", "answer_fails", "answer_cannot_tell", "answer_does_not_apply")
"""The actions that give these answers."""
_OPEN = "·"
_INDENT = 7
"""Cells before an example or an answer."""
_LEAST = 5
"""Rows that a question has besides its own words: its number, two examples, and the answer in two."""


def question_lines(judgement: OwnJudgement, place: int, keys: Keys, room: int, rows: int | None) -> Lines:
    """A question, its examples and the person's answer, cut to so many rows; None for whatever it takes."""
    asked = judgement.asked[place]
    question = asked.question
    weight = fail_means(question.on_fail, question.dominant)
    number = f"  question {place + 1} of {len(judgement.asked)}, {weight}"
    heading: list[Piece] = [
        (question.id, Tone.HEADING),
        (_cut(number, room - width(question.id)), Tone.MUTED),
    ]
    examples = [("meets", question.meets), ("fails", question.fails)]
    # What a rubric gives is from other texts; what was derived says what this one would hold.
    whose = "" if question.owns == THIS_TEXT else "another text: "
    given = [(label, f"{whose}{text}") for label, text in examples if text]
    return posed_lines(heading, question.ask, given, _answer_lines(asked, keys, room), room, rows)


def posed_lines(
    heading: list[Piece],
    ask: str,
    examples: Sequence[tuple[str, str]],
    answer: Lines,
    room: int,
    rows: int | None,
) -> Lines:
    """A question under its heading, its labelled examples and what was answered, cut to so many rows."""
    lines: Lines = [heading, *_said(ask, Tone.STRONG, room, rows and max(1, rows - _LEAST))]
    shown = [_example(label, text, room) for label, text in examples]
    left = None if rows is None else _for_examples(len(examples), rows, rows - len(lines) - len(answer))
    if left is not None and sum(map(len, shown)) > left:
        shown = []
        for before, (label, text) in enumerate(examples):
            share = (left - sum(map(len, shown))) // (len(examples) - before)
            shown.append(_example(label, text, room, share))
    return [*lines, *(line for example in shown for line in example), *answer]


def _for_examples(count: int, rows: int, left: int) -> int:
    """Rows for so many examples: a third of the question's, but two each where those are left."""
    return max(count, min(left, max(2 * count, rows // 3)))


def _said(text: str, tone: Tone, room: int, rows: int | None) -> Lines:
    """A text over at most so many rows, None for any; what does not fit is cut with a sign."""
    words = one_line(neutralised(text))
    spans = wrapped(words, room)
    whole = spans if rows is None or len(spans) <= rows else spans[: rows - 1]
    shown: Lines = [[(words[start:end].rstrip(), tone)] for start, end in whole]
    if len(whole) < len(spans):
        shown.append([(fitted(words[spans[len(whole)][0] :], room), tone)])
    return shown


def _example(label: str, text: str, room: int, rows: int | None = None) -> Lines:
    """An example in its own lines, or in the first of them, with a sign where there are more."""
    tone = Tone.PLAIN
    inner = max(1, room - _INDENT)
    whole = [
        line[start:end].rstrip()
        for line in neutralised(text).strip("\n").split("\n")
        for start, end in wrapped(line, inner)
    ]
    shown = whole if rows is None else whole[:rows]
    if len(shown) < len(whole):
        shown[-1] = f"{shortened(shown[-1], inner - 2)} …"
    lines = [(line, tone) for line in shown]
    labels = [(fitted(label, _INDENT), ANSWER_TONES["meets" if label == "meets" else "fails"])]
    labels += [(" " * _INDENT, tone)] * (len(lines) - 1)
    return [[before, line] for before, line in zip(labels, lines, strict=True)]


def _answer_lines(asked: Asked, keys: Keys, room: int) -> Lines:
    """What the person answered, or what they can."""
    if asked.given:
        return _answered("you", asked.given, room)
    if asked.before:
        keeps = f"  {keys.shown('open')} keeps it"
        return _answered("before", asked.before, room, keeps)
    options = ", ".join(f"{keys.shown(id)} {value}" for id, value in zip(_ACTIONS, LETTERS, strict=True))
    said = _cut(f"no answer yet: {options}", room - _INDENT)
    return [[(fitted("you", _INDENT), Tone.KEY), (said, Tone.MUTED)]]


def _answered(label: str, answer: OwnAnswer, room: int, more: str = "") -> Lines:
    value: Piece = (f"{answer.value}{more}", ANSWER_TONES[answer.value])
    quote = f"  “{one_line(neutralised(answer.quote))}”" if answer.quote else ""
    left = room - _INDENT - width(value[0])
    first: list[Piece] = [(fitted(label, _INDENT), Tone.KEY), value, (_cut(quote, left), Tone.QUOTE)]
    if not answer.words:
        return [first]
    words = _cut(one_line(neutralised(answer.words)), room - _INDENT)
    return [first, [(" " * _INDENT, Tone.PLAIN), (words, Tone.PLAIN)]]


def _cut(text: str, room: int) -> str:
    return text if width(text) <= room else fitted(text, room)


def overview(judgement: OwnJudgement, place: int, room: int) -> list[Piece]:
    """Every question with its answer's letter in one line, the one under way set apart.

    Where there is no room for all, those around it, with a sign on each side where there are more.
    """
    entries = [_entry(asked, at == place) for at, asked in enumerate(judgement.asked)]
    here = min(place, len(entries) - 1)
    verdict: list[Piece] = [(" [verdict]", Tone.STRONG) if place > here else (" verdict", Tone.MUTED)]
    shown = range(len(entries))
    while len(shown) > 1 and _width(pieces := _around(shown, entries)) + _width(verdict) > room:
        shown = shown[1:] if here - shown[0] > shown[-1] - here else shown[:-1]
    pieces = _around(shown, entries)
    return [*pieces, *verdict] if _width(pieces) + _width(verdict) <= room or place > here else pieces


def _around(shown: range, entries: Sequence[list[Piece]]) -> list[Piece]:
    """The entries of a stretch, and the signs that there are others before or after it."""
    before: list[Piece] = [(" …", Tone.MUTED)] if shown[0] else []
    after: list[Piece] = [(" …", Tone.MUTED)] if shown[-1] + 1 < len(entries) else []
    return [*before, *(piece for at in shown for piece in entries[at]), *after]


def _entry(asked: Asked, here: bool) -> list[Piece]:
    value = asked.given.value if asked.given else None
    sign, tone = (LETTERS[value], ANSWER_TONES[value]) if value else (_OPEN, Tone.MUTED)
    opening, closing = (" [", "]") if here else (" ", "")
    return [
        (f"{opening}{asked.question.id}", Tone.STRONG if here else Tone.MUTED),
        (sign, tone),
        (closing, Tone.STRONG),
    ]


def _width(pieces: Sequence[Piece]) -> int:
    return sum(width(text) for text, _ in pieces)


def verdict_lines(judgement: OwnJudgement, chosen: int, keys: Keys, room: int) -> Lines:
    """The verdicts to choose from, and why the others are not."""
    counts = in_words(answer.value for answer in judgement.answers)
    lines: Lines = [[("Your verdict", Tone.HEADING), (f"  {counts}", Tone.MUTED)]]
    if not judgement.complete:
        left = [asked.question.id for asked in judgement.asked if asked.given is None]
        said = f"Not answered yet: {', '.join(left)}. {keys.shown('next_unmarked')} goes to the next of them."
        return lines + _said(said, Tone.PLAIN, room, 3)
    offered = [choice for choice in judgement.choices if choice.offered]
    for at, choice in enumerate(offered):
        here = at == chosen
        label = f"{'›' if here else ' '} {choice.verdict.value}"
        lines += hanging((label, Tone.KEY if here else Tone.PLAIN), (choice.why, Tone.PLAIN), 15, room)
    for choice in judgement.choices:
        if not choice.offered:
            why = (f"not offered: {choice.why}", Tone.MUTED)
            lines += hanging((f"  {choice.verdict.value}", Tone.MUTED), why, 15, room)
    if len(offered) > 1:
        lines += [[("When unsure, the lower one.", Tone.MUTED)]]
    return lines
