"""No test sees a real home, key or network setting."""

import pytest
from hypothesis import settings

# A slow machine is no fault of what is tested.
settings.register_profile("workbench", deadline=None)
settings.load_profile("workbench")


@pytest.fixture(autouse=True)
def _no_outside_world(monkeypatch, tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
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
    ):
        monkeypatch.delenv(name, raising=False)
