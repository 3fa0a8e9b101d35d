import subprocess
import sys

import pytest

_HEAVY = ("textual", "rich", "anthropic", "boto3", "httpx2", "sqlite_utils", "pydantic.v1")
_LOADED = "import sys; print(' '.join(name for name in {names!r} if name in sys.modules))"


def _loaded_after(code):
    script = f"{code}\n{_LOADED.format(names=_HEAVY)}"
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
        _loaded_after("import workbench.tui.app")
    )
