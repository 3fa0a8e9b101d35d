import pytest

from workbench.checks.text.static_badges import static_badge


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("https://img.shields.io/badge/licence-Apache--2.0-blue.svg", ("licence", "Apache-2.0")),
        ("https://img.shields.io/badge/python-3.8%2B-blue?logo=x", ("python", "3.8+")),
        ("https://img.shields.io/badge/built_with-two__words-red", ("built with", "two_words")),
        ("https://img.shields.io/badge/MIT-green", ("", "MIT")),
        ("https://img.shields.io/static/v1?label=version&message=1.2&color=x", ("version", "1.2")),
        ("https://badgen.net/badge/license/MIT/blue", ("license", "MIT")),
    ],
)
def test_a_badges_words_are_read_from_its_address(address, words):
    badge = static_badge(address)
    assert (badge.label, badge.message) == words


@pytest.mark.parametrize("address", ["https://img.shields.io/pypi/v/x", "https://a.example/badge/x-y-z"])
def test_a_badge_whose_words_a_service_makes_has_none(address):
    assert static_badge(address) is None
