import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.trust.bars import bar, strip
from workbench.core.trust.statistics import Rate

rates = st.integers(1, 500).flatmap(lambda of: st.builds(Rate, st.integers(0, of), st.just(of)))


def test_an_interval_is_drawn_where_it_lies():
    assert strip(Rate(5, 10), 21) == "    ├─────●─────┤    "


@given(rates, st.integers(3, 80))
def test_it_fills_its_room_and_has_one_point_between_its_ends(rate, room):
    drawn = strip(rate, room)
    assert len(drawn) == room and drawn.count("●") == 1
    at = drawn.index("●")
    assert at == min(room - 1, int(rate.value * room))
    assert not set(drawn[:at]) & {"┤"} and not set(drawn[at + 1 :]) & {"├"}


@pytest.mark.parametrize(("rate", "room"), [(Rate(0, 0), 9), (Rate(1, 2), 2), (Rate(1, 2), 0)])
def test_nothing_is_drawn_without_a_rate_or_room(rate, room):
    assert strip(rate, room) == " " * room


@pytest.mark.parametrize(
    ("share", "drawn"), [(0, ""), (1, "████"), (0.5, "██"), (0.53, "██▏"), (0.001, "▏"), (0.99, "████")]
)
def test_a_bar_is_as_long_as_its_share(share, drawn):
    assert bar(share, 4) == drawn
