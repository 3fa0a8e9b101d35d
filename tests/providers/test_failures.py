import pytest

from workbench.core.errors import FailureKind
from workbench.providers.failures import Refusal, quoted, retry_after

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
        ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after-ms": "x", "retry-after": "9"}, 9.0),
    ],
)
def test_the_wait_is_read_from_seconds_a_date_or_milliseconds(headers, seconds):
    assert retry_after(headers, NOW) == seconds


def test_a_long_wait_is_told_in_hours():
    refusal = Refusal("host", "m", 429, retry_after=18_000.0)
    assert "asks to wait 5 h" in refusal.failure.message


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
