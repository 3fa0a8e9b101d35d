"""What a can't tell rests on, the text and what the repository said: when it changes, it is asked anew."""

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Mapping

from workbench.core.board import Board
from workbench.core.events import LookedUpAt
from workbench.core.history import LookedUp
from workbench.core.marks import Decision, Mark
from workbench.core.ports import Claim, Mention
from workbench.core.readings import Span
from workbench.core.rows import Row
from workbench.core.store import Store
from workbench.core.text.document import Document

CODE = "code"
"""The reason of a can't tell that the repository may decide."""
TEXT_CHANGED = "asked anew: the text there changed"
EVIDENCE_CHANGED = "asked anew: what the repository says changed"


def is_about_code(row: Row) -> bool:
    """Whether the person could not tell a row because they would have to look at the code."""
    return row.standing.mark is Mark.CANT_TELL and row.standing.reason == CODE


def words_of(row: Row) -> str:
    """The words that a row is about, and what is said of them."""
    said = row.answer or row.lead
    return f"{said.quote}\n{row.headline}" if said else ""


def place_digest(text: str, span: Span) -> str:
    """What a block of a text is told again by: all its words, whatever the white space between them."""
    document = Document(text)
    starts = [start for start, _ in document.block_lines]
    block = bisect_right(starts, document.line_of(span.start)) - 1
    first = starts[block] if block >= 0 else 1
    after = starts[block + 1] if block + 1 < len(starts) else len(document.lines) + 1
    return _digest(document.lines[first - 1 : after - 1])


def evidence_digest(mentions: Iterable[Mention], claims: Iterable[Claim]) -> str:
    """What was looked up is told again by; that lines moved is no change."""
    lines = sorted(f"{mention.path}\0{mention.text}" for mention in mentions)
    return _digest([*lines, *sorted(f"{claim.check}\0{claim.quote}\0{claim.why}" for claim in claims)])


async def keep(
    store: Store, board: Board, decision: Decision, row: Row, evidence: str | None
) -> LookedUpAt | None:
    """Keep what a can't tell rests on; None where its words are not in the text, or it is kept already."""
    known = board.history.looked_up.get(decision.id)
    if row.span is None or (known and (known.evidence is not None or evidence is None)):
        return None
    looked = LookedUp(known.place if known else place_digest(board.revision.text, row.span), evidence)
    await store.save_looked_up(decision, looked)
    return LookedUpAt(decision, looked)


def returned(board: Board, evidence: Mapping[int, str]) -> dict[int, str]:
    """By decision: why a can't tell is asked anew.

    `evidence` has, by decision, the digest of what the repository says now, where that was looked up.
    """
    found: dict[int, str] = {}
    for row in board.rows:
        decision = row.standing.decision
        looked = board.history.looked_up.get(decision.id) if decision else None
        if decision is None or looked is None or row.standing.mark is not Mark.CANT_TELL or row.span is None:
            continue
        if place_digest(board.revision.text, row.span) != looked.place:
            found[decision.id] = TEXT_CHANGED
        elif looked.evidence is not None and evidence.get(decision.id, looked.evidence) != looked.evidence:
            found[decision.id] = EVIDENCE_CHANGED
    return found


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(" ".join(line.split()) for line in lines).encode()).hexdigest()
