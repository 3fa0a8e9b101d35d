"""Whatever stands in code and words, the families that read it end, and say nothing of nothing."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Repository
from workbench.checks.families.config_keys import check_config_keys
from workbench.checks.families.defaults import check_defaults
from workbench.checks.families.environment import check_environment
from workbench.checks.families.javascript_imports import check_javascript_imports
from workbench.checks.families.python_code import check_python_code
from workbench.checks.families.python_modules import check_python_modules
from workbench.checks.text.page import Page

FAMILIES = (
    check_python_code,
    check_python_modules,
    check_javascript_imports,
    check_environment,
    check_defaults,
    check_config_keys,
)
PIECES = st.sampled_from(
    [
        "```python\n",
        "```\n",
        "`",
        "import a.b as c\n",
        "from a import (x, y)\n",
        "a.b(c=1)\n",
        "A_B=1 ",
        "default ",
        "| ",
        "\n",
        "- ",
        "(",
        ")",
        "{",
        "}",
        "'",
        '"',
        "**x** ",
        "a",
        "unless ",
        "`K` is 3 ",
        "...",
        "\\",
        "é",
        "import { x } from 'a'\n",
        "---|---\n",
    ]
)


def project(folder):
    (folder / ".git/objects").mkdir(parents=True, exist_ok=True)
    (folder / ".git/refs").mkdir(exist_ok=True)
    (folder / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (folder / "a").mkdir(exist_ok=True)
    (folder / "a/__init__.py").write_text(
        "import os\nK = os.environ.get('A_B', 3)\n\n\ndef b(c=2):\n    return c\n"
    )
    (folder / "package.json").write_text('{"name": "a", "main": "i.js"}')
    (folder / "i.js").write_text("module.exports = { x({ k = 3 } = {}) {}, ...y(")
    return Project(Repository.around(Path(folder) / "README.md"))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_text_ends_in_an_outcome(tmp_path, text):
    page, known = Page("README.md", text), project(tmp_path)
    for family in FAMILIES:
        outcome = family(page, known)
        for fault in outcome.faults:
            assert text[fault.span.start : fault.span.end] == fault.quote


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(alphabet="{}()[]'\"`/*,.=: \nabexports$module", max_size=80))
def test_any_code_of_the_repository_ends_in_an_outcome(tmp_path, code):
    known = project(tmp_path)
    (tmp_path / "i.js").write_text(code)
    (tmp_path / "a/__init__.py").write_text(code)
    text = (
        "```js\nconst { x } = require('a');\n```\n```python\nimport a\na.b(c=1)\n```\n"
        "`A_B` defaults to 3. `k` (default 4)\n"
    )
    page = Page("README.md", text)
    for family in FAMILIES:
        assert family(page, known).page is page


@pytest.mark.parametrize(
    "piece",
    [
        "`A_B` is 3 unless ",
        "a.b(",
        "| a | 3 ",
        "A_B=1 default ",
        "- **a** (`3`) ",
        "import { x, ",
        "default ",
    ],
)
def test_a_long_text_is_read_to_its_end(tmp_path, piece):
    page, known = (
        Page("README.md", "```python\n" + piece * 3_000 + "\n```\n\n" + piece * 3_000),
        project(tmp_path),
    )
    for family in FAMILIES:
        assert family(page, known).page is page
