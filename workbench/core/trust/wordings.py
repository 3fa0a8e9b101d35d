"""What is known of each wording of a persona or rubric: how often it was right, and about what."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from workbench.core.errors import UsageError
from workbench.core.history import History
from workbench.core.instruments import Persona, Question, Rubric
from workbench.core.marks import Mark
from workbench.core.ports import Library
from workbench.core.replay.rebuilding import Bodies
from workbench.core.replay.sources import resolved
from workbench.core.replay.units import Split, half_of
from workbench.core.sources import Source, SourceKind
from workbench.core.store import Store
from workbench.core.trust.claim_words import MarkedWords, Wanted
from workbench.core.trust.instruments import Report, Wording
from workbench.core.trust.tallies import Heading

HALF = "in the half of your texts that is for editing"
"""Which claims may be looked at by whoever edits; the other half tells later whether it helped."""


@dataclass(frozen=True, slots=True)
class Figures:
    """How often one persona, rubric or question was right, the wording in use and the others."""

    current: tuple[Wording, ...] = ()
    """One for each model that played the wording in use."""
    earlier: tuple[Wording, ...] = ()
    """The others, the newest first."""

    @property
    def earlier_wordings(self) -> int:
        """How many other wordings there were."""
        return len({each.source.wording for each in self.earlier})


def figures_of(report: Report, source: Source, heading: Heading) -> Figures:
    """How often a source was right at its wording in use and at others, under one heading."""
    found = [
        wording
        for instrument in report.instruments
        if instrument.name == source.name and instrument.row.heading is heading
        for wording in instrument.wordings
        if wording.source.kind is source.kind
    ]
    return Figures(
        tuple(each for each in found if each.source.wording == source.wording),
        tuple(each for each in reversed(found) if each.source.wording != source.wording),
    )


def question_figures(report: Report, item: Rubric, question: Question) -> tuple[Figures, Figures]:
    """How often a question's fails were right, and how often what it was satisfied with."""
    source = item.source_of(question)
    return figures_of(report, source, Heading.SHOULD_FIX), figures_of(report, source, Heading.SATISFIED)


def heading_of(item: Persona | Rubric) -> Heading:
    """Under which heading what an instrument raises is counted."""
    return Heading.READERS if isinstance(item, Persona) else Heading.SHOULD_FIX


def without_anchors(item: Rubric) -> tuple[Question, ...]:
    """The questions that lack an example on one side: nobody can try them on their own anchors."""
    return tuple(question for question in item.questions if not question.meets or not question.fails)


def earlier_of(item: Persona | Rubric, bodies: Bodies) -> tuple[Persona | Rubric, ...]:
    """The other wordings that read something and whose words are kept, what read last comes first."""
    source, found = item.source, []
    for known in reversed(tuple(bodies)):
        if (known.kind, known.name) != (source.kind, source.name) or known.wording == source.wording:
            continue
        with suppress(UsageError):
            wanted = f"{known.kind.value}:{known.name}@{known.wording}"
            found.append(resolved(wanted, Library(), bodies, _no_file))
    return tuple(found)


def _no_file(path: Path, sort: str) -> Persona | Rubric:
    raise UsageError(f"{path} was not asked for.")


def in_words(item: Persona | Rubric) -> str:
    """All that a persona or rubric says, one thing a line, so that two wordings can be compared."""
    lines = [f"title: {item.title}", f"kinds: {', '.join(kind.value for kind in item.kinds)}"]
    if isinstance(item, Persona):
        usual = ", ".join(kind.value for kind in item.default_for)
        lines += [f"default_for: {usual}", f"sees: {item.sees}", f"reads_for: {', '.join(item.reads_for)}"]
    else:
        if item.readers:
            lines.append(f"readers: {', '.join(item.readers)}")
        lines += [line for question in item.questions for line in _question_lines(question)]
    return "\n".join([*lines, "", item.body])


def _question_lines(question: Question) -> list[str]:
    decides = f"{question.on_fail}{', dominant' if question.dominant else ''}"
    return [
        "",
        f"{question.id} ({decides}; owns {question.owns}; {question.fixable_by})",
        *question.ask.strip().split("\n"),
        *(f"  meets: {line}" for line in (question.meets or "no example").strip().split("\n")),
        *(f"  fails: {line}" for line in (question.fails or "no example").strip().split("\n")),
    ]


def to_edit_by(histories: Iterable[History]) -> frozenset[str]:
    """The paths of the texts whose claims may be looked at while a wording is edited."""
    return frozenset(h.artifact.path for h in histories if half_of(h) is Split.TRAIN)


@dataclass(frozen=True, slots=True)
class Marked:
    """What one wording was right and wrong about, as far as it may be looked at."""

    hits: tuple[MarkedWords, ...] = ()
    misses: tuple[MarkedWords, ...] = ()


async def marked_of(store: Store, sources: Sequence[Source], may_see: frozenset[str]) -> Marked:
    """What some sources were right and wrong about, each at its exact wording.

    Raises:
        StoreError: the database cannot be used.
    """
    names = tuple(dict.fromkeys(source.name for source in sources))
    wordings = tuple(dict.fromkeys(source.wording for source in sources))
    is_reader = all(source.kind is SourceKind.READER for source in sources)
    heading = Heading.READERS if is_reader else Heading.SHOULD_FIX
    found = {
        mark: tuple(
            words
            for words in await store.claim_words(Wanted(heading, names, mark, wordings))
            if words.path in may_see
        )
        for mark in (Mark.HIT, Mark.MISS)
    }
    return Marked(found[Mark.HIT], found[Mark.MISS])


def claiming(item: Persona | Rubric) -> tuple[Source, ...]:
    """The sources whose claims are an instrument's: itself, or its questions."""
    if isinstance(item, Persona):
        return (item.source,)
    return tuple(item.source_of(question) for question in item.questions)
