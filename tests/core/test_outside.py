import json

import pytest
from support.builders import TEXT

from workbench.core.errors import UsageError
from workbench.core.exchange.outside import Reviewer, claimed, findings_of, reviewer
from workbench.core.sources import SourceKind

SOURCE = reviewer("vale@3.7").source


def placed(*claims):
    return findings_of(claimed(json.dumps(claims).encode()), SOURCE, TEXT)


@pytest.mark.parametrize(
    "data",
    [
        [{"problem": "No support."}],
        {"findings": [{"problem": "No support."}]},
        {"problem": "No support."},
    ],
)
def test_findings_come_as_a_list_as_an_object_or_as_lines(data):
    (claim,) = claimed(json.dumps(data).encode())
    assert claim.problem == "No support."


def test_a_finding_stands_at_the_words_that_it_quotes_near_its_line():
    (finding,) = placed({"quote": "kettle", "line": 7, "problem": "Which?"})
    assert TEXT[finding.span.start : finding.span.end] == "kettle"
    assert TEXT.count("\n", 0, finding.span.start) == 6


def test_a_finding_without_a_quote_stands_at_its_line():
    (finding,) = placed({"line": 3, "problem": "Too long."})
    assert finding.quote == "Kettle boils water from the command line."
    assert TEXT[finding.span.start : finding.span.end] == finding.quote


@pytest.mark.parametrize("claim", [{"quote": "no such words"}, {"line": 9_000}, {"line": 2}, {}])
def test_a_finding_whose_place_is_not_there_is_kept_without_one(claim):
    (finding,) = placed({**claim, "problem": "Where?"})
    assert finding.span is None and finding.problem == "Where?"


def test_a_log_of_another_linter_gives_its_results_that_nobody_suppressed():
    region = {"startLine": 3, "snippet": {"text": "boils water"}}
    place = {"physicalLocation": {"artifactLocation": {"uri": "docs/a%20b.md"}, "region": region}}
    results = [
        {"ruleId": "Vale.Terms", "message": {"text": "Say heats."}, "locations": [place]},
        {"message": {"text": "Settled."}, "suppressions": [{"kind": "inSource"}]},
    ]
    (claim,) = claimed(json.dumps({"version": "2.1.0", "runs": [{"results": results}]}).encode())
    assert (claim.file, claim.quote, claim.line, claim.rule) == (
        "docs/a b.md",
        "boils water",
        3,
        "Vale.Terms",
    )


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ([{"file": "x"}], "Finding 1: it says no `problem`"),
        ([{"problem": "a"}, {"problem": 3}], "Finding 2: its `problem` is no text"),
        ([{"problem": "a", "line": -1}], "Finding 1: its `line` is no line number"),
        ([{"problem": "a", "line": True}], "Finding 1: its `line`"),
        ([{"problem": "a" * 20_001}], "Finding 1: its `problem` is longer"),
        (["text"], "Finding 1: it is no JSON object"),
        ({"findings": "none"}, "`findings`: it is no list"),
        ({"runs": [{"results": [{}]}]}, "Result 1: it has no message"),
        ({"format": "workbench export"}, "import it without --as"),
    ],
    ids=range(9),
)
def test_what_is_broken_is_named_with_the_form_that_is_wanted(data, what):
    with pytest.raises(UsageError, match=what):
        claimed(json.dumps(data).encode())


def test_a_broken_line_of_many_is_named():
    with pytest.raises(UsageError, match=r"Line 3: it is no JSON value. Nothing was imported"):
        claimed(b'{"problem": "a"}\n\nnonsense\n')


def test_each_version_of_a_reviewer_is_a_source_of_its_own():
    assert reviewer("vale") == Reviewer("vale")
    assert SOURCE.kind is SourceKind.OUTSIDE and SOURCE.name == "vale"
    assert SOURCE.wording != reviewer("vale@3.8").source.wording


@pytest.mark.parametrize("name", ["", "me", "a b", "a/b", "\x1b[2J", "a@", "x" * 41])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(UsageError, match="is no name for a reviewer") as refusal:
        reviewer(name)
    assert "\x1b" not in str(refusal.value)
