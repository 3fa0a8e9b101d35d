"""The log that code hosts take, against what SARIF 2.1.0 (OASIS, 2020) asks of the parts that are used."""

import asyncio

import pytest

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.checks.registry import RULES
from workbench.core.marks import Mark

LEVELS = {"none", "note", "warning", "error"}

# The properties of each object that is used: which must be there, and what each of them is (section 3 of the
# standard). None of these objects may have others.
MESSAGE = ({"text"}, {"text": str})
REGION = (
    {"startLine"},
    {
        "startLine": int,
        "startColumn": int,
        "endLine": int,
        "endColumn": int,
        "snippet": ({"text"}, {"text": str}),
    },
)
ARTIFACT = ({"uri"}, {"uri": str, "uriBaseId": str})
PLACE = ({"artifactLocation"}, {"artifactLocation": ARTIFACT, "region": REGION})
LOCATION = ({"physicalLocation"}, {"id": int, "physicalLocation": PLACE, "message": MESSAGE})
SUPPRESSION = ({"kind"}, {"kind": str, "status": str, "justification": str})
RESULT = (
    {"message", "ruleId"},
    {
        "ruleId": str,
        "ruleIndex": int,
        "level": str,
        "message": MESSAGE,
        "locations": [LOCATION],
        "relatedLocations": [LOCATION],
        "partialFingerprints": dict,
        "suppressions": [SUPPRESSION],
    },
)
RULE = (
    {"id"},
    {
        "id": str,
        "shortDescription": MESSAGE,
        "fullDescription": MESSAGE,
        "defaultConfiguration": ({"level"}, {"level": str}),
        "properties": dict,
    },
)
DRIVER = ({"name"}, {"name": str, "version": str, "rules": [RULE]})
NOTIFICATION = ({"message"}, {"level": str, "message": MESSAGE})
INVOCATION = (
    {"executionSuccessful"},
    {"executionSuccessful": bool, "toolExecutionNotifications": [NOTIFICATION]},
)
RUN = (
    {"tool"},
    {
        "tool": ({"driver"}, {"driver": DRIVER}),
        "columnKind": str,
        "invocations": [INVOCATION],
        "results": [RESULT],
    },
)
LOG = ({"version", "runs"}, {"$schema": str, "version": str, "runs": [RUN]})


def assert_is(value, shape, where="log"):
    if isinstance(shape, list):
        assert isinstance(value, list), where
        for n, each in enumerate(value):
            assert_is(each, shape[0], f"{where}[{n}]")
    elif isinstance(shape, tuple):
        needed, known = shape
        assert needed <= value.keys() <= known.keys(), where
        for key, each in value.items():
            assert_is(each, known[key], f"{where}.{key}")
    else:
        assert type(value) is shape, where


def assert_is_sarif(log):
    assert_is(log, LOG)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in LEVELS
        for suppression in result["suppressions"]:
            assert suppression["kind"] in ("inSource", "external")
            assert suppression["status"] in ("accepted", "underReview", "rejected")
        for location in (*result["locations"], *result.get("relatedLocations", [])):
            place = location["physicalLocation"]
            assert " " not in place["artifactLocation"]["uri"]
            region = place.get("region", {"startLine": 1})
            assert all(number >= 1 for number in region.values() if isinstance(number, int))
    return run["results"]


@pytest.fixture
def faulty(text):
    text.write_text("# Kettle\n\nSee [a b](gone.md), [c](#gone) and again [a b](gone.md).\n\n```sh\nx\n")
    return text


def test_a_fault_is_a_result_at_its_words(run, faulty):
    ended = run("checks", "run", faulty, "--format", "sarif")
    assert ended.code == 1
    first, *_ = results = assert_is_sarif(ended.json)
    assert [result["ruleId"] for result in results] == ["links", "anchors", "links", "fences"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "README.md"
    assert place["region"] == {
        "startLine": 3,
        "startColumn": 5,
        "endLine": 3,
        "endColumn": 19,
        "snippet": {"text": "[a b](gone.md)"},
    }
    assert [rule["id"] for rule in ended.json["runs"][0]["tool"]["driver"]["rules"]] == [r.id for r in RULES]


def prints(results):
    return [result["partialFingerprints"]["workbenchFault/v1"] for result in results]


def test_a_fault_keeps_its_fingerprint_when_lines_come_before_it_and_two_alike_differ(run, faulty):
    before = prints(assert_is_sarif(run("checks", "run", faulty, "--format", "sarif").json))
    faulty.write_text(f"Some words.\n\n{faulty.read_text()}")
    assert prints(assert_is_sarif(run("checks", "run", faulty, "--format", "sarif").json)) == before
    assert len(set(before)) == len(before)


def test_a_secret_is_not_written_into_a_log(run, text):
    secret = "q7Kd93Lx" + "0vBm52Zt"
    text.write_text(f'# K\n\npassword = "{secret}"\n')
    ended = run("checks", "run", text, "--format", "sarif")
    assert [result["ruleId"] for result in assert_is_sarif(ended.json)] == ["secrets"]
    assert secret not in ended.out


def test_a_comment_suppresses_once_it_is_heeded_and_is_under_review_before(run, text):
    text.write_text("# K\n\n<!-- workbench: ignore links because built later -->\n[a](gone.md)\n")

    def suppressions(*more):
        (result,) = assert_is_sarif(run("checks", "run", text, "--format", "sarif", *more).json)
        return [(each["kind"], each["status"], each["justification"]) for each in result["suppressions"]]

    assert suppressions() == [("inSource", "underReview", "built later")]
    assert suppressions("--inline-ignores") == [("inSource", "accepted", "built later")]


def test_a_miss_suppresses_what_review_reports(run, faulty, tmp_path):
    async def miss():
        async with open_desk(Flags(db=tmp_path / "w.db", provider="none")) as desk:
            board, _ = await desk.open(faulty)
            await desk.mark(board.artifact, board.rows[0].target, Mark.MISS, "wrong")

    asyncio.run(miss())
    log = run("review", faulty, "--checks-only", "--format", "sarif").json
    missed = [{"kind": "external", "status": "accepted", "justification": "wrong"}]
    # The same link twice is one concern, which the mark is about.
    assert [result["suppressions"] for result in assert_is_sarif(log)] == [missed, [], missed, []]
