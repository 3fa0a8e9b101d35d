"""How concerns stand on a revision."""

from collections.abc import Sequence
from dataclasses import replace

from workbench.core.artifacts import Artifact, Kind, Revision
from workbench.core.concerns import Concern, Status, concerns_of
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState, Span
from workbench.core.sources import ME, Source, SourceKind

OLD = Revision("a", "# Oven\n\nIt bakes anything.\n\nPreheat before use.\n", id=1, number=1)
NEW = Revision("b", "# Oven\n\nSee the list of loaves.\n\nPreheat before use.\n", id=2, number=2)
GONE, KEPT = "It bakes anything.", "Preheat before use."
BAKER = Source(SourceKind.READER, "baker", "w")
GUEST = Source(SourceKind.READER, "guest", "w")
JUDGE = Source(SourceKind.RUBRIC, "readme", "w")
CHECK = Source(SourceKind.CHECK, "dead-links", "w")

Raised = Sequence[tuple[int, str]]
"""Concern and quote of each finding of a reading."""


class Story:
    """A history told round by round."""

    def __init__(self) -> None:
        self.history = History(Artifact("path:/oven.md", "/oven.md", Kind.README, id=1), (OLD, NEW))
        self._key = 100

    def round(
        self,
        revision: Revision,
        *readings: tuple[Source, Raised],
        state: RoundState = RoundState.COMPLETE,
        reading_state: ReadingState = ReadingState.FINISHED,
    ) -> "Story":
        number = len(self.history.rounds) + 1
        self.history = self.history.with_round(Round(revision.id, number, (), state, id=number * 10))
        for source, raised in readings:
            self._read(source, revision, raised, number * 10, reading_state)
        return self

    def check(self, revision: Revision, raised: Raised = ()) -> "Story":
        self._read(CHECK, revision, raised, 0, ReadingState.FINISHED)
        return self

    def overlook(self, revision: Revision, concern: int, quote: str) -> "Story":
        finding = self._finding(ME, revision, concern, quote, 0)
        self.history = replace(self.history, overlooked=(*self.history.overlooked, finding))
        return self

    def _read(
        self, source: Source, revision: Revision, raised: Raised, round: int, state: ReadingState
    ) -> None:
        self._key += 1
        key = self._key
        findings = tuple(self._finding(source, revision, concern, quote, key) for concern, quote in raised)
        self.history = self.history.with_reading(
            Reading(source, 1, state, revision.id, round, findings=findings, id=key)
        )

    def _finding(self, source: Source, revision: Revision, concern: int, quote: str, reading: int) -> Finding:
        self._key += 1
        start = revision.text.find(quote)
        placements = {**self.history.placements, self._key: Placement(self._key, concern, "")}
        self.history = replace(self.history, placements=placements)
        kinds = {CHECK: FindingKind.FAULT, ME: FindingKind.OVERLOOKED}
        return Finding(
            source,
            kinds.get(source, FindingKind.FINDING),
            quote,
            "A problem.",
            asks=source.name,
            span=None if start < 0 else Span(start, start + len(quote)),
            id=self._key,
            reading=reading,
            revision=revision.id,
        )

    def on(self, revision: Revision) -> Concern:
        (concern,) = concerns_of(self.history, revision)
        return concern


def test_a_concern_first_raised_in_the_latest_round_is_new() -> None:
    concern = Story().round(OLD, (BAKER, [(7, KEPT)]), (GUEST, [])).on(OLD)
    assert (concern.id, concern.status, concern.lines) == (7, Status.NEW, (5, 5))
    assert (concern.raised, concern.readings) == (1, 2)
    assert concern.span and OLD.text[concern.span.start : concern.span.end] == KEPT


def test_a_concern_raised_before_and_in_the_latest_round_is_raised_again() -> None:
    story = Story().round(OLD, (BAKER, [(7, KEPT)])).round(NEW, (GUEST, [(7, KEPT)]))
    concern = story.on(NEW)
    assert concern.status is Status.AGAIN
    assert [finding.span for finding in concern.findings] == [concern.span, concern.span]
    assert concern.sources == (BAKER, GUEST)


def test_a_second_round_on_unchanged_text_makes_a_concern_raised_again() -> None:
    story = Story().round(OLD, (BAKER, [(7, KEPT)])).round(OLD, (BAKER, [(7, KEPT)]))
    assert story.on(OLD).status is Status.AGAIN


def test_a_concern_that_the_latest_round_passed_over_is_not_raised_again() -> None:
    concern = Story().round(OLD, (BAKER, [(7, KEPT)]), (GUEST, [(7, KEPT)])).round(NEW, (BAKER, [])).on(NEW)
    assert concern.status is Status.NOT_RAISED
    assert concern.lines == (5, 5)
    assert (concern.raised, concern.readings) == (2, 2)


