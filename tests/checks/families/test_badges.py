import pytest

from workbench.checks.families.badges import check_badges

FILES = {
    "package.json": '{"repository": "github:reed/heron"}\n',
    ".github/workflows/ci.yml": "name: Build and Test\non: push\n",
    ".github/workflows/nightly.yaml": "on: push\n",
}
OLD = "https://github.com/reed/heron/workflows"
NEW = "https://github.com/reed/heron/actions/workflows"
SHIELDS = "https://img.shields.io/github/actions/workflow/status/reed/heron"


@pytest.fixture
def on(judged):
    return lambda address: judged(check_badges, f"![state]({address})\n", FILES)


@pytest.mark.parametrize(
    "address", [f"{NEW}/tests.yml/badge.svg", f"{SHIELDS}/tests.yml?branch=main", f"{OLD}/CI/badge.svg"]
)
def test_a_badge_for_no_workflow_is_a_fault(on, address):
    found = on(address)
    assert [quote for quote, _ in found.faults] == [f"![state]({address})"]
    assert found.findings[0].evidence


@pytest.mark.parametrize(
    "address",
    [
        f"{NEW}/ci.yml/badge.svg?branch=main",
        f"{SHIELDS}/ci.yml?style=flat",
        f"{OLD}/Build%20and%20Test/badge.svg",
        "https://github.com/Reed/Heron/actions/workflows/nightly.yaml/badge.svg",
    ],
)
def test_files_and_names_are_confirmed_each_in_its_form(on, address):
    found = on(address)
    assert (found.faults, len(found.confirmed)) == ([], 1)


@pytest.mark.parametrize(
    "address",
    [
        "https://github.com/other/thing/actions/workflows/x.yml/badge.svg",
        f"{NEW}/{{{{name}}}}/badge.svg",
        f"{OLD}/build%20and%20test/badge.svg",
        "https://img.shields.io/github/stars/reed/heron",
    ],
)
def test_others_templates_and_mere_letter_case_are_no_faults(on, address):
    assert on(address).faults == []
