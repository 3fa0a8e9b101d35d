import pytest


def repeated(part, length):
    return part * (length // len(part)) + "\n"


@pytest.mark.parametrize("part", ["a ", "eyJ"])
def test_one_line_of_two_million_characters_is_read(checked, part):
    assert checked(repeated(part, 2_000_000)).faults == ()


@pytest.mark.parametrize(
    "part", ["[", "![", "[a](", "[a][b]", "<a ", '<a href="', "<!--", "a`", "**a", "token=", "sk-", "://a:"]
)
def test_a_line_that_repeats_what_opens_something_is_read(checked, part):
    assert checked(repeated(part, 40_000)).faults == ()


LONG = {
    "headings": repeated("<h1>\n", 150_000),
    "quotes": repeated("> ", 100_000),
    "lists in quotes": repeated("> > - a\n", 40_000),
    "fences": repeated("```a\n", 100_000),
    "rules": repeated("---\n", 80_000),
    "sources": '<img srcset="' + "," * 150_000 + '">\n',
    "contributors": repeated("<!-- ALL-CONTRIBUTORS-LIST:START -->\n", 150_000) + "[a](#b)\n",
    "keys": repeated("-----BEGIN PRIVATE KEY-----\n", 150_000),
    "definitions": repeated("[a]: b\n", 50_000),
    "cells": repeated("| ", 100_000) + repeated("|-", 50_000),
}


@pytest.mark.parametrize("what", LONG)
def test_long_and_deeply_nested_texts_are_read(checked, what):
    text = LONG[what]
    for fault in checked(text).faults:
        assert text[fault.span.start : fault.span.end] == fault.quote


def test_twenty_thousand_lines_are_read(checked):
    page = "## H{n}\n\n[a](#h{n}) [b](b{n}.md)\n\n```sh\n{n}\n```\n\n"
    report = checked("".join(page.format(n=n) for n in range(2_500)))
    assert {fault.asks for fault in report.faults} == {"links"}
    assert (len(report.faults), len(report.confirmed)) == (2_500, 5_000)


def test_a_paragraph_too_long_to_be_read_is_said_to_be_so(checked):
    report = checked("[a](gone.md)\n\n" + repeated("b [a](gone.md) ", 120_000))
    assert [fault.quote for fault in report.faults] == ["[a](gone.md)"]
    (claim,) = report.undecided
    assert "too long" in claim.why
    assert len(claim.quote) == 80
