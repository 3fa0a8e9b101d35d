import asyncio
import re
from pathlib import Path

import pytest
from support.every_fault import FILES, TEXT

from workbench.checks.registry import FAMILIES, RULES, StandardChecks
from workbench.core.artifacts import Kind, decoded
from workbench.core.ports import Checks
from workbench.core.readings import FindingKind
from workbench.core.sources import SourceKind

DOCS = Path(__file__).parents[2] / "docs" / "checks.md"


def test_it_is_the_port():
    instruments: Checks = StandardChecks()
    assert instruments.rules == RULES


def test_no_two_checks_share_an_id_or_a_question():
    assert len({rule.id for rule in RULES}) == len({rule.owns for rule in RULES}) == len(RULES)


def test_each_check_can_raise_a_fault_with_its_own_source(checked):
    faults = checked(TEXT, files=FILES).faults
    by_id = {rule.id: rule for rule in RULES}
    assert sorted({fault.asks for fault in faults}) == sorted(by_id)
    for fault in faults:
        assert (fault.kind, fault.source) == (FindingKind.FAULT, by_id[fault.asks].source)
        assert (fault.source.kind, fault.on_fail) == (SourceKind.CHECK, by_id[fault.asks].on_fail)
        assert fault.span.how == "exact"


def test_a_fault_says_what_a_reader_loses_and_where_to_go(checked):
    for fault in checked(TEXT, files=FILES).faults:
        for sentence in (fault.problem, fault.consequence, fault.change):
            assert re.fullmatch(r"[A-Z`].*[.?]", sentence)
        assert fault.fixable_by is not None


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_of_text_is_checked(written, kind):
    path = written({**FILES, "README.md": TEXT}) / "README.md"
    report = asyncio.run(StandardChecks().run(path, decoded(TEXT.encode()), kind))
    assert {fault.asks for fault in report.faults} == {rule.id for rule in RULES}


def test_claims_stand_in_the_order_of_the_text(checked):
    report = checked("```\nx\n```\n\n[a](README.md) [b](../../x) [c](#z) {x}\n\n# Z\n\n[d](../../y)\n")
    for claims in (report.confirmed, report.undecided):
        assert [claim.start for claim in claims] == sorted(claim.start for claim in claims)
    assert len(report.confirmed) == 3


def test_a_text_that_is_not_on_disk_is_checked_in_its_folder(folder):
    text = "[a](gone.md)\n"
    report = asyncio.run(StandardChecks().run(folder / "draft.md", decoded(text.encode()), Kind.ARTICLE))
    assert [fault.asks for fault in report.faults] == ["links"]


def test_an_empty_text_has_nothing_to_say(checked):
    report = checked("")
    assert (report.faults, report.confirmed, report.undecided) == ((), (), ())


def test_every_family_is_run_and_documented():
    words = DOCS.read_text()
    for rule in RULES:
        assert f"## `{rule.id}`" in words
        assert rule.proves in words
    assert len({family.run for family in FAMILIES}) == len(FAMILIES)
