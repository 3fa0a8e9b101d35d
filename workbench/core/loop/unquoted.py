"""Sections that nobody ever quoted: of these it is not known whether any reader took note of them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.core.artifacts import Revision
from workbench.core.concerns import is_read
from workbench.core.history import History
from workbench.core.readings import Reading, ReadingState, Span
from workbench.core.text.carrying import Carrier
from workbench.core.text.document import Document


@dataclass(frozen=True, slots=True)
class Section:
    """The lines from one heading up to the next, whatever its level."""

    title: str
    """Without markup; empty before the first heading, or where the heading is."""
    first: int
    """1-based line of the heading, or of the first words before any."""
    last: int
    """1-based line of its last words."""

    @property
    def name(self) -> str:
        """What it is called, in words."""
        return self.title or ("the beginning" if self.first == 1 else "a section without a title")

    @property
    def place(self) -> str:
        """Its lines, such as L4-9."""
        return f"L{self.first}" if self.first == self.last else f"L{self.first}-{self.last}"


def unquoted_sections(history: History, revision: Revision) -> tuple[Section, ...]:
    """The sections of a revision whose words no reader or judge quoted, in any revision.

    A section has words below its heading. Quotes of findings, of answers and of a judge's worst places
    count; those of checks and of the person do not. Empty where nobody has read the artifact.
    """
    read = [r for r in history.readings if is_read(r) and r.state is ReadingState.FINISHED]
    if not read:
        return ()
    spans = sorted((span.start, span.end) for span in _quoted(read, history, revision))
    starts = [start for start, _ in spans]
    furthest: list[int] = []
    for _, end in spans:
        furthest.append(max(end, furthest[-1] if furthest else 0))

    def is_quoted(start: int, end: int) -> bool:
        before = bisect_left(starts, end)
        return before > 0 and furthest[before - 1] > start

    return tuple(section for section, start, end in _sections(revision.text) if not is_quoted(start, end))


def _quoted(read: list[Reading], history: History, revision: Revision) -> Iterator[Span]:
    """Every quoted stretch where it stands in a revision."""
    spans: dict[int, set[Span]] = {}
    for reading in read:
        found = [finding.span for finding in reading.findings]
        found += [answer.span for answer in reading.answers]
        found += [place.span for place in reading.worst]
        spans.setdefault(reading.revision, set()).update(span for span in found if span)
    for id, quoted in spans.items():
        known = history.revision(id)
        if id == revision.id:
            yield from quoted
        elif known is not None:
            carrier = Carrier(known.text, revision.text)
            yield from (kept for span in quoted if (kept := carrier.carry(span)))


def _sections(text: str) -> Iterator[tuple[Section, int, int]]:
    """Each section that has words, with the offsets of its stretch."""
    document = Document(text)
    headings = document.headings
    edges = [(document.body_start, "", 0), *((h.start, h.title, h.line) for h in headings)]
    for index, (start, title, line) in enumerate(edges):
        end = edges[index + 1][0] if index + 1 < len(edges) else len(text)
        words = _words(document, start, end, line)
        if words:
            yield Section(title, line or words[0], words[-1]), start, end


def _words(document: Document, start: int, end: int, heading: int) -> list[int]:
    """The 1-based lines with words between two offsets, a heading's own left out."""
    first = bisect_right(document.line_starts, start) if start < end else 0
    if not first:
        return []
    after = bisect_left(document.line_starts, end)
    lines = range(max(first, heading + 1), after + 1)
    return [at for at in lines if any(map(str.isalnum, document.lines[at - 1]))]
