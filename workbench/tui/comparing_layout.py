"""Two texts beside each other, laid out: who is what, what readers chose, and why."""

from collections.abc import Iterable, Sequence

from workbench.core.comparing.agreement import JudgeAgreement
from workbench.core.comparing.printed import concerning, reader_lines, together_lines, yours_sentence
from workbench.core.comparing.results import TIES, ReaderResult, Told
from workbench.core.comparing.standing import Standing
from workbench.core.text.display_text import counted, fitted, neutralised, one_line, width
from workbench.tui.tones import Part, Piece, Tone, hanging

Lines = list[list[Piece]]
_MOST_NAME = 28
"""Cells of a reader's name at most."""


def text_heading(standing: Standing, place: int, revealed: bool, used: bool, chosen: bool) -> list[Part]:
    """The line above a text: its number, and once the person has chosen which it is."""
    text = standing.comparison.texts[place]
    heading = [Part(f"{'›' if used else ' '}text {place + 1}", Tone.STRONG if used else Tone.MUTED)]
    if revealed:
        heading.append(Part(standing.comparison.name(text.revision.id), Tone.PLAIN))
    if chosen:
        heading.append(Part("your choice", Tone.KEY, rank=1))
    return heading


def hidden_words(answered: int, asked: int) -> str:
    """How far the readers are while nothing else of them may be seen; `asked` 0 while none is being asked."""
    if asked:
        return f"{answered} of {counted(asked, 'answer')}, hidden"
    return f"{counted(answered, 'answer')} of readers, hidden" if answered else "no reader asked yet"


def reader_rows(standing: Standing, agreements: Sequence[JudgeAgreement], room: int) -> Lines:
    """All readers together, then each in a row."""
    against = {each.player for each in concerning(standing, agreements) if each.is_no_judge}
    results = standing.results
    names = [neutralised(result.player.label) for result in results]
    column = min(_MOST_NAME, room // 2, max(map(width, names), default=0))
    said = standing.together.short if results else "no reader asked yet"
    rows: Lines = [[("together", Tone.STRONG), (f"  {said}", Tone.PLAIN)]]
    for name, result in zip(names, results, strict=True):
        said = f"{_short(result, standing)}{', no judge of this' if result.player in against else ''}"
        rows.append([(fitted(name, column), Tone.PLAIN), (f"  {said}", _tone(result))])
    return rows


def _short(result: ReaderResult, standing: Standing) -> str:
    """What a reader chose, in a few words."""
    short = {
        Told.FLIPPED: "tie: flipped with the order",
        Told.ONCE: "tie: chose in one order only",
        Told.NO_DIFFERENCE: "tie: no difference",
        Told.MISSING: "one order is missing",
    }
    if result.chosen is None:
        return short[result.told]
    yours = standing.counting
    label = standing.comparison.label(result.chosen)
    if yours is None or yours.chosen is None:
        return label
    return f"{label}, {'as you' if yours.chosen == result.chosen else 'not as you'}"


def _tone(result: ReaderResult) -> Tone:
    return Tone.MUTED if result.told in TIES or result.told is Told.MISSING else Tone.STRONG


def together_details(standing: Standing, agreements: Sequence[JudgeAgreement], room: int) -> Lines:
    """What the person and the readers chose, what that bears, and how often they choose the same."""
    lines = _said([*_names(standing), yours_sentence(standing), *together_lines(standing, agreements)], room)
    found = concerning(standing, agreements)
    if found:
        lines += [[], [("As you chose, over every comparison with this question", Tone.HEADING)]]
        lines += _said([f"{each.player.label}: {each.agreement.sentence}" for each in found], room)
    return lines


def _names(standing: Standing) -> Iterable[str]:
    """Which text is which."""
    for text in standing.comparison.texts:
        id = text.revision.id
        yield f"{standing.comparison.label(id)}: {standing.comparison.name(id)}"


def reader_details(
    result: ReaderResult, standing: Standing, agreements: Sequence[JudgeAgreement], room: int
) -> Lines:
    """What a reader chose and why, in both orders, and how often it chooses as the person."""
    lines: Lines = [[(one_line(neutralised(result.player.label)), Tone.HEADING)]]
    lines += _said(
        [f"It {result.sentence(standing.comparison)}.", *reader_lines(result, standing.comparison)], room
    )
    for each in concerning(standing, agreements):
        if each.player == result.player:
            lines += [
                [],
                *_said([f"Over every comparison with this question it {each.agreement.sentence}"], room),
            ]
    return lines


def _said(sentences: Iterable[str], room: int) -> Lines:
    """Sentences as rows; what is indented stays so, and is quieter."""
    lines: Lines = []
    for sentence in sentences:
        depth = len(sentence) - len(sentence.lstrip())
        tone = Tone.MUTED if depth else Tone.PLAIN
        words = one_line(neutralised(sentence))
        lines += hanging(("", Tone.PLAIN), (words, tone), depth * 2, max(8, room))
    return lines
