"""The personas or rubrics in lines, and what is known of the one under the cursor."""

from collections.abc import Sequence

from workbench.core.instruments import Persona, Rubric
from workbench.core.offered_rubrics import offered_for
from workbench.core.shelf import Shelved, Stand
from workbench.core.text.display_text import counted, fitted, neutralised, neutralised_line, one_line, width
from workbench.core.trust.instruments import Wording
from workbench.core.trust.statistics import DIRECTIONAL_BELOW
from workbench.core.trust.tallies import directional
from workbench.core.trust.wordings import Figures, without_anchors
from workbench.tui.tones import Piece, Tone, hanging

Lines = list[list[Piece]]

_GAP = 2
_COLUMNS = ("name", "from", "stands", "by default", "marked", "hit rate", "earlier")
_NAME, _FROM, _STANDS, _DEFAULT, _MARKED, _RATE, _EARLIER = range(len(_COLUMNS))
_LEFT_OUT = (_EARLIER, _DEFAULT, _FROM)
"""Columns that are left out where there is no room, the first one first."""
_SHORTEST_DEFAULT = 10
_SHORTEST_NAME = 12
_INDENT = 12
_STANDS_IN = {
    Stand.USED: Tone.PLAIN,
    Stand.HIDDEN: Tone.MISS,
    Stand.DISABLED: Tone.MISS,
    Stand.UNTRUSTED: Tone.WARNING,
    Stand.CHANGED: Tone.WARNING,
    Stand.BROKEN: Tone.ERROR,
}
LEGEND = (
    f"hit rate: hits of hits and misses, of the wording in use; * under {DIRECTIONAL_BELOW} of them, "
    "directional; n/a: none yet",
    f"hit rate: hits of hits and misses; * under {DIRECTIONAL_BELOW}, directional; n/a: none",
)
"""What stands beside rates, the fullest first."""
WHY = {
    Stand.USED: "used",
    Stand.HIDDEN: "not used: a nearer one of its name is",
    Stand.DISABLED: "not used: you disabled it",
    Stand.UNTRUSTED: "not used: it came with this text's project, and you have not looked at it",
    Stand.CHANGED: "not used: it came with this text's project, and is not what you trusted any more",
    Stand.BROKEN: "not used: it is broken, and what it was to replace is not used either",
}


MEANINGS = (
    ("from", "bundled: it ships with the program. user: your own folder. project: beside the open text."),
    ("stands", "Whether it is used. A nearer one of its name replaces it: project, then user, then bundled."),
    ("not trusted", "It came with a project: nothing of it is used before you looked at all of it."),
    ("changed", "It came with a project and is another than what you trusted: look again."),
    ("marked", "How many of the claims that the wording in use raised you have marked."),
    (
        "hit rate",
        f"Of hits and misses; * under {DIRECTIONAL_BELOW} of them: directional. n/a: none. +1: another model "
        "played it too; the one with most marks is shown, all stand below.",
    ),
    ("earlier", "Other wordings of its name that raised something; each keeps its own rates."),
    ("fails right", "Of a question: how often what it failed was a hit, of so many marked."),
    ("anchors", "The examples that a judge is given; without both nothing shows where its border is."),
)


def shelf_lines(files: Sequence[Shelved], figures: Sequence[Figures], room: int) -> tuple[list[Piece], Lines]:
    """The headings and a line for each file, in so many cells."""
    rows = [_cells(file, of) for file, of in zip(files, figures, strict=True)]
    headings = tuple("judges" if h == "by default" and _judges(files) else h for h in _COLUMNS)
    widths = [max(map(width, column)) for column in zip(headings, *rows, strict=True)]
    for column in _LEFT_OUT:
        if _taken(widths) <= room:
            break
        rest = _taken(widths) - widths[column]
        fits = column == _DEFAULT and rest + _SHORTEST_DEFAULT <= room
        widths[column] = min(widths[column], room - rest) if fits else 0
    widths[_NAME] = max(_SHORTEST_NAME, widths[_NAME] - max(0, _taken(widths) - room))
    tones = [[_tone_of(file, column) for column in range(len(_COLUMNS))] for file in files]
    muted = [Tone.MUTED] * len(_COLUMNS)
    return (
        _laid_out(headings, widths, muted),
        [_laid_out(row, widths, of) for row, of in zip(rows, tones, strict=True)],
    )


def _judges(files: Sequence[Shelved]) -> bool:
    return any(file.sort == "rubrics" for file in files)


def _cells(file: Shelved, figures: Figures) -> tuple[str, ...]:
    marked, rate = _figures(figures.current)
    earlier = counted(figures.earlier_wordings, "wording") if figures.earlier else ""
    return (neutralised_line(file.name), file.origin, file.stand.value, _usual(file), marked, rate, earlier)


