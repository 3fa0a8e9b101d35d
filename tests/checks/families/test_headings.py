import pytest

FILLER = "# Kettle\n\nBoils water.\n\n"


@pytest.fixture
def said(checked):
    """What is said of sections: quotes of faults, and of what is left undecided."""

    def ask(id, text, **more):
        report = checked(text, **more)
        faults = [fault for fault in report.faults if fault.asks == id]
        assert all(text[f.span.start : f.span.end] == f.quote for f in faults)
        return [f.quote for f in faults], [claim.quote for claim in report.undecided if claim.check == id]

    return ask


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("## A\n\n## B\n\nwords\n", ["A"]),
        ("## A\n", ["A"]),
        ("## A ##\n\n\n# B\n\nwords\n", ["A"]),
        ("A\n---\n\nB\n---\n\nwords\n", ["A"]),
        ("## A\n\n---\n\n## B\n\nwords\n", ["A"]),
        ("## A\n\n<a id='x'></a>\n<br>\n\n## B\n\nwords\n", ["A"]),
        ("## A\n\n### B\n\n## C\n\nwords\n", ["B"]),
        ("## A\n\n[x]: y\n", ["A"]),
    ],
)
def test_a_heading_with_nothing_below_it_is_a_fault(said, text, quotes):
    assert said("empty-sections", FILLER + text) == (quotes, [])


@pytest.mark.parametrize(
    "text",
    [
        "## A\n\n### B\n\nwords\n",
        "## A\n\n![x](README.md)\n",
        "## A\n\n<img src='README.md'>\n",
        "## A\n\n> words\n",
        "## A\n\n```\nx\n```\n",
        "## A\n\n| x |\n|---|\n",
        "## A\n\n- x\n",
        "## A\n\n[TOC]\n",
        "## A\n\n{{ toc }}\n",
        "## A\n\n<Component />\n",
        "- ## A\n- ## B\n",
        "> ## A\n\nwords\n",
        "<h2>A</h2>\n\n## B\n\nwords\n",
        "```\n## A\n```\n",
    ],
)
def test_a_heading_with_anything_below_it_is_none(said, text):
    assert said("empty-sections", FILLER + text) == ([], [])


@pytest.mark.parametrize(
    "text",
    [
        "# Kettle\n\n## Boils water\n\n## Install\n\nwords\n",
        FILLER + "## A\n\n<!-- toc -->\n\n## B\n\nwords\n",
        FILLER + "## [A](README.md)\n\n## B\n\nwords\n",
        FILLER + "## Made with love by all of us here\n",
        FILLER + "## That is all.\n",
        FILLER + "## boil(text)\n\n## boil(options)\n\nwords\n",
        FILLER + "## Changelog\n\n### Fixed\n\n### Other\n\nwords\n",
        FILLER + "## Author: [A B]\n",
        FILLER + "## Unreleased\n\n## 1.2.0\n\nwords\n",
    ],
)
def test_a_heading_that_may_mean_to_stand_alone_is_not_decided(said, text):
    faults, left = said("empty-sections", text)
    assert (faults, bool(left)) == ([], True)


def test_an_empty_section_of_restructuredtext_is_one(said):
    text = "Kettle\n======\n\nBoils.\n\nA\n-\n\n.. _b:\n\nB\n-\n\nwords\n"
    assert said("empty-sections", text, name="README.rst") == (["A"], [])


LONG = "Mount the folder that holds your diary, then run the image as yourself.\n\n    docker run kettle\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "## A\n\nSome words of it here.\n\n## B\n\nb\n\n## A\n\nSome  words of it\nhere.\n",
        f"## A\n\na\n\n### Docker\n\n{LONG}## B\n\nb\n\n### Docker\n\n{LONG}",
        "A\n--\n\nSome words of it here.\n\nA\n--\n\nSome words of it here.\n",
    ],
)
def test_a_section_that_stands_there_twice_is_a_fault_at_the_second(said, text):
    (quote,), _ = said("duplicate-sections", FILLER + text)
    assert quote in ("A", "Docker")


def test_the_first_of_the_two_is_named(checked):
    (fault,) = checked(FILLER + "## A\n\nSome words of it here.\n\n## A\n\nSome words of it here.\n").faults
    assert (fault.evidence[0].line, fault.on_fail) == (5, "note")
    assert "line 5" in fault.problem


def test_what_stands_below_a_copied_section_is_part_of_the_copy(said):
    section = f"## A\n\nSome words of it here.\n\n### Docker\n\n{LONG}"
    assert said("duplicate-sections", FILLER + section + section) == (["A"], [])


@pytest.mark.parametrize(
    "text",
    [
        "## A\n\nSome words of it here.\n\n## A\n\nSome other words of it.\n",
        "## A\n\n### Install\n\n    npm install\n\n## B\n\n### Install\n\n    npm install\n",
        "## A\n\n[back to top](#a) and so on\n\n## A\n\n[back to top](#a) and so on\n",
        "## A\n\nshort\n\n## A\n\nshort\n",
        "## A\n\nSome words of it here.\n\n## B\n\nSome words of it here.\n",
        "".join(f"## {n}\n\nx\n\n### Call\n\n{n}\n\n### Docker\n\n{LONG}" for n in "AB"),
        "".join(f"## {n}\n\nx\n\n### Docker\n\n{LONG}" for n in "ABC"),
    ],
)
def test_sections_that_are_alike_on_purpose_are_none(said, text):
    assert said("duplicate-sections", FILLER + text) == ([], [])


def test_many_headings_take_no_longer_than_their_number(checked):
    assert len(checked("# a\n" * 20_000).faults) == 0
