"""Each fault through the real program, against the page that says what a person sees of it."""

import re

import pytest
from providers.fault_causes import HTML, PAGE_HEADERS, answers, ends_with, refuses, responds, runs
from providers.fault_sights import observed
from providers.fault_stage import KEY, Fault, staged
from providers.faults import FAULTS
from providers.faults_page import PAGE, SHOWN, page, row, shown
from support.builders import reader_answer

from workbench.cli.exits import Exit

BEDROCKS = ("eu.anthropic.", "anthropic.", "bedrock-runtime.")
"""Beginnings of what Bedrock calls its models and itself."""
NOT_FOR_PEOPLE = re.compile(r"Traceback|Errno|Exception|Error\b|\bNone\b|\{|httpx|_ssl|0x[0-9a-f]+|\\u|\\n")


def named(fault):
    return fault.name


@pytest.fixture(scope="module")
def rows():
    """The rows of the page, by what goes wrong."""
    lines = (line for line in PAGE.read_text().splitlines() if line.startswith("| "))
    return {line.split(" | ")[0].removeprefix("| "): line for line in lines if "what goes wrong" not in line}


def example():
    return re.search(r"^```\n.*?^```\n\n.*?^```\n.*?^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)[0]


@pytest.mark.parametrize("fault", FAULTS, ids=named)
def test_a_fault_is_said_kept_and_resumed_as_the_page_says(fault, rows):
    with staged(fault) as stage:
        broken, mended = stage.play()
    seen = observed(fault, broken, mended)
    assert rows.get(fault.name) == row(fault, seen), "`make faults` writes the page anew"
    if fault.name == SHOWN:
        assert example() == shown(seen, broken)
    keeps_the_key_to_itself(broken, mended)
    if stage.provider == "anthropic" and broken.asked:
        assert "send_request_headers" in broken.logged, "what is sent is logged, without the key"
    if mended is None:
        assert broken.code == Exit.FINE
        return
    is_said_once_as_a_person_would(seen, broken)
    keeps_what_was_read(broken, mended)


def test_the_page_holds_every_fault_in_the_order_of_the_table_and_nothing_else(rows):
    assert PAGE.read_text() == page(rows, example())


def is_said_once_as_a_person_would(seen, broken):
    for number, (_, sentence) in enumerate(seen.said):
        assert sentence[0].isupper() or sentence.startswith(("service.localhost", "claude-", *BEDROCKS))
        assert sentence.endswith(".") and sentence.isprintable() and len(sentence) < 420
        assert not NOT_FOR_PEOPLE.search(sentence)
        assert (broken.out + broken.err).count(sentence) == 1
        if broken.code != Exit.USAGE:
            assert re.search(r"[.)\"”] [A-Z]", sentence), "what happened, then what to do"
            assert broken.code == Exit.INCOMPLETE
            assert number or sentence.removesuffix(".") in seen.screen[0]


def keeps_what_was_read(broken, mended):
    """A reading that was there stays the same one, and only the others are asked for."""
    assert broken.finished
    assert broken.finished.items() <= mended.finished.items()
    assert set(mended.asked) == set(mended.finished) - set(broken.finished)
    assert len(mended.asked) == len(set(mended.asked))
    assert mended.code == Exit.FINE
    assert "Resuming a round" in mended.err


def keeps_the_key_to_itself(*plays):
    for run in plays:
        if run is not None:
            assert KEY not in run.out + run.err + run.logged
            assert KEY.encode() not in run.database


ECHOES = (
    Fault("echo", "in an error", refuses(401, "authentication_error", f"no such key: {KEY}"), "later"),
    Fault(
        "echo",
        "in an error so long that it is cut in the key",
        refuses(401, "authentication_error", "x" * 290 + KEY),
        "later",
    ),
    Fault("echo", "in a page", responds(status=403, headers=PAGE_HEADERS, body=HTML + KEY.encode()), "later"),
    Fault(
        "echo",
        "in a refusal",
        ends_with("refusal", stop_details={"type": "refusal", "explanation": KEY}),
        "later",
    ),
    Fault("echo", "in an answer that cannot be read", answers(f"Your key is {KEY}."), "later"),
    Fault("echo", "in a good answer", answers(reader_answer("faster than any other", about=f"A {KEY}.")), ""),
    Fault(
        "echo",
        "in what AWS says",
        refuses(403, "UnrecognizedClientException", f"no such key: {KEY}"),
        "later",
        by="bedrock",
    ),
    Fault("echo", "in an answer of Bedrock's", answers(f"Your key is {KEY}."), "later", by="bedrock"),
    Fault("echo", "in a program's complaint", runs('echo "bad login: $LOGIN" >&2; exit 1'), "later"),
    Fault("echo", "in a program's words", runs('echo "You are $LOGIN."; exit 0'), "later"),
)


@pytest.mark.parametrize("fault", ECHOES, ids=named)
def test_a_key_that_is_sent_back_is_shown_and_stored_nowhere(fault):
    with staged(fault) as stage:
        broken, mended = stage.play()
    assert broken.asked.count("skeptic") >= 1
    keeps_the_key_to_itself(broken, mended)
    assert KEY[:20] not in broken.out + broken.err
