"""What is counted in single lines."""

import pytest

from workbench.checks.taglines import StandardLineChecks
from workbench.content.phrases import read_phrases


@pytest.fixture(scope="module")
def checks():
    return StandardLineChecks(read_phrases)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Boils water from the shell", ()),
        ("A blazingly fast kettle", ('stock phrase: "blazingly fast"',)),
        ("A kettle that speaks QUIC", ("not explained: QUIC",)),
        ("A kettle that speaks HTTP", ()),
        ("QUIC (a transport protocol) for kettles", ()),
        ("湯を沸かすコマンド", ()),
        ("", ()),
        ("- [ ] `code` | <b>x</b>", ()),
    ],
)
async def test_a_line_is_looked_at_alone(checks, line, said):
    assert await checks.run([line]) == (said,)


async def test_every_line_has_its_own_answer_in_order(checks):
    lines = ["A blazing fast kettle", "Tea", "A kettle with QUIC"]
    assert [bool(said) for said in await checks.run(lines)] == [True, False, True]


async def test_a_phrase_that_stands_twice_is_said_once(checks):
    (said,) = await checks.run(["blazing fast, blazing fast"])
    assert said == ('stock phrase: "blazing fast"',)
