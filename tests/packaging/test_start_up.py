import subprocess
import sys

import pytest

_HEAVY = ("textual", "rich", "anthropic", "boto3", "httpx2", "sqlite_utils", "pydantic.v1")
_SLOW = ("pydantic", "rapidfuzz", "markdown_it", "sqlite_utils", "yaml", "anthropic", "boto3")
_LOADED = "import sys; print(' '.join(name for name in {names!r} if name in sys.modules))"


def _loaded_after(code, names=_HEAVY):
    script = f"{code}\n{_LOADED.format(names=names)}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.split("\n")[-2].split()


def test_asking_for_help_loads_nothing_heavy():
    code = "import click.testing as c, workbench.cli as w; c.CliRunner().invoke(w.workbench, ['--help'])"
    assert _loaded_after(code) == []


@pytest.mark.parametrize("module", ["workbench.core.desk", "workbench.core.board"])
def test_the_core_loads_no_framework(module):
    assert _loaded_after(f"import {module}") == []


def test_the_screens_load_no_model_service():
    assert not {"anthropic", "boto3", "httpx2", "sqlite_utils"} & set(
        _loaded_after("import workbench.tui.screens.review")
    )


def test_what_paints_the_first_frame_loads_nothing_that_only_opening_needs():
    code = "import workbench.cli.open, workbench.cli.first_look, workbench.tui.app"
    assert _loaded_after(code, (*_SLOW, "workbench.core.desk", "workbench.core.text.document")) == []


def test_what_a_command_is_called_with_is_read_without_what_it_does():
    assert _loaded_after("import workbench.bootstrap.desks, workbench.cli.options", (*_SLOW, *_HEAVY)) == []


def test_keeping_what_a_screen_shows_first_needs_no_screen():
    assert _loaded_after("import workbench.tui.previews", ("textual", "rich")) == []


def test_personas_and_rubrics_are_read_without_the_checks():
    code = "from workbench.bootstrap.disk import read_everything; assert not read_everything().errors"
    assert _loaded_after(code, ("workbench.checks", "rapidfuzz", "markdown_it")) == []


def test_a_text_is_opened_without_what_only_reading_it_or_an_edit_of_it_needs():
    opening = "workbench.bootstrap.desks, workbench.content.settings, workbench.storage.store"
    code = f"import {opening}, workbench.core.desk"
    heavy = ("pydantic", "anyio", "rapidfuzz", "workbench.core.rounds", "workbench.core.identity.matching")
    assert _loaded_after(f"{code}, workbench.tui.screens.review", heavy) == []


def test_the_checks_load_what_reads_one_language_or_format_when_a_text_needs_it():
    code = "import workbench.cli.checks, workbench.checks.registry"
    readers = ("packages", "environment.variables", "task_files", "compose", "options.python_programs")
    named = tuple(f"workbench.checks.evidence.{name}" for name in readers)
    assert _loaded_after(code, ("pydantic", "yaml", "rapidfuzz", "xml", *named)) == []
