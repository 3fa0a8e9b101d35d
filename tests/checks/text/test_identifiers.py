import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.checks.text.identifiers import MOST_NAMES, identifiers


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Run `tool --dry-run -v` first.", ("--dry-run", "-v", "tool")),
        ("Set MAP_KEY and HTTP_PORT.", ("MAP_KEY", "HTTP_PORT")),
        ("The RouteFinder calls find_route.", ("RouteFinder", "find_route")),
        ("`tool.core.run()` opens docs/use.md", ("docs/use.md", "tool.core.run")),
        ("See ./scripts/build.sh.", ("./scripts/build.sh",)),
        ("It is the fastest in the world.", ()),
        ("`pip install kettle`", ("kettle",)),
        ("", ()),
    ],
)
def test_what_has_the_shape_of_a_name_is_one(words, names):
    assert identifiers(words) == names


def test_so_many_names_are_looked_up_and_no_more():
    assert len(identifiers(" ".join(f"name_{n}" for n in range(40)))) == MOST_NAMES


@given(st.text(st.sampled_from("aB_-./`= 0é\n")))
def test_any_words_can_be_read(words):
    assert all(identifiers(words))
