import pytest

from workbench.checks.families.runtimes import check_runtimes

FILES = {
    "pyproject.toml": '[project]\nname = "heron"\nrequires-python = ">=3.9,<3.13"\n',
    "package.json": '{"name": "heron", "engines": {"node": ">=18"}}\n',
    "Cargo.toml": '[package]\nname = "heron"\nrust-version = "1.74"\n',
    "go.mod": "module example.org/heron\n\ngo 1.22\n",
}


@pytest.fixture
def on(judged):
    return lambda text: judged(check_runtimes, text, FILES)


@pytest.mark.parametrize(
    "text",
    [
        "Needs Python 3.7 or newer.\n",
        "* CPython, at least 3.7\n",
        "Requires **Python >= 3.8**\n",
        "Python 3.8+ is needed.\n",
        "Python 3.7 to 3.12 are supported.\n",
        "![py](https://img.shields.io/badge/python-3.8%2B-blue)\n",
        "![py](https://img.shields.io/badge/python-3.8%20%7C%203.9-blue)\n",
        "Requires Node.js 16 or later.\n",
        "You need Node >= 14.\n",
        "Rust 1.70 or later is required.\n",
        "The MSRV is 1.65.\n",
        "| Oldest Rust | 1.72 |\n|---|---|\n| Licence | MIT |\n",
        "| What | Version |\n|---|---|\n| Oldest Rust | 1.72 |\n",
        "Requires Go 1.18+.\n",
    ],
)
def test_a_lower_version_than_the_manifest_asks_for_is_a_fault(on, text):
    found = on(text)
    assert len(found.faults) == 1
    assert found.findings[0].evidence


def test_the_sentence_says_what_both_say(on):
    (fault,) = on("Needs Python 3.7 or newer.\n").findings
    assert fault.problem == "The text says Python 3.7 or newer, and `pyproject.toml` asks for `>=3.9,<3.13`."
    assert (fault.expected, fault.evidence[0].line) == ("Python >=3.9,<3.13", 3)


@pytest.mark.parametrize(
    "text",
    [
        "Needs Python 3.9 or newer.\n",
        "Python 3.9, 3.10 and 3.11 are supported.\n",
        "Works with Python 3.12.\n",
        "![py](https://img.shields.io/badge/python-3.9%20%7C%203.10-blue)\n",
        "Node 18+ is needed.\n",
        "Rust 1.74, tested in CI.\n",
        "Requires Go 1.22 or newer.\n",
    ],
)
def test_versions_within_the_range_are_confirmed(on, text):
    found = on(text)
    assert (found.faults, len(found.confirmed)) == ([], 1)


@pytest.mark.parametrize(
    "text",
    [
        "Up to version 0.4 Python 3.5 was enough.\n",
        "In Python 3.8+, this becomes a warning.\n",
        "Python 3.8 support was dropped in 2.0.\n",
        "youtube-heron [still runs on Python 2.6+](https://github.com/other/thing).\n",
        "ffmpeg 4 or newer on the path.\n",
        "Rust 2018 idioms, Go 1 compatible.\n",
        "Requires Go 1.21+.\n",
        "See https://docs.python.org/3.7/library/.\n",
        "For the optional plugin you need Python 3.10+.\n",
        "`python3.8 -m venv`\n",
        "## Changelog\n\nNode 8+ is supported.\n",
    ],
)
def test_history_other_programs_and_parts_are_no_faults(on, text):
    assert on(text).faults == []


def test_a_higher_minimum_than_the_manifest_admits_is_a_fault(on):
    assert on("Python 3.11+ is required.\n").faults != []


def test_without_a_stated_range_nothing_is_decided(judged):
    found = judged(check_runtimes, "Requires Python 3.7+.\n", {"pyproject.toml": '[project]\nname = "x"\n'})
    assert (found.faults, len(found.left)) == ([], 1)
