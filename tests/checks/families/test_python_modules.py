import pytest

FILES = {
    "pyproject.toml": '[project]\nname = "larkspur"\n[project.scripts]\nlark = "larkspur.cli:main"\n',
    "larkspur/__init__.py": "",
    "larkspur/cli.py": "def main(): ...\n",
    "larkspur/tools/__init__.py": "",
    "larkspur/tools/__main__.py": "print(1)\n",
}


def test_a_package_that_cannot_be_run_is_a_fault_with_the_installed_command(checked):
    (fault,) = checked("```sh\npython3 -m larkspur --help\n```\n", files=FILES).faults
    assert (fault.asks, fault.quote, fault.expected) == ("python-modules", "larkspur", "lark")


def test_a_module_that_is_missing_is_a_fault_with_the_near_one(checked):
    (fault,) = checked("```sh\npython -m larkspur.clli\n```\n", files=FILES).faults
    assert fault.problem == "`larkspur` has no module `clli`. Did you mean `larkspur.cli`?"


@pytest.mark.parametrize(
    "command", ["python -m larkspur.tools", "python -m larkspur.cli x", "uv run python -m larkspur.cli"]
)
def test_what_can_be_run_is_confirmed(checked, command):
    report = checked(f"```sh\n{command}\n```\n", files=FILES)
    assert [fault.asks for fault in report.faults] == []
    assert "python-modules" in {claim.check for claim in report.confirmed}


@pytest.mark.parametrize(
    "command",
    ["python -m pip install x", "python -m http.server", "python larkspur/cli.py", "python -m pytest"],
)
def test_other_modules_are_none_of_the_project(checked, command):
    report = checked(f"```sh\n{command}\n```\n", files=FILES)
    assert "python-modules" not in {fault.asks for fault in report.faults}
