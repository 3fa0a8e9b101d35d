import pytest

from workbench.core.errors import RETRIED, Failure, FailureKind
from workbench.core.retries import LONGEST_WAIT, delay, given_up, in_words


@pytest.mark.parametrize("kind", sorted(RETRIED - {FailureKind.TIMEOUT}))
def test_what_may_pass_is_tried_again_with_growing_waits(kind):
    assert [delay(Failure(kind, ""), attempt, 4) for attempt in (1, 2, 3, 4)] == [1, 2, 4, None]


@pytest.mark.parametrize("kind", sorted(set(FailureKind) - RETRIED - {FailureKind.UNREADABLE}))
def test_what_cannot_pass_is_not_tried_again(kind):
    assert delay(Failure(kind, ""), 1, 4) is None


def test_an_unreadable_answer_is_asked_for_once_more():
    failure = Failure(FailureKind.UNREADABLE, "")
    assert [delay(failure, attempt, 4) for attempt in (1, 2)] == [0.0, None]


def test_what_did_not_come_in_time_is_asked_for_once_more():
    failure = Failure(FailureKind.TIMEOUT, "")
    assert [delay(failure, attempt, 4) for attempt in (1, 2)] == [1.0, None]


@pytest.mark.parametrize(
    ("attempts", "said"),
    [(1, "Busy."), (2, "Busy. It was tried twice."), (4, "Busy. It was tried 4 times.")],
)
def test_a_failure_after_its_last_attempt_says_how_many_there_were(attempts, said):
    assert given_up(Failure(FailureKind.SERVER, "Busy."), attempts).message == said


def test_the_wait_that_a_service_asks_for_is_honoured():
    assert delay(Failure(FailureKind.RATE_LIMITED, "", retry_after=5), 1, 4) == 5


def test_a_service_that_asks_for_hours_is_not_waited_for():
    assert delay(Failure(FailureKind.RATE_LIMITED, "", retry_after=LONGEST_WAIT + 1), 1, 4) is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.5, "0.5 s"), (5, "5 s"), (89, "89 s"), (600, "10 min"), (18_000, "5 h"), (9000, "2.5 h")],
)
def test_a_wait_is_said_as_a_person_would(seconds, words):
    assert in_words(seconds) == words
