"""The questions of a rubric in lines, and what is known of the one under the cursor."""

import re
from collections.abc import Mapping, Sequence

from workbench.core.answered_by_checks import answering_check
from workbench.core.instruments import Question
from workbench.core.sources import CheckRule
from workbench.core.text.display_text import fitted, neutralised, one_line, width
from workbench.core.trust.claim_words import MarkedWords
from workbench.core.trust.tallies import directional
from workbench.core.trust.wordings import HALF, Figures
from workbench.tui.shelf_layout import Lines, anchors_words, figure_lines
from workbench.tui.tones import Piece, Tone, hanging
from workbench.tui.wording_layout import claim_lines

Both = tuple[Figures, Figures]
"""How often a question's fails were right, and how often what it was satisfied with."""

_HEADINGS = ("id", "on fail", "anchors", "fails right", "what it asks")
_ASK = len(_HEADINGS) - 1
_GAP = 2
_INDENT = 11
_MOST = 6
_NO_ANCHORS = "not both"
_ASKS = re.compile(
    r"^\s*(?:- +)?ask:[ \t]*(?:[>|][-+]?)?(.*?)(?=^\s*(?:- +)?[a-z_]+:(?:\s|$)|^---|\Z)",
    re.MULTILINE | re.DOTALL,
)


def question_rows(
    questions: Sequence[Question], figures: Mapping[str, Both], room: int
) -> tuple[list[Piece], Lines]:
    """The headings and a line for each question, in so many cells."""
    rows = [_cells(question, figures.get(question.id)) for question in questions]
    widths = [max(map(width, column)) for column in zip(_HEADINGS, *rows, strict=True)]
    widths[_ASK] = max(0, room - sum(widths[:_ASK]) - _GAP * _ASK)
    muted = [Tone.MUTED] * len(_HEADINGS)
    return _laid_out(_HEADINGS, widths, muted), [
        _laid_out(row, widths, _tones(question)) for row, question in zip(rows, questions, strict=True)
    ]


def _cells(question: Question, figures: Both | None) -> tuple[str, ...]:
    on_fail = f"{question.on_fail}, dominant" if question.dominant else question.on_fail
    anchors = "both" if question.meets and question.fails else _NO_ANCHORS
    return question.id, on_fail, anchors, _rate(figures), one_line(neutralised(question.ask))


def _rate(figures: Both | None) -> str:
    wordings = figures[0].current if figures else ()
    if not wordings:
        return "n/a"
    row = max(wordings, key=lambda each: each.row.tally.marked).row
    return f"{row.rate}{'*' if directional(row.rate) else ''} of {row.tally.marked}"


def _tones(question: Question) -> list[Tone]:
    anchors = Tone.MUTED if question.meets and question.fails else Tone.WARNING
    decides = Tone.WARNING if question.dominant else Tone.PLAIN
    return [Tone.STRONG, decides, anchors, Tone.PLAIN, Tone.PLAIN]


def _laid_out(cells: Sequence[str], widths: Sequence[int], tones: Sequence[Tone]) -> list[Piece]:
    pieces: list[Piece] = []
    for cell, room, tone in zip(cells, widths, tones, strict=True):
        pieces += [(" " * _GAP, Tone.PLAIN)] if pieces else []
        pieces.append((fitted(cell, room), tone))
    return pieces


def asked_in(text: str, starts: Sequence[int], at: int) -> str:
    """What a question of a rubric's text asks, read off its lines: it need not be whole yet.

    `starts` are the 1-based lines at which questions begin.
    """
    end = starts[at + 1] - 1 if at + 1 < len(starts) else None
    block = "\n".join(text.split("\n")[starts[at] - 1 : end])
    found = _ASKS.search(block)
    return " ".join(found[1].split()) if found else ""


def answered_lines(ask: str, rules: Sequence[CheckRule], room: int) -> Lines:
    """That a check answers a question already; nothing where none does."""
    found = answering_check(ask, rules)
    return [] if found is None else _said("a check", found.sentence(), room, Tone.WARNING)


def question_details(
    question: Question, figures: Both | None, misses: Sequence[MarkedWords] | None, room: int
) -> Lines:
    """What a question asks, its anchors, how often it was right, and what it was wrong about.

    None for `misses` while they are not known.
    """
    lines = _said(question.id, question.ask, room, Tone.STRONG)
    for label, example in (("meets", question.meets), ("fails", question.fails)):
        lines += _said(label, example or "no example", room, Tone.PLAIN if example else Tone.WARNING)
    if not (question.meets and question.fails):
        lines += _said("", f"{anchors_words([question.id])}.", room, Tone.WARNING)
    lines += _said("decides", f"owns {question.owns}; fixable by {question.fixable_by}", room, Tone.MUTED)
    for label, of in zip(("its fails", "satisfied"), figures or (), strict=False):
        lines += [[(label, Tone.HEADING)], *figure_lines(of, room)]
    if misses is None:
        return [*lines, [("Looking up what it was wrong about.", Tone.MUTED)]]
    if not misses:
        return [*lines, [(f"No miss of it {HALF}.", Tone.MUTED)]]
    lines += hanging(("", Tone.PLAIN), (f"Misses of it {HALF}: {len(misses)}", Tone.HEADING), 0, room)
    return [*lines, *(row for claim in misses[:_MOST] for row in claim_lines(claim, room))]


def _said(label: str, text: str, room: int, tone: Tone) -> Lines:
    return hanging((label, Tone.MUTED), (one_line(neutralised(text)), tone), _INDENT, room)