def _usual(file: Shelved) -> str:
    """For which kinds it is used unasked."""
    item = file.item
    if isinstance(item, Persona):
        return ", ".join(kind.value for kind in item.default_for) or "when asked"
    if item is None:
        return ""
    kinds = ", ".join(kind.value for kind in item.kinds)
    return kinds if item.origin != "bundled" or item.name in item.kinds else f"{kinds} when asked"


def _figures(wordings: Sequence[Wording]) -> tuple[str, str]:
    """How many claims are marked, and the rate; of several models that played it, of the one marked most."""
    if not wordings:
        return "0", "n/a"
    most = max(wordings, key=lambda each: each.row.tally.marked).row
    few = "*" if directional(most.rate) else ""
    others = f" +{len(wordings) - 1}" if len(wordings) > 1 else ""
    return f"{most.tally.marked} of {most.raised}", f"{most.rate}{few}{others}"


def _tone_of(file: Shelved, column: int) -> Tone:
    if column == _STANDS:
        return _STANDS_IN[file.stand]
    is_used = file.stand is Stand.USED
    if column == _NAME:
        return Tone.STRONG if is_used else Tone.MUTED
    return Tone.PLAIN if column in (_MARKED, _RATE) and is_used else Tone.MUTED


def _laid_out(cells: Sequence[str], widths: Sequence[int], tones: Sequence[Tone]) -> list[Piece]:
    pieces: list[Piece] = []
    for cell, room, tone in zip(cells, widths, tones, strict=True):
        if room:
            pieces += [(" " * _GAP, Tone.PLAIN)] if pieces else []
            pieces.append((fitted(cell, room), tone))
    return pieces


def _taken(widths: Sequence[int]) -> int:
    kept = [cells for cells in widths if cells]
    return sum(kept) + _GAP * (len(kept) - 1)


def file_details(file: Shelved, figures: Figures, room: int) -> Lines:
    """What is known of a file: where it is, why it is not used, what it is for, how often it was right."""
    lines: Lines = [[(file.item.title if file.item else file.name, Tone.STRONG)]]
    stands = f"{WHY[file.stand]}; {file.origin}, {file.path}"
    lines += _said("stands", stands, room, _STANDS_IN[file.stand])
    for error in file.errors:
        place = f"line {error.line}: " if error.line else ""
        key = f"{error.key}: " if error.key else ""
        lines += _said("", f"{place}{key}{error.problem}", room, Tone.ERROR)
    if file.item is not None:
        lines += _about(file.item, room)
    return [*lines, *figure_lines(figures, room)]


def _about(item: Persona | Rubric, room: int) -> Lines:
    kinds = ", ".join(kind.value for kind in item.kinds)
    if isinstance(item, Persona):
        sees = "; sees the first screen only" if item.sees == "first-screen" else ""
        lines = _said("reads", f"{kinds}{sees}", room)
        return [*lines, *_said("reads for", ", ".join(item.reads_for), room)]
    dominant = ", ".join(q.id for q in item.questions if q.dominant) or "none"
    lines = _said(
        "judges", f"{kinds}; {counted(len(item.questions), 'question')}, dominant: {dominant}", room
    )
    if item.readers:
        lines += _said("read by", f"{', '.join(item.readers)}, unless others are asked for", room)
    if texts := offered_for(item):
        lines += _said("offered", f"for {texts}", room)
    if bare := without_anchors(item):
        lines += _said("anchors", anchors_words([q.id for q in bare]), room, Tone.WARNING)
    return lines


def anchors_words(ids: Sequence[str]) -> str:
    """That some questions lack an example, and what follows."""
    have = "has not both its anchors" if len(ids) == 1 else "have not both their anchors"
    return f"{', '.join(ids)} {have}: nothing shows where its border is, and it cannot be tried on them"


def figure_lines(figures: Figures, room: int) -> Lines:
    """How often the wording in use and earlier ones were right, a sentence each."""
    lines: Lines = []
    for label, wordings in (("now", figures.current), ("earlier", figures.earlier)):
        for wording in wordings:
            lines += _said(label, f"{wording.label}: {wording.row.sentence()}", room)
            label = ""
    if not figures.current:
        lines += _said("now", "this wording has raised nothing yet: hit rate n/a.", room, Tone.MUTED)
    return lines


def _said(label: str, text: str, room: int, tone: Tone = Tone.PLAIN) -> Lines:
    return hanging((label, Tone.MUTED), (one_line(neutralised(text)), tone), _INDENT, room)
