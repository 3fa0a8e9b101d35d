from dataclasses import replace
from datetime import UTC, datetime

import pytest
from support.builders import persona, revision

from workbench.core.artifacts import Artifact, Kind
from workbench.core.errors import Failure, FailureKind
from workbench.core.history import History, Round, RoundState
from workbench.core.readings import Reading, ReadingState
from workbench.core.seats import Seat
from workbench.core.sources import Source, SourceKind
from workbench.core.unread import failed_readings, unread

NAMES = ("skeptic", "engineer", "newcomer")
SOURCES = {name: persona(name).source for name in NAMES}
REFUSED = Failure(FailureKind.REFUSED_KEY, "No such key. Set another one.")


def history(*readings, state=RoundState.INCOMPLETE):
    round = Round(1, 1, tuple(map(Seat, SOURCES.values())), state=state, id=7)
    made = tuple(
        Reading(SOURCES[name], 1, ReadingState.FAILED if failure else state, 1, 7, failure=failure)
        for name, state, failure in readings
    )
    return History(Artifact("x", "x", Kind.README), (revision(),), (round,), made)


def failing(name, failure=REFUSED):
    return name, ReadingState.FAILED, failure


def test_a_reason_is_said_once_with_everybody_whom_it_kept_from_reading():
    missing = unread(
        history(failing("skeptic"), failing("engineer"), ("newcomer", ReadingState.FINISHED, None))
    )
    assert [(one.who, one.why) for one in missing] == [("skeptic, engineer", REFUSED.message)]


def test_what_a_later_reading_filled_is_not_missing():
    made = history(failing("skeptic"), ("skeptic", ReadingState.FINISHED, None), failing("engineer"))
    assert "skeptic" not in [one.who for one in failed_readings(made)]


def test_the_latest_reason_counts():
    other = Failure(FailureKind.SERVER, "It failed. Read again.")
    made = history(failing("skeptic"), failing("skeptic", other))
    assert [one.failure for one in failed_readings(made)] == [other]


def test_who_was_stopped_or_never_begun_is_missing_and_has_not_failed():
    made = history(("skeptic", ReadingState.STOPPED, None), failing("engineer"))
    assert [one.who for one in unread(made)] == ["skeptic, newcomer", "engineer"]
    assert [one.who for one in failed_readings(made)] == ["engineer"]


def test_a_wait_that_no_calendar_holds_is_a_long_one():
    failure = Failure(FailureKind.RATE_LIMITED, "Not now.", retry_after=1e300)
    made = history(failing("skeptic", failure))
    ended = tuple(replace(reading, ended_at=datetime(2026, 9, 21, tzinfo=UTC)) for reading in made.readings)
    (until,) = [one.until for one in failed_readings(replace(made, readings=ended))]
    assert until is not None and until.year == 2027


def test_who_is_still_to_be_asked_in_a_round_under_way_is_not_missing():
    made = history(failing("engineer"), state=RoundState.RUNNING)
    assert [one.who for one in unread(made)] == ["engineer"]


@pytest.mark.parametrize(("wait", "until"), [(18_000.0, 17), (5.0, None), (None, None)])
def test_only_a_wait_that_was_not_made_has_an_end(wait, until):
    limited = Failure(FailureKind.RATE_LIMITED, "No more. Read again then.", wait)
    made = history(failing("skeptic", limited))
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    made = replace(made, readings=tuple(replace(reading, ended_at=noon) for reading in made.readings))
    found = failed_readings(made)[0].until
    assert (found and found.hour) == until


def test_without_a_round_nothing_is_missing():
    assert unread(History(Artifact("x", "x", Kind.README))) == ()


def test_a_seat_is_called_as_a_person_would():
    rubric, questions = Source(SourceKind.RUBRIC, "readme", ""), Source(SourceKind.QUESTIONS, "questions", "")
    seats = (Seat(SOURCES["skeptic"]), Seat(SOURCES["skeptic"], 2), Seat(rubric), Seat(questions))
    assert [seat.name for seat in seats] == ["skeptic", "skeptic (2)", "judge", "questions"]
