import re
from importlib import import_module
from pkgutil import walk_packages

import pytest

from workbench import checks
from workbench.checks.regex import regex


def test_every_pattern_of_the_checks_compiles():
    found = 0
    for module in walk_packages(checks.__path__, f"{checks.__name__}."):
        for value in vars(import_module(module.name)).values():
            held = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
            for each in (value, *held):
                if type(each) is type(regex("")):
                    re.compile(each.pattern, each.flags)
                    found += 1
    assert found > 300


def test_a_pattern_answers_as_the_compiled_one_does():
    lazy, compiled = regex(r"(?P<word>[a-z]+)(\d)?", re.I), re.compile(r"(?P<word>[a-z]+)(\d)?", re.I)
    text = "Ab1 cd2, ef"
    assert lazy.findall(text) == compiled.findall(text)
    assert [found.span() for found in lazy.finditer(text, 1, 6)] == [(1, 3), (4, 6)]
    assert lazy.sub("-", text) == compiled.sub("-", text)
    assert (lazy.flags, lazy.groups, lazy.groupindex) == (compiled.flags, 2, {"word": 1})
    assert lazy.fullmatch("ab") and not lazy.fullmatch("1")


def test_a_wrong_pattern_fails_when_it_is_first_used():
    wrong = regex("(")
    with pytest.raises(re.error):
        wrong.search("x")


def test_a_pattern_has_nothing_that_no_pattern_has():
    with pytest.raises(AttributeError):
        regex("x").nothing  # noqa: B018
