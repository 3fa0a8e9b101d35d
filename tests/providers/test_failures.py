import time

import pytest

from workbench.core.errors import FailureKind
from workbench.core.retries import LONGEST_TOLD
from workbench.providers.failures import Refusal, hidden, quoted, retry_after, secrets_of

NOW = 1_790_000_000.0


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "Mon, 21 Sep 2026 14:13:30 GMT"}, 10.0),
        ({"retry-after": "Mon, 21 Sep 2026 14:13:10 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "-inf"}, None),
        ({"retry-after": "9" * 32}, LONGEST_TOLD),
        ({"retry-after-ms": "1e300"}, LONGEST_TOLD),
        ({"retry-after": "Fri, 31 Dec 9999 23:59:59 GMT"}, LONGEST_TOLD),
        ({"retry-after": "Mon, 01 Jan 0001 00:00:00 +2359"}, 0.0),
        ({"retry-after": "Mon, 01 Jan 99999 00:00:00 GMT"}, None),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after-ms": "x", "retry-after": "9"}, 9.0),
    ],
)
def test_the_wait_is_read_from_seconds_a_date_or_milliseconds(headers, seconds):
    assert retry_after(headers, NOW) == seconds


@pytest.mark.parametrize("status", [401, 429, 503])
@pytest.mark.parametrize("said", ["Fri, 31 Dec 9999 23:59:59 GMT", "9" * 32, "-1e300", "nan", "1e999"])
def test_no_wait_that_a_service_names_keeps_its_refusal_from_being_said(status, said):
    wait = retry_after({"retry-after": said}, NOW)
    failure = Refusal("host", "m", status, retry_after=wait, now=NOW).failure
    assert failure.message.startswith("host ") and failure.message.endswith(".")


@pytest.fixture
def in_tokyo(monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("status", [429, 503, 529])
def test_a_wait_that_is_not_made_is_told_as_a_time_on_the_clock_here(in_tokyo, status):
    message = Refusal("host", "m", status, retry_after=18_000.0, now=NOW).failure.message
    assert "until 04:14 on 22 September" in message
    assert "What was read is kept" in message


def test_a_wait_into_another_year_names_the_year(in_tokyo):
    message = Refusal("host", "m", 429, retry_after=LONGEST_TOLD, now=NOW).failure.message
    assert "until 23:14 on 26 October 2027" in message


def test_a_wait_that_is_made_is_not_told_afterwards():
    message = Refusal("host", "m", 429, retry_after=5.0, now=NOW).failure.message
    assert "until" not in message and "Read again later" in message


def test_a_spent_limit_names_no_time():
    refusal = Refusal("host", "m", 429, code="enforced_spend_limit_reached", retry_after=18_000.0, now=NOW)
    assert refusal.kind is FailureKind.SPENT
    assert "until" not in refusal.failure.message


@pytest.mark.parametrize("status", [200, 302, 401, 403, 404, 407])
def test_a_page_is_not_taken_for_the_services_own_no(status):
    refusal = Refusal("host", "m", status, message="<p>no</p>", is_page=True)
    assert refusal.kind is FailureKind.NO_API


def test_a_page_is_read_without_its_markup():
    page = "<style>p {}</style><!-- <b> --><title>Guest&nbsp;network</title><script>x < y</script> <p>Log in"
    message = Refusal("host", "m", 403, message=page, is_page=True).failure.message
    assert '(status 403: "Guest network Log in")' in message


def test_a_huge_page_is_read_in_no_time():
    message = Refusal("host", "m", 403, message="<script>" * 1_000_000, is_page=True).failure.message
    assert len(message) < 600


def test_secrets_are_the_values_of_headers_that_are_named_so():
    headers = {
        "authorization": "Bearer abc",
        "x-api-key": "def",
        "Cookie": "sid=ghi",
        "accept": "jkl",
        "x-auth": "",
    }
    assert secrets_of(headers) == {"abc", "def", "sid=ghi"}


def test_what_is_hidden_is_named_and_what_is_too_short_to_be_a_secret_stays():
    text = "none sk-12345 sk-12345678"
    assert hidden(text, ["none", "sk-12345", "sk-12345678"]) == "none [key] [key]"


def test_braces_in_what_a_service_says_are_only_text():
    failure = Refusal("host", "m{said}", 500, message="{host} {0} {missing}").failure
    assert '"{host} {0} {missing}"' in failure.message


def test_every_status_is_some_failure_with_a_whole_sentence():
    for status in range(300, 600):
        failure = Refusal("host.example", "m", status).failure
        assert isinstance(failure.kind, FailureKind)
        assert str(status) in failure.message
        assert failure.message.endswith(".")


def test_words_of_others_become_one_short_printable_line():
    line = quoted("a\n\tb\x1b[31m\u202e\x9bc " + "d" * 999)
    assert line.isprintable()
    assert line.startswith('"a b [31m c d')
    assert line.endswith('d…"')
    assert len(line) < 310
