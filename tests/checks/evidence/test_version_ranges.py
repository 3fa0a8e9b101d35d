import pytest

from workbench.checks.evidence.version_ranges import version_of, version_range


@pytest.mark.parametrize(
    ("written", "below", "within", "above"),
    [
        (">=3.9", "3.8", "3.9", None),
        (">=3.9,<3.13", "3.8", "3.12", "3.13"),
        ("^3.10", "3.9", "3.12", "4.0"),
        ("^0.6", "0.5", "0.6.3", "0.7"),
        ("~=3.8", "3.7", "3.12", "4.0"),
        ("3.10.*", "3.9", "3.10", "3.11"),
        (">=16.0.0 <19", "14", "18", "19"),
        ("^18 || >=20", "16", "21", None),
        ("14 - 16", "13", "16.3", "17"),
        ("18.x", "17", "18", "19"),
        ("1.74", "1.70", "1.74", "1.75"),
        (">3.8", "3.8", "3.9", None),
    ],
)
def test_a_range_tells_where_a_version_stands(written, below, within, above):
    asked = version_range(written)
    assert asked.reaches(version_of(below)) == -1
    assert asked.reaches(version_of(within)) == 0
    assert above is None or asked.reaches(version_of(above)) == 1


def test_a_version_is_compared_to_the_part_that_is_said():
    assert version_range(">=3.8.1").reaches((3, 8)) == 0


@pytest.mark.parametrize("written", ["latest stable", "lts/*", "${version}"])
def test_what_is_no_range_is_not_understood(written):
    assert version_range(written) is None