def test_a_concern_whose_words_were_edited_away_is_text_gone() -> None:
    concern = Story().round(OLD, (BAKER, [(7, GONE)])).round(NEW, (BAKER, [])).on(NEW)
    assert (concern.status, concern.span, concern.lines) == (Status.GONE, None, None)
    assert not concern.lost


def test_words_may_be_gone_before_anyone_read_the_edited_text() -> None:
    assert Story().round(OLD, (BAKER, [(7, GONE)])).on(NEW).status is Status.GONE


def test_until_the_edited_text_is_read_a_concern_stands_as_it_stood() -> None:
    assert Story().round(OLD, (BAKER, [(7, KEPT)])).on(NEW).status is Status.NEW


def test_a_round_that_still_runs_takes_nothing_back() -> None:
    story = Story().round(OLD, (BAKER, [(7, KEPT)])).round(OLD, (GUEST, []), state=RoundState.RUNNING)
    assert story.on(OLD).status is Status.NEW


def test_an_earlier_revision_is_shown_with_what_its_own_last_round_raised() -> None:
    story = Story().round(OLD, (BAKER, [(7, GONE)])).round(NEW, (BAKER, []))
    assert story.on(OLD).status is Status.NEW


def test_a_concern_without_found_words_never_counts_as_new() -> None:
    concern = Story().round(OLD, (BAKER, [(7, "words that are nowhere")])).on(OLD)
    assert concern.status is Status.AGAIN
    assert concern.lost


def test_a_fault_that_its_check_does_not_find_any_more_is_fixed() -> None:
    assert Story().check(OLD, [(7, GONE)]).check(NEW).on(NEW).status is Status.FIXED
    assert Story().check(OLD, [(7, KEPT)]).check(NEW).on(NEW).status is Status.FIXED


def test_a_fault_is_not_fixed_where_its_check_did_not_run() -> None:
    assert Story().check(OLD, [(7, KEPT)]).on(NEW).status is Status.NOT_RAISED


def test_a_fault_that_is_still_found_is_raised_again() -> None:
    concern = Story().check(OLD, [(7, KEPT)]).check(NEW, [(7, KEPT)]).on(NEW)
    assert concern.status is Status.AGAIN
    assert (concern.raised, concern.readings) == (0, 0)


def test_a_fault_that_stood_when_an_earlier_round_read_the_same_text_is_not_new() -> None:
    story = Story().check(OLD, [(7, KEPT)]).round(OLD, (BAKER, []))
    assert story.on(OLD).status is Status.NEW
    assert story.round(OLD, (BAKER, [])).on(OLD).status is Status.AGAIN


def test_a_fault_that_only_a_later_check_of_the_same_text_finds_is_new() -> None:
    story = Story().round(OLD, (BAKER, [])).check(OLD, [(7, KEPT)]).round(OLD, (BAKER, []))
    assert story.on(OLD).status is Status.NEW


def test_a_fault_that_a_reader_still_raises_is_not_fixed() -> None:
    story = Story().check(OLD, [(7, KEPT)]).check(NEW).round(NEW, (BAKER, [(7, KEPT)]))
    assert story.on(NEW).status is Status.AGAIN


def test_an_overlooked_problem_is_new_on_the_revision_it_was_added_to() -> None:
    story = Story().overlook(OLD, 7, KEPT)
    assert story.on(OLD).status is Status.NEW
    assert story.on(NEW).status is Status.AGAIN


def test_an_overlooked_problem_whose_words_are_gone_says_so() -> None:
    assert Story().overlook(OLD, 7, GONE).on(NEW).status is Status.GONE


def test_only_finished_readings_of_readers_and_judges_are_counted() -> None:
    story = (
        Story()
        .round(OLD, (BAKER, [(7, KEPT), (7, GONE)]), (JUDGE, [(7, KEPT)]), (GUEST, []))
        .check(OLD)
        .round(OLD, (BAKER, []), reading_state=ReadingState.FAILED)
    )
    concern = story.on(OLD)
    assert (concern.raised, concern.readings) == (2, 3)


def test_the_span_is_where_most_findings_point_and_the_shorter_one() -> None:
    story = Story().round(OLD, (BAKER, [(7, GONE), (7, KEPT)]), (GUEST, [(7, "Preheat")]))
    span = story.on(OLD).span
    assert span and OLD.text[span.start : span.end] == "Preheat"


def test_findings_not_placed_yet_are_in_no_concern() -> None:
    story = Story().round(OLD, (BAKER, [(7, KEPT)]))
    assert concerns_of(replace(story.history, placements={}), OLD) == ()
