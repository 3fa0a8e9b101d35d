"""No test sees a real home, key or network setting; what holds for the run as a whole is set here too."""

import gc
import itertools
import os
import sys

import pytest
from hypothesis import settings

# Two processes read every test, and dozens of programs start: each would compile it all anew.
sys.dont_write_bytecode = False

# A slow machine is no fault of what is tested.
settings.register_profile("workbench", deadline=None, max_examples=int(os.environ.get("EXAMPLES", "30")))
settings.load_profile("workbench")

_LONGEST = 80
"""Characters of what tells one case of a test from another."""
_BEGINNING = 22
"""Characters of a text in it."""


def pytest_make_parametrize_id(val):
    """The beginning of a text, in signs that any terminal shows; pytest names every other value."""
    if isinstance(val, bytes):
        val = val[:_BEGINNING].decode("latin-1")
    return ascii(str(val[:_BEGINNING]))[1:-1][:_BEGINNING].strip() if isinstance(val, str) else None


def pytest_collection_modifyitems(items):
    cases = [item.name.partition("[")[2] for item in items]
    if too_long := [case for case in cases if len(case) > _LONGEST + 1]:
        raise pytest.UsageError(f"Name these cases with `id=` or `ids=`: {[case[:90] for case in too_long]}")


def pytest_collection_finish():
    # Thousands of tests and what they import stay to the end: looking through them for garbage again and
    # again is a fifth of the time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def _homes(tmp_path_factory):
    """A home for each test; `mktemp` reads the names of all that were made before."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def _no_outside_world(monkeypatch, _homes):
    home = next(_homes)
    home.mkdir()
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()) if name != "HOME" else str(home))
    for name in (
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "ANTHROPIC_BASE_URL",
        "ANTHROPIC_PROFILE",
        "ANTHROPIC_CONFIG_DIR",
        "WORKBENCH_DB",
        "WORKBENCH_CONFIG",
        "WORKBENCH_PROVIDER",
        "WORKBENCH_MODEL",
        "WORKBENCH_BUDGET",
        "EDITOR",
        "VISUAL",
        "NO_COLOR",
        "PYTHONDONTWRITEBYTECODE",
    ):
        monkeypatch.delenv(name, raising=False)
