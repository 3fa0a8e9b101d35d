"""When something was, as a person reads it."""

import time
from datetime import UTC, datetime

import pytest

from workbench.core.ages import local


@pytest.fixture
def _in_tokyo(monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("_in_tokyo")
def test_a_moment_is_shown_by_the_time_of_where_the_program_runs():
    assert local(datetime(2026, 1, 1, 20, 30, tzinfo=UTC)) == "2026-01-02 05:30"
