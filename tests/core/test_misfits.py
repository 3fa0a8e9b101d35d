"""What is wrong with a JSON value is said with its place."""

from typing import Annotated, Literal

import pytest
from msgspec import DecodeError, Meta, Struct, json

from workbench.core.misfits import misfit


class Cup(Struct, forbid_unknown_fields=True):
    tea: Literal["green", "black"]
    sugar: Annotated[int, Meta(ge=0)] = 0


class Tray(Struct):
    cups: list[Cup]
    by_name: dict[str, Cup] = {}


@pytest.mark.parametrize(
    ("text", "place", "missing"),
    [
        ("[]", "", False),
        ("{", "", False),
        ("{}", "cups", True),
        ('{"cups": 1}', "cups", False),
        ('{"cups": [{"tea": "green"}, {"sugar": 1}]}', "cups.1.tea", True),
        ('{"cups": [{"tea": "white"}]}', "cups.0.tea", False),
        ('{"cups": [{"tea": "green", "milk": 1}]}', "cups.0.milk", False),
        ('{"cups": [], "by_name": {"mine": {"tea": "black", "sugar": -1}}}', "by_name.....sugar", False),
    ],
    ids=range(8),
)
def test_a_misfit_is_at_its_place(text, place, missing):
    with pytest.raises(DecodeError) as caught:
        json.decode(text, type=Tray)
    found = misfit(caught.value)
    assert (found.place, found.missing) == (place, missing)
    assert found.problem


def test_a_key_that_only_looks_like_a_place_is_named_as_it_is():
    with pytest.raises(DecodeError) as caught:
        json.decode('{"tea": "green", "a - at `$.b`": 1}', type=Cup)
    assert misfit(caught.value).place == "a - at `$.b`"
