"""Whatever a page says, the families of manifests and build tools end without an error, and soon."""

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Repository
from workbench.checks.families.badges import check_badges
from workbench.checks.families.commands import check_commands
from workbench.checks.families.compose_services import check_compose_services
from workbench.checks.families.console_scripts import check_console_scripts
from workbench.checks.families.installs import check_installs
from workbench.checks.families.licences import check_licences
from workbench.checks.families.make_targets import check_make_targets
from workbench.checks.families.npm_scripts import check_npm_scripts
from workbench.checks.families.runtimes import check_runtimes
from workbench.checks.families.tasks import check_tasks
from workbench.checks.families.versions import check_versions
from workbench.checks.text.page import Page

FAMILIES = (
    check_badges,
    check_commands,
    check_compose_services,
    check_console_scripts,
    check_installs,
    check_licences,
    check_make_targets,
    check_npm_scripts,
    check_runtimes,
    check_tasks,
    check_versions,
)
FILES = {
    "pyproject.toml": '[project]\nname = "heron"\nversion = "1.0"\nrequires-python = ">=3.9"\n'
    '[project.scripts]\nheron = "a:b"\n',
    "package.json": '{"name": "heron", "scripts": {"a": "b"}}\n',
    "Makefile": "all:\n\tx\n",
    "compose.yml": "services:\n  web: {}\n",
    "justfile": "a:\n  b\n",
    "LICENSE": "The Artistic License 2.0\n",
}
WORDS = st.sampled_from(
    (
        *("make", "npm run", "docker compose up", "pip install", "heron", "[x]", "-C", "Python 3.8+", "`"),
        *("```sh\n", "\n", "MIT", "License", "|", "version", "0.4", "--", "just", ")", "-", "<", "$("),
        *("![b](https://img.shields.io/badge/", "git clone", "python -m", "GPL", "3", " ", ": ", ". ", "cd"),
        *("&&", "@", "\\", "'", '"', "é", "\t", "# "),
    )
)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    root = tmp_path_factory.mktemp("heron")
    for name, text in FILES.items():
        (root / name).write_text(text)
    return Project(Repository(root, by_git=False))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.lists(WORDS, max_size=60).map(" ".join) | st.text(max_size=200))
def test_any_text_is_judged_without_an_error(project, text):
    page = Page("README.md", text)
    for check in FAMILIES:
        check(page, project)


@pytest.mark.parametrize("check", FAMILIES, ids=lambda check: check.__name__)
@pytest.mark.parametrize(
    "piece",
    [
        "Python 3.8, 3.9, 3.10 and `make all x` MIT License version 0.4.1 ",
        "GNU General Public License " + " " * 80 + "Python" + " " * 200 + "3 ",
        "latest version " + "v" * 50 + " ",
    ],
)
def test_a_long_page_of_nothing_but_claims_takes_no_long_time(project, check, piece):
    page = Page("README.md", "\n\n".join([piece * 40] * (100_000 // (len(piece) * 40))))
    assert page.commands is not None
    started = time.process_time()
    check(page, project)
    assert time.process_time() - started < 2
