"""Two wordings beside each other, and what each was right and wrong about."""

from collections.abc import Sequence
from typing import NamedTuple

from workbench.core.instruments import Persona, Rubric
from workbench.core.loop.revision_diff import DiffLine, Fold, Side, revision_diff
from workbench.core.text.display_text import neutralised, neutralised_line, one_line, shortened
from workbench.core.trust.claim_words import MarkedWords
from workbench.core.trust.wordings import HALF, Figures, Marked, in_words
from workbench.tui.shelf_layout import Lines, figure_lines
from workbench.tui.tones import Tone, hanging

_MOST = 8
"""Claims of a kind that are shown."""
_SIGNS = {Side.BOTH: "  ", Side.OLD: "- ", Side.NEW: "+ "}
_TONES = {Side.BOTH: Tone.MUTED, Side.OLD: Tone.WARNING, Side.NEW: Tone.GOOD}


class Wording(NamedTuple):
    """One wording, and what is known of it."""

    item: Persona | Rubric
    marked: Marked
    figures: Figures

    @property
    def name(self) -> str:
        """What tells it from other wordings."""
        return self.item.wording[:8]


def wording_lines(current: Wording, other: Wording, which: str, room: int) -> Lines:
    """What changed from another wording to the one in use, and what each was right and wrong about."""
    title = f"{current.item.name}: {other.name} ({which}) to {current.name} (in use)"
    lines: Lines = [[(title, Tone.STRONG)], []]
    diff = revision_diff(in_words(other.item), in_words(current.item))
    for line in diff.lines:
        lines += _diff_line(line, room)
    if not diff.changes:
        lines.append([("They say the same; only how the file is written differs.", Tone.MUTED)])
    for wording, label in ((current, "in use"), (other, "not in use")):
        lines += [[], [(f"{wording.name}, {label}", Tone.HEADING)]]
        lines += figure_lines(wording.figures, room)
        lines += marked_lines(wording.marked, room)
    said = f"Only what was marked {HALF} is shown; the other half is kept to tell whether a change helped."
    return [*lines, [], *hanging(("", Tone.PLAIN), (said, Tone.MUTED), 0, room)]


def _diff_line(line: DiffLine | Fold, room: int) -> Lines:
    if isinstance(line, Fold):
        return [[(f"  ··· {line.lines} lines unchanged", Tone.MUTED)]]
    sign = (_SIGNS[line.side], _TONES[line.side])
    return hanging(sign, (neutralised_line(line.text), _TONES[line.side]), 2, room)


def marked_lines(marked: Marked, room: int) -> Lines:
    """What a wording was right and wrong about, the newest first."""
    return [
        *_claims("right about", marked.hits, Tone.HIT, room),
        *_claims("wrong about", marked.misses, Tone.MISS, room),
    ]


def _claims(label: str, claims: Sequence[MarkedWords], tone: Tone, room: int) -> Lines:
    if not claims:
        return [[(f"{label}: nothing that may be looked at here", Tone.MUTED)]]
    more = f", the newest {_MOST} of them" if len(claims) > _MOST else ""
    lines: Lines = [[(f"{label} {len(claims)}{more}", tone)]]
    for claim in claims[:_MOST]:
        lines += claim_lines(claim, room)
    return lines


def claim_lines(claim: MarkedWords, room: int) -> Lines:
    """One claim: why it was marked so, what it says, and the words that it is about."""
    why = f"{claim.reason}: " if claim.reason else ""
    question = claim.source.rpartition("/")[2] + " " if "/" in claim.source else ""
    said = one_line(neutralised(f"{question}{why}{claim.problem}"))
    quote = shortened(one_line(neutralised(f"“{claim.quote}”")), max(8, room - 4))
    return [
        *hanging(("  ", Tone.PLAIN), (said, Tone.PLAIN), 2, room),
        [("    ", Tone.PLAIN), (quote, Tone.QUOTE)],
    ]
