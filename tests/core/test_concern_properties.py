"""What an edit elsewhere leaves of concerns and marks, and what a merge that is split again leaves."""

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st
from support.builders import artifact, revision
from support.regrouping import Person, grouped

from workbench.core.concerns import Status, concerns_of
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.errors import UsageError
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.marks import Decision, Mark, Target
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState, Span
from workbench.core.sources import Source, SourceKind

READERS = [Source(SourceKind.READER, name, "w") for name in ("skeptic", "engineer")]
SENTENCES = [
    "The kiln reaches its heat within one night.",
    "Whoever glazes first must wait for dry weather!",
    "Throwing on a wheel takes both hands, and patience.",
    "陶土は冷暗所で保管してください。",
]
"""What findings are about; each stands once in any text here, and none is like another."""
FILLING = st.lists(
    st.sampled_from(["Something is put in.", "", "## A heading", "- one more entry", "窯は高温です。"]),
    max_size=3,
)
AROUND = st.lists(FILLING, min_size=len(SENTENCES) + 1, max_size=len(SENTENCES) + 1)
"""The lines before, between and after the sentences."""
RAISED = st.lists(
    st.tuples(st.integers(0, len(SENTENCES) - 1), st.integers(1, 3), st.booleans()), min_size=1, max_size=8
)
"""Of each finding: its sentence, its concern, and which of two readers raised it in which of two rounds."""


def text_of(around: list[list[str]]) -> str:
    parts = [
        line for filling, sentence in zip(around, SENTENCES, strict=False) for line in (*filling, sentence)
    ]
    return "\n".join([*parts, *around[-1]]) + "\n"


def history_of(text: str, raised: list[tuple[int, int, bool]]) -> History:
    """Two rounds on one text."""
    read = revision(text)
    history = History(artifact(), (read,))
    placements = []
    for round in (1, 2):
        here = [(n, said) for n, said in enumerate(raised, start=1) if said[2] is (round == 2)]
        findings = []
        for id, (sentence, concern, _) in here:
            start = text.index(SENTENCES[sentence])
            span = Span(start, start + len(SENTENCES[sentence]))
            findings.append(
                Finding(
                    READERS[round - 1],
                    FindingKind.FINDING,
                    SENTENCES[sentence],
                    f"problem {concern}",
                    span=span,
                    id=id,
                    reading=round,
                    revision=read.id,
                )
            )
            placements.append(Placement(id, concern, "alike"))
        history = history.with_round(Round(read.id, round, (), RoundState.COMPLETE, id=round))
        history = history.with_reading(
            Reading(
                READERS[round - 1], round, ReadingState.FINISHED, 1, round, findings=tuple(findings), id=round
            )
        )
    return history.with_placements(placements)


@given(AROUND, AROUND, RAISED)
def test_an_edit_elsewhere_changes_no_status(
    before: list[list[str]], after: list[list[str]], raised: list[tuple[int, int, bool]]
) -> None:
    history = history_of(text_of(before), raised)
    edited = revision(text_of(after), id=2, number=2)
    old = {concern.id: concern.status for concern in concerns_of(history, history.revisions[0])}
    new = {concern.id: concern.status for concern in concerns_of(history.with_revision(edited), edited)}
    assert old == new


@given(AROUND, st.permutations(SENTENCES), AROUND, RAISED, st.sampled_from(Mark))
def test_a_mark_survives_any_edit_that_leaves_its_quote_findable(
    before: list[list[str]],
    order: list[str],
    after: list[list[str]],
    raised: list[tuple[int, int, bool]],
    mark: Mark,
) -> None:
    history = history_of(text_of(before), raised)
    marked = [Decision(Target("concern", c), "mark", mark.value, id=c) for c in {c for _, c, _ in raised}]
    lines = [line for filling, sentence in zip(after, order, strict=False) for line in (*filling, sentence)]
    edited = revision("\n".join([*lines, *after[-1]]) + "\n", id=2, number=2)
    changed = History(
        history.artifact,
        (*history.revisions, edited),
        history.rounds,
        history.readings,
        placements=history.placements,
        decisions=tuple(marked),
    )
    marks = EffectiveMarks(changed)
    for concern in concerns_of(changed, edited):
        assert concern.status is not Status.GONE and concern.span is not None
        assert edited.text[concern.span.start : concern.span.end] in SENTENCES
        assert {marks.of_finding(finding) for finding in concern.findings} == {mark}


@given(
    st.sampled_from([((1, 2, 3), (4, 5)), ((1,), (2,), (3, 4, 5)), ((1, 2), (3, 4), (5,))]),
    st.data(),
    st.none() | st.sampled_from(Mark),
)
def test_a_merge_that_is_split_again_changes_nothing(
    concerns: tuple[tuple[int, ...], ...], data: st.DataObject, mark: Mark | None
) -> None:
    person = Person(grouped(*concerns))
    if mark:
        for members in concerns:
            person.mark(members[0], mark)
    before, marks = person.concerns, person.marks
    first, second = data.draw(st.permutations(range(len(concerns))))[:2]
    person.merge(concerns[first][0], concerns[second][0])
    moved = concerns[max(first, second)]
    with suppress(UsageError):
        person.split(*moved)
    assert sorted(map(sorted, person.concerns)) == sorted(map(sorted, before))
    assert person.marks == marks
