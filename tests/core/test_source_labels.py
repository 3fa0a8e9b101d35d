"""What a source is called in the few characters of a row."""

import pytest
from support.builders import persona

from workbench.core.rows import source_labels


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (("newcomer", "editor"), ["N", "E"]),
        (("researcher", "returning"), ["Res", "Ret"]),
        (("second-language", "skeptic"), ["SL", "Sk"]),
        (("newcomer", "newcomer-ja"), ["N", "NJ"]),
    ],
)
def test_readers_are_told_apart_by_as_little_of_their_names_as_will_do(names, labels):
    assert list(source_labels(persona(name).source for name in names).values()) == labels
